"""Lints: what players are asked about though it can bring nothing, such as a gain for each of none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rulewright.interpreter.content.known_numbers import Constants
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Param, Value
from rulewright.interpreter.language.walking import inner_blocks

_MESSAGE = "a player is asked about this also where it brings nothing"
Names = Mapping[str, "Bound"]
Bound = tuple[c.Expr, Names]
"""A formula that a name stands for, with the names known where it was bound."""


def find_idle_offers(game: Game, findings: Findings) -> None:
    """Warn of effects that a player may leave, that only gain, and whose every amount can be 0.

    It errs towards silence: a condition anywhere around the effect is taken for the one that is wanted, and a number
    counts as one that can be 0 only where it counts or adds up what may be none, is halved, or is looked up as 0.
    """
    idle = _Idle(game)
    for ability in game.abilities:
        if not ability.automatic and ability.condition is None and idle.block(ability.body, {}):
            advice = "give the ability an `if:` that says when it brings something"
            findings.add("RW625", ability.body[0].span, f"{_MESSAGE}; {advice}")
    run: dict[str, Span] = {}
    for root in roots(game):
        for may in _asked(root) if isinstance(root, tuple) else ():
            if idle.block(may.body, {}):
                advice = "ask below an `if` that says when it brings something"
                findings.add("RW625", may.span, f"{_MESSAGE}; {advice}")
            run |= {one.field: one.span for one in may.body[:1] if isinstance(one, c.Run)}
    for card in game.cards:
        for side in card.sides:
            for name, effect in side.effects.items():
                if name in run and idle.block(effect, {}):
                    advice = "write it as an action with `needs:` that says when it brings something"
                    findings.add("RW625", effect[0].span, f"{_MESSAGE}; {advice}")


def _asked(block: Iterable[object]) -> Iterator[c.May]:
    """Yield what is asked about in a block, but for what a condition stands around."""
    for statement in block:
        if isinstance(statement, c.May):
            yield statement
        if isinstance(statement, c.May | c.AsPlayer | c.ForEach | c.Repeat | c.CountFrom):
            for inner in inner_blocks(statement):
                yield from _asked(inner)


def _bound(params: Sequence[Param], args: Sequence[c.Expr], names: Names) -> Names:
    return {param.name: (argument, names) for param, argument in zip(params, args, strict=False)}


class _Idle:
    """Says what can bring nothing."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._constants = Constants(game, game.max_players)
        # The actions and values that are being looked into.
        self._within: set[str] = set()

    def block(self, block: c.Block, names: Names) -> bool:
        """Say whether a block does nothing but gain, and can gain nothing; an empty one says so itself."""
        known: dict[str, Bound] = dict(names)
        gains = False
        for statement in block:
            match statement:
                case c.Let():
                    known[statement.name] = (statement.value, dict(known))
                    continue
                case c.Change(verb="gain"):
                    fits = self._change(statement, known)
                case c.Call():
                    fits = self._call(statement, known)
                case c.AsPlayer():
                    fits = self.block(statement.body, known)
                case _:
                    fits = False
            if not fits:
                return False
            gains = True
        return gains

    def _change(self, change: c.Change, names: Names) -> bool:
        match change.per:
            case c.Items() if self._none(change.per, names):
                return True
            case c.PerEvery() if self.zero(change.per.number, names):
                return True
        return all(self.zero(amount.number, names) for amount in change.amounts)

    def _call(self, call: c.Call, names: Names) -> bool:
        action = self._game.actions[call.action]
        if action.needs is not None or call.action in self._within:
            return False
        self._within.add(call.action)
        found = self.block(action.body, _bound(action.params, call.args, names))
        self._within.discard(call.action)
        return found

    # ---------------------------------------------------------------- numbers
    def zero(self, expr: c.Expr, names: Names) -> bool:  # noqa: C901 - one case a class
        """Say whether a number can be 0, as far as is looked at here."""
        known = self._constants.number(expr)
        if known is not None:
            return known == 0
        match expr:
            case c.Local() if expr.name in names:
                value, within = names[expr.name]
                return self.zero(value, within)
            case c.Aggregate(op="count"):
                return self._none(expr.items, names)
            case c.Fold(op="sum"):
                return self._none(expr.items, names)
            case c.Arithmetic(op="+"):
                return self.zero(expr.left, names) and self.zero(expr.right, names)
            case c.Arithmetic(op="*"):
                return self.zero(expr.left, names) or self.zero(expr.right, names)
            case c.Arithmetic(op="/"):
                return self.zero(expr.left, names)
            case c.Pick():
                zeros = [self.zero(part, names) for part in expr.parts]
                return any(zeros) if expr.op == "min" else all(zeros)
            case c.PlayerCounter():
                least = self._game.counters[expr.counter].least
                return least is not None and least <= 0
            case c.Lookup():
                table = self._game.tables[expr.table]
                return table.otherwise == 0 or 0 in table.entries.values()
            case c.Cases():
                return any(self.zero(formula, names) for _, formula in expr.cases) or self.zero(
                    expr.otherwise, names
                )
            case c.ValueCall():
                return self._value(expr, names)
        return False

    def _value(self, call: c.ValueCall, names: Names) -> bool:
        value = self._game.values[call.value]
        return value.at_least is None and self._looked_into(value, call.args, names, self.zero)

    def _looked_into(
        self, value: Value, args: Sequence[c.Expr], names: Names, question: Callable[[c.Expr, Names], bool]
    ) -> bool:
        """Ask the same of a value's formula; False where that leads back to itself."""
        if value.formula is None or value.name in self._within:
            return False
        self._within.add(value.name)
        found = question(value.formula, _bound(value.params, args, names))
        self._within.discard(value.name)
        return found

    def _none(self, items: c.Items, names: Names) -> bool:
        """Say whether a list may be empty: what lies in a zone, or is kept of a list by a condition."""
        return items.where is not None or self._empty(items.list, names)

    def _empty(self, listed: c.Expr, names: Names) -> bool:
        match listed:
            case c.ZoneRef():
                return True
            case c.Aggregate(op="all"):
                return self._none(listed.items, names)
            case c.Local() if listed.name in names:
                return self._empty(*names[listed.name])
            case c.Concat():
                return self._empty(listed.left, names) and self._empty(listed.right, names)
            case c.ValueCall():
                value = self._game.values[listed.value]
                return self._looked_into(value, listed.args, names, self._empty)
        return False
