"""Loads a game: reads and checks its files as a whole, and gives the game or all findings at once."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from interpreter.content.card_files import CardFinder, check_name_space
from interpreter.content.cards import CardReader
from interpreter.content.declare import DeclarationReader
from interpreter.content.heads import HeadReader
from interpreter.content.model import Card, Game
from interpreter.content.sections import Sections, child, items, scalar
from interpreter.content.texts import TextChecks
from interpreter.content_roots import find_root
from interpreter.findings import ContentError, Findings, Span, nearest
from interpreter.language import checked as c
from interpreter.language.declarations import Declarations
from interpreter.language.scope import Scope
from interpreter.language.types import NUMBER, PLAYER, list_of
from interpreter.schema import check_shape
from interpreter.source import MappingNode, read_yaml

LANGUAGE = 1
"""The version of the effect language that this interpreter speaks."""


class UnknownGame(Exception):
    """No game of this name lies below the root; `known` are the names that do, `suggestion` the nearest."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        self.suggestion = nearest(name, known)
        meant = f"; did you mean {self.suggestion}?" if self.suggestion else ""
        super().__init__(f"there is no game `{name}`; known games are {', '.join(known) or 'none'}{meant}")


def game_names(root: Path) -> list[str]:
    """Return the names of the games below a content root, sorted."""
    rules = root / "rules"
    if not rules.is_dir():
        return []
    return sorted(folder.name for folder in rules.iterdir() if folder.is_dir() and any(folder.glob("*.yaml")))


def game_files(name: str, root: Path) -> list[Path]:
    """Return the content files of a game in a stable order: rules first, then cards."""
    found: list[Path] = []
    for part in ("rules", "cards"):
        found.extend(sorted(path for path in (root / part / name).rglob("*.yaml")))
    return found


def load_game(name: str, root: Path | None = None) -> Game:
    """Load a game that has no errors.

    `name` is the folder's name, `root` a folder with `rules/` and `cards/` (else the bundled or checked-out one).
    Raises UnknownGame, or ContentError with all findings.
    """
    folder = find_root(root)
    known = game_names(folder)
    if name not in known:
        raise UnknownGame(name, known)
    findings = Findings()
    game = check_game(name, folder, findings)
    if game is None:
        raise ContentError(findings)
    return game


def check_game(name: str, root: Path, findings: Findings) -> Game | None:
    """Check everything of a game; None when there are errors.

    A mistake in the shape of a file, or a declaration made twice, makes names unknown or mean something else. So when
    there is one, only it and what is wrong in any case, the syntax of effects, are reported.
    """
    shapes, meaning = Findings(), Findings()
    loader = _Loader(name, root, shapes, meaning)
    game = loader.load()
    broken = bool(shapes.errors)
    findings.extend(shapes)
    # A text that is cut by a mistake of shape is no second mistake.
    cut = {(found.span.file, found.span.line) for found in shapes}
    findings.extend(
        found
        for found in meaning
        if not broken or (found.code.startswith("RW3") and (found.span.file, found.span.line) not in cut)
    )
    return None if broken or meaning.errors else game


