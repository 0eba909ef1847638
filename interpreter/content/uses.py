"""Which declarations of a checked game something reads; what is only written to is not among them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Game, Kind, Zone
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import inside, is_node

Use = tuple[str, str]
"""A section of the declarations, and a name in it; what belongs to a kind is `kind.name`, to a player `me.name`."""


def read_in(game: Game) -> set[Use]:
    """Return everything that something of the game reads.

    To gain, lose or set something is not to read it; to pay is, since a payment needs enough of it. A zone counts when
    anything at all names it: what is put there has left its place.
    """
    found: set[Use] = set()
    for root in roots(game):
        _note_reads(root, found)
    for kind in game.kinds.values():
        found.update(_of_kind(game, kind))
    for zone in (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values()):
        found.update(("kinds", name) for name in zone.holds)
        source = game.refilled_from(zone)
        if source is not None:
            found.add(("zones", zone_key(source)))
    for counter in game.counters.values():
        if counter.by is not None:
            found.add(("enums", counter.by))
        found.update(_of_type(counter.type))
    for table in game.tables.values():
        found.update(use for key in table.keys for use in _of_type(key))
    for state in game.state.values():
        found.update(_of_type(state.type))
    heads = (game.windows, game.actions, game.values)
    params = (param for group in heads for head in group.values() for param in head.params)
    found.update(use for param in params for use in _of_type(param.type))
    found.update(("zones", zone) for zone in game.discards.values())
    found.update(("actions", phase.extra) for phase in game.phases.values() if phase.extra is not None)
    return found


def viewers(game: Game) -> Iterator[object]:
    """Yield the formulas that say who sees something."""
    for zone in (*game.zones.values(), *game.player_zones.values(), *game.component_zones.values()):
        yield tuple(zone.viewers)
    for counter in game.counters.values():
        yield tuple(counter.viewers)
    for field in (
        *game.state.values(),
        *(one for kind in game.kinds.values() for one in kind.state.values()),
    ):
        yield tuple(field.viewers)


def roots(game: Game) -> Iterator[object]:
    """Yield every checked tree of a game."""
    yield from (game.setup, game.ending, game.until, game.rank, game.result_of_player, game.estimate)
    yield from viewers(game)
    yield from (phase.body for phase in game.phases.values())
    for window in game.windows.values():
        yield window.takes_part
        yield window.unasked
    for action in game.actions.values():
        yield from (action.needs, action.text, action.told, action.body)
    for value in game.values.values():
        yield from (value.formula, value.at_least, value.at_most)
    for ability in game.abilities:
        yield from (ability.pattern, ability.condition, ability.body)
    for changes in game.changes.values():
        for change in changes:
            yield from (change.condition, change.number)
    for card in game.cards:
        for side in card.sides:
            yield from side.effects.values()


def _of_kind(game: Game, kind: Kind) -> Iterator[Use]:
    for name in kind.active_in:
        yield "zones", f"me.{name}"
    for field in kind.stated.values():
        if field.by is not None:
            yield "enums", field.by
        yield from _of_type(field.type)
    for state in kind.state.values():
        yield from _of_type(state.type)


def _of_type(type_: Type) -> Iterator[Use]:
    if type_.base == "enum":
        yield "enums", type_.names[0]
    elif type_.base == "component":
        yield from (("kinds", name) for name in type_.names)
    if type_.item is not None:
        yield from _of_type(type_.item)


# ---------------------------------------------------------------- trees
def _note_reads(node: object, found: set[Use]) -> None:
    if isinstance(node, tuple):
        for part in node:
            _note_reads(part, found)
    elif isinstance(node, c.Assign):
        _note_inner(node.target, found)  # whose it is, is asked; how much it is, is not
        _note_reads(node.value, found)
    elif isinstance(node, c.Change):
        _note_change(node, found)
    elif is_node(node):
        found.update(_own(node))
        _note_inner(node, found)


def _note_inner(node: object, found: set[Use]) -> None:
    for part in inside(node):
        _note_reads(part, found)


def _note_change(change: c.Change, found: set[Use]) -> None:
    _note_reads(change.per, found)
    for amount in change.amounts:
        if change.verb == "pay":
            found.add(("counters", amount.counter))
        _note_reads((amount.number, amount.index), found)


_NAMED: dict[type, tuple[str, str]] = {
    c.Call: ("actions", "action"),
    c.Offer: ("windows", "window"),
    c.ValueCall: ("values", "value"),
    c.PlayerCounter: ("counters", "counter"),
    c.OptionValue: ("options", "option"),
    c.Lookup: ("tables", "table"),
    c.GameState: ("state", "name"),
    c.AllComponents: ("kinds", "kind"),
    c.IsKind: ("kinds", "kind"),
    c.HolderOf: ("kinds", "kind"),
}
"""For classes of nodes that name a declaration: its section, and the attribute that has the name."""


def _own(node: object) -> Iterator[Use]:
    """Yield what a node itself reads, apart from the nodes inside of it."""
    if isinstance(node, c.Expr):
        yield from _of_type(node.type)
    if type(node) in _NAMED:
        section, attribute = _NAMED[type(node)]
        yield section, getattr(node, attribute)
    match node:
        case c.ZoneRef():
            yield from (("zones", key) for key in zone_keys(node))
        case c.CardField() | c.Run():
            yield from (("fields", f"{kind}.{node.field}") for kind in node.component.type.names)
        case c.ComponentState():
            yield from (("states", f"{kind}.{node.name}") for kind in node.component.type.names)


def zone_key(zone: Zone) -> str:
    """Return how a zone of the game or of players is called among all zones."""
    return f"me.{zone.name}" if zone.scope == "player" else zone.name


def zone_keys(zone: c.ZoneRef) -> list[str]:
    """Return the zones that a formula may mean: several when it is one of components of several kinds."""
    if zone.scope == "component" and zone.holder is not None:
        return [f"{kind}.{zone.zone}" for kind in zone.holder.type.names]
    return [f"me.{zone.zone}" if zone.scope == "player" else zone.zone]
