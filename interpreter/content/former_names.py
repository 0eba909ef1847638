"""Names as they were before: by what a thing was called at first chance goes on knowing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.interpreter.content.sections import FORMER_NAMES, Sections, scalar
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.declarations import Declarations


def read_former_names(sections: Sections, declared: Declarations, findings: Findings) -> dict[str, str]:
    """Return what each renamed thing was called at first; a finding for what would make two things one to chance."""
    entries = sections.mapped[FORMER_NAMES]
    former = {entry.key.text: node.text for entry in entries if (node := scalar(entry.value)) is not None}
    known = set(_names(declared))
    first: dict[str, str] = {}
    for entry in entries:
        name, node = entry.key.text, scalar(entry.value)
        if node is None:
            continue
        if name not in known:
            message = f"nothing is called `{name}` that could have had another name"
            findings.add("RW201", entry.key.span, message, nearest(name, known))
        other = first.setdefault(node.text, name)
        if other != name:
            message = f"`{node.text}` is what `{other}` was called; chance could not tell the two apart"
            findings.add("RW202", node.span, message)
        elif node.text in known and node.text not in former:
            message = f"`{node.text}` is declared, and would be what `{name}` was called"
            findings.add("RW202", node.span, f"{message}; chance could not tell the two apart")
    return former


def as_first_called(name: str, former: Mapping[str, str]) -> str:
    """Return a name, of several parts with dots between perhaps, as it was at first."""
    return ".".join(former.get(part, part) for part in name.split("."))


def _names(declared: Declarations) -> Iterator[str]:
    groups: tuple[Iterable[str], ...] = (
        declared.cards, declared.actions, declared.phases, declared.windows, declared.counters, declared.state,
        declared.player_zones, declared.values, declared.kinds, declared.enums,
    )  # fmt: skip
    for group in groups:
        yield from group
    for name in (*declared.zones, *declared.component_zones):
        yield from name.split(".")
    for kind in declared.kinds.values():
        yield from (*kind.fields, *kind.state)
    for enum in declared.enums.values():
        yield from enum.values
