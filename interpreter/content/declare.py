"""Reads what a game declares: enums, options, kinds, counters, states, zones, tables, rounds."""

from __future__ import annotations

from dataclasses import replace

from rulewright.interpreter.content.boards import board_span
from rulewright.interpreter.content.card_enums import kind_of_cards
from rulewright.interpreter.content.card_fields import read_field
from rulewright.interpreter.content.forms import forms_of, singular
from rulewright.interpreter.content.model import (
    CardFieldDecl,
    Counter,
    Enum,
    Kind,
    Option,
    RoundKind,
    StateField,
)
from rulewright.interpreter.content.number_tables import read_table
from rulewright.interpreter.content.sections import (
    MORE_VALUES,
    OF_EACH_PLAYER,
    Sections,
    as_number,
    child,
    entries,
    is_yes,
    number_of,
    scalar,
    scalars,
    text_of,
    titled,
)
from rulewright.interpreter.content.types import lasts_of, read_state
from rulewright.interpreter.content.zones import ZoneReader, visibility_of
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.language.checker.trees import a
from rulewright.interpreter.language.checker.world import FACE, FACES, RESERVED, World
from rulewright.interpreter.language.declarations import Declarations
from rulewright.interpreter.language.types import FLAG, NUMBER, UNKNOWN, enum_type
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode

ROUND_KEYS = ("number", "until", "at most", "about")
MOST_ROUNDS = 1_000
"""How many rounds a game may have; the schema says so, too."""


_ON_BACKS = ("number", "flag", "enum")
"""The types of the fields that the back of a component may show."""

MOST_OF_OPTION = 1000
"""How many numbers an option may be one of."""


