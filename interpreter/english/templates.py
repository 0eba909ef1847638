"""The texts of authors in English, filled in as far as their names are known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.english.known import Names, known
from rulewright.interpreter.english.speaking import Speaker, called
from rulewright.interpreter.english.words import joined, many, verb
from rulewright.interpreter.language import checked as c

_VERB = re.compile(r"^ (is|has|does|was)\b")


class Templates:
    """Fills in templates; with `open_` a number that is worked out only in the game stands in square brackets."""

    def __init__(self, formulas: Speaker, *, open_: bool = False) -> None:
        self.formulas = formulas
        self.game = formulas.game
        self.open = open_

    def words(self, names: Names, template: c.Template) -> str:
        """Return the words of a template; words behind a condition that is not known stand in brackets."""
        return "".join(self._parts(names, template)).strip()

    def _parts(self, names: Names, template: c.Template) -> list[str]:
        words: list[str] = []
        before: c.Expr | None = None
        for part in template.parts:
            match part:
                case str():
                    words.append(self._after(names, words, before, part))
                case c.Formula():
                    noun = self._noun(names, part)
                    if words and noun.startswith(("the ", "that ", "this ", "your ")):
                        words[-1] = re.sub(r"\b[Tt]he $", "", words[-1])
                    words.append(noun)
                case c.Listing():
                    words.append(self._listed(names, part.items, part.words, part.last))
                case c.Agreeing():
                    words.append(part.one if self._is_one(names, part.subject) else part.several)
                case c.Conditional():
                    words.append(self._conditional(names, part.condition, part.words))
                case _:
                    assert_never(part)
            before = part if isinstance(part, c.Expr) else None
        return words

    def _noun(self, names: Names, part: c.Expr) -> str:
        noun = self.formulas.noun(names, part)
        if isinstance(part, c.Local) and noun.startswith("the number of "):
            return "as many"
        worked_out = isinstance(part, c.PlayerCounter | c.ValueCall | c.Arithmetic | c.Lookup)
        unknown = worked_out and part.type.base == "number" and known(self.game, names, part) is None
        return f"[{noun}]" if self.open and unknown else noun

    def _is_one(self, names: Names, subject: c.Expr) -> bool:
        """Say whether a word behind a formula is the one behind one of it."""
        value = known(self.game, names, subject)
        if isinstance(value, tuple):
            return len(value) == 1
        if subject.type.base == "number":
            return value == 1
        return subject.type.base != "list" and not many(self.formulas.noun(names, subject))

    def _listed(self, names: Names, items: c.Items, inner: c.Template, last: str) -> str:
        """Return words for each item of a list that is known; else words about each of them."""
        value = known(self.game, names, items.list)
        item = items.list.type.item
        if isinstance(value, tuple) and item is not None:
            titles = self.formulas.titles
            told = [
                "".join(self._parts({**names, items.name: called(titles.value(item, each))}, inner))
                for each in value
            ]
            return joined(told, "or") if last.strip() == "or" else ", ".join(told)
        every = self.formulas.noun(names, items.list)
        said = "".join(self._parts({**names, items.name: called("each")}, inner))
        return f"{every}" if said == "each" else f"{said} of {every}"

    def _after(self, names: Names, words: Sequence[str], before: c.Expr | None, text: str) -> str:
        """Return a text behind a formula: its verb agrees, and a counter that was just named is not named again."""
        said = words[-1] if words else ""
        if before is not None and before.type.base == "player":
            return _VERB.sub(lambda met: f" {verb(said, met[1])}", text)
        for counter in self.game.counters.values():
            if said.endswith(f" {counter.title}") and re.match(rf" {re.escape(counter.title)}\b", text):
                return text.removeprefix(f" {counter.title}")
        return text

    def _conditional(self, names: Names, condition: c.Expr, inner: c.Template) -> str:
        holds = known(self.game, names, condition)
        text = "".join(self._parts(names, inner))
        if holds is not None:
            return text if holds else ""
        if text[:1].isalpha():  # an ending of the word before, such as that of a plural
            return f"({text})"
        return f" ({text.strip(' ,')}, if {self.formulas.condition(names, condition)})"
