"""Finds the components that a stated position names: exact ids, free copies of a card, and players' own pieces."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.content.model import Game, Zone
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode
from rulewright.interpreter.state.layout import NOBODY, Layout
from rulewright.interpreter.state.naming import FACES

_BESIDES_STATES = ("id", "face")


@dataclass(slots=True)
class Piece:
    """A component as the position names it: by word, with the side that is to lie up and its states.

    `zone` is where it is to lie, `seat` the player whose piece it is in case the word is a card that each player has.
    `component` is found when all pieces are known; -1 until then.
    """

    word: str
    span: Span
    face: int
    states: tuple[Entry, ...]
    zone: Zone
    seat: int
    component: int = -1


class PieceFinder:
    """Collects the pieces of a position, then gives each its component."""

    def __init__(self, game: Game, layout: Layout, names: tuple[str, ...], findings: Findings) -> None:
        self.game = game
        self.layout = layout
        self.names = names
        self.findings = findings
        self.pieces: list[Piece] = []
        self._cards = {card.id: card for card in game.cards}
        self._used: dict[int, Span] = {}

    def add(self, node: Node, zone: Zone, seat: int) -> Piece | None:
        """Note a piece that is to lie in a zone (of player `seat`, or -1); None after a finding."""
        if isinstance(node, ScalarNode):
            piece = self._from_words(node, zone, seat)
        elif isinstance(node, MappingNode) and isinstance(word := node.get("id"), ScalarNode):
            face = self._face(node.get("face"))
            states = tuple(entry for entry in node.entries if entry.key.text not in _BESIDES_STATES)
            piece = Piece(word.text, word.span, face, states, zone, seat)
        else:
            self._fail(node.span, "a component is wanted here: its id, `ID back`, or `{id: ID, face: back}`")
            return None
        if piece is not None:
            self.pieces.append(piece)
        return piece

    def _from_words(self, node: ScalarNode, zone: Zone, seat: int) -> Piece | None:
        words = node.text.split()
        if len(words) == 2 and words[1] in FACES:
            return Piece(words[0], node.span, FACES.index(words[1]), (), zone, seat)
        if len(words) == 1:
            return Piece(words[0], node.span, 0, (), zone, seat)
        self._fail(
            node.span, f"{node.text!r} names no component; wanted is its id, or `ID back` for its back"
        )
        return None

    def _face(self, node: Node | None) -> int:
        if node is None:
            return 0
        word = node.text if isinstance(node, ScalarNode) else ""
        if word not in FACES:
            self._fail(node.span, "a side is `front` or `back`", nearest(word, FACES))
            return 0
        return FACES.index(word)

    def find(self, word: str, span: Span) -> int:
        """Return the only component that a word names; -1 after a finding."""
        if word in self.layout.by_id:
            return self.layout.by_id[word]
        card = self._cards.get(word)
        if card is None:
            self._unknown(word, span)
        else:
            copies = [self.layout.ids[component] for component in self.layout.of_card[card.position]]
            self._fail(span, f"there are several components of {word!r}; say which: {', '.join(copies[:12])}")
        return -1

    def settle(self) -> None:
        """Give every piece its component: those with exact ids first, then free copies in the order of the file."""
        exact = [piece for piece in self.pieces if piece.word in self.layout.by_id]
        for piece in exact:
            self._take(piece, self.layout.by_id[piece.word])
        for piece in self.pieces:
            if piece.word not in self.layout.by_id:
                self._take_copy(piece)

    def _take_copy(self, piece: Piece) -> None:
        candidates = self._candidates(piece)
        if candidates is None:
            return
        free = [component for component in candidates if component not in self._used]
        if free:
            self._take(piece, free[0])
        else:
            many = f"there are only {len(candidates)}" if candidates else "there are none"
            kinds = " or ".join(piece.zone.holds)
            self._fail(piece.span, f"no {kinds} is left for {piece.word!r} in this position: {many}")

    def _candidates(self, piece: Piece) -> list[int] | None:
        """Return the components that a word may mean; None after a finding."""
        card = self._cards.get(piece.word)
        if card is not None:
            copies = list(self.layout.of_card[card.position])
            # In a player's own zone a card that each player has is the player's own.
            own = [component for component in copies if self.layout.fixed_owner[component] == piece.seat]
            return own if piece.seat != NOBODY and own else copies
        if piece.word in self.names:
            seat = self.names.index(piece.word)
            return [
                component
                for component, owner in enumerate(self.layout.fixed_owner)
                if owner == seat and self.layout.kind_of[component] in piece.zone.holds
            ]
        self._unknown(piece.word, piece.span)
        return None

    def _take(self, piece: Piece, component: int) -> None:
        if component in self._used:
            first = self._used[component]
            self._fail(piece.span, f"{self.layout.ids[component]} is named twice; first in line {first.line}")
            return
        self._used[component] = piece.span
        kind = self.game.kinds[self.layout.kind_of[component]]
        if kind.name not in piece.zone.holds:
            wanted = " or ".join(piece.zone.holds)
            self._fail(
                piece.span, f"{piece.zone.name} holds {wanted}, and {piece.word} is of the kind {kind.name}"
            )
            return
        if piece.face >= len(self.game.cards[self.layout.card_of[component]].sides):
            self._fail(piece.span, f"{piece.word} has no back")
            return
        piece.component = component

    def _unknown(self, word: str, span: Span) -> None:
        known = [*self._cards, *self.layout.by_id]
        self._fail(span, f"there is no component {word!r}", nearest(word, known))

    def _fail(self, span: Span, message: str, suggestion: str | None = None) -> None:
        self.findings.add("RW510", span, message, suggestion)
