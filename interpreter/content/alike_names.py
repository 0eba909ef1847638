"""Finds declarations whose names differ so little that a reader takes one for the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.language.names import folded

Named = tuple[str, Span]


def find_alike_names(declared: Declarations, findings: Findings) -> None:
    """Make a finding for names of one space that look alike, at the later one, with the other's place.

    A space is what can stand at the same place of a text: calls, windows, members of one kind, and so on.
    """
    for space in _spaces(declared):
        met: dict[str, Named] = {}
        for name, span in space:
            first, there = met.setdefault(folded(name), (name, span))
            if first != name:
                findings.add("RW230", span, told_alike(name, first, there))


def told_alike(name: str, other: str, there: Span | None) -> str:
    """Return what is wrong with a name that looks like another, which is declared at a place."""
    where = f" in {there.file}:{there.line}" if there is not None else ""
    return f"`{name}` and `{other}`{where} differ in `-`, `_` and capital letters only; one of them needs another name"


def _spaces(declared: Declarations) -> Iterator[Iterable[Named]]:
    yield _spanned(declared.values, declared.actions)
    yield _spanned(declared.windows)
    yield _spanned(declared.phases)
    yield _spanned(declared.options)
    yield _spanned({name: enum for name, enum in declared.enums.items() if "." not in name}, declared.kinds)
    yield _spanned(declared.state)
    yield _spanned(declared.counters, declared.player_zones)
    # What stands alone in a text: see `check_name_space`.
    yield [
        *((enum.all_name, enum.span) for enum in declared.enums.values() if enum.all_name),
        *((kind.all_name, kind.span) for kind in declared.kinds.values()),
        *_spanned(declared.tables, declared.zones, declared.cards),
    ]
    for kind in declared.kinds.values():
        zones = {name: declared.component_zones[f"{kind.name}.{name}"] for name in kind.zones}
        yield _spanned(kind.fields, kind.state, zones)
    heads = (declared.windows.values(), declared.values.values(), declared.actions.values())
    for params in [head.params for group in heads for head in group]:
        yield ((param.name, param.span) for param in params)


def _spanned(*groups: Iterable[str]) -> Iterator[Named]:
    for group in groups:
        assert isinstance(group, dict)
        yield from ((name, one.span) for name, one in group.items())
