"""The files of a game put together: every section's entries from all files, each declared once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode

MAPPED = (
    "enums", "origins", "options", "kinds", "counters", "state", "zones", "discards", "tables", "windows", "phases",
    "actions", "values", "components", "former names",
)  # fmt: skip
MORE_VALUES = "more values"
LANGUAGE = "language"
FORMER_NAMES = "former names"
OF_EACH_PLAYER = "of each player"
ZONE_KEYS = frozenset(
    ("holds", "size", "ordered", "shows", "refill from", "visible to", "others see", "title", "about", "told")
)
EXTENDED = ("setup", "ending")
"""Effects that a pack may go on with: its own are carried out behind the game's."""
SINGLE = (
    "language", "game", "title", "about", "players", "rounds", "setup", "ending", "result", "estimate", "table",
)  # fmt: skip


@dataclass(slots=True)
class Sections:
    """What the rules files of a game declare: entries of the sections that may be spread, and single nodes.

    `behind` are effects that packs put behind those of the game, `added` what they add to its enums. `findings` takes
    declarations made twice.
    """

    findings: Findings
    mapped: dict[str, list[Entry]] = field(default_factory=lambda: {name: [] for name in MAPPED})
    single: dict[str, Entry] = field(default_factory=dict)
    behind: dict[str, list[Entry]] = field(default_factory=lambda: {name: [] for name in EXTENDED})
    added: list[Entry] = field(default_factory=list)
    languages: list[ScalarNode] = field(default_factory=list)
    """The versions of the language that the game and packs say they are written in."""

    def take(self, root: MappingNode, *, of_pack: bool = False) -> None:
        """Add the sections of one file; a declaration that another file has made already is a finding."""
        for entry in root.entries:
            name = entry.key.text
            if name == LANGUAGE and isinstance(entry.value, ScalarNode):
                self.languages.append(entry.value)
            if name in self.mapped:
                for declaration in entries(entry.value):
                    self._add(name, declaration)
            elif of_pack and name in EXTENDED:
                self.behind[name].append(entry)
            elif name in SINGLE and not (of_pack and name == LANGUAGE):
                self._single(name, entry)

    def _add(self, section: str, declaration: Entry) -> None:
        if section == "enums" and child(declaration.value, MORE_VALUES) is not None:
            self.added.append(declaration)
            return
        key = declaration.key.text.split("(")[0].strip()
        for other in self.mapped[section]:
            if other.key.text.split("(")[0].strip() == key and not _is_group(section, declaration, other):
                self._twice(declaration.key, other.key.span, key)
                return
            if section in ("zones", "state") and other.key.text == key:
                self._same_zones(declaration, other)
        self.mapped[section].append(declaration)

    def _same_zones(self, group: Entry, other: Entry) -> None:
        """Find zones that two parts of one group have both."""
        for zone in entries(group.value):
            there = other.value.entry(zone.key.text) if isinstance(other.value, MappingNode) else None
            if there is not None:
                self._twice(zone.key, there.key.span, zone.key.text)

    def _single(self, name: str, entry: Entry) -> None:
        if name in self.single:
            self._twice(entry.key, self.single[name].key.span, name)
        elif name not in ("title", "about"):
            self.single[name] = entry
        else:
            self.single.setdefault(name, entry)

    def _twice(self, key: ScalarNode, first: Span, name: str) -> None:
        where = f"{first.file}:{first.line}"
        self.findings.add("RW202", key.span, f"`{name}` is declared twice: here and in {where}")

    def texts(self, name: str) -> ScalarNode | None:
        """Return a single section that is a text."""
        entry = self.single.get(name)
        return scalar(entry.value) if entry is not None else None


def _is_group(section: str, one: Entry, other: Entry) -> bool:
    """Say whether two entries are parts of one group, such as the zones of each player in two files."""
    if section == "state":
        return one.key.text == OF_EACH_PLAYER
    if section == "zones" and one.key.text != OF_EACH_PLAYER:
        return not is_zone(one.value) and not is_zone(other.value)
    return section in ("zones", "components") and not (
        isinstance(one.value, ScalarNode) or isinstance(other.value, ScalarNode)
    )


def is_zone(node: Node) -> bool:
    """Say whether a mapping describes one zone, not a group of zones."""
    return isinstance(node, MappingNode) and (not node.entries or not ZONE_KEYS.isdisjoint(node.keys()))


def entries(node: Node | None) -> tuple[Entry, ...]:
    """Return the entries of a mapping; none for anything else, which the schema has reported."""
    return node.entries if isinstance(node, MappingNode) else ()


def items(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a sequence; a single scalar counts as a list of one."""
    if isinstance(node, SequenceNode):
        return node.items
    return (node,) if isinstance(node, ScalarNode) and node.text.strip() else ()


def scalar(node: Node | None) -> ScalarNode | None:
    """Return a node that is a text or number; None for anything else, which the schema has reported."""
    return node if isinstance(node, ScalarNode) else None


def child(node: Node | None, key: str) -> Node | None:
    """Return the value of a key of a mapping."""
    return node.get(key) if isinstance(node, MappingNode) else None


def text_of(node: Node | None, key: str, default: str = "") -> str:
    """Return the text of a key of a mapping."""
    found = scalar(child(node, key))
    return found.text if found is not None else default


def number_of(node: Node | None, key: str, default: int) -> int:
    """Return the whole number at a key of a mapping; the default when the schema has refused what stands there."""
    found = scalar(child(node, key))
    if found is None:
        return default
    return as_number(found, default)


def as_number(node: ScalarNode, default: int) -> int:
    """Return a scalar's whole number."""
    text = node.text.strip()
    return int(text) if is_whole_number(text) and len(text) < 12 else default


def is_whole_number(text: str) -> bool:
    """Say whether a text is a whole number in the digits that every program reads: 0 to 9."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal()


def zero_in_front(text: str) -> str:
    """Return what is wrong with a number that has a 0 in front, such as 010."""
    return f"`{text}` has a 0 in front, which some programs read as another number: leave it out"


def span_of_players(text: str) -> tuple[int, int] | None:
    """Return the fewest and the most of a number of players, written as `3` or `2 to 4`; None for anything else."""
    words = text.split(" to ")
    if len(words) > 2 or not all(is_whole_number(word) and 0 < int(word) < 100 for word in words):
        return None
    return (int(words[0]), int(words[-1])) if int(words[0]) <= int(words[-1]) else None


def is_yes(node: Node | None, key: str) -> bool:
    """Say whether a flag is set."""
    return text_of(node, key) == "yes"


def scalars(node: Node | None) -> Iterator[ScalarNode]:
    """Walk the texts of a list."""
    for item in items(node):
        if isinstance(item, ScalarNode):
            yield item


def titled(name: str) -> str:
    """Return a declared name as a person reads it, when no title is given."""
    words = name.replace("_", " ").replace("-", " ").replace(".", " ")
    return words[:1].upper() + words[1:]


def printed(name: str) -> str:
    """Return a component's id as the name printed on it, when none is given."""
    return " ".join(word[:1].upper() + word[1:] for word in name.replace("_", "-").split("-"))
