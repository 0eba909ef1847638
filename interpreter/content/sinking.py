"""Lints: amounts that the change of a card to a value can bring below 0, which stops the game where they are paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulewright.interpreter.content.known_numbers import Constants
from rulewright.interpreter.content.model import Game, ValueChange
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes as nodes_of


def find_sinking(game: Game, nodes: Sequence[object], findings: Findings) -> None:
    """Warn of every amount that a card can bring below 0, and of the card; `nodes` are those of all checked trees.

    It errs towards silence: only changes whose own number is known to be below 0 count, and a value that is known to
    stay at 0 or above with all of them at once is left alone.
    """
    sinking = _Sinking(game)
    told: dict[ValueChange, str] = {}
    for amount in (amount for node in nodes if isinstance(node, c.Change) for amount in node.amounts):
        for value in sorted(sinking.below(amount.number)):
            changes = sinking.changes[value]
            cards = ", ".join(dict.fromkeys(game.cards[change.card].id for change in changes))
            message = (
                f"this amount can fall below 0, which stops the game: `{value}` has no `at least:`, and {cards} takes"
                f" from it; write `at least: 0` below `{value}`"
            )
            findings.add("RW621", amount.number.span, message)
            told.update(dict.fromkeys(changes, value))
    for change, value in told.items():
        message = f"this brings `{value}` below 0, which stops the game where it is an amount: it has no `at least:`"
        findings.add("RW621", change.number.span, message)


class _Sinking:
    """Knows which values cards can bring below 0, with the changes that do it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._constants = Constants(game, game.max_players)
        self.changes: dict[str, list[ValueChange]] = {}
        for name, changes in game.changes.items():
            down = [change for change in changes if self._sinks(change)]
            value = game.values[name]
            if down and value.at_least is None and not self._stays(value.formula, down):
                self.changes[name] = down

    def _sinks(self, change: ValueChange) -> bool:
        number = self._constants.number(change.number)
        return change.op != "at_least" and number is not None and number < 0

    def _stays(self, formula: c.Expr | None, down: Iterable[ValueChange]) -> bool:
        """Whether a value that is the same number always stays at 0 or above with all changes at once."""
        base = self._constants.number(formula) if formula is not None else None
        if base is None:
            return False
        taken = 0
        for change in down:
            card = self._game.cards[change.card]
            copies = card.copies * (self._game.max_players if card.each_player else 1)
            taken += copies * (self._constants.number(change.number) or 0)
            if change.op != "add":
                return False
        return base + taken >= 0

    def below(self, expr: c.Expr, known: frozenset[str] = frozenset()) -> set[str]:
        """Return the values by which a formula can fall below 0; `known` are those that are asked for already."""
        return set(self._below(expr, set(known)))

    def _below(self, expr: c.Expr, known: set[str]) -> Iterator[str]:  # noqa: C901 - one case a class
        # Each value is looked into once, whoever asks for it.
        match expr:
            case c.ValueCall(value=name) if name not in known:
                if name in self.changes:
                    yield name
                known.add(name)
                value = self._game.values[name]
                if value.at_least is None and value.formula is not None:
                    yield from self._below(value.formula, known)
            case c.Arithmetic(op="-"):
                yield from self._below(expr.left, known)
            case c.Arithmetic():
                yield from self._below(expr.left, known)
                yield from self._below(expr.right, known)
            case c.Fold(op="sum" | "max" | "min"):
                yield from self._below(expr.number, known)
            case c.Pick(op="max") if any(self._is_floor(part) for part in expr.parts):
                return
            case c.Pick():
                for part in expr.parts:
                    yield from self._below(part, known)
            case c.Named():
                yield from self._below(expr.value, known)
                yield from self._below(expr.of, known)
            case c.Cases():
                for _, formula in expr.cases:
                    yield from self._below(formula, known)
                yield from self._below(expr.otherwise, known)

    def _is_floor(self, expr: c.Expr) -> bool:
        number = self._constants.number(expr)
        return number is not None and number >= 0


def find_endless(game: Game, nodes: Sequence[object], findings: Findings) -> None:
    """Make a finding for every loop that nothing can end; `nodes` are those of all checked trees."""
    constants = Constants(game, game.min_players)
    for node in nodes:
        if not isinstance(node, c.While) or any(isinstance(one, _LEAVES) for one in nodes_of(node.body)):
            continue
        if _always_holds(node.condition, constants):
            findings.add("RW622", node.condition.span, "this holds always, so the loop never ends")
        elif not any(isinstance(one, _CHANGES) for one in nodes_of(node.body)):
            message = "nothing in this loop changes anything, so it does nothing, or never ends"
            findings.add("RW622", node.condition.span, message)


# What may lead out of a loop, by ending the game.
_LEAVES = (c.Finish, c.Call, c.Run, c.Offer)
_CHANGES = (
    c.Change, c.Assign, c.Move, c.Draw, c.Shuffle, c.Flip, c.Discard, c.Swap, c.Choose, c.May, c.OneOf,
    c.Builtin,
)  # fmt: skip


def _always_holds(condition: c.Expr, constants: Constants) -> bool:
    match condition:
        case c.Const(value=value):
            return condition.type.base == "flag" and value == 1
        case c.Compare():
            left, right = constants.number(condition.left), constants.number(condition.right)
            if left is None or right is None:
                return False
            return {
                "==": left == right,
                "!=": left != right,
                "<": left < right,
                "<=": left <= right,
                ">": left > right,
                ">=": left >= right,
            }[condition.op]
        case c.AllOf(parts=parts):
            return all(_always_holds(part, constants) for part in parts)
        case c.AnyOf(parts=parts):
            return any(_always_holds(part, constants) for part in parts)
    return False
