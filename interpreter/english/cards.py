"""Whole cards in English: what is printed on each side, what it does, and what a flip changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.content.model import Ability, Card, CardFieldDecl, Game, Side, ValueChange
from interpreter.english.effects import Effects
from interpreter.english.known import Called, Names, known
from interpreter.english.moments import Moments
from interpreter.english.titles import name_words
from interpreter.english.words import clause_of, sentence, substituted
from interpreter.language import checked as c

_SIDES = ("front", "back")


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
        self.moments = Moments(game)

    def card(self, card: Card) -> CardText:
        """Return a card in English."""
        kind = self.game.kinds[card.kind]
        copies = f", {card.copies} copies" if card.copies != 1 else ""
        each = " for each player" if card.each_player else ""
        players = self._players(card)
        heading = f"{card.sides[0].name} ({card.id}): {kind.title}{copies}{each}{players}"
        front = self._side(card, 0, None)
        sides = (front,) if len(card.sides) < 2 else (front, self._side(card, 1, front))
        return CardText(card, heading, sides)

    def _players(self, card: Card) -> str:
        if card.players in (None, (self.game.min_players, self.game.max_players)):
            return ""
        assert card.players is not None
        low, high = card.players
        return f", only with {low} players" if low == high else f", only with {low} to {high} players"

    def _side(self, card: Card, number: int, front: SideText | None) -> SideText:
        side = card.sides[number]
        words = [*self._effect_fields(card, number), *map(self.ability, side.abilities)]
        words += [self.change(change) for change in side.changes]
        before = {said.words for said in front.sentences} if front is not None else set()
        said = tuple(Said(text, text in before) for text in words)
        return SideText(side.name, tuple(self._fields(card, number)), said)

    # ---------------------------------------------------------------- fields
    def _fields(self, card: Card, number: int) -> Iterator[str]:
        """Yield the printed fields; of a back only those that a flip changes."""
        for declared in self.game.kinds[card.kind].fields.values():
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
            entries = zip(titles, value, strict=True)
            return ", ".join(f"{title} {self.titles.value(item, entry)}" for title, entry in entries)
        if isinstance(value, tuple):
            item = declared.type.item or declared.type
            return ", ".join(self.titles.value(item, entry) for entry in value)
        if declared.type.base == "flag":
            return "yes" if value else ""
        if not declared.required and value == declared.default:
            return ""
        return self.titles.value(declared.type, value)

    def _effect_fields(self, card: Card, number: int) -> Iterator[str]:
        for name, body in card.sides[number].effects.items():
            if all(isinstance(statement, c.Nothing) for statement in body):
                continue
            names: Names = {"me": Called("you", "your"), "this": self.titles.this(card.position, number)}
            yield f"{sentence(name_words(name))[:-1]}: {sentence(self.effects.block(names, body))}"

    # ---------------------------------------------------------------- abilities
    def ability(self, ability: Ability) -> str:
        """Return an ability as a sentence: when and on what condition, may or must, what, how often."""
        names = self.moments.names(ability)
        words = self.effects.block(names, ability.body)
        if not ability.automatic:
            words = f"you may {words}"
        limit = self.moments.limit(ability)
        limit = f" ({limit})" if limit else ""
        return sentence(f"{self.moments.when(ability)}: {words}{limit}")

    # ---------------------------------------------------------------- changes
    def change(self, change: ValueChange) -> str:
        """Return a change to a value of the rules as a sentence."""
        value = self.game.values[change.value]
        this = self.titles.this(change.card, change.side)
        names: Names = {"this": this}
        for param in value.params:
            words = f"the {name_words(param.name)}"
            names[param.name] = Called(words, f"{words}'s")
        about, rest = self._put_in(clause_of(value.about) or f"“{value.title}”", change)
        number = known(self.game, names, change.number)
        words = self.formulas.noun(self._owned(names, change), change.number)
        changed = _changed(self._whose(about, change), change.op, number, words)
        also = f" and {self.formulas.condition(names, rest)}" if rest is not None else ""
        return sentence(f"As long as you have {this.words}{also}: {changed}")

    def _owned(self, names: Names, change: ValueChange) -> Names:
        """Return the names with `you` for the player whose value is changed, where that is the owner."""
        value = self.game.values[change.value]
        if change.whose != "owner" or value.params[0].type.base != "player":
            return names
        return {**names, value.params[0].name: Called("you", "your")}

    def _put_in(self, about: str, change: ValueChange) -> tuple[str, c.Expr | None]:
        """Return the documentation with what the condition says of parameters put in, and the rest of the condition."""
        condition = change.condition
        parts = (
            condition.parts if isinstance(condition, c.AllOf) else (() if condition is None else (condition,))
        )
        left: list[c.Expr] = []
        for part in parts:
            changed = about
            if isinstance(part, c.Compare) and part.op == "==" and isinstance(part.left, c.Local):
                value = known(self.game, {}, part.right)
                if value is not None:
                    words = self.titles.value(part.right.type, value)
                    changed = substituted(about, part.left.name, words, f"{words}'s")
            if changed == about:
                left.append(part)
            about = changed
        if not left:
            return about, None
        return about, left[0] if len(left) == 1 else c.AllOf(left[0].span, left[0].type, tuple(left))

    def _whose(self, about: str, change: ValueChange) -> str:
        subject = self.game.values[change.value].params[0]
        if subject.type.base != "player":
            whose = {"owner": "yours", "opponents": "of your opponents", "all": "of anybody"}[change.whose]
            name = name_words(subject.name)
            return substituted(about, subject.name, f"each {name} {whose}", f"each {name}'s")
        who = {"owner": "you", "opponents": "each opponent", "all": "each player"}[change.whose]
        whose = "your" if who == "you" else f"{who}'s"
        return substituted(about, subject.name, who, whose)


def _changed(about: str, op: str, number: int | tuple[int, ...] | None, words: str) -> str:
    """Return what a value becomes: as a plain clause where the value's documentation allows it."""
    text = about[:1].lower() + about[1:]
    if text.startswith("whether ") and op == "to" and number in (0, 1):
        clause = text.removeprefix("whether ")
        return clause if number else f"it is not so that {clause}"
    if text.startswith("how many ") and isinstance(number, int):
        rest = text.removeprefix("how many ")
        if op == "add" and number > 0:
            return f"{number} more {rest}"
        if op in ("at_least", "at_most"):
            return f"{op.replace('_', ' ')} {number} {rest}"
    mark = "," if "," in text else ""
    if op == "add":
        falls = isinstance(number, int) and number < 0
        return (
            f"{text}{mark} {'falls' if falls else 'rises'} by {words.removeprefix('-') if falls else words}"
        )
    bound = {"to": "", "at_least": "at least ", "at_most": "at most "}[op]
    return f"{text}{mark} is {bound}{words}"
