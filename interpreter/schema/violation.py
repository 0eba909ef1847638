"""One error of the schema library, tied to the nodes of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from rulewright.interpreter.findings import Span
from rulewright.interpreter.source import Entry, MappingNode, Node, Plain, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from jsonschema import ValidationError


@dataclass(frozen=True, slots=True)
class Violation:
    """What a schema wanted and did not get.

    `keyword` is the word of the schema that is violated and `wanted` its value; `schema` is the part of the schema
    around it. `value` is what stands in the file, at `node` inside of `parent` (for the whole file, both are its
    mapping). With `about_key`, `value` is a key of the mapping `node`, and its name is what is wrong.
    """

    keyword: str
    wanted: Any
    schema: Mapping[str, Any]
    value: Plain
    node: Node
    parent: Node
    path: tuple[str | int, ...]
    about_key: bool
    beside: tuple[str, ...] = ()
    """The keys that the schema names in the mapping above, where this value stands under a free name."""

    @property
    def mapping(self) -> MappingNode:
        """The node as a mapping; errors about keys come from nothing else."""
        return cast("MappingNode", self.node)

    @property
    def known_keys(self) -> list[str]:
        """The keys that the schema names."""
        return list(self.schema.get("properties", {}))

    @property
    def entry(self) -> Entry | None:
        """The key and value in the mapping above, or None in a list and for the whole file."""
        return (
            self.parent.entry(str(self.path[-1]))
            if self.path and isinstance(self.parent, MappingNode)
            else None
        )

    @property
    def place(self) -> Span:
        """The place of the value; where the value is empty, that of its key."""
        node, entry = self.node, self.entry
        is_empty = isinstance(node, ScalarNode) and node.plain and not node.text
        return entry.key.span if entry and is_empty else node.span

    @property
    def head(self) -> Span:
        """The place of the first key of the mapping."""
        return self.mapping.entries[0].key.span if self.mapping.entries else self.mapping.span

    @property
    def called(self) -> str:
        """What the value is called: its key, or its number in a list."""
        if not self.path:
            return "the file"
        last = self.path[-1]
        if isinstance(last, str):
            return f"`{last}`"
        names = [step for step in self.path if isinstance(step, str)]
        return f"entry {last + 1} of `{names[-1]}`"


def violation(error: ValidationError, root: MappingNode, whole: Any) -> Violation:  # noqa: ANN401  # a JSON Schema
    """The error with the nodes that its path leads to; `whole` is the schema of the file."""
    path = tuple(error.absolute_path)
    node: Node = root
    parent: Node = root
    for step in path:
        parent, node = node, _child(node, step)
    schema_path = list(error.absolute_schema_path)
    return Violation(
        keyword=str(error.validator),
        wanted=error.validator_value,
        schema=cast("Mapping[str, Any]", error.schema),
        value=cast("Plain", error.instance),
        node=node,
        parent=parent,
        path=path,
        about_key=len(schema_path) > 1 and schema_path[-2] == "propertyNames",
        beside=_named_beside(schema_path, whole) if schema_path[-2:-1] == ["additionalProperties"] else (),
    )


def _named_beside(schema_path: list[str | int], whole: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The keys that a schema names beside the free names of which one is meant."""
    part = whole
    for step in schema_path[:-2]:
        part = _referred(part, whole)
        if part is None:
            return ()
        part = part[step] if step != "$ref" else part  # only some versions of the library tell that step
    part = _referred(part, whole)
    return tuple(part.get("properties", ())) if part is not None else ()


def _referred(part: Any, whole: Any) -> Any:  # noqa: ANN401
    """The part that another one refers to, or that part itself; None for one in another file."""
    while part is not None and "$ref" in part:
        file, _, inner = part["$ref"].partition("#/")
        part = None if file else whole
        for word in inner.split("/") if part is not None else ():
            part = part[word]
    return part


def _child(node: Node, step: str | int) -> Node:
    if isinstance(node, SequenceNode):
        return node.items[cast("int", step)]
    # The path comes from the plain value of this very mapping, so the key is there.
    return cast("Entry", cast("MappingNode", node).entry(str(step))).value