class _Loader:
    """One run over the files of a game: `shapes` takes findings about YAML and keys, `meaning` all others."""

    def __init__(self, name: str, root: Path, shapes: Findings, meaning: Findings) -> None:
        self.name = name
        self.root = root
        self.shapes = shapes
        self.findings = meaning
        self.declared = Declarations()
        self.sections = Sections(shapes)
        self.texts = TextChecks(self.declared, meaning)
        self.card_files: list[MappingNode] = []

    def load(self) -> Game | None:
        files = game_files(self.name, self.root)
        digest = hashlib.sha256()
        for path in files:
            shown = path.relative_to(self.root).as_posix()
            self._file(path, shown, digest)
        self._frame(files)
        finder = CardFinder(self.texts.world)
        declarations = DeclarationReader(self.sections, self.texts.world)
        declarations.read()
        finder.components(self.sections)
        for file in self.card_files:
            finder.file(file)
        finder.implied(self.sections)
        declarations.read_typed()
        heads = HeadReader(self.sections, self.texts)
        heads.read_heads()
        check_name_space(self.declared, self.findings)
        reader = CardReader(self.texts)
        heads.read_bodies()
        cards = tuple(reader.read(source, position) for position, source in enumerate(finder.found))
        last_round, round_kinds = declarations.rounds()
        setup = self._block("setup")
        ending = self._block("ending")
        rank, rank_by = self._result()
        self.texts.check_actors()
        low, high = self._players()
        self._cards_for_players(cards, low, high)
        declared = self.declared
        if rank is None or self.shapes.errors or self.findings.errors:
            return None
        return Game(
            id=self.name,
            title=self._text("title") or self.name,
            root=self.root,
            min_players=low,
            max_players=high,
            digest=digest.hexdigest(),
            files=tuple(path.relative_to(self.root).as_posix() for path in files),
            enums=declared.enums,
            options=declared.options,
            kinds=declared.kinds,
            cards=cards,
            counters=declared.counters,
            state=declared.state,
            zones=declared.zones,
            player_zones=declared.player_zones,
            component_zones=declared.component_zones,
            discards=declared.discards,
            tables=declared.tables,
            last_round=last_round,
            round_kinds=round_kinds,
            phases=declared.phases,
            windows=declared.windows,
            actions=declared.actions,
            values=declared.values,
            setup=setup,
            ending=ending,
            rank=rank,
            rank_by=rank_by,
            changes={name: tuple(changes) for name, changes in reader.changes.items()},
            abilities=tuple(reader.abilities),
        )

    # ------------------------------------------------------------ files
    def _file(self, path: Path, shown: str, digest: hashlib._Hash) -> None:
        node = read_yaml(path, shown, self.shapes)
        if path.is_file():
            digest.update(shown.encode() + b"\0" + path.read_bytes() + b"\0")
        if node is None:
            return
        if node.get("kind") is not None:
            check_shape(node, "cards", self.shapes)
            self.card_files.append(node)
        else:
            check_shape(node, "rules", self.shapes)
            self.sections.take(node)

    def _frame(self, files: list[Path]) -> None:
        """See that the game says what every game says: its name, its language, its players, rounds and result."""
        first = files[0].relative_to(self.root).as_posix() if files else f"rules/{self.name}"
        main = f"rules/{self.name}/game.yaml"
        place = Span(main if self.root.joinpath(main).is_file() else first, 1, 1, 2)
        for name in ("language", "game", "players", "rounds", "result"):
            if name not in self.sections.single and not self.shapes.errors:
                self.shapes.add("RW102", place, f"no file of the game has the key `{name}:`")
        language = self.sections.texts("language")
        if language is not None and language.text != str(LANGUAGE):
            message = f"this game is written in language {language.text}, but this program speaks {LANGUAGE}"
            self.shapes.add("RW104", language.span, message, str(LANGUAGE))
        game = self.sections.texts("game")
        if game is not None and game.text != self.name:
            message = f"the file says `{game.text}`, but its folder is named `{self.name}`"
            self.findings.add("RW226", game.span, message, self.name)

    # ------------------------------------------------------------ single sections
    def _text(self, name: str) -> str:
        node = self.sections.texts(name)
        return node.text if node is not None else ""

    def _players(self) -> tuple[int, int]:
        words = self._text("players").split()
        numbers = [int(word) for word in words if word.isdecimal()]
        if not numbers:
            return 1, 1
        return numbers[0], numbers[-1]

    def _cards_for_players(self, cards: Sequence[Card], low: int, high: int) -> None:
        """See that cards which are there only with some numbers of players are there with any."""
        for card in cards:
            if card.players is not None and (card.players[0] > high or card.players[1] < low):
                shown = str(low) if low == high else f"{low} to {high}"
                message = f"`{card.id}` is in no game: it is for other numbers of players than {shown}"
                self.findings.add("RW105", card.span, message)

    def _block(self, name: str) -> c.Block:
        entry = self.sections.single.get(name)
        if entry is None:
            return ()
        node = scalar(entry.value) or scalar(child(entry.value, "do"))
        return self.texts.effect(node, Scope())

    def _result(self) -> tuple[c.Expr | None, tuple[c.Expr, ...]]:
        entry = self.sections.single.get("result")
        if entry is None:
            return None, ()
        rank = self.texts.formula(scalar(child(entry.value, "rank")), Scope(), list_of(PLAYER))
        keys: list[c.Expr] = []
        for node in items(child(entry.value, "by")):
            key = self.texts.formula(scalar(node), Scope({"player": PLAYER}), NUMBER)
            if key is not None:
                keys.append(key)
        return rank, tuple(keys)
