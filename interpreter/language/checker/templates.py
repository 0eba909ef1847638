"""Text templates: words with formulas in braces, for prompts, labels, transcripts and the English of cards.

`{formula}` is what it gives, `{if formula: words}` comes and goes, `{each x in list: words}` is said of each item,
`{any x in list: words}` with "or" before the last, and `{one|several}` agrees with the formula before it.
"""

from __future__ import annotations

import re
from typing import NoReturn

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.checker.formulas import FormulaChecker
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.text_checker import Mistake
from rulewright.interpreter.language.checker.trees import as_tree
from rulewright.interpreter.language.checker.world import World
from rulewright.interpreter.language.parser import parse_part
from rulewright.interpreter.language.types import UNKNOWN
from rulewright.interpreter.source import ScalarNode

_CONDITION = re.compile(r"\s*if\s+")
_EACH = re.compile(r"\s*(each|any)\s+([^\W\d]\w*)\s+in\s+")


def check_template(
    world: World, scalar: ScalarNode, shift: int, text: str, scope: Scope, used: FormulaChecker | None = None
) -> c.Template:
    """Check a template that begins at character `shift` of a scalar's text; raises Mistake after a finding.

    What its formulas use is noted in `used`, the checker of the text around it.
    """
    return _Reader(world, scalar, scope, used).template(shift, text)


class _Reader:
    def __init__(self, world: World, scalar: ScalarNode, scope: Scope, used: FormulaChecker | None) -> None:
        self.world, self.scalar, self.scope, self.used = world, scalar, scope, used
        self.findings: Findings = world.findings

    def template(self, shift: int, text: str, before: c.Expr | None = None) -> c.Template:
        """Check a template; `before` is the formula in front of it, inside the braces of another."""
        parts: list[c.TemplatePart] = []
        at = 0
        while at < len(text):
            opening = text.find("{", at)
            stray = text.find("}", at, opening if opening >= 0 else len(text))
            if stray >= 0:
                self._fail(shift + stray, "this brace closes nothing; a formula stands between { and }")
            if opening < 0:
                parts.append(text[at:])
                break
            if opening > at:
                parts.append(text[at:opening])
            closing = self._closing(shift, text, opening)
            glued = opening > 0 and not text[opening - 1].isspace()
            inside = text[opening + 1 : closing]
            parts.append(self._braced(shift + opening + 1, inside, before, glued=glued))
            before = parts[-1] if isinstance(parts[-1], c.Expr) else before
            at = closing + 1
        return c.Template(self.scalar.place(shift, max(1, len(text))), tuple(parts))

    def _closing(self, shift: int, text: str, opening: int) -> int:
        depth = 0
        for position in range(opening, len(text)):
            depth += {"{": 1, "}": -1}.get(text[position], 0)
            if depth == 0:
                return position
        self._fail(shift + opening, "this brace is not closed by a }")

    def _braced(self, shift: int, text: str, before: c.Expr | None, *, glued: bool) -> c.TemplatePart:
        condition, each = _CONDITION.match(text), _EACH.match(text)
        if condition is None and each is None:
            return self._agreeing(shift, text, before) if "|" in text else self._formula(shift, text)
        colon = text.find(":")
        if colon < 0:
            form = "a condition in braces reads {if formula: words}"
            self._fail(shift, form if each is None else "a list in braces reads {each x in list: words}")
        words = text[colon + 1 :]
        if each is not None:
            return self._each(shift, text[:colon], words, each)
        assert condition is not None
        begin = condition.end()
        test = self._formula(shift + begin, text[begin:colon], flag=True)
        skipped = _blanks_before(words, glued=glued)
        return c.Conditional(test, self.template(shift + colon + 1 + skipped, words[skipped:], before))

    def _each(self, shift: int, head: str, words: str, each: re.Match[str]) -> c.Listing:
        """Check `each NAME in LIST: words`, or `any` for a list of which one is meant."""
        begin = each.end()
        listed = self._formula(shift + begin, head[begin:])
        if listed.type.base != "list":
            self._fail(shift + begin, "`each` goes through a list, a zone or an enum's list")
        outer = self.scope
        name = each[2]
        if name in outer.names:
            self._fail(shift + each.start(2), f"`{name}` is already in use here; choose another name")
        self.scope = outer.bind(name, listed.type.item or UNKNOWN)
        try:
            said = self.template(shift + len(head) + 1 + _blanks(words), words.lstrip(" "))
        finally:
            self.scope = outer
        items = c.Items(self.scalar.place(shift, max(1, len(head))), name, listed, None)
        return c.Listing(items, said, " or " if each[1] == "any" else ", ")

    def _agreeing(self, shift: int, text: str, before: c.Expr | None) -> c.Agreeing:
        """Check `one|several`, which agrees with the formula before it."""
        if before is None:
            form = "words for one and for several, {is|are}, agree with the formula before them"
            self._fail(shift, f"{form}, and there is none")
        one, *several = text.split("|")
        if len(several) > 1:
            self._fail(shift, "two forms are wanted, {one|several}")
        return c.Agreeing(before, one, several[0])

    def _formula(self, shift: int, text: str, *, flag: bool = False) -> c.Expr:
        parsed = parse_part("formula", self.scalar, shift, text, self.findings)
        if parsed is None:
            raise Mistake
        checker = FormulaChecker(self.world, parsed)
        if parsed.tree.data != "formula":
            self._fail(shift, "cases and `let` cannot stand in a text; declare a value and name it here")
        inner = as_tree(parsed.tree.children[0])
        expr = checker.condition(inner, self.scope) if flag else checker.check(inner, self.scope)
        if self.used is not None:
            self.used.uses_me |= checker.uses_me
            self.used.used_values |= checker.used_values
        return expr

    def _fail(self, at: int, message: str) -> NoReturn:
        self.findings.add("RW310", self.scalar.place(at), message)
        raise Mistake


def _blanks_before(words: str, *, glued: bool) -> int:
    """Return how many blanks in front of a condition's words do not count.

    `glued` says that the brace stands directly behind a word: then one blank parts them, but not before a comma.
    """
    blanks = _blanks(words)
    marked = words.lstrip(" ")[:1] in tuple(",.;:!?)")
    return blanks - 1 if glued and blanks and not marked else blanks


def _blanks(words: str) -> int:
    return len(words) - len(words.lstrip(" "))