class DeclarationReader:
    """Fills the declarations of a game from its sections, in the order in which they need each other."""

    def __init__(self, sections: Sections, world: World) -> None:
        self.sections = sections
        self.world = world
        self.declared: Declarations = world.declared
        self.findings: Findings = world.findings

    def read(self) -> None:
        """Read everything that needs no effect and no component."""
        nowhere = Span("", 1, 1, 2)
        self.declared.enums[FACE] = Enum(
            FACE, "", FACES, ("Front", "Back"), nowhere, "the two sides of a card"
        )
        for entry in self.sections.mapped["enums"]:
            self._enum(entry)
        for entry in self.sections.added:
            self._more_values(entry)
        for entry in self.sections.mapped["options"]:
            self._option(entry)
        for entry in self.sections.mapped["kinds"]:
            self._kind(entry)
        for entry in self.sections.mapped["counters"]:
            self._counter(entry)
        ZoneReader(self.sections, self.world).read()

    def read_typed(self) -> None:
        """Read what needs the names of components: fields, states, tables, discard piles."""
        for entry in self.sections.mapped["kinds"]:
            self._members(entry)
        for entry in self.sections.mapped["state"]:
            node = _type_text(entry.value)
            if entry.key.text == OF_EACH_PLAYER:
                for part in entries(entry.value):
                    self._player_state(part)
            elif node is not None:
                self.declared.state[entry.key.text] = read_state(self.world, entry.key, entry.value, node)
                self._has_no_owner(entry)
        for entry in self.sections.mapped["tables"]:
            read_table(self.world, entry)
        for entry in self.sections.mapped["discards"]:
            self._discard(entry)

    def _has_no_owner(self, entry: Entry) -> None:
        """Make a finding for a state of the game that only its owner, or the others, are to see."""
        node = scalar(child(entry.value, "visible to"))
        if node is not None and node.text in ("owner", "others"):
            message = "a state of the game belongs to nobody: it is visible to `all` or to `no one`"
            self.findings.add("RW104", node.span, message)

    def _named(self, key: ScalarNode) -> str | None:
        """Return a declared name; None after a finding when the language needs it."""
        name = key.text
        if name in RESERVED or name == FACE:
            self.findings.add("RW210", key.span, f"`{name}` belongs to the language and cannot be declared")
            return None
        return name

    def _enum(self, entry: Entry) -> None:
        name = self._named(entry.key)
        if name is None:
            return
        cards_of = kind_of_cards(self.world, entry)
        values, shown = ((), ()) if cards_of else self._values(entry, "values", name)
        all_name = text_of(entry.value, "all", name + "s")
        about = text_of(entry.value, "about")
        self.declared.enums[name] = Enum(name, all_name, values, shown, entry.key.span, about, cards_of)

    def _values(self, entry: Entry, key: str, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the values that stand at a key of an enum's declaration, and their titles."""
        values: list[str] = []
        for node in scalars(child(entry.value, key)):
            if node.text in ("yes", "no", "none", "me", "this", "done"):
                self.findings.add("RW210", node.span, f"`{node.text}` belongs to the language")
            else:
                values.append(node.text)
        titles = child(entry.value, "titles")
        for title in entries(titles):
            if title.key.text not in values:
                near = nearest(title.key.text, values)
                self.findings.add("RW104", title.key.span, f"`{title.key.text}` is no value of {name}", near)
        return tuple(values), tuple(text_of(titles, value, value) for value in values)

    def _more_values(self, entry: Entry) -> None:
        """Add values to an enum that is declared elsewhere."""
        name = self._named(entry.key)
        enum = self.declared.enums.get(name) if name is not None else None
        if name is None:
            return
        if enum is None:
            near = nearest(name, self.declared.enums)
            message = f"values are added to the enum `{name}`, but none is declared"
            self.findings.add("RW201", entry.key.span, message, near)
            return
        if enum.cards_of:
            message = f"the values of {name} are the cards of the kind {enum.cards_of}: add a card"
            self.findings.add("RW108", entry.key.span, message)
            return
        for key in ("all", "values"):
            own = entry.value.entry(key) if isinstance(entry.value, MappingNode) else None
            if own is not None:
                message = f"`{MORE_VALUES}` go to an enum declared elsewhere, which says its `{key}` itself"
                self.findings.add("RW108", own.key.span, message)
        for node in scalars(child(entry.value, MORE_VALUES)):
            if node.text in enum.values:
                self.findings.add("RW110", node.span, f"`{node.text}` is a value of {name} already")
                return
        values, titles = self._values(entry, MORE_VALUES, name)
        self.declared.enums[name] = replace(enum, values=enum.values + values, titles=enum.titles + titles)

    def _option(self, entry: Entry) -> None:
        name = self._named(entry.key)
        default = scalar(child(entry.value, "default"))
        if name is None or default is None:
            return
        if child(entry.value, "at least") is not None or child(entry.value, "at most") is not None:
            self._number_option(name, entry, default)
            return
        values = tuple(node.text for node in scalars(child(entry.value, "values")))
        type_ = FLAG
        if values:
            own = f"options.{name}"
            self.declared.enums[own] = Enum(own, "", values, values, entry.key.span)
            type_ = enum_type(own)
        words = values or ("no", "yes")
        if default.text not in words:
            message = f"the default of {name} is one of {', '.join(words)}, but `{default.text}` stands here"
            self.findings.add("RW104", default.span, message, nearest(default.text, words))
        title, about = text_of(entry.value, "title", titled(name)), text_of(entry.value, "about")
        # An option whose default is wrong is known all the same, so that only that is found.
        start = words.index(default.text) if default.text in words else 0
        self.declared.options[name] = Option(name, title, type_, words, start, entry.key.span, about)

    def _number_option(self, name: str, entry: Entry, default: ScalarNode) -> None:
        """Read an option that is a number of a range."""
        node = entry.value
        bounds = scalar(child(node, "at least")), scalar(child(node, "at most"))
        if None in bounds or child(node, "values") is not None:
            message = f"{name} is a number `at least` and `at most` so much, without `values`"
            self.findings.add("RW108", entry.key.span, message)
            return
        low, high = number_of(node, "at least", 0), number_of(node, "at most", 0)
        if not low <= high < low + MOST_OF_OPTION:
            message = (
                f"an option is one of 1 to {MOST_OF_OPTION} numbers, the smallest first, not {low} to {high}"
            )
            self.findings.add("RW105", entry.key.span, message)
            return
        start = as_number(default, low - 1)
        if not low <= start <= high:
            message = (
                f"the default of {name} is a number from {low} to {high}, but `{default.text}` stands here"
            )
            self.findings.add("RW105", default.span, message)
            start = low
        title, about = text_of(node, "title", titled(name)), text_of(node, "about")
        words = tuple(map(str, range(low, high + 1)))
        self.declared.options[name] = Option(name, title, NUMBER, words, start, entry.key.span, about)

    def _kind(self, entry: Entry) -> None:
        name = self._named(entry.key)
        if name is None:
            return
        node = entry.value
        per_player = number_of(node, "per player", 0) or None
        one, several = forms_of(text_of(node, "title", titled(name)))
        self.declared.kinds[name] = Kind(
            name=name,
            all_name=text_of(node, "all", name + "s"),
            title=one,
            several=several if several != one else "",
            sides=number_of(node, "sides", 1),
            per_player=per_player,
            fields={},
            state={},
            active_in=tuple(zone.text for zone in scalars(child(node, "active in"))),
            zones=tuple(zone.key.text for zone in entries(child(node, "zones"))),
            keeps_owner=is_yes(node, "keeps owner") or per_player is not None,
            span=entry.key.span,
            about=text_of(node, "about"),
            board=board_span(node),
            back=tuple(field.text for field in scalars(child(node, "back"))),
        )

    def _members(self, entry: Entry) -> None:
        kind = self.declared.kinds.get(entry.key.text)
        if kind is None:
            return
        for part in entries(child(entry.value, "fields")):
            node = _type_text(part.value)
            if part.key.text in kind.fields:
                message = f"`{part.key.text}` is the field that says which card this is; choose another name"
                self.findings.add("RW202", part.key.span, message)
            elif node is not None:
                kind.fields[part.key.text] = read_field(self.world, part, node)
        for field in scalars(child(entry.value, "back")):
            self._on_back(kind, field)
        for part in entries(child(entry.value, "state")):
            node = _type_text(part.value)
            if node is not None:
                kind.state[part.key.text] = self._state(kind.fields, part, node)
        for zone in scalars(child(entry.value, "active in")):
            if zone.text not in self.declared.player_zones:
                near = nearest(zone.text, self.declared.player_zones)
                self.findings.add("RW217", zone.span, f"players have no zone `{zone.text}`", near)

    def _on_back(self, kind: Kind, field: ScalarNode) -> None:
        """See that a field can be printed on the back of components."""
        declared = kind.fields.get(field.text)
        if declared is None:
            near = nearest(field.text, kind.fields)
            self.findings.add("RW206", field.span, f"a {kind.name} has no field `{field.text}`", near)
        elif kind.sides > 1:
            message = f"a {kind.name} has two sides with fields of their own, and no back besides"
            self.findings.add("RW108", field.span, message)
        elif declared.by is not None or declared.type.base not in _ON_BACKS:
            message = "a back shows a number, a flag or a value of an enum"
            self.findings.add("RW401", field.span, f"{message}, but `{field.text}` is {a(declared.type)}")

    def _state(self, fields: dict[str, CardFieldDecl], part: Entry, node: ScalarNode) -> StateField:
        if part.key.text in fields:
            self.findings.add("RW202", part.key.span, f"`{part.key.text}` is a field and a state of one kind")
        return read_state(self.world, part.key, part.value, node)

    def _counter(self, entry: Entry) -> None:
        name = self._named(entry.key)
        if name is None:
            return
        node = entry.value
        title = text_of(node, "title", titled(name))
        one, several = forms_of(title)
        by = scalar(child(node, "by"))
        key = by.text if by is not None else None
        if by is not None and by.text not in self.declared.enums:
            near = nearest(by.text, self.declared.enums)
            self.findings.add(
                "RW201", by.span, f"a counter is kept by an enum, but no enum `{by.text}` is declared", near
            )
            # What is probably meant is taken, so that the counter's uses make no further findings.
            key = near
        self.declared.counters[name] = Counter(
            name=name,
            title=several,
            one=one if one != several else singular(several),
            start=number_of(node, "start", 0),
            by=key,
            least=None if text_of(node, "at least") == "none" else number_of(node, "at least", 0),
            visible=visibility_of(node),
            span=entry.key.span,
            about=text_of(node, "about"),
            told=text_of(node, "told") != "no",
            lasts=lasts_of(node),
        )

    def _player_state(self, entry: Entry) -> None:
        """Declare a state of each player."""
        name, node = self._named(entry.key), _type_text(entry.value)
        if name is None or node is None:
            return
        for what, declared in (("counter", self.declared.counters), ("zone", self.declared.player_zones)):
            if name in declared:
                message = f"`{name}` is a {what} and a state of each player"
                self.findings.add("RW202", entry.key.span, message)
                return
        state = read_state(self.world, entry.key, entry.value, node)
        if state.type == NUMBER:
            message = "a number of each player is a counter: declare it under `counters:`"
            self.findings.add("RW227", node.span, message)
        if state.type in (NUMBER, UNKNOWN):
            self.world.broken.add(name)
            return
        self.declared.counters[name] = Counter(
            name=name,
            title=name.replace("_", " ").replace("-", " "),
            start=state.start,
            by=None,
            least=None,
            visible=state.visible,
            span=entry.key.span,
            about=state.about,
            one=name.replace("_", " ").replace("-", " "),
            told=state.told,
            lasts=state.lasts,
            type=state.type,
        )

    def _discard(self, entry: Entry) -> None:
        node = scalar(entry.value)
        kind = entry.key.text
        if kind not in self.declared.kinds:
            near = nearest(kind, self.declared.kinds)
            self.findings.add("RW214", entry.key.span, f"no kind `{kind}` is declared", near)
            if node is not None and near is not None:
                self.declared.discards.setdefault(near, node.text)
        elif node is not None and node.text not in self.declared.zones:
            near = nearest(node.text, self.declared.zones)
            self.findings.add("RW217", node.span, f"the game has no zone `{node.text}`", near)
        elif node is not None and kind not in self.declared.zones[node.text].holds:
            self.findings.add("RW410", node.span, f"the zone `{node.text}` does not hold the kind {kind}")
        elif node is not None:
            self.declared.discards[kind] = node.text

    # ------------------------------------------------------------ rounds
    def rounds(self) -> tuple[int, tuple[RoundKind, ...]]:
        """Return the number of rounds and the kinds of rounds, each round being of just one kind."""
        entry = self.sections.single.get("rounds")
        if entry is None:
            return 0, ()
        last = self._last_round(entry.value)
        taken: dict[int, str] = {}
        kinds = [
            self._round_kind(part, last, taken)
            for part in entries(entry.value)
            if part.key.text not in ROUND_KEYS
        ]
        if not kinds and isinstance(entry.value, MappingNode):
            phases = ", ".join(self.declared.phases) or "PHASE"
            message = f"no round has a phase, so nobody plays: write `every: {{phases: [{phases}]}}` below it"
            self.findings.add("RW223", entry.key.span, message)
        missing = [number for number in range(1, last + 1) if number not in taken]
        if missing and kinds:
            text = ", ".join(str(number) for number in missing[:5])
            self.findings.add("RW223", entry.key.span, f"no phases are given for round {text}")
        return last, tuple(kinds)

    def _last_round(self, node: Node) -> int:
        """Return the number of the last round: the one stated, or the most that there may be."""
        keys = [key for key in ("until", "at most") if child(node, key) is not None]
        number = node.entry("number") if isinstance(node, MappingNode) else None
        if number is not None and keys:
            message = (
                f"`number` says how many rounds there are, and `{keys[0]}` that something else ends them"
            )
            self.findings.add("RW108", number.key.span, f"{message}; take one of the two away")
        return number_of(node, "at most", MOST_ROUNDS) if keys else number_of(node, "number", 1)

    def _round_kind(self, entry: Entry, last: int, taken: dict[int, str]) -> RoundKind:
        name = entry.key.text
        listed = child(entry.value, "rounds")
        numbers: list[int] = []
        for node in scalars(listed):
            number = as_number(node, 0)
            if not 1 <= number <= last:
                self.findings.add(
                    "RW105", node.span, f"there is no round {node.text}: rounds go from 1 to {last}"
                )
            elif number in taken:
                self.findings.add("RW110", node.span, f"round {number} belongs to `{taken[number]}` already")
            else:
                numbers.append(number)
        if listed is None:
            numbers = [number for number in range(1, last + 1) if number not in taken]
        taken.update((number, name) for number in numbers)
        phases: list[str] = []
        for node in scalars(child(entry.value, "phases")):
            if node.text in self.declared.phases:
                phases.append(node.text)
            else:
                near = nearest(node.text, self.declared.phases)
                self.findings.add("RW218", node.span, f"no phase `{node.text}` is declared", near)
        title = text_of(entry.value, "title", titled(name) if name != "every" else "")
        return RoundKind(name, title, tuple(numbers), tuple(phases), entry.key.span)


def _type_text(node: Node) -> ScalarNode | None:
    """Return the text of a type, written alone or as `{type: ..., about: ...}`."""
    return scalar(node) or scalar(child(node, "type"))
