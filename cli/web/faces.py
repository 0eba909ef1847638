"""Cards as they would be printed: what stands on each side, as plain data for pages and for the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rulewright.interpreter.content.model import Card, CardFieldDecl, FieldValue, Game, Side
from rulewright.interpreter.english.cards import CardText, Explainer
from rulewright.interpreter.english.titles import Titles, name_words

_HUES = 12
"""How many tints the style sheet has for kinds."""

_LENGTHS = (60, 120, 190, 280, 400)
"""Letters from which on the text of a side is printed smaller, step by step."""


@dataclass(frozen=True, slots=True)
class FieldFace:
    """A printed field: what it is called, what it says, and `number` or `words`; `name` is its name in the files.

    `sign` and `signs` are label and words as they are printed, with the symbols of the game's table in their places.
    `colours` are those that the game's table gives to the values that stand there.
    """

    name: str
    label: str
    words: str
    sort: str
    sign: str
    signs: str
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SideFace:
    """A side of a card: its name, its fields, the sentences of what it does, and the words on the published card.

    `size` says how small the text has to be, from 0, the largest, to 5.
    """

    name: str
    fields: tuple[FieldFace, ...]
    sentences: tuple[str, ...]
    printed: str
    size: int


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card as it would be printed, and what is known of it: how many there are, where it is from, where it stands.

    `hue` is the tint of its kind, `origins` the sources of its fields in words, `copies` how many there are in words.
    """

    id: str
    kind: str
    kind_title: str
    hue: int
    sides: tuple[SideFace, ...]
    copies: str
    number: int
    origins: tuple[tuple[str, str], ...]
    about: str
    file: str
    line: int
    path: str
    digest: str

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources of anything on the card, each once."""
        return tuple(sorted({source for _, source in self.origins}))

    @property
    def searched(self) -> str:
        """All words by which the card is found, in small letters."""
        words = [self.id, self.kind_title, self.about, *self.sources]
        for side in self.sides:
            words += [
                side.name,
                side.printed,
                *side.sentences,
                *(f"{f.label} {f.words}" for f in side.fields),
            ]
        return " ".join(words).casefold()

    def plain(self) -> dict[str, Any]:
        """Return the card as plain data for a page."""
        return asdict(self)


class _Signs(Titles):
    """The words of a game with the symbols that its table gives to values of enums in place of their titles."""

    def enum_value(self, name: str, value: int) -> str:
        """Return a value's symbol, else its title."""
        enum = self.game.enums.get(name)
        marks = self.game.looks.marks.get(name, {})
        mark = marks.get(enum.values[value]) if enum is not None else None
        return mark if mark is not None else super().enum_value(name, value)


class Faces:
    """Makes the faces of the cards of one game."""

    def __init__(self, game: Game, explainer: Explainer) -> None:
        """Make faces of a game's cards, whose English an explainer writes."""
        self.game = game
        self.titles = Titles(game)
        self._signs = _Signs(game)
        self._explainer = explainer
        self._hues = {kind: number % _HUES for number, kind in enumerate(game.kinds)}

    def all(self) -> tuple[CardFace, ...]:
        """Return the faces of all cards, kind by kind, each in the order of the files."""
        return tuple(
            self.face(card) for kind in self.game.kinds for card in self.game.cards if card.kind == kind
        )

    def face(self, card: Card) -> CardFace:
        """Return the face of a card."""
        text = self._explainer.card(card)
        sides = tuple(self._side(card, number, text) for number in range(len(card.sides)))
        return CardFace(
            id=card.id,
            kind=card.kind,
            kind_title=self.game.kinds[card.kind].title,
            hue=self._hues[card.kind],
            sides=sides,
            copies=_copies(card, self.game),
            number=card.copies * (self.game.max_players if card.each_player else 1),
            origins=tuple(card.origin.items()),
            about=card.about,
            file=card.span.file,
            line=card.span.line,
            path=str(self.game.path_of(card.span.file)),
            digest=card.digest,
        )

    def _side(self, card: Card, number: int, text: CardText) -> SideFace:
        side = card.sides[number]
        sentences = tuple(said.words for said in text.sides[number].sentences)
        printed = " ".join((side.printed or (card.printed if number == 0 else "")).split())
        fields = tuple(self._fields(card, side))
        letters = sum(map(len, sentences)) + sum(
            len(f.sign) + len(f.signs) for f in fields if f.sort == "words"
        )
        size = sum(letters > most for most in _LENGTHS)
        return SideFace(side.name or card.id, fields, sentences, printed, size)

    def _fields(self, card: Card, side: Side) -> Iterator[FieldFace]:
        for declared in self.game.kinds[card.kind].stated.values():
            value = side.fields.get(declared.name, declared.default)
            words = self._words(declared, value, self.titles)
            if words:
                label = name_words(declared.name)
                label = label[:1].upper() + label[1:]
                sort = "number" if declared.type.base == "number" and declared.by is None else "words"
                yield FieldFace(
                    declared.name,
                    label,
                    words,
                    sort,
                    self.game.looks.symbols.get(declared.name, label),
                    self._words(declared, value, self._signs),
                    tuple(self._colours(declared, value)),
                )

    def _colours(self, declared: CardFieldDecl, value: FieldValue) -> Iterator[str]:
        """Yield the colours of the values of an enum that a field states, each once."""
        item = declared.type.item or declared.type
        values = value if isinstance(value, tuple) else (value,)
        name = declared.by or (item.names[0] if item.base == "enum" else "")
        known = self.game.looks.colours.get(name, {})
        if not known or name not in self.game.enums:
            return
        words = self.game.enums[name].values
        if declared.by is not None:
            stated = [number for number, entry in enumerate(values) if entry]
        else:
            stated = [entry for entry in values if isinstance(entry, int) and entry >= 0]
        yield from dict.fromkeys(known[words[number]] for number in stated if words[number] in known)

    def _words(self, declared: CardFieldDecl, value: FieldValue, titles: Titles) -> str:
        """Return what a field says; empty for an effect, which is told in a sentence, and for what is not there."""
        if declared.type.base == "effect" or value is None or value == ():
            return ""
        if isinstance(value, str):
            return value
        if isinstance(value, tuple):
            return _list(declared, value, titles)
        if declared.type.base == "flag":
            return "yes" if value else ""
        if value == declared.default and not declared.required:
            return ""
        return titles.value(declared.type, value)


def _list(declared: CardFieldDecl, value: tuple[int, ...], titles: Titles) -> str:
    item = declared.type.item or declared.type
    if declared.by is None:
        return ", ".join(_counted([titles.value(item, entry) for entry in value]))
    return ", ".join(
        f"{titles.value(item, entry)} {titles.enum_value(declared.by, number)}"
        for number, entry in enumerate(value)
        if entry or item.base != "number"
    )


def _counted(words: list[str]) -> list[str]:
    """Return words in their order, those that stand several times once and with their number."""
    counts: Mapping[str, int] = {word: words.count(word) for word in words}
    return [word if count == 1 else f"{count} x {word}" for word, count in counts.items()]


def _copies(card: Card, game: Game) -> str:
    parts = [f"{card.copies} copies" if card.copies != 1 else "1 copy"]
    if card.each_player:
        parts.append("for each player")
    if card.players not in (None, (game.min_players, game.max_players)) and card.players is not None:
        low, high = card.players
        parts.append(f"with {low} players" if low == high else f"with {low} to {high} players")
    return " ".join(parts)
