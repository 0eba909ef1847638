"""How the files of a game are read: from the disk, or, for editors, from what is being written, and only once each."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.schema import SchemaName, check_shape
from rulewright.interpreter.source import MappingNode, parse_yaml, read_yaml


class Reading:
    """Reads files from the disk."""

    def bytes_of(self, path: Path) -> bytes:
        """Return what a file holds; nothing when it is none, or cannot be read."""
        with suppress(OSError):
            return path.read_bytes() if path.is_file() else b""
        return b""

    def yaml(self, path: Path, shown_as: str, findings: Findings) -> MappingNode | None:
        """Read a YAML file, as `read_yaml` does."""
        return read_yaml(path, shown_as, findings)

    def shape(self, node: MappingNode, schema: SchemaName, findings: Findings) -> bool:
        """Return whether a file has the shape that its schema wants, as `check_shape` does."""
        return check_shape(node, schema, findings)


class BufferReading(Reading):
    """Reads what an editor holds before what the disk holds, and a text that has not changed no second time."""

    def __init__(self, buffers: Mapping[Path, str]) -> None:
        self.buffers = buffers
        self._files: dict[tuple[Path, str], tuple[bytes, MappingNode | None, list[Finding]]] = {}
        self._shapes: dict[int, tuple[MappingNode, SchemaName, bool, list[Finding]]] = {}

    def bytes_of(self, path: Path) -> bytes:
        """Return what a file will hold when it is saved."""
        text = self.buffers.get(path)
        return super().bytes_of(path) if text is None else text.encode("utf-8", "surrogatepass")

    def yaml(self, path: Path, shown_as: str, findings: Findings) -> MappingNode | None:
        """Read a file out of its buffer, else from the disk."""
        data = self.bytes_of(path)
        known = self._files.get((path, shown_as))
        if known is None or known[0] != data:
            found = Findings()
            text = self.buffers.get(path)
            node = read_yaml(path, shown_as, found) if text is None else parse_yaml(text, shown_as, found)
            known = self._files[path, shown_as] = (data, node, list(found))
        findings.extend(known[2])
        return known[1]

    def shape(self, node: MappingNode, schema: SchemaName, findings: Findings) -> bool:
        """Return whether a file has its shape; the node is kept, so that its number stays its own."""
        known = self._shapes.get(id(node))
        if known is None or known[:2] != (node, schema):
            found = Findings()
            fits = check_shape(node, schema, found)
            living = {id(kept) for _, kept, _ in self._files.values()}
            self._shapes = {number: kept for number, kept in self._shapes.items() if number in living}
            known = self._shapes[id(node)] = (node, schema, fits, list(found))
        findings.extend(known[3])
        return known[2]
