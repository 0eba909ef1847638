"""Collects statements that are being lowered, each with its place in the content."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form.make import FALSE, TRUE
from rulewright.interpreter.compiler.form.runtime import Runtime
from rulewright.interpreter.compiler.form.symbols import Symbol
from rulewright.interpreter.findings import Span


@dataclass(slots=True)
class Code:
    """Straight code being lowered. `span` is the place that statements come from until another is named."""

    span: Span | None = None
    statements: list[f.Stmt] = field(default_factory=list)

    @property
    def block(self) -> f.Block:
        """The statements so far."""
        return tuple(self.statements)

    def add(self, statement: f.Stmt) -> None:
        """Add a statement that knows its place."""
        self.statements.append(statement)

    def extend(self, block: f.Block) -> None:
        """Add statements."""
        self.statements.extend(block)

    def set(self, symbol: Symbol, value: f.Expr, span: Span | None = None) -> None:
        """Give a symbol a value."""
        self.add(f.Assign(symbol, value, span or self.span))

    def do(self, function: Runtime, *args: f.Expr, span: Span | None = None) -> None:
        """Call a function of the machine."""
        self.add(f.Do(f.Call(function, args), span or self.span))

    def give(self, value: f.Expr | None, span: Span | None = None) -> None:
        """Return a value."""
        self.add(f.Return(value, span or self.span))

    @contextmanager
    def when(self, test: f.Expr, span: Span | None = None) -> Iterator[Code]:
        """Collect what is done where a condition holds; for one that is known, what is always done, or never."""
        inner = Code(self.span)
        yield inner
        if test == TRUE:
            self.extend(inner.block)
        elif test != FALSE:
            place = span or self.span
            self.add(f.If((f.Branch(test, inner.block, place),), (), place))

    @contextmanager
    def each(self, symbol: Symbol, source: f.Expr, span: Span | None = None) -> Iterator[Code]:
        """Collect what is done for each item of a list."""
        inner = Code(self.span)
        yield inner
        self.add(f.For(symbol, source, inner.block, span or self.span))

    @contextmanager
    def noted(self, span: Span | None = None) -> Iterator[Code]:
        """Collect what is done only where a journal is kept."""
        inner = Code(span or self.span)
        yield inner
        self.add(f.Note(inner.block, span or self.span))

    @contextmanager
    def restoring(self, after: f.Block) -> Iterator[Code]:
        """Collect what is done before something else that is done however it is left."""
        inner = Code(self.span)
        yield inner
        self.add(f.Restore(inner.block, after, self.span))


def surely_leaves(block: f.Block) -> bool:
    """Say whether a block ends the function that it stands in, whatever came before."""
    return bool(block) and isinstance(block[-1], f.Return)
