"""Lowers what moves or turns components, by the quickest way that is right."""

from __future__ import annotations

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.make import NONE, ZERO
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.keys import Keys
from rulewright.interpreter.compiler.lowering.tables import Env
from rulewright.interpreter.compiler.lowering.tree import may_be_none
from rulewright.interpreter.compiler.passes.pausing import Moves, Pausing, moved_kinds
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Kind
from rulewright.interpreter.state.layout import COMPONENT, GAME, PLAYER, TURN_ORDER

SAME_OWNER = f.Num(-2)

_HAND = {"": runtime.HAND, "_anew": runtime.HAND_ANEW}
_LAY_ALL = {"": runtime.LAY_ALL, "_anew": runtime.LAY_ALL_ANEW}
_POUR = {"": runtime.POUR, "_anew": runtime.POUR_ANEW}
_DEAL = {"": runtime.DEAL, "_anew": runtime.DEAL_ANEW}


class Moving:
    """Lowers movements for one layout."""

    def __init__(self, formulas: Formulas, pausing: Pausing, keys: Keys) -> None:
        self.formulas = formulas
        self.game = formulas.game
        self.pausing = pausing
        self.keys = keys
        self._listening = {
            self.game.cards[card].kind for card, _ in keys.listens if card < len(self.game.cards)
        }

    def lower(self, statement: Moves, env: Env) -> f.Call:
        """Return the call that moves or turns components."""
        heard = any(True for _ in self.pausing.heard(statement))
        match statement:
            case c.Move():
                return self._move(statement, env, heard=heard)
            case c.Discard():
                return self._discard(statement, env, heard=heard)
            case c.Draw():
                return self._draw(statement, env, heard=heard)
            case c.Flip():
                return f.Call(
                    runtime.SEND_FLIP if heard else runtime.FLIP, (self._list(statement.what, env),)
                )
            case c.Swap():
                args = (self.formulas.expr(statement.left, env), self.formulas.expr(statement.right, env))
                return f.Call(runtime.SEND_SWAP if heard else runtime.SWAP, args)

    def _move(self, statement: c.Move, env: Env, *, heard: bool) -> f.Call:
        zone = self.zone_number(statement.to, env)
        if heard:
            args = (self._list(statement.what, env), zone, f.Num(int(statement.on_top)))
            return f.Call(runtime.SEND_MOVE, args)
        if statement.on_top:
            return f.Call(runtime.MOVE_ALL, (self._list(statement.what, env), zone, f.Num(1)))
        quick = self._quick(statement, statement.to, env)
        return quick or f.Call(runtime.CARRY, (self._list(statement.what, env), zone))

    def _discard(self, statement: c.Discard, env: Env, *, heard: bool) -> f.Call:
        if heard:
            return f.Call(runtime.SEND_DISCARD, (self._list(statement.what, env),))
        kinds = moved_kinds(statement)
        piles = {self.game.discards[kind] for kind in kinds}
        if len(piles) != 1:
            return f.Call(runtime.DISCARD_ALL, (self._list(statement.what, env),))
        pile = piles.pop()
        to = c.ZoneRef(statement.span, statement.what.type, pile, GAME, None)
        number = f.Num(self.formulas.layout.zone_number(GAME, pile))
        quick = self._quick(statement, to, env)
        return quick or f.Call(runtime.CARRY, (self._list(statement.what, env), number))

    def _draw(self, statement: c.Draw, env: Env, *, heard: bool) -> f.Call:
        parts = (
            self.formulas.expr(statement.number, env),
            self.zone_number(statement.source, env),
            self.zone_number(statement.to, env),
        )
        if heard:
            return f.Call(runtime.SEND_DRAW, parts)
        owner = self._new_owner(statement, statement.to, env)
        sort = self._sort(statement, statement.to, counted=False)
        if owner is None or sort is None or _may_be_none(statement.source):
            return f.Call(runtime.DRAW, parts)
        size = self._size(statement.to)
        return f.Call(_DEAL[sort], (*parts, owner, *(() if size is None else (f.Num(size),))))

    def _quick(self, statement: c.Move | c.Discard, to: c.ZoneRef, env: Env) -> f.Call | None:
        """Return the quick way to move components for which nothing else follows; None where there is none."""
        owner = self._new_owner(statement, to, env)
        if owner is None:
            return None
        what, zone, size = statement.what, self.zone_number(to, env), self._size(to)
        sort = self._sort(statement, to, counted=False)
        if what.type.base != "list":
            component = self.formulas.expr(what, env)
            if size is not None:
                fits = owner == SAME_OWNER and sort == ""
                return f.Call(runtime.LAY_IN, (component, zone, f.Num(size))) if fits else None
            if owner == SAME_OWNER and sort == "":
                return f.Call(runtime.LAY, (component, zone))
            if sort is None and owner != SAME_OWNER:
                sort = self._sort(statement, to, counted=True)
            return None if sort is None else f.Call(_HAND[sort], (component, zone, owner))
        if size is not None:
            return None
        if sort is not None and (whole := _whole_zone(what)) is not None:
            return f.Call(_POUR[sort], (self.zone_number(whole, env), zone, owner))
        sort = self._sort(statement, to, counted=True)
        return None if sort is None else f.Call(_LAY_ALL[sort], (self.formulas.kept(what, env), zone, owner))

    def _sort(self, statement: Moves, to: c.ZoneRef, *, counted: bool) -> str | None:
        """Return which of the quick ways is right: "" where nothing follows, "_anew"; None where neither is.

        `counted` ones see by themselves which cards are counted in play.
        """
        kinds = [self.game.kinds[name] for name in moved_kinds(statement)]
        if all(self._only_moves(kind, to) or (counted and self._plays(kind, to)) for kind in kinds):
            return ""
        return None if any(self._plays(kind, to) for kind in kinds) else "_anew"

    def _new_owner(self, statement: Moves, to: c.ZoneRef, env: Env) -> f.Expr | None:
        """Return who owns what has been moved to a zone; None if that differs, or is not known."""
        kinds = [self.game.kinds[name] for name in moved_kinds(statement)]
        if not kinds or _may_be_none(to):
            return None
        if all(kind.per_player is not None for kind in kinds):
            return SAME_OWNER
        if any(kind.per_player is not None for kind in kinds):
            return None
        if to.scope == PLAYER and to.holder is not None:
            return self.formulas.expr(to.holder, env)
        keeps = {kind.keeps_owner for kind in kinds}
        if len(keeps) > 1:
            return None
        return SAME_OWNER if keeps.pop() else NONE

    def _only_moves(self, kind: Kind, to: c.ZoneRef) -> bool:
        """Say whether nobody counts the cards of a kind in play, and nothing of theirs begins anew in a zone."""
        if not kind.active_in:
            return True
        if kind.name in self._listening:
            return False
        return self._plays(kind, to) or (not kind.state and kind.sides == 1)

    @staticmethod
    def _plays(kind: Kind, to: c.ZoneRef) -> bool:
        """Say whether cards of a kind are active in a zone."""
        return to.scope == PLAYER and to.zone in kind.active_in

    def _size(self, to: c.ZoneRef) -> int | None:
        """Return the size of a zone, None when it takes any number."""
        zones = {GAME: self.game.zones, PLAYER: self.game.player_zones}.get(
            to.scope, self.game.component_zones
        )
        kinds = to.holder.type.names if to.holder is not None else ()
        key = f"{kinds[0]}.{to.zone}" if to.scope == COMPONENT else to.zone
        return zones[key].size

    def zone_number(self, ref: c.ZoneRef, env: Env) -> f.Expr:
        """Return the number of a zone; -1 where nothing has it."""
        number = self.formulas.zone_number(ref, env)
        if ref.holder is None or not may_be_none(ref.holder):
            return number
        return f.Choice(number, f.Compare(self.formulas.expr(ref.holder, env), ">=", ZERO), NONE)

    def _list(self, what: c.Expr, env: Env) -> f.Expr:
        if what.type.base == "list":
            return self.formulas.kept(what, env)
        return f.Tuple((self.formulas.expr(what, env),))

    def shuffle(self, statement: c.Shuffle, env: Env) -> f.Call:
        """Return the call that brings a zone, or the turn order, into a random order."""
        zone = statement.zone
        number = self.zone_number(zone, env) if isinstance(zone, c.ZoneRef) else f.Num(TURN_ORDER)
        return f.Call(runtime.SHUFFLE_ZONE, (number,))

    def show(self, statement: c.Show, env: Env) -> f.Call:
        """Return the call that lets players see components."""
        players: f.Expr = f.Kept(f.Zone(f.Num(TURN_ORDER)))
        if statement.to is not None:
            players = self._list(statement.to, env)
        return f.Call(runtime.SHOW, (self._list(statement.what, env), players))


def _may_be_none(zone: c.ZoneRef) -> bool:
    return zone.holder is not None and may_be_none(zone.holder)


def _whole_zone(what: c.Expr) -> c.ZoneRef | None:
    """Return the zone of which something is all that lies there; None for anything else."""
    match what:
        case c.ZoneRef() if not _may_be_none(what):
            return what
        case c.Aggregate(op="all") if what.items.where is None:
            return _whole_zone(what.items.list)
    return None
