"""YAML events become nodes: one document, plain keys, every value written out where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NoReturn, Protocol, cast

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from yaml.scanner import ScannerError
from yaml.tokens import ScalarToken

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source.nodes import (
    Entry,
    MappingNode,
    Node,
    ScalarNode,
    ScalarStyle,
    SequenceNode,
)
from rulewright.interpreter.source.syntax_errors import TAG_MESSAGE, behind_word, note_syntax_error
from rulewright.interpreter.source.text import SourceText

DEEPEST = 100
"""Lists and mappings inside each other."""
MOST_VALUES = 200_000
"""Values of one file; more would only fill the memory."""

_STYLES: dict[str | None, ScalarStyle] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*[ \t]*(?:(?:#[^\n]*)?\r?\n[ \t]*)*)+")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")
_ODD_BLANK = re.compile("[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000]")
_ESCAPED_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class _Mark(Protocol):
    """A place in the text; everything counts from 0."""

    index: int
    line: int
    column: int


class _Properties(Protocol):
    anchor: str | None
    tag: str | None


class _EventParser(Protocol):
    def get_event(self) -> Event: ...


class _Stop(Exception):
    """Nothing behind this place can be understood; the finding is already noted."""


class PythonParser(yaml.SafeLoader):
    """PyYAML's parser in Python, for installations without the one in C, and as strict as that one.

    One difference is left, which no effect needs: inside [ ] and { } a bare text ends at a question mark.
    """

    def scan_plain(self) -> ScalarToken:
        """Refuse a bare key with its value directly behind the colon, as in {a:[b]}."""
        start = self.get_mark()
        token: ScalarToken = super().scan_plain()
        if self.flow_level and self.peek() == ":" and self.peek(1) in ",?[]{}":
            raise ScannerError(
                "while scanning a plain scalar", start, "found unexpected ':'", self.get_mark()
            )
        return token

    def scan_flow_scalar(self, style: str) -> ScalarToken:
        """Refuse an escape that stands for no character."""
        start = self.get_mark()
        token: ScalarToken | None
        try:
            token = super().scan_flow_scalar(style)
        except ValueError:  # beyond the last character
            token = None
        if token is None or _SURROGATE.search(token.value):
            problem = "invalid Unicode character escape"
            raise ScannerError("while scanning a quoted scalar", start, problem, self.get_mark())
        return token


def event_parser(text: str) -> _EventParser:
    """The fastest parser that the installed PyYAML has, in C or in Python; both give the same events."""
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else PythonParser
    return cast("_EventParser", loader(text))


def build(source: SourceText, findings: Findings) -> MappingNode | None:
    """The mapping that a file consists of, or None when there is none that could be used."""
    # Tabs are no indentation any more at this point, and the two parsers disagree about all others: to them a tab is a
    # blank. A last line end is added because a block text at the end of a file would otherwise lack its own.
    text = source.text.replace("\t", " ")
    if not text.endswith("\n"):
        text += "\n"
    return _Builder(source, event_parser(text), findings).file()


class _Builder:
    def __init__(self, source: SourceText, parser: _EventParser, findings: Findings) -> None:
        self._source = source
        self._parser = parser
        self._findings = findings
        self._has_tabs = "\t" in source.text
        self._values = 0
        self._anchors: dict[str, Span] = {}
        self._repeated: set[str] = set()  # anchors with an alias
        self._has_gaps = False

    # ---- the file as a whole

    def file(self) -> MappingNode | None:
        try:
            self._next()
            event = self._next()
            if not isinstance(event, DocumentStartEvent):
                self._note_empty_file()
                return None
            root = self._node(self._next(), -1, 1)
            self._next()
            self._refuse_more(self._next())
        except _Stop:
            return None
        self._refuse_idle_anchors()
        if isinstance(root, ScalarNode) and root.plain and not root.text:
            self._note_empty_file()
            return None
        if not isinstance(root, MappingNode):
            met = "a list" if isinstance(root, SequenceNode) else "a single text"
            self._findings.add(
                "RW011", root.span, f"the file consists of {met}, but `key: value` lines are wanted"
            )
            return None
        # What an alias stood for, or a text that begins with &, is missing: the rest would be checked with the gap.
        return None if self._repeated or self._has_gaps else root

    def _note_empty_file(self) -> None:
        self._findings.add("RW005", Span(self._source.file, 1, 1, 1), "the file is empty")

    def _refuse_more(self, event: Event) -> None:
        if isinstance(event, DocumentStartEvent):
            message = (
                "a second document begins here; a file holds one, so move this part to a file of its own"
            )
            self._stop("RW010", event, message)

    def _refuse_idle_anchors(self) -> None:
        for name, span in self._anchors.items():
            if name not in self._repeated:
                message = (
                    f"`&{name}` is an anchor, which has no use here: delete it; "
                    "a text that begins with & needs quotes"
                )
                self._findings.add("RW013", span, message)

    # ---- events

    def _next(self) -> Event:
        try:
            return self._parser.get_event()
        except yaml.MarkedYAMLError as error:
            note_syntax_error(error, self._source, self._findings)
        raise _Stop

    def _stop(self, code: str, event: Event, message: str) -> NoReturn:
        self._findings.add(code, self._span(event), message)
        raise _Stop

    def _start(self, event: Event) -> int:
        return cast("_Mark", event.start_mark).index

    def _span(self, first: Event, last: Event | None = None) -> Span:
        """From the start of an event to its end, or to the end of a later event, but not over the end of a line."""
        start, end = cast("_Mark", first.start_mark), cast("_Mark", (last or first).end_mark)
        if start.line == end.line:
            return Span(self._source.file, start.line + 1, start.column + 1, end.column + 1)
        return self._source.span(start.index, end.index)

    # ---- nodes

    def _node(self, event: Event, indent: int, depth: int, *, merged: bool = False) -> Node:
        # The key << is a mistake of its own; the aliases that it nearly always has are not a second one.
        self._values += 1
        if depth > DEEPEST:
            self._stop(
                "RW017", event, f"lists and mappings stand more than {DEEPEST} deep in each other here"
            )
        if self._values > MOST_VALUES:
            self._stop("RW016", event, f"the file holds more than {MOST_VALUES} values; split it")
        if isinstance(event, AliasEvent):
            return self._alias(event, merged=merged)
        properties = cast("_Properties", event)
        if properties.anchor is not None or properties.tag is not None:
            self._refuse_properties(event, properties)
        if isinstance(event, ScalarEvent):
            return self._scalar(event, indent)
        if isinstance(event, MappingStartEvent):
            return self._mapping(event, indent, depth)
        return self._sequence(cast("SequenceStartEvent", event), indent, depth, merged=merged)

    def _alias(self, event: AliasEvent, *, merged: bool = False) -> ScalarNode:
        span = self._span(event)
        name = event.anchor or ""
        if not merged and name not in self._repeated:
            line = f" (set in line {self._anchors[name].line})" if name in self._anchors else ""
            message = (
                f"`*{name}` repeats the value of an anchor{line}, which is not done here: write the value out; "
                "a text that begins with * needs quotes"
            )
            self._findings.add("RW013", span, message)
        self._repeated.add(name)
        return ScalarNode(span, "", "plain", self._source, self._start(event), -1)

    def _refuse_properties(self, event: Event, properties: _Properties) -> None:
        start = self._start(event)
        anchor = properties.anchor
        if anchor is not None:
            self._anchors.setdefault(anchor, self._source.span(start, start + 1 + len(anchor)))
        if properties.tag is not None:
            # The parsers do not agree how far a tag goes, so nothing behind it is sure.
            self._findings.add(
                "RW015", self._source.span(start, behind_word(self._source.text, start)), TAG_MESSAGE
            )
            raise _Stop

    def _scalar(self, event: ScalarEvent, indent: int) -> ScalarNode:
        start = self._start(event)
        if event.anchor is not None or event.tag is not None:
            found = _PROPERTIES.match(self._source.text, start)
            start = found.end() if found else start
        style = _STYLES[event.style]
        self._has_gaps |= event.anchor is not None and style == "plain" and not event.value
        if style in ("literal", "folded"):
            header = _BLOCK_HEADER.match(self._source.text, start)
            span = self._source.span(start, header.end() if header else start + 1)
        else:
            span = self._span(event)
        node = ScalarNode(span, event.value, style, self._source, start, indent)
        if style == "double":
            self._check_escapes(node)
        return self._with_tabs(node) if self._has_tabs else node

    def _with_tabs(self, node: ScalarNode) -> ScalarNode:
        """The same text with the tabs that the author wrote, which the parser took for blanks."""
        source = self._source.text
        chars = [
            "\t" if char == " " and source[node.start_of(i)] == "\t" else char
            for i, char in enumerate(node.text)
        ]
        return node.with_text("".join(chars))

    def _check_escapes(self, node: ScalarNode) -> None:
        control = _ESCAPED_CONTROL.search(node.text)
        if control:
            message = (
                f"this escape stands for the control character U+{ord(control[0]):04X}, which no text needs"
            )
            self._findings.add("RW006", node.place(control.start()), message)

    def _sequence(self, event: SequenceStartEvent, indent: int, depth: int, *, merged: bool) -> SequenceNode:
        flow, start = bool(event.flow_style), cast("_Mark", event.start_mark)
        inner = indent if flow else start.column
        items: list[Node] = []
        while not isinstance(following := self._next(), SequenceEndEvent):
            items.append(self._node(following, inner, depth + 1, merged=merged))
        span = self._span(event, following) if flow else self._source.span(start.index, start.index + 1)
        return SequenceNode(span, tuple(items), flow)

    def _mapping(self, event: MappingStartEvent, indent: int, depth: int) -> MappingNode:
        flow = bool(event.flow_style)
        inner = indent if flow else cast("_Mark", event.start_mark).column
        entries: dict[str, Entry] = {}
        merged: list[Entry] = []
        for key, value in self._pairs(inner, depth):
            if key is not None and self._key_is_fine(key, entries):
                entries[key.text] = Entry(key, value)
            elif key is not None and _merges(key):
                merged += self._merged(value)
        # What the mistake was meant to bring is no second one for being missing.
        for entry in merged:
            entries.setdefault(entry.key.text, entry)
        found = tuple(entries.values())
        span = found[0].key.span if found and not flow else self._span(event, self._last)
        return MappingNode(span, found, flow)

    def _merged(self, value: Node) -> Iterator[Entry]:
        """Yield what is written out at a merge key, in one mapping or in a list of them."""
        for part in value.items if isinstance(value, SequenceNode) else (value,):
            if isinstance(part, MappingNode):
                yield from part.entries
            else:
                self._has_gaps = True  # nobody knows what it would bring

    def _pairs(self, indent: int, depth: int) -> Iterator[tuple[ScalarNode | None, Node]]:
        while not isinstance(event := self._next(), MappingEndEvent):
            key = self._node(event, indent, depth + 1)
            if not isinstance(key, ScalarNode):
                message = "a list or a mapping stands where a key is wanted; a key is a single word or number"
                self._findings.add("RW012", key.span, message)
            following = self._next()
            merges = isinstance(key, ScalarNode) and _merges(key)
            value = self._node(following, indent, depth + 1, merged=merges)
            yield (key if isinstance(key, ScalarNode) else None), value
        self._last = event

    def _key_is_fine(self, key: ScalarNode, entries: dict[str, Entry]) -> bool:
        text = key.text
        if _merges(key):
            message = "`<<` merges another mapping into this one, which is not done here: write its keys out"
            self._findings.add("RW014", key.span, message)
            return False
        if not text.strip() or (key.plain and text == "~"):
            self._findings.add("RW012", key.span, "a key is missing before the colon")
            return False
        if "\n" in text or key.style in ("literal", "folded"):
            self._findings.add("RW012", key.span, "a key must stand on one line")
            return False
        odd = _ODD_BLANK.search(text)
        if odd:
            message = (
                f"this key holds U+{ord(odd[0]):04X}, which only looks like a blank; type a blank, or nothing"
            )
            self._findings.add("RW006", key.place(odd.start()), message)
            return False
        if text in entries:
            line = entries[text].key.span.line
            self._findings.add(
                "RW009", key.span, f"the key `{text}` is given twice: it stands in line {line} already"
            )
            return False
        return True


def _merges(key: ScalarNode) -> bool:
    return key.text == "<<" and key.plain
