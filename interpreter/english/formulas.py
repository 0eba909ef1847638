"""Formulas in English: nouns for what they give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.content.model import Value
from rulewright.interpreter.english.conditions import Conditions
from rulewright.interpreter.english.known import Called, Known, Names, known
from rulewright.interpreter.english.speaking import called
from rulewright.interpreter.english.templates import Templates
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import clause_of, joined, ordinal, substituted, uncapitalized
from rulewright.interpreter.language import checked as c

_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "/ rounded up": "divided by"}
_CALCULATED = (c.Arithmetic, c.Cases, c.Lookup)
_NOUNS = ("The ", "What ", "How many ", "How much ")
_OPEN_ENDS = ("of", "in", "on", "at", "for", "to", "with", "from", "by")


class Formulas(Conditions):
    """Speaks formulas; `names` says what the bound names of a text mean."""

    # ---------------------------------------------------------------- nouns
    def noun(  # noqa: C901, PLR0912 - one case a class
        self, names: Names, expr: c.Expr, among: str = "and"
    ) -> str:
        """Return what a formula gives; `among` joins a list's items."""
        value = known(self.game, names, expr)
        if value is not None:
            return self.titles.value(expr.type, value, among)
        match expr:
            case c.Local():
                return self.local(names, expr)
            case c.PlayerCounter() if expr.type.base == "flag":
                return f"whether {self.flag_of_player(names, expr)}"
            case c.PlayerCounter():
                return (
                    f"{self.possessive(names, expr.player)} {self.counter(names, expr.counter, expr.index)}"
                )
            case c.ZoneRef():
                return self.zone(names, expr)
            case c.CardField() | c.ComponentState():
                return self._member(names, expr)
            case c.ValueCall():
                return self._value(names, expr)
            case c.Arithmetic():
                return self._arithmetic(names, expr)
            case c.Pick():
                return self._pick(names, expr)
            case c.Aggregate() if expr.op != "any":
                return self.aggregate(names, expr)
            case c.Fold():
                return self.fold(names, expr)
            case c.Place():
                return self._place(names, expr)
            case c.Ranked():
                return f"{self.items(names, expr.items)} by {self.keys(names, expr.items, expr.keys)}"
            case c.Lookup():
                return self.looked_up(names, expr)
            case c.MakeList():
                return joined([self.noun(names, part) for part in expr.parts], among)
        return self._other(names, expr)

    def _place(self, names: Names, expr: c.Place) -> str:
        subject = self.noun(names, expr.subject)
        if all(known(self.game, names, key.number) is not None for key in expr.keys):
            return f"the position of {subject} in {self.items(names, expr.items)}"
        return f"the place of {subject} among {self.ranking(names, expr)}"

    def _other(self, names: Names, expr: c.Expr) -> str:  # noqa: C901, PLR0912 - one case a class
        match expr:
            case c.Players():
                return "all players"
            case c.TurnOrder():
                return "all players in turn order"
            case c.RoundNumber():
                return "the number of the round"
            case c.AllComponents():
                return f"all {self.titles.kind_plural((expr.kind,))}"
            case c.OptionValue():
                return f"the variant “{self.game.options[expr.option].title}”"
            case c.GameState():
                return f"the {name_words(expr.name)}"
            case c.Owner():
                return f"the owner of {self.noun(names, expr.component)}"
            case c.Face():
                return f"the upper side of {self.noun(names, expr.component)}"
            case c.Sides():
                return f"the number of sides of {self.noun(names, expr.component)}"
            case c.HolderOf():
                return f"the {self.titles.kinds((expr.kind,))} of {self.noun(names, expr.component)}"
            case c.IndexList():
                return self._entry(names, expr)
            case c.Negative():
                return f"minus {self._part(names, expr.of)}"
            case c.Concat():
                return self._together(names, expr)
            case c.Builtin():
                return self._builtin(names, expr)
            case c.Cases():
                return self._cases(names, expr)
            case c.Named():
                return self.noun(self.with_name(names, expr), expr.of)
            case (
                c.Compare() | c.AllOf() | c.AnyOf() | c.Not() | c.Member() | c.IsKind() | c.IsCard() | c.Every()
                | c.Aggregate()
            ):  # fmt: skip
                return f"whether {self.condition(names, expr)}"
            case (
                c.Const() | c.CardConst() | c.Local() | c.PlayerCounter() | c.ZoneRef() | c.CardField()
                | c.ComponentState() | c.ValueCall() | c.Arithmetic() | c.Pick() | c.Fold() | c.Place() | c.Ranked()
                | c.Lookup() | c.MakeList()
            ):  # fmt: skip
                raise AssertionError(expr)  # told already
        assert_never(expr)

    def _together(self, names: Names, expr: c.Concat) -> str:
        """Return lists put together as one enumeration."""
        parts: list[c.Expr] = [expr]
        while any(isinstance(part, c.Concat) for part in parts):
            parts = [
                inner
                for part in parts
                for inner in ((part.left, part.right) if isinstance(part, c.Concat) else (part,))
            ]
        return joined([self.noun(names, part) for part in parts])

    def _entry(self, names: Names, expr: c.IndexList) -> str:
        number = known(self.game, names, expr.index)
        index = self.noun(names, expr.index)
        if expr.base == 0 and isinstance(expr.list, c.CardField) and number is not None:
            return f"{self.possessive(names, expr.list.component)} {index} {name_words(expr.list.field)}"
        if expr.base == 0:
            return f"{self.noun(names, expr.list)} for {index}"
        if isinstance(number, int) and isinstance(expr.list, c.Players | c.TurnOrder):
            order = " in turn order" if isinstance(expr.list, c.TurnOrder) else ""
            return f"the {ordinal(number)} player{order}"
        which = ordinal(number) if isinstance(number, int) else f"entry {index}"
        return f"the {which} of {self.noun(names, expr.list)}"

    def counter(self, names: Names, counter: str, index: c.Expr | None, number: object = None) -> str:
        """Return what is counted: the counter's title, with the value of the enum by which it is kept."""
        title = self.titles.counter(counter, number)
        if index is None:
            return title
        if known(self.game, names, index) is not None:
            return f"{self.noun(names, index)} {title}"
        return f"{title} of {self.noun(names, index)}"

    def template(self, names: Names, template: c.Template) -> str:
        """Return the words of a template."""
        return Templates(self).words(names, template)

    def _member(self, names: Names, expr: c.CardField | c.ComponentState) -> str:
        """Return a field or state of a component: by its documentation, else by its name."""
        name = expr.field if isinstance(expr, c.CardField) else expr.name
        if expr.type.base == "flag":
            return f"whether {self.flag_of(names, expr)}"
        for kind in expr.component.type.names:
            declared = self.game.kinds[kind]
            about = (declared.fields if isinstance(expr, c.CardField) else declared.state)[name].about
            words = clause_of(about)
            if f"the {name_words(kind)}" in words.lower():
                thing, whose = self.noun(names, expr.component), self.possessive(names, expr.component)
                return uncapitalized(substituted(words, kind, thing, whose))
        if isinstance(expr.component, c.HolderOf):
            return f"the {name_words(name)} of {self.noun(names, expr.component)}"
        return f"{self.possessive(names, expr.component)} {name_words(name)}"

    # ---------------------------------------------------------------- values of the rules
    def _value(self, names: Names, expr: c.ValueCall) -> str:
        value = self.game.values[expr.value]
        own = value.title.casefold() != name_words(value.name)
        if not own and expr.args and value.about.startswith(_NOUNS) and _speaks_of_all(value):
            return self.said_of(names, value.about, value.params, expr.args)
        one_word = own and " " not in value.title
        title = value.title if one_word else self.titles.inside(value.title)
        open_end = title.rpartition(" ")[2] in _OPEN_ENDS
        if open_end and expr.args:
            told = [self.noun(names, arg) for arg in expr.args]
            return f"the {title} {joined(['them' if words == 'they' else words for words in told])}"
        of_player = bool(value.params) and value.params[0].type.base == "player"
        if of_player and isinstance(expr.args[0], c.Local):
            rest = self.arguments_of(names, value.params[1:], expr.args[1:])
            whose = self.possessive(names, expr.args[0])
            number = "the number of " if title.startswith("number of ") else ""
            return f"{number}{whose} {title.removeprefix('number of ')}{f' for {rest}' if rest else ''}"
        of = self.arguments_of(names, value.params, expr.args)
        return f"the {title}" + (f" of {of}" if of else "")

    # ---------------------------------------------------------------- calculation
    def _part(self, names: Names, expr: c.Expr) -> str:
        words = self.noun(names, expr)
        open_ = isinstance(expr, _CALCULATED) and known(self.game, names, expr) is None
        return f"({words})" if open_ else words

    def _arithmetic(self, names: Names, expr: c.Arithmetic) -> str:
        if expr.op == "mod":
            return f"the rest of {self._part(names, expr.left)} divided by {self._part(names, expr.right)}"
        rounded = {"/": " (rounded down)", "/ rounded up": " (rounded up)"}.get(expr.op, "")
        if expr.op == "*" and known(self.game, names, expr.left) == 2:
            return f"twice {self._part(names, expr.right)}"
        plain = expr.op in ("+", "-") and not isinstance(expr.left, c.Lookup)
        left = self.noun(names, expr.left) if plain else self._part(names, expr.left)
        return f"{left} {_OPERATORS[expr.op]} {self._part(names, expr.right)}{rounded}"

    def _pick(self, names: Names, expr: c.Pick) -> str:
        fixed = [part for part in expr.parts if known(self.game, names, part) is not None]
        free = [part for part in expr.parts if known(self.game, names, part) is None]
        if len(fixed) == 1 and len(free) == 1:
            bound = "most" if expr.op == "min" else "least"
            return f"{self._part(names, free[0])} (at {bound} {self.noun(names, fixed[0])})"
        nouns = [self.noun(names, part) for part in expr.parts]
        if len(nouns) == 2:
            return f"the {'smaller' if expr.op == 'min' else 'larger'} of {joined(nouns)}"
        return f"the {'smallest' if expr.op == 'min' else 'largest'} of {joined(nouns)}"

    def with_name(self, names: Names, expr: c.Named) -> Names:
        """Return the names known inside of a formula that gives one to a value: it means what the value does."""
        value = known(self.game, names, expr.value)
        if value is not None:
            return {**names, expr.name: Known(value, expr.value.type)}
        return {**names, expr.name: called(self._part(names, expr.value))}

    def _cases(self, names: Names, expr: c.Cases) -> str:
        cases: list[str] = []
        for test, value in expr.cases:
            holds = known(self.game, names, test)
            if holds == 0:
                continue
            if holds:
                return (
                    f"{', '.join(cases)}, otherwise {self.noun(names, value)}"
                    if cases
                    else self.noun(names, value)
                )
            cases.append(f"{self.noun(names, value)} if {self.condition(names, test)}")
        last = self.noun(names, expr.otherwise)
        return f"{', '.join(cases)}, otherwise {last}" if cases else last

    def _builtin(self, names: Names, expr: c.Builtin) -> str:
        args: Sequence[str] = [
            "the turn order" if isinstance(arg, c.TurnOrder) else self.noun(names, arg) for arg in expr.args
        ]
        match expr.name:
            case "rotated":
                return f"{args[0]} rotated by {args[1]}"
            case "reversed":
                return f"{args[0]} in reverse order"
            case "starting_with":
                return f"{args[1]} beginning with {args[0]}"
            case "one_after":
                return f"the one after {args[0]} in {args[1]}"
            case "one_before":
                return f"the one before {args[0]} in {args[1]}"
            case "index_of":
                return f"the position of {args[0]} in {args[1]}"
            case "random":
                return f"a random number from {args[0]} to {args[1]}"
            case "random_of":
                return f"a random one of {args[0]}"
            case "next_to":
                return f"{name_words(expr.name)} {joined(args)}"
        assert_never(expr.name)


def _speaks_of_all(value: Value) -> bool:
    """Say whether the documentation of a value says what it is of, so that it can stand for it."""
    words = clause_of(value.about).lower()
    first = f"the {name_words(value.params[0].name)}"
    return first in words or (value.params[0].type.base == "player" and "you" in words.split())


__all__ = ["Called", "Formulas", "Known", "Names", "called"]
