"""Formulas in English: nouns for what they give, clauses for conditions."""

from __future__ import annotations

from interpreter.content.model import Game
from interpreter.english.known import Called, Known, Names, ThisCard, known
from interpreter.english.titles import Titles, name_words
from interpreter.english.words import (
    clause_of,
    joined,
    ordinal,
    plural,
    substituted,
    uncapitalized,
    with_article,
)
from interpreter.language import checked as c
from interpreter.language.declarations import Param
from interpreter.language.types import Type

_OPERATORS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_COMPARED = {
    "==": "is",
    "!=": "is not",
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
}
_TURNED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_CALCULATED = (c.Arithmetic, c.Cases)


class Formulas:
    """Speaks formulas; `names` says what the bound names of a text mean."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.titles = Titles(game)

    # ---------------------------------------------------------------- nouns
    def noun(  # noqa: C901 - one case a class
        self, names: Names, expr: c.Expr, among: str = "and"
    ) -> str:
        """Return what a formula gives; `among` joins a list's items."""
        value = known(self.game, names, expr)
        if value is not None:
            return self.titles.value(expr.type, value, among)
        match expr:
            case c.Local():
                return self._local(names, expr)
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
                return self._aggregate(names, expr)
            case c.Fold():
                return self._fold(names, expr)
            case c.Place():
                return f"the place of {self.noun(names, expr.subject)} among {self._ranking(names, expr)}"
            case c.Ranked():
                return f"{self.items(names, expr.items)} by {self._keys(names, expr.items, expr.keys)}"
        return self._other(names, expr)

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
                return f"the {self.titles.kinds((expr.kind,))} that holds {self.noun(names, expr.component)}"
            case c.Lookup():
                keys = joined([self.noun(names, key) for key in expr.keys])
                return f"the number in the table “{name_words(expr.table)}” for {keys}"
            case c.IndexList():
                return self._entry(names, expr)
            case c.Negative():
                return f"minus {self._part(names, expr.of)}"
            case c.MakeList():
                return joined([self.noun(names, part) for part in expr.parts])
            case c.Concat():
                return f"{self.noun(names, expr.left)} and {self.noun(names, expr.right)}"
            case c.Builtin():
                return self._builtin(names, expr)
            case c.Cases():
                return self._cases(names, expr)
        return f"whether {self.condition(names, expr)}"

    def _entry(self, names: Names, expr: c.IndexList) -> str:
        number = known(self.game, names, expr.index)
        if expr.base == 0:
            return f"{self.noun(names, expr.list)} for {self.noun(names, expr.index)}"
        which = ordinal(number) if isinstance(number, int) else f"entry {self.noun(names, expr.index)}"
        return f"the {which} of {self.noun(names, expr.list)}"

    def _local(self, names: Names, expr: c.Local) -> str:
        meaning = names.get(expr.name)
        if isinstance(meaning, Called | ThisCard):
            return meaning.words
        return f"the {name_words(expr.name)}"

    def possessive(self, names: Names, expr: c.Expr) -> str:
        """Return whose something is: `your`, `the player's`."""
        if isinstance(expr, c.Local):
            meaning = names.get(expr.name)
            if isinstance(meaning, Called | ThisCard):
                return meaning.possessive
        return f"{self.noun(names, expr)}'s"

    def counter(self, names: Names, counter: str, index: c.Expr | None) -> str:
        """Return what is counted: the counter's title, with the value of the enum by which it is kept."""
        title = self.titles.counter(counter)
        if index is None:
            return title
        if known(self.game, names, index) is not None:
            return f"{self.noun(names, index)} {title}"
        return f"{title} of {self.noun(names, index)}"

    def zone(self, names: Names, expr: c.ZoneRef) -> str:
        """Return a place."""
        key = expr.zone
        title = self.titles.zone(expr.scope, key)
        if expr.holder is None:
            return f"the {title}"
        return f"{self.possessive(names, expr.holder)} {title}"

    def _member(self, names: Names, expr: c.CardField | c.ComponentState) -> str:
        """Return a field or state of a component: by its documentation, else by its name."""
        name = expr.field if isinstance(expr, c.CardField) else expr.name
        for kind in expr.component.type.names:
            declared = self.game.kinds[kind]
            about = (declared.fields if isinstance(expr, c.CardField) else declared.state)[name].about
            words = clause_of(about)
            if f"the {name_words(kind)}" in words.lower():
                thing, whose = self.noun(names, expr.component), self.possessive(names, expr.component)
                return uncapitalized(substituted(words, kind, thing, whose))
        return f"{self.possessive(names, expr.component)} {name_words(name)}"

    # ---------------------------------------------------------------- values of the rules
    def said_of(self, names: Names, text: str, params: tuple[Param, ...], args: tuple[c.Expr, ...]) -> str:
        """Return a sentence of documentation in which the arguments stand for the parameters."""
        words = clause_of(text)
        for param, arg in zip(params, args, strict=False):
            words = substituted(words, param.name, self.noun(names, arg), self.possessive(names, arg))
        return uncapitalized(words)

    def _value(self, names: Names, expr: c.ValueCall) -> str:
        value = self.game.values[expr.value]
        args = [
            self.noun(names, arg)
            for param, arg in zip(value.params, expr.args, strict=True)
            if not (isinstance(arg, c.Local) and arg.name == param.name)
        ]
        title = uncapitalized(value.title)
        of_player = bool(value.params) and value.params[0].type.base == "player"
        if of_player and isinstance(expr.args[0], c.Local):
            rest = f" for {joined(args[1:])}" if len(args) > 1 else ""
            return f"{self.possessive(names, expr.args[0])} {title}{rest}"
        return f"the {title}" + (f" of {joined(args)}" if args else "")

    # ---------------------------------------------------------------- calculation
    def _part(self, names: Names, expr: c.Expr) -> str:
        words = self.noun(names, expr)
        return (
            f"({words})" if isinstance(expr, _CALCULATED) and known(self.game, names, expr) is None else words
        )

    def _arithmetic(self, names: Names, expr: c.Arithmetic) -> str:
        rounded = " (rounded down)" if expr.op == "/" else ""
        left = self.noun(names, expr.left) if expr.op in "+-" else self._part(names, expr.left)
        return f"{left} {_OPERATORS[expr.op]} {self._part(names, expr.right)}{rounded}"

    def _pick(self, names: Names, expr: c.Pick) -> str:
        fixed = [part for part in expr.parts if known(self.game, names, part) is not None]
        free = [part for part in expr.parts if known(self.game, names, part) is None]
        if len(fixed) == 1 and len(free) == 1:
            bound = "most" if expr.op == "min" else "least"
            return f"{self._part(names, free[0])} (at {bound} {self.noun(names, fixed[0])})"
        word = "smaller" if expr.op == "min" else "larger"
        word = word if len(expr.parts) == 2 else ("smallest" if expr.op == "min" else "largest")
        return f"the {word} of {joined([self.noun(names, part) for part in expr.parts])}"

    def _cases(self, names: Names, expr: c.Cases) -> str:
        cases = [f"{self.noun(names, value)} if {self.condition(names, test)}" for test, value in expr.cases]
        return f"{', '.join(cases)}, otherwise {self.noun(names, expr.otherwise)}"

    def _builtin(self, names: Names, expr: c.Builtin) -> str:
        args = [self.noun(names, arg) for arg in expr.args]
        match expr.name:
            case "shifted":
                return f"{args[0]} shifted by {args[1]}"
            case "reversed":
                return f"{args[0]} in reverse order"
            case "starting_with":
                return f"{args[0]} beginning with {args[1]}"
            case "random":
                return f"a random number from {args[0]} to {args[1]}"
            case "random_of":
                return f"a random one of {args[0]}"
        return f"{name_words(expr.name)} {joined(args)}"

    # ---------------------------------------------------------------- lists
    def items(self, names: Names, items: c.Items) -> str:
        """Return the items of a list, those that are meant."""
        if isinstance(items.list, c.ZoneRef):
            words = self._contents(names, items.list)
        elif isinstance(items.list, c.AllComponents | c.Players | c.TurnOrder):
            words = self.noun(names, items.list)
        elif (
            isinstance(items.list, c.Const)
            and items.list.type.item is not None
            and self._is_whole_enum(items.list)
        ):
            words = f"all {self.titles.items(items.list.type.item)}"
        else:
            words = self.noun(names, items.list)
        return words + self.where(names, items)

    def _contents(self, names: Names, zone: c.ZoneRef) -> str:
        """Return what lies in a zone; the zone alone where it is called after what it holds."""
        what, place = self.titles.items(zone.type.item), self.zone(names, zone)
        return place if self.titles.zone(zone.scope, zone.zone) == what else f"{what} in {place}"

    def where(self, names: Names, items: c.Items) -> str:
        """Return the condition on an item as a relative clause; empty when there is none."""
        if items.where is None:
            return ""
        kinds = self._which_cards(items)
        if kinds is not None:
            return f" that is {kinds}"
        return f" where {self.condition(self.with_item(names, items), items.where)}"

    def with_item(self, names: Names, items: c.Items, words: str = "") -> Names:
        """Return the names with one for the item of a list."""
        called = words or f"that {self.titles.item(items.list.type.item)}"
        return {**names, items.name: Called(called, f"{called}'s")}

    def each(self, names: Names, items: c.Items) -> str:
        """Return every item of a list, one by one: `each of your Tiles that is a Tower`."""
        noun = self.titles.item(items.list.type.item)
        if isinstance(items.list, c.ZoneRef):
            contents, zone = self._contents(names, items.list), self.zone(names, items.list)
            each = f"each of {zone}" if contents == zone else f"each {noun} in {zone}"
            return each + self.where(names, items)
        if isinstance(items.list, c.AllComponents | c.Players) or self._is_whole_enum(items.list):
            return f"each {noun}{self.where(names, items)}"
        if isinstance(items.list, c.TurnOrder):
            return f"each {noun} in turn order{self.where(names, items)}"
        if isinstance(items.list, c.ValueCall):
            return f"each of {self.items(names, items)}"
        return f"each {noun} of {self.items(names, items)}"

    def _is_whole_enum(self, expr: c.Expr) -> bool:
        item = expr.type.item
        if (
            not isinstance(expr, c.Const)
            or not isinstance(expr.value, tuple)
            or item is None
            or item.base != "enum"
        ):
            return False
        enum = self.game.enums.get(item.names[0])
        return enum is not None and len(expr.value) == len(enum.values)

    def _which_cards(self, items: c.Items) -> str | None:
        """Return the names of the cards of which the item must be one; None when more is asked than that."""
        tests = items.where.parts if isinstance(items.where, c.AnyOf) else (items.where,)
        printed: list[str] = []
        for test in tests:
            item = test.component if isinstance(test, c.IsCard) else None
            if not isinstance(test, c.IsCard) or not isinstance(item, c.Local) or item.name != items.name:
                return None
            printed += [side.name for side in self.game.cards[test.card].sides]
        return with_article(joined(list(dict.fromkeys(printed)), "or"))

    def _aggregate(self, names: Names, expr: c.Aggregate) -> str:
        words = self.items(names, expr.items)
        match expr.op:
            case "count":
                return f"the number of {words}"
            case "first":
                return f"the first of {words}"
        return words

    def _fold(self, names: Names, expr: c.Fold) -> str:
        inner = self.with_item(names, expr.items, "it")
        inner[expr.items.name] = Called("it", "its")
        word = {"sum": "sum", "max": "largest", "min": "smallest"}[expr.op]
        of = self.noun(inner, expr.number)
        return f"the {word} of {of} over {self.items(names, expr.items)}"

    def _keys(self, names: Names, items: c.Items, keys: tuple[c.Key, ...]) -> str:
        player = items.list.type.item == Type("player")
        inner = {**names, items.name: Called("they", "their") if player else Called("it", "its")}
        parts = [
            f"{self.noun(inner, key.number)}, the {'fewest' if key.rising else 'most'} first" for key in keys
        ]
        return "; then by ".join(parts)

    def _ranking(self, names: Names, expr: c.Place) -> str:
        ties = {
            "worse": "the worse place",
            "better": "the better place",
            "in order": "the order they stand in",
        }
        tied = f"those tied take {ties[expr.ties]}"
        return f"{self.items(names, expr.items)} by {self._keys(names, expr.items, expr.keys)} ({tied})"

    # ---------------------------------------------------------------- conditions
    def condition(self, names: Names, expr: c.Expr) -> str:
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
                return f"{self.noun(names, expr.item)} {self._among(names, expr.list)}"
            case c.IsKind():
                return (
                    f"{self.noun(names, expr.component)} is {with_article(self.titles.kinds((expr.kind,)))}"
                )
            case c.IsCard():
                return f"{self.noun(names, expr.component)} is {self.titles.card(expr.card)}"
            case c.Aggregate() if expr.op == "any":
                return self._any(names, expr.items, "")
            case c.Every():
                inner = self.with_item(names, expr.items)
                return f"for {self.each(names, expr.items)}, {self.condition(inner, expr.has)}"
            case c.ValueCall():
                return self._flag_value(names, expr)
            case c.OptionValue():
                return f"the game is played with the variant “{self.game.options[expr.option].title}”"
        return f"{self.noun(names, expr)} is yes"

    def _joint(self, names: Names, expr: c.AllOf | c.AnyOf) -> str:
        other = c.AnyOf if isinstance(expr, c.AllOf) else c.AllOf
        open_ = [part for part in expr.parts if known(self.game, names, part) is None]
        parts = [
            f"({self.condition(names, part)})" if isinstance(part, other) else self.condition(names, part)
            for part in open_
        ]
        return (" and " if isinstance(expr, c.AllOf) else " or ").join(parts)

    def _not(self, names: Names, expr: c.Expr) -> str:
        match expr:
            case c.Compare():
                return self._compare(names, _TURNED[expr.op], expr)
            case c.Aggregate() if expr.op == "any":
                return self._any(names, expr.items, "no ")
            case c.Member():
                return f"{self.noun(names, expr.item)} {self._among(names, expr.list).replace('is', 'is not', 1)}"
            case c.Not():
                return self.condition(names, expr.of)
            case c.AnyOf():
                return " and ".join(self._not(names, part) for part in expr.parts)
            case c.AllOf():
                return f"({' or '.join(self._not(names, part) for part in expr.parts)})"
        return f"it is not so that {self.condition(names, expr)}"

    def _among(self, names: Names, among: c.Expr) -> str:
        if isinstance(among, c.ZoneRef):
            return f"is in {self.zone(names, among)}"
        if known(self.game, names, among) is not None or isinstance(among, c.MakeList):
            return f"is {self.noun(names, among, 'or')}"
        return f"is one of {self.noun(names, among)}"

    def _any(self, names: Names, items: c.Items, no: str) -> str:
        noun = self.titles.item(items.list.type.item)
        zone = items.list
        if isinstance(zone, c.ZoneRef) and zone.holder is not None and zone.scope == "player":
            holder = self.noun(names, zone.holder)
            plain = self.titles.zone("player", zone.zone)
            have = "have" if holder in ("you", "they") else "has"
            noun = (
                noun if plain == plural(noun) else f"{noun} in {self.possessive(names, zone.holder)} {plain}"
            )
            return f"{holder} {have} {no + noun if no else with_article(noun)}{self.where(names, items)}"
        one = f"{no}{noun}" if no else with_article(noun)
        if isinstance(zone, c.ZoneRef) and self.titles.zone(zone.scope, zone.zone) != self.titles.items(
            zone.type.item
        ):
            return f"there is {one} in {self.zone(names, zone)}{self.where(names, items)}"
        return f"there is {one} among {self.items(names, items)}"

    def _flag_value(self, names: Names, expr: c.ValueCall) -> str:
        value = self.game.values[expr.value]
        words = self.said_of(names, value.about, value.params, expr.args)
        if words.startswith("whether "):
            return words.removeprefix("whether ")
        return f"“{value.title}” holds for {joined([self.noun(names, arg) for arg in expr.args])}"

    # ---------------------------------------------------------------- comparisons
    def _compare(self, names: Names, op: str, expr: c.Compare) -> str:
        right = known(self.game, names, expr.right)
        if (
            expr.type.base == "flag"
            and expr.left.type.base == "flag"
            and right in (0, 1)
            and op in ("==", "!=")
        ):
            positive = (right == 1) == (op == "==")
            return self.condition(names, expr.left) if positive else self._not(names, expr.left)
        if isinstance(right, int) and right < 0 and expr.right.type.base != "number":
            return self._none(names, expr.left, absent=op == "==")
        if isinstance(right, int) and expr.left.type.base == "number":
            return self._number(names, op, expr.left, right)
        return f"{self.noun(names, expr.left)} {_COMPARED[op]} {self.noun(names, expr.right)}"

    def _none(self, names: Names, expr: c.Expr, *, absent: bool) -> str:
        if isinstance(expr, c.ComponentState | c.CardField):
            words = name_words(expr.name if isinstance(expr, c.ComponentState) else expr.field)
            of = self.noun(names, expr.component)
            return f"{of} has no {words}" if absent else f"{of} has {with_article(words)}"
        return f"there is {'no' if absent else 'some'} {self.noun(names, expr)}"

    def _number(self, names: Names, op: str, left: c.Expr, right: int) -> str:
        """Return a comparison with a number that is known, in the words that fit what is counted."""
        if isinstance(left, c.RoundNumber):
            number = f"round {right}"
            words = {
                "==": "it is {}",
                "!=": "it is not {}",
                "<": "it is before {}",
                "<=": "it is {} or earlier",
            }
            words |= {">": "it is after {}", ">=": "it is {} or later"}
            return words[op].format(number)
        if isinstance(left, c.Place) and op == "==":
            subject = self.noun(names, left.subject)
            be = "are" if subject in ("you", "they") else "is"
            return f"{subject} {be} {ordinal(right)} among {self._ranking(names, left)}"
        bound = {"==": "exactly", "!=": "not exactly", "<=": "at most", ">=": "at least"}
        if op in "<>":
            op, right = (">=", right + 1) if op == ">" else ("<=", right - 1)
        if isinstance(left, c.PlayerCounter):
            holder = self.noun(names, left.player)
            have = "have" if holder in ("you", "they") else "has"
            counted = self.counter(names, left.counter, left.index)
            if op in ("==", "<=") and right == 0:
                return f"{holder} {have} no {counted}"
            return f"{holder} {have} {bound[op]} {right} {counted}"
        return f"{self._compared(names, left)} {_COMPARED[op]} {right}"

    def _compared(self, names: Names, left: c.Expr) -> str:
        """Return what is compared with a number; a value without a title of its own by its documentation."""
        value = self.game.values[left.value] if isinstance(left, c.ValueCall) else None
        if value is None or not value.about or value.title.casefold() != name_words(value.name):
            return self.noun(names, left)
        assert isinstance(left, c.ValueCall)
        return self.said_of(names, value.about, value.params, left.args)


__all__ = ["Called", "Formulas", "Known", "Names"]
