"""Prints functions of the form as functions of C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from rulewright.interpreter.compiler.c.expressions import Expressions, Shared
from rulewright.interpreter.compiler.c.types import (
    CType,
    NotTranslated,
    all_expressions,
    is_list,
    special_in,
    type_of_function,
    type_of_symbol,
)
from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import inside
from rulewright.interpreter.compiler.form.graph import ANSWER, OPTIONS
from rulewright.interpreter.compiler.form.module import FunctionDef
from rulewright.interpreter.compiler.form.runtime import CHANGED
from rulewright.interpreter.compiler.form.symbols import ACTING, FormType, Symbol

_MAKES_LISTS = (
    f.Comprehension,
    f.Join,
    f.Extended,
    f.Kept,
    f.Copy,
    f.Range,
    f.Sorted,
    f.Gathered,
    f.Later,
    f.NoSums,
    f.Tuple,
)
OWN = "OWN"
"""What stands before the functions of a game: it says whether they are seen beyond their file of C."""

_CALLS = (f.CallOwn, f.CallField, f.CallLater)


class FunctionPrinter:
    """Prints one function."""

    def __init__(self, shared: Shared, made: FunctionDef) -> None:
        self.shared = shared
        self.names = shared.names
        self.made = made
        self.special = special_in(made)
        self.expressions = Expressions(shared, self.special)
        self.type = type_of_function(made.function)
        self._lines: list[str] = []
        self._restores: list[str] = []
        self._loops = [0]

    # ---------------------------------------------------------------- the whole
    def head(self) -> str:
        """Return the function's head."""
        return f"{OWN} {self._head(self.names.function(self.made.function))}"

    def _head(self, name: str) -> str:
        params = ["C *c"]
        if self.made.frame:
            params.append("Fr *f")
        params += [
            f"{type_of_symbol(symbol, self.special).value} {self.names.symbol(symbol)}"
            for symbol in self.made.params
        ]
        return f"{self.type.value} {name}({', '.join(params)})"

    def lines(self) -> list[str]:
        """Return the whole function. Raises NotTranslated."""
        made, name = self.made, self.names.function(self.made.function)
        found = list(all_expressions(made.body))
        if self.type is CType.LIST and any(isinstance(e, f.Call) and e.function is CHANGED for e in found):
            raise NotTranslated("cards change a value that is a list")
        makes_lists = any(isinstance(e, _MAKES_LISTS) or _gives_list(e) for e in found)
        keeps = makes_lists and made.function.sort not in ACTING and self.type is not CType.LIST
        body = self._body(any(isinstance(e, _CALLS) for e in found))
        if not keeps:
            return [f"{OWN} {self._head(name)} {{", *body, "}"]
        args = ", ".join(["c", *map(self.names.symbol, made.params)])
        return [
            f"static {self._head(f'{name}_inner')} {{",
            *body,
            "}",
            f"{OWN} {self._head(name)} {{",
            # What was made on the way is of no use to anybody any longer.
            f"int top = c->top; {self.type.value} found = {name}_inner({args}); c->top = top; return found;",
            "}",
        ]

    def _body(self, calls: bool) -> list[str]:  # of the one caller above
        self.block(self.made.body)
        before = ["S *const s = c->s; I *const v = s->v; int32_t *const k = s->k; (void)v; (void)k;"]
        if calls:
            before.insert(0, "here(c);")
        known = set(self.made.params)
        variables = dict.fromkeys(symbol for symbol in _variables(self.made.body) if symbol not in known)
        for symbol in variables:
            ctype = type_of_symbol(symbol, self.special)
            empty = {CType.LIST: "EMPTY", CType.KEYED: "{0}"}.get(ctype, "0")
            before.append(f"{ctype.value} {self.names.symbol(symbol)} = {empty};")
        return [*before, *self._lines]

    def add(self, line: str) -> None:
        """Add a line."""
        self._lines.append(line)

    def text(self, e: f.Expr) -> str:
        """Return an expression of C."""
        return self.expressions.text(e)

    # ---------------------------------------------------------------- statements
    def block(self, block: f.Block) -> None:
        """Print a block."""
        for statement in block:
            self.statement(statement)

    def statement(self, one: f.Stmt) -> None:  # noqa: C901, PLR0912, PLR0915  # a class of statements each
        """Print a statement."""
        match one:
            case f.Assign():
                self._assign(one)
            case f.SetSlot():
                self._set_slot(one)
            case f.SetOrder():
                self.add(f"set_order(c, {self.text(one.value)});")
            case f.Do():
                self.add(f"{self.text(one.call)};")
            case f.Append():
                self.add(f"put(c, &{self.names.symbol(one.list)}, {self.text(one.item)});")
            case f.Remove():
                self.add(f"take_out(c, &{self.names.symbol(one.list)}, {self.text(one.item)});")
            case f.DropThrough():
                self.add(f"drop_through(c, &{self.names.symbol(one.list)}, {self.text(one.item)});")
            case f.Truncate():
                self.add(f"truncate_to(&{self.names.symbol(one.list)}, {self.text(one.length)});")
            case f.If():
                self._if(one)
            case f.For():
                before, head = self.expressions.over(one.source, self.names.symbol(one.symbol))
                self.add(f"{{ {before} {head}")
                self._turn(one.body)
                self.add("} }")
            case f.Loop():
                self.add(f"while ({'1' if one.test is None else self.text(one.test)}) {{")
                self._turn(one.body)
                self.add("}")
            case f.Restore():
                self._restore(one)
            case f.Continue() | f.Break():
                if not self._loops[-1]:
                    raise NotTranslated("a loop is left out of the middle of something tried")
                self.add("continue;" if isinstance(one, f.Continue) else "break;")
            case f.Return():
                self._return("THROUGH" if one.value is None else self._returned(one.value))
            case f.Recall():
                self._recall(one)
            case f.Finish():
                self.add("finish(c);")
            case f.Impossible():
                self.add("fail(c);")
            case f.Burn():
                self.add(f"burn(c, {self.text(one.steps)});")
            case f.Question():
                self.add(f"ask(c, {self.names.symbol(OPTIONS)}, {self.text(one.player)});")
            case f.Answer():
                answer = self.names.symbol(ANSWER)
                self.add(f"{answer} = c->a;" if one.loads else f"c->a = {answer};")
            case f.Push():
                self._push(one)
            case f.Store():
                if one.slot == 0:
                    self.add(f"f->block = {self.text(one.value)};")
                else:
                    self._store("f", one.slot, one.value)
            case f.Load():
                self._load(one)
            case f.Pop():
                self.add("pop(c);")
            case f.Note():
                pass
            case f.Tell() | f.NoteSite() | f.NoteMay():
                raise AssertionError(one)  # these stand in notes
            case _:
                assert_never(one)

    def _turn(self, body: f.Block) -> None:
        self._loops[-1] += 1
        self.block(body)
        self._loops[-1] -= 1

    def _assign(self, one: f.Assign) -> None:
        self.add(f"{self.names.symbol(one.symbol)} = {self.text(one.value)};")

    def _set_slot(self, one: f.SetSlot) -> None:
        slot, value = one.slot, one.value
        if one.op == "=":
            # As in Python, the value is worked out before the place.
            if self.expressions.touches(value) or self.expressions.touches(slot):
                name = self.expressions.temporary()
                self.add(f"{{ I {name} = {self.text(value)}; {self.text(slot)} = {name}; }}")
                return
            self.add(f"{self.text(slot)} = {self.text(value)};")
            return
        name, at = ("add" if one.op == "+=" else "sub"), self.expressions.temporary()
        self.add(f"{{ I *{at} = &{self.text(slot)}; *{at} = {name}(c, *{at}, {self.text(value)}); }}")

    def _if(self, one: f.If) -> None:
        for number, branch in enumerate(one.branches):
            self.add(f"{'if' if number == 0 else '} else if'} ({self.text(branch.test)}) {{")
            self.block(branch.body)
        if one.otherwise:
            self.add("} else {")
            self.block(one.otherwise)
        self.add("}")

    # ---------------------------------------------------------------- how it ends
    def _returned(self, value: f.Expr) -> str:
        if self.made.function.sort == "change" and isinstance(value, f.Truth):
            return str(int(value.value))
        if self.type is CType.RESULT and self.made.function.sort not in ACTING:
            return f"({self.text(value)}) != 0"
        return self.text(value)

    def _return(self, value: str) -> None:
        if value == "THROUGH" and self.type is CType.NUMBER:
            value = "NO_CHANGE"
        if self._restores:
            self.add(f"{{ found = {value}; leaves = 1; goto {self._restores[-1]}; }}")
        else:
            self.add(f"return {value};")

    def _restore(self, one: f.Restore) -> None:
        """Print what is done however a block is left: a step that fails needs nothing restored."""
        label = f"restore_{self.expressions.temporary()}"
        outer = not self._restores
        self.add("{")
        if outer:
            empty = "EMPTY" if self.type is CType.LIST else "0"
            self.add(f"{self.type.value} found = {empty}; int leaves = 0;")
        self._restores.append(label)
        self._loops.append(0)
        self.block(one.body)
        self._loops.pop()
        self._restores.pop()
        self.add(f"{label}:;")
        self.block(one.after)
        self.add("if (leaves) return found;" if outer else f"if (leaves) goto {self._restores[-1]};")
        self.add("}")

    def _recall(self, one: f.Recall) -> None:
        width, key = self.expressions.memo_key(one.key)
        if width == 0 or self.type is CType.LIST:
            return
        name = self.expressions.temporary()
        memo = self.names.symbol(one.memo)
        burn = f"burn(c, {one.steps}); " if one.steps else ""
        self.add(f"{{ I {name};")
        self.add(f"if (recalled(c, {memo}, {width}, (const I[]){{{key}}}, &{name})) {{ {burn}")
        self._return(f"({self.type.value}){name}")
        self.add("} }")

    # ---------------------------------------------------------------- frames
    def _push(self, one: f.Push) -> None:
        name = self.expressions.temporary()
        self.add(f"{{ Fr *{name} = left_frame(c, {one.number}, {len(one.values)});")
        for number, value in enumerate(one.values):
            self._store(name, number + 1, value)
        self.add("}")

    def _store(self, frame: str, slot: int, value: f.Expr) -> None:
        if is_list(value):
            self.add(f"store_list(c, {frame}, {slot}, {self.text(value)});")
        else:
            self.add(f"store({frame}, {slot}, {self.text(value)});")

    def _load(self, one: f.Load) -> None:
        name = self.names.symbol(one.symbol)
        if one.symbol.type is FormType.LIST:
            self.add(f"{name} = frame_list(c, f, {one.slot});")
        else:
            self.add(f"{name} = f->s[{one.slot}];")


def _gives_list(e: f.Expr) -> bool:
    return isinstance(e, f.Call | f.CallOwn) and e.function.type is FormType.LIST


def _variables(block: f.Block) -> Iterator[Symbol]:
    """Yield the symbols that live in a function, some of them several times."""
    for outer in block:
        for statement in inside(outer):
            match statement:
                case f.Assign() | f.For() | f.Load():
                    yield statement.symbol
                case f.Append() | f.Remove() | f.DropThrough() | f.Truncate():
                    yield statement.list
                case f.Answer():
                    yield ANSWER
                case f.Question():
                    yield OPTIONS
                case f.Recall():
                    yield statement.memo
                case _:
                    pass
    own: set[Any] = set()
    for e in all_expressions(block):
        if isinstance(e, f.Comprehension | f.Aggregate | f.Gathered | f.Sorted) and e.symbol is not None:
            own.add(e.symbol)
    for e in all_expressions(block):
        if isinstance(e, f.Bound) or (isinstance(e, f.Use) and e.symbol not in own):
            yield e.symbol
