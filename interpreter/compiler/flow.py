"""Turns an effect that can pause into a control flow: nodes of straight code, ended by a jump, a question or a call."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.compiler.answers import DONE, EXTRA
from interpreter.compiler.code import Code
from interpreter.compiler.constants import word
from interpreter.compiler.lists import fresh_list, is_literal
from interpreter.compiler.menus import MenuWriter
from interpreter.compiler.narrowing import Env
from interpreter.compiler.nodes import (
    Ask,
    Branch,
    FunctionNames,
    Invoke,
    Jump,
    Node,
    Return,
    Site,
    names_in_words,
)
from interpreter.compiler.plain import PlainWriter
from interpreter.findings import Span
from interpreter.language import checked as c
from interpreter.state.layout import OPENINGS
from interpreter.state.limits import MOST_STATEMENTS


class FlowBuilder:
    """Builds the control flow of one unit. `extra` is the action that its own decisions get as a further option."""

    def __init__(
        self, plain: PlainWriter, functions: Code, names: FunctionNames, extra: str | None = None
    ) -> None:
        self.plain = plain
        self.writer = plain.writer
        self.starts = plain.starts
        self.pausing = plain.pausing
        self.notes = plain.notes
        self.menus = MenuWriter(plain.starts, functions, names)
        self.names = names
        self.extra = extra
        self.nodes: list[Node] = []
        self._variables: dict[str, str] = {}

    def build(self, block: c.Block, env: Env, needs: c.Expr | None = None, begins: str = "") -> Node:
        """Return the first node of the flow of a block; `begins` is noted when its needs are met."""
        entry, last = self._node(), self._node()
        last.end = Return()
        first = entry
        if needs is not None:
            first = self._node()
            impossible = self.notes.not_possible(env["me"])
            entry.end = Branch(self.writer.cond(needs, env), first, last, needs.span, impossible)
        if begins:
            first.code.note(begins)
        self._lower(block, env, first, last)
        return entry

    def _node(self, *, head: bool = False, answers: bool = False) -> Node:
        node = Node(len(self.nodes), head=head, answers=answers)
        self.nodes.append(node)
        return node

    def _variable(self, name: str) -> str:
        """Return the Python variable of a name of the language; two names never share one."""
        wanted = f"x_{word(name)}"
        while self._variables.get(wanted, name) != name:
            wanted += "_"
        self._variables[wanted] = name
        return wanted

    def _own(self, purpose: str, node: Node) -> str:
        return f"x_{purpose}{node.serial}"

    # ---------------------------------------------------------------- blocks
    def _lower(self, block: Iterable[c.Stmt], env: Env, at: Node, after: Node) -> None:
        statements = tuple(block)
        for number, statement in enumerate(statements):
            if self.pausing.statement(statement):
                at, env = self._pausing(statement, env, at, after, statements[number + 1 :])
            elif isinstance(statement, c.Let):
                name = self._variable(statement.name)
                self.plain.let(at.code, statement, name, env)
                env = {**env, statement.name: name}
            else:
                env = self.plain.statement(at.code, statement, env)
        at.end = Jump(after)

    def _pausing(self, statement: c.Stmt, env: Env, at: Node, after: Node, rest: c.Block) -> tuple[Node, Env]:
        """Write a statement that can pause; return the node behind it and the names known there."""
        following = self._node()
        at.code.span = statement.span
        if isinstance(statement, c.Choose):
            choose = self._choose_one if statement.quantity == "one" else self._choose_several
            return following, choose(statement, env, at, after, following, rest)
        called = self._called(statement, env)
        if called is not None:
            self.notes.calls(at.code, statement)
            at.end = Invoke(called, following, statement.span)
        else:
            self._compound(statement, env, at, following)
        return following, env

    def _called(self, statement: c.Stmt, env: Env) -> str | None:
        """Return the call that a statement comes to; None when it is more than that."""
        match statement:
            case c.Call():
                return self.plain.call_text(statement, env)
            case c.Run():
                return self.plain.run_text(statement, env)
            case c.Move() | c.Discard() | c.Flip() | c.Draw() | c.Swap():
                return self.plain.moving_text(statement, env)
        return None

    def _compound(self, statement: c.Stmt, env: Env, at: Node, following: Node) -> None:
        match statement:
            case c.May():
                self._may(statement, env, at, following)
            case c.OneOf():
                self._one_of(statement, env, at, following)
            case c.Offer():
                self._offer(statement, env, at, following)
            case c.If():
                self._if(statement, env, at, following)
            case c.ForEach():
                self._for_each(statement, env, at, following)
            case c.CountFrom():
                self._count(statement, env, at, following)
            case c.Repeat():
                self._repeat(statement, env, at, following)
            case c.While():
                self._while(statement, env, at, following)
            case c.AsPlayer():
                name = self._own("me", at)
                at.code.add(f"{name} = {self.plain.acting_text(statement, env)}")
                self._lower(statement.body, {**env, "me": name}, at, following)
            case _:
                raise AssertionError(statement)

    def _while(self, statement: c.While, env: Env, at: Node, following: Node) -> None:
        head, body = self._loop(at), self._node()
        head.burns = True
        test = self.writer.cond(statement.condition, env)
        head.end = Branch(test, body, following, statement.condition.span)
        self._lower(statement.body, env, body, head)

    def _loop(self, at: Node) -> Node:
        head = self._node(head=True)
        at.end = Jump(head)
        return head

    # ---------------------------------------------------------------- questions
    def _ask(
        self,
        site: Site,
        at: Node,
        empty: Node | None,
        head: Node,
        *,
        optional: bool,
        span: Span,
        otherwise: str = "",
    ) -> Node:
        """End a node with a question, and return the node that gets the answer in `a`."""
        resume = self._node(answers=True)
        me = site.env["me"]
        if site.extra is not None:
            zone = (
                "" if not self.names.extra_zone else re.sub(r"\bx_me\b", me, self.names.extra_zone) + " and "
            )
            at.code.add(f"if o and {zone}{self.names.extra}(v, z, k, {me}): o = [*o, {EXTRA}]")
        at.end = Ask(me, resume, empty, site, optional, span, otherwise)
        if site.extra is None:
            return resume
        more, rest = self._node(), self._node()
        resume.end = Branch(f"a != {EXTRA}", rest, more, span)
        self.notes.calls(more.code, site.statement, self.writer.game.actions[site.extra].span)
        more.end = Invoke(f"{self.names.extra_action}(s, {me})", head, span)
        return rest

    def _question_head(self, at: Node) -> Node:
        """Return the node where a question is put together; with an extra option it can be put again."""
        return at if self.extra is None else self._loop(at)

    def _site(
        self, kind: str, statement: c.Choose | c.May | c.OneOf, env: Env, picked: str | None = None
    ) -> Site:
        site = Site(kind, statement, env, picked, self.extra)
        names = {env[name] for name in names_in_words(statement) if name in env}
        site.needed = frozenset(name for name in names if name.startswith("x_")) | (
            {picked} if picked else set()
        )
        return site

    def _choose_one(
        self, statement: c.Choose, env: Env, at: Node, after: Node, following: Node, rest: c.Block
    ) -> Env:
        head = self._question_head(at)
        self.menus.options(head.code, statement, env, rest)
        answered = self._ask(
            self._site("choose", statement, env),
            head,
            after,
            head,
            optional=False,
            span=statement.span,
            otherwise=self.notes.nothing_to_choose(statement, env["me"]),
        )
        name = self._variable(statement.name)
        answered.code.add(f"{name} = a")
        answered.end = Jump(following)
        return {**env, statement.name: name}

    def _choose_several(
        self, statement: c.Choose, env: Env, at: Node, after: Node, following: Node, rest: c.Block
    ) -> Env:
        picked, most = self._own("picked", at), None
        at.code.add(f"{picked} = ()")
        if statement.number is not None:
            most = self._own("most", at)
            at.code.add(f"{most} = max(0, {self.writer.text(statement.number, env)})")
        head = self._loop(at)
        code = head.code
        code.span = statement.span
        code.add(f"q = {fresh_list(self.starts.source(statement, env))}")
        if self.extra is not None:
            code.add(f"{picked} = tuple([i for i in {picked} if i in q])")
        code.add(f"if {picked}: del q[:q.index({picked}[-1]) + 1]")
        if most is not None:
            code.add(f"if len({picked}) >= {most}: q = []")
        if self.starts.unfiltered(rest):
            code.add("o = q")
        else:
            chosen = self.writer.fresh(statement.name)
            test = self.menus.start_function(rest, {**env, statement.name: chosen}, narrow=True)
            item = self.writer.fresh("item")
            code.add(
                f"o = [{item} for {item} in q if {re.sub(rf'{chosen}(?![0-9a-z_])', f'(*{picked}, {item})', test)}]"
            )
        if statement.quantity == "exactly":
            code.add(f"if o: del o[len(o) - min({most} - len({picked}), len(o)) + 1:]")
        elif statement.quantity == "some":
            code.add(f"if o and {picked}: o.append({DONE})")
        else:
            code.add(f"if o: o.append({DONE})")
        name = self._variable(statement.name)
        bind, empty = self._node(), self._node()
        bind.code.add(f"{name} = {picked}")
        bind.end = Jump(following)
        empty.end = (
            Branch(picked, bind, after, statement.span) if statement.quantity == "some" else Jump(bind)
        )
        site = self._site("choose", statement, env, picked)
        ended = self.notes.nothing_more(statement, env["me"], picked)
        answered = self._ask(site, head, empty, head, optional=False, span=statement.span, otherwise=ended)
        more = self._node()
        answered.end = (
            Jump(more)
            if statement.quantity == "exactly"
            else Branch(f"a == {DONE}", bind, more, statement.span)
        )
        more.code.add(f"{picked} = (*{picked}, a)")
        more.end = Jump(head)
        return {**env, statement.name: name}

    def _may(self, statement: c.May, env: Env, at: Node, following: Node) -> None:
        done = None
        if statement.repeated and statement.limit is not None:
            done = self._own("left", at)
            at.code.add(f"{done} = {self.writer.text(statement.limit, env)}")
        if statement.repeated:
            at.code.note(self.notes.not_yet(statement))
        head = self._loop(at) if statement.repeated else self._question_head(at)
        head.code.span = statement.span
        asked, body = self._node(), self._node()
        if statement.repeated:
            # An action of `at any decision` may come between the question and the first yes; where there is none, the
            # block may come back to this statement before it ends.
            (asked if self.extra is None else body).code.note(self.notes.answered(statement))
        test = self.menus.can_start(statement.body, env)
        if done is not None:
            test = self.writer.joined((f"{done} > 0", test), all_=True)
        ended = self.notes.cannot_start(statement, env["me"], done)
        head.end = Branch(test, asked, following, statement.span, ended)
        asked.code.span = statement.span
        asked.code.add("o = YES_NO" if not statement.repeated else "o = YES_DONE")
        answered = self._ask(
            self._site("may", statement, env), asked, None, head, optional=True, span=statement.span
        )
        answered.end = Branch("a == 1", body, following, statement.span)
        if done is not None:
            body.code.add(f"{done} -= 1")
        self._lower(statement.body, env, body, head if statement.repeated else following)

    def _one_of(self, statement: c.OneOf, env: Env, at: Node, following: Node) -> None:
        head = self._question_head(at)
        head.code.span = statement.span
        head.code.add("o = []")
        open_: list[int] = []
        for number, branch in enumerate(statement.branches):
            guard = "True" if branch.guard is None else self.writer.cond(branch.guard, env)
            test = (
                "False"
                if guard == "False"
                else self.writer.joined((guard, self.menus.can_start(branch.body, env)), all_=True)
            )
            if test == "False":
                continue
            open_.append(number)
            head.code.add(
                f"o.append({number})" if test == "True" else f"if {test}: o.append({number})", branch.span
            )
        answered = self._ask(
            self._site("one of", statement, env),
            head,
            following,
            head,
            optional=False,
            span=statement.span,
            otherwise=self.notes.no_branch(statement, env["me"]),
        )
        for number in open_[:-1]:
            body, rest = self._node(), self._node()
            answered.end = Branch(f"a == {number}", body, rest, statement.span)
            self._lower(statement.branches[number].body, env, body, following)
            answered = rest
        if open_:
            self._lower(statement.branches[open_[-1]].body, env, answered, following)
        else:
            answered.end = Jump(following)

    # ---------------------------------------------------------------- the rest
    def _offer(self, statement: c.Offer, env: Env, at: Node, following: Node) -> None:
        args = self.plain.offer_args(at.code, statement, env, lambda purpose: self._own(purpose, at))
        at.code.add(f"v[{OPENINGS}] += 1")
        test = self.plain.heard_text(statement, args)
        if test == "False":
            at.end = Jump(following)
            return
        opened = self._node()
        at.end = Branch(test, opened, following, statement.span)
        text = self.plain.offer_text(
            statement, env, args, str(self.names.extra_number if self.extra is not None else 0)
        )
        opened.end = Invoke(text, following, statement.span)

    def _if(self, statement: c.If, env: Env, at: Node, following: Node) -> None:
        for condition, block in statement.branches:
            test = self.writer.cond(condition, env)
            if test == "False":
                continue
            body = self._node()
            if test == "True":
                at.end = Jump(body)
                self._lower(block, env, body, following)
                return
            rest = self._node()
            at.end = Branch(test, body, rest, condition.span)
            self._lower(block, env, body, following)
            at = rest
        self._lower(statement.otherwise, env, at, following)

    def _for_each(self, statement: c.ForEach, env: Env, at: Node, following: Node) -> None:
        items = statement.items
        index, item = self._own("i", at), self._variable(items.name)
        listed = self.plain.writer.kept(items.list, env)
        zone = None
        if not is_literal(listed):
            if isinstance(items.list, c.ZoneRef):
                zone = self._own("zone", at)
                at.code.add(f"{zone} = {self.plain.zone_text(items.list, env)}")
            name = self._own("list", at)
            at.code.add(f"{name} = {listed}", items.list.span)
            listed = name
        at.code.add(f"{index} = 0")
        head, body = self._loop(at), self._node()
        length = str(len(eval(listed))) if listed.startswith("(") else f"len({listed})"  # noqa: S307  # a tuple of numbers
        head.end = Branch(f"{index} < {length}", body, following, statement.span)
        body.code.span = statement.span
        body.code.add(f"{item} = {listed}[{index}]")
        body.code.add(f"{index} += 1")
        inner = {**env, items.name: item}
        tests = [] if zone is None else [f"(v[{self.writer.layout.at} + {item}] == {zone})"]
        if items.where is not None:
            tests.append(self.writer.cond(items.where, inner))
        test = self.writer.joined(tests, all_=True)
        if test != "True":
            inside = self._node()
            body.end = Branch(
                test, inside, head, items.where.span if items.where is not None else statement.span
            )
            body = inside
        self._lower(statement.body, {**inner, "me": item} if statement.acting else inner, body, head)

    def _count(self, statement: c.CountFrom, env: Env, at: Node, following: Node) -> None:
        name, last = self._variable(statement.name), self._own("last", at)
        current = self._own("n", at)
        at.code.add(f"{current} = {self.writer.text(statement.low, env)}")
        at.code.add(f"{last} = {self.writer.text(statement.high, env)}")
        at.code.add(f"if {last} - {current} >= MOST: endless()")
        head, body = self._loop(at), self._node()
        head.end = Branch(f"{current} <= {last}", body, following, statement.span)
        body.code.add(f"{name} = {current}")
        body.code.add(f"{current} += 1")
        self._lower(statement.body, {**env, statement.name: name}, body, head)

    def _repeat(self, statement: c.Repeat, env: Env, at: Node, following: Node) -> None:
        left = self._own("left", at)
        times = self.writer.text(statement.times, env)
        at.code.add(f"{left} = {times}")
        if not times.isdecimal() or int(times) > MOST_STATEMENTS:
            at.code.add(f"if {left} > MOST: endless()")
        head, body = self._loop(at), self._node()
        head.end = Branch(f"{left} > 0", body, following, statement.span)
        body.code.add(f"{left} -= 1")
        self._lower(statement.body, env, body, head)
