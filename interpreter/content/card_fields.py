"""The fields of cards: what a kind declares of them, with their bounds, and the values that cards give to them."""

from __future__ import annotations

from typing import NoReturn, cast

from rulewright.interpreter.content.model import CardFieldDecl, FieldValue
from rulewright.interpreter.content.sections import (
    as_number,
    child,
    entries,
    is_whole_number,
    is_yes,
    scalar,
    text_of,
    zero_in_front,
)
from rulewright.interpreter.content.types import read_type
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import a, as_tree
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.types import FLAG, NUMBER, UNKNOWN, Type
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode

_BY_AN_ENUM = "; an enum with `cards of:` this kind names its cards, however many copies there are"


def read_field(world: World, entry: Entry, node: ScalarNode) -> CardFieldDecl:
    """Read the declaration of a field, whose type stands in `node`; of an unknown type after a finding."""
    key, about = entry.key, text_of(entry.value, "about")
    unknown = CardFieldDecl(key.text, UNKNOWN, None, False, None, key.span, about)
    read = read_type(world, node)
    if read is None:
        return unknown
    type_, by, default_tree, reader = read
    least, most = _bound(entry.value, "at least"), _bound(entry.value, "at most")
    once = is_yes(entry.value, "each once")
    required, value = _without_default(type_, by, least)
    if default_tree is not None:
        wanted = type_.item if by is not None and type_.item is not None else type_
        try:
            default = reader.wanted(as_tree(default_tree), Scope(), wanted)
            if not isinstance(default, c.Const):
                reader.fail(
                    "RW205", default_tree, "a field's default is a number, a name of an enum, yes, no or none"
                )
        except Mistake:
            return unknown
        required, value = False, default.value
        if by is not None:
            value = (cast(int, default.value),) * len(world.declared.enums[by].values)
    decl = CardFieldDecl(key.text, type_, by, required, value, key.span, about, least, most, once)
    _check_declared_bounds(world, entry, decl)
    return decl


def _bound(node: Node, key: str) -> int | None:
    """Return a bound of a field; None where none stands."""
    found = scalar(child(node, key))
    return as_number(found, 0) if found is not None else None


def _check_declared_bounds(world: World, entry: Entry, decl: CardFieldDecl) -> None:
    """See that what is bounded is a number or a list, and that the bounds and the default leave something."""
    is_list = decl.type.base == "list" and decl.by is None
    bounded = decl.type.item if decl.by is not None else decl.type
    for part in entries(entry.value):
        key = part.key.text
        fits = is_list or (key != "each once" and bounded is not None and bounded.base == "number")
        if key in ("at least", "at most", "each once") and not fits:
            what = (
                "the entries of a list" if key == "each once" else "a number, or how many entries a list has"
            )
            message = f"`{key}` is about {what}, but `{decl.name}` is {a(bounded or decl.type)}"
            world.findings.add("RW401", part.key.span, message)
            return
    low, high = decl.at_least, decl.at_most
    if low is not None and high is not None and low > high:
        message = f"nothing is at least {low} and at most {high}"
        world.findings.add("RW105", entry.key.span, message)
        return
    default = decl.default if not isinstance(decl.default, tuple) else (*decl.default, None)[0]
    if (
        decl.required
        or is_list
        or not isinstance(default, int)
        or (decl.type.nullable and default == c.NOTHING)
    ):
        return
    if (low is not None and default < low) or (high is not None and default > high):
        message = (
            f"the default {default} is not what a card may state: `{decl.name}` is {bounds_in_words(decl)}"
        )
        world.findings.add("RW105", entry.key.span, message)


def bounds_in_words(decl: CardFieldDecl) -> str:
    """Return what a field may be, such as `at least 0`, or for a list how many entries it has; empty without bounds."""
    low, high = decl.at_least, decl.at_most
    if low is not None and high is not None:
        words = str(low) if low == high else f"from {low} to {high}"
    else:
        words = f"at least {low}" if low is not None else f"at most {high}" if high is not None else ""
    if not words or decl.by is not None or decl.type.base != "list":
        return words
    last = high if high is not None else low
    return f"{words} {'entry' if last == 1 else 'entries'}"


def _without_default(type_: Type, by: str | None, least: int | None) -> tuple[bool, FieldValue]:
    """Return whether a field without a stated default is required, and what it is when it is not."""
    if by is not None:
        return True, None
    if type_.nullable:
        return False, c.NOTHING
    if type_.base == "list":
        return least is not None and least > 0, ()
    defaults: dict[str, FieldValue] = {"flag": 0, "effect": None}
    return type_.base not in defaults, defaults.get(type_.base)


