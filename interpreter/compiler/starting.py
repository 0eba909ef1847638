"""Writes what can start: the leading run of an effect as nested tests, without changing anything for good."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from interpreter.compiler.amounts import AmountWriter
from interpreter.compiler.code import Code, Line
from interpreter.compiler.constants import is_number, word
from interpreter.compiler.failing import counters_read, draws, formulas_of, may_fail, text_may_fail
from interpreter.compiler.lists import is_plain, literal_items
from interpreter.compiler.narrowing import Env
from interpreter.compiler.writer import Writer
from interpreter.language import checked as c
from interpreter.state.layout import DRAWN
from interpreter.state.limits import MOST_NUMBERS

NARROW = (c.Let, c.Change, c.Choose)
Rest = tuple[tuple[c.Block, Env], ...]
"""What is still to be run: blocks, each with its names, innermost first."""

DEEPEST = 12
_CALLED = re.compile(r"\b(?:effect_starts|can_pay)\(|\bCAN_|\bcan_\w+\(|\bextra_")
_THROUGH_ZONE = re.compile(r"for \w+ in (z\[(?!0\])[\w +]+\]):")
_ASKED = re.compile(r"\bV_(\w+)\(")
_LOOKED_AT = re.compile(r"\bv\[(\d+|x\w*|y\w*)")


class StartWriter:
    """Writes the tests whether blocks can start."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.amounts = AmountWriter(writer)
        self.game = writer.game
        self._reads: dict[str, set[str]] = {}

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
        text = self._condition(block, env, 0)
        return text if text is not None and not text_may_fail(self.game, block[0], text) else None

    def _condition(self, block: c.Block, env: Env, depth: int) -> str | None:
        if self.always(block):
            return "True"
        first = block[0]
        if isinstance(first, c.Call) and len(block) == 1 and depth < DEEPEST:
            action = self.game.actions[first.action]
            texts = [self.writer.value(arg, env) if arg.type.base != "list" else "[]" for arg in first.args]
            if action.needs is None and all(is_plain(text) for text in texts):
                inner = {param.name: text for param, text in zip(action.params, texts, strict=True)}
                return self._condition(
                    action.body, {**({"me": env["me"]} if "me" in env else {}), **inner}, depth + 1
                )
        if not self._ends(((block[1:], env),), narrow=False):
            return None
        if isinstance(first, c.Run):
            return self.run_starts(first, env)
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
            test = "True" if needs is None else self.writer.cond(needs, env)
            if test != "True":
                code.add(f"if not {test}: return False", needs.span if needs is not None else None)
            self._run(code, ((block, env),), narrow=narrow, depth=0)
            if not _surely_left(code):
                code.add("return False")

    @staticmethod
    def looks_into(lines: Sequence[Line]) -> str | None:
        """Return the zone, as text, that a written function only goes through: it is not worth a call when empty."""
        outer = [line.text for line in lines[1:] if line.depth == lines[0].depth + 1]
        found = _THROUGH_ZONE.fullmatch(outer[0]) if len(outer) == 2 and outer[1] == "return False" else None
        return found[1] if found is not None else None

    def _run(self, code: Code, rest: Rest, *, narrow: bool, depth: int) -> None:
        while rest and not rest[0][0]:
            rest = rest[1:]
        if self._ends(rest, narrow=narrow):
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
            case _ if narrow:
                code.add("return True")
            case _:
                self._run_whole(code, statement, env, following, depth=depth)

    def _run_whole(self, code: Code, statement: c.Stmt, env: Env, following: Rest, *, depth: int) -> None:
        """Go on where what is called and what is asked counts too."""
        match statement:
            case c.Call():
                self._call(code, statement, env, following, depth=depth)
            case c.Run():
                with code.inside(f"if {self.run_starts(statement, env)}:"):
                    self._run(code, following, narrow=False, depth=depth)
            case c.If():
                self._if(code, statement, env, following, depth=depth)
            case c.OneOf():
                for branch in statement.branches:
                    test = "True" if branch.guard is None else self.writer.cond(branch.guard, env)
                    self._under(code, test, ((branch.body, env),), depth=depth)
                    if _surely_left(code):
                        break
            case c.May():
                self._run(code, ((statement.body, env),), narrow=False, depth=depth)
            case _:
                code.add("return True")

    def run_starts(self, statement: c.Run, env: Env) -> str:
        """Return the test whether the effect in a component's field can start."""
        component, me = self.writer.text(statement.component, env), env.get("me", "-1")
        table = f"CAN_{word(statement.field)}"
        if self.writer.one_sided(statement.component):
            return f"{table}[{component}][0](v, z, k, {me}, {component})"
        return f"effect_starts({table}, v, z, k, {me}, {component})"

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
        if is_number(text):
            self._run(code, ((block[1:], {**env, statement.name: text}), *below), narrow=narrow, depth=depth)
            return
        if not draws(value):
            code.add(f"{name} = {text}")
            self.writer.bounds.note_least(name, value, env)
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
        terms = self.amounts.terms(statement, env)
        if terms is not None:
            if last:
                self._when(code, self.amounts.enough(terms), "return True")
                return
            after = Code(span=code.span)
            self._run(after, following, narrow=narrow, depth=depth)
            if not self._looks_at(after, statement):
                with self._if_inside(code, self.amounts.enough(terms)):
                    code.extend(after)
                return
            terms = [self.amounts.noted(code, term) for term in terms]
            with self._if_inside(code, self.amounts.enough(terms)):
                for term in terms:
                    code.add(f"v[{term.slot}] -= {term.number}")
                with code.inside("try:"):
                    code.extend(after)
                with code.inside("finally:"):
                    for term in terms:
                        code.add(f"v[{term.slot}] += {term.number}")
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
        while rest and not rest[0][0]:
            rest = rest[1:]
        if not rest:
            return True
        (block, env), below = rest[0], rest[1:]
        following: Rest = ((block[1:], env), *below)
        match block[0]:
            case c.Change():
                return block[0].verb != "pay"
            case c.Let():
                return not may_fail(self.game, block[0].value) and self._ends(following, narrow=narrow)
            case c.If() if not narrow:
                if any(may_fail(self.game, condition) for condition, _ in block[0].branches):
                    return False
                blocks = (*(branch for _, branch in block[0].branches), block[0].otherwise)
                return all(self._ends(((branch, env), *following), narrow=False) for branch in blocks)
            case c.Choose():
                return False
            case c.Call() | c.Run() | c.OneOf() | c.May():
                return narrow
        return True

    def _looks_at(self, after: Code, payment: c.Change) -> bool:
        """Say whether what is tested after a payment may look at the counters that it has lowered."""
        text = "\n".join(line.text for line in after.lines)
        if _CALLED.search(text):
            return True
        layout, paid = self.writer.layout, {amount.counter for amount in payment.amounts}
        for name in paid:
            by = self.game.counters[name].by
            size = len(self.game.enums[by].values) if by is not None else 1
            first = layout.counter_slot(name, 0)
            slots = range(first, first + size * layout.players)
            if any(not slot.isdecimal() or int(slot) in slots for slot in _LOOKED_AT.findall(text)):
                return True
        values = {word(name): name for name in self.game.values}
        asked = {values[name] for name in _ASKED.findall(text)}
        return any(self._read_by(name) & paid for name in asked)

    def _read_by(self, name: str) -> set[str]:
        if name not in self._reads:
            self._reads[name] = counters_read(self.game, formulas_of(self.game, name))
        return self._reads[name]

    def _if_inside(self, code: Code, test: str) -> AbstractContextManager[None]:
        return nullcontext() if test == "True" else code.inside(f"if {test}:")

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
        if statement.quantity == "one":
            name = self.writer.fresh(statement.name)
            following: Rest = ((block[1:], {**env, statement.name: name}), *below)
            self._each_option(code, statement, env, name, following, narrow=narrow, depth=depth + 1)
            return
        if statement.quantity == "some":
            item = self.writer.fresh(statement.name)
            single = {**env, statement.name: f"({item},)"}
            self._each_option(
                code, statement, env, item, ((block[1:], single), *below), narrow=narrow, depth=depth + 1
            )
            return
        # Choosing nothing comes first; most often it does.
        none: Rest = ((block[1:], {**env, statement.name: "()"}), *below)
        self._run(code, none, narrow=narrow, depth=depth + 1)
        if _surely_left(code):
            return
        item = self.writer.fresh(statement.name)
        one: Rest = ((block[1:], {**env, statement.name: f"({item},)"}), *below)
        bound = "True" if statement.number is None else f"{self.writer.text(statement.number, env)} > 0"
        with self._if_inside(code, bound):
            self._each_option(code, statement, env, item, one, narrow=narrow, depth=depth + 1)

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
        if isinstance(statement.source, c.NumberRange):
            self.writer.bounds.note_least(name, statement.source.low, env)
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
        listed, left = self.writer.narrowing.narrowed(source, env)
        return listed, [self.writer.cond(part, {**env, source.name: name}) for part in left]

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
        head, last = "if", statement.otherwise
        for condition, block in statement.branches:
            test = self.writer.cond(condition, env)
            if test == "True":
                last = block
                break
            if test != "False":
                with code.inside(f"{head} {test}:", condition.span):
                    self._run(code, ((block, env), *following), narrow=False, depth=depth)
                head = "elif"
        with nullcontext() if head == "if" else code.inside("else:"):
            self._run(code, ((last, env), *following), narrow=False, depth=depth)


def _surely_left(code: Code) -> bool:
    """Say whether the last line ends the function that is being written, whatever came before."""
    last = code.lines[-1]
    return last.depth == code.depth and last.text.startswith("return ")
