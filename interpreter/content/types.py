"""Type texts of fields, states and parameters, and the heads of actions, values and windows."""

from __future__ import annotations

from rulewright.interpreter.content.model import Param, StateField
from rulewright.interpreter.content.sections import text_of
from rulewright.interpreter.content.zones import visibility_of
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import a, as_token, as_tree, parts
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.declarations import Lasts
from rulewright.interpreter.language.grammar.syntax import Part, Token, Tree
from rulewright.interpreter.language.parser import Parsed, parse
from rulewright.interpreter.language.types import EMPTY_LIST, FLAG, NUMBER, UNKNOWN, Type, kind_type, list_of
from rulewright.interpreter.source import Node, ScalarNode


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
        if none is None:
            return found
        if found.base not in _MAY_BE_NONE:
            self.fail("RW227", none, _never_none(found))
        return found.or_none()

    def _word(self, word: Token) -> Type:
        found = self.world.type_named(str(word))
        if found is None and str(word) in self.world.broken:
            raise Mistake
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


# What has a value of its own that says none; every number says how many.
_MAY_BE_NONE = ("player", "enum", "component", "unknown")


def _never_none(type_: Type) -> str:
    instead = {
        NUMBER: "write `number = 0`, or another default, for one that may be left out",
        FLAG: "a flag that is left out is no",
    }.get(type_, "leave `or none` out")
    return f"only a player, a value of an enum or a component can be none, not {a(type_)}; {instead}"


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


LASTS: dict[str, Lasts] = {"a turn": "turn", "a phase": "phase", "a round": "round"}


def lasts_of(declared: Node) -> Lasts:
    """Return how long what is declared lasts before it is put back to its start."""
    return LASTS.get(text_of(declared, "lasts"), "")


def read_state(world: World, key: ScalarNode, declared: Node, node: ScalarNode) -> StateField:
    """Read the declaration of a state, of which `node` is the type: it starts at 0, no or none."""
    about, told = text_of(declared, "about"), text_of(declared, "told") != "no"
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
    visible = visibility_of(declared)
    return StateField(key.text, type_, start, key.span, about, told, lasts_of(declared), visible)


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


__all__ = ["TypeReader", "parse_head", "read_state", "read_type"]
