"""The course of a game: its rounds, the phases in them, and the windows that each phase opens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.interpreter.content.model import Game, RoundKind
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes


@dataclass(frozen=True, slots=True)
class Step:
    """From one kind of round to the next one, and the rounds after which it goes so."""

    before: RoundKind
    after: RoundKind
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What follows what: the first kind of round, the steps between kinds, the last kind (None without rounds)."""

    first: RoundKind | None
    steps: tuple[Step, ...]
    last: RoundKind | None


def course_of(game: Game) -> Course:
    """Return how the rounds of a game follow one another."""
    kinds = {number: kind for kind in game.round_kinds for number in kind.rounds}
    met: dict[tuple[str, str], list[int]] = {}
    by_name = {kind.name: kind for kind in game.round_kinds}
    for number in range(1, game.last_round):
        if number in kinds and number + 1 in kinds:
            met.setdefault((kinds[number].name, kinds[number + 1].name), []).append(number)
    steps = tuple(Step(by_name[one], by_name[two], tuple(rounds)) for (one, two), rounds in met.items())
    return Course(kinds.get(1), steps, kinds.get(game.last_round))


def windows_in(game: Game, block: c.Block) -> list[str]:
    """Return the windows that an effect opens, in the order of the text, through actions and printed effects too."""
    return list(dict.fromkeys(_windows(game, block, set())))


def _windows(game: Game, block: c.Block, seen: set[str]) -> Iterator[str]:
    for node in nodes(block):
        match node:
            case c.Offer():
                yield node.window
            case c.Call() if node.action not in seen:
                seen.add(node.action)
                yield from _windows(game, game.actions[node.action].body, seen)
            case c.Run() if f"run {node.field}" not in seen:
                seen.add(f"run {node.field}")
                for card in game.cards:
                    for side in card.sides:
                        yield from _windows(game, side.effects.get(node.field, ()), seen)
