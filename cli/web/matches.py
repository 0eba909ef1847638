"""Matches that are played at the pages: each lives in the server, and is saved after every choice."""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.cli.web.adapter import ALL, Viewer, costs_of, decision_of, scene_of, viewer_named
from rulewright.cli.web.library import Library
from rulewright.cli.web.log import Entry, log_of
from rulewright.interpreter.bots.bots import SEARCHING, Bot, bot_for
from rulewright.interpreter.bots.kinds import BOT_KINDS
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.collection import PLAYTHROUGHS
from rulewright.interpreter.play.record import Recorder, RecordError, recording
from rulewright.interpreter.state.errors import IllegalOption, MatchError

_ID = re.compile(r"[0-9a-f]{12}")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")
_AT_ONCE = 0.04
"""Seconds that bots may take before the answer to a choice is given; they go on behind it."""


class BadWish(Exception):
    """Something that cannot be done at a table; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a match is opened: game, players, who of them is which bot (None: a person), seed and variants."""

    game: str
    players: tuple[str, ...]
    bots: tuple[str | None, ...]
    seed: int
    options: Mapping[str, str]

    def opened(self, game: Game) -> FastMatch:
        """Open the match. Raises MatchError."""
        return FastMatch(game, self.players, seed=self.seed, options=dict(self.options), journal=True)