class ValueReader:
    """Reads the values that cards give to fields which are not effects."""

    def __init__(self, world: World) -> None:
        self.world = world

    def read(self, decl: CardFieldDecl, node: Node) -> FieldValue:
        """Return the value of a field; its default after a finding."""
        if decl.type == UNKNOWN:
            return decl.default
        try:
            if decl.by is not None and decl.type.item is not None:
                return self._by(decl, node, decl.by, decl.type.item)
            return self._bounded(decl, node, self._value(decl.type, node))
        except Mistake:
            return decl.default

    def _by(self, decl: CardFieldDecl, node: Node, by: str, item: Type) -> FieldValue:
        enum = self.world.declared.enums[by]
        if not isinstance(node, MappingNode):
            self._fail("RW103", node, f"a value for each {by} is wanted: {{{enum.values[0]}: ..., ...}}")
        given: dict[str, int] = {}
        for entry in node.entries:
            if entry.key.text not in enum.values:
                near = nearest(entry.key.text, enum.values)
                known = _shown(enum.values)
                message = f"a value of {by} is wanted ({known}), but {_met(entry.key.text)} stands here"
                self._fail("RW104", entry.key, message, near)
            value = self._bounded(decl, entry.value, self._value(item, entry.value))
            given[entry.key.text] = cast(int, value)
        missing = [value for value in enum.values if value not in given]
        if missing and decl.required:
            self._fail("RW219", node, f"there is no value for {', '.join(missing)}")
        defaults = decl.default if isinstance(decl.default, tuple) else ()
        return tuple(given.get(value, defaults[i] if defaults else 0) for i, value in enumerate(enum.values))

    def _bounded(self, decl: CardFieldDecl, node: Node, value: FieldValue) -> FieldValue:
        """Return a value that is within the bounds of its field: a number, or a list by how many entries it has."""
        number = len(value) if isinstance(value, tuple) else value
        if not isinstance(number, int) or (decl.type.nullable and value == c.NOTHING):
            return value
        if decl.each_once and isinstance(node, SequenceNode) and isinstance(value, tuple):
            self._check_each_once(decl, node, value)
        low, high = decl.at_least, decl.at_most
        if (low is None or number >= low) and (high is None or number <= high):
            return value
        wanted = bounds_in_words(decl)
        if isinstance(value, tuple):
            self._fail(
                "RW107",
                node,
                f"`{decl.name}` has {wanted}, but {number} {'is' if number == 1 else 'are'} here",
            )
        self._fail("RW105", node, f"`{decl.name}` is {wanted}, but {number} stands here")

    def _check_each_once(self, decl: CardFieldDecl, node: SequenceNode, value: tuple[int, ...]) -> None:
        for place, part in enumerate(node.items):
            if value[place] in value[:place] and isinstance(part, ScalarNode):
                message = f"`{part.text}` stands in `{decl.name}` already, and each may stand there once"
                self._fail("RW110", part, message)

    def _value(self, type_: Type, node: Node) -> FieldValue:
        if type_.base == "list":
            item = cast(Type, type_.item)
            if not isinstance(node, SequenceNode):
                self._fail("RW103", node, f"a list of {item} is wanted: [{', '.join(self._some(item))}]")
            return tuple(cast(int, self._value(item, part)) for part in node.items)
        if not isinstance(node, ScalarNode):
            self._fail("RW103", node, f"one {type_} is wanted, but a list or mapping stands here")
        text = node.text.strip()
        if type_.base == "text":
            return node.text
        if type_.nullable and text == "none":
            return c.NOTHING
        return self._scalar(type_, node, text)

    def _some(self, type_: Type) -> tuple[str, ...]:
        """Return two values of a type as an example."""
        if type_.base == "enum":
            return self.world.declared.enums[type_.names[0]].values[:2]
        return ("1", "2") if type_ == NUMBER else ("a", "b")

    def _scalar(self, type_: Type, node: ScalarNode, text: str) -> int:
        if type_ == NUMBER:
            if not is_whole_number(text):
                self._fail("RW103", node, f"a number is wanted, but {_met(text)} stands here")
            if not node.plain:
                message = f'a number is wanted, but the text "{text}" stands here; leave out the quotes'
                self._fail("RW103", node, message)
            digits = text.removeprefix("-")
            if len(digits) > 1 and digits[0] == "0":
                right = str(int(text))
                self._fail("RW103", node, zero_in_front(text), right)
            if len(text) > 9:
                self._fail("RW105", node, "numbers have at most 9 digits")
            return as_number(node, 0)
        if type_ == FLAG:
            return self._one_of(node, text, ("no", "yes"), "a flag is wanted")
        if type_.base == "enum":
            values = self.world.declared.enums[type_.names[0]].values
            none = ("none",) if type_.nullable else ()
            return self._one_of(node, text, values, f"a value of {type_.names[0]} is wanted", none)
        if type_.base == "component":
            return self._card(type_, node, text)
        self._fail("RW103", node, f"a card cannot state {type_}")

    def _one_of(
        self, node: ScalarNode, text: str, values: tuple[str, ...], wanted: str, more: tuple[str, ...] = ()
    ) -> int:
        if text not in values:
            known = (*values, *more)
            message = f"{wanted} ({_shown(known)}), but {_met(text)} stands here"
            self._fail("RW104", node, message, nearest(text, known))
        return values.index(text)

    def _card(self, type_: Type, node: ScalarNode, text: str) -> int:
        card = self.world.declared.cards.get(text)
        fitting, others = self._named_alone(type_)
        if text in self.world.broken:
            raise Mistake
        if type_.nullable:
            fitting.append("none")
        if card is None or card.kind not in type_.names:
            near = nearest(text, fitting)
            meant = nearest(text, others) if near is None else None
            hint = f"; `{meant}` cannot be named here, since {others[meant]}{_BY_AN_ENUM}" if meant else ""
            self._fail("RW215", node, f"there is no {type_} `{text}`{hint}", near)
        if card.not_alone:
            self._fail("RW204", node, f"{card.not_alone}, so it cannot be named alone{_BY_AN_ENUM}")
        return card.position

    def _named_alone(self, type_: Type) -> tuple[list[str], dict[str, str]]:
        """Return the components of a type that an id names, and why each of the others is not named by its own."""
        known = [card for card in self.world.declared.cards.values() if card.kind in type_.names]
        others = {card.id: card.not_alone for card in known if card.not_alone}
        return [card.id for card in known if not card.not_alone], others

    def _fail(self, code: str, node: Node, message: str, suggestion: str | None = None) -> NoReturn:
        self.world.findings.add(code, node.span, message, suggestion)
        raise Mistake


def _met(text: str) -> str:
    return f"`{text}`" if text else "nothing"


def _shown(words: tuple[str, ...]) -> str:
    return ", ".join(words) if len(words) <= 8 else ", ".join(words[:8]) + " ..."
