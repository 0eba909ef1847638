"""What every checker of one text shares: the game around it, places in the file, and how a mistake is reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.language.checker.scope import Scope
from rulewright.interpreter.language.checker.world import RESERVED, World
from rulewright.interpreter.language.grammar.syntax import Part
from rulewright.interpreter.language.names import alike, read_as
from rulewright.interpreter.language.parser import Parsed
from rulewright.interpreter.language.types import Type


class Mistake(Exception):
    """A finding was made; the formula or statement around it is given up."""


class TextChecker:
    """Holds one parsed text and notes what its formulas use: the acting player, and values of the rules."""

    def __init__(self, world: World, parsed: Parsed) -> None:
        self.world = world
        self.findings: Findings = world.findings
        self.parsed = parsed
        self.uses_me = False
        self.used_values: set[str] = set()

    def span(self, part: Part) -> Span:
        """Return where a part of the text stands in the file."""
        assert part is not None  # only parts that are there are spoken of
        return self.parsed.span(part)

    def fail(self, code: str, part: Part, message: str, suggestion: str | None = None) -> NoReturn:
        """Make a finding at a part of the text and give up what is being checked."""
        self.findings.add(code, self.span(part), message, suggestion)
        raise Mistake

    def missing(self, code: str, part: Part, what: str, candidates: Iterable[str]) -> NoReturn:
        """Make a finding for a name that nothing declares; none when its declaration is there but broken."""
        name = str(part)
        if name in self.world.broken:
            raise Mistake
        self.fail(code, part, f"no {what} `{name}` is declared", nearest(name, candidates))

    def check_new_name(self, scope: Scope, part: Part, text: str) -> None:
        """Make a finding when a name is taken, by a variable, a declaration or the language, or looks like another."""
        if text in scope.names:
            self.fail("RW203", part, f"`{text}` is already in use here; choose another name")
        card = self.world.declared.cards.get(text)
        alone = card is not None and card.single
        if text in self.world.declared.zones or self.world.list_named(text) is not None:
            self.fail("RW203", part, f"`{text}` is the name of a zone or a list; choose another name")
        if alone:
            self.world.hidden.append((text, self.span(part)))
            return
        having = next((enum for enum in self.world.declared.enums.values() if text in enum.values), None)
        if having is not None and text not in RESERVED:
            self.fail("RW203", part, f"`{text}` is a value of {having.name}; choose another name")
        if text in RESERVED and text != "player":
            self.fail("RW210", part, f"`{text}` belongs to the language; choose another name")
        self._check_letters(scope, part, text)

    def _check_letters(self, scope: Scope, part: Part, text: str) -> None:
        usual = read_as(text)
        if usual is not None:
            read = "is no name everywhere" if usual == text else f"is read as `{usual}` elsewhere"
            self.fail("RW231", part, f"`{text}` {read}; choose a name of plain letters and digits")
        other = alike(text, scope.names)
        if other is not None:
            there = scope.places.get(other)
            where = f" in {there.file}:{there.line}" if there is not None else ""
            message = f"`{text}` and `{other}`{where} differ in `-`, `_` and capital letters only; choose another name"
            self.fail("RW230", part, message)

    def bind(self, scope: Scope, name: Part, type_: Type) -> Scope:
        """Bind a new name; it may not hide another."""
        self.check_new_name(scope, name, str(name))
        return scope.bind(str(name), type_, self.span(name))
