"""Files of a game rewritten in the one style: of YAML only the lines with effects and formulas are touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.content.load import content_files
from rulewright.interpreter.content.loader import Loader
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.format.texts import BLOCK, WIDTH, formatted
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode, parse_yaml

_FORMULAS = frozenset({"effect", "formula"})


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file that is not in the one style: its text as it is, and as it should be."""

    path: Path
    before: str
    after: str


class _Texts(Findings):
    """Findings that also hear of every text that was read, with what it was read as."""

    def __init__(self) -> None:
        super().__init__()
        self.read: dict[int, tuple[str, ScalarNode]] = {}

    def hear_of(self, start: str, scalar: object, shift: int, length: int) -> None:
        assert isinstance(scalar, ScalarNode)
        # Formulas in the braces of words stay as they are.
        if length == len(scalar.text):
            self.read[id(scalar)] = (start, scalar)


def rewritten(name: str, root: Path, packs: tuple[Pack, ...] = ()) -> Iterator[Rewritten]:
    """Yield the files of a game, with those of packs laid over it, that are not in the one style.

    A text that cannot be read is left as it is; `validate` tells why.
    """
    files = content_files(name, root, packs)
    texts = _Texts()
    Loader(name, root, packs, Findings(), texts).load(files, "")
    by_file: dict[str, list[tuple[str, ScalarNode]]] = {}
    for start, scalar in texts.read.values():
        by_file.setdefault(scalar.span.file, []).append((start, scalar))
    for file in files:
        found = by_file.get(file.shown)
        if found:
            before = found[0][1].source.text
            after = rewritten_text(before, found)
            if after != before:
                yield Rewritten(file.path, before, after)


@dataclass(frozen=True, slots=True)
class _Change:
    """A stretch of a file and what is to stand there, and the text that is then read there."""

    start: int
    end: int
    new: str
    scalar: ScalarNode
    text: str


def rewritten_text(before: str, texts: Sequence[tuple[str, ScalarNode]]) -> str:
    """Return the text of a file in the one style; `texts` are its effects and formulas, with what each was read as."""
    changes = [change for start, scalar in texts if (change := _change(before, start, scalar)) is not None]
    # Where YAML would read a text in another way, it is left as it was.
    after = _with(before, changes)
    if not _reads_as_wanted(before, after, changes):
        good: list[_Change] = []
        for change in changes:
            if _reads_as_wanted(before, _with(before, [*good, change]), [*good, change]):
                good.append(change)
        after = _with(before, good)
    return after


def _with(before: str, changes: Sequence[_Change]) -> str:
    parts, at = [], 0
    for change in sorted(changes, key=lambda each: each.start):
        parts += [before[at : change.start], change.new]
        at = change.end
    return "".join((*parts, before[at:]))


def _reads_as_wanted(before: str, after: str, changes: Sequence[_Change]) -> bool:
    """Return whether YAML reads the same as before, but for the texts that were changed."""
    wanted = {change.scalar.start_of(0): change.text for change in changes}
    findings = Findings()
    old, new = parse_yaml(before, "", findings), parse_yaml(after, "", findings)
    return old is not None and new is not None and not findings and _same(old, new, wanted)


def _same(old: Node, new: Node, wanted: dict[int, str]) -> bool:
    match old, new:
        case ScalarNode(), ScalarNode():
            text = wanted.get(old.start_of(0)) if old.text else None
            return new.text.rstrip("\n") == (old.text if text is None else text).rstrip("\n")
        case MappingNode(), MappingNode():
            return len(old.entries) == len(new.entries) and all(
                _same(one.key, other.key, wanted) and _same(one.value, other.value, wanted)
                for one, other in zip(old.entries, new.entries, strict=True)
            )
        case SequenceNode(), SequenceNode():
            return len(old.items) == len(new.items) and all(
                _same(one, other, wanted) for one, other in zip(old.items, new.items, strict=True)
            )
    return False


def _change(before: str, start: str, scalar: ScalarNode) -> _Change | None:
    """Return what is to be changed for a text; None where nothing is, or nothing can be."""
    if not scalar.text.strip():
        return None
    match scalar.style:
        case "literal":
            return _in_block(before, start, scalar)
        case "plain" | "single" | "double":
            return _on_one_line(before, start, scalar)
        case "folded":
            return None  # its lines are joined by YAML, and stand as somebody wanted them


def _in_block(before: str, start: str, scalar: ScalarNode) -> _Change | None:
    first = scalar.start_of(0)
    begin = before.rfind("\n", 0, first) + 1
    indent = before[begin:first]
    if indent.strip(" "):
        return None
    text = formatted(start, scalar.text.rstrip("\n"), WIDTH - len(indent))
    if text is None:
        return None
    end = scalar.start_of(len(scalar.text.rstrip()) - 1) + 1
    line_end = "\r\n" if "\r\n" in before else "\n"
    new = line_end.join(indent + line if line else "" for line in text.split("\n"))
    return None if new == before[begin:end] else _Change(begin, end, new, scalar, text)


def _on_one_line(before: str, start: str, scalar: ScalarNode) -> _Change | None:
    first = scalar.start_of(0)
    last = scalar.start_of(len(scalar.text) - 1) + 1
    if before[first:last] != scalar.text or "\n" in scalar.text:
        return None
    text = formatted(start, scalar.text, 1_000_000)
    if text is None or "\n" in text:
        return None
    column = first - (before.rfind("\n", 0, first) + 1)
    if column + len(text) > WIDTH and start in _FORMULAS:
        block = _as_block(before, start, scalar, first, last)
        if block is not None:
            return block
    return None if text == scalar.text else _Change(first, last, text, scalar, text)


def _as_block(before: str, start: str, scalar: ScalarNode, first: int, last: int) -> _Change | None:
    """Return a text that is too long for its line as a block below its key; None where it stands inside { } or [ ]."""
    begin = before.rfind("\n", 0, first) + 1
    quotes = 0 if scalar.plain else 1
    head = before[begin : first - quotes]
    key = head.lstrip(" ").removeprefix("- ")
    rest = before[last + quotes : _line_end(before, last)]
    if not key.endswith(": ") or any(sign in key for sign in "{[") or rest.strip():
        return None
    indent = " " * (len(head) - len(key)) + BLOCK
    text = formatted(start, scalar.text, WIDTH - len(indent))
    if text is None or "\n" not in text:
        return None
    line_end = "\r\n" if "\r\n" in before else "\n"
    new = line_end.join(["|", *(indent + line if line else "" for line in text.split("\n"))])
    return _Change(first - quotes, last + quotes, new, scalar, text)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
