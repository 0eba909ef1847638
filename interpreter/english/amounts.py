"""Amounts in English: what is gained, paid and lost, in the counter's own words where it has some."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.english.formulas import Formulas
from rulewright.interpreter.english.known import Known, Names, known
from rulewright.interpreter.english.speaking import called
from rulewright.interpreter.english.words import joined, subject_verb
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER


class Amounts:
    """Speaks the amounts of `gain`, `pay` and `lose`."""

    def __init__(self, game: Game, formulas: Formulas) -> None:
        self.game = game
        self.formulas = formulas

    def change(self, names: Names, statement: c.Change) -> str:
        """Return a change as an order; empty when it is known to be nothing."""
        inner, each = names, ""
        match statement.per:
            case c.Items():
                inner = self.formulas.with_item(names, statement.per, named=True)
                each = f" for {self.formulas.each(names, statement.per)}"
            case c.PerEvery():
                size = self.formulas.noun(names, statement.per.size)
                counted = self.formulas.noun(names, statement.per.number).removeprefix("the number of ")
                each = f" for every {size} of {counted}"
        plain: list[str] = []
        own: list[str] = []
        for amount in statement.amounts:
            said = self._own(inner, statement.verb, amount)
            if said is not None:
                own += [said] if said else []
            elif (words := self._amount(inner, statement.verb, amount, alone=not each)) != "":
                plain.append(words)
        orders = [f"{statement.verb} {joined(plain)}"] if plain else []
        told = joined([*orders, *own])
        if each and " equal to " in told:
            return f"{each.strip()}, {told}"
        return f"{told}{each}" if told else ""

    def _own(self, names: Names, verb: str, amount: c.Amount) -> str | None:
        """Return an amount in the counter's own words; empty when it is nothing, None where it has no words."""
        counter = self.game.counters[amount.counter]
        text = counter.texts.get(verb)
        if text is None:
            return None
        number = known(self.game, names, amount.number)
        if number == 0:
            return ""
        inner: Names = {"player": names.get("me", called("you"))}
        inner["number"] = (
            Known(number, NUMBER) if number is not None else called(self.formulas.noun(names, amount.number))
        )
        if counter.by is not None and amount.index is not None:
            inner[counter.by] = called(self.formulas.noun(names, amount.index))
        return self.formulas.template(inner, text)

    def _amount(self, names: Names, verb: str, amount: c.Amount, *, alone: bool) -> str:
        """Return an amount; empty when it is known to be nothing. `alone`: it is not one for each of something."""
        number = known(self.game, names, amount.number)
        counter = self.formulas.counter(names, amount.counter, amount.index, number)
        if number is not None:
            return f"{number} {counter}" if number or verb == "pay" else ""
        if isinstance(amount.number, c.Lookup):
            return self.formulas.looked_up(names, amount.number, counter)
        rate = self._rate(names, amount.number) if alone else None
        if rate is not None:
            return f"{rate[0]} {self.formulas.counter(names, amount.counter, amount.index, rate[0])} for each {rate[1]}"
        return f"{counter} equal to {self.formulas.noun(names, amount.number)}"

    def _rate(self, names: Names, number: c.Expr) -> tuple[int, str] | None:
        """Return how much is given for each of what is counted, where a number is so many times a count."""
        factor, count = 1, number
        if isinstance(number, c.Arithmetic) and number.op == "*":
            for one, other in ((number.left, number.right), (number.right, number.left)):
                value = known(self.game, names, one)
                if isinstance(value, int):
                    factor, count = value, other
        if isinstance(count, c.PlayerCounter) and count is not number:
            return factor, self._each(names, count)
        if isinstance(count, c.Aggregate) and count.op == "count":
            return factor, self.formulas.each(names, count.items).removeprefix("each ")
        return None

    def _each(self, names: Names, count: c.PlayerCounter) -> str:
        """Return what stands behind `for each` where a counter is counted."""
        holder = self.formulas.noun(names, count.player)
        counter = self.game.counters[count.counter]
        if "each" in counter.texts:
            inner: Names = {"player": called(holder)}
            if counter.by is not None and count.index is not None:
                inner[counter.by] = called(self.formulas.noun(names, count.index))
            return self.formulas.template(inner, counter.texts["each"])
        return f"{self.formulas.counter(names, count.counter, count.index, 1)} {subject_verb(holder, 'has')}"

    def set_to(self, names: Names, target: c.PlayerCounter, value: c.Expr) -> str:
        """Return that a counter is set to a number, as an order."""
        counter = self.game.counters[target.counter]
        number = known(self.game, names, value)
        text = counter.texts.get("set")
        inner: Names = {"player": called(self.formulas.noun(names, target.player))}
        if text is not None:
            inner["number"] = (
                Known(number, NUMBER) if number is not None else called(self.formulas.noun(names, value))
            )
            return self.formulas.template(inner, text)
        return f"set {self.formulas.noun(names, target)} to {self.formulas.noun(names, value)}"
