"""Reads where the data of a card come from: field by field, and value by value in a field that is kept by an enum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter.content.card_sources import NEW, CardSource
from rulewright.interpreter.content.model import Kind
from rulewright.interpreter.content.sections import child, entries, items, scalar, text_of
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.declarations import CardFieldDecl, Declarations
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode

ABILITIES, ELSE = "abilities", "else"
# What is told of a card beside its fields; it has an origin where one is stated for it by name.
_BESIDE = ("name", "copies", "per player", "players")


class OriginReader:
    """Reads the origins of cards."""

    def __init__(self, declared: Declarations, origins: Iterable[str], findings: Findings) -> None:
        """Take what is declared, and the origins that the rules declare; none where they declare none."""
        self.declared = declared
        self.origins = tuple(origins)
        self.findings = findings

    def read(self, source: CardSource, kind: Kind) -> dict[str, str]:
        """Return where each part of a card comes from, by the name of the field.

        A field that is kept by an enum has an entry `field[value]` for each value where these come from several places.
        """
        stated = self._stated(source)
        self._check(source, stated, kind)
        found: dict[str, str] = {}
        for name, declared in kind.stated.items():
            found |= self._of_field(stated, declared) if declared.by is not None else _of_name(stated, name)
        if _has_abilities(source):
            found |= _of_name(stated, ABILITIES)
        for name in _BESIDE:
            # What holds for the rest is said of fields, so a name has only what is said of it.
            said = [text for node in stated if (text := text_of(node, name))]
            found |= {name: said[0]} if said else {}
        return found

    def _stated(self, source: CardSource) -> tuple[Node, ...]:
        """Return what is said of a card's origins, nearest first: by itself, then by the head of its file."""
        own = None if source.implied else child(source.node, "origin")
        said = (own, child(source.file_origin, source.id), source.file_origin)
        return tuple(node for node in said if node is not None)

    def _of_field(self, stated: Sequence[Node], declared: CardFieldDecl) -> dict[str, str]:
        """Return the origin of a field that is kept by an enum: one, or one for each value."""
        values = self.declared.enums[declared.by].values if declared.by in self.declared.enums else ()
        each = {value: _first(stated, declared.name, value) for value in values}
        if len(set(each.values())) == 1:
            return _of_name(stated, declared.name, next(iter(each)))
        return {f"{declared.name}[{value}]": origin for value, origin in each.items() if origin}

    # ------------------------------------------------------------ findings
    def _check(self, source: CardSource, stated: Sequence[Node], kind: Kind) -> None:
        """Find what is said of origins and cannot be."""
        for node in stated:
            for entry in entries(node):
                if node is source.file_origin and self._is_row(entry, kind):
                    continue
                self._entry(entry, kind)

    def _is_row(self, entry: Entry, kind: Kind) -> bool:
        """Return whether an entry of a file's head is about one card; find a card that is not there."""
        if not isinstance(entry.value, MappingNode) or entry.key.text in kind.stated:
            return False
        if entry.key.text not in self.declared.cards:
            near = nearest(entry.key.text, (*self.declared.cards, *kind.stated))
            message = f"there is no card and no field `{entry.key.text}`"
            self.findings.add("RW224", entry.key.span, message, near)
        return True

    def _entry(self, entry: Entry, kind: Kind) -> None:
        name = entry.key.text
        known = (*kind.stated, ABILITIES, ELSE, *_BESIDE)
        if name not in known:
            message = f"the kind {kind.name} has no field `{name}`"
            self.findings.add("RW224", entry.key.span, message, nearest(name, known))
        elif isinstance(entry.value, MappingNode):
            self._by_value(entry, entry.value, kind)
        elif isinstance(entry.value, ScalarNode):
            self._word(entry.value)

    def _by_value(self, entry: Entry, stated: MappingNode, kind: Kind) -> None:
        """Find what is said of the values of a field and cannot be."""
        name = entry.key.text
        declared = kind.stated.get(name)
        enum = self.declared.enums.get(declared.by or "") if declared is not None else None
        if enum is None:
            message = f"`{name}` has one origin: only a field that is kept by an enum has one for each value"
            self.findings.add("RW224", entry.key.span, message)
            return
        for part in stated.entries:
            if part.key.text not in (*enum.values, ELSE):
                message = f"`{name}` is kept by {enum.name}, which has no value `{part.key.text}`"
                self.findings.add("RW224", part.key.span, message, nearest(part.key.text, enum.values))
            elif isinstance(part.value, ScalarNode):
                self._word(part.value)

    def _word(self, word: ScalarNode) -> None:
        if self.origins and word.text not in (NEW, *self.origins):
            message = f"no origin `{word.text}` is declared; there are {', '.join(self.origins)}"
            self.findings.add("RW233", word.span, message, nearest(word.text, self.origins))


def _of_name(stated: Sequence[Node], name: str, value: str = "") -> dict[str, str]:
    origin = _first(stated, name, value)
    return {name: origin} if origin else {}


def _first(stated: Sequence[Node], name: str, value: str) -> str:
    """Return the nearest origin that is said of a field, or of one value of it; empty where none is."""
    for node in stated:
        whole = scalar(node)
        by_value = child(node, name)
        of_value = text_of(by_value, value) or text_of(by_value, ELSE)
        if (
            said := whole.text
            if whole is not None
            else text_of(node, name) or of_value or text_of(node, ELSE)
        ):
            return said
    return ""


def _has_abilities(source: CardSource) -> bool:
    places = [source.node, source.get("front"), source.get("back")]
    return any(
        items(child(node, key))
        for node in places
        for key in ("abilities", "changes")
        if isinstance(node, MappingNode)
    )
