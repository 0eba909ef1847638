"""Type texts of fields, states and parameters, and the values that cards give to their fields."""

from __future__ import annotations

from typing import NoReturn, cast

from interpreter.content.model import CardFieldDecl, FieldValue, Param, StateField
from interpreter.content.sections import as_number
from interpreter.findings import nearest
from interpreter.language import checked as c
from interpreter.language.formulas import FormulaChecker
from interpreter.language.parser import Parsed, parse
from interpreter.language.scope import Scope
from interpreter.language.syntax import Part, Token, Tree
from interpreter.language.text_checker import Mistake
from interpreter.language.trees import as_token, as_tree, parts
from interpreter.language.types import EMPTY_LIST, FLAG, NUMBER, UNKNOWN, Type, kind_type, list_of
from interpreter.language.world import World
from interpreter.source import MappingNode, Node, ScalarNode, SequenceNode


class TypeReader(FormulaChecker):
    """Reads the type words of one text, and the parameters of a head."""

    def type_of(self, tree: Tree) -> Type:
        """Return the type that a tree names."""
        if tree.data == "list_type":
            return list_of(self.type_of(as_tree(tree.children[0])))
        *words, none = parts(tree)
        named = [self._word(as_token(word)) for word in words]
        found = named[0]
        if len(named) > 1:
            if any(type_.base != "component" for type_ in named):
                self.fail("RW227", tree, "only kinds of components can be joined by `or`")
            found = kind_type(*(name for type_ in named for name in type_.names))
        return found.or_none() if none is not None else found

    def _word(self, word: Token) -> Type:
        found = self.world.type_named(str(word))
        if found is None:
            near = nearest(str(word), self.world.type_words())
            self.fail("RW227", word, _no_type(str(word)), near)
        return found

    def params(self, tree: Tree) -> tuple[str, tuple[Param, ...]]:
        """Return the name and the parameters of a head."""
        name, *rest = parts(tree)
        params: list[Param] = []
        for part in rest:
            if part is not None:
                params.append(self._param(as_tree(part), params))
        return str(name), tuple(params)

    def _param(self, tree: Tree, before: list[Param]) -> Param:
        name, type_tree, default_tree = parts(tree)
        text = str(name)
        if any(param.name == text for param in before):
            self.fail("RW202", name, f"the parameter `{text}` is declared twice")
        self.check_new_name(Scope(), name, text)
        type_ = self.type_of(as_tree(type_tree)) if type_tree is not None else self.world.type_named(text)
        scope = Scope({param.name: param.type for param in before})
        default = self.check(as_tree(default_tree), scope, type_) if default_tree is not None else None
        if default is not None and not isinstance(default, c.Const | c.Local):
            self.fail(
                "RW205",
                default_tree,
                "a default is a number, a name of an enum, yes, no, a list, or another parameter",
            )
        if type_ is None:
            type_ = default.type if default is not None and default.type != EMPTY_LIST else None
        if type_ is None:
            near = nearest(text, self.world.type_words())
            if near is not None:
                self.fail("RW227", name, _no_type(text), near)
            self.fail(
                "RW227", name, f"the type of `{text}` is not known: write `{text} is number` or the like"
            )
        if default is not None:
            self.fits(default, default_tree, type_)
        return Param(text, type_, default, self.span(name))


def _no_type(word: str) -> str:
    return f"`{word}` names no type; types are number, flag, player, enums and kinds"


def read_type(world: World, node: ScalarNode) -> tuple[Type, str | None, Part, TypeReader] | None:
    """Parse a type text; return the type, the enum it is kept by, its default's tree and the reader."""
    parsed = parse("field_type", node, world.findings)
    if parsed is None:
        return None
    reader = TypeReader(world, parsed)
    try:
        type_tree, by, default = parts(parsed.tree)
        type_ = reader.type_of(as_tree(type_tree))
        if by is not None:
            if str(by) not in world.declared.enums:
                near = nearest(str(by), world.declared.enums)
                reader.fail("RW227", by, f"a field is kept by an enum, but no enum `{by}` is declared", near)
            type_ = Type("list", (str(by),), item=type_)
        return type_, str(by) if by is not None else None, default, reader
    except Mistake:
        return None


def read_field(world: World, key: ScalarNode, node: ScalarNode, about: str) -> CardFieldDecl:
    """Read the declaration of a field; of an unknown type after a finding."""
    read = read_type(world, node)
    if read is None:
        return CardFieldDecl(key.text, UNKNOWN, None, False, None, key.span, about)
    type_, by, default_tree, reader = read
    if default_tree is not None:
        wanted = type_.item if by is not None and type_.item is not None else type_
        try:
            default = reader.wanted(as_tree(default_tree), Scope(), wanted)
            if not isinstance(default, c.Const):
                reader.fail(
                    "RW205", default_tree, "a field's default is a number, a name of an enum, yes, no or none"
                )
        except Mistake:
            return CardFieldDecl(key.text, UNKNOWN, None, False, None, key.span, about)
        value: FieldValue = default.value
        if by is not None:
            value = (cast(int, default.value),) * len(world.declared.enums[by].values)
        return CardFieldDecl(key.text, type_, by, False, value, key.span, about)
    required, value = _without_default(type_, by)
    return CardFieldDecl(key.text, type_, by, required, value, key.span, about)


