"""Explains why a formula does not hold: the values of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.findings import Span
from interpreter.language.checked import AllOf, AnyOf, Compare, Const, Expr, Member, Not
from interpreter.machine.match import Match
from interpreter.machine.naming import Value
from interpreter.source import ScalarNode


def explain(match: Match, formula: Expr, locals_: Mapping[str, Value], node: ScalarNode) -> str:
    """Return in words what the parts of a formula that does not hold are now; `node` is the text it was written in."""
    return _Explainer(match, locals_, node).explain(formula) or "it is not so"


class _Explainer:
    """Explains one formula at one moment."""

    def __init__(self, match: Match, locals_: Mapping[str, Value], node: ScalarNode) -> None:
        self.match = match
        self.locals = locals_
        self.node = node

    def explain(self, formula: Expr) -> str:
        parts = list(dict.fromkeys(self._failing(formula)))
        return " and ".join(parts)

    def _failing(self, formula: Expr) -> Iterator[str]:
        match formula:
            case AllOf(parts=parts):
                for part in parts:
                    if not self.match.evaluate(part, self.locals):
                        yield from self._failing(part)
            case AnyOf(parts=parts):
                for part in parts:
                    yield from self._failing(part)
            case Compare(left=left, right=right) | Member(item=left, list=right):
                yield from self._value(left)
                yield from self._value(right)
            case Not(of=part):
                yield from self._failing(part)
            case _:
                yield from self._value(formula)

    def _value(self, part: Expr) -> Iterator[str]:
        text, value = self._text(part.span), self._shown(part, self.match.evaluate(part, self.locals))
        # A number or a name that stands for itself explains nothing.
        if not isinstance(part, Const) and text != value:
            yield f"{text} is {value}"

    def _shown(self, part: Expr, value: Value) -> str:
        naming = self.match.naming
        if isinstance(value, tuple):
            item = part.type.item
            return f"[{', '.join(naming.word(item, entry) for entry in value)}]" if item is not None else "[]"
        return naming.word(part.type, value)

    def _text(self, span: Span) -> str:
        """Return the text of a part as the author wrote it."""
        line = self.node.source.line(span.line) or ""
        return line[span.column - 1 : span.end_column - 1].strip() or "it"
