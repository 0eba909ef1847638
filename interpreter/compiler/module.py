"""Writes the whole module of a compiled game: tables, values, what can start, units and their resume points."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interpreter.compiler.beginnings import alike_until
from interpreter.compiler.code import Code, name_state
from interpreter.compiler.constants import Constants, word
from interpreter.compiler.flow import FlowBuilder
from interpreter.compiler.keys import Keys
from interpreter.compiler.narrowing import Env
from interpreter.compiler.nodes import FunctionNames
from interpreter.compiler.pausing import Pausing
from interpreter.compiler.plain import PlainWriter
from interpreter.compiler.regions import Blocks, RegionWriter
from interpreter.compiler.starting import StartWriter
from interpreter.compiler.writer import Writer
from interpreter.content.model import Ability, Action, Game, Phase, Value, ValueChange
from interpreter.findings import Span
from interpreter.language import checked as c
from interpreter.language.types import PLAYER
from interpreter.state.layout import Layout


@dataclass(frozen=True, slots=True)
class Rule:
    """A unit of compiled code and the rule it comes from, as it is named to people."""

    unit: str
    words: str
    span: Span


@dataclass(slots=True)
class Compiled:
    """A compiled game as text: the lines of its source, the resume points and the rules of the units."""

    code: Code
    blocks: Blocks
    rules: dict[str, Rule] = field(default_factory=dict)


class ModuleWriter:
    """Writes one game for one layout, one set of options, and with or without asking forced choices."""

    def __init__(
        self, game: Game, layout: Layout, options: Mapping[str, int], *, ask_forced: bool, first_block: int
    ) -> None:
        self.game = game
        self.ask_forced = ask_forced
        self.constants = Constants(layout)
        self.keys = Keys(game, self.constants)
        self.writer = Writer(self.constants, options)
        self.pausing = Pausing(game)
        self.plain = PlainWriter(self.writer, self.pausing, self.keys)
        self.starts = StartWriter(self.writer)
        self.names = FunctionNames()
        self.functions = Code()
        self.units = Code()
        self.tables = Code()
        self.blocks = Blocks(first=first_block)
        self.rules: dict[str, Rule] = {}
        self.extras: list[str] = []
        self.extra_zones: list[str] = []

    def write(self) -> Compiled:
        """Write everything and return it."""
        for value in self.game.values.values():
            self._value(value)
        for action in self.game.actions.values():
            self._action(action)
        self._effects()
        alike = alike_until(self.game.setup, self.pausing)
        self._unit("SETUP_ALIKE", [], self.game.setup[:alike], {}, "set-up")
        self._unit("SETUP", [], self.game.setup[alike:], {}, "set-up")
        self._unit("ENDING", [], self.game.ending, {}, "ending")
        for phase in self.game.phases.values():
            self._phase(phase)
        self._windows()
        self._abilities()
        self._result()
        last = self.constants.layout.players
        number = {
            name: [
                slot
                for index in range(len(self.game.enums[counter.by].values) if counter.by else 1)
                for slot in range(
                    self.constants.layout.counter_slot(name, 0, index),
                    self.constants.layout.counter_slot(name, 0, index) + last,
                )
            ]
            for name, counter in self.game.counters.items()
            if counter.least != 0
        }
        least = {slot: self.game.counters[name].least for name, slots in number.items() for slot in slots}
        self.tables.add(f"LEAST = {least!r}")
        first, end = self.blocks.first, self.blocks.first + len(self.blocks.resumes)
        self.tables.add(f"BLOCKS = [{', '.join(f'b{number}' for number in range(first, end))}]")
        whole = Code()
        for name, text in self.constants.tables.items():
            whole.add(f"{name} = {text}")
        for part in (self.functions, self.units, self.tables):
            whole.extend(part)
        return Compiled(whole, self.blocks, self.rules)

    # ---------------------------------------------------------------- values
    def _value(self, value: Value) -> None:
        assert value.formula is not None
        code, env = self.functions, {param.name: f"x_{word(param.name)}" for param in value.params}
        params = ", ".join(["v", "z", "k", *env.values()])
        changes = self.game.changes.get(value.name, ())
        for number, change in enumerate(changes):
            self._change(value, change, number, env, params)
        self._rule(f"V_{word(value.name)}", f"value {value.name}", value.span)
        with code.inside(f"def V_{word(value.name)}({params}):", value.span):
            result = self.plain.any_value(value.formula, env)
            if not changes and value.at_least is None and value.at_most is None:
                code.add(f"return {result}", value.formula.span)
                return
            code.add(f"n = {result}", value.formula.span)
            if changes:
                # Where cards change only what is their owner's, and a player is asked about, only that player's count.
                own = all(change.whose == "owner" for change in changes) and value.params[0].type == PLAYER
                base = self.keys.base(self.keys.value(value.name))
                slot = f"{base} + {env[value.params[0].name]}" if own else str(base + self.constants.players)
                with code.inside(f"if k[{slot}]:"):
                    subject = self._subject(value, env)
                    sides = f"C_{word(value.name)}"
                    cards = f"cards_of(v, z, {subject})" if own else "cards_in_play(v, z)"
                    args = ", ".join(
                        [cards, "v", "z", "k", "n", subject, sides, f"({', '.join(env.values())},)"]
                    )
                    code.add(f"n = changed({args})")
            for bound, op, sign in ((value.at_least, "max", "<"), (value.at_most, "min", ">")):
                if isinstance(bound, c.Const):
                    code.add(f"if n {sign} {bound.value}: n = {bound.value}", bound.span)
                elif bound is not None:
                    code.add(f"n = {op}(n, {self.writer.text(bound, env)})", bound.span)
            code.add("return n")

    def _subject(self, value: Value, env: Env) -> str:
        first = value.params[0]
        name = env[first.name]
        if first.type.base != "component":
            return name
        return f"(v[{self.constants.layout.owner} + {name}] if {name} >= 0 else -1)"

    def _change(self, value: Value, change: ValueChange, number: int, env: Env, params: str) -> None:
        inner = {**env, "this": "x_this", "me": "x_me"}
        name = f"C_{word(value.name)}_{number}"
        self._rule(name, self._side(change.card, change.side), change.span)
        with self.functions.inside(f"def {name}({params}, x_this, x_me):", change.span):
            if change.condition is not None:
                self.functions.add(
                    f"if not {self.writer.cond(change.condition, inner)}: return None", change.condition.span
                )
            self.functions.add(f"return {self.writer.value(change.number, inner)}", change.number.span)
        if number == 0:
            entries: dict[tuple[int, int], list[str]] = {}
            for position, other in enumerate(self.game.changes[value.name]):
                entry = f"({other.op!r}, {other.whose!r}, C_{word(value.name)}_{position})"
                entries.setdefault((other.card, other.side), []).append(entry)
            text = ", ".join(f"{side!r}: ({', '.join(found)},)" for side, found in entries.items())
            self.tables.add(f"C_{word(value.name)} = {{{text}}}")

    # ---------------------------------------------------------------- units
    def _rule(self, unit: str, words: str, span: Span) -> None:
        """Note which rule a unit comes from, for faults."""
        self.rules[unit] = Rule(unit, words, span)

    def _side(self, card: int, side: int) -> str:
        """Return how a rule on a side of a card is named."""
        found = self.game.cards[card]
        return f"card {found.id}" + ("" if len(found.sides) == 1 else (" front", " back")[side])

    def _unit(  # noqa: PLR0913  # what a unit is made of
        self,
        name: str,
        params: list[str],
        block: c.Block,
        env: Env,
        words: str,
        *,
        needs: c.Expr | None = None,
        names: FunctionNames | None = None,
        extra: str | None = None,
        action: str | None = None,
    ) -> None:
        """Write a unit: as one plain function when it cannot pause, else cut at its decisions."""
        span = block[0].span if block else self.game.rank.span
        self.units.span = span
        self._rule(name, words, span)
        self.plain.notes.unit = name
        begins = self.plain.notes.begins(action, params) if action is not None else ""
        if not self.pausing.block(block):
            body = Code(span=span)
            if needs is not None:
                test = f"if not {self.writer.cond(needs, env)}:"
                body.note(f"{test} {self.plain.notes.not_possible(params[0])}", needs.span)
                body.add(f"{test} return None", needs.span)
            if begins:
                body.note(begins)
            self.plain.block(body, block, env)
            body.add("return None")
            with self.units.inside(f"def {name}({', '.join(['s', *params])}):"):
                name_state(self.units, body)
                self.units.extend(body)
            return
        builder = FlowBuilder(self.plain, self.functions, names or self.names, extra)
        entry = builder.build(block, env, needs, begins)
        RegionWriter(name, params, entry, self.blocks, ask_forced=self.ask_forced).write(self.units)

    def _action(self, action: Action) -> None:
        env: dict[str, str] = {"me": "x_me"}
        for param in action.params:
            env[param.name] = f"x_{word(param.name)}"
        self._unit(
            f"A_{word(action.name)}",
            list(env.values()),
            action.body,
            env,
            f"action {action.name}",
            needs=action.needs,
            action=action.name,
        )

    def _effects(self) -> None:
        """Write the effects in fields, and for each field the tables of them by component and side."""
        fields = sorted({name for card in self.game.cards for side in card.sides for name in side.effects})
        known: dict[int, str] = {}
        for name in fields:
            for card in self.game.cards:
                for number, side in enumerate(card.sides):
                    effect = side.effects.get(name)
                    if effect is not None and id(effect) not in known:
                        unit = f"E_{word(name)}_{word(card.id)}_{number}"
                        known[id(effect)] = unit
                        env = {"me": "x_me", "this": "x_this"}
                        self._unit(unit, ["x_me", "x_this"], effect, env, self._side(card.position, number))
                        self._can(f"can_{unit}", ["x_me", "x_this"], effect, env)
            self._effect_table(name, known, "E", "no_effect", lambda unit: unit)
            self._effect_table(name, known, "CAN", "never_starts", lambda unit: f"can_{unit}")

    def _can(self, name: str, params: list[str], block: c.Block, env: Env) -> None:
        self.starts.function(self.functions, name, params, block, env, narrow=False)

    def _effect_table(
        self, name: str, known: Mapping[int, str], prefix: str, missing: str, named: Callable[[str], str]
    ) -> None:
        rows = []
        for card in self.constants.layout.card_of:
            sides = self.game.cards[card].sides
            effects = [side.effects.get(name) for side in sides]
            texts = [named(known[id(effect)]) if effect is not None else missing for effect in effects]
            rows.append(f"({', '.join(texts if len(texts) > 1 else texts * 2)})")
        self.tables.add(f"{prefix}_{word(name)} = ({', '.join([*rows, f'({missing}, {missing})'])},)")

    def _phase(self, phase: Phase) -> None:
        names, unit = self.names, f"P_{word(phase.name)}"
        if phase.extra is not None:
            names = self._extra(phase.extra)
        self._unit(unit, [], phase.body, {}, f"phase {phase.name}", names=names, extra=phase.extra)

    def _extra(self, name: str) -> FunctionNames:
        """Write the test whether the action of an `at any decision` can start, and say how it is called."""
        action = self.game.actions[name]
        env: dict[str, str] = {"me": "x_me"}
        args: list[str] = []
        for param in action.params:
            assert param.default is not None
            env[param.name] = self.plain.any_value(param.default, env)
            args.append(env[param.name])
        test = f"extra_{word(name)}"
        if name not in self.extras:
            body = Code()
            self.starts.function(body, test, ["x_me"], action.body, env, narrow=False, needs=action.needs)
            self.functions.extend(body)
            self.extra_zones.append(self.starts.looks_into(body.lines) or "")
            # Without a place of its own: what calls the action is the question.
            self.units.span = None
            with self.units.inside(f"def X_{word(name)}(s, x_me):"):
                self.units.add(f"return A_{word(name)}({', '.join(['s', 'x_me', *args])})")
            self.tables.add(f"EXTRAS.append(({name!r}, {test}, X_{word(name)}))")
            self.extras.append(name)
        number = self.extras.index(name)
        return FunctionNames(self.names.serial, test, self.extra_zones[number], f"X_{word(name)}", number + 1)

    def _result(self) -> None:
        """Write who is ranked, and the numbers by which a player is."""
        rank, by = self.game.rank, self.game.rank_by
        with self.functions.inside("def RANKED(v, z, k):", rank.span):
            self.functions.add(f"return {self.writer.kept(rank, {})}", rank.span)
        numbers = "".join(f"{self.writer.value(key, {'player': 'x_player'})}, " for key in by)
        with self.functions.inside("def RANKED_BY(v, z, k, x_player):", rank.span):
            self.functions.add(f"return ({numbers})", rank.span)

    # ---------------------------------------------------------------- windows and abilities
    def _windows(self) -> None:
        entries = []
        for window in self.game.windows.values():
            if window.takes_part is None:
                entries.append("None")
                continue
            env = {"player": "x_player", **{param.name: f"x_{word(param.name)}" for param in window.params}}
            name = f"W_{word(window.name)}_takes_part"
            with self.functions.inside(
                f"def {name}({', '.join(['v', 'z', 'k', *env.values()])}):", window.span
            ):
                self.functions.add(
                    f"return {self.writer.cond(window.takes_part, env)}", window.takes_part.span
                )
            entries.append(name)
        self.tables.add(f"TAKES_PART = [{', '.join(entries)}]")

    def _abilities(self) -> None:
        entries = [self._ability(ability) for ability in self.game.abilities]
        self.tables.add(f"ABILITIES = [{', '.join(entries)}]")

    def _ability(self, ability: Ability) -> str:
        card, window = self.game.cards[ability.card], self.game.windows[ability.window]
        env: dict[str, str] = {"me": "x_me", "this": "x_this"}
        for param in window.params:
            env[param.name] = f"x_{word(param.name)}"
        unit = f"B_{word(card.id)}_{'front' if ability.side == 0 else 'back'}_{ability.number}"
        params = list(env.values())
        self._unit(unit, params, ability.body, env, self._side(ability.card, ability.side))
        condition = can = "None"
        if ability.condition is not None:
            condition = f"if_{unit}"
            with self.functions.inside(
                f"def {condition}({', '.join(['v', 'z', 'k', *params])}):", ability.span
            ):
                self.functions.add(
                    f"return {self.writer.cond(ability.condition, env)}", ability.condition.span
                )
        if not self.starts.always(ability.body):
            can = f"can_{unit}"
            self._can(can, params, ability.body, env)
        return f"({condition}, {can}, {unit})"
