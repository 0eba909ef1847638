"""Writes what can start: the leading run of an effect as nested tests, without changing anything for good."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiler.amounts import AmountWriter
from interpreter.compiler.code import Code
from interpreter.compiler.constants import is_number, word
from interpreter.compiler.failing import draws, text_may_fail
from interpreter.compiler.lists import Env, literal_items
from interpreter.compiler.writer import Writer
from interpreter.language import checked as c
from interpreter.machine.layout import DRAWN
from interpreter.machine.support import MOST_NUMBERS

NARROW = (c.Let, c.Change, c.Choose)
Rest = tuple[tuple[c.Block, Env], ...]
"""What is still to be run: blocks, each with its names, innermost first."""

DEEPEST = 12


class StartWriter:
    """Writes the tests whether blocks can start."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.amounts = AmountWriter(writer)
        self.game = writer.game

    # ---------------------------------------------------------------- what needs a test at all
    def always(self, block: c.Block) -> bool:
        """Say whether a block can always start."""
        if not block:
            return True
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let() | c.Choose() | c.Call() | c.Run() | c.OneOf() | c.May() | c.If():
                return False
        return True

    def unfiltered(self, block: c.Block) -> bool:
        """Say whether nothing behind a choice limits it: `block` is what follows in its block."""
        for statement in block:
            if isinstance(statement, c.Change):
                return statement.verb != "pay"
            if not isinstance(statement, NARROW):
                return True
            if isinstance(statement, c.Choose):
                return False
        return True

    def condition(self, block: c.Block, env: Env) -> str | None:
        """Return the test as one expression where the run is that simple; None where it needs a function."""
        if self.always(block):
            return "True"
        text = self._condition(block, env)
        return text if text is not None and not text_may_fail(self.game, block[0], text) else None

    def _condition(self, block: c.Block, env: Env) -> str | None:
        first = block[0]
        if not self._ends(((block[1:], env),), narrow=False):
            return None
        if isinstance(first, c.Change):
            return self.amounts.payable(first, env) if self.amounts.terms(first, env) is not None else None
        if (
            isinstance(first, c.Choose)
            and isinstance(first.source, c.Items)
            and first.quantity in ("one", "some")
        ):
            any_ = c.Aggregate(first.span, first.shown, "any", first.source)
            return self.writer.cond(any_, env) if not first.shown.nullable else None
        return None

    # ---------------------------------------------------------------- functions
    def function(
        self,
        code: Code,
        name: str,
        params: Sequence[str],
        block: c.Block,
        env: Env,
        *,
        narrow: bool,
        needs: c.Expr | None = None,
    ) -> None:
        """Write a function that says whether a block can start with these names."""
        with code.inside(f"def {name}({', '.join(['v', 'z', 'k', *params])}):"):
            if needs is not None:
                code.add(f"if not {self.writer.cond(needs, env)}: return False", needs.span)
            self._run(code, ((block, env),), narrow=narrow, depth=0)
            code.add("return False")

    def _run(self, code: Code, rest: Rest, *, narrow: bool, depth: int) -> None:
        while rest and not rest[0][0]:
            rest = rest[1:]
        if not rest:
            code.add("return True")
            return
        (block, env), below = rest[0], rest[1:]
        statement = block[0]
        following: Rest = ((block[1:], env), *below)
        code.span = statement.span
        match statement:
            case c.Let():
                self._let(code, statement, env, block, below, narrow=narrow, depth=depth)
            case c.Change() if statement.verb == "pay":
                self._pay(code, statement, env, following, narrow=narrow, depth=depth)
            case c.Choose():
                self._choose(code, statement, env, block, below, narrow=narrow, depth=depth)
            case c.Call() if not narrow:
                self._call(code, statement, env, following, depth=depth)
            case c.Run() if not narrow:
                component = self.writer.text(statement.component, env)
                with code.inside(
                    f"if effect_starts(CAN_{word(statement.field)}, v, z, k, {env.get('me', '-1')}, {component}):"
                ):
                    self._run(code, following, narrow=narrow, depth=depth)
            case c.If() if not narrow:
                self._if(code, statement, env, following, depth=depth)
            case c.OneOf() if not narrow:
                for branch in statement.branches:
                    test = "True" if branch.guard is None else self.writer.cond(branch.guard, env)
                    self._under(code, test, ((branch.body, env),), depth=depth)
            case c.May() if not narrow:
                self._run(code, ((statement.body, env),), narrow=False, depth=depth)
            case _:
                code.add("return True")

    def _under(self, code: Code, test: str, rest: Rest, *, depth: int) -> None:
        if test == "False":
            return
        if test == "True":
            self._run(code, rest, narrow=False, depth=depth)
            return
        with code.inside(f"if {test}:"):
            self._run(code, rest, narrow=False, depth=depth)

    def _let(
        self, code: Code, statement: c.Let, env: Env, block: c.Block, below: Rest, *, narrow: bool, depth: int
    ) -> None:
        name = self.writer.fresh(statement.name)
        value = statement.value
        following: Rest = ((block[1:], {**env, statement.name: name}), *below)
        text = self.writer.kept(value, env) if value.type.base == "list" else self.writer.value(value, env)
        if not draws(value):
            code.add(f"{name} = {text}")
            self._run(code, following, narrow=narrow, depth=depth)
            return
        # What is drawn to see how it goes is drawn again when it comes to that.
        drawn = self.writer.fresh("drawn")
        code.add(f"s = drawing(v, z); {drawn} = v[{DRAWN}]")
        with code.inside("try:"):
            code.add(f"{name} = {text}")
            self._run(code, following, narrow=narrow, depth=depth)
        with code.inside("finally:"):
            code.add(f"v[{DRAWN}] = {drawn}")

    def _pay(
        self, code: Code, statement: c.Change, env: Env, following: Rest, *, narrow: bool, depth: int
    ) -> None:
        last = self._ends(following, narrow=narrow)
        if self.amounts.terms(statement, env) is not None:
            test = self.amounts.payable(statement, env)
            if last:
                self._when(code, test, "return True")
                return
            terms = self.amounts.terms(statement, env) or []
            names = [self.writer.fresh("n") for _ in terms]
            for name, term in zip(names, terms, strict=True):
                code.add(f"{name} = {term.number}")
            with code.inside(f"if {test}:"):
                for name, term in zip(names, terms, strict=True):
                    code.add(f"v[{term.slot}] -= {name}")
                with code.inside("try:"):
                    self._run(code, following, narrow=narrow, depth=depth)
                with code.inside("finally:"):
                    for name, term in zip(names, terms, strict=True):
                        code.add(f"v[{term.slot}] += {name}")
            return
        name = self.amounts.summed(code, statement, env)
        with code.inside(f"if can_pay(v, {name}, LEAST):"):
            if last:
                code.add("return True")
                return
            code.add(f"take(v, {name})")
            with code.inside("try:"):
                self._run(code, following, narrow=narrow, depth=depth)
            with code.inside("finally:"):
                code.add(f"give_back(v, {name})")

    def _ends(self, rest: Rest, *, narrow: bool) -> bool:
        """Say whether a run surely goes well from here, whatever has been paid."""
        for block, _ in rest:
            if block:
                first = block[0]
                if isinstance(first, c.Change):
                    return first.verb != "pay"
                known = NARROW if narrow else (*NARROW, c.Call, c.Run, c.If, c.OneOf, c.May)
                return not isinstance(first, known)
        return True

    def _when(self, code: Code, test: str, then: str) -> None:
        if test == "True":
            code.add(then)
        elif test != "False":
            code.add(f"if {test}: {then}")

    def _choose(
        self,
        code: Code,
        statement: c.Choose,
        env: Env,
        block: c.Block,
        below: Rest,
        *,
        narrow: bool,
        depth: int,
    ) -> None:
        name = self.writer.fresh(statement.name)
        inner = {**env, statement.name: name}
        following: Rest = ((block[1:], inner), *below)
        if statement.quantity == "one":
            self._each_option(code, statement, env, name, following, narrow=narrow, depth=depth + 1)
            return
        if statement.quantity == "some":
            item = self.writer.fresh(statement.name)
            single = {**env, statement.name: f"({item},)"}
            self._each_option(
                code, statement, env, item, ((block[1:], single), *below), narrow=narrow, depth=depth + 1
            )
            return
        source = self.source(statement, env)
        bound = "" if statement.number is None else f", {self.writer.text(statement.number, env)}"
        with code.inside(f"for {name} in none_or_single({source}{bound}):"):
            self._run(code, following, narrow=narrow, depth=depth + 1)

    def _each_option(
        self,
        code: Code,
        statement: c.Choose,
        env: Env,
        name: str,
        following: Rest,
        *,
        narrow: bool,
        depth: int,
    ) -> None:
        """Write the walk over the options of a single choice: the first that serves ends it."""
        walk = self.walk(statement, env, name)
        source, tests = walk if walk is not None else (self.source(statement, env), [])
        test = self.writer.joined(tests, all_=True)
        with code.inside(f"for {name} in {source}:"):
            if test == "True":
                self._run(code, following, narrow=narrow, depth=depth)
            elif test != "False":
                with code.inside(f"if {test}:"):
                    self._run(code, following, narrow=narrow, depth=depth)

    def walk(self, statement: c.Choose, env: Env, name: str) -> tuple[str, list[str]] | None:
        """Return the list of a choice and the tests that an item of that name must pass.

        None where that is not all: for numbers, and for lists that may hold an item twice or none.
        """
        source = statement.source
        if not isinstance(source, c.Items) or statement.shown.nullable or self._may_repeat(source.list):
            return None
        tests = [] if source.where is None else [self.writer.cond(source.where, {**env, source.name: name})]
        return self.writer.text(source.list, env), tests

    def source(self, statement: c.Choose, env: Env) -> str:
        """Return the text of what is chosen from, before payments limit it."""
        if isinstance(statement.source, c.NumberRange):
            low, high = (
                self.writer.text(bound, env) for bound in (statement.source.low, statement.source.high)
            )
            step = "1" if statement.source.step is None else self.writer.text(statement.source.step, env)
            known = is_number(low) and is_number(high) and int(high) - int(low) < MOST_NUMBERS
            if known and is_number(step) and int(step) > 0:
                return f"range({low}, {high} + 1, {step})" if step != "1" else f"range({low}, {high} + 1)"
            return f"stepping({low}, {high}, {step})"
        items = statement.source
        found = self.writer.text(c.Aggregate(items.span, items.list.type, "all", items), env)
        if statement.shown.nullable or self._may_repeat(items.list):
            return f"each_once({found}, {statement.shown.base == 'number'})"
        return found

    def _may_repeat(self, listed: c.Expr) -> bool:
        return not isinstance(listed, c.ZoneRef | c.AllComponents | c.Const | c.Players | c.TurnOrder)

    def _call(self, code: Code, statement: c.Call, env: Env, following: Rest, *, depth: int) -> None:
        action = self.game.actions[statement.action]
        inner: dict[str, str] = {"me": env["me"]} if "me" in env else {}
        for param, arg in zip(action.params, statement.args, strict=True):
            text = self.writer.kept(arg, env) if arg.type.base == "list" else self.writer.value(arg, env)
            if not (is_number(text) or text.isidentifier() or literal_items(text) is not None):
                name = self.writer.fresh(param.name)
                code.add(f"{name} = {text}")
                text = name
            inner[param.name] = text
        if depth >= DEEPEST:
            code.add("endless()")
            return
        test = "True" if action.needs is None else self.writer.cond(action.needs, inner)
        if test == "True":
            self._run(code, ((action.body, inner), *following), narrow=False, depth=depth + 1)
        elif test != "False":
            with code.inside(f"if {test}:", action.needs.span if action.needs else None):
                self._run(code, ((action.body, inner), *following), narrow=False, depth=depth + 1)

    def _if(self, code: Code, statement: c.If, env: Env, following: Rest, *, depth: int) -> None:
        head = "if"
        for condition, block in statement.branches:
            test = self.writer.cond(condition, env)
            with code.inside(f"{head} {test}:", condition.span):
                self._run(code, ((block, env), *following), narrow=False, depth=depth)
            head = "elif"
        with code.inside("else:"):
            self._run(code, ((statement.otherwise, env), *following), narrow=False, depth=depth)