def _without_default(type_: Type, by: str | None) -> tuple[bool, FieldValue]:
    """Return whether a field without a stated default is required, and what it is when it is not."""
    if by is not None:
        return True, None
    if type_.nullable:
        return False, c.NOTHING
    defaults: dict[str, FieldValue] = {"flag": 0, "list": (), "effect": None}
    return type_.base not in defaults, defaults.get(type_.base)


def read_state(world: World, key: ScalarNode, node: ScalarNode, about: str = "") -> StateField:
    """Read the declaration of a state: it starts at 0, no or none."""
    read = read_type(world, node)
    if read is None:
        return StateField(key.text, UNKNOWN, 0, key.span, about)
    type_, by, default_tree, reader = read
    if by is not None or type_.base in ("list", "effect", "text"):
        world.findings.add(
            "RW227", node.span, "a state is a number, a flag, a player, an enum value or a component"
        )
        return StateField(key.text, UNKNOWN, 0, key.span, about)
    start = 0 if type_ in (NUMBER, FLAG) else c.NOTHING
    if default_tree is not None:
        try:
            default = reader.wanted(as_tree(default_tree), Scope(), type_)
            if isinstance(default, c.Const) and isinstance(default.value, int):
                start = default.value
            else:
                reader.fail(
                    "RW205", default_tree, "a state starts with a number, a name of an enum, yes or no"
                )
        except Mistake:
            pass
    return StateField(key.text, type_, start, key.span, about)


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
            return self._value(decl.type, node)
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
                self._fail("RW104", entry.key, f"`{entry.key.text}` is no {by}", near)
            given[entry.key.text] = cast(int, self._value(item, entry.value))
        missing = [value for value in enum.values if value not in given]
        if missing and decl.required:
            self._fail("RW219", node, f"there is no value for {', '.join(missing)}")
        defaults = decl.default if isinstance(decl.default, tuple) else ()
        return tuple(given.get(value, defaults[i] if defaults else 0) for i, value in enumerate(enum.values))

    def _value(self, type_: Type, node: Node) -> FieldValue:
        if type_.base == "list":
            if not isinstance(node, SequenceNode):
                self._fail("RW103", node, f"a list of {type_.item} is wanted: [a, b]")
            item = cast(Type, type_.item)
            return tuple(cast(int, self._value(item, part)) for part in node.items)
        if not isinstance(node, ScalarNode):
            self._fail("RW103", node, f"one {type_} is wanted, but a list or mapping stands here")
        text = node.text.strip()
        if type_.base == "text":
            return node.text
        if type_.nullable and text == "none":
            return c.NOTHING
        return self._scalar(type_, node, text)

    def _scalar(self, type_: Type, node: ScalarNode, text: str) -> int:
        if type_ == NUMBER:
            if not text.removeprefix("-").isdecimal():
                self._fail("RW103", node, f"a number is wanted, but `{text}` stands here")
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
            shown = ", ".join(known) if len(known) <= 8 else ", ".join(known[:8]) + " ..."
            self._fail("RW104", node, f"{wanted} ({shown}), but `{text}` stands here", nearest(text, known))
        return values.index(text)

    def _card(self, type_: Type, node: ScalarNode, text: str) -> int:
        card = self.world.declared.cards.get(text)
        fitting = [name for name, known in self.world.declared.cards.items() if known.kind in type_.names]
        if text in self.world.broken:
            raise Mistake
        if type_.nullable:
            fitting.append("none")
        if card is None or card.kind not in type_.names:
            self._fail("RW215", node, f"there is no {type_} `{text}`", nearest(text, fitting))
        if card.not_alone:
            self._fail("RW204", node, f"{card.not_alone}, so it cannot be named alone")
        return card.position

    def _fail(self, code: str, node: Node, message: str, suggestion: str | None = None) -> NoReturn:
        self.world.findings.add(code, node.span, message, suggestion)
        raise Mistake


def parse_head(world: World, node: ScalarNode) -> tuple[str, tuple[Param, ...], Parsed] | None:
    """Parse the head of an action, a value or a window; None after a finding."""
    parsed = parse("head", node, world.findings)
    try:
        if parsed is not None:
            name, params = TypeReader(world, parsed).params(parsed.tree)
            return name, params, parsed
    except Mistake:
        pass
    world.broken.add(node.text.split("(")[0].strip())
    return None


__all__ = ["TypeReader", "ValueReader", "parse_head", "read_field", "read_state"]