class Table:
    """One match with its past: the match before each decision, and where in it the players are now."""

    def __init__(self, id_: str, setup: Setup, match: FastMatch) -> None:
        """Begin a table with a match that nobody has played yet."""
        self.id = id_
        self.setup = setup
        self.lock = threading.RLock()
        # Says that something has changed, and not how often: the number of decisions may be a secret.
        self.version = _token()
        # For everybody, and what may name hidden things and is for open hands only.
        self.note, self.detail = "", ""
        self.thinks = False
        self._history = [match]
        self._choices: list[str] = []
        self._at = 0
        self._bots: dict[int, Bot] = {}
        self._refused = ""

    # ---------------------------------------------------------------- looking
    @property
    def match(self) -> FastMatch:
        """The match as it stands."""
        return self._history[self._at]

    @property
    def choices(self) -> list[str]:
        """The ids of all choices up to now, in order."""
        return self._choices[: self._at]

    def is_person(self, seat: int) -> bool:
        """Say whether a person decides for a seat."""
        return seat >= 0 and self.setup.bots[seat] is None

    def state(self, word: str) -> dict[str, Any]:
        """Return what a viewer, named as in requests, sees and may do now. Raises ValueError for no such viewer."""
        with self.lock:
            viewer = viewer_named(word, self.setup.players)
            asked = self.match.turn
            own = decision_of(self.match, viewer) if self.is_person(asked) else None
            if own is not None:
                for option, cost in zip(own["options"], costs_of(self.match), strict=False):
                    option["cost"] = cost
            return {
                "version": self.version,
                "content": self.match.game.digest,
                "viewer": word,
                "scene": scene_of(self.match, viewer),
                "decision": own,
                "asked": asked,
                "thinks": self.thinks,
                "undo": self._before() is not None,
                "redo": self._at + 1 < len(self._history),
                "note": f"{self.note} {self.detail}".strip() if viewer == ALL else self.note,
            }

    def log(self, word: str) -> list[Entry]:
        """Return the log as a viewer may hear it. Raises ValueError for no such viewer."""
        viewer = viewer_named(word, self.setup.players)
        with self.lock:
            return _log(self.match, viewer)

    def recording(self, folder: Path) -> str:
        """Return the match as a playthrough that lies in a folder."""
        with self.lock:
            return recording(self.match, None, folder)

    # ---------------------------------------------------------------- playing
    def choose(self, word: str, option: str, version: str) -> None:
        """Take an option for the player who decides, as a viewer who may. Raises BadWish."""
        with self.lock:
            viewer = viewer_named(word, self.setup.players)
            if version != self.version:
                raise BadWish("the table has changed meanwhile")
            if not self.is_person(self.match.turn) or viewer not in (ALL, self.match.turn):
                raise BadWish("another player decides now")
            self._take(option)

    def _take(self, option: int | str) -> None:
        """Take an option of the match as it stands. Raises BadWish."""
        decision = self.match.decision
        if decision is None:
            raise BadWish("the game is over")
        after = self.match.clone(journal=True)
        try:
            after.apply(option)
        except IllegalOption as error:
            raise BadWish(str(error)) from None
        except MatchError as error:
            self.note, self.detail = "The rules stop here, at a fault of the content.", str(error)
            self.version = _token()
            raise BadWish(self.note) from None
        taken = option if isinstance(option, str) else decision.ids[option]
        del self._history[self._at + 1 :], self._choices[self._at :]
        self._history.append(after)
        self._choices.append(taken)
        self._at += 1
        self.note, self.detail = "", ""
        self.version = _token()

    def let_bots_play(self, until: float) -> bool:
        """Let bots play until a person decides, or until a moment of `time.monotonic`; say whether they are done."""
        with self.lock:
            while not self.match.over and not self.is_person(self.match.turn):
                seat = self.match.turn
                if seat < 0 or time.monotonic() > until:
                    return seat < 0
                try:
                    # Those that try moves out do so on copies without a journal, which are much faster.
                    searches = self.setup.bots[seat] in SEARCHING
                    self._take(self._bot(seat).choose(self.match.clone() if searches else self.match))
                except BadWish:
                    return True
            return True

    def _bot(self, seat: int) -> Bot:
        if seat not in self._bots:
            self._bots[seat] = bot_for(self.setup.bots[seat] or "random", self.setup.seed, seat)
        return self._bots[seat]

    def hint(self, word: str, kind: str) -> dict[str, str]:
        """Return the option that a bot would take in the place of the viewer who decides. Raises BadWish.

        It sees no more than the player: what is hidden is dealt anew for it.
        """
        # The first copy of a game without a journal takes seconds, for which nobody else need wait.
        self.match.clone()
        with self.lock:
            viewer = viewer_named(word, self.setup.players)
            decision = self.match.decision
            if decision is None or viewer not in (ALL, decision.player) or kind not in BOT_KINDS:
                raise BadWish("there is nothing to advise on")
            world = self.match.resampled(self._at) if kind in SEARCHING else self.match.clone()
            position = bot_for(kind, self._at, decision.player).choose(world)
            option = decision.options[position]
            return {"id": option.id, "label": option.label}

    # ---------------------------------------------------------------- back and forth
    def _before(self) -> int | None:
        """Return the last moment before now at which a person decided."""
        return next(
            (at for at in range(self._at - 1, -1, -1) if self.is_person(self._history[at].turn)), None
        )

    def undo(self) -> None:
        """Go back to where a person last decided. Raises BadWish."""
        with self.lock:
            before = self._before()
            if before is None:
                raise BadWish("there is nothing to take back")
            self._go(before)

    def redo(self) -> None:
        """Go on to where a person decided next, as it was before it was taken back. Raises BadWish."""
        with self.lock:
            later = range(self._at + 1, len(self._history))
            if not later:
                raise BadWish("there is nothing to do again")
            stop = (at for at in later if self.is_person(self._history[at].turn))
            self._go(next(stop, len(self._history) - 1))

    def _go(self, at: int) -> None:
        self._at = at
        self.note, self.detail = "", ""
        self.version = _token()

    def forked(self, id_: str) -> Table:
        """Return a table of its own that goes on from here."""
        with self.lock:
            fork = Table(id_, self.setup, self._history[0])
            fork._history = self._history[: self._at + 1]
            fork._choices = self.choices
            fork._at = self._at
            return fork

    # ---------------------------------------------------------------- the past, from a file or under other rules
    def replay(self, choices: Sequence[str], at: int) -> None:
        """Make choices again, and stand behind the first `at`. Raises BadWish at the first that fails."""
        match = self._history[0]
        history = [match]
        for number, id_ in enumerate(choices, 1):
            match = match.clone(journal=True)
            try:
                match.apply(id_)
            except MatchError as error:
                raise BadWish(f"choice {number}, {id_!r}: {error}") from None
            history.append(match)
        self._history, self._choices = history, list(choices)
        self._at = min(max(at, 0), len(choices))

    def renew(self, game: Game) -> bool:
        """Go on from the same choices under changed rules; say whether anything has changed.

        Where that cannot be, the table stays under the rules that it had, and its note says at which choice it ended.
        """
        with self.lock:
            if game.digest in (self.match.game.digest, self._refused):
                return False
            try:
                trial = Table(self.id, self.setup, self.setup.opened(game))
                trial.replay(self._choices, self._at)
            except (BadWish, MatchError) as error:
                self._refused = game.digest
                self.note = (
                    "The rules have changed, and this game cannot go on under them; it goes on as it was."
                )
                self.detail = str(error)
                self.version = _token()
                return True
            self._history, self._refused = trial._history, ""
            self._bots.clear()
            self.note, self.detail = "The rules have changed; the game goes on from the same choices.", ""
            self.version = _token()
            return True

    def saved(self) -> dict[str, Any]:
        """Return the table as plain data: how it was opened and all choices, also those that were taken back."""
        with self.lock:
            return {
                "game": self.setup.game,
                "players": list(self.setup.players),
                "bots": list(self.setup.bots),
                "seed": self.setup.seed,
                "options": dict(self.setup.options),
                "choices": self._choices,
                "at": self._at,
            }


