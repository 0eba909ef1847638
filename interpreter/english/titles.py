"""How declared things are called in a sentence: by their titles, else by their names as words."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.english.known import ThisCard, Value
from rulewright.interpreter.english.words import joined, plural, uncapitalized
from rulewright.interpreter.language.types import Type

_FACES = ("front", "back")


class Titles:
    """The words for the declarations and the cards of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def kinds(self, names: tuple[str, ...]) -> str:
        """Return a component of one of some kinds, without an article."""
        return joined([self.game.kinds[name].title for name in names], "or") or "component"

    def kind_plural(self, names: tuple[str, ...]) -> str:
        """Return several components of some kinds."""
        kinds = [self.game.kinds[name] for name in names]
        return joined([kind.several or plural(kind.title) for kind in kinds], "and") or "components"

    def item(self, type_: Type | None) -> str:
        """Return one value of a type, without an article."""
        if type_ is None:
            return "thing"
        match type_.base:
            case "component":
                return self.kinds(type_.names)
            case "enum":
                return name_words(type_.names[0].removeprefix("options."))
            case "list":
                return self.items(type_.item)
        return type_.base

    def items(self, type_: Type | None) -> str:
        """Return several values of a type."""
        if type_ is not None and type_.base == "component":
            return self.kind_plural(type_.names)
        return plural(self.item(type_))

    def card(self, number: int) -> str:
        """Return the names printed on a card, both when its sides have different ones."""
        sides = self.game.cards[number].sides
        return " / ".join(dict.fromkeys(side.name for side in sides))

    def front(self, number: int) -> str:
        """Return the name on the front of a card."""
        return self.game.cards[number].sides[0].name

    def this(self, card: int, side: int) -> ThisCard:
        """Return the meaning of `this` on a side of a card."""
        words = f"this {self.kinds((self.game.cards[card].kind,))}"
        return ThisCard(card, side, words, f"{words}'s")

    def value(self, type_: Type, value: Value, word: str = "and") -> str:
        """Return a value that is known, as a person reads it."""
        if isinstance(value, tuple):
            item = type_.item or type_
            return joined([self.value(item, part) for part in value], word) or "nothing"
        if type_.base == "number":
            return str(value)
        if value < 0:
            return "nobody" if type_.base == "player" else "nothing"
        match type_.base:
            case "flag":
                return "yes" if value else "no"
            case "enum":
                return self.enum_value(type_.names[0], value)
            case "component":
                return self.front(value)
        return str(value)

    def enum_value(self, name: str, value: int) -> str:
        """Return a value of an enum, of an option, or a side of a component, as a person reads it."""
        if name in self.game.enums:
            return self.game.enums[name].titles[value]
        for option in self.game.options.values():
            if option.type.base == "enum" and option.type.names[0] == name:
                return option.values[value]
        return _FACES[value]

    def inside(self, title: str) -> str:
        """Return a title that stands inside a sentence: what it is called after keeps its capital letter."""
        first = title.partition(" ")[0]
        kinds = self.game.kinds.values()
        named = {word for kind in kinds for word in (kind.title, kind.several or plural(kind.title))}
        named |= {word for counter in self.game.counters.values() for word in (counter.title, counter.one)}
        return title if first in {word.partition(" ")[0] for word in named} else uncapitalized(title)

    def counter(self, name: str, number: object = None) -> str:
        """Return what is counted, as it stands behind a number."""
        counter = self.game.counters[name]
        return counter.one if number in (1, -1) else counter.title

    def zone(self, scope: str, name: str) -> str:
        """Return the place without an article; zones of a group carry the group's name."""
        if scope == "component":
            return next(zone.title for zone in self.game.component_zones.values() if zone.name == name)
        zone = (self.game.zones if scope == "game" else self.game.player_zones)[name]
        group, dot, _ = name.partition(".")
        if not dot or scope != "game":
            return zone.title
        if zone.title == self.kind_plural(zone.holds):
            return f"{name_words(group)} of {zone.title}"
        # A title that has the group's name in it already, perhaps of several, needs it no second time.
        if name_words(group) in zone.title.lower():
            return self.inside(zone.title)
        return f"{zone.title.lower()} {name_words(group)}"


def name_words(name: str) -> str:
    """Return a declared name as words of small letters."""
    return name.replace("_", " ").replace("-", " ").replace(".", " ")
