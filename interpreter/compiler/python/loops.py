"""Lays out as loops what Python would make a function of anew each time: generators, and lists that are filtered.

To make such a function takes Python longer than to go through a short list, and what it shares with the function around
it is slower in both. So what is reckoned of a list (any, all, first, count, sum) becomes a function that is there once
and is handed what it needs. Where that is all that a function gives back, the loop stands in it; so it does where a
filtered list gets a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.facts import facts, parts, rebuilt
from rulewright.interpreter.compiler.form.make import (
    EMPTY,
    FALSE,
    NONE,
    ONE,
    TRUE,
    ZERO,
    is_literal,
    is_plain_index,
    joined,
    negated,
)
from rulewright.interpreter.compiler.form.module import FunctionDef
from rulewright.interpreter.compiler.form.symbols import Function, Symbol
from rulewright.interpreter.findings import Span

_OF_NOTHING: dict[f.AggregateOp, f.Expr] = {
    "any": FALSE,
    "all": TRUE,
    "first": NONE,
    "count": ZERO,
    "sum": ZERO,
}
"""What is laid out, with what it comes to for an empty list; the greatest and the least Python finds as quickly."""

_NUMBER, _ITEMS = Symbol("n", "own"), Symbol("items", "own")
"""What counts or adds up, and a list that is handed on."""


class Loops:
    """Lays out the loops of one game. `functions` are those that are called for them, since they were last taken."""

    def __init__(self) -> None:
        self._acts = False
        self._span: Span | None = None
        self._known: dict[object, Function] = {}
        self._functions: list[FunctionDef] = []

    def laid_out(self, made: FunctionDef) -> list[FunctionDef]:
        """Return a function with its loops laid out, behind the new ones that it calls for some of them."""
        self._functions, self._acts = [], made.function.acts
        body = self.block(made.body)
        return [*self._functions, replace(made, body=body)]

    # ---------------------------------------------------------------- statements
    def block(self, block: f.Block) -> f.Block:
        """Return a block with its loops laid out."""
        return tuple(made for statement in block for made in self._statement(statement))

    def _statement(self, statement: f.Stmt) -> f.Block:
        self._span = statement.span
        match statement:
            case f.Note():
                return (statement,)
            case f.If():
                # What a branch asks comes before what it does.
                branches = tuple(map(self._branch, statement.branches))
                return (f.If(branches, self.block(statement.otherwise), statement.span),)
            case f.For():
                source = self._expression(statement.source)
                return (f.For(statement.symbol, source, self.block(statement.body), statement.span),)
            case f.Loop():
                test = None if statement.test is None else self._expression(statement.test)
                return (f.Loop(test, self.block(statement.body), statement.span),)
            case f.Restore():
                return (f.Restore(self.block(statement.body), self.block(statement.after), statement.span),)
            case f.Assign(value=f.Comprehension() as built) if _can_be_filled(statement.symbol, built):
                return _filled(statement.symbol, rebuilt(built, self._expression), statement.span)
            case f.Return(value=f.Aggregate() as e) if not self._acts and _can_move(e):
                return _reckoned(rebuilt(e, self._expression), statement.span)
            case f.Return(value=f.Choice(yes=yes, test=f.Aggregate(op="any" | "all") as e, no=no)) if (
                not self._acts and _can_move(e) and isinstance(yes, f.Num) and isinstance(no, f.Num)
            ):
                return _reckoned(rebuilt(e, self._expression), statement.span, yes, no)
        return (rebuilt(statement, self._expression),)

    def _branch(self, branch: f.Branch) -> f.Branch:
        return f.Branch(self._expression(branch.test), self.block(branch.body), branch.span)

    # ---------------------------------------------------------------- expressions
    def _expression(self, e: Any) -> Any:  # noqa: ANN401  # any class of expressions
        """Return an expression that calls a function for what it reckons of a list."""
        if not facts(e).loops:
            return e
        made = rebuilt(e, self._expression)
        return self._called(made) if isinstance(made, f.Aggregate) and _can_move(made) else made

    def _called(self, e: f.Aggregate) -> f.Expr:
        """Return the call of a function that reckons something of a list; one serves all that are alike at a place."""
        source = e.source
        handed: tuple[f.Expr, ...] = ()
        if not _is_there(source):
            # So a name that is given in it is known behind the call, too.
            handed = (source,)
            e = f.Aggregate(e.op, e.element, e.symbol, f.Use(_ITEMS), e.test)
        needed = [symbol for symbol in dict.fromkeys(_needed(e)) if symbol is not _ITEMS]
        key = (e, self._span)
        function = self._known.get(key)
        if function is None:
            function = self._known[key] = Function("loop", (e.op, e.symbol.name))
            params = (_ITEMS, *needed) if handed else tuple(needed)
            self._functions.append(FunctionDef(function, params, _reckoned(e, self._span), self._span))
        call = f.CallOwn(function, (*handed, *map(f.Use, needed)))
        if _is_plain_zone(source) and source != f.Zone(ZERO):
            # It is not begun on an empty zone; the turn order never is empty.
            return f.Choice(call, f.Some(source), _OF_NOTHING[e.op])
        return call


def _is_there(source: f.Expr) -> bool:
    """Say whether a list is at hand everywhere."""
    if isinstance(source, f.Join):
        return all(map(_is_plain_zone, source.parts))
    return is_literal(source) or _is_plain_zone(source)


def _can_be_filled(symbol: Symbol, built: f.Comprehension) -> bool:
    """Say whether a list can be filled item by item under its name."""
    return built.test is not None and symbol not in facts(built).symbols


def _filled(symbol: Symbol, built: f.Comprehension, span: Span | None) -> f.Block:
    body: f.Block = (f.Append(symbol, built.element, span),)
    return (f.Assign(symbol, f.Copy(EMPTY), span), _gone_through(built, body, span))


def _reckoned(e: f.Aggregate, span: Span | None, yes: f.Expr = TRUE, no: f.Expr = FALSE) -> f.Block:
    """Return what goes through a list and gives back what is reckoned of it."""
    match e.op:
        case "any":
            return (_gone_through(_testing(e, e.element), (f.Return(yes, span),), span), f.Return(no, span))
        case "all":
            found = _testing(e, negated(e.element))
            return (_gone_through(found, (f.Return(no, span),), span), f.Return(yes, span))
        case "first":
            return (_gone_through(e, (f.Return(e.element, span),), span), f.Return(NONE, span))
    raised = f.Arith(f.Use(_NUMBER), "+", ONE if e.op == "count" else e.element)
    counting = _gone_through(e, (f.Assign(_NUMBER, raised, span),), span)
    return (f.Assign(_NUMBER, ZERO, span), counting, f.Return(f.Use(_NUMBER), span))


def _testing(e: f.Aggregate, element: f.Expr) -> f.Aggregate:
    """Return the same with a condition more."""
    tests = (element,) if e.test is None else (e.test, element)
    return f.Aggregate(e.op, e.element, e.symbol, e.source, joined(tests, all_=True))


def _gone_through(e: f.Aggregate | f.Comprehension, body: f.Block, span: Span | None) -> f.Stmt:
    """Return the loop through a list that does something for each item that meets the test."""
    if e.test is not None and e.test != TRUE:
        body = (f.If((f.Branch(e.test, body, span),), (), span),)
    source = e.source
    if isinstance(source, f.Join) and len(source.parts) > 1 and all(map(_is_plain_zone, source.parts)):
        zone = Symbol("zone", "own")
        return f.For(zone, f.Tuple(source.parts), (f.For(e.symbol, f.Use(zone), body, span),), span)
    return f.For(e.symbol, source, body, span)


def _can_move(e: f.Aggregate) -> bool:
    """Say whether something can be reckoned elsewhere: it looks only at what it can be handed there."""
    return (
        e.op in _OF_NOTHING
        and (e.op != "count" or e.element == ONE)
        and not facts(e).draws
        and not any(map(_is_of_its_place, _nodes(e)))
    )


def _is_of_its_place(e: f.Node) -> bool:
    match e:
        case f.NotedSite():
            return True
        case f.Call():
            return e.function.acts or e.function.state == "s"
        case f.CallOwn():
            return e.function.acts
        case f.CallField():
            return not e.starts
    return False


def _nodes(e: f.Node) -> Iterator[f.Node]:
    """Yield an expression and all in it, in the order in which it is read."""
    yield e
    for part in parts(e):
        yield from _nodes(part)


def _needed(e: f.Expr) -> Iterator[Symbol]:
    """Yield the symbols that are to be handed to an expression, in the order in which it uses them."""
    named = {node.symbol for node in _nodes(e) if isinstance(node, f.Bound)}
    for node in _nodes(e):
        if isinstance(node, f.Use) and node.symbol in facts(e).symbols and node.symbol not in named:
            yield node.symbol


def _is_plain_zone(e: f.Expr) -> bool:
    return isinstance(e, f.Zone) and is_plain_index(e.number)
