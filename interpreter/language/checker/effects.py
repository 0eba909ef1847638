"""Checks effects: each statement's names, types and targets, and that somebody acts where somebody must."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, cast, get_args

from rulewright.interpreter.closed_words import word_in
from rulewright.interpreter.findings import nearest
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.templates import check_template
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import (
    a,
    arguments,
    as_token,
    as_tree,
    maybe_token,
    maybe_tree,
    parts,
)
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.grammar.syntax import Part, Token, Tree
from rulewright.interpreter.language.parser import Parsed
from rulewright.interpreter.language.renewals import renewal
from rulewright.interpreter.language.types import NUMBER, PLAYER, UNKNOWN, Type, accepts, list_of

_QUANTITIES: tuple[c.Quantity, ...] = get_args(c.Quantity)
_BINDING = {"let_": 0, "choose": 1}

MOST_LOOPS = 16
"""So many loops may stand in one another: more are no sensible rule, and Python takes no more than 20."""


class EffectChecker(FormulaChecker):
    """Checks the statements of one parsed text; what it calls is noted for the question who acts."""

    def __init__(self, world: World, parsed: Parsed) -> None:
        super().__init__(world, parsed)
        self.calls: list[str] = []
        self._loops = 0

    def effect(self, tree: Tree, scope: Scope) -> c.Block:
        """Check a whole effect."""
        return self.block(tree.children, scope)

    def block(self, statements: Iterable[Part], scope: Scope) -> c.Block:
        """Check statements one after another; a mistake in one does not hide mistakes in the next."""
        checked: list[c.Stmt] = []
        for part in statements:
            tree = as_tree(part)
            try:
                if tree.data == "turn_ends":
                    checked += self._turn_ends(tree)
                    continue
                statement, scope = self.statement(tree, scope)
                checked.append(statement)
            except Mistake:
                scope = _after_mistake(tree, scope)
        return tuple(checked)

    def statement(self, tree: Tree, scope: Scope) -> tuple[c.Stmt, Scope]:
        """Check a statement; return it with the scope of those that follow in its block."""
        if tree.data == "let_":
            return self._let(tree, scope)
        if tree.data == "choose":
            checked, behind = self._choose(tree, scope)
            return checked, behind.later()
        method = cast("Callable[[Tree, Scope], c.Stmt]", getattr(self, "_do_" + tree.data.rstrip("_")))
        return method(tree, scope.later() if tree.data in _LATER else scope), scope.later()

    def _body(self, part: Part, scope: Scope) -> c.Block:
        return self.block(as_tree(part).children, scope)

    def _turns(self, loop: Tree, part: Part, scope: Scope) -> c.Block:
        """Check the block of a loop."""
        self._loops += 1
        try:
            if self._loops > MOST_LOOPS:
                message = (
                    f"more than {MOST_LOOPS} loops stand in one another here; make actions of the inner ones"
                )
                self.fail("RW311", loop, message)
            return self._body(part, scope)
        finally:
            self._loops -= 1

    def _needs_actor(self, tree: Part, scope: Scope, verb: str) -> None:
        if "me" not in scope.names:
            why = "; `for each` does not change who acts" if PLAYER in scope.names.values() else ""
            message = f"nobody acts here, so nobody can {verb}{why}; write `as each player in turn_order:` around it"
            self.fail("RW212", tree, message)
        if not scope.named_here:
            self.uses_me = True

    # ------------------------------------------------------------ amounts
    def _do_gain(self, tree: Tree, scope: Scope) -> c.Stmt:
        return self._amounts(tree, scope, "gain")

    def _do_pay(self, tree: Tree, scope: Scope) -> c.Stmt:
        return self._amounts(tree, scope, "pay")

    def _do_lose(self, tree: Tree, scope: Scope) -> c.Stmt:
        return self._amounts(tree, scope, "lose")

    def _amounts(self, tree: Tree, scope: Scope, verb: c.Verb) -> c.Stmt:
        self._needs_actor(tree, scope, verb)
        per: c.Items | c.PerEvery | None = None
        inner = scope
        children = [as_tree(child) for child in parts(tree) if child is not None]
        if children[-1].data == "per_each":
            name, source, where = parts(children[-1])
            per, inner, _ = self.items(as_token(name), source, where, scope, children[-1])
        elif children[-1].data == "per_every":
            size, number = (as_tree(child) for child in parts(children[-1]))
            per = c.PerEvery(self.number(size, scope), self.number(number, scope))
        amounts = tuple(self._amount(child, inner) for child in children if child.data == "amount")
        return c.Change(self.span(tree), verb, amounts, per)

    def _amount(self, tree: Tree, scope: Scope) -> c.Amount:
        number, name, index = parts(tree)
        counter = self.world.declared.counters.get(str(name))
        if counter is None:
            self._no_such_counter(as_token(name))
        if not counter.is_number:
            message = f"`{name}` is a state of each player, {a(counter.type)}: `set me.{name} to ...`"
            self.fail("RW408", name, message)
        if (counter.by is None) != (index is None):
            text = (
                "takes no [...]: it is one number"
                if counter.by is None
                else f"is kept for each {counter.by}: write `{name}[...]`"
            )
            self.fail("RW409", name, f"`{name}` {text}")
        key = None
        if index is not None:
            key = self.wanted(
                as_tree(index), scope, cast("Type", self.world.type_named(cast("str", counter.by)))
            )
        return c.Amount(self.span(tree), self.number(as_tree(number), scope), counter.name, key)

    def _no_such_counter(self, name: Part) -> NoReturn:
        counters = self.world.declared.counters
        text = str(name)
        if text.lower() != text and text.lower() in counters:
            self.fail("RW314", name, f"names are written in small letters: `{text.lower()}`", text.lower())
        if text in self.world.declared.player_zones:
            self.fail("RW408", name, f"`{text}` is a zone, not a counter: components are moved or drawn")
        self.fail("RW408", name, f"no counter `{text}` is declared", nearest(text, counters))

    def _do_set(self, tree: Tree, scope: Scope) -> c.Stmt:
        place, value = (as_tree(child) for child in parts(tree))
        target = self.check(place, scope)
        if isinstance(target, c.TurnOrder):
            wanted = list_of(PLAYER)
        elif isinstance(target, c.PlayerCounter | c.GameState | c.ComponentState):
            wanted = target.type
        else:
            self.fail(
                "RW407", place, "only counters, states and the turn order can be set; this is none of them"
            )
        return c.Assign(self.span(tree), target, self.wanted(value, scope.with_chance(), wanted))

    # ------------------------------------------------------------ components
    def _what(self, part: Part, scope: Scope) -> c.Expr:
        """Check what is moved: a component, a list, or with `all` the content of a zone."""
        tree = as_tree(part)
        if tree.data == "all_of":
            name, source, where = parts(as_tree(tree.children[0]))
            items, _, item = self.items(maybe_token(name), source, where, scope, tree)
            expr: c.Expr = c.Aggregate(self.span(tree), list_of(item), "all", items)
        else:
            expr = self.check(tree, scope)
            if isinstance(expr, c.ZoneRef | c.AllComponents):
                self.fail(
                    "RW416",
                    tree,
                    "this is everything that lies there; say `all` before it, or choose from it",
                )
        self._components(tree, expr)
        return expr

    def _components(self, part: Part, expr: c.Expr) -> tuple[str, ...]:
        type_ = expr.type.item if expr.type.base == "list" else expr.type
        if type_ is None or type_.base == UNKNOWN.base:
            return ()
        if type_.base != "component":
            self.fail(
                "RW417", part, f"this is {a(expr.type)}, but a component or a list of components is wanted"
            )
        return type_.names

    def _target(self, tree: Tree, scope: Scope, kinds: Sequence[str]) -> c.ZoneRef:
        zone = self._zone_named(tree, scope)
        held = zone.type.item.names if zone.type.item is not None else ()
        wrong = [kind for kind in kinds if kind not in held]
        if wrong:
            self.fail(
                "RW410", tree, f"this zone holds {' and '.join(held)} only, so no {wrong[0]} can go there"
            )
        return zone

    def _zone_named(self, tree: Tree, scope: Scope) -> c.ZoneRef:
        expr = self.check(tree, scope)
        if not isinstance(expr, c.ZoneRef):
            self.fail("RW205", tree, f"a zone is wanted here, but this is {a(expr.type)}")
        return expr

    def _do_move(self, tree: Tree, scope: Scope) -> c.Stmt:
        part, end, zone = parts(tree)
        what = self._what(part, scope)
        to = self._target(as_tree(zone), scope, self._components(as_tree(part), what))
        return c.Move(self.span(tree), what, to, end is not None and str(end) == "top")

    def _do_draw(self, tree: Tree, scope: Scope) -> c.Stmt:
        number, source, target = (as_tree(child) for child in parts(tree))
        count = self.number(number, scope)
        zone = self._zone_named(source, scope)
        held = zone.type.item.names if zone.type.item is not None else ()
        return c.Draw(self.span(tree), count, zone, self._target(target, scope, held))

    def _do_shuffle(self, tree: Tree, scope: Scope) -> c.Stmt:
        part = as_tree(tree.children[0])
        expr = self.check(part, scope)
        if not isinstance(expr, c.ZoneRef | c.TurnOrder):
            self.fail("RW205", part, "only a zone or the turn order can be shuffled")
        return c.Shuffle(self.span(tree), expr)

    def _do_show(self, tree: Tree, scope: Scope) -> c.Stmt:
        part, to = (as_tree(child) for child in parts(tree))
        what = self._shown(part, scope)
        players = self.check(to, scope)
        item = players.type.item if players.type.base == "list" else players.type
        if item is None or not accepts(PLAYER, item):
            self.fail("RW401", to, f"a player or a list of players is wanted, but this is {a(players.type)}")
        return c.Show(self.span(tree), what, players)

    def _do_reveal(self, tree: Tree, scope: Scope) -> c.Stmt:
        return c.Show(self.span(tree), self._shown(as_tree(tree.children[0]), scope), None)

    def _do_look_at(self, tree: Tree, scope: Scope) -> c.Stmt:
        self._needs_actor(tree, scope, "look")
        what = self._shown(as_tree(tree.children[0]), scope)
        return c.Show(self.span(tree), what, c.Local(self.span(tree), PLAYER, "me"))

    def _shown(self, part: Tree, scope: Scope) -> c.Expr:
        what = self._what(part, scope)
        self._components(part, what)
        return what

    def _do_flip(self, tree: Tree, scope: Scope) -> c.Stmt:
        part = as_tree(tree.children[0])
        what = self._what(part, scope)
        for kind in self._components(part, what):
            if self.world.declared.kinds[kind].sides < 2:
                self.fail("RW411", part, f"the kind {kind} has one side only and cannot be flipped")
        return c.Flip(self.span(tree), what)

    def _do_discard(self, tree: Tree, scope: Scope) -> c.Stmt:
        part = as_tree(tree.children[0])
        what = self._what(part, scope)
        for kind in self._components(part, what):
            if kind not in self.world.declared.discards:
                self.fail(
                    "RW411",
                    part,
                    f"no discard pile is declared for the kind {kind}; name one under `discards:`",
                )
        return c.Discard(self.span(tree), what)

    def _do_swap(self, tree: Tree, scope: Scope) -> c.Stmt:
        left, right = (as_tree(child) for child in parts(tree))
        swap = c.Swap(self.span(tree), self._component(left, scope), self._component(right, scope))
        self._can_change_places(tree, swap.left.type.names, swap.right.type.names)
        return swap

    def _can_change_places(self, tree: Tree, left: Sequence[str], right: Sequence[str]) -> None:
        """Make a finding when no zone holds a kind of either side: each comes to lie where the other lay."""
        declared = self.world.declared
        zones = (
            *declared.zones.values(),
            *declared.player_zones.values(),
            *declared.component_zones.values(),
        )
        held = [set(zone.holds) for zone in zones]
        if left and right and not any(zone.intersection(left) and zone.intersection(right) for zone in held):
            message = f"no zone holds both {left[0]} and {right[0]}, so neither can lie where the other lay"
            self.fail("RW410", tree, message)

    # ------------------------------------------------------------ names and choices
    def _let(self, tree: Tree, scope: Scope) -> tuple[c.Stmt, Scope]:
        name, part = parts(tree)
        value = self.check(as_tree(part), scope.with_chance())
        return c.Let(self.span(tree), str(name), value), self.bind(scope, as_token(name), value.type)

    def _choose(self, tree: Tree, scope: Scope) -> tuple[c.Stmt, Scope]:
        quantity, name, source, prompt = parts(tree)
        self._needs_actor(tree, scope, "choose")
        how = word_in(_QUANTITIES, as_tree(quantity).data) if quantity is not None else "one"
        number = (
            self.number(as_tree(as_tree(quantity).children[0]), scope)
            if how in ("exactly", "up_to")
            else None
        )
        token, part = as_token(name), as_tree(source)
        self.check_new_name(scope, token, str(token))
        listed: c.Items | c.NumberRange
        known: dict[str, Type] = {}
        if part.data == "range":
            listed, item = self._range(part, token, scope), NUMBER
        else:
            listed, item, known = self._choice_items(part, token, scope)
        self._can_offer_something(part, listed)
        asked = self._prompt(maybe_token(prompt), scope)
        checked = c.Choose(self.span(tree), str(token), how, number, listed, item, asked)
        bound = scope.bind(str(token), item if how == "one" else list_of(item), self.span(token))
        return checked, bound.knowing(known if how == "one" else {})

    def _can_offer_something(self, tree: Tree, listed: c.Items | c.NumberRange) -> None:
        if isinstance(listed, c.NumberRange):
            low, high = listed.low, listed.high
            empty = isinstance(low, c.Const) and isinstance(high, c.Const) and low.value > high.value  # type: ignore[operator]
        elif isinstance(listed.list, c.AllComponents):
            kind = listed.list.kind
            known = f"cards of {kind}" not in self.world.broken
            empty = known and not any(card.kind == kind for card in self.world.declared.cards.values())
        else:
            empty = isinstance(listed.list, c.Const) and listed.list.value == ()
        if empty:
            self.fail("RW415", tree, "there is never anything here to choose from")

    def _range(self, tree: Tree, token: Token, scope: Scope) -> c.NumberRange:
        label, low, high, step, where = parts(tree)
        by = None if step is None else self.number(as_tree(step), scope)
        first, last = self.number(as_tree(low), scope), self.number(as_tree(high), scope)
        name = maybe_token(label) or token
        inner = self.bind(scope, name, NUMBER)
        test = None if where is None else self.condition(as_tree(as_tree(where).children[0]), inner)
        return c.NumberRange(first, last, by, str(name), test)

    def _choice_items(self, tree: Tree, token: Part, scope: Scope) -> tuple[c.Items, Type, dict[str, Type]]:
        label, source, where = parts(tree)
        name = maybe_token(label) or as_token(token)
        items, _, item = self.items(name, source, where, scope, tree)
        known: dict[str, Type] = {}
        if where is not None:
            test = as_tree(as_tree(where).children[0])
            known = self.facts(test, scope.bind(str(name), item), True)
        return (
            items,
            known.pop(str(name), item),
            {k: v for k, v in known.items() if k.startswith(f"{token}.")},
        )

    def _prompt(self, token: Part, scope: Scope) -> c.Template | None:
        if token is None:
            return None
        text = as_token(token)
        return check_template(
            self.world,
            self.parsed.scalar,
            self.parsed.shift + text.start_pos + 1,
            str(text)[1:-1],
            scope,
            self,
        )

    # ------------------------------------------------------------ other effects
    def _do_offer(self, tree: Tree, scope: Scope) -> c.Stmt:
        name, args = parts(tree)
        window = self.world.declared.windows.get(str(name))
        if window is None:
            self.missing("RW216", name, "window", self.world.declared.windows)
        if window.opens:
            self.fail("RW205", name, f"the window `{name}` is opened by the machine and cannot be offered")
        if not window.each_player:
            self._needs_actor(tree, scope, "use abilities")
        given = self.bind_args(as_token(name), window.params, arguments(args), scope)
        return c.Offer(self.span(tree), window.name, given)

    def _do_run(self, tree: Tree, scope: Scope) -> c.Stmt:
        part = as_tree(tree.children[0])
        expr = self.check(part, scope)
        if not isinstance(expr, c.CardField) or expr.type.base != "effect":
            self.fail(
                "RW414", part, f"`run` takes an effect field of a component, but this is {a(expr.type)}"
            )
        self._needs_actor(tree, scope, "run an effect")
        return c.Run(self.span(tree), expr.field, expr.component)

    def _do_call(self, tree: Tree, scope: Scope) -> c.Stmt:
        name, args = parts(tree)
        action = self.world.declared.actions.get(str(name))
        if action is None:
            if str(name) in self.world.declared.values:
                self.fail(
                    "RW205",
                    name,
                    f"`{name}` is a value and does nothing by itself; an action is wanted here",
                )
            self.missing("RW201", name, "action", self.world.declared.actions)
        given = self.bind_args(as_token(name), action.params, arguments(args), scope)
        if "me" not in scope.names:
            self.world.orphan_calls.append((self.span(tree), action.name))
        elif not scope.named_here:
            self.calls.append(action.name)
        return c.Call(self.span(tree), action.name, given)

    def _turn_ends(self, tree: Tree) -> c.Block:
        """Return what a turn's end puts back: the statement stands for these, and is none of its own."""
        self.world.turns_end = True
        return renewal(self.world.declared, "turn") or (c.Nothing(self.span(tree)),)

    def _do_finish(self, tree: Tree, scope: Scope) -> c.Stmt:
        return c.Finish(self.span(tree))

    def _do_nothing(self, tree: Tree, scope: Scope) -> c.Stmt:
        return c.Nothing(self.span(tree))

    # ------------------------------------------------------------ blocks
    def _do_may(self, tree: Tree, scope: Scope) -> c.Stmt:
        times, prompt, body = parts(tree)
        self._needs_actor(tree, scope, "be asked")
        limit = None
        if times is not None and as_tree(times).data == "at_most_times":
            limit = self.number(as_tree(as_tree(times).children[0]), scope)
        asked = cast("c.Template", self._prompt(as_token(prompt), scope))
        return c.May(self.span(tree), asked, times is not None, limit, self._body(body, scope))

    def _do_one_of(self, tree: Tree, scope: Scope) -> c.Stmt:
        prompt, *branches = parts(tree)
        self._needs_actor(tree, scope, "be asked")
        asked = self._prompt(maybe_token(prompt), scope)
        return c.OneOf(
            self.span(tree), asked, tuple(self._branch(as_tree(branch), scope) for branch in branches)
        )

    def _branch(self, tree: Tree, scope: Scope) -> c.Branch:
        if tree.data == "self_named":
            inner = as_tree(tree.children[0])
            block = self.block([inner], scope)
            words = self.parsed.scalar.text[
                self.parsed.shift + inner.start_pos : self.parsed.shift + inner.end_pos
            ]
            return c.Branch(self.span(tree), c.Template(self.span(inner), (words,)), None, None, block)
        label, name, source, where, guard, body = parts(tree)
        items, condition, inside = None, None, scope
        if source is not None:
            items, inside = self._branch_items(as_token(name), source, where, scope, tree)
        words_shown = cast("c.Template", self._prompt(as_token(label), inside))
        if guard is not None:
            condition = self.condition(as_tree(guard), inside)
            inside = inside.knowing(self.facts(as_tree(guard), inside, True))
        return c.Branch(self.span(tree), words_shown, items, condition, self._body(body, inside))

    def _branch_items(
        self, name: Token, source: Part, where: Part, scope: Scope, tree: Tree
    ) -> tuple[c.Items, Scope]:
        """Check what a branch is offered for; a branch for each of none is no option, so an item is never none."""
        items, inside, item = self.items(name, source, where, scope, tree)
        if item.base not in ("component", "player", "enum", UNKNOWN.base):
            message = f"branches are for components, players or values of an enum; this is a list of {item}"
            self.fail("RW401", source, f"{message}: ask for it with `choose`")
        return items, inside.knowing({str(name): inside.names[str(name)].without_none()})

    def _do_for_each(self, tree: Tree, scope: Scope) -> c.Stmt:
        name, source, where, body = parts(tree)
        items, inner, _ = self.items(as_token(name), source, where, scope, tree)
        return c.ForEach(self.span(tree), items, False, self._turns(tree, body, inner))

    def _do_as_each(self, tree: Tree, scope: Scope) -> c.Stmt:
        name, source, where, body = parts(tree)
        items, inner, item = self.items(as_token(name), source, where, scope, tree)
        if not accepts(PLAYER, item):
            self.fail("RW401", source, f"only players act, but this is a list of {item}")
        return c.ForEach(self.span(tree), items, True, self._turns(tree, body, inner.acting_here()))

    def _do_count_from(self, tree: Tree, scope: Scope) -> c.Stmt:
        name, low, high, body = parts(tree)
        first, last = self.number(as_tree(low), scope), self.number(as_tree(high), scope)
        inner = self.bind(scope, as_token(name), NUMBER)
        return c.CountFrom(self.span(tree), str(name), first, last, self._turns(tree, body, inner))

    def _do_as_player(self, tree: Tree, scope: Scope) -> c.Stmt:
        who, body = parts(tree)
        player = self.wanted(as_tree(who), scope, PLAYER)
        return c.AsPlayer(self.span(tree), player, self._body(body, scope.acting_here()))

    def _do_repeat(self, tree: Tree, scope: Scope) -> c.Stmt:
        times, body = parts(tree)
        return c.Repeat(self.span(tree), self.number(as_tree(times), scope), self._turns(tree, body, scope))

    def _do_while(self, tree: Tree, scope: Scope) -> c.Stmt:
        test, body = as_tree(tree.children[0]), tree.children[1]
        condition = self.condition(test, scope)
        inner = scope.knowing(self.facts(test, scope, True))
        return c.While(self.span(tree), condition, self._turns(tree, body, inner))

    def _do_if(self, tree: Tree, scope: Scope) -> c.Stmt:
        first, body, *rest = parts(tree)
        tests = [(as_tree(first), body)]
        otherwise: Part = None
        for part in (maybe_tree(child) for child in rest):
            if part is not None and part.data == "else_if":
                tests.append((as_tree(part.children[0]), part.children[1]))
            elif part is not None:
                otherwise = part.children[0]
        branches: list[tuple[c.Expr, c.Block]] = []
        for test, block in tests:
            condition = self.condition(test, scope)
            branches.append((condition, self._body(block, scope.knowing(self.facts(test, scope, True)))))
            scope = scope.knowing(self.facts(test, scope, False))
        last = self._body(otherwise, scope) if otherwise is not None else ()
        return c.If(self.span(tree), tuple(branches), last)


# What stands below these is carried out more than once, or behind a question.
_LATER = frozenset(("for_each", "as_each", "count_from", "repeat", "while_", "may", "one_of"))


def _after_mistake(tree: Tree, scope: Scope) -> Scope:
    """Bind the name of a broken `let` or `choose` to an unknown type, so that its uses make no further findings."""
    position = _BINDING.get(tree.data)
    if position is None:
        return scope
    return scope.bind(str(tree.children[position]), UNKNOWN)
