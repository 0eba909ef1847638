"""What a game hides, and what of that cannot be dealt anew: bots that play it fairly know these numbers as they are."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Counter, Game, StateField
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.eyes import declared_zones, is_open

_PLAYERS = ("owner", "others", "some")


def has_secrets(game: Game) -> bool:
    """Say whether players see different things."""
    return (
        any(zone.visible != "all" for zone in declared_zones(game))
        or any(field.visible in _PLAYERS for field in _numbers(game))
        or any(phase.secret for phase in game.phases.values())
    )


def shows_everything(game: Game) -> bool:
    """Say whether everybody sees everything, and always."""
    return (
        all(map(is_open, declared_zones(game)))
        and all(field.visible == "all" for field in _numbers(game))
        and not any(phase.secret for phase in game.phases.values())
    )


def left_as_they_are(game: Game) -> tuple[str, ...]:
    """Return the names of the counters and states that some players see and that cannot be dealt anew fairly.

    Those can that only ever get a number drawn at random within fixed bounds, one that a player chose, or a fixed one.
    """
    hidden = _hidden(game)
    wrong = {name for root in roots(game) for node in nodes(root) for name in _put_otherwise(node)}
    return tuple(name for name in hidden if name in wrong)


def _hidden(game: Game) -> list[str]:
    """Return the names of the counters and states that some players see and others do not."""
    return [field.name for field in _numbers(game) if field.visible in _PLAYERS]


def _numbers(game: Game) -> Iterator[Counter | StateField]:
    """Yield the counters and the states of a game."""
    yield from game.counters.values()
    yield from game.state.values()
    for kind in game.kinds.values():
        yield from kind.state.values()


def _put_otherwise(node: object) -> Iterator[str]:
    """Yield the counters and states that get a number from a statement which is reckoned."""
    match node:
        case c.Change(amounts=amounts):
            yield from (amount.counter for amount in amounts)
        case c.Assign(target=c.PlayerCounter(counter=name), value=value) if not _is_plain(value):
            yield name
        case c.Assign(target=c.ComponentState(name=name) | c.GameState(name=name), value=value):
            if not _is_plain(value):
                yield name


def _is_plain(value: c.Expr) -> bool:
    if isinstance(value, c.Builtin) and value.name in ("random", "random_of"):
        return all(isinstance(arg, c.Const) for arg in value.args)
    return isinstance(value, c.Const | c.Local)
