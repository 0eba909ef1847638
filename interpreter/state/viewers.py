"""Formulas that say who sees something, `visible to: FORMULA`, worked out from the counters and states of the game.

What players see is asked of positions, of what a journal has told so far, and in the middle of a step. So these
formulas read nothing but what a journal tells whole, and each of them has a value.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from rulewright.interpreter.language import checked as c

_Value: TypeAlias = int | tuple[int, ...]

_COMPARISONS: Final[Mapping[str, Callable[[_Value, _Value], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Numbers(Protocol):
    """Where in the numbers of a state counters and states of the game stand."""

    players: int
    game_state: dict[str, int]

    def counter_slot(self, name: str, player: int, index: int = 0) -> int: ...


class Viewers:
    """Works out for the numbers of a state which players formulas give."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def seats(self, formulas: Sequence[c.Expr], v: Sequence[int], owner: int) -> set[int]:
        """Return the seats that formulas give; `owner` is the seat of whom it belongs to, -1 for nobody."""
        found: set[int] = set()
        for formula in formulas:
            value = self._value(formula, v, {"owner": owner})
            found.update(value if isinstance(value, tuple) else (value,))
        return {seat for seat in found if seat >= 0}

    def _value(self, e: c.Expr, v: Sequence[int], env: Mapping[str, int]) -> _Value:
        match e:
            case c.Const(value=value):
                return value
            case c.Local(name=name):
                return env[name]
            case c.Players():
                return tuple(range(self._numbers.players))
            case c.GameState(name=name):
                return v[self._numbers.game_state[name]]
            case c.PlayerCounter():
                return self._counter(e, v, env)
            case c.Cases(cases=cases, otherwise=otherwise):
                found = next((one for condition, one in cases if self._holds(condition, v, env)), otherwise)
                return self._value(found, v, env)
            case c.MakeList() | c.Concat() | c.IndexList() | c.Aggregate():
                return self._of_lists(e, v, env)
        return int(self._holds(e, v, env))

    def _of_lists(
        self, e: c.MakeList | c.Concat | c.IndexList | c.Aggregate, v: Sequence[int], env: Mapping[str, int]
    ) -> _Value:
        match e:
            case c.MakeList(parts=parts):
                return tuple(self._number(part, v, env) for part in parts)
            case c.Concat(left=left, right=right):
                return (*self._list(left, v, env), *self._list(right, v, env))
            case c.IndexList(list=listed, index=index, base=base):
                entries, place = self._list(listed, v, env), self._number(index, v, env) - base
                return entries[place] if 0 <= place < len(entries) else c.NOTHING
            case c.Aggregate(op=op, items=items):
                found = tuple(self._items(items, v, env))
                return {"count": len(found), "any": int(bool(found)), "first": (*found, c.NOTHING)[0]}.get(
                    op, found
                )

    def _items(self, items: c.Items, v: Sequence[int], env: Mapping[str, int]) -> Iterator[int]:
        for item in self._list(items.list, v, env):
            if items.where is None or self._holds(items.where, v, {**env, items.name: item}):
                yield item

    def _counter(self, e: c.PlayerCounter, v: Sequence[int], env: Mapping[str, int]) -> int:
        player = self._number(e.player, v, env)
        index = 0 if e.index is None else self._number(e.index, v, env)
        if c.NOTHING in (player, index):
            return c.NOTHING
        return v[self._numbers.counter_slot(e.counter, player, index)]

    def _holds(self, e: c.Expr, v: Sequence[int], env: Mapping[str, int]) -> bool:
        match e:
            case c.AllOf(parts=parts):
                return all(self._holds(part, v, env) for part in parts)
            case c.AnyOf(parts=parts):
                return any(self._holds(part, v, env) for part in parts)
            case c.Not(of=of):
                return not self._holds(of, v, env)
            case c.Member(item=item, list=listed):
                return self._number(item, v, env) in self._list(listed, v, env)
            case c.Compare(op=op, left=left, right=right):
                return _COMPARISONS[op](self._value(left, v, env), self._value(right, v, env))
        return self._value(e, v, env) == 1

    def _number(self, e: c.Expr, v: Sequence[int], env: Mapping[str, int]) -> int:
        value = self._value(e, v, env)
        assert isinstance(value, int)
        return value

    def _list(self, e: c.Expr, v: Sequence[int], env: Mapping[str, int]) -> tuple[int, ...]:
        value = self._value(e, v, env)
        assert isinstance(value, tuple)
        return value
