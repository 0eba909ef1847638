"""Lowers what formulas look up: counters, states, zones, printed fields, owners and holders."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.facts import facts
from rulewright.interpreter.compiler.form.make import (
    EMPTY,
    NONE,
    plus,
)
from rulewright.interpreter.compiler.form.symbols import OWNER, PLACE, SIDE, Part, Symbol
from rulewright.interpreter.compiler.lowering.lists import ListLowering
from rulewright.interpreter.compiler.lowering.tables import Env, Tables, literal
from rulewright.interpreter.compiler.lowering.tree import may_be_none
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.state.layout import COMPONENT


class StateLowering(ListLowering):
    """Lowers what is looked up of players, components and the game."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self._fields: dict[tuple[tuple[str, ...], str], f.Data] = {}
        self._same: dict[tuple[tuple[str, ...], str], f.Expr | None] = {}
        self._sided: dict[tuple[str, ...], bool] = {}
        self._holders: dict[str, f.Data] = {}

    def counter(self, e: c.PlayerCounter, env: Env) -> f.Expr:
        index = None if e.index is None else self.expr(e.index, env)
        player = self.expr(e.player, env)
        found: f.Expr = self.tables.counter(e.counter, player, index)
        for part, value in ((e.player, player), (e.index, index)):
            if part is not None and value is not None:
                found = self._unless_none(part, value, found, NONE)
        return found

    def entry(self, e: c.Expr, env: Env) -> f.Expr:
        """Return the value of an enum whose counter is changed; none is a fault."""
        value = self.expr(e, env)
        return f.Call(runtime.SOMETHING, (value,)) if may_be_none(e) else value

    def game_state(self, e: c.GameState, _env: Env) -> f.Expr:
        return f.Slot(f.Num(self.layout.game_state[e.name]), Part("state", e.name))

    def component_state(self, e: c.ComponentState, env: Env) -> f.Expr:
        component, drawn = _once(self.expr(e.component, env))
        slot = self.tables.state(e.component.type.names, e.name, component)
        return drawn(self._unless_none(e.component, component, slot, NONE))

    def zone_number(self, e: c.ZoneRef, env: Env) -> f.Expr:
        """Return the number of a zone that is there."""
        holder = NONE if e.holder is None else self.expr(e.holder, env)
        kinds = e.holder.type.names if e.holder is not None else ()
        return self.tables.zone(e.scope, e.zone, kinds, holder)

    def zone(self, e: c.ZoneRef, env: Env) -> f.Expr:
        if e.holder is None or (e.scope != COMPONENT and not may_be_none(e.holder)):
            return f.Zone(self.zone_number(e, env))
        holder, drawn = _once(self.expr(e.holder, env))
        number = self.tables.zone(e.scope, e.zone, e.holder.type.names, holder)
        return drawn(self._unless_none(e.holder, holder, f.Zone(number), EMPTY))

    def _unless_none(self, thing: c.Expr, component: f.Expr, then: f.Expr, otherwise: f.Expr) -> f.Expr:
        """Return what has a meaning only for a component, or what stands for none."""
        if not may_be_none(thing) or (isinstance(component, f.Num) and component.value >= 0):
            return then
        return f.Choice(then, f.Compare(component, "!=", NONE), otherwise)

    def field(self, e: c.CardField, env: Env) -> f.Expr:
        component = self.expr(e.component, env)
        kinds = e.component.type.names
        none = self._of_none(e.type)
        if self.tables.alike(kinds, e.field):
            if isinstance(component, f.Num):
                front = self.tables.field_values(kinds, e.field, 0)
                return literal(front[component.value] if component.value >= 0 else none)
            if not may_be_none(e.component) and facts(component).pure:
                same = self._one_value(kinds, e.field)
                if same is not None:
                    return same
        both = self._table_of(kinds, e.field, none)
        if self.tables.alike(kinds, e.field):
            return f.Item(both, component)
        component, drawn = _once(component)
        side = f.Slot(plus(self.layout.face, component), SIDE)
        found = f.Item(f.Item(both, side), component)
        return drawn(self._unless_none(e.component, component, found, literal(none)))

    def _of_none(self, type_: Type) -> object:
        """Return what stands for a field of that type of none."""
        if type_.base != "list":
            return -1
        return (-1,) * len(self.game.enums[type_.names[0]].values) if type_.names else ()

    def _table_of(self, kinds: tuple[str, ...], field: str, none: object) -> f.Data:
        """Return the table of a field by component; by side and component where the sides differ."""
        key = (kinds, field)
        if key not in self._fields:
            words = ("F", field, kinds[0]) if len(kinds) == 1 else ("F", field, "of", *kinds)
            front, back = (self.tables.field_values(kinds, field, side) for side in (0, 1))
            if self.tables.alike(kinds, field):
                table = self.tables.by_component(words, front, none)
            else:
                table = self.tables.table(words, ((*front, none), (*back, none)))
            self._fields[key] = f.Data(table)
        return self._fields[key]

    def _one_value(self, kinds: tuple[str, ...], field: str) -> f.Expr | None:
        """Return what stands in a field of every component of some kinds, if that is one value only."""
        key = (kinds, field)
        if key not in self._same:
            values = self.tables.field_values(kinds, field, 0)
            own = {values[number] for kind in kinds for number in self.tables.of_kind(kind)}
            self._same[key] = literal(own.pop()) if len(own) == 1 else None
        return self._same[key]

    def owner(self, e: c.Owner, env: Env) -> f.Expr:
        component = self.expr(e.component, env)
        kinds = e.component.type.names
        if all(self.game.kinds[kind].per_player is not None for kind in kinds):
            return f.Item(f.Data(self.tables.by_component(("OWNER",), self.layout.fixed_owner)), component)
        component, drawn = _once(component)
        owner = f.Slot(plus(self.layout.owner, component), OWNER)
        return drawn(self._unless_none(e.component, component, owner, NONE))

    def face(self, e: c.Face, env: Env) -> f.Expr:
        component, drawn = _once(self.expr(e.component, env))
        side = f.Slot(plus(self.layout.face, component), SIDE)
        return drawn(self._unless_none(e.component, component, side, NONE))

    def one_sided(self, component: c.Expr) -> bool:
        """Say whether what a formula may stand for has one side only, or is none."""
        kinds = component.type.names
        if kinds not in self._sided:
            cards = {self.layout.card_of[number] for kind in kinds for number in self.tables.of_kind(kind)}
            self._sided[kinds] = bool(kinds) and all(len(self.game.cards[card].sides) == 1 for card in cards)
        return self._sided[kinds]

    def sides(self, e: c.Sides, env: Env) -> f.Expr:
        sides = [len(self.game.cards[card].sides) for card in self.layout.card_of]
        return f.Item(f.Data(self.tables.by_component(("SIDES",), sides)), self.expr(e.component, env))

    def at(self, component: f.Expr) -> f.Slot:
        """Return the zone in which a component lies."""
        return f.Slot(plus(self.layout.at, component), PLACE)

    def holder(self, e: c.HolderOf, env: Env) -> f.Expr:
        if e.kind not in self._holders:
            holders = [
                holder
                if decl is not None and decl.scope == COMPONENT and self.layout.kind_of[holder] == e.kind
                else -1
                for decl, holder in zip(self.layout.zone_decl, self.layout.zone_holder, strict=True)
            ]
            self._holders[e.kind] = f.Data(self.tables.table(("H", e.kind), (*holders, -1)))
        component, drawn = _once(self.expr(e.component, env))
        place = drawn(self._unless_none(e.component, component, self.at(component), NONE))
        return f.Item(self._holders[e.kind], place)


def _once(component: f.Expr) -> tuple[f.Expr, Callable[[f.Expr], f.Expr]]:
    """Return a component by which something is looked up, perhaps more than once, and what to make of that.

    One that chance gives is drawn once: what is looked up is worked out for a list of it alone. A name for it in
    the middle of a formula is no way, since Python has none where a list is gone through.
    """
    if not facts(component).draws:
        return component, lambda found: found
    symbol = Symbol("drawn", "own")
    return f.Use(symbol), lambda found: f.Item(
        f.Comprehension(found, symbol, f.Tuple((component,)), None), f.Num(0)
    )
