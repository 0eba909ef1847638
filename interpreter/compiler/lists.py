"""Writes what goes over lists: aggregates, sums, rankings; short lists that are known are written out item by item."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, cast

from interpreter.compiler.bounds import Bounds
from interpreter.compiler.constants import NONE, Constants, is_number, word
from interpreter.compiler.failing import draws
from interpreter.compiler.narrowing import Env, Narrowing, names_in
from interpreter.language import checked as c

MOST_WRITTEN_OUT = 12
"""A list that is known and not longer than this is written out item by item."""

MOST_TWICE = 60
"""A formula that is written with no more characters may be worked out twice."""

MOST_TERMS = 48
"""How many terms one formula may be written out to."""


class ListWriter:
    """Writes formulas over lists for one layout. `v`, `z` and `k` are names of the compiled code."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.layout = constants.layout
        self.game = constants.game
        self.narrowing = Narrowing(self, constants)
        self._inlined: list[str] = []
        self.bounds = Bounds(self.game, constants, self._inlined)
        self._serial = 0
        self._terms = 1

    def fresh(self, name: str) -> str:
        """Return a Python name that nothing else has."""
        self._serial += 1
        return f"y{self._serial}_{word(name)}"

    def item(self, name: str, env: Env) -> str:
        """Return a Python name for the items of a list within one expression, by how deep it stands there.

        The same formula is written in the same way wherever it stands, so that it can be worked out once.
        """
        deep = [int(number) for text in env.values() for number in _ITEM.findall(text)]
        return f"i{max(deep, default=0) + 1}_{word(name)}"

    @abstractmethod
    def text(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula; a condition may come out as a Python truth value."""

    @abstractmethod
    def cond(self, e: c.Expr, env: Env) -> str:
        """Return the text of a condition, for use where Python asks for truth."""

    @abstractmethod
    def value(self, e: c.Expr, env: Env) -> str:
        """Return the text of a formula's value; a flag comes out as 0 or 1."""

    @abstractmethod
    def kept(self, e: c.Expr, env: Env) -> str:
        """Return the text of a list that nobody else can change."""

    @abstractmethod
    def joined(self, parts: Iterable[str], *, all_: bool) -> str:
        """Return conditions joined by `and` or `or`, those left out that are known."""

    # ---------------------------------------------------------------- lists
    def known_items(self, e: c.Expr, env: Env) -> list[str] | None:
        """Return the items of a list that is known and short, as texts; None for any other."""
        match e:
            case c.Const():
                items = [str(item) for item in cast("tuple[int, ...]", e.value)]
            case c.Players():
                items = [str(player) for player in range(self.constants.players)]
            case c.AllComponents():
                items = [str(component) for component in self.constants.of_kind(e.kind)]
            case c.CardField() | c.IndexList() | c.Local():
                text = self.text(e, env)
                found = literal_items(text)
                if found is None and (single := _SINGLE.match(text)):
                    found = [single[1]]
                if found is None:
                    return None
                items = found
            case c.MakeList():
                items = [self.value(part, env) for part in e.parts]
                if not all(map(is_plain, items)):
                    return None
            case _:
                return None
        return items if len(items) <= MOST_WRITTEN_OUT else None

    def each(self, items: c.Items, env: Env, write: Callable[[Env], str]) -> list[tuple[str, str]] | None:
        """Write something for each item of a known list, with the condition under which the item counts."""
        known, left = self.known_items(items.list, env), [items.where] if items.where is not None else []
        if known is None:
            source, left = self.narrowing.narrowed(items, env)
            known = literal_items(source)
        if known is None or len(known) > MOST_WRITTEN_OUT or self._terms * max(1, len(known)) > MOST_TERMS:
            return None
        self._terms *= max(1, len(known))
        found: list[tuple[str, str]] = []
        for item in known:
            inner = {**env, items.name: item}
            test = self.joined([self.cond(part, inner) for part in left], all_=True)
            if test != "False":
                found.append((test, write(inner)))
        self._terms //= max(1, len(known))
        return found

    def loop(self, items: c.Items, env: Env) -> tuple[str, str, Env]:
        """Return the parts of a comprehension over items: its `for`, its ` if` or nothing, and the names inside."""
        name = self.item(items.name, env)
        inner = {**env, items.name: name}
        source, left = self.narrowing.narrowed(items, env)
        test = self.joined([self.cond(part, inner) for part in left], all_=True)
        if (zones := _ZONES.match(source)) is not None:
            source = f"({zones[1].replace('*', '')}) for {name} in zone"
            return f"for zone in {source}", "" if test == "True" else f" if {test}", inner
        return f"for {name} in {source}", "" if test == "True" else f" if {test}", inner

    def _every(self, e: c.Every, env: Env) -> str:
        written = self.each(e.items, env, lambda inner: self.cond(e.has, inner))
        if written is not None:
            return self.joined(
                [has if test == "True" else f"(not {test} or {has})" for test, has in written], all_=True
            )
        head, test, inner = self.loop(e.items, env)
        return _unless_empty(head, f"all({self.cond(e.has, inner)} {head}{test})", "True")

    def _aggregate(self, e: c.Aggregate, env: Env) -> str:
        if e.items.where is None:
            return self._whole(e, env)
        source, left = self.narrowing.narrowed(e.items, env)
        if not left:
            return self._whole_text(e.op, source)
        if e.op == "count":
            counted = self._counted(e.items, env)
            if counted is not None:
                return counted
        if e.op in ("count", "any"):
            written = self.each(e.items, env, lambda _: "")
            if written is not None and e.op == "any":
                return self.joined([test for test, _ in written], all_=False)
            if written is not None:
                return self.added([test for test, _ in written], count=True)
        head, test, inner = self.loop(e.items, env)
        item = inner[e.items.name]
        match e.op:
            case "count":
                return _unless_empty(head, f"len([1 {head}{test}])", "0")
            case "any":
                return _unless_empty(head, f"any(True {head}{test})", "False")
            case "first":
                return _unless_empty(head, f"next(({item} {head}{test}), {NONE})", str(NONE))
        return f"[{item} {head}{test}]"

    def _counted(self, items: c.Items, env: Env) -> str | None:
        """Return the count of the items that are equal to one thing, which Python counts by itself."""
        where = items.where
        if (
            not isinstance(where, c.Compare)
            or where.op != "=="
            or isinstance(items.list, c.Const | c.Players | c.AllComponents)
        ):
            return None
        for one, other in ((where.left, where.right), (where.right, where.left)):
            if items.name in names_in(other):
                continue
            if isinstance(one, c.Local) and one.name == items.name:
                printed = self._printed_count(items.list, other, env)
                if printed is not None:
                    return printed
                return f"{self.kept(items.list, env)}.count({self.value(other, env)})"
            if (
                isinstance(one, c.CardField)
                and isinstance(one.component, c.Local)
                and one.component.name == items.name
            ):
                item = self.item(items.name, env)
                field = self.value(one, {**env, items.name: item})
                return f"[{field} for {item} in {self.text(items.list, env)}].count({self.value(other, env)})"
        return None

    def _printed_count(self, listed: c.Expr, what: c.Expr, env: Env) -> str | None:
        """Return the count of something in a list that is printed on a component, which a table can hold."""
        if not isinstance(listed, c.CardField) or what.type.base != "enum":
            return None
        kinds = listed.component.type.names
        front, back = (self.constants.field_values(kinds, listed.field, side) for side in (0, 1))
        if front != back:
            return None
        size = len(self.game.enums[what.type.names[0]].values)
        counts = [
            tuple(entry.count(value) if isinstance(entry, tuple) else 0 for value in (*range(size), NONE))
            for entry in front
        ]
        component, value = self.text(listed.component, env), self.text(what, env)
        if is_number(component) and is_number(value):
            return str(counts[int(component)][int(value)]) if int(component) >= 0 else "0"
        name = f"N_{word(listed.field)}_of_{'_'.join(map(word, kinds))}"
        if is_number(value):
            column = [row[int(value)] for row in counts]
            table = self.constants.by_component(f"{name}_{value.replace('-', 'm')}", column, 0)
            return f"{table}[{component}]"
        table = self.constants.by_component(name, counts, (0,) * (size + 1))
        return f"{table}[{component}][{value}]"

    def _whole(self, e: c.Aggregate, env: Env) -> str:
        known = self.known_items(e.items.list, env)
        if e.op == "count" and known is not None:
            return str(len(known))
        return self._whole_text(e.op, self.text(e.items.list, env))

    @staticmethod
    def _whole_text(op: str, listed: str) -> str:
        """Return what is asked of a list of which every item counts."""
        match op:
            case "count":
                return f"len({listed})"
            case "any":
                return f"(len({listed}) > 0)"
            case "first":
                return (
                    f"({listed}[0] if {listed} else {NONE})"
                    if listed.startswith("z[")
                    else f"first({listed})"
                )
        return listed

    def added(self, parts: Iterable[str], *, count: bool = False) -> str:
        """Return numbers, or with `count` conditions, added up."""
        total, rest = 0, []
        for part in parts:
            if is_number(part) or part in ("True", "False"):
                total += int(part) if is_number(part) else part == "True"
            else:
                rest.append(f"({part})" if count else part)
        if not rest:
            return str(total)
        text = " + ".join([*rest, *([str(total)] if total else [])])
        if count and len(rest) == 1 and not total:
            return f"(1 if {rest[0]} else 0)"
        return f"({text})"

    def _fold(self, e: c.Fold, env: Env) -> str:
        if e.op == "sum":
            written = self.each(e.items, env, lambda inner: self.text(e.number, inner))
            if written is not None:
                return self.added(
                    number if test == "True" else ("0" if number == "0" else f"({number} if {test} else 0)")
                    for test, number in written
                )
        head, test, inner = self.loop(e.items, env)
        number = self.text(e.number, inner)
        default = "" if e.op == "sum" else ", default=0"
        return _unless_empty(head, f"{e.op}([{number} {head}{test}]{default})", "0")

    def _pick(self, e: c.Pick, env: Env) -> str:
        parts = [self.text(part, env) for part in e.parts]
        if all(map(is_number, parts)):
            return str((max if e.op == "max" else min)(map(int, parts)))
        if len(parts) == 2:
            for (known, text), part in zip((parts, parts[::-1]), e.parts[::-1], strict=True):
                if is_number(known):
                    return self._of_two(e, int(known), part, text, env)
        return f"{e.op}({', '.join(parts)})"

    def _of_two(self, e: c.Pick, bound: int, other: c.Expr, text: str, env: Env) -> str:
        """Return the greater or lesser of a number and a formula without a call, where the formula is short."""
        least = self.bounds.least(other, env)
        if e.op == "max" and least is not None and least >= bound:
            return text
        if len(text) > MOST_TWICE or draws(other):
            return f"{e.op}({bound}, {text})"
        return f"({text} if {text} {'>' if e.op == 'max' else '<'} {bound} else {bound})"

    def _keys(self, keys: tuple[c.Key, ...], inner: Env) -> str:
        texts = [
            f"-{self.text(key.number, inner)}" if key.rising else self.text(key.number, inner) for key in keys
        ]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    def _place(self, e: c.Place, env: Env) -> str:
        if (
            e.items.where is None
            and e.ties == "in order"
            and all(isinstance(key.number, c.Const) for key in e.keys)
        ):
            return f"position_in({self.text(e.items.list, env)}, {self.text(e.subject, env)})"
        head, test, inner = self.loop(e.items, env)
        pairs = f"[({self._keys(e.keys, inner)}, {inner[e.items.name]}) {head}{test}]"
        return f"place_{e.ties.replace(' ', '_')}({pairs}, {self.text(e.subject, env)})"

    def _ranked(self, e: c.Ranked, env: Env) -> str:
        head, test, inner = self.loop(e.items, env)
        item = inner[e.items.name]
        whole = f"for {item} in "
        listed = f"[{item} {head}{test}]" if test or not head.startswith(whole) else head.removeprefix(whole)
        return f"sorted({listed}, key=lambda {item}: {self._keys(e.keys, inner)}, reverse=True)"

    def _make_list(self, e: c.MakeList, env: Env) -> str:
        return f"({', '.join(self.value(part, env) for part in e.parts)},)" if e.parts else "()"

    def _concat(self, e: c.Concat, env: Env) -> str:
        left, right = self.text(e.left, env), self.text(e.right, env)
        spread = left[1:-1] if left.startswith("[*") else f"*{left}"
        return f"[{spread}, *{right}]"

    def _builtin(self, e: c.Builtin, env: Env) -> str:
        args = [self.text(arg, env) for arg in e.args]
        match e.name:
            case "next_to":
                return f"next_to(v, z, {', '.join(args)})"
            case "random" | "random_of":
                return f"{e.name}(s, {', '.join(args)})"
        name = "reversed_" if e.name == "reversed" else e.name
        return f"{name}({', '.join(args)})"


_ITEM = re.compile(r"\bi(\d+)_")
_ZONES = re.compile(r"\[(\*z\[[\w +]+\](?:, \*z\[[\w +]+\])+)\]\Z")
"""Several zones, one after the other."""

_WHOLE_ZONE = re.compile(r" in (z\[(?!0\])[\w +]+\])\Z")
"""The end of the head of a comprehension that goes over a zone."""

_SINGLE = re.compile(r"\((\w+),\)\Z")
_SLOT = re.compile(r"[vz]\[[\w +]+\]\Z")


def _unless_empty(head: str, text: str, empty: str) -> str:
    """Return a text that goes over a zone so that it is not begun on an empty one; the turn order never is empty."""
    source = _WHOLE_ZONE.search(head)
    return f"({text} if {source[1]} else {empty})" if source is not None else text


def is_plain(text: str) -> bool:
    """Say whether a text is a name, a number, a slot of the state or a list of numbers, so that it may be repeated."""
    return (
        text.replace("_", "").isalnum()
        or is_number(text)
        or _SLOT.match(text) is not None
        or literal_items(text) is not None
        or _SINGLE.match(text) is not None
    )


def literal_items(text: str) -> list[str] | None:
    """Return the items of a list that is written out in numbers; None for any other text."""
    if not (text.startswith("(") and text.endswith(")")):
        return None
    items = [part.strip() for part in text[1:-1].split(",") if part.strip()]
    return items if all(map(is_number, items)) and ("," in text or not items) else None


def is_pure(text: str) -> bool:
    """Say whether working out a text can have no fault and no effect, so that it may be left out."""
    return (
        "(v, z" not in text
        and "entry(" not in text
        and "product(" not in text
        and "//" not in text
        and "[" not in text.replace("v[", "")
    )


def size_of(e: Any) -> int:  # noqa: ANN401  # walks the slots of any class of the tree
    """Return how many nodes a formula has."""
    if isinstance(e, tuple):
        return sum(size_of(part) for part in e)
    if not isinstance(e, c.Expr | c.Items | c.Key):
        return 0
    slots = {slot for class_ in type(e).__mro__ for slot in getattr(class_, "__slots__", ())} - {
        "span",
        "type",
    }
    return 1 + sum(size_of(getattr(e, slot)) for slot in sorted(slots))


def fresh_list(source: str) -> str:
    """Return the text of a list that nobody else has."""
    if source.startswith(("[", "sorted(", "each_once(")):
        return source
    return f"list({source})" if source.startswith(("range(", "stepping(")) else f"[*{source}]"


def is_literal(text: str) -> bool:
    """Say whether a text means the same wherever it stands: a number, or a list without anything of the state."""
    return text.removeprefix("-").isdecimal() or (
        text.startswith(("(", "K_")) and "z[" not in text and "x_" not in text
    )
