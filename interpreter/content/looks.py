"""How a game's table looks, as its rules say it under `table:`; for people's eyes only, no rule reads it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from rulewright.interpreter.content.boards import grid_of
from rulewright.interpreter.content.model import Looks
from rulewright.interpreter.content.sections import Sections, child, entries, items, scalar, scalars
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.source import Entry, Node, ScalarNode, SequenceNode

_SIZE = re.compile(r"(\d+(?:\.\d+)?) x (\d+(?:\.\d+)?)")
_GAP = "none"


class LooksReader:
    """Reads `table:` and sees that everything it names is declared."""

    def __init__(self, sections: Sections, declared: Declarations, findings: Findings) -> None:
        self.node = sections.single["table"].value if "table" in sections.single else None
        self.declared = declared
        self.findings = findings
        self.boards = {
            entry.key.text: grid.drawn()
            for entry in sections.mapped["kinds"]
            if (grid := grid_of(entry.value)) is not None
        }
        groups = {name.partition(".")[0] for name in declared.zones if "." in name}
        self.parts = {
            **dict.fromkeys(declared.zones),
            **dict.fromkeys(groups),
            **dict.fromkeys(declared.kinds),
        }

    def read(self) -> Looks:
        """Return what is said; an empty one where nothing is."""
        declared = self.declared
        return Looks(
            order=self._parts("order"),
            groups=dict(self._groups()),
            folded=self._parts("folded"),
            left_out=self._parts("left out"),
            grids={**self.boards, **dict(self._grids())},
            shows=dict(self._shows()),
            counters=tuple(self._known(scalars(child(self.node, "counters")), declared.counters, "counter")),
            colours={enum: {key: text for key, text, _ in told} for enum, told in self._by_enum("colours")},
            symbols=dict(self._symbols()),
            marks={enum: {key: text for key, text, _ in told} for enum, told in self._by_enum("symbols")},
            sizes=dict(self._sizes()),
        )

    # ---------------------------------------------------------------- parts of the table
    def _parts(self, key: str) -> tuple[str, ...]:
        words = scalars(child(self.node, key))
        return tuple(self._known(words, self.parts, "zone, group of zones or kind"))

    def _groups(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for entry in entries(child(self.node, "groups")):
            words = scalars(entry.value)
            yield entry.key.text, tuple(self._known(words, self.parts, "zone, group of zones or kind"))

    def _grids(self) -> Iterator[tuple[str, tuple[tuple[str | None, ...], ...]]]:
        for entry in self._of_kinds("grid"):
            kind = entry.key.text
            ids = [card.id for card in self.declared.cards.values() if card.kind == kind]
            rows = [tuple(self._squares(row, ids, kind)) for row in _rows(entry.value)]
            yield kind, tuple(rows)

    def _squares(self, row: Node, ids: Collection[str], kind: str) -> Iterator[str | None]:
        for node in items(row):
            word = scalar(node)
            if word is None:
                continue
            if word.text == _GAP:
                yield None
            elif word.text in ids:
                yield word.text
            else:
                self._unknown("RW215", word, f"no {kind} has the id `{word.text}`", ids)

    # ---------------------------------------------------------------- components
    def _shows(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for entry in self._of_kinds("shows"):
            fields = self.declared.kinds[entry.key.text].fields
            words = []
            for word in scalars(entry.value):
                if word.text in fields:
                    words.append(word.text)
                else:
                    message = f"`{entry.key.text}` has no field `{word.text}`"
                    self._unknown("RW206", word, message, fields)
            yield entry.key.text, tuple(words)

    def _sizes(self) -> Iterator[tuple[str, tuple[float, float]]]:
        for entry in self._of_kinds("sizes"):
            word = scalar(entry.value)
            found = _SIZE.fullmatch(word.text) if word is not None else None
            if found is not None:
                yield entry.key.text, (float(found[1]), float(found[2]))

    def _of_kinds(self, key: str) -> Iterator[Entry]:
        for entry in entries(child(self.node, key)):
            if entry.key.text in self.declared.kinds:
                yield entry
            else:
                message = f"no kind `{entry.key.text}` is declared"
                self._unknown("RW214", entry.key, message, self.declared.kinds)

    # ---------------------------------------------------------------- colours and symbols
    def _by_enum(self, key: str) -> Iterator[tuple[str, list[tuple[str, str, ScalarNode]]]]:
        """Yield the enums of which a key says something, each with its values and what is said of them."""
        for entry in entries(child(self.node, key)):
            if isinstance(entry.value, ScalarNode):
                continue
            enum = self.declared.enums.get(entry.key.text)
            if enum is None:
                self._unknown(
                    "RW201", entry.key, f"no enum `{entry.key.text}` is declared", self.declared.enums
                )
                continue
            told = []
            for part in entries(entry.value):
                word = scalar(part.value)
                if part.key.text not in enum.values:
                    message = f"`{part.key.text}` is no value of {enum.name}"
                    self._unknown("RW104", part.key, message, enum.values)
                elif word is not None:
                    told.append((part.key.text, word.text, word))
            yield enum.name, told

    def _symbols(self) -> Iterator[tuple[str, str]]:
        fields = {name for kind in self.declared.kinds.values() for name in kind.fields}
        known = {**dict.fromkeys(self.declared.counters), **dict.fromkeys(sorted(fields))}
        for entry in entries(child(self.node, "symbols")):
            word = entry.value
            if not isinstance(word, ScalarNode):
                continue
            if entry.key.text in known:
                yield entry.key.text, word.text
            else:
                message = f"no counter and no field `{entry.key.text}` is declared"
                self._unknown("RW201", entry.key, message, known)

    # ---------------------------------------------------------------- names
    def _known(self, words: Iterable[ScalarNode], known: Collection[str], what: str) -> Iterator[str]:
        for word in words:
            if word.text in known:
                yield word.text
            else:
                self._unknown("RW201", word, f"no {what} `{word.text}` is declared", known)

    def _unknown(self, code: str, word: ScalarNode, message: str, known: Collection[str]) -> None:
        self.findings.add(code, word.span, message, nearest(word.text, list(known)))


def _rows(node: Node) -> tuple[Node, ...]:
    """Return the rows of a grid, from above."""
    return node.items if isinstance(node, SequenceNode) else ()
