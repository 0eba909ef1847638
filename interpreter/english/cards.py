"""Whole cards in English: what is printed on each side, what it does, and what a flip changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.interpreter.content.model import Ability, Card, CardFieldDecl, Game, Side
from rulewright.interpreter.english.alike import alike, differing
from rulewright.interpreter.english.changes import Changes
from rulewright.interpreter.english.effects import Effects
from rulewright.interpreter.english.known import Called, Names
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.windows import WindowWords
from rulewright.interpreter.english.words import sentence
from rulewright.interpreter.language import checked as c


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence about a card, and whether the other side says it already."""

    words: str
    as_before: bool = False


@dataclass(frozen=True, slots=True)
class SideText:
    """What a side of a card says: its name, its printed fields as one line, and its sentences."""

    name: str
    fields: tuple[str, ...]
    sentences: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class CardText:
    """A card in English: its heading and its sides."""

    card: Card
    heading: str
    sides: tuple[SideText, ...]

    def lines(self) -> Iterator[str]:
        """Yield the text line by line."""
        yield self.heading
        for number, side in enumerate(self.sides):
            if number:
                yield f"  Flipped: {side.name}"
            indent = "    " if number else "  "
            if side.fields:
                yield f"{indent}{'; '.join(side.fields)}."
            for said in side.sentences:
                yield f"{indent}- {said.words}{' (As on the front.)' if said.as_before else ''}"
            if number and not side.sentences and not side.fields:
                yield f"{indent}- It does nothing any more."


class Explainer:
    """Writes the cards of one game in English."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effects = Effects(game)
        self.formulas = self.effects.formulas
        self.titles = self.effects.titles
        self.windows = WindowWords(game)
        self.changes = Changes(game)

    def card(self, card: Card) -> CardText:
        """Return a card in English."""
        kind = self.game.kinds[card.kind]
        copies = f", {card.copies} copies" if card.copies != 1 else ""
        each = " for each player" if card.each_player else ""
        players = self._players(card)
        heading = f"{card.sides[0].name} ({card.id}): {kind.title}{copies}{each}{players}"
        spoken = [list(self._spoken(card, number)) for number in range(len(card.sides))]
        differ = differing(*card.sides) if len(card.sides) > 1 else frozenset()
        sides = []
        for number, (side, said) in enumerate(zip(card.sides, spoken, strict=True)):
            front = spoken[0] if number else []
            sentences = [
                Said(words, any(words == told and alike(meant, before, differ) for told, before in front))
                for words, meant in said
            ]
            sides.append(SideText(side.name, tuple(self._fields(card, number)), tuple(sentences)))
        return CardText(card, heading, tuple(sides))

    def _players(self, card: Card) -> str:
        if card.players in (None, (self.game.min_players, self.game.max_players)):
            return ""
        assert card.players is not None
        low, high = card.players
        return f", only with {low} players" if low == high else f", only with {low} to {high} players"

    def _spoken(self, card: Card, number: int) -> Iterator[tuple[str, object]]:
        """Yield the sentences of a side, each with what it tells of."""
        yield from self._effect_fields(card, number)
        side = card.sides[number]
        yield from ((self.ability(ability), ability) for ability in side.abilities)
        yield from ((self.changes.change(change), change) for change in side.changes)
        for text in self.game.kinds[card.kind].text:
            words = self.formulas.template({"this": self.titles.this(card.position, number)}, text)
            if words:
                yield sentence(words), text

    # ---------------------------------------------------------------- fields
    def _fields(self, card: Card, number: int) -> Iterator[str]:
        """Yield the printed fields; of a back only those that a flip changes."""
        kind = self.game.kinds[card.kind]
        for declared in kind.stated.values():
            if declared.span == kind.board:
                continue  # the rules tell of the board as a whole
            words = self._field(declared, card.sides[number])
            before = self._field(declared, card.sides[0])
            label = name_words(declared.name)
            label = label[:1].upper() + label[1:]
            if number == 0 and words:
                yield f"{label}: {words}" if words != "yes" else label
            elif number and words != before:
                yield f"{label}: {words or 'nothing'} instead of {before or 'nothing'}"

    def _field(self, declared: CardFieldDecl, side: Side) -> str:
        """Return a field's value; empty when it says nothing: an effect, no, or what is not there."""
        value = side.fields.get(declared.name)
        if declared.type.base == "effect" or value is None or value == ():
            return ""
        if isinstance(value, str):
            return f"“{value}”"
        if declared.by is not None and isinstance(value, tuple):
            if value == declared.default:
                return ""
            titles = self.game.enums[declared.by].titles
            item = declared.type.item or declared.type
            usual = declared.default if isinstance(declared.default, tuple) else ()
            told = [
                f"{title} {self.titles.value(item, entry)}"
                for number, (title, entry) in enumerate(zip(titles, value, strict=True))
                # Of numbers, what there is none of goes without saying, unless there are some as a rule.
                if item.base != "number" or entry or (number < len(usual) and usual[number])
            ]
            return ", ".join(told)
        if isinstance(value, tuple):
            item = declared.type.item or declared.type
            return ", ".join(self.titles.value(item, entry) for entry in value)
        if declared.type.base == "flag":
            return "yes" if value else ""
        if not declared.required and value == declared.default:
            return ""
        return self.titles.value(declared.type, value)

    def _effect_fields(self, card: Card, number: int) -> Iterator[tuple[str, c.Block]]:
        for name, body in card.sides[number].effects.items():
            if all(isinstance(statement, c.Nothing) for statement in body):
                continue
            names: Names = {"me": Called("you", "your"), "this": self.titles.this(card.position, number)}
            yield f"{sentence(name_words(name))[:-1]}: {sentence(self.effects.block(names, body))}", body

    # ---------------------------------------------------------------- abilities
    def ability(self, ability: Ability) -> str:
        """Return an ability as a sentence: when and on what condition, may or must, what, how often."""
        names = self.windows.names(ability)
        if ability.automatic:
            words = self.effects.block(names, ability.body)
        else:
            words = f"you may {self.effects.optional(names, ability.body)}"
        limit = self.windows.limit(ability)
        limit = f" ({limit})" if limit else ""
        return sentence(f"{self.windows.when(ability)}: {words}{limit}")
