"""Turns the stated position of a playthrough into the beginning of a match, after checking that it can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.interpreter.content.model import Counter, Game, StateField, Zone
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.play.pieces import Piece, PieceFinder
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode
from rulewright.interpreter.state.layout import COMPONENT, GAME, NOBODY, PLAYER, Layout
from rulewright.interpreter.state.naming import FACES
from rulewright.interpreter.state.position import Begin, Position

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_GAME_KEYS = ("round", "phase", "turn_order", "options")
Edit = Callable[[Position], None]


def read_given(
    node: MappingNode, game: Game, layout: Layout, names: tuple[str, ...], findings: Findings
) -> Begin | None:
    """Return the beginning that a `given:` states; None after findings.

    Play starts at the head of the stated phase of the stated round; else at the first phase of the round, at the first
    round that has the phase, or at the very beginning.
    """
    before = len(findings)
    reader = _Reader(game, layout, names, findings)
    for entry in node.entries:
        reader.entry(entry)
    reader.settle()
    start = _start(node, game, findings)
    return Begin(start.round, start.phase, reader.edit) if len(findings) == before else None


# ---------------------------------------------------------------- where play starts
@dataclass(frozen=True, slots=True)
class _Start:
    """Where a stated position begins."""

    round: int
    phase: str


def _start(node: MappingNode, game: Game, findings: Findings) -> _Start:
    number, phase = node.get("round"), node.get("phase")
    first = game.round_kinds[0].phases[0] if game.round_kinds and game.round_kinds[0].phases else ""
    round_ = _round(number, game, findings) if number is not None else None
    if phase is None:
        return _Start(round_ or 1, _phases(game, round_ or 1)[:1][0] if _phases(game, round_ or 1) else first)
    name = phase.text if isinstance(phase, ScalarNode) else ""
    if name not in game.phases:
        findings.add("RW510", phase.span, f"there is no phase {name!r}", nearest(name, game.phases))
        return _Start(1, first)
    rounds = [r for r in range(1, game.last_round + 1) if name in _phases(game, r)]
    if round_ is None:
        return _Start(rounds[0] if rounds else 1, name)
    if round_ not in rounds and number is not None:
        message = f"round {round_} has no phase {name}; it has {', '.join(_phases(game, round_))}"
        findings.add("RW510", phase.span, message, None)
    return _Start(round_, name)


def _round(node: Node, game: Game, findings: Findings) -> int | None:
    number = _number(node)
    if number is None or not 1 <= number <= game.last_round:
        findings.add("RW510", node.span, f"a round is a number from 1 to {game.last_round}")
        return None
    return number


def _phases(game: Game, number: int) -> tuple[str, ...]:
    return next((kind.phases for kind in game.round_kinds if number in kind.rounds), ())


def _number(node: Node) -> int | None:
    fits = isinstance(node, ScalarNode) and _NUMBER.fullmatch(node.text.strip())
    return int(node.text) if fits and isinstance(node, ScalarNode) else None


# ---------------------------------------------------------------- what lies where
@dataclass(slots=True)
class _ZoneEdit:
    """A zone whose content is stated; of a deck only the top is, and the rest stays beneath, unless it is `exact`."""

    number: int
    zone: Zone
    span: Span
    pieces: list[Piece]
    exact: bool = False

    @property
    def is_deck(self) -> bool:
        return not self.exact and _is_deck(self.zone)


def _is_deck(zone: Zone) -> bool:
    return zone.scope == GAME and (zone.shows != "all" or zone.refill_from is not None)


class _Reader:
    """Reads the entries of one `given:` into edits of a position."""

    def __init__(self, game: Game, layout: Layout, names: tuple[str, ...], findings: Findings) -> None:
        self.game = game
        self.layout = layout
        self.names = names
        self.findings = findings
        self.finder = PieceFinder(game, layout, names, findings)
        self.edits: list[tuple[Span, Edit]] = []
        self.zones: list[_ZoneEdit] = []

    def edit(self, position: Position) -> None:
        """Carry everything out: zones first (piles after others, decks last), then what lies on and beside them."""
        piles = set(self.game.discards.values())
        for zone in sorted(self.zones, key=lambda zone: (zone.is_deck, zone.zone.name in piles)):
            position.at = zone.span
            components = [piece.component for piece in zone.pieces]
            if zone.is_deck:
                position.set_top(zone.number, components)
            else:
                position.set_zone(zone.number, components)
        for span, change in self.edits:
            position.at = span
            change(position)

    def settle(self) -> None:
        """Find all components, then note their sides and states."""
        self.finder.settle()
        for piece in self.finder.pieces:
            if piece.component >= 0:
                if piece.face:
                    self._add(piece.span, _set_face(piece.component, piece.face))
                for entry in piece.states:
                    self._component_state(piece.component, entry)

    def _add(self, span: Span, edit: Edit) -> None:
        self.edits.append((span, edit))

    def _fail(self, span: Span, message: str, suggestion: str | None = None) -> None:
        self.findings.add("RW510", span, message, suggestion)

    # ------------------------------------------------------------ entries
    def entry(self, entry: Entry) -> None:
        """Read one key of the position with its value."""
        key = entry.key.text
        holder, dot, inner = key.rpartition(".")
        if key == "turn_order":
            self._turn_order(entry.value)
        elif key in _GAME_KEYS:
            return
        elif key in self.names:
            self._block(
                entry,
                lambda part: self._of_player(self.names.index(key), part.key, part.key.text, part.value),
            )
        elif key == "game":
            self._block(entry, lambda part: self._game_state(part.key, part.key.text, part.value))
        elif key in self.game.zones:
            self._zone(self.layout.zone_number(GAME, key), entry)
        elif holder == "game" and dot:
            self._game_state(entry.key, inner, entry.value)
        elif holder in self.names:
            self._of_player(self.names.index(holder), entry.key, inner, entry.value)
        elif dot and self._is_component(holder):
            self._of_component(holder, entry.key, inner, entry.value)
        elif self._is_component(key):
            self._block(entry, lambda part: self._of_component(key, part.key, part.key.text, part.value))
        else:
            self._unknown(entry)

    def _is_component(self, word: str) -> bool:
        return word in self.layout.by_id or any(card.id == word for card in self.game.cards)

    def _unknown(self, entry: Entry) -> None:
        known = [*_GAME_KEYS, *self.names, *self.game.zones, *self.layout.by_id]
        what = "a player, a zone, a component, round, phase, turn_order, options or game"
        near = nearest(entry.key.text, known)
        self._fail(entry.key.span, f"{entry.key.text!r} cannot be stated; wanted is {what}", near)

    def _block(self, entry: Entry, read: Callable[[Entry], None]) -> None:
        if isinstance(entry.value, MappingNode):
            for part in entry.value.entries:
                read(part)
        else:
            self._fail(entry.value.span, f"keys with values are wanted below {entry.key.text!r}")

    def _turn_order(self, node: Node) -> None:
        words = (
            [item.text for item in node.items if isinstance(item, ScalarNode)]
            if isinstance(node, SequenceNode)
            else []
        )
        if len(set(words)) != len(words) or not words or not set(words) <= set(self.names):
            self._fail(
                node.span, f"the turn order names players, none of them twice: {', '.join(self.names)}"
            )
            return
        seats = [self.names.index(word) for word in words]
        self._add(node.span, lambda position: position.set_turn_order(seats))

    # ------------------------------------------------------------ players
    def _of_player(self, seat: int, key: ScalarNode, name: str, value: Node) -> None:
        if name in self.game.counters:
            self._counter(seat, self.game.counters[name], value)
        elif name in self.game.player_zones:
            self._zone(self.layout.zone_number(PLAYER, name, seat), Entry(key, value))
        else:
            near = nearest(name, [*self.game.counters, *self.game.player_zones])
            self._fail(key.span, f"a player has no counter, state or zone {name!r}", near)

    def _counter(self, seat: int, counter: Counter, value: Node) -> None:
        if not counter.is_number:
            starts_as_none = counter.start == NOBODY and counter.type.base != "flag"
            type_ = counter.type.or_none() if starts_as_none else counter.type
            stated = self._word(type_, value, counter.name)
            if stated is not None:
                self._add(value.span, lambda position: position.set_counter(counter.name, seat, 0, stated))
            return
        if counter.by is None:
            self._amount(seat, counter, 0, value)
            return
        values = self.game.enums[counter.by].values
        if not isinstance(value, MappingNode):
            self._fail(
                value.span, f"{counter.name} is kept by {counter.by}: state it like {{{values[0]}: 1}}"
            )
            return
        for part in value.entries:
            if part.key.text in values:
                self._amount(seat, counter, values.index(part.key.text), part.value)
            else:
                near = nearest(part.key.text, values)
                self._fail(
                    part.key.span,
                    f"{part.key.text!r} is no {counter.by}; there are {', '.join(values)}",
                    near,
                )

    def _amount(self, seat: int, counter: Counter, index: int, value: Node) -> None:
        number = _number(value)
        if number is None:
            self._fail(value.span, f"a number is wanted for {counter.name}")
        elif counter.least is not None and number < counter.least:
            self._fail(value.span, f"{counter.name} is never below {counter.least}")
        else:
            self._add(value.span, lambda position: position.set_counter(counter.name, seat, index, number))

    # ------------------------------------------------------------ zones
    def _zone(self, number: int, entry: Entry) -> None:
        zone = self.layout.zone_decl[number]
        if zone is None:
            return
        only = isinstance(entry.value, MappingNode) and [each.key.text for each in entry.value.entries] == [
            "only"
        ]
        stated = (
            entry.value.entries[0].value if only and isinstance(entry.value, MappingNode) else entry.value
        )
        if not isinstance(stated, SequenceNode):
            wanted = "such as [ID, ID], or {only: [ID, ID]} for these and no others"
            self._fail(entry.value.span, f"a list of components is wanted for {entry.key.text}, {wanted}")
            return
        if not only and not stated.items and _is_deck(zone):
            message = f"this leaves {entry.key.text} as it is, for the top is stated; write `{{only: []}}` to empty it"
            self._fail(stated.span, message)
            return
        seat = self.layout.zone_holder[number] if zone.scope == PLAYER else NOBODY
        pieces = [piece for item in stated.items if (piece := self.finder.add(item, zone, seat)) is not None]
        edit = _ZoneEdit(number, zone, entry.key.span, pieces, exact=only)
        if zone.size is not None and len(stated.items) > zone.size:
            message = f"{entry.key.text} has room for {zone.size}, not for {len(stated.items)}"
            self._fail(stated.span, message)
        if any(other.number == number for other in self.zones):
            self._fail(entry.key.span, f"{entry.key.text} is stated twice")
        self.zones.append(edit)

    # ------------------------------------------------------------ components
    def _of_component(self, word: str, key: ScalarNode, name: str, value: Node) -> None:
        component = self.finder.find(word, key.span)
        if component < 0:
            return
        kind = self.game.kinds[self.layout.kind_of[component]]
        if name in kind.zones:
            self._zone(self.layout.zone_number(COMPONENT, name, component), Entry(key, value))
        elif name == "face" and name not in kind.state:
            self._face(component, value)
        else:
            self._component_state(component, Entry(key, value), name)

    def _face(self, component: int, value: Node) -> None:
        word = value.text if isinstance(value, ScalarNode) else ""
        sides = FACES[: len(self.game.cards[self.layout.card_of[component]].sides)]
        if word in sides:
            self._add(value.span, _set_face(component, sides.index(word)))
        else:
            self._fail(value.span, f"the side of {self.layout.ids[component]} is {' or '.join(sides)}")

    def _component_state(self, component: int, entry: Entry, name: str = "") -> None:
        name = name or entry.key.text
        kind = self.game.kinds[self.layout.kind_of[component]]
        if name in kind.state:
            value = self._value(kind.state[name], entry.value)
            if value is not None:
                self._add(entry.key.span, lambda position: position.set_state(component, name, value))
        elif name == "owner":
            seat = self._word(Type("player", nullable=True), entry.value, "owner")
            if seat is not None:
                self._add(entry.key.span, lambda position: position.set_owner(component, seat))
        else:
            near = nearest(name, [*kind.state, *kind.zones, "face", "owner"])
            self._fail(
                entry.key.span, f"a component of the kind {kind.name} has no state or zone {name!r}", near
            )

    def _game_state(self, key: ScalarNode, name: str, value: Node) -> None:
        if name not in self.game.state:
            self._fail(key.span, f"the game has no state {name!r}", nearest(name, self.game.state))
            return
        number = self._value(self.game.state[name], value)
        if number is not None:
            self._add(key.span, lambda position: position.set_game_state(name, number))

    # ------------------------------------------------------------ values
    def _value(self, field: StateField, node: Node) -> int | None:
        """Return the value of a state; what starts as none may be stated so again."""
        starts_as_none = field.start == NOBODY and field.type.base != "number"
        return self._word(field.type.or_none() if starts_as_none else field.type, node, field.name)

    def _word(self, type_: Type, node: Node, name: str) -> int | None:
        """Return the value that a word stands for, by its type; None after a finding."""
        word = node.text.strip() if isinstance(node, ScalarNode) else ""
        known = self._known(type_)
        if word in known:
            return known[word]
        if type_.base == "number":
            number = _number(node)
            if number is not None:
                return number
            self._fail(node.span, f"a number is wanted for {name}")
        else:
            wanted = ", ".join(known) if len(known) <= 12 else str(type_)
            self._fail(node.span, f"{word!r} cannot be {name}; wanted is {wanted}", nearest(word, known))
        return None

    def _known(self, type_: Type) -> dict[str, int]:
        """Return the words that values of a type are written with."""
        known: dict[str, int] = {}
        match type_.base:
            case "flag":
                known = {"no": 0, "yes": 1}
            case "enum":
                known = {value: number for number, value in enumerate(self.game.enums[type_.names[0]].values)}
            case "player":
                known = {name: seat for seat, name in enumerate(self.names)}
            case "component":
                ids = self.layout.ids
                known = {
                    ids[component]: component
                    for kind in type_.names
                    for component in self.layout.of_kind[kind]
                }
        if type_.nullable:
            known["none"] = NOBODY
        return known


def _set_face(component: int, face: int) -> Edit:
    return lambda position: position.set_face(component, face)
