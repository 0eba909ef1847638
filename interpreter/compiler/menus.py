"""Writes the options of single choices, and the tests whether what follows a choice or a branch can start."""

from __future__ import annotations

import re
from collections.abc import Iterable

from interpreter.compiler.code import Code
from interpreter.compiler.constants import is_number
from interpreter.compiler.failing import text_may_fail
from interpreter.compiler.lists import fresh_list, is_literal
from interpreter.compiler.narrowing import Env
from interpreter.compiler.nodes import FunctionNames
from interpreter.compiler.starting import StartWriter
from interpreter.language import checked as c

_EQUAL = re.compile(r"\(?[^()]+ == [^()]+\)?")


def _holds_rarely(tested: Iterable[tuple[str, str]]) -> bool:
    """Say whether tests of options are such that many of them are false: all are equalities, and nothing else."""
    return all(_EQUAL.fullmatch(test) is not None for _, test in tested)


class MenuWriter:
    """Writes options into `o`; tests that are no short formula become functions of their own."""

    def __init__(self, starts: StartWriter, functions: Code, names: FunctionNames) -> None:
        self.starts = starts
        self.writer = starts.writer
        self.functions = functions
        self.names = names

    def options(self, code: Code, statement: c.Choose, env: Env, rest: c.Block) -> None:
        """Write the options of a single choice into `o`."""
        code.span = statement.span
        filtered = not self.starts.unfiltered(rest)
        if isinstance(statement.source, c.Items):
            known = self.writer.known_items(statement.source.list, env)
            if known is not None and not statement.shown.nullable:
                self._written_out(code, statement, statement.source, env, rest if filtered else None, known)
                return
        item = self.writer.fresh(statement.name)
        tests: list[str] = []
        walk = self.starts.walk(statement, env, item)
        if walk is None:
            source = self.starts.source(statement, env)
        else:
            source, tests = walk
        if filtered:
            tests = [*tests, self._payable(statement, env, rest, item)]
        test = self.writer.joined(tests, all_=True)
        if test == "True":
            code.add(f"o = {fresh_list(source)}")
        else:
            code.add(f"o = [{item} for {item} in {source} if {test}]")

    def _written_out(
        self,
        code: Code,
        statement: c.Choose,
        items: c.Items,
        env: Env,
        rest: c.Block | None,
        known: list[str],
    ) -> None:
        tested: list[tuple[str, str]] = []
        for item in known:
            inner = {**env, items.name: item}
            tests = [] if items.where is None else [self.writer.cond(items.where, inner)]
            if rest is not None:
                tests.append(self._payable(statement, env, rest, item))
            test = self.writer.joined(tests, all_=True)
            if test != "False":
                tested.append((item, test))
        options = [item for item, _ in tested]
        if len(set(options)) == len(options) and all(map(is_number, options)) and not _holds_rarely(tested):
            # Most options are there: what is not is taken out.
            code.add(f"o = [{', '.join(options)}]")
            for item, test in tested:
                if test != "True":
                    code.add(f"if not ({test}): o.remove({item})")
            return
        code.add("o = []")
        for item, test in tested:
            code.add(f"o.append({item})" if test == "True" else f"if {test}: o.append({item})")

    def _payable(self, statement: c.Choose, env: Env, rest: c.Block, item: str) -> str:
        """Return the test that what directly follows a choice can be carried out with an item."""
        inner = {**env, statement.name: item}
        first = rest[0]
        if (
            isinstance(first, c.Change)
            and self.starts.unfiltered(rest[1:])
            and self.starts.amounts.terms(first, inner) is not None
        ):
            text = self.starts.amounts.payable(first, inner)
            if not text_may_fail(self.writer.game, first, text):
                return text
        return self.start_function(rest, inner, narrow=True)

    def start_function(self, block: c.Block, env: Env, *, narrow: bool) -> str:
        """Write a function that tests whether a block can start, and return the call of it."""
        name = self.names.fresh("can")
        places = {
            value: f"x{number}"
            for number, value in enumerate(sorted(set(env.values())))
            if not is_literal(value)
        }
        inner = {key: places.get(value, value) for key, value in env.items()}
        body = Code()
        self.starts.function(body, name, ["?"], block, inner, narrow=narrow)
        text = "\n".join(line.text for line in body.lines)
        used = [value for value, place in places.items() if re.search(rf"\b{place}\b", text)]
        head = f"def {name}({', '.join(['v', 'z', 'k', *(places[value] for value in used)])}):"
        self.functions.add(head, block[0].span if block else None)
        self.functions.lines.extend(body.lines[1:])
        call = f"{name}({', '.join(['v', 'z', 'k', *used])})"
        zone = self.starts.looks_into(body.lines)
        if zone is None:
            return call
        for value in used:
            zone = re.sub(rf"\b{places[value]}\b", value, zone)
        return f"({zone} and {call})"

    def can_start(self, block: c.Block, env: Env) -> str:
        """Return the test whether a block can start."""
        simple = self.starts.condition(block, env)
        return simple if simple is not None else self.start_function(block, env, narrow=False)
