"""Conditions in English: clauses that are true when a formula holds."""

from __future__ import annotations

from rulewright.interpreter.english.known import Called, Names, known
from rulewright.interpreter.english.printed_tables import PrintedTables
from rulewright.interpreter.english.speaking import called
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import (
    clause_of,
    many,
    negated,
    ordinal,
    plural,
    subject_verb,
    substituted,
    uncapitalized,
    verb,
    with_article,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.declarations import Param

_COMPARED = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_TURNED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_BOUNDS = {"==": "exactly", "!=": "not exactly", "<=": "at most", ">=": "at least"}
_OWN = {"your": "yours", "their": "theirs"}
_VERBS = ("can", "may", "are", "stand", "lie", "cost", "count")
_SUBJECTS = frozenset(("the", "you", "they", "that", "those", "a", "an", "it"))
_ROUNDS = {
    "==": "it is {}",
    "!=": "it is not {}",
    "<": "it is before {}",
    "<=": "it is {} or earlier",
    ">": "it is after {}",
    ">=": "it is {} or later",
}


class Conditions(PrintedTables):
    """Speaks conditions."""

    def condition(self, names: Names, expr: c.Expr) -> str:  # noqa: C901, PLR0912 - one case a class
        """Return a clause that is true when the formula holds."""
        value = known(self.game, names, expr)
        if value is not None:
            return "always" if value else "never"
        match expr:
            case c.Compare():
                return self._compare(names, expr.op, expr)
            case c.AllOf() | c.AnyOf():
                return self._joint(names, expr)
            case c.Not():
                return self._not(names, expr.of)
            case c.Member():
                return f"{self.noun(names, expr.item)} {self._among(names, expr)}"
            case c.IsKind():
                kind = with_article(self.titles.kinds((expr.kind,)))
                return f"{subject_verb(self.noun(names, expr.component), 'is')} {kind}"
            case c.IsCard():
                return f"{self.noun(names, expr.component)} is {self.titles.card(expr.card)}"
            case c.Aggregate() if expr.op == "any":
                return self._any(names, expr.items, "")
            case c.Every():
                inner = self.with_item(names, expr.items, named=True)
                return f"for {self.each(names, expr.items)}, {self.condition(inner, expr.has)}"
            case c.ValueCall():
                return self._flag_value(names, expr)
            case c.OptionValue():
                return f"the game is played with the variant “{self.game.options[expr.option].title}”"
            case c.CardField() | c.ComponentState():
                return self.flag_of(names, expr)
            case c.GameState():
                return self._flag_of_game(expr)
            case c.PlayerCounter():
                return self.flag_of_player(names, expr)
            case c.Builtin(name="next_to", args=(one, other)):
                return f"{subject_verb(self.noun(names, one), 'is')} next to {self.noun(names, other)}"
        words = self.noun(names, expr)
        return words.removeprefix("whether ") if words.startswith("whether ") else f"{words} is yes"

    def _joint(self, names: Names, expr: c.AllOf | c.AnyOf) -> str:
        other = c.AnyOf if isinstance(expr, c.AllOf) else c.AllOf
        open_ = [part for part in expr.parts if known(self.game, names, part) is None]
        parts = [
            f"({self.condition(names, part)})" if isinstance(part, other) else self.condition(names, part)
            for part in open_
        ]
        if isinstance(expr, c.AnyOf):
            return _one_of(parts)
        return " and ".join(parts)

    def _not(self, names: Names, expr: c.Expr) -> str:
        match expr:
            case c.Compare():
                return self._compare(names, _TURNED[expr.op], expr)
            case c.Aggregate() if expr.op == "any":
                return self._any(names, expr.items, "no ")
            case c.Not():
                return self.condition(names, expr.of)
            case c.AnyOf():
                return " and ".join(self._not(names, part) for part in expr.parts)
            case c.AllOf():
                return f"({' or '.join(self._not(names, part) for part in expr.parts)})"
        return negated(self.condition(names, expr))

    def _among(self, names: Names, expr: c.Member) -> str:
        be = verb(self.noun(names, expr.item), "is")
        if isinstance(expr.list, c.ZoneRef):
            return f"{be} in {self.zone(names, expr.list)}"
        if known(self.game, names, expr.list) is not None or isinstance(expr.list, c.MakeList):
            return f"{be} {self.noun(names, expr.list, 'or')}"
        return f"{be} one of {self.noun(names, expr.list)}"

    def _any(self, names: Names, items: c.Items, no: str) -> str:
        noun = self.titles.item(items.list.type.item)
        others, left = self.others(names, items)
        if others:
            subject = f"{'no' if no else 'an'}other {noun}"
            return (
                f"there is {subject}{self.where(names, left)}"
                if left.where is None
                else (f"{subject}{self.where(names, left).replace(' who ', ' ', 1)}")
            )
        zone = items.list
        if isinstance(zone, c.ZoneRef) and zone.holder is not None and zone.scope == "player":
            holder = self.noun(names, zone.holder)
            plain = self.titles.zone("player", zone.zone)
            if plain != plural(noun) and plain != self.titles.items(zone.type.item):
                noun = f"{noun} in {self.possessive(names, zone.holder)} {plain}"
            what = no + noun if no else with_article(noun)
            return f"{subject_verb(holder, 'has')} {what}{self.where(names, items)}"
        one = f"{no}{noun}" if no else with_article(noun)
        title = self.titles.zone(zone.scope, zone.zone) if isinstance(zone, c.ZoneRef) else ""
        if isinstance(zone, c.ZoneRef) and title != self.titles.items(zone.type.item):
            return f"there is {one} in {self.zone(names, zone)}{self.where(names, items)}"
        if isinstance(zone, c.Players | c.TurnOrder | c.AllComponents):
            return f"there is {one}{self.where(names, items)}"
        return f"there is {one} among {self.items(names, items)}"

    # ---------------------------------------------------------------- yes and no
    def _flag_value(self, names: Names, expr: c.ValueCall) -> str:
        value = self.game.values[expr.value]
        words = self.said_of(names, value.about, value.params, expr.args)
        if words.startswith("whether "):
            return words.removeprefix("whether ")
        of = self.arguments_of(names, value.params, expr.args)
        return f"“{value.title}” holds{f' for {of}' if of else ''}"

    def flag_of(self, names: Names, expr: c.CardField | c.ComponentState) -> str:
        """Return that a flag of a component is set: by its documentation, else by its name."""
        name = expr.field if isinstance(expr, c.CardField) else expr.name
        thing = self.noun(names, expr.component)
        for kind in expr.component.type.names:
            declared = self.game.kinds[kind]
            about = (declared.fields if isinstance(expr, c.CardField) else declared.state)[name].about
            words = clause_of(about)
            if words.startswith("Whether "):
                whose = self.possessive(names, expr.component)
                return substituted(words.removeprefix("Whether "), kind, thing, whose)
        return f"{subject_verb(thing, 'is')} {name_words(name)}"

    def flag_of_player(self, names: Names, expr: c.PlayerCounter) -> str:
        """Return that a flag of a player is set: by its documentation, else by its name."""
        holder, words = self.noun(names, expr.player), clause_of(self.game.counters[expr.counter].about)
        if words.startswith("Whether "):
            whose = self.possessive(names, expr.player)
            return substituted(words.removeprefix("Whether "), "player", holder, whose)
        return f"{subject_verb(holder, 'is')} {self.game.counters[expr.counter].title}"

    def _flag_of_game(self, expr: c.GameState) -> str:
        words = clause_of(self.game.state[expr.name].about)
        return (
            words.removeprefix("Whether ")
            if words.startswith("Whether ")
            else f"“{name_words(expr.name)}” is set"
        )

    def said_of(self, names: Names, text: str, params: tuple[Param, ...], args: tuple[c.Expr, ...]) -> str:
        """Return a sentence of documentation in which the arguments stand for the parameters."""
        words = clause_of(text)
        # Parameters are put in side by side: what stands for one may have the name of another in it.
        marks = {}
        for number, (param, arg) in enumerate(zip(params, args, strict=False)):
            mark = f"\x00{number}\x00"
            noun = self.noun(names, arg)
            marks[mark] = noun
            marks[f"{mark}'s"] = self.possessive(names, arg)
            words = substituted(words, param.name, noun if many(noun) else mark, f"{mark}'s")
        for mark in sorted(marks, key=len, reverse=True):
            words = words.replace(mark, marks[mark])
        return uncapitalized(words)

    def arguments_of(self, names: Names, params: tuple[Param, ...], args: tuple[c.Expr, ...]) -> str:
        """Return the arguments of a value that do not go without saying, as a list."""
        told = [
            self.noun(names, arg)
            for param, arg in zip(params, args, strict=True)
            if not self._plain(names, arg)
        ]
        return ", ".join(told[:-1]) + (" and " if told[1:] else "") + told[-1] if told else ""

    def _plain(self, names: Names, arg: c.Expr) -> bool:
        """Say whether an argument is what the whole text is about anyway."""
        meaning = names.get(arg.name) if isinstance(arg, c.Local) else None
        return isinstance(meaning, Called) and meaning.of_head

    # ---------------------------------------------------------------- comparisons
    def _compare(self, names: Names, op: str, expr: c.Compare) -> str:
        right = known(self.game, names, expr.right)
        flags = expr.left.type.base == "flag" and right in (0, 1) and op in ("==", "!=")
        if expr.type.base == "flag" and flags:
            positive = (right == 1) == (op == "==")
            return self.condition(names, expr.left) if positive else self._not(names, expr.left)
        if isinstance(right, int) and right < 0 and expr.right.type.base != "number":
            return self._none(names, expr.left, absent=op == "==")
        if isinstance(right, int) and expr.left.type.base == "number":
            return self._number(names, op, expr.left, right)
        first, *rest = _COMPARED[op].split(" ", 1)
        if isinstance(expr.left, c.Owner) and op in ("==", "!="):
            thing, whose = self.noun(names, expr.left.component), self.possessive(names, expr.right)
            return " ".join([subject_verb(thing, first), *rest, _OWN.get(whose, whose)])
        left = self.noun(names, expr.left)
        return " ".join([subject_verb(left, first), *rest, self.noun(names, expr.right)])

    def _none(self, names: Names, expr: c.Expr, *, absent: bool) -> str:
        if isinstance(expr, c.ComponentState | c.CardField):
            words = name_words(expr.name if isinstance(expr, c.ComponentState) else expr.field)
            has = subject_verb(self.noun(names, expr.component), "has")
            return f"{has} no {words}" if absent else f"{has} {with_article(words)}"
        if isinstance(expr, c.Owner):
            of = self.noun(names, expr.component)
            return f"nobody owns {of}" if absent else f"somebody owns {of}"
        if isinstance(expr, c.HolderOf):
            of, kind = self.noun(names, expr.component), self.titles.kinds((expr.kind,))
            return f"{of} lies in {f'no {kind}' if absent else with_article(kind)}"
        words = self.noun(names, expr)
        bare = words.removeprefix("the ")
        return f"there is no {bare}" if absent else f"there is {with_article(bare)}"

    def _number(self, names: Names, op: str, left: c.Expr, right: int) -> str:
        """Return a comparison with a number that is known, in the words that fit what is counted."""
        if isinstance(left, c.RoundNumber):
            return _ROUNDS[op].format(f"round {right}")
        if isinstance(left, c.Place) and op == "==":
            return self._placed(names, left, right)
        compared = left
        if op in "<>":
            op, right = (">=", right + 1) if op == ">" else ("<=", right - 1)
        if isinstance(left, c.PlayerCounter):
            return self._counter(names, op, left, right)
        if isinstance(left, c.Aggregate) and left.op == "count":
            counting = self._counting(names, op, left.items, right)
            if counting:
                return counting
        words = self._compared(names, compared)
        if words.startswith("how many ") and op != "!=" and _counts_subject(words):
            return _so_many(words.removeprefix("how many "), op, right)
        first, *rest = _COMPARED[op].split(" ", 1)
        return " ".join([subject_verb(words, first), *rest, str(right)])

    def _counter(self, names: Names, op: str, left: c.PlayerCounter, right: int) -> str:
        holder = self.noun(names, left.player)
        texts = self.game.counters[left.counter].texts
        nothing = op in ("==", "<=") and right == 0
        some = (op == ">=" and right == 1) or (op == "!=" and right == 0)
        if nothing or some:
            own = texts.get("none" if nothing else "has")
            inner: Names = {"player": called(holder), **self._entry_named(names, left)}
            if own is not None:
                return self.template(inner, own)
            if nothing and "has" in texts:
                return negated(self.template(inner, texts["has"]))
        counted = self.counter(names, left.counter, left.index, right)
        has = subject_verb(holder, "has")
        return (
            f"{has} no {self.counter(names, left.counter, left.index)}"
            if nothing
            else (f"{has} {_BOUNDS[op]} {right} {counted}")
        )

    def _entry_named(self, names: Names, left: c.PlayerCounter) -> Names:
        by = self.game.counters[left.counter].by
        return {by: called(self.noun(names, left.index))} if by is not None and left.index is not None else {}

    def _counting(self, names: Names, op: str, items: c.Items, right: int) -> str:
        """Return how many lie in a zone; empty where that is not what is counted."""
        zone = items.list
        if not isinstance(zone, c.ZoneRef):
            return ""
        nothing = op in ("==", "<=") and right == 0
        if nothing or (op == ">=" and right == 1):
            return self._any(names, items, "no " if nothing else "")
        counted = self.counted(names, items, str(right))
        if zone.holder is not None and zone.scope == "player":
            return f"{subject_verb(self.noun(names, zone.holder), 'has')} {_BOUNDS[op]} {counted}"
        return f"there {'is' if right == 1 else 'are'} {_BOUNDS[op]} {counted}"

    def _placed(self, names: Names, place: c.Place, right: int) -> str:
        """Return that somebody, or something, has a place in a ranking; the first of one number in plain words."""
        subject = self.noun(names, place.subject)
        key = place.keys[0]
        inner: Names = {**names, place.items.name: called("they")}
        noun = self.noun(inner, key.number).removeprefix("the number of ").removeprefix("their ")
        is_count = isinstance(key.number, c.PlayerCounter) or (
            isinstance(key.number, c.Aggregate) and key.number.op == "count"
        )
        plain = right == 1 and len(place.keys) == 1 and is_count and place.items.where is None
        if plain and isinstance(place.items.list, c.Players | c.TurnOrder):
            most, more = ("fewest", "fewer") if key.rising else ("most", "more")
            if place.ties == "worse":
                return f"{subject} alone {verb(subject, 'has')} the {most} {noun}"
            if place.ties == "better":
                return f"nobody has {more} {noun} than {subject}"
        return f"{subject_verb(subject, 'is')} {ordinal(right)} among {self.ranking(names, place)}"

    def _compared(self, names: Names, left: c.Expr) -> str:
        """Return what is compared with a number; a value without a title of its own by its documentation."""
        value = self.game.values[left.value] if isinstance(left, c.ValueCall) else None
        if value is None or not value.about or value.title.casefold() != name_words(value.name):
            return self.noun(names, left)
        assert isinstance(left, c.ValueCall)
        return self.said_of(names, value.about, value.params, left.args)


def _counts_subject(words: str) -> bool:
    """Say whether what is counted is also what the verb is about: `how many Stones lie there`, not `... you have`."""
    counted = words.removeprefix("how many ").split()
    verbs = [at for at, word in enumerate(counted) if word in _VERBS]
    return bool(verbs) and (counted[0] == "of" or not _SUBJECTS.intersection(counted[: verbs[0]]))


def _so_many(counted: str, op: str, number: int) -> str:
    """Return a comparison of how many there are: `at least 2 Stones lie there`."""
    nothing = number == 0 and op in ("==", "<=")
    if nothing or (op == "<=" and number < 0):
        return f"none {counted}" if counted.startswith("of ") else f"no {counted}"
    return f"{_BOUNDS[op]} {number} {counted}"


def _one_of(parts: list[str]) -> str:
    """Return conditions of which one must hold; what they all begin with is said once."""
    for begin in ("you have ", "they have ", "there is ", "it has "):
        if all(part.startswith((f"{begin}a ", f"{begin}an ", f"{begin}at ")) for part in parts):
            return " or ".join([parts[0], *(part.removeprefix(begin) for part in parts[1:])])
    return " or ".join(parts)
