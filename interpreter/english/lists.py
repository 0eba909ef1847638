"""Lists in English: what lies in a zone, the items that are meant, rankings, sums over items."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.english.known import Called, Names, known
from rulewright.interpreter.english.speaking import Speaker, called, possessive_of
from rulewright.interpreter.english.words import joined, with_article
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import PLAYER

_TIES = {"worse": "the worse place", "better": "the better place", "in order": "the order they stand in"}


class Lists(Speaker):
    """Speaks lists."""

    def items(self, names: Names, items: c.Items) -> str:
        """Return the items of a list, those that are meant."""
        others, left = self.others(names, items)
        if others:
            return (
                f"all other {self.titles.items(items.list.type.item)}{self.where(names, left, several=True)}"
            )
        return self._listed(names, items.list) + self.where(names, items, several=True)

    def _listed(self, names: Names, listed: c.Expr) -> str:
        if isinstance(listed, c.ZoneRef):
            return self.contents(names, listed)
        if listed.type.item is not None and self._is_whole_enum(listed):
            return f"all {self.titles.items(listed.type.item)}"
        return self.noun(names, listed)

    def contents(self, names: Names, zone: c.ZoneRef) -> str:
        """Return what lies in a zone; the zone alone where it is called after what it holds."""
        what, place = self.titles.items(zone.type.item), self.zone(names, zone)
        return place if self.titles.zone(zone.scope, zone.zone) == what else f"{what} in {place}"

    def counted(self, names: Names, items: c.Items, number: str) -> str:
        """Return so many of the items, such as `2 or 3 Stones in your Hand`."""
        words = self.items(names, items).removeprefix("all ")
        one, several = self.titles.item(items.list.type.item), self.titles.items(items.list.type.item)
        if words.startswith(several):
            return f"{number} {one if number == '1' else several}{words.removeprefix(several)}"
        return (
            f"{number} of {words}"
            if words.split(" ")[0] in ("your", "their", "its", "the")
            else f"{number} {words}"
        )

    # ---------------------------------------------------------------- conditions on items
    def others(self, names: Names, items: c.Items) -> tuple[bool, c.Items]:
        """Say whether all players but the one who acts are meant, and return what else is asked of them."""
        where = items.where
        parts = where.parts if isinstance(where, c.AllOf) else () if where is None else (where,)
        others = [part for part in parts if self._is_other(names, items, part)]
        if not others:
            return False, items
        left = tuple(part for part in parts if part not in others)
        rest = (
            left[0] if len(left) == 1 else c.AllOf(items.span, where.type, left) if where and left else None
        )
        return True, c.Items(items.span, items.name, items.list, rest)

    def _is_other(self, names: Names, items: c.Items, part: c.Expr) -> bool:
        if items.list.type.item != PLAYER or not isinstance(part, c.Compare) or part.op != "!=":
            return False
        pair = (part.left, part.right)
        if not all(isinstance(side, c.Local) for side in pair):
            return False
        said = {side.name for side in pair if isinstance(side, c.Local)}
        return said == {items.name, "me"} and "me" in names

    def where(self, names: Names, items: c.Items, *, several: bool = False) -> str:
        """Return the condition on an item, or on `several`, as a relative clause; empty when there is none."""
        if items.where is None or known(self.game, names, items.where) == 1:
            return ""
        kinds = self._which_cards(items)
        if kinds is not None:
            return f" that {'are' if several else 'is'} {kinds}"
        relative = self._relative(names, items, items.where, "they" if several else "it")
        if relative:
            return f" {relative}"
        named = self.with_item(names, items, named=True)
        return f" where {self.condition(named, items.where)}"

    def _relative(self, names: Names, items: c.Items, where: c.Expr, subject: str) -> str:
        """Return a condition as `whose ...` or `that ...`; empty where it is not about the item alone."""
        parts = where.parts if isinstance(where, c.AllOf | c.AnyOf) else (where,)
        open_ = [part for part in parts if known(self.game, names, part) is None]
        inner = {**self.with_item(names, items)}
        inner[items.name] = called(subject, self.apart.get(items.name, ""))
        its = possessive_of(subject)
        who = "who" if items.list.type.item == PLAYER else "that"
        told: list[str] = []
        for part in open_:
            words = self.condition(inner, part)
            if isinstance(part, c.AllOf | c.AnyOf) or not words.startswith((f"{subject} ", f"{its} ")):
                return ""
            rest = words.partition(" ")[2]
            rest = rest.replace(" its ", " their ") if who == "who" else rest
            told.append(f"whose {rest}" if words.startswith(f"{its} ") else f"{who} {rest}")
        return (" or " if isinstance(where, c.AnyOf) else " and ").join(told)

    def with_item(self, names: Names, items: c.Items, *, named: bool = False) -> Names:
        """Return the names with one for the item of a list: `it`, or when `named` what tells it from others.

        What was `it` before is called by its own words from here on.
        """
        apart = self.apart.get(items.name, f"that {self.titles.item(items.list.type.item)}")
        outer: Names = {
            name: called(meaning.apart) if isinstance(meaning, Called) and meaning.apart else meaning
            for name, meaning in names.items()
        }
        return {**outer, items.name: called(apart) if named else called("it", apart)}

    def each(self, names: Names, items: c.Items) -> str:
        """Return every item of a list, one by one: `each of your Tiles that is a Tower`."""
        noun = self.titles.item(items.list.type.item)
        others, left = self.others(names, items)
        if others:
            order = " in turn order" if isinstance(items.list, c.TurnOrder) else ""
            return f"each other {noun}{order}{self.where(names, left)}"
        if isinstance(items.list, c.ZoneRef):
            contents, zone = self.contents(names, items.list), self.zone(names, items.list)
            each = f"each of {zone}" if contents == zone else f"each {noun} in {zone}"
            return each + self.where(names, items)
        if isinstance(items.list, c.AllComponents | c.Players) or self._is_whole_enum(items.list):
            return f"each {noun}{self.where(names, items)}"
        if isinstance(items.list, c.TurnOrder):
            return f"each {noun} in turn order{self.where(names, items)}"
        if isinstance(items.list, c.Ranked) and items.where is None:
            ranked = items.list
            return f"{self.each(names, ranked.items)}, by {self.keys(names, ranked.items, ranked.keys)}"
        words = self.items(names, items)
        if isinstance(items.list, c.ValueCall) or words.startswith(("those ", "the ")):
            return f"each of {words}"
        return f"each {noun} of {words}"

    def _is_whole_enum(self, expr: c.Expr) -> bool:
        item = expr.type.item
        if not isinstance(expr, c.Const) or not isinstance(expr.value, tuple):
            return False
        if item is None or item.base != "enum":
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

    # ---------------------------------------------------------------- what is made of lists
    def aggregate(self, names: Names, expr: c.Aggregate) -> str:
        """Return what `count`, `first` or `all` gives."""
        words = self.items(names, expr.items)
        match expr.op:
            case "count":
                of_field = isinstance(expr.items.list, c.CardField)
                what = f"{self.titles.items(expr.items.list.type.item)} in " if of_field else ""
                return f"the number of {what}{words.removeprefix('all ')}"
            case "first":
                return self._first(expr.items, words)
        return words

    def _first(self, items: c.Items, words: str) -> str:
        """Return the first of some items."""
        one, several = self.titles.item(items.list.type.item), self.titles.items(items.list.type.item)
        rest = words.removeprefix("all ").removeprefix(several)
        return f"the first {one}{rest}" if words.removeprefix("all ") != rest else f"the first of {words}"

    def fold(self, names: Names, expr: c.Fold) -> str:
        """Return a sum, or the largest or smallest number, over items."""
        inner = self.with_item(names, expr.items)
        terms = [self.noun(inner, term) for term in _terms(expr.number)]
        listed = self.items(names, expr.items)
        if listed.startswith(f"{self.titles.items(expr.items.list.type.item)} "):
            listed = f"the {listed}"
        word = {"sum": "total", "max": "largest", "min": "smallest"}[expr.op]
        of_it = [term.removeprefix("its ") for term in terms if term.startswith("its ")]
        if len(of_it) == len(terms) and (expr.op == "sum" or len(terms) == 1):
            return f"the {word} {_shared(of_it)} of {listed}"
        word = {"sum": "sum"}.get(expr.op, word)
        return f"the {word} of {self.noun(inner, expr.number)} over {listed}"

    def keys(self, names: Names, items: c.Items, keys: tuple[c.Key, ...]) -> str:
        """Return what a ranking goes by."""
        inner = {**names, items.name: called("they" if items.list.type.item == PLAYER else "it")}
        parts = [f"{self.noun(inner, key.number)}, the {_first_of(key)} first" for key in keys]
        return "; then by ".join(parts)

    def ranking(self, names: Names, expr: c.Place) -> str:
        """Return a ranking with what it goes by and what becomes of ties."""
        tied = f"those tied take {_TIES[expr.ties]}"
        return f"{self.items(names, expr.items)} by {self.keys(names, expr.items, expr.keys)} ({tied})"


def _first_of(key: c.Key) -> str:
    """Return which end of what a ranking goes by comes first."""
    number = key.number
    if isinstance(number, c.PlayerCounter) or (isinstance(number, c.Aggregate) and number.op == "count"):
        return "fewest" if key.rising else "most"
    return "lowest" if key.rising else "highest"


def _terms(number: c.Expr) -> list[c.Expr]:
    """Return what a sum adds up."""
    if isinstance(number, c.Arithmetic) and number.op == "+":
        return [*_terms(number.left), *_terms(number.right)]
    return [number]


def _shared(terms: Sequence[str]) -> str:
    """Return an enumeration that says once what its parts all end with: `northern and southern winds`."""
    ends = {term.rpartition(" ")[2] for term in terms}
    if len(terms) > 1 and len(ends) == 1 and all(" " in term for term in terms):
        return f"{joined([term.rpartition(' ')[0] for term in terms])} {ends.pop()}"
    return joined(terms)
