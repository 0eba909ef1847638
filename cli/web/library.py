"""The games that the pages show, as their files are at the moment: read again when one of them has changed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.content.load import check_game, game_names, packs_for
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.content.rooted import PARTS
from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.findings import Finding, Findings, once_each, render_text
from rulewright.interpreter.source import line_reader

_MOST_SAVED = 12

Stamps = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A game as it was found when its files had these stamps; `game` is None when they have errors.

    `saved` are the cards that changed since somebody first looked, those of the last change first. `mark` tells one
    state of the files from another.
    """

    name: str
    stamps: Stamps
    game: Game | None
    findings: tuple[Finding, ...]
    saved: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """What tells this state of the files from another."""
        return hashlib.sha256(repr(self.stamps).encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        """The game's title; the name of its folder when the files have errors."""
        return self.game.title if self.game is not None else self.name

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)


class Library:
    """Knows the games below a root, with packs laid over them."""

    def __init__(self, root: Path, packs: tuple[Pack, ...] = ()) -> None:
        """Open the library; nothing is read before somebody asks."""
        self.root = root
        self.packs = packs
        self._lock = threading.Lock()
        self._checked: dict[str, Checked] = {}
        self._digests: dict[str, dict[str, str]] = {}
        self._explainers: dict[str, tuple[Game, Explainer]] = {}

    def names(self) -> list[str]:
        """Return the names of the games that are there now, sorted."""
        return game_names(self.root)

    def checked(self, name: str) -> Checked | None:
        """Return a game as its files are now; None when there is none of this name."""
        with self._lock:
            if name not in self.names():
                return None
            packs = packs_for(name, self.packs)
            stamps = tuple(self._stamps(name, packs))
            found = self._checked.get(name)
            if found is None or found.stamps != stamps:
                findings = Findings()
                game = check_game(name, self.root, findings, packs)
                saved = self._saved(found, game)
                found = Checked(name, stamps, game, tuple(once_each(findings)), saved)
                self._checked[name] = found
            return found

    def _saved(self, before: Checked | None, game: Game | None) -> tuple[str, ...]:
        """Return which cards have changed since somebody first looked; while there are errors nobody knows more."""
        if game is None:
            return before.saved if before is not None else ()
        known = self._digests.get(game.id)
        now = {card.id: card.digest for card in game.cards}
        self._digests[game.id] = now
        changed = [id_ for id_, digest in now.items() if known is not None and known.get(id_) != digest]
        earlier = before.saved if before is not None else ()
        return tuple(id_ for id_ in dict.fromkeys((*changed, *earlier)) if id_ in now)[:_MOST_SAVED]

    def game(self, name: str) -> Game | None:
        """Return a game without errors; None for an unknown one and for one with errors."""
        found = self.checked(name)
        return found.game if found is not None else None

    def explainer(self, game: Game) -> Explainer:
        """Return who writes the cards of a game in English."""
        found = self._explainers.get(game.id)
        if found is None or found[0] is not game:
            found = self._explainers[game.id] = (game, Explainer(game))
        return found[1]

    def excerpt(self, finding: Finding) -> str:
        """Return a finding with its line and what is wrong in it, as the terminal shows it."""
        return render_text([finding], line_reader(self.root)).rstrip("\n")

    def _stamps(self, name: str, packs: tuple[Pack, ...]) -> Iterator[tuple[str, int, int]]:
        for folder in (self.root, *(pack.folder for pack in packs)):
            for part in PARTS:
                for path in sorted((folder / part / name).rglob("*.yaml")):
                    try:
                        status = path.stat()
                    except OSError:
                        continue
                    yield str(path), status.st_mtime_ns, status.st_size
