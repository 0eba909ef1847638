"""The save of a match as plain data, read back with its shape checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.interpreter.state.errors import BadSave, ChanceChanged, ContentChanged, MatchError
from rulewright.interpreter.state.position import Begin
from rulewright.interpreter.state.rng import WAY


@dataclass(frozen=True, slots=True)
class Save:
    """What a match is played again from; `moves` are pairs of a player's name and an option's id."""

    seed: int
    players: tuple[str, ...]
    options: dict[str, str]
    ask_forced: bool
    begin: Begin | None
    moves: tuple[tuple[str, str], ...]


UNPLAYABLE = (MatchError, LookupError, TypeError, ValueError, AssertionError)
"""What comes of moves, or of a stated position, that somebody has changed in a save."""


def read_save(saved: Mapping[str, Any], content: str, *, asked: bool = False) -> Save:
    """Return a save whose shape is right, of a match whose chance is asked or not.

    Raises ContentChanged for other content than this digest, ChanceChanged for other chance, and BadSave.
    """
    if saved.get("content") != content:
        raise ContentChanged(str(saved.get("content")), content)
    demand_chance(saved, asked=asked)
    players, moves, begin = (saved.get(key) for key in ("players", "moves", "begin"))
    options, seed = saved.get("options"), saved.get("seed")
    demand(isinstance(seed, int) and not isinstance(seed, bool), "seed", "a whole number")
    demand(all_texts(players), "players", "a list of names")
    demand(isinstance(options, dict) and all_texts([*options, *options.values()]), "options", "words by name")
    demand(
        isinstance(moves, list) and all(_is_move(move) for move in moves),
        "moves",
        "pairs of player and option",
    )
    demand(begin is None or is_begin(begin), "begin", "round, phase and edits, or null")
    return Save(
        int(saved["seed"]),
        tuple(saved["players"]),
        dict(saved["options"]),
        saved.get("ask_forced") is True,
        None if begin is None else Begin.from_saved(begin),
        tuple((name, option) for name, option in saved["moves"]),
    )


def demand(right: bool, key: str, wanted: str) -> None:
    """Raise BadSave unless a part of a save is right; `wanted` says what it must be."""
    if not right:
        raise BadSave(f"the save is not whole: `{key}` must be {wanted}")


def demand_chance(saved: Mapping[str, Any], *, asked: bool) -> None:
    """Raise ChanceChanged unless the chance of a save is drawn as it is now, BadSave unless it is asked or not."""
    if saved.get("chance") != WAY:
        raise ChanceChanged(saved.get("chance"))
    if saved.get("asked", False) is not asked:
        told, way = ("followed from its seed", "Match") if asked else ("was asked", "AskedMatch")
        raise BadSave(
            f"the chance of the saved match {told}: go on with it by `{way}.resume`, or its fast sister"
        )


def all_texts(values: Any) -> bool:  # noqa: ANN401  # whatever stands in the save
    """Say whether this is a list of texts."""
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


def _is_move(move: Any) -> bool:  # noqa: ANN401
    return all_texts(move) and len(move) == 2


def is_begin(begin: Any) -> bool:  # noqa: ANN401
    """Say whether this is a stated position as it is saved."""
    return (
        isinstance(begin, dict)
        and isinstance(begin.get("round"), int)
        and isinstance(begin.get("phase"), str)
        and isinstance(begin.get("edits"), list)
        and all(isinstance(edit, list) and edit and isinstance(edit[0], str) for edit in begin["edits"])
        and all(_is_argument(part) for edit in begin["edits"] for part in edit)
    )


def _is_argument(part: Any) -> bool:  # noqa: ANN401
    """Say whether an edit can have this: a name, a number, or a list of numbers."""
    return isinstance(part, str) or all(
        isinstance(number, int) and not isinstance(number, bool)
        for number in (part if isinstance(part, list) else [part])
    )
