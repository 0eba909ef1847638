"""Checks formulas: every name is resolved and every type known, or a finding says what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, NoReturn, assert_never, cast, get_args

from rulewright.interpreter.closed_words import word_in
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.builtin_functions import BUILTINS, NAMES, Gives
from rulewright.interpreter.language.checker.members import MemberChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import (
    a,
    arguments,
    around_the_use,
    as_token,
    as_tree,
    counted,
    first_of,
    maybe_token,
    parts,
    path_of,
    shown_head,
)
from rulewright.interpreter.language.checker.world import AGGREGATES
from rulewright.interpreter.language.declarations import Param
from rulewright.interpreter.language.grammar.syntax import Part, Token, Tree
from rulewright.interpreter.language.types import (
    EMPTY_LIST,
    FLAG,
    NONE,
    NUMBER,
    UNKNOWN,
    Type,
    accepts,
    comparable,
    join,
    kind_type,
    list_of,
)
from rulewright.interpreter.language_versions import changed_function, told

_COMPARISONS: tuple[c.Comparison, ...] = get_args(c.Comparison)
_OPERATORS: tuple[c.Operator, ...] = get_args(c.Operator)
_QUESTIONS: tuple[c.Question, ...] = get_args(c.Question)
_FOLDINGS: tuple[c.Folding, ...] = get_args(c.Folding)
_EXTREMES: tuple[c.Extreme, ...] = get_args(c.Extreme)
_TIES: tuple[c.Ties, ...] = get_args(c.Ties)
_MOST = 10**9
_MOST_DIGITS = 20


class FormulaChecker(MemberChecker):
    """Checks the formulas of one parsed text."""

    # ------------------------------------------------------------ entries
    def formula(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        """Check the tree of a whole formula: names for values, then one expression, or cases with a condition each."""
        lines = [as_tree(child) for child in parts(tree)]
        return self._lines(tree, lines, scope, want)

    def _lines(self, tree: Tree, lines: Sequence[Tree], scope: Scope, want: Type | None) -> c.Expr:
        """Check the lines of a formula: names for values first, then one expression or cases."""
        first, *rest = lines
        if first.data == "naming":
            name, part = parts(first)
            value = self.check(as_tree(part), scope)
            of = self._lines(tree, rest, self.bind(scope, as_token(name), value.type), want)
            return c.Named(self.span(tree), of.type, str(name), value, of)
        if first.data in ("case", "otherwise"):
            return self._cases(tree, lines, scope, want)
        if want == FLAG:
            return self.condition(first, scope)
        return self.check(first, scope, want) if want is None else self.wanted(first, scope, want)

    def _cases(self, tree: Tree, lines: Sequence[Tree], scope: Scope, want: Type | None) -> c.Expr:
        cases: list[tuple[c.Expr, c.Expr]] = []
        otherwise: c.Expr | None = None
        found: Type | None = None
        for line in lines:
            here = scope
            condition: c.Expr | None = None
            if line.data == "case":
                condition = self.condition(as_tree(line.children[1]), scope)
                here = scope.knowing(self.facts(as_tree(line.children[1]), scope, True))
            part = as_tree(line.children[0])
            value = self.check(part, here, found) if want is None else self.wanted(part, here, want)
            joined = value.type if found is None else join(found, value.type)
            if joined is None:
                self.fail(
                    "RW401", part, f"this case gives {a(value.type)}, but the cases above give {a(found)}"
                )
            found = joined
            if condition is not None:
                cases.append((condition, value))
                scope = scope.knowing(self.facts(as_tree(line.children[1]), scope, False))
            else:
                otherwise = value
        assert otherwise is not None  # the grammar ends every list of cases so
        assert found is not None
        return c.Cases(self.span(tree), found, tuple(cases), otherwise)

    def check(self, tree: Tree, scope: Scope, want: Type | None = None) -> c.Expr:
        """Check an expression; `want` helps to resolve bare names, but is not enforced."""
        method = cast(
            "Callable[[Tree, Scope, Type | None], c.Expr]", getattr(self, "_" + tree.data.rstrip("_"))
        )
        return self._narrowed(method(tree, scope, want), tree, scope)

    def wanted(self, tree: Tree, scope: Scope, want: Type) -> c.Expr:
        """Check an expression that must have a type."""
        expr = self.check(tree, scope, want)
        self.fits(expr, tree, want)
        return expr

    def fits(self, expr: c.Expr, part: Part, want: Type) -> None:
        """Make a finding unless the expression may stand where `want` is asked for."""
        if accepts(want, expr.type):
            return
        if expr.type.nullable and accepts(want, expr.type.without_none()):
            self.fail("RW402", part, f"this may be none, but {a(want)} is wanted; {around_the_use(part)}")
        if want == NUMBER:
            hint = "; count it with count(...)" if expr.type.base == "list" else ""
            self.fail("RW404", part, f"this is {a(expr.type)}, but a number is wanted{hint}")
        self.fail("RW401", part, f"this is {a(expr.type)}, but {a(want)} is wanted")

    def condition(self, tree: Tree, scope: Scope) -> c.Expr:
        """Check a condition; a flag that may be none counts as not holding when it is none."""
        expr = self.check(tree, scope, FLAG)
        if expr.type.base == UNKNOWN.base:
            raise Mistake
        if expr.type == FLAG:
            return expr
        if expr.type.base == "flag":
            return c.Compare(expr.span, FLAG, "==", expr, c.Const(expr.span, FLAG, 1))
        hints = {"number": "compare it, for example `> 0`", "list": "ask any(...) of it"}
        hint = hints.get(expr.type.base, "compare it with `==`")
        self.fail("RW405", tree, f"this is {a(expr.type)}, but a condition is wanted: {hint}")

    def number(self, tree: Tree, scope: Scope) -> c.Expr:
        """Check a formula that must give a number."""
        return self.wanted(tree, scope, NUMBER)

    def listed(self, tree: Tree, scope: Scope, want: Type | None = None) -> c.Expr:
        """Check a formula that must give a list."""
        expr = self.check(tree, scope, want)
        if expr.type.base == UNKNOWN.base:
            raise Mistake
        if expr.type.base != "list":
            self.fail(
                "RW406", tree, f"this is {a(expr.type)}, but a list, a zone or an enum's list is wanted"
            )
        if expr.type.item is not None and expr.type.item.base == "list":
            key = expr.type.names[0] if expr.type.names else "NUMBER"
            self.fail(
                "RW406", tree, f"this is a list for each {key}: take one of them, as `[{key}]` behind it does"
            )
        return expr

    def items(
        self, name: Token | None, source: Part, where: Part, scope: Scope, at: Part
    ) -> tuple[c.Items, Scope, Type]:
        """Check `NAME in LIST where C`; return it, the scope with the item, and the item's type."""
        listed = self.listed(as_tree(source), scope)
        item = listed.type.item or UNKNOWN
        label = str(name) if name is not None else "_"
        inner = self.bind(scope, name, item) if name is not None else scope
        condition = None
        if where is not None:
            if name is None:
                self.fail("RW308", where, "give the item a name: `x in LIST where ... x ...`")
            test = as_tree(as_tree(where).children[0])
            condition = self.condition(test, inner)
            inner = inner.knowing(self.facts(test, inner, True))
        return c.Items(self.span(at), label, listed, condition), inner, item

    # ------------------------------------------------------------ what conditions show
    def facts(self, tree: Tree, scope: Scope, holds: bool) -> dict[str, Type]:
        """Return what is known about names and fields when a checked condition holds, or does not."""
        kind = tree.data
        if kind == "not_":
            return self.facts(as_tree(tree.children[0]), scope, not holds)
        if kind == ("and_" if holds else "or_"):
            known: dict[str, Type] = {}
            for part in parts(tree):
                known.update(self.facts(as_tree(part), scope.knowing(known), holds))
            return known
        if kind == "compare":
            left, op, right = parts(tree)
            if as_tree(right).data == "none" and op == ("!=" if holds else "=="):
                return self._fact(as_tree(left), scope, lambda known: known.without_none())
        if kind == "aggregate" and holds and tree.children[0] == "any":
            return self._there_is_one(tree, scope)
        if kind in ("is_a", "is_not_a") and (kind == "is_a") == holds:
            word = str(tree.children[1])
            card = self.world.declared.cards.get(word)
            shown = card.kind if card is not None else word
            return self._fact(as_tree(tree.children[0]), scope, lambda _: kind_type(shown))
        if kind in ("is_a", "is_not_a") and str(tree.children[1]) in self.world.declared.kinds:
            return self._fact(
                as_tree(tree.children[0]), scope, lambda known: _without(known, str(tree.children[1]))
            )
        return {}

    def _there_is_one(self, tree: Tree, scope: Scope) -> dict[str, Type]:
        """Return that the first of some items is something, where there is any."""
        name, source, where = parts(as_tree(tree.children[1]))
        _, _, item = self.items(maybe_token(name), source, where, scope, tree)
        return {} if item.nullable else {first_of(tree.children[1]): item}

    def _fact(self, tree: Tree, scope: Scope, change: Callable[[Type], Type]) -> dict[str, Type]:
        path = path_of(tree)
        if path is None:
            return {}
        return {path: change(self.check(tree, scope).type)}

    def _narrowed(self, expr: c.Expr, tree: Tree, scope: Scope) -> c.Expr:
        if not scope.facts:
            return expr
        if tree.data == "aggregate" and tree.children[0] == "first":
            path: str | None = first_of(tree.children[1])
        else:
            path = path_of(tree)
        known = scope.facts.get(path or "")
        return replace(expr, type=known) if known is not None else expr

    # ------------------------------------------------------------ constants and names
    def _number(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        digits = str(tree.children[0])
        # Python refuses to read numbers of thousands of digits.
        value = int(digits) if len(digits) <= _MOST_DIGITS else _MOST + 1
        if value > _MOST:
            self.fail("RW105", tree, f"numbers go up to {_MOST}")
        return c.Const(self.span(tree), NUMBER, value)

    def _yes(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Const(self.span(tree), FLAG, 1)

    def _no(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Const(self.span(tree), FLAG, 0)

    def _none(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Const(self.span(tree), NONE, c.NOTHING)

    def _list(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        item = want.item if want is not None and want.base == "list" else None
        found: list[c.Expr] = []
        for child in parts(tree):
            if child is None:
                continue
            part = self.check(as_tree(child), scope, item)
            joined = part.type if item is None else join(item, part.type)
            if joined is None:
                self.fail("RW412", child, f"this is {a(part.type)}, but the list is of {item}")
            item = joined
            found.append(part)
        type_ = list_of(item) if item is not None else EMPTY_LIST
        if all(isinstance(part, c.Const) for part in found):
            return c.Const(
                self.span(tree), type_, tuple(cast("int", cast("c.Const", part).value) for part in found)
            )
        return c.MakeList(self.span(tree), type_, tuple(found))

    # ------------------------------------------------------------ conditions
    def _and(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.AllOf(self.span(tree), FLAG, self._joined(tree, scope, True))

    def _or(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.AnyOf(self.span(tree), FLAG, self._joined(tree, scope, False))

    def _joined(self, tree: Tree, scope: Scope, holds: bool) -> tuple[c.Expr, ...]:
        checked: list[c.Expr] = []
        for child in parts(tree):
            checked.append(self.condition(as_tree(child), scope))
            scope = scope.knowing(self.facts(as_tree(child), scope, holds))
        return tuple(checked)

    def _not(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Not(self.span(tree), FLAG, self.condition(as_tree(tree.children[0]), scope))

    def _every(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        name, source, where, has = parts(tree)
        items, inner, _ = self.items(as_token(name), source, where, scope, tree)
        return c.Every(self.span(tree), FLAG, items, self.condition(as_tree(has), inner))

    def _compare(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        left, op, right = parts(tree)
        return self._comparison(tree, op, self._pair(as_tree(left), as_tree(right), scope), (left, right))

    def _comparison(
        self, tree: Tree, sign: Part, pair: tuple[c.Expr, c.Expr], at: tuple[Part, Part]
    ) -> c.Expr:
        left, right = pair
        op = word_in(_COMPARISONS, str(sign))
        if op in ("==", "!="):
            if not comparable(left.type, right.type):
                self._cannot_compare(tree, left.type, right.type)
        else:
            self.fits(left, at[0], NUMBER)
            self.fits(right, at[1], NUMBER)
        return c.Compare(self.span(tree), FLAG, op, left, right)

    def _cannot_compare(self, tree: Tree, left: Type, right: Type) -> NoReturn:
        if "none" in (left.base, right.base):
            other = right if left.base == "none" else left
            self.fail(
                "RW403", tree, f"{a(other)} is never none, so this comparison always comes out the same"
            )
        self.fail("RW403", tree, f"{a(left)} cannot be compared with {a(right)}")

    def _pair(self, left: Tree, right: Tree, scope: Scope) -> tuple[c.Expr, c.Expr]:
        """Check two operands; a bare name of an enum, or a list of such, takes its type from the other side."""
        bare = left.data == "list" or (left.data == "name" and str(left.children[0]) not in scope.names)
        if bare and right.data not in ("name", left.data):
            second = self.check(right, scope)
            return self.check(left, scope, second.type), second
        first = self.check(left, scope)
        return first, self.check(right, scope, first.type.without_none())

    def _is_a(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        part, word = parts(tree)
        expr = self.check(as_tree(part), scope)
        if expr.type.base != "component":
            self.fail("RW417", part, f"`is` asks what a component is, but this is {a(expr.type)}")
        name = str(word)
        if name in self.world.declared.kinds:
            if name not in expr.type.names:
                self.fail("RW403", word, f"this is {a(expr.type)}, so it is never {a(kind_type(name))}")
            return c.IsKind(self.span(tree), FLAG, expr, name)
        card = self.world.declared.cards.get(name)
        if card is None:
            if name in self.world.broken:
                raise Mistake
            candidates = [n for n, k in self.world.declared.cards.items() if k.kind in expr.type.names]
            near = nearest(name, [*candidates, *expr.type.names])
            self.fail("RW215", word, f"`{name}` is neither a kind nor a card of the kind {expr.type}", near)
        if card.kind not in expr.type.names:
            self.fail("RW403", word, f"`{name}` is {a(kind_type(card.kind))}, but this is {a(expr.type)}")
        return c.IsCard(self.span(tree), FLAG, expr, card.position)

    def _is_not_a(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Not(self.span(tree), FLAG, self._is_a(tree, scope, want))

    def _member(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        item, source = (as_tree(child) for child in parts(tree))
        if item.data == "name" and str(item.children[0]) not in scope.names:
            listed = self.listed(source, scope)
            found = self.check(item, scope, listed.type.item)
        else:
            found = self.check(item, scope)
            listed = self.listed(source, scope, list_of(found.type.without_none()))
        if listed.type.item is not None and not comparable(listed.type.item, found.type):
            self.fail("RW403", tree, f"{a(listed.type)} never holds {a(found.type)}")
        return c.Member(self.span(tree), FLAG, found, listed)

    def _not_member(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        return c.Not(self.span(tree), FLAG, self._member(tree, scope, want))

    # ------------------------------------------------------------ calculation
    def _add(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        left, op, right = parts(tree)
        first = self.check(as_tree(left), scope, want)
        if first.type.base == "list" and op == "+":
            second = self.listed(as_tree(right), scope, first.type)
            joined = join(first.type, second.type)
            if joined is None:
                self.fail("RW412", tree, f"{a(first.type)} and {a(second.type)} do not make one list")
            return c.Concat(self.span(tree), joined, first, second)
        return self._arithmetic(tree, first, scope)

    def _mul(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        *_, op, _, rounded = parts(tree)
        if rounded is not None and op != "/":
            self.fail("RW308", rounded, f"only a division is rounded, and this is `{op}`")
        up = rounded is not None and str(rounded).endswith("up")
        left = self.check(as_tree(tree.children[0]), scope)
        return self._arithmetic(tree, left, scope, "/ rounded up" if up else "")

    def _arithmetic(self, tree: Tree, left: c.Expr, scope: Scope, op: str = "") -> c.Expr:
        first, sign, second, *_ = parts(tree)
        self.fits(left, first, NUMBER)
        return c.Arithmetic(
            self.span(tree),
            NUMBER,
            word_in(_OPERATORS, op or str(sign)),
            left,
            self.number(as_tree(second), scope),
        )

    def _minus(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        of = self.number(as_tree(tree.children[0]), scope)
        if isinstance(of, c.Const):
            return c.Const(self.span(tree), NUMBER, -cast("int", of.value))
        return c.Negative(self.span(tree), NUMBER, of)

    def _aggregate(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        op, part = parts(tree)
        name, source, where = parts(as_tree(part))
        items, _, item = self.items(maybe_token(name), source, where, scope, part)
        asked = word_in(_QUESTIONS, str(op))
        types: dict[c.Question, Type] = {
            "count": NUMBER, "any": FLAG, "first": item.or_none(), "all": list_of(item),
        }  # fmt: skip
        return c.Aggregate(self.span(tree), types[asked], asked, items)

    def _fold(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        op, value, name, source, where = parts(tree)
        items, inner, _ = self.items(as_token(name), source, where, scope, tree)
        return c.Fold(
            self.span(tree), NUMBER, word_in(_FOLDINGS, str(op)), self.number(as_tree(value), inner), items
        )

    def _pick(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        op, *numbers = parts(tree)
        if op == "sum":
            self.fail(
                "RW308", tree, "sum takes a list: sum(NUMBER for each x in LIST); numbers are added with +"
            )
        return c.Pick(
            self.span(tree),
            NUMBER,
            word_in(_EXTREMES, str(op)),
            tuple(self.number(as_tree(part), scope) for part in numbers),
        )

    def _ranking(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        subject, name, source, where, *rest = parts(tree)
        *keys, ties, op, bound = rest
        items, inner, item = self.items(as_token(name), source, where, scope, tree)
        who = self.check(as_tree(subject), scope, item)
        if not comparable(who.type, item):
            self.fail("RW401", subject, f"this is {a(who.type)}, but the list is of {item}")
        place = c.Place(
            self.span(tree), NUMBER, who, items, self._keys(keys, inner), word_in(_TIES, str(ties))
        )
        if op is None:
            return place
        return self._comparison(tree, op, (place, self.number(as_tree(bound), scope)), (tree, bound))

    def _ranked(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        name, source, where, *keys = parts(tree)
        items, inner, item = self.items(as_token(name), source, where, scope, tree)
        return c.Ranked(self.span(tree), list_of(item), items, self._keys(keys, inner))

    def _keys(self, keys: Sequence[Part], scope: Scope) -> tuple[c.Key, ...]:
        return tuple(
            c.Key(self.number(as_tree(as_tree(key).children[0]), scope), as_tree(key).children[1] is not None)
            for key in keys
        )

    # ------------------------------------------------------------ calls
    def _call_value(self, tree: Tree, scope: Scope, want: Type | None) -> c.Expr:
        name, args = parts(tree)
        if str(name) in NAMES:
            return self._builtin(tree, word_in(NAMES, str(name)), arguments(args), scope)
        value = self.world.declared.values.get(str(name))
        if value is None:
            self._no_such_value(as_token(name))
        typed = self.world.check_value(str(name), self.span(name))
        if typed is None:
            raise Mistake
        self.used_values.add(typed.name)
        given = self.bind_args(as_token(name), typed.params, arguments(args), scope)
        return c.ValueCall(self.span(tree), typed.type, typed.name, given)

    def _no_such_value(self, name: Token) -> NoReturn:
        if str(name) in self.world.declared.actions:
            self.fail(
                "RW205",
                name,
                f"`{name}` is an action; an action is a statement of its own, not part of a formula",
            )
        changed = changed_function(str(name))
        if changed is not None:
            self.fail("RW234", name, told(changed), changed.new)
        self.missing("RW201", name, "value", [*self.world.declared.values, *NAMES, *AGGREGATES])

    def _builtin(self, tree: Tree, name: c.BuiltinName, args: Sequence[Tree], scope: Scope) -> c.Expr:
        known = BUILTINS[name]
        if len(args) != len(known.takes):
            wants = counted(len(known.takes), "argument")
            self.fail("RW207", tree, f"`{name}` takes {wants}, {len(args)} given here")
        if known.draws and not scope.chance:
            self.fail("RW205", tree, f"`{name}` may only stand in `let` and `set`, where it is drawn once")
        given = [as_tree(arg.children[1]) for arg in args]
        # The list comes first: it tells of what type an item beside it is.
        lists = [
            self.listed(part, scope)
            for part, takes in zip(given, known.takes, strict=True)
            if takes == "list"
        ]
        of = lists[0].type if lists else list_of(UNKNOWN)
        checked = tuple(
            lists[0] if takes == "list" else self._argument(takes, part, scope, of.item or UNKNOWN)
            for part, takes in zip(given, known.takes, strict=True)
        )
        return c.Builtin(self.span(tree), _given_by(known.gives, of), name, checked)

    def _argument(
        self, takes: Literal["number", "item", "component"], part: Tree, scope: Scope, item: Type
    ) -> c.Expr:
        match takes:
            case "number":
                return self.number(part, scope)
            case "item":
                return self.wanted(part, scope, item)
            case "component":
                return self._component(part, scope)
        assert_never(takes)

    def _component(self, tree: Tree, scope: Scope) -> c.Expr:
        expr = self.check(tree, scope)
        if expr.type.base not in ("component", "unknown"):
            self.fail("RW417", tree, f"this is {a(expr.type)}, but a component is wanted")
        return expr

    def bind_args(
        self, at: Token, params: Sequence[Param], args: Sequence[Tree], scope: Scope
    ) -> tuple[c.Expr, ...]:
        """Match arguments with parameters, by position first, then by name; fill in defaults."""
        given: dict[str, c.Expr] = {}
        for position, arg in enumerate(args):
            label, part = arg.children
            param = self._param_of(at, params, position, label)
            if param.name in given:
                self.fail("RW209", arg, f"the parameter `{param.name}` of `{at}` gets two values")
            given[param.name] = self.wanted(as_tree(part), scope, param.type)
        for param in params:
            if param.name in given:
                continue
            if param.default is None:
                self.fail(
                    "RW207", at, f"`{at}` needs a value for `{param.name}`: {shown_head(str(at), params)}"
                )
            filled = param.default
            given[param.name] = given[filled.name] if isinstance(filled, c.Local) else filled
        return tuple(given[param.name] for param in params)

    def _param_of(self, at: Token, params: Sequence[Param], position: int, label: Part) -> Param:
        if label is not None:
            named = [param for param in params if param.name == str(label)]
            if not named:
                near = nearest(str(label), [param.name for param in params])
                self.fail(
                    "RW208", label, f"`{at}` has no parameter `{label}`: {shown_head(str(at), params)}", near
                )
            return named[0]
        if position >= len(params):
            wants = counted(len(params), "argument")
            self.fail("RW207", at, f"`{at}` takes {wants}: {shown_head(str(at), params)}")
        return params[position]


def _without(known: Type, kind: str) -> Type:
    left = tuple(name for name in known.names if name != kind)
    return replace(known, names=left) if left else known


def _given_by(gives: Gives, of: Type) -> Type:
    """Return the type of what a built-in function gives for a list of this type."""
    match gives:
        case "number":
            return NUMBER
        case "flag":
            return FLAG
        case "list":
            return of
        case "item":
            return of.item or UNKNOWN
        case "item or none":
            return (of.item or UNKNOWN).or_none()
    assert_never(gives)
