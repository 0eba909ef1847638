"""What a game hides, and what of that cannot be dealt anew: bots that play it fairly know these numbers as they are."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes

_PLAYERS = ("owner", "others")


def has_secrets(game: Game) -> bool:
    """Say whether players see different things."""
    zones = (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values())
    return (
        any(zone.visible != "all" for zone in zones)
        or bool(_hidden(game))
        or any(phase.secret for phase in game.phases.values())
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
    fields = [*game.state.values(), *(one for kind in game.kinds.values() for one in kind.state.values())]
    return [
        *(counter.name for counter in game.counters.values() if counter.visible in _PLAYERS),
        *(field.name for field in fields if field.visible in _PLAYERS),
    ]


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