def _log(match: FastMatch, viewer: Viewer) -> list[Entry]:
    return log_of(match) if viewer == ALL else log_of(match, viewer if isinstance(viewer, int) else None)


def saves_folder() -> Path:
    """Return where tables are saved: $XDG_STATE_HOME/rulewright/tables, else ~/.local/state/rulewright/tables."""
    named = os.environ.get("XDG_STATE_HOME", "")
    home = Path(named) if named and Path(named).is_absolute() else Path.home() / ".local" / "state"
    return home / "rulewright" / "tables"


class Tables:
    """The tables of a library's games, those that are open and those that are saved."""

    def __init__(self, library: Library, folder: Path | None = None) -> None:
        """Keep saves in a folder, else in the user's own."""
        self.library = library
        self._folder = folder if folder is not None else saves_folder()
        self._lock = threading.Lock()
        self._open: dict[str, Table] = {}

    # ---------------------------------------------------------------- which there are
    def saved(self, game: str) -> list[dict[str, Any]]:
        """Return the tables of a game that can be gone on with, the latest first: id, players, choices made."""
        found = []
        for path, told in self._files():
            if told.get("game") == game and told.get("root") == str(self.library.root.resolve()):
                found.append({"id": path.stem, "players": told["players"], "made": told["at"]})
        return found

    def _files(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        try:
            paths = sorted(self._folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
        except OSError:
            return
        for path in paths:
            told = _read(path)
            if told is not None and _ID.fullmatch(path.stem):
                yield path, told

    def table(self, id_: str) -> Table:
        """Return a table that is open or saved. Raises BadWish."""
        with self._lock:
            if id_ not in self._open:
                self._open[id_] = self._loaded(id_)
            return self._open[id_]

    def _loaded(self, id_: str) -> Table:
        told = _read(self._folder / f"{id_}.json") if _ID.fullmatch(id_) else None
        if told is None:
            raise BadWish("there is no such table")
        table = self._begun(id_, _setup(told))
        try:
            table.replay(told["choices"], told["at"])
        except BadWish as error:
            raise BadWish(
                f"this table was saved under other rules and cannot be gone on with: {error}"
            ) from None
        return table

    # ---------------------------------------------------------------- beginning and ending
    def begin(self, setup: Setup) -> Table:
        """Open a new table and save it. Raises BadWish."""
        table = self._begun(_new_id(), setup)
        self._keep(table)
        return table

    def fork(self, table: Table) -> Table:
        """Open another table that goes on from where one stands. Raises BadWish."""
        fork = table.forked(_new_id())
        self._keep(fork)
        return fork

    def put_away(self, id_: str) -> None:
        """Close a table and delete its save."""
        with self._lock:
            self._open.pop(id_, None)
            if _ID.fullmatch(id_):
                (self._folder / f"{id_}.json").unlink(missing_ok=True)

    def _begun(self, id_: str, setup: Setup) -> Table:
        game = self.library.game(setup.game)
        if game is None:
            raise BadWish(f"there is no game {setup.game} without errors")
        try:
            match = setup.opened(game)
            if SEARCHING.intersection(filter(None, setup.bots)):
                # As for hints: made ready before anybody waits for a bot.
                match.clone()
            return Table(id_, setup, match)
        except MatchError as error:
            raise BadWish(str(error)) from None

    def _keep(self, table: Table) -> None:
        with self._lock:
            self._open[table.id] = table
        self.save(table)

    def save(self, table: Table) -> None:
        """Write a table's save; the file is always whole. Raises BadWish."""
        path = self._folder / f"{table.id}.json"
        told = {**table.saved(), "root": str(self.library.root.resolve())}
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            Recorder(path, force=True).write(json.dumps(told, ensure_ascii=False) + "\n")
        except (OSError, RecordError) as error:
            raise BadWish(f"the table cannot be saved: {error}") from None

    # ---------------------------------------------------------------- what happens at a table
    def go_on(self, table: Table) -> None:
        """Save what was decided, and let bots play on: at once while that is quick, and then behind the answer."""
        self.save(table)
        if table.let_bots_play(time.monotonic() + _AT_ONCE):
            self.save(table)
            return
        if not table.thinks:
            table.thinks = True
            table.version = _token()
            threading.Thread(target=self._play_bots, args=(table,), daemon=True).start()

    def _play_bots(self, table: Table) -> None:
        try:
            # A look at the table between two moves of bots must not wait for all of them.
            while not table.let_bots_play(time.monotonic()):
                table.let_bots_play(time.monotonic() + _AT_ONCE)
        finally:
            table.thinks = False
            table.version = _token()
        self.save(table)

    def look(self, table: Table) -> None:
        """Take up rules that have changed since."""
        game = self.library.game(table.setup.game)
        if game is not None and table.renew(game):
            self.go_on(table)

    def record(self, table: Table, name: str) -> str:
        """Write a table's match as a playthrough of its game, and return its file. Raises BadWish."""
        if not _NAME.fullmatch(name):
            raise BadWish("a name is made of small letters, digits and hyphens, for example first-game")
        folder = self.library.root / PLAYTHROUGHS / table.setup.game
        try:
            folder.mkdir(parents=True, exist_ok=True)
            Recorder(folder / f"{name}.yaml").write(table.recording(folder))
        except (OSError, RecordError) as error:
            raise BadWish(f"{name} cannot be written: {error}") from None
        return f"{PLAYTHROUGHS.as_posix()}/{table.setup.game}/{name}.yaml"


def _token() -> str:
    return secrets.token_hex(4)


def _new_id() -> str:
    return secrets.token_hex(6)


def _read(path: Path) -> dict[str, Any] | None:
    """Return a save that has all its parts; None for anything else."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    checks: tuple[tuple[str, Callable[[Any], bool]], ...] = (
        ("game", lambda value: isinstance(value, str)),
        ("players", _are_texts),
        ("bots", lambda value: isinstance(value, list)),
        ("seed", lambda value: isinstance(value, int)),
        ("options", lambda value: isinstance(value, dict)),
        ("choices", _are_texts),
        ("at", lambda value: isinstance(value, int)),
    )
    fits = isinstance(told, dict) and all(name in told and check(told[name]) for name, check in checks)
    return told if fits else None


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _setup(told: Mapping[str, Any]) -> Setup:
    return read_setup(told["game"], told)


def read_setup(game: str, told: Mapping[str, Any]) -> Setup:
    """Return how a match is to be opened, as a page or a save says. Raises BadWish."""
    players, bots = told.get("players"), told.get("bots")
    if not _are_texts(players) or not isinstance(players, list) or not isinstance(bots, list):
        raise BadWish("the players' names are wanted, and who is a bot")
    if len(players) != len(bots) or any(bot is not None and bot not in BOT_KINDS for bot in bots):
        raise BadWish(f"a player is a person or a bot: {', '.join(BOT_KINDS)}")
    seed = told.get("seed", 0)
    options = told.get("options", {})
    if not isinstance(seed, int) or not isinstance(options, dict):
        raise BadWish("a seed is a whole number, and variants have names")
    return Setup(
        game, tuple(players), tuple(bots), seed, {str(name): str(word) for name, word in options.items()}
    )
