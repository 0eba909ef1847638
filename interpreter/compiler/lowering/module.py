"""Lowers a whole game: values, what can start, units with their resume points, and the tables of them."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.graph import Extra
from rulewright.interpreter.compiler.form.make import FALSE, NONE, ZERO, plus
from rulewright.interpreter.compiler.form.module import FunctionDef, Module, Rule
from rulewright.interpreter.compiler.form.symbols import COURSE, OWNER, FormType, Function, Symbol, Table
from rulewright.interpreter.compiler.lowering.fields import Fields
from rulewright.interpreter.compiler.lowering.flow import Flow
from rulewright.interpreter.compiler.lowering.formulas import Formulas
from rulewright.interpreter.compiler.lowering.keys import Keys
from rulewright.interpreter.compiler.lowering.leading_run import see_depth
from rulewright.interpreter.compiler.lowering.menus import Menus
from rulewright.interpreter.compiler.lowering.rests import Stage
from rulewright.interpreter.compiler.lowering.starting import Starts
from rulewright.interpreter.compiler.lowering.statements import Statements
from rulewright.interpreter.compiler.lowering.tables import Env, Tables
from rulewright.interpreter.compiler.lowering.tree import form_type, holds_components
from rulewright.interpreter.compiler.passes.beginnings import alike_until
from rulewright.interpreter.compiler.passes.hoisting import hoisted
from rulewright.interpreter.compiler.passes.pausing import Pausing
from rulewright.interpreter.compiler.passes.regions import Regions
from rulewright.interpreter.content.model import Ability, Action, Game, Param, Phase, Value, ValueChange
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Kind
from rulewright.interpreter.language.types import PLAYER
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.state.rounds import ROUNDS, rounds_span

_NUMBER = Symbol("n", "own")


def _me() -> Symbol:
    return Symbol("me", "variable", FormType.PLAYER)


def _this() -> Symbol:
    return Symbol("this", "variable", FormType.COMPONENT)


class ModuleLowering:
    """Lowers one game for one layout, one set of options, and with or without asking forced choices."""

    def __init__(
        self, game: Game, layout: Layout, options: Mapping[str, int], *, ask_forced: bool, first_block: int
    ) -> None:
        self.game = game
        self.ask_forced = ask_forced
        self.module = Module(first_block)
        self.tables = Tables(layout)
        self.keys = Keys(game, self.tables)
        self.formulas = Formulas(self.tables, options)
        self.fields = Fields()
        self.starts = Starts(self.formulas, self.fields, self._add)
        self.statements = Statements(self.formulas, Pausing(game, options), self.keys, self.starts)
        self.notes = self.statements.notes
        self.menus = Menus(self.starts)
        self.extras: dict[str, Extra] = {}
        self._no_effect = Table(("no_effect",), None, fixed=True)
        self._never_starts = Table(("never_starts",), None, fixed=True)

    def lower(self) -> Module:
        """Lower everything and return it."""
        game, module = self.game, self.module
        self._declare_fields()
        for value in game.values.values():
            self._value(value)
        for action in game.actions.values():
            self._action(action)
        self._effects()
        alike = alike_until(game.setup, self.statements.pausing)
        self._fixed_unit("SETUP_ALIKE", game.setup[:alike], "set-up")
        self._fixed_unit("SETUP", game.setup[alike:], "set-up")
        self._fixed_unit("ENDING", game.ending, "ending")
        phases = [self._phase(phase) for phase in game.phases.values()]
        self._windows()
        self._last("ABILITIES", [self._ability(ability) for ability in game.abilities])
        self._last("PHASES", dict(zip(game.phases, phases, strict=True)))
        self._last(
            "EXTRAS", [(one.name, one.test.function, one.call.function) for one in self.extras.values()]
        )
        self._until()
        self._result()
        self._further_starts()
        blocks = [made.function for made in module.units if made.frame]
        self._last("BLOCKS", sorted(blocks, key=lambda function: int(function.words[0])))
        module.tables = [*self.tables.all, self.tables.least]
        return module

    # ---------------------------------------------------------------- helpers
    def _add(self, made: FunctionDef) -> None:
        """Add a function that only looks at the state."""
        body = hoisted(made.body)
        self.module.functions.append(
            FunctionDef(made.function, made.params, body, made.span, owner=made.owner)
        )

    def _last(self, name: str, data: object) -> None:
        self.module.last_tables.append(Table((name,), data, fixed=True))

    def _rule(self, function: Function, words: str, span: Span) -> None:
        """Note which rule a function comes from, for faults."""
        self.module.rules.append(Rule(function, words, span))

    def _side(self, card: int, side: int) -> str:
        """Return how a rule on a side of a card is named."""
        found = self.game.cards[card]
        return f"card {found.id}" + ("" if len(found.sides) == 1 else (" front", " back")[side])

    @staticmethod
    def _params(params: tuple[Param, ...], *first: Symbol) -> tuple[tuple[Symbol, ...], dict[str, f.Expr]]:
        """Return symbols for parameters behind some first ones, and the names known with them."""
        own = {param.name: Symbol(param.name, "variable", form_type(param.type)) for param in params}
        for param in params:
            own[param.name].of_components = holds_components(param.type)
        env: dict[str, f.Expr] = {symbol.name: f.Use(symbol) for symbol in first}
        env.update({name: f.Use(symbol) for name, symbol in own.items()})
        return (*first, *own.values()), env

    # ---------------------------------------------------------------- values
    def _value(self, value: Value) -> None:
        assert value.formula is not None
        params, env = self._params(value.params)
        function = self.formulas.function_of(value)
        changes = self.game.changes.get(value.name, ())
        sides = self._changes(value, changes, params, env) if changes else None
        self._rule(function, f"value {value.name}", value.span)
        code = Code(value.span)
        names, inner, formula = self._names(value.formula, env)
        found = self.formulas.any_value(formula, inner)
        self.starts.fuel.value(code, value, (*(named for _, named, _ in names), found))
        for symbol, named, span in names:
            code.set(symbol, named, span)
        if sides is None and value.at_least is None and value.at_most is None:
            code.give(found, formula.span)
        else:
            code.set(_NUMBER, found, formula.span)
            if sides is not None:
                self._changed(code, value, changes, params, sides)
            self._bounds(code, value, env)
            code.give(f.Use(_NUMBER))
        self._add(FunctionDef(function, params, code.block, value.span))

    def _names(self, formula: c.Expr, env: Env) -> tuple[list[tuple[Symbol, f.Expr, Span]], Env, c.Expr]:
        """Return the names that a formula begins with, with what they stand for, and the formula behind them."""
        names: list[tuple[Symbol, f.Expr, Span]] = []
        while isinstance(formula, c.Named):
            symbol = Symbol(formula.name, "local", form_type(formula.value.type))
            names.append((symbol, self.formulas.any_value(formula.value, env), formula.value.span))
            self.formulas.bounds.note_least(symbol, formula.value, env)
            env = {**env, formula.name: f.Use(symbol)}
            formula = formula.of
        return names, env, formula

    def _bounds(self, code: Code, value: Value, env: Env) -> None:
        number = f.Use(_NUMBER)
        if value.at_least is not None:
            self._bound(code, value.at_least, env, "max", f.Compare(number, "<", ZERO))
        if value.at_most is not None:
            self._bound(code, value.at_most, env, "min", f.Compare(number, ">", ZERO))

    def _bound(self, code: Code, bound: c.Expr, env: Env, op: str, beyond: f.Compare) -> None:
        least = self.formulas.expr(bound, env)
        if isinstance(least, f.Num):
            with code.when(f.Compare(beyond.left, beyond.op, least), bound.span) as too_far:
                too_far.set(_NUMBER, least, bound.span)
            return
        both = (f.Use(_NUMBER), least)
        code.set(_NUMBER, f.Extreme("max", both) if op == "max" else f.Extreme("min", both), bound.span)

    def _changed(
        self,
        code: Code,
        value: Value,
        changes: tuple[ValueChange, ...],
        params: tuple[Symbol, ...],
        sides: Table,
    ) -> None:
        """Let the cards in play change a value, where any waits for it."""
        # Where cards change only what is their owner's, and a player is asked about, only that player's count: those in
        # play lie with their owner, unless they belong to somebody from the start.
        own = value.params[0].type == PLAYER and all(
            change.whose == "owner" and self._kind_of(change.card).per_player is None for change in changes
        )
        base = self.keys.base(self.keys.value(value.name))
        slot = plus(base, f.Use(params[0])) if own else f.Num(base + self.tables.players)
        subject = self._subject(value, f.Use(params[0]))
        cards = f.Call(runtime.CARDS_OF, (subject,)) if own else f.Call(runtime.CARDS_IN_PLAY, ())
        args = (cards, f.Use(_NUMBER), subject, f.Data(sides), f.Tuple(tuple(map(f.Use, params))))
        with code.when(f.Heard(slot)) as heard:
            heard.set(_NUMBER, f.Call(runtime.CHANGED, args))

    def _kind_of(self, card: int) -> Kind:
        return self.game.kinds[self.game.cards[card].kind]

    def _subject(self, value: Value, first: f.Expr) -> f.Expr:
        if value.params[0].type.base != "component":
            return first
        owner = f.Slot(plus(self.tables.layout.owner, first), OWNER)
        return f.Choice(owner, f.Compare(first, ">=", ZERO), NONE)

    def _changes(
        self, value: Value, changes: tuple[ValueChange, ...], params: tuple[Symbol, ...], env: Env
    ) -> Table:
        """Lower what cards change of a value; return the table of that by card and side."""
        entries: dict[tuple[int, int], list[object]] = {}
        for number, change in enumerate(changes):
            function = Function("change", (value.name, str(number)), span=change.span, type_=FormType.INT)
            this, me = _this(), _me()
            inner = {**env, "this": f.Use(this), "me": f.Use(me)}
            self._rule(function, self._side(change.card, change.side), change.span)
            code = Code(change.span)
            if change.condition is not None:
                test = self.formulas.cond(change.condition, inner)
                with code.when(f.Not(test), change.condition.span) as unmet:
                    unmet.give(None, change.condition.span)
            code.give(self.formulas.value(change.number, inner), change.number.span)
            self._add(FunctionDef(function, (*params, this, me), code.block, change.span))
            entry = (change.op, change.whose, function)
            entries.setdefault((change.card, change.side), []).append(entry)
        sides = Table(("C", value.name), {side: tuple(found) for side, found in entries.items()})
        self.module.last_tables.append(sides)
        return sides

    # ---------------------------------------------------------------- units
    def _fixed_unit(self, name: str, block: c.Block, words: str) -> None:
        self._unit(Function("unit", (name,), fixed=True), (), block, {}, words)

    def _unit(  # noqa: PLR0913, PLR0917  # what a unit is made of
        self,
        function: Function,
        params: tuple[Symbol, ...],
        block: c.Block,
        env: Env,
        words: str,
        needs: c.Expr | None = None,
        extra: Extra | None = None,
        action: str | None = None,
        *,
        hot: bool = False,
    ) -> None:
        """Lower a unit: to one plain function when it cannot pause, else cut at its decisions."""
        span = block[0].span if block else self.game.rank.span
        self._rule(function, words, span)
        self.notes.unit = function
        begins = self.notes.begins(action, list(params)) if action is not None else ()
        before, behind = self._levels(block, span)
        self.starts.fuel.hot = hot
        if self.statements.pausing.block(block):
            flow = Flow(self.statements, self.menus, extra)
            entry = flow.build(block, env, needs, (begins, before), behind)
            Regions(function, params, entry, self.module, ask_forced=self.ask_forced).cut()
            return
        code = Code(span)
        if needs is not None:
            unmet = f.Not(self.formulas.cond(needs, env))
            note = f.If((f.Branch(unmet, self.notes.not_possible(env["me"]), needs.span),), (), needs.span)
            code.add(f.Note((note,), needs.span))
            with code.when(unmet, needs.span) as impossible:
                impossible.give(None, needs.span)
        if begins:
            code.add(f.Note(begins, span))
        code.extend(before)
        self.statements.block(code, block, env)
        code.extend(behind)
        code.give(None)
        self.module.units.append(FunctionDef(function, params, hoisted(code.block), span))

    def _levels(self, text: c.Block, span: Span) -> tuple[f.Block, f.Block]:
        """Return what counts how deep it is before a text is carried out, and behind it; mostly that is nothing."""
        layout = self.tables.layout
        levels = layout.nesting.begun(text)
        if not levels:
            return (), ()
        slot, code = f.Slot(f.Num(layout.levels), COURSE), Code(span)
        code.add(f.SetSlot(slot, "+=", f.Num(levels), span))
        see_depth(code, slot, span)
        return code.block, (f.SetSlot(slot, "-=", f.Num(levels), span),)

    def _action(self, action: Action) -> None:
        params, env = self._params(action.params, _me())
        function = self.statements.actions[action.name]
        words = f"action {action.name}"
        hot = action.name in self.starts.fuel.heavy.hot_actions
        self._unit(function, params, action.body, env, words, action.needs, action=action.name, hot=hot)

    # ---------------------------------------------------------------- effects in fields
    def _declare_fields(self) -> None:
        """Make the tables of all fields with effects, those that no card has, too; they are filled later."""
        declared = {
            name
            for kind in self.game.kinds.values()
            for name, field in kind.fields.items()
            if field.type.base == "effect"
        }
        printed = {name for card in self.game.cards for side in card.sides for name in side.effects}
        for name in sorted(declared | printed):
            self.fields.effects[name] = Table(("E", name), ())
            self.fields.starts[name] = Table(("CAN", name), ())

    def _effects(self) -> None:
        """Lower the effects in fields, and fill for each field the tables of them by component and side."""
        for name, effects in self.fields.effects.items():
            known: dict[int, tuple[Function, Function]] = {}
            for card in self.game.cards:
                for number, side in enumerate(card.sides):
                    effect = side.effects.get(name)
                    if effect is not None and id(effect) not in known:
                        words = ("E", name, card.id, str(number))
                        known[id(effect)] = self._effect(words, effect, self._side(card.position, number))
            starts = self.fields.starts[name]
            effects.data = self._by_component(name, known, 0, self._no_effect)
            starts.data = self._by_component(name, known, 1, self._never_starts)
            self.module.last_tables += [effects, starts]

    def _effect(self, words: tuple[str, ...], effect: c.Block, rule: str) -> tuple[Function, Function]:
        params, env = self._params((), _me(), _this())
        unit = Function("unit", words)
        self._unit(unit, params, effect, env, rule, hot=words[1] in self.starts.fuel.heavy.hot_fields)
        return unit, self._can(unit, effect, params)

    def _can(self, unit: Function, block: c.Block, like: tuple[Symbol, ...]) -> Function:
        """Lower the test whether a unit can start, with parameters like these."""
        params = tuple(Symbol(one.name, "variable", one.type) for one in like)
        env: Env = {symbol.name: f.Use(symbol) for symbol in params}
        span = block[0].span if block else None
        can = Function("start", unit.words, span=span)
        body = self.starts.body(block, env, Stage(narrow=False))
        self._add(FunctionDef(can, params, body, span, owner=unit))
        return can

    def _by_component(
        self, name: str, known: Mapping[int, tuple[Function, Function]], which: int, missing: Table
    ) -> object:
        rows: list[object] = []
        for card in self.tables.layout.card_of:
            effects = [side.effects.get(name) for side in self.game.cards[card].sides]
            row = [known[id(effect)][which] if effect is not None else missing for effect in effects]
            rows.append(tuple(row if len(row) > 1 else row * 2))
        return (*rows, (missing, missing))

    def _further_starts(self) -> None:
        """Fill the tables of tests of a start that go on behind it; what these ask may need more of them."""
        filled: set[str] = set()
        while left := [name for name in self.fields.thens if name not in filled]:
            for name in left:
                filled.add(name)
                rows: list[object] = []
                for card in self.tables.layout.card_of:
                    effects = [side.effects.get(name) for side in self.game.cards[card].sides]
                    row = [
                        self.starts.effect_then(effect) if effect is not None else self._never_starts
                        for effect in effects
                    ]
                    rows.append(tuple(row if len(row) > 1 else row * 2))
                never = (self._never_starts, self._never_starts)
                self.fields.thens[name].data = (*rows, never)
                self.module.last_tables.append(self.fields.thens[name])

    # ---------------------------------------------------------------- phases
    def _phase(self, phase: Phase) -> Function:
        unit = Function("unit", ("P", phase.name))
        extra = self._extra(phase.extra) if phase.extra is not None else None
        self._unit(unit, (), phase.body, {}, f"phase {phase.name}", extra=extra)
        return unit

    def _extra(self, name: str) -> Extra:
        """Lower the test whether the action of an `at any decision` can start, and what carries it out."""
        if name in self.extras:
            return self.extras[name]
        action = self.game.actions[name]
        me = _me()
        env: dict[str, f.Expr] = {"me": f.Use(me)}
        args: list[f.Expr] = []
        for param in action.params:
            assert param.default is not None
            env[param.name] = self.formulas.any_value(param.default, env)
            args.append(env[param.name])
        test = Function("start", ("extra", name))
        body = self.starts.body(action.body, env, Stage(narrow=False), action.needs)
        self._add(FunctionDef(test, (me,), body, action.body[0].span if action.body else None))
        # Without a place of its own: what calls the action is the question.
        call = Function("extra", ("X", name))
        inner = f.CallOwn(self.statements.actions[name], (f.Use(me), *args))
        self.module.units.append(FunctionDef(call, (me,), (f.Return(inner, None),), None))
        self.extras[name] = Extra(
            name,
            len(self.extras) + 1,
            f.CallOwn(test, (f.Use(me),)),
            self.starts.looks_into(body),
            me,
            f.CallOwn(call, (f.Use(me),)),
        )
        return self.extras[name]

    def _until(self) -> None:
        """Lower what ends the rounds."""
        until = self.game.until
        span = rounds_span(self.game)
        function = Function("ranked", ("UNTIL",), fixed=True, type_=FormType.FLAG)
        self._rule(function, ROUNDS, span)
        condition = FALSE if until is None else self.formulas.cond(until, {})
        self._add(FunctionDef(function, (), (f.Return(condition, span),), span))

    def _result(self) -> None:
        """Lower who is ranked, and the numbers by which a player is."""
        rank, by = self.game.rank, self.game.result_of_player
        ranked = Function("ranked", ("RANKED",), fixed=True, type_=FormType.LIST)
        self._add(FunctionDef(ranked, (), (f.Return(self.formulas.kept(rank, {}), rank.span),), rank.span))
        player = Symbol("player", "variable", FormType.PLAYER)
        numbers = f.Tuple(tuple(self.formulas.value(key, {"player": f.Use(player)}) for key in by))
        ranked_by = Function("ranked", ("RANKED_BY",), fixed=True, type_=FormType.LIST)
        self._add(FunctionDef(ranked_by, (player,), (f.Return(numbers, rank.span),), rank.span))
        standing = self.game.standing
        self._rating("STANDING", standing, player)
        self._rating("ESTIMATE", self.game.estimate or standing, player)

    def _rating(self, name: str, formula: c.Expr, player: Symbol) -> None:
        """Lower how good a position is for a player."""
        function = Function("ranked", (name,), fixed=True, type_=FormType.INT)
        found = self.formulas.value(formula, {"player": f.Use(player)})
        self._add(FunctionDef(function, (player,), (f.Return(found, formula.span),), formula.span))

    # ---------------------------------------------------------------- windows and abilities
    def _windows(self) -> None:
        entries: list[object] = []
        for window in self.game.windows.values():
            if window.takes_part is None:
                entries.append(None)
                continue
            params, env = self._params(window.params, Symbol("player", "variable", FormType.PLAYER))
            function = Function("takes part", (window.name, "takes_part"), span=window.span)
            test = f.Return(self.formulas.cond(window.takes_part, env), window.takes_part.span)
            self._add(FunctionDef(function, params, (test,), window.span))
            entries.append(function)
        self._last("TAKES_PART", entries)

    def _ability(self, ability: Ability) -> tuple[object, object, object]:
        card, window = self.game.cards[ability.card], self.game.windows[ability.window]
        side = "front" if ability.side == 0 else "back"
        unit = Function("unit", ("B", card.id, side, str(ability.number)))
        first = (_me(), _this())
        params, env = self._params(window.params, *first)
        self._unit(unit, params, ability.body, env, self._side(ability.card, ability.side))
        condition = can = None
        if ability.condition is not None:
            condition = Function("condition", unit.words, span=ability.span)
            test = self.formulas.cond(ability.condition, env)
            body = (f.Return(test, ability.condition.span),)
            self._add(FunctionDef(condition, params, body, ability.span, owner=unit))
        if not self.starts.always(ability.body):
            can = self._can(unit, ability.body, params)
        return condition, can, unit
