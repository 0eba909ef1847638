"""Effects in English: each statement as an order to the player who acts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.content.model import Action, Game
from interpreter.english.formulas import Formulas
from interpreter.english.known import Called, Known, Names, ThisCard, known
from interpreter.english.titles import name_words
from interpreter.english.words import clause_of, joined, substituted, uncapitalized, with_article
from interpreter.language import checked as c

_DEEPEST = 4
_THEY = Called("they", "their")


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause, and whether it holds commas of its own, so that what follows needs more than one."""

    words: str
    long: bool = False


class Effects:
    """Speaks effects. An action is spoken through its own text; only one without a text through its effect."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.formulas = Formulas(game)
        self.titles = self.formulas.titles
        self._depth = 0

    def block(self, names: Names, block: c.Block) -> str:
        """Return a block as one clause; a payment in front is what the rest costs."""
        return self._block(names, block).words

    def _block(self, names: Names, block: c.Block) -> _Said:
        inner = dict(names)
        said: list[_Said] = []
        costs: list[bool] = []
        for statement in block:
            if isinstance(statement, c.Let):
                self._let(inner, statement)
                continue
            spoken = self._statement(inner, statement)
            if spoken.words:
                said.append(spoken)
                costs.append(isinstance(statement, c.Change) and statement.verb == "pay")
        if len(said) > 1 and costs[0] and not costs[1]:
            first = _Said(f"{said[0].words} to {said[1].words}", said[1].long)
            said = [first, *said[2:]]
        if not said:
            return _Said("do nothing")
        mark = "; then " if any(part.long for part in said[:-1]) else ", then "
        return _Said(mark.join(part.words for part in said), len(said) > 1 or said[0].long)

    def _let(self, names: Names, statement: c.Let) -> None:
        value = known(self.game, names, statement.value)
        if value is not None:
            names[statement.name] = Known(value, statement.value.type)
        else:
            words = self.formulas.noun(names, statement.value)
            names[statement.name] = Called(words, f"{words}'s")

    def _statement(self, names: Names, statement: c.Stmt) -> _Said:
        words = self._simple(names, statement)
        return _Said(words) if words is not None else _Said(self._structured(names, statement), long=True)

    def _simple(self, names: Names, statement: c.Stmt) -> str | None:  # noqa: C901, PLR0912 - one line a statement
        match statement:
            case c.Change():
                return self._change(names, statement)
            case c.Assign():
                return self._assign(names, statement)
            case c.Move():
                return self._move(names, statement)
            case c.Draw():
                return self._draw(names, statement)
            case c.Shuffle():
                order = isinstance(statement.zone, c.TurnOrder)
                return (
                    "shuffle the turn order"
                    if order
                    else f"shuffle {self.formulas.noun(names, statement.zone)}"
                )
            case c.Flip():
                return f"flip {self._what(names, statement.what)}"
            case c.Discard():
                return f"discard {self._what(names, statement.what)}"
            case c.Swap():
                return self._swap(names, statement)
            case c.Choose():
                return self._choose(names, statement)
            case c.Call():
                return self._call(names, statement)
            case c.Run():
                return self._run(names, statement)
            case c.Offer():
                return self._offer(names, statement)
            case c.Finish():
                return "the game ends"
            case c.Nothing():
                return ""
        return None

    def _structured(self, names: Names, statement: c.Stmt) -> str:
        match statement:
            case c.May():
                return self._may(names, statement)
            case c.OneOf():
                return self._one_of(names, statement)
            case c.ForEach():
                return self._for_each(names, statement)
            case c.CountFrom():
                return self._count_from(names, statement)
            case c.AsPlayer():
                return self._as_player(names, statement)
            case c.Repeat():
                return self._repeat(names, statement)
            case c.While():
                return self._while(names, statement)
        assert isinstance(statement, c.If)
        return self._if(names, statement)

    # ---------------------------------------------------------------- amounts
    def _change(self, names: Names, statement: c.Change) -> str:
        inner, each = names, ""
        match statement.per:
            case c.Items():
                inner = self.formulas.with_item(names, statement.per)
                each = f" for {self.formulas.each(names, statement.per)}"
            case c.PerEvery():
                size = self.formulas.noun(names, statement.per.size)
                counted = self.formulas.noun(names, statement.per.number).removeprefix("the number of ")
                each = f" for every {size} of {counted}"
        amounts = [self._amount(inner, statement.verb, amount) for amount in statement.amounts]
        parts = [part for part in amounts if part]
        return f"{statement.verb} {joined(parts)}{each}" if parts else ""

    def _amount(self, names: Names, verb: str, amount: c.Amount) -> str:
        """Return an amount; empty when it is known to be nothing."""
        counter = self.formulas.counter(names, amount.counter, amount.index)
        number = known(self.game, names, amount.number)
        if number is not None:
            return f"{number} {counter}" if number or verb == "pay" else ""
        rate = self._rate(names, amount.number)
        if rate is not None:
            return f"{rate[0]} {counter} for each {rate[1]}"
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
            holder = self.formulas.noun(names, count.player)
            have = "have" if holder in ("you", "they") else "has"
            return factor, f"{self.formulas.counter(names, count.counter, count.index)} {holder} {have}"
        if isinstance(count, c.Aggregate) and count.op == "count":
            return factor, self.formulas.each(names, count.items).removeprefix("each ")
        return None

    def _assign(self, names: Names, statement: c.Assign) -> str:
        value = self.formulas.noun(names, statement.value)
        target = statement.target
        if isinstance(target, c.TurnOrder):
            return f"the turn order becomes {value}"
        if isinstance(target, c.ComponentState) and known(self.game, names, statement.value) == c.NOTHING:
            return f"{self.formulas.noun(names, target.component)} has no {name_words(target.name)} any more"
        if isinstance(target, c.PlayerCounter):
            return f"set {self.formulas.noun(names, target)} to {value}"
        return f"{self.formulas.noun(names, target)} becomes {value}"

    # ---------------------------------------------------------------- components
    def _move(self, names: Names, statement: c.Move) -> str:
        to = "the top of " if statement.on_top else ""
        return f"move {self._what(names, statement.what)} to {to}{self.formulas.zone(names, statement.to)}"

    def _what(self, names: Names, what: c.Expr) -> str:
        words = self.formulas.noun(names, what)
        whole = isinstance(what, c.ZoneRef) or (isinstance(what, c.Aggregate) and what.op == "all")
        return f"all {'of ' if isinstance(what, c.ZoneRef) else ''}{words}" if whole else words

    def _draw(self, names: Names, statement: c.Draw) -> str:
        number = known(self.game, names, statement.number)
        kinds = statement.source.type.item
        what = self.titles.item(kinds) if number == 1 else self.titles.items(kinds)
        source, to = self.formulas.zone(names, statement.source), self.formulas.zone(names, statement.to)
        return f"draw {self.formulas.noun(names, statement.number)} {what} from {source} to {to}"

    def _swap(self, names: Names, statement: c.Swap) -> str:
        return f"swap {self.formulas.noun(names, statement.left)} with {self.formulas.noun(names, statement.right)}"

    def _choose(self, names: Names, statement: c.Choose) -> str:
        source = statement.source
        if isinstance(source, c.NumberRange):
            low, high = self.formulas.noun(names, source.low), self.formulas.noun(names, source.high)
            step = f" in steps of {self.formulas.noun(names, source.step)}" if source.step is not None else ""
            names[statement.name] = Called("that number", "that number's")
            return f"choose a number from {low} to {high}{step}"
        noun, nouns = self.titles.item(statement.shown), self.titles.items(statement.shown)
        number = self.formulas.noun(names, statement.number) if statement.number is not None else ""
        many = {
            "exactly": f"{number} {nouns}",
            "up_to": f"up to {number} {nouns}",
            "some": f"one or more {nouns}",
        }
        if number == "1":
            many = {"exactly": with_article(noun), "up_to": f"up to 1 {noun}"}
        one = statement.quantity == "one"
        what = with_article(noun) if one else many.get(statement.quantity, f"any number of {nouns}")
        words = f"choose {what}{self._from(names, source)}"
        called = f"that {noun}" if one else f"those {nouns}"
        names[statement.name] = Called(called, f"{called}'s" if one else f"{called}'")
        return words

    def _from(self, names: Names, source: c.Items) -> str:
        everything = self.formulas.each(names, c.Items(source.span, source.name, source.list, None))
        noun = self.titles.item(source.list.type.item)
        if everything == f"each {noun}":
            return self.formulas.where(names, source)
        if isinstance(source.list, c.ZoneRef):
            return f" from {self.formulas.zone(names, source.list)}{self.formulas.where(names, source)}"
        return f" from {self.formulas.items(names, source)}"

    # ---------------------------------------------------------------- actions and effects of cards
    def _call(self, names: Names, statement: c.Call) -> str:
        action = self.game.actions[statement.action]
        inner = self.arguments(names, action, statement.args)
        return self.action(inner, action)

    def arguments(self, names: Names, action: Action, args: Sequence[c.Expr]) -> Names:
        """Return what an action's parameters mean, given its arguments."""
        inner: Names = {"me": names["me"]} if "me" in names else {}
        for param, arg in zip(action.params, args, strict=True):
            value = known(self.game, names, arg)
            meaning = names.get(arg.name) if isinstance(arg, c.Local) else None
            if value is not None:
                inner[param.name] = Known(value, param.type)
            elif isinstance(meaning, ThisCard | Called):
                inner[param.name] = meaning
            else:
                words = self.formulas.noun(names, arg)
                inner[param.name] = Called(words, self.formulas.possessive(names, arg))
        return inner

    def action(self, names: Names, action: Action) -> str:
        """Return an action through its text, filled in as far as its parameters are known."""
        words = self.template(names, action.text) if action.text is not None else ""
        if words or self._depth >= _DEEPEST:
            return words or f"carry out “{name_words(action.name)}”"
        self._depth += 1
        try:
            return self.block(names, action.body)
        finally:
            self._depth -= 1

    def template(self, names: Names, template: c.Template, *, open_: bool = False) -> str:
        """Return the words of a template; words behind a condition that is not known stand in brackets.

        With `open_` a number that is worked out only in the game stands in square brackets, as something to fill in.
        """
        words: list[str] = []
        for part in template.parts:
            match part:
                case str():
                    words.append(self._after(words, part))
                case c.Expr():
                    noun = self.formulas.noun(names, part)
                    words.append(f"[{noun}]" if open_ and self._is_worked_out(names, part) else noun)
                case condition, inner:
                    words.append(self._conditional(names, condition, inner))
        return "".join(words).strip()

    def _is_worked_out(self, names: Names, part: c.Expr) -> bool:
        worked_out = isinstance(part, c.PlayerCounter | c.ValueCall | c.Arithmetic | c.Lookup)
        return worked_out and part.type.base == "number" and known(self.game, names, part) is None

    def _after(self, words: Sequence[str], text: str) -> str:
        """Return a text without the title of a counter that the words before it end with: it is counted only once."""
        before = words[-1] if words else ""
        for counter in self.game.counters.values():
            if before.endswith(f" {counter.title}") and re.match(rf" {re.escape(counter.title)}\b", text):
                return text.removeprefix(f" {counter.title}")
        return text

    def _conditional(self, names: Names, condition: c.Expr, inner: c.Template) -> str:
        holds = known(self.game, names, condition)
        text = "".join(self._raw(names, inner))
        if holds is not None:
            return text if holds else ""
        if text[:1].isalpha():  # an ending of the word before, such as that of a plural
            return f"({text})"
        return f" ({text.strip(' ,')}, if {self.formulas.condition(names, condition)})"

    def _raw(self, names: Names, template: c.Template) -> list[str]:
        blank = (
            " "
            if template.parts and isinstance(template.parts[0], str) and template.parts[0][:1] == " "
            else ""
        )
        return [blank, self.template(names, template)]

    def _run(self, names: Names, statement: c.Run) -> str:
        card = known(self.game, names, statement.component)
        if isinstance(card, int) and card >= 0 and self._depth < _DEEPEST:
            body = self.game.cards[card].sides[0].effects.get(statement.field, ())
            title = self.titles.front(card)
            inner: Names = {"this": ThisCard(card, 0, title, f"{title}'s")}
            self._depth += 1
            try:
                return self.block({**inner, "me": names["me"]} if "me" in names else inner, body)
            finally:
                self._depth -= 1
        thing = self.formulas.noun(names, statement.component)
        for kind in statement.component.type.names:
            about = self.game.kinds[kind].fields[statement.field].about
            if about:
                whose = self.formulas.possessive(names, statement.component)
                return uncapitalized(substituted(clause_of(about), kind, thing, whose))
        return f"do what is written on {thing} as “{name_words(statement.field)}”"

    def _offer(self, names: Names, statement: c.Offer) -> str:
        window = self.game.windows[statement.window]
        args = [self.formulas.noun(names, arg) for arg in statement.args]
        of = f" ({joined(args)})" if args else ""
        return f"abilities for “{window.title or name_words(window.name)}”{of} may be used"

    # ---------------------------------------------------------------- blocks
    def _may(self, names: Names, statement: c.May) -> str:
        often = ""
        if statement.repeated and statement.limit is None:
            often = "any number of times "
        elif statement.repeated and statement.limit is not None:
            often = f"up to {self.formulas.noun(names, statement.limit)} times "
        may = "they may" if names.get("me") == _THEY else "you may"
        return f"{often}{may} {self.block(names, statement.body)}"

    def _one_of(self, names: Names, statement: c.OneOf) -> str:
        branches = [self._branch(names, branch) for branch in statement.branches]
        return f"choose one: {'; or '.join(branches)}"

    def _branch(self, names: Names, branch: c.Branch) -> str:
        words = self.block(names, branch.body)
        if branch.guard is not None:
            words = f"{words} (only if {self.formulas.condition(names, branch.guard)})"
        label = self.template(names, branch.label)
        return words if label.lower() == words.lower() or _is_bare(branch) else f"“{label}”: {words}"

    def _for_each(self, names: Names, statement: c.ForEach) -> str:
        each = self.formulas.each(names, statement.items)
        inner = self.formulas.with_item(names, statement.items)
        if statement.acting:
            inner = {**inner, statement.items.name: _THEY, "me": _THEY}
            return f"{each} does this: {self.block(inner, statement.body)}"
        return f"for {each}: {self.block(inner, statement.body)}"

    def _count_from(self, names: Names, statement: c.CountFrom) -> str:
        low, high = self.formulas.noun(names, statement.low), self.formulas.noun(names, statement.high)
        inner: Names = {**names, statement.name: Called("that number", "that number's")}
        return f"for each number from {low} to {high}: {self.block(inner, statement.body)}"

    def _as_player(self, names: Names, statement: c.AsPlayer) -> str:
        who = self.formulas.noun(names, statement.player)
        return f"{who} does this: {self.block({**names, 'me': _THEY}, statement.body)}"

    def _repeat(self, names: Names, statement: c.Repeat) -> str:
        return f"{self.formulas.noun(names, statement.times)} times: {self.block(names, statement.body)}"

    def _while(self, names: Names, statement: c.While) -> str:
        condition = self.formulas.condition(names, statement.condition)
        return f"as long as {condition}: {self.block(names, statement.body)}"

    def _if(self, names: Names, statement: c.If) -> str:
        """Return the branches that can be; one that is known to hold is the only one."""
        said: list[str] = []
        for condition, body in statement.branches:
            holds = known(self.game, names, condition)
            if holds == 0:
                continue
            words = self.block(names, body)
            if holds:
                return "; ".join([*said, f"otherwise, {words}"]) if said else words
            also = "otherwise, if" if said else "if"
            said.append(f"{also} {self.formulas.condition(names, condition)}, {words}")
        if statement.otherwise:
            words = self.block(names, statement.otherwise)
            said.append(f"otherwise, {words}" if said else words)
        return "; ".join(said)


def _is_bare(branch: c.Branch) -> bool:
    """Say whether a branch is a statement without a label of its own."""
    return len(branch.body) == 1 and branch.span == branch.body[0].span


__all__ = ["Effects"]
