"""Finds the cards of a game in its files, before their fields and effects are read."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.content.card_sources import CardSource, former_ids, replaced_place
from rulewright.interpreter.content.sections import (
    Sections,
    entries,
    items,
    scalar,
    scalars,
    span_of_players,
)
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.language.checker.trees import counted
from rulewright.interpreter.language.checker.world import ANSWERS, RESERVED, World
from rulewright.interpreter.language.declarations import CardName, Declarations
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode


class CardFinder:
    """Collects the cards of all files and gives each its position.

    `players` are the fewest and most of the game, `packs` the packs of files by the names of these.
    """

    def __init__(self, world: World, players: tuple[int, int], packs: Mapping[str, str]) -> None:
        self.world = world
        self.players = players
        self.packs = packs
        self._ranks = {pack: rank for rank, pack in enumerate(["", *dict.fromkeys(packs.values())])}
        self.declared = world.declared
        self.findings = world.findings
        self.found: list[CardSource] = []
        self._gathered: list[CardSource] = []
        self._ids: dict[str, Span] = {}

    def file(self, root: MappingNode) -> None:
        """Take the cards of one card file."""
        kind = self._kind(scalar(root.get("kind")))
        if kind is None:
            for part in ("cards", "rows"):
                self._of_no_kind(root.get(part))
            return
        head = root.get("origin")
        origin = head if isinstance(head, MappingNode) else None
        for entry in entries(root.get("cards")):
            self._gather(CardSource(entry.key.text, kind, entry.key, entry.value, file_origin=origin))
        columns = {column.text: column for column in scalars(root.get("columns"))}
        for entry in entries(root.get("rows")):
            self._row(kind, entry.key, entry.value, columns, origin)

    def _row(
        self,
        kind: str,
        key: ScalarNode,
        value: Node,
        columns: dict[str, ScalarNode],
        origin: MappingNode | None,
    ) -> None:
        cells = value.items if isinstance(value, SequenceNode) else items(value)
        if len(cells) != len(columns):
            wanted = f"{counted(len(columns), 'column')}: {', '.join(columns)}"
            message = f"{len(cells)} given in this row, but there are {wanted}"
            self.findings.add("RW221", value.span, message)
        row = dict(zip(columns, cells, strict=False))
        uneven = len(cells) != len(columns)
        self._gather(CardSource(key.text, kind, key, value, row, columns, origin, uneven=uneven))

    def components(self, sections: Sections) -> None:
        """Take the components that the rules list themselves: `KIND: [ids]` or `KIND: {id: {fields}}`."""
        for entry in sections.mapped["components"]:
            kind = self._kind(entry.key)
            if kind is None:
                self._of_no_kind(entry.value)
                continue
            if isinstance(entry.value, MappingNode):
                for card in entry.value.entries:
                    made = card.key.span == card.value.span
                    self._gather(CardSource(card.key.text, kind, card.key, card.value, made=made))
            for node in scalars(entry.value):
                self._gather(CardSource(node.text, kind, node, node))

    def _of_no_kind(self, node: Node | None) -> None:
        """Note the ids of cards whose kind is not known: their uses make no further findings."""
        self.world.broken.update(entry.key.text for entry in entries(node))
        self.world.broken.update(item.text for item in scalars(node) if isinstance(node, SequenceNode))

    def _gather(self, card: CardSource) -> None:
        card.pack = self.packs.get(card.span.file, "")
        self._gathered.append(card)

    def settle(self) -> None:
        """Give the cards that were taken their positions: the game's own first, then those of each pack."""
        for card in sorted(self._gathered, key=lambda card: self._rank(card.pack)):
            place = self._place_of_replaced(card)
            if place is None:
                self._add(card)
            else:
                self._put(card, place)
        names = sorted(self.declared.cards.items(), key=lambda entry: entry[1].position)
        self.declared.cards.clear()
        self.declared.cards.update(names)

    def implied(self, sections: Sections) -> None:
        """Give each kind that players have so many of, and that no file lists, its one card."""
        listed = {card.kind for card in self.found}
        for entry in sections.mapped["kinds"]:
            kind = self.declared.kinds.get(entry.key.text)
            if kind is not None and kind.per_player is not None and kind.name not in listed:
                self._add(CardSource(kind.name, kind.name, entry.key, entry.value, implied=True))

    def check_copies(self) -> None:
        """Make a finding for every id that is what a copy of another card is called."""
        by_id = {card.id: card for card in self.found}
        for named in self.found:
            id_, _, number = named.id.rpartition("-")
            card = by_id.get(id_)
            is_number = number.isdecimal() and number[0] != "0"
            if card is not None and is_number and int(number) <= self._most_copies(card):
                self._called_as_a_copy(card, named)

    def _most_copies(self, card: CardSource) -> int:
        """Return the largest number in the name of a copy of a card; 0 when there is one, which has no number."""
        per_player = self.declared.kinds[card.kind].per_player
        if per_player is None and card.get("per player") is None:
            copies = card.number("copies", 1)
        else:
            copies = (per_player or card.number("per player", 1)) * self.players[1]
        return copies if copies > 1 else 0

    def _called_as_a_copy(self, card: CardSource, named: CardSource) -> None:
        """Find, at the newer of the two, that a card has the name of another's copy."""
        if self._rank(card.pack) > self._rank(named.pack):
            where = f"{named.span.file}:{named.span.line}"
            message = (
                f"a copy of `{card.id}` is called `{named.id}`, as is a card in {where}; choose another id"
            )
            self.findings.add("RW202", card.span, message)
        else:
            where = f"{card.span.file}:{card.span.line}"
            message = f"`{named.id}` is what a copy of `{card.id}` is called, in {where}; choose another id"
            self.findings.add("RW202", named.span, message)

    def _rank(self, pack: str) -> int:
        """Return how late a pack comes, the game itself first."""
        return self._ranks[pack]

    def check_hidden(self) -> None:
        """Make findings for ids that rules give to something else as a name: of the two, the newer one has to go.

        That is what a later pack brings; within one, it is the card, unless the rules name it as a card elsewhere.
        """
        told: set[str] = set()
        for id_, span in self.world.hidden:
            card = self.found[self.declared.cards[id_].position]
            own, other = self._rank(card.pack), self._rank(self.packs.get(span.file, ""))
            if other > own or (other == own and id_ in self.world.named):
                self.findings.add("RW203", span, f"`{id_}` is the name of a component; choose another name")
            elif id_ not in told:
                told.add(id_)
                where = f"{span.file}:{span.line}"
                message = f"the id `{id_}` is used as a name of something else in {where}; choose another id"
                self.findings.add("RW203", card.span, message)

    def _kind(self, node: ScalarNode | None) -> str | None:
        if node is None:
            return None
        if node.text not in self.declared.kinds:
            near = nearest(node.text, self.declared.kinds)
            self.findings.add("RW214", node.span, f"no kind `{node.text}` is declared", near)
            # That a kind has no cards is then no second mistake.
            self.world.broken.add(f"cards of {near}")
            return None
        return node.text

    def _place_of_replaced(self, card: CardSource) -> int | None:
        """Return the position of the card that one replaces; None when it replaces none, or not as it says."""
        node = scalar(card.get("replaces"))
        return replaced_place(card, node, self.found, self.findings) if node is not None else None

    def _add(self, card: CardSource) -> None:
        """Give a card a position of its own, unless its id is taken."""
        first = self._ids.get(card.id)
        if first is not None:
            if card.get("replaces") is None or card.span.file == first.file:
                self._taken(card, first)
            return
        self._put(card, len(self.found))

    def _taken(self, card: CardSource, first: Span) -> None:
        message = f"the id `{card.id}` is taken already, in {first.file}:{first.line}"
        if card.pack and card.pack != self.packs.get(first.file):
            message += f"; if this card takes the place of that one, write `replaces: {card.id}` in it"
        self.findings.add("RW202", card.span, message)
        known = self.declared.cards.get(card.id)
        if known is not None and known.kind != card.kind:
            # Nobody knows which of the two is meant; its uses make no further findings.
            self.world.broken.add(card.id)
            del self.declared.cards[card.id]

    def _put(self, card: CardSource, position: int) -> None:
        """Put a card at a position: behind all others, or in the place of another one, whose id then means this one."""
        if card.id in RESERVED:
            self.findings.add("RW210", card.span, f"`{card.id}` belongs to the language and cannot be an id")
            return
        if card.id in ANSWERS:
            message = f"`{card.id}` is an answer that players give at decisions, so it cannot be an id"
            self.findings.add("RW210", card.span, message)
            return
        if position < len(self.found):
            former = self.found[position]
            if former.id != card.id and card.id in self._ids:
                self._taken(card, self._ids[card.id])
                return
            card.former = former
            self.found[position] = card
        else:
            self.found.append(card)
        self._ids[card.id] = card.span
        kind = self.declared.kinds[card.kind]
        single = kind.per_player is None and card.get("per player") is None and card.number("copies", 1) == 1
        card.players = None if card.implied else self._players_of(card)
        always = card.players is None
        name = CardName(card.id, card.kind, position, single, card.span, always)
        for id_ in (card.id, *former_ids(card)):
            self.declared.cards[id_] = name

    def _players_of(self, card: CardSource) -> tuple[int, int] | None:
        """Return the numbers of players for which a card is in the game, None for all."""
        node = scalar(card.get("players"))
        if node is None:
            return None
        found = span_of_players(node.text)
        low, high = self.players
        if found is None:
            message = f"a number of players is wanted, such as 3 or 2 to 4, but `{node.text}` stands here"
            self.findings.add("RW106", node.span, message)
            return None
        if found[0] > high or found[1] < low:
            shown = str(low) if low == high else f"{low} to {high}"
            message = f"`{card.id}` is in no game: it is for other numbers of players than {shown}"
            self.findings.add("RW105", card.span, message)
        return None if found[0] <= low and high <= found[1] else found


def check_name_space(declared: Declarations, findings: Findings) -> None:
    """Make a finding for every bare name that two declarations share: ids, lists, tables, zones, values, actions."""
    taken: dict[str, Span] = {}
    groups = (
        [(enum.all_name, enum.span) for enum in declared.enums.values() if enum.all_name],
        [(kind.all_name, kind.span) for kind in declared.kinds.values()],
        [(name, table.span) for name, table in declared.tables.items()],
        [(name, zone.span) for name, zone in declared.zones.items() if "." not in name],
        [(name, card.span) for name, card in declared.cards.items()],
    )
    for group in groups:
        for name, span in group:
            first = taken.setdefault(name, span)
            if first is not span:
                where = f"{first.file}:{first.line}"
                findings.add(
                    "RW202", span, f"`{name}` is also declared in {where}; ids and lists share one space"
                )
