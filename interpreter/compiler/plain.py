"""Writes the statements that never come to a decision, as straight Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.compiler.amounts import AmountWriter
from interpreter.compiler.code import Code
from interpreter.compiler.constants import word
from interpreter.compiler.failing import may_fail
from interpreter.compiler.keys import Keys
from interpreter.compiler.narrowing import Env
from interpreter.compiler.noting import NoteWriter
from interpreter.compiler.pausing import Pausing, moved_kinds
from interpreter.compiler.starting import StartWriter
from interpreter.compiler.writer import Writer
from interpreter.language import checked as c
from interpreter.language.declarations import Kind
from interpreter.state.layout import COMPONENT, GAME, OPENINGS, PLAYER, TURN_ORDER

SAME_OWNER = "-2"


def _may_be_none(zone: c.ZoneRef) -> bool:
    return zone.holder is not None and zone.holder.type.nullable


def _whole_zone(what: c.Expr) -> c.ZoneRef | None:
    """Return the zone of which something is all that lies there; None for anything else."""
    match what:
        case c.ZoneRef() if not _may_be_none(what):
            return what
        case c.Aggregate(op="all") if what.items.where is None:
            return _whole_zone(what.items.list)
    return None


class PlainWriter:
    """Writes statements into code; names that they bind stand in the env that comes back."""

    def __init__(self, writer: Writer, pausing: Pausing, keys: Keys) -> None:
        self.writer = writer
        self.game = writer.game
        self.constants = writer.constants
        self.pausing = pausing
        self.keys = keys
        self.amounts = AmountWriter(writer)
        self.starts = StartWriter(writer)
        self.notes = NoteWriter(writer.game)

    def block(self, code: Code, block: Iterable[c.Stmt], env: Env) -> None:
        """Write a block; what it binds ends with it."""
        for statement in block:
            env = self.statement(code, statement, env)

    def statement(self, code: Code, statement: c.Stmt, env: Env) -> Env:
        """Write one statement and return the names known behind it."""
        code.span = statement.span
        match statement:
            case c.Let():
                name = self.writer.fresh(statement.name)
                self.let(code, statement, name, env)
                self.writer.bounds.note_least(name, statement.value, env)
                return {**env, statement.name: name}
            case c.Change():
                self.amounts.write(code, statement, env, self.notes)
            case c.Assign():
                self._assign(code, statement, env)
            case c.Offer():
                self._offer(code, statement, env)
            case c.Run():
                self.notes.calls(code, statement)
                code.add(self.run_text(statement, env))
            case c.Call():
                self.notes.calls(code, statement)
                code.add(self.call_text(statement, env))
            case c.Finish():
                code.add("raise Finish")
            case c.Nothing():
                pass
            case c.Move() | c.Draw() | c.Discard() | c.Flip() | c.Swap():
                self.notes.calls(code, statement)
                code.add(self.moving_text(statement, env))
            case c.Shuffle():
                self.notes.calls(code, statement)
                self._shuffle(code, statement, env)
            case _:
                self._compound(code, statement, env)
        return env

    def let(self, code: Code, statement: c.Let, name: str, env: Env) -> None:
        """Write the binding of a name to a Python one."""
        self.notes.before_chance(code, statement.value)
        code.add(f"{name} = {self.any_value(statement.value, env)}", statement.value.span)
        self.notes.drawn(code, statement.value, statement.name, name)

    def any_value(self, e: c.Expr, env: Env) -> str:
        """Return the text of a value that is kept: a list as a tuple, a flag as a number."""
        return self.writer.kept(e, env) if e.type.base == "list" else self.writer.value(e, env)

    # ---------------------------------------------------------------- state
    def _assign(self, code: Code, statement: c.Assign, env: Env) -> None:
        target = statement.target
        value = self.any_value(statement.value, env)
        match target:
            case c.PlayerCounter():
                least = self.game.counters[target.counter].least
                if least is not None and not (
                    least == 0 and self.writer.bounds.nonnegative(statement.value, env)
                ):
                    value = f"at_least({value}, {least})"
                index = None if target.index is None else self.writer.text(target.index, env)
                player = self.writer.text(target.player, env)
                slot = self.constants.counter(target.counter, player, index)
                self._set(code, statement, target.counter, slot, value)
            case c.ComponentState():
                component = self.writer.text(target.component, env)
                if target.component.type.nullable:
                    component = f"something({component})"
                slot = self.constants.state(target.component.type.names, target.name, component)
                self._set(code, statement, target.name, slot, value)
            case c.GameState():
                slot = str(self.writer.layout.game_state[target.name])
                self._set(code, statement, target.name, slot, value)
            case _:
                self.notes.before_order(code)
                self.notes.before_chance(code, statement.value)
                code.add(f"z[{TURN_ORDER}] = every_player({value}, {self.constants.players})")
                self.notes.drawn(code, statement.value, "turn_order", f"tuple(z[{TURN_ORDER}])")
                self.notes.changed_order(code, statement)

    def _set(self, code: Code, statement: c.Assign, name: str, slot: str, value: str) -> None:
        self.notes.before(code, slot)
        self.notes.before_chance(code, statement.value)
        code.add(f"v[{slot}] = {value}")
        self.notes.drawn(code, statement.value, name, "v[at]")
        self.notes.changed(code, statement)

    # ---------------------------------------------------------------- calls
    def call_text(self, statement: c.Call, env: Env) -> str:
        """Return the call of an action."""
        args = [self.any_value(arg, env) for arg in statement.args]
        return f"A_{word(statement.action)}({', '.join(['s', env.get('me', '-1'), *args])})"

    def run_text(self, statement: c.Run, env: Env) -> str:
        """Return the call of the effect in a component's field, if it has one."""
        component, me = self.writer.text(statement.component, env), env.get("me", "-1")
        if self.writer.one_sided(statement.component):
            return f"E_{word(statement.field)}[{component}][0](s, {me}, {component})"
        return f"run_effect(E_{word(statement.field)}, s, {me}, {component})"

    def offer_args(self, code: Code, statement: c.Offer, env: Env, fresh: Callable[[str], str]) -> list[str]:
        """Return what a window is opened with; what may have a fault is worked out even if nobody listens."""
        args = []
        for number, arg in enumerate(statement.args):
            text = self.any_value(arg, env)
            if may_fail(self.game, arg):
                name = fresh(f"arg{number}_")
                code.add(f"{name} = {text}", arg.span)
                text = name
            args.append(text)
        return args

    def offer_text(self, statement: c.Offer, env: Env, args: list[str], extra: str) -> str:
        """Return the opening of a window."""
        window = self.game.windows[statement.window]
        players = "tuple(z[0])" if window.each_player else f"({env.get('me', '-1')},)"
        number = tuple(self.game.windows).index(statement.window)
        slot = self.keys.slot(statement.window, args[0] if args else None)
        return (
            f"open_window(s, {number}, ({''.join(arg + ', ' for arg in args)}), {players}, {slot}, {extra})"
        )

    def heard_text(self, statement: c.Offer, args: list[str]) -> str:
        """Return the condition that somebody's card waits for a window."""
        return self.keys.heard(statement.window, args[0] if args else None)

    def _offer(self, code: Code, statement: c.Offer, env: Env) -> None:
        args = self.offer_args(code, statement, env, self.writer.fresh)
        code.add(f"v[{OPENINGS}] += 1")
        test = self.heard_text(statement, args)
        if test != "False":
            with code.inside(f"if {test}:"):
                code.add(self.offer_text(statement, env, args, "0"))

    # ---------------------------------------------------------------- components
    def moving_text(self, statement: c.Stmt, env: Env) -> str:
        """Return the call that moves or turns components."""
        heard = any(True for _ in self.pausing.heard(statement))
        match statement:
            case c.Move():
                zone = self.zone_text(statement.to, env)
                if heard:
                    return f"send_move(s, {self._list(statement.what, env)}, {zone}, {int(statement.on_top)})"
                quick = None if statement.on_top else self._quick(statement, statement.to, env)
                if quick is not None:
                    return quick
                name, end = ("move_all", ", 1") if statement.on_top else ("carry", "")
                return f"{name}(v, z, k, {self._list(statement.what, env)}, {zone}{end})"
            case c.Discard():
                if heard:
                    return f"send_discard(s, {self._list(statement.what, env)})"
                kinds = moved_kinds(statement)
                piles = {self.game.discards[kind] for kind in kinds}
                if len(piles) == 1:
                    pile = piles.pop()
                    to = c.ZoneRef(statement.span, statement.what.type, pile, GAME, None)
                    quick = self._quick(statement, to, env)
                    if quick is not None:
                        return quick
                    number = self.writer.layout.zone_number(GAME, pile)
                    return f"carry(v, z, k, {self._list(statement.what, env)}, {number})"
                return f"discard_all(v, z, k, {self._list(statement.what, env)})"
            case c.Draw():
                amount, source = (
                    self.writer.text(statement.number, env),
                    self.zone_text(statement.source, env),
                )
                parts = f"s, {amount}, {source}, {self.zone_text(statement.to, env)}"
                return f"send_draw({parts})" if heard else self._draw(statement, parts, env)
            case c.Flip():
                name = "send_flip(s" if heard else "flip(s"
                return f"{name}, {self._list(statement.what, env)})"
            case c.Swap():
                name = "send_swap(s" if heard else "swap(s"
                return f"{name}, {self.writer.text(statement.left, env)}, {self.writer.text(statement.right, env)})"
        raise AssertionError(statement)

    def _draw(self, statement: c.Draw, parts: str, env: Env) -> str:
        owner = self._new_owner(statement, statement.to, env)
        sort = self._sort(statement, statement.to, counted=False)
        if owner is None or sort is None or _may_be_none(statement.source):
            return f"draw({parts})"
        size = self._size(statement.to)
        return f"deal{sort}({parts}, {owner}{'' if size is None else f', {size}'})"

    def _quick(self, statement: c.Move | c.Discard, to: c.ZoneRef, env: Env) -> str | None:
        """Return the quick way to move components for which nothing else follows; None where there is none."""
        owner = self._new_owner(statement, to, env)
        if owner is None:
            return None
        what, zone, size = statement.what, self.zone_text(to, env), self._size(to)
        sort = self._sort(statement, to, counted=False)
        if what.type.base != "list":
            component = self.writer.text(what, env)
            if size is not None:
                fits = owner == SAME_OWNER and sort == ""
                return f"lay_in(v, z, k, {component}, {zone}, {size})" if fits else None
            if owner == SAME_OWNER and sort == "":
                return f"lay(v, z, k, {component}, {zone})"
            if sort is None and owner != SAME_OWNER:
                sort = self._sort(statement, to, counted=True)
            return None if sort is None else f"hand{sort}(v, z, k, {component}, {zone}, {owner})"
        if size is not None:
            return None
        if sort is not None and (whole := _whole_zone(what)) is not None:
            return f"pour{sort}(v, z, k, {self.zone_text(whole, env)}, {zone}, {owner})"
        sort = self._sort(statement, to, counted=True)
        return (
            None
            if sort is None
            else f"lay_all{sort}(v, z, k, {self.writer.kept(what, env)}, {zone}, {owner})"
        )

    def _sort(self, statement: c.Stmt, to: c.ZoneRef, *, counted: bool) -> str | None:
        """Return which of the quick ways is right: "" where nothing follows, "_anew"; None where neither is.

        `counted` ones see by themselves which cards are counted in play.
        """
        kinds = [self.game.kinds[name] for name in moved_kinds(statement)]
        if all(self._only_moves(kind, to) or (counted and self._plays(kind, to)) for kind in kinds):
            return ""
        return None if any(self._plays(kind, to) for kind in kinds) else "_anew"

    def _new_owner(self, statement: c.Stmt, to: c.ZoneRef, env: Env) -> str | None:
        """Return who owns what has been moved to a zone; None if that differs, or is not known."""
        kinds = [self.game.kinds[name] for name in moved_kinds(statement)]
        if not kinds or _may_be_none(to):
            return None
        if all(kind.per_player is not None for kind in kinds):
            return SAME_OWNER
        if any(kind.per_player is not None for kind in kinds):
            return None
        if to.scope == PLAYER and to.holder is not None:
            return self.writer.text(to.holder, env)
        keeps = {kind.keeps_owner for kind in kinds}
        if len(keeps) > 1:
            return None
        return SAME_OWNER if keeps.pop() else "-1"

    def _only_moves(self, kind: Kind, to: c.ZoneRef) -> bool:
        """Say whether nobody counts the cards of a kind in play, and nothing of theirs begins anew in a zone."""
        if not kind.active_in:
            return True
        cards = [number for number, card in enumerate(self.game.cards) if card.kind == kind.name]
        if any((card, side) in self.keys.listens for card in cards for side in (0, 1)):
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

    def zone_text(self, ref: c.ZoneRef, env: Env) -> str:
        if ref.holder is not None and ref.holder.type.nullable:
            holder = self.writer.text(ref.holder, env)
            number = self.writer.zone_number(ref, env)
            return f"({number} if {holder} >= 0 else -1)"
        return self.writer.zone_number(ref, env)

    def _list(self, what: c.Expr, env: Env) -> str:
        if what.type.base == "list":
            return self.writer.kept(what, env)
        return f"({self.writer.text(what, env)},)"

    def _shuffle(self, code: Code, statement: c.Shuffle, env: Env) -> None:
        zone = self.zone_text(statement.zone, env) if isinstance(statement.zone, c.ZoneRef) else TURN_ORDER
        code.add(f"shuffle_zone(s, {zone})")

    # ---------------------------------------------------------------- blocks
    def _compound(self, code: Code, statement: c.Stmt, env: Env) -> None:
        match statement:
            case c.If():
                self._if(code, statement, env)
            case c.ForEach():
                self._for_each(code, statement, env)
            case c.CountFrom():
                name = self.writer.fresh(statement.name)
                low, high = self.writer.text(statement.low, env), self.writer.text(statement.high, env)
                with code.inside(f"for {name} in counting({low}, {high}):"):
                    self.block(code, statement.body, {**env, statement.name: name})
            case c.Repeat():
                with code.inside(f"for _ in counting(1, {self.writer.text(statement.times, env)}):"):
                    self.block(code, statement.body, env)
            case c.While():
                turns = self.writer.fresh("turns")
                code.add(f"{turns} = 0")
                with code.inside(f"while {self.writer.cond(statement.condition, env)}:"):
                    code.add(f"{turns} += 1")
                    code.add(f"if {turns} > MOST: endless()")
                    self.block(code, statement.body, env)
            case c.AsPlayer():
                name = self.writer.fresh("me")
                code.add(f"{name} = {self.acting_text(statement, env)}")
                self.block(code, statement.body, {**env, "me": name})
            case _:
                raise AssertionError(statement)

    def acting_text(self, statement: c.AsPlayer, env: Env) -> str:
        """Return the player who is to act, a fault when it is none."""
        text = self.writer.text(statement.player, env)
        return f"somebody({text})" if statement.player.type.nullable else text

    def _if(self, code: Code, statement: c.If, env: Env) -> None:
        head = "if"
        for condition, block in statement.branches:
            test = self.writer.cond(condition, env)
            if test == "False":
                continue
            if test == "True" and head == "if":
                self.block(code, block, env)
                return
            with code.inside(f"{head} {test}:", condition.span):
                self.block(code, block, env)
            head = "elif"
        if not statement.otherwise:
            return
        if head == "if":
            self.block(code, statement.otherwise, env)
            return
        with code.inside("else:"):
            self.block(code, statement.otherwise, env)

    def _for_each(self, code: Code, statement: c.ForEach, env: Env) -> None:
        items = statement.items
        known = self.writer.known_items(items.list, env)
        if known is not None and len(known) <= 6 and len(statement.body) <= 2:
            for item in known:
                self._once(code, statement, {**env, items.name: item})
            return
        name = self.writer.fresh(items.name)
        with code.inside(f"for {name} in {self.writer.kept(items.list, env)}:"):
            if isinstance(items.list, c.ZoneRef):
                code.add(f"if {self.left_text(items.list, name, env)}: continue")
            self._once(code, statement, {**env, items.name: name})

    def left_text(self, source: c.ZoneRef, item: str, env: Env) -> str:
        """Return the condition that an item is no longer in the zone it was listed from."""
        return f"v[{self.writer.layout.at} + {item}] != {self.zone_text(source, env)}"

    def _once(self, code: Code, statement: c.ForEach, env: dict[str, str]) -> None:
        items = statement.items
        inner = {**env, "me": env[items.name]} if statement.acting else env
        test = "True" if items.where is None else self.writer.cond(items.where, env)
        if test == "False":
            return
        if test == "True":
            self.block(code, statement.body, inner)
            return
        with code.inside(f"if {test}:", items.where.span if items.where is not None else None):
            self.block(code, statement.body, inner)
