"""Plays board and card games from data: reads rules and cards, checks them, and steps a game decision by decision.

All that a program needs stands here, and what stands here is kept; the modules below may change.

    >>> from rulewright import load_game, new_match
    >>> match = new_match(load_game("GAME"), ["Anna", "Matt"], seed=7)
    >>> while match.decision is not None:
    ...     name = match.names[match.decision.player]
    ...     print(f"{name}: {match.decision.prompt} {list(match.decision.ids)}")
    ...     match.apply(0)
    >>> print(match.scores(), match.winners())

`Match` is the whole of a running game: `decision`, `apply`, `over`, `journal`, `told`, `view`, `scores`, `winners`,
`clone`, `digest`, `save` and `resume`. For search and for games by the thousand, `new_fast_match` opens a `FastMatch`:
the same game with the same face on the compiled machine, where `turn` and `choices` tell who decides between how many
options. Players are seats from 0, and options have ids and positions. Each mistake has an error class of its own;
those of a running game are all a `MatchError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter.content.load import UnknownGame
    from rulewright.interpreter.content.model import Game
    from rulewright.interpreter.content.packs import PackError
    from rulewright.interpreter.content_roots import ContentRootError
    from rulewright.interpreter.fast.asked_match import AskedFastMatch
    from rulewright.interpreter.fast.match import FastMatch
    from rulewright.interpreter.findings import ContentError, Finding, Findings, Span
    from rulewright.interpreter.journal.events import Event
    from rulewright.interpreter.match.asked_match import AskedMatch
    from rulewright.interpreter.match.chance import ChanceMode
    from rulewright.interpreter.match.event_json import as_json as event_as_json
    from rulewright.interpreter.match.match import Match, Step
    from rulewright.interpreter.native.match import NativeMatch
    from rulewright.interpreter.native.playouts import Playout, Playouts
    from rulewright.interpreter.play.record import recording
    from rulewright.interpreter.play.transcript import transcript
    from rulewright.interpreter.state.decision import ChanceDecision, Choice, Decision
    from rulewright.interpreter.state.errors import (
        BadPosition,
        BadSave,
        BuildChanged,
        ContentChanged,
        IllegalOption,
        MatchError,
        MatchFailed,
        MatchOver,
        NeverEnds,
        RuleError,
        TooLarge,
        TooManyOutcomes,
        UnknownOption,
        WrongPlayers,
    )
    from rulewright.interpreter.state.position import Begin, Position

__all__ = [
    "AskedFastMatch",
    "AskedMatch",
    "BadPosition",
    "BadSave",
    "Begin",
    "BuildChanged",
    "ChanceDecision",
    "Choice",
    "ContentChanged",
    "ContentError",
    "ContentRootError",
    "Decision",
    "Event",
    "FastMatch",
    "Finding",
    "Findings",
    "Game",
    "IllegalOption",
    "Match",
    "MatchError",
    "MatchFailed",
    "MatchOver",
    "NativeMatch",
    "NeverEnds",
    "PackError",
    "Playout",
    "Playouts",
    "Position",
    "RuleError",
    "Span",
    "Step",
    "TooLarge",
    "TooManyOutcomes",
    "UnknownGame",
    "UnknownOption",
    "WrongPlayers",
    "check_game",
    "event_as_json",
    "game_names",
    "load_game",
    "new_fast_match",
    "new_match",
    "new_native_match",
    "recording",
    "transcript",
]


def game_names(root: Path | str | None = None) -> list[str]:
    """Return the names of all games, sorted.

    `root` is a folder with `rules/` and `cards/`; None means the games that came with the program.
    Raises ContentRootError when it is no such folder.
    """
    from rulewright.interpreter.content.load import game_names as names_below
    from rulewright.interpreter.content_roots import find_root

    return names_below(find_root(_path(root)))


def load_game(name: str, root: Path | str | None = None, packs: Sequence[Path | str] = ()) -> Game:
    """Read and check a game; `name` is its folder's name, `root` as for `game_names`.

    `packs` are folders with more cards and rules, laid over the game in this order; those without anything for this
    game change nothing. Raises ContentRootError, UnknownGame (which knows the nearest name), PackError for a folder
    that is no pack, and ContentError with all findings when the files have errors.
    """
    from rulewright.interpreter.content.load import load_game as load

    return load(name, _path(root), [Path(pack) for pack in packs])


def check_game(name: str, root: Path | str | None = None, packs: Sequence[Path | str] = ()) -> Findings:
    """Read and check a game and return everything that is wrong with it, warnings too; empty when nothing is.

    `packs` as for `load_game`. Raises ContentRootError, UnknownGame and PackError.
    """
    from rulewright.interpreter.content import load
    from rulewright.interpreter.content.packs import open_packs
    from rulewright.interpreter.content_roots import find_root
    from rulewright.interpreter.findings import Findings

    folder, findings = find_root(_path(root)), Findings()
    known = load.game_names(folder)
    if name not in known:
        raise load.UnknownGame(name, known)
    load.check_game(name, folder, findings, open_packs([Path(pack) for pack in packs], folder, known))
    return findings


def new_match(  # noqa: PLR0913 - each says how it is opened
    game: Game,
    players: int | Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    *,
    ask_forced: bool = False,
    journal: bool = True,
    begin: Begin | None = None,
    chance: ChanceMode = "seeded",
) -> Match:
    """Open a match, carry out the set-up, and play on to the first decision.

    `players` is their number (they are called Player1, Player2, ...), their names in seat order, or None for the
    smallest number the game allows. `seed` is any integer: the same seed and choices give the same game everywhere.
    `options` maps variants of the rules to their words; True and False stand for yes and no. With `ask_forced`
    decisions with a single option are asked too. Without `journal` nothing is noted, which is faster. `begin` states a
    position from which play starts once the set-up is done. With `chance="asked"` dice and shuffles do not follow from
    the seed: what they give is a decision of nobody (seat -1), a `ChanceDecision` with the probability of each option.

    Raises WrongPlayers, UnknownOption, BadPosition, and RuleError when the content is at fault.
    """
    from rulewright.interpreter.match.asked_match import AskedMatch
    from rulewright.interpreter.match.match import Match

    words = {name: _word(value) for name, value in (options or {}).items()}
    sort = AskedMatch if _is_asked(chance) else Match
    return sort(game, players, seed=seed, options=words, ask_forced=ask_forced, journal=journal, begin=begin)


def new_fast_match(  # noqa: PLR0913 - each says how it is opened
    game: Game,
    players: int | Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    *,
    ask_forced: bool = False,
    journal: bool = False,
    begin: Begin | None = None,
    chance: ChanceMode = "seeded",
) -> FastMatch:
    """Open a match on the compiled machine; the arguments are those of `new_match`, the game is the same.

    The game is compiled once for its number of players and its options, and kept in the user's cache; after that a
    decision takes microseconds, and so does `clone`. With `journal` it notes what happens, as `Match` does.

    Raises WrongPlayers, UnknownOption, and RuleError when the content is at fault.
    """
    from rulewright.interpreter.fast.asked_match import AskedFastMatch
    from rulewright.interpreter.fast.match import FastMatch

    words = {name: _word(value) for name, value in (options or {}).items()}
    sort = AskedFastMatch if _is_asked(chance) else FastMatch
    return sort(game, players, seed=seed, options=words, ask_forced=ask_forced, journal=journal, begin=begin)


def new_native_match(
    game: Game,
    players: int | Sequence[str] | None = None,
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    *,
    ask_forced: bool = False,
    begin: Begin | None = None,
    wait: bool = False,
) -> NativeMatch:
    """Open a match on the native machine; the arguments are those of `new_fast_match`, the game is the same.

    The game is built once by the system's compiler of C, in the background, and kept; the match plays on Python
    meanwhile. With `wait` it is built first, which takes seconds. Where it cannot be built, `why_not` says why, and the
    match plays on Python. It keeps no journal.

    Raises WrongPlayers, UnknownOption, and RuleError when the content is at fault.
    """
    from rulewright.interpreter.native.match import NativeMatch

    words = {name: _word(value) for name, value in (options or {}).items()}
    return NativeMatch(game, players, seed=seed, options=words, ask_forced=ask_forced, begin=begin, wait=wait)


def _is_asked(chance: ChanceMode) -> bool:
    if chance not in ("seeded", "asked"):
        raise ValueError(f"chance is 'seeded' or 'asked', not {chance!r}")
    return chance == "asked"


def _path(root: Path | str | None) -> Path | None:
    return Path(root) if root is not None else None


def _word(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# Importing any module below imports this one first. So the classes are fetched when somebody asks for them; a command
# that only checks content never loads what plays it.
_HOMES = {
    "rulewright.interpreter.content.load": ("UnknownGame",),
    "rulewright.interpreter.content.model": ("Game",),
    "rulewright.interpreter.content.packs": ("PackError",),
    "rulewright.interpreter.content_roots": ("ContentRootError",),
    "rulewright.interpreter.findings": ("ContentError", "Finding", "Findings", "Span"),
    "rulewright.interpreter.state.decision": ("ChanceDecision", "Choice", "Decision"),
    "rulewright.interpreter.state.errors": (
        "BadPosition",
        "BadSave",
        "BuildChanged",
        "ContentChanged",
        "IllegalOption",
        "MatchError",
        "MatchFailed",
        "MatchOver",
        "NeverEnds",
        "RuleError",
        "TooLarge",
        "TooManyOutcomes",
        "UnknownOption",
        "WrongPlayers",
    ),
    "rulewright.interpreter.state.position": ("Begin", "Position"),
    "rulewright.interpreter.fast.asked_match": ("AskedFastMatch",),
    "rulewright.interpreter.fast.match": ("FastMatch",),
    "rulewright.interpreter.journal.events": ("Event",),
    "rulewright.interpreter.match.asked_match": ("AskedMatch",),
    "rulewright.interpreter.match.match": ("Match", "Step"),
    "rulewright.interpreter.native.match": ("NativeMatch",),
    "rulewright.interpreter.native.playouts": ("Playout", "Playouts"),
    "rulewright.interpreter.play.record": ("recording",),
    "rulewright.interpreter.play.transcript": ("transcript",),
}
_HOME_OF = {name: (module, name) for module, names in _HOMES.items() for name in names}
_HOME_OF["event_as_json"] = ("rulewright.interpreter.match.event_json", "as_json")

if not TYPE_CHECKING:  # a type checker reads the imports above instead

    def __getattr__(name: str) -> object:
        if name not in _HOME_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, attribute = _HOME_OF[name]
        return globals().setdefault(name, getattr(import_module(module), attribute))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
