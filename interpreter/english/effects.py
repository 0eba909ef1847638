"""Effects in English: each statement as an order to the player who acts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from rulewright.interpreter.content.model import Action, Game
from rulewright.interpreter.english.amounts import Amounts
from rulewright.interpreter.english.apart import kept_apart
from rulewright.interpreter.english.formulas import Formulas
from rulewright.interpreter.english.known import Called, Known, Names, ThisCard, known
from rulewright.interpreter.english.speaking import called
from rulewright.interpreter.english.templates import Templates
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import (
    clause_of,
    joined,
    negated,
    sentence,
    subject_verb,
    substituted,
    third_person,
    uncapitalized,
    with_article,
)
from rulewright.interpreter.language import checked as c

_DEEPEST = 4
_THEY = Called("they", "their")
_CALCULATED = (c.Arithmetic, c.Pick, c.Fold, c.Cases, c.ValueCall, c.Lookup, c.Aggregate)
_PARTED = get_args(c.Compound)


@dataclass(frozen=True, slots=True)
class _Said:
    """A clause, and whether it holds commas of its own, so that what follows needs more than one.

    `third` is the clause as what somebody else does, without the subject; None where it is no order. `who` is that
    somebody where the clause is about another than who acts.
    """

    words: str
    long: bool = False
    third: str | None = None
    who: str = ""

    def alone(self) -> str:
        """Return the clause by itself."""
        if not self.who:
            return self.words
        return f"{self.who}: {self.words}" if self.third is None else f"{self.who} {self.third}"

    def by_choice(self) -> str:
        """Return the clause behind `may`: what others do, one has them do."""
        if not self.who:
            return self.words.removeprefix("you may ")
        if self.third is None or self.third.startswith("may "):
            return f"have {self.who} do this: {self.words}"
        return f"have {self.who} {self.words}"


class Effects:
    """Speaks effects. An action is spoken through its own text; only one without a text through its effect."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.formulas = Formulas(game)
        self.amounts = Amounts(game, self.formulas)
        self.titles = self.formulas.titles
        self._depth = 0
        self._inside = False

    def block(self, names: Names, block: c.Block) -> str:
        """Return a block as one clause; a payment in front is what the rest costs."""
        return self._whole(names, block).words

    def optional(self, names: Names, block: c.Block) -> str:
        """Return a block as a clause that stands behind `you may`."""
        return self._whole(names, block, by_choice=True).words

    def _whole(self, names: Names, block: c.Block, *, by_choice: bool = False) -> _Said:
        """Return a text of its own, in which names are kept apart where they must be."""
        if self._inside:
            return self._block(names, block, by_choice=by_choice)
        self._inside, self.formulas.apart = True, kept_apart(self.titles, block)
        try:
            return self._block(names, block, by_choice=by_choice)
        finally:
            self._inside, self.formulas.apart = False, {}

    def outline(self, names: Names, block: c.Block) -> Iterator[tuple[int, str]]:
        """Yield a block as sentences, each with how far it is set in: what a loop does stands below its head."""
        self._inside, self.formulas.apart = True, kept_apart(self.titles, block)
        try:
            yield from self._lines(names, block, 0)
        finally:
            self._inside, self.formulas.apart = False, {}

    def _lines(self, names: Names, block: c.Block, depth: int) -> Iterator[tuple[int, str]]:
        inner = dict(names)
        for statement in block:
            if isinstance(statement, c.Let):
                words = self._let(inner, statement, by_name=True)
                if words:
                    yield depth, words
                continue
            for head, within, body in self._heads(inner, statement):
                deeper = depth + (isinstance(statement, c.OneOf) and bool(body))
                if (
                    isinstance(statement, c.OneOf)
                    and all(isinstance(part, c.Nothing) for part in body)
                    and body
                ):
                    yield deeper, sentence(head)
                    continue
                yield deeper, f"{sentence(head)[:-1]}:"
                yield from self._lines(within, body, deeper + 1)
            if not _is_long(statement) and (words := self._statement(inner, statement).alone()):
                yield depth, sentence(words)

    def _heads(  # noqa: C901, PLR0912 - one case a class
        self, names: Names, statement: c.Stmt
    ) -> Iterator[tuple[str, Names, c.Block]]:
        """Yield what stands above the parts of a longer statement, and the parts; nothing for one told whole."""
        if not _is_long(statement):
            return
        you = Called("you", "your")
        match statement:
            case c.ForEach(items=items, acting=acting, body=body):
                inner = self.formulas.with_item(names, items, named=True)
                if acting:
                    inner = {**inner, items.name: you, "me": you}
                head = self.formulas.each(names, items)
                yield (head if acting else f"for {head}"), inner, body
            case c.AsPlayer(player=player, body=body):
                yield self.formulas.noun(names, player), {**names, "me": you}, body
            case c.CountFrom(name=name, low=low, high=high, body=body):
                bounds = f"{self.formulas.noun(names, low)} to {self.formulas.noun(names, high)}"
                yield f"for each number from {bounds}", {**names, name: called("that number")}, body
            case c.Repeat(times=times, body=body):
                yield f"{self.formulas.noun(names, times)} times", names, body
            case c.While(condition=condition, body=body):
                yield f"as long as {self.formulas.condition(names, condition)}", names, body
            case c.If(branches=branches, otherwise=otherwise):
                for at, (condition, body) in enumerate(branches):
                    yield (
                        f"{'otherwise, ' if at else ''}if {self.formulas.condition(names, condition)}",
                        names,
                        body,
                    )
                if otherwise:
                    yield "otherwise", names, otherwise
            case c.OneOf(prompt=prompt, branches=options):
                told, whole = (
                    prompt is not None and any(isinstance(part, str) for part in prompt.parts),
                    names,
                )
                asked = self.template(names, prompt) if told and prompt is not None else ""
                yield (f"choose one (“{asked}”)" if asked else "choose one"), names, ()
                for branch in options:
                    names, each = self._each_of(whole, branch)
                    guard = (
                        f", if {self.formulas.condition(names, branch.guard)}"
                        if branch.guard is not None
                        else ""
                    )
                    yield f"“{self.template(names, branch.label)}”{each}{guard}", names, branch.body
            case c.May(prompt=prompt, body=body):
                often = self._often(names, statement)
                yield f"you may {often}(“{self.template(names, prompt)}”)", names, body
            case _:
                _simple: c.Simple = statement

    def _block(self, names: Names, block: c.Block, *, by_choice: bool = False) -> _Said:
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
        if not said:
            return _Said("do nothing", third="does nothing")
        return _joined_orders(said, costs, by_choice=by_choice)

    def _let(self, names: Names, statement: c.Let, *, by_name: bool = False) -> str:
        """Note what a name means; return a line that says it where the name is used `by_name` from here on."""
        value = known(self.game, names, statement.value)
        if value is not None:
            names[statement.name] = Known(value, statement.value.type)
            return ""
        words = self.formulas.noun(names, statement.value)
        if by_name and isinstance(statement.value, _CALCULATED) and statement.value.type.base != "flag":
            name = name_words(statement.name)
            names[statement.name] = called(f"“{name}”")
            return sentence(f"“{name}” is {words}")
        names[statement.name] = called(words)
        return ""

    def _statement(self, names: Names, statement: c.Stmt) -> _Said:
        if isinstance(statement, c.AsPlayer | c.ForEach) and (other := self._by_another(names, statement)):
            return other
        words = self._simple(names, statement)
        if words is not None:
            # The words of an action are the author's, and need not begin with a verb.
            own = isinstance(statement, c.Call | c.Offer | c.Run)
            return _Said(words, third=None if own else third_person(words))
        return _Said(self._structured(names, statement), long=True)

    def _by_another(self, names: Names, statement: c.AsPlayer | c.ForEach) -> _Said | None:
        """Return what another than who acts does; None for a loop in which nobody else acts."""
        inner = {**names, "me": _THEY}
        if isinstance(statement, c.AsPlayer):
            who = self.formulas.noun(names, statement.player)
        elif statement.acting:
            who = self.formulas.each(names, statement.items)
            inner = {
                **self.formulas.with_item(names, statement.items),
                statement.items.name: _THEY,
                "me": _THEY,
            }
        else:
            return None
        if who == "you":
            said = self._block({**names, "me": Called("you", "your")}, statement.body)
            return _Said(said.words, said.long, said.third)
        said = self._block(inner, statement.body)
        may = said.words.removeprefix("they may ")
        third = f"may {may}" if may != said.words else said.third
        return _Said(said.words, said.long, third, who)

    def _show(self, names: Names, statement: c.Show) -> str:
        what = self._what(names, statement.what)
        if statement.to is None:
            return f"reveal {what}"
        if isinstance(statement.to, c.Local) and statement.to.name == "me":
            return f"look at {what}"
        return f"show {what} to {self.formulas.noun(names, statement.to)}"

    def _simple(self, names: Names, statement: c.Stmt) -> str | None:  # noqa: C901, PLR0912 - one line a statement
        match statement:
            case c.Change():
                return self.amounts.change(names, statement)
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
            case c.Show():
                return self._show(names, statement)
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
        _told_elsewhere: c.Compound | c.Let = statement
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
            case c.Repeat():
                return self._repeat(names, statement)
            case c.While():
                return self._while(names, statement)
            case c.If():
                return self._if(names, statement)
        told_before: c.Simple | c.AsPlayer = statement
        raise AssertionError(told_before)

    def _assign(self, names: Names, statement: c.Assign) -> str:
        target, value = statement.target, statement.value
        to = known(self.game, names, value)
        if isinstance(target, c.PlayerCounter) and target.type.base == "number":
            return self.amounts.set_to(names, target, value)
        if isinstance(target, c.ComponentState | c.PlayerCounter) and target.type.base == "flag":
            clause = self.formulas.condition(names, target)
            if to is None:
                return f"{clause} if {self.formulas.condition(names, value)}, otherwise not"
            return f"from now on {clause if to else negated(clause)}"
        words = self.formulas.noun(names, value)
        if isinstance(target, c.TurnOrder):
            return f"the turn order becomes {words}"
        if isinstance(target, c.ComponentState) and to == c.NOTHING:
            return f"{self.formulas.noun(names, target.component)} has no {name_words(target.name)} any more"
        if isinstance(target, c.PlayerCounter) and to == c.NOTHING:
            holder, title = self.formulas.noun(names, target.player), self.game.counters[target.counter].title
            return f"{subject_verb(holder, 'has')} no {title} any more"
        if isinstance(target, c.GameState) and target.type.base == "flag" and to is not None:
            clause = self.formulas.condition(names, target)
            return f"from now on {clause if to else negated(clause)}"
        return f"{self.formulas.noun(names, target)} becomes {words}"

    # ---------------------------------------------------------------- components
    def _move(self, names: Names, statement: c.Move) -> str:
        to = "the top of " if statement.on_top else ""
        return f"move {self._what(names, statement.what)} to {to}{self.formulas.zone(names, statement.to)}"

    def _what(self, names: Names, what: c.Expr) -> str:
        words = self.formulas.noun(names, what)
        whole = isinstance(what, c.ZoneRef) or (isinstance(what, c.Aggregate) and what.op == "all")
        if not whole or words.startswith("all "):
            return words
        return f"all {'of ' if isinstance(what, c.ZoneRef) else ''}{words}"

    def _draw(self, names: Names, statement: c.Draw) -> str:
        number = known(self.game, names, statement.number)
        kinds = statement.source.type.item
        what = self.titles.item(kinds) if number == 1 else self.titles.items(kinds)
        source, to = self.formulas.zone(names, statement.source), self.formulas.zone(names, statement.to)
        count = self.formulas.noun(names, statement.number)
        if number is None and not isinstance(statement.number, c.Local):
            return f"draw {what} from {source} to {to}, as many as {count}"
        return f"draw {count} {what} from {source} to {to}"

    def _swap(self, names: Names, statement: c.Swap) -> str:
        return f"swap {self.formulas.noun(names, statement.left)} with {self.formulas.noun(names, statement.right)}"

    def _choose(self, names: Names, statement: c.Choose) -> str:
        source = statement.source
        if isinstance(source, c.NumberRange):
            low, high = self.formulas.noun(names, source.low), self.formulas.noun(names, source.high)
            step = (
                f", in steps of {self.formulas.noun(names, source.step)}" if source.step is not None else ""
            )
            words = f"choose a number from {low} to {high}{step}"
            if source.where is not None:
                inner = {**names, source.name: Called("that number", "that number's")}
                words += f" where {self.formulas.condition(inner, source.where)}"
            names[statement.name] = Called("that number", "that number's")
            return words
        noun, nouns = self.titles.item(statement.shown), self.titles.items(statement.shown)
        others, left = self.formulas.others(names, source)
        other = "other " if others else ""
        one = statement.quantity == "one"
        what = self._so_many(names, statement, f"{other}{noun}", f"{other}{nouns}")
        apart = self.formulas.apart.get(statement.name, "")
        named = f" ({apart})" if apart and not apart.startswith("the other ") else ""
        most = self._at_most(names, statement)
        words = f"choose {what}{named}{self._from(names, left)}{most}"
        names[statement.name] = called(apart or (f"that {noun}" if one else f"those {nouns}"))
        return words

    def _at_most(self, names: Names, statement: c.Choose) -> str:
        """Return how many are chosen, behind everything else, where that takes more than a word."""
        number = statement.number
        if number is None or isinstance(number, c.Local) or known(self.game, names, number) is not None:
            return ""
        bound = "as many as" if statement.quantity == "exactly" else "at most"
        return f", {bound} {self.formulas.noun(names, number)}"

    def _so_many(self, names: Names, statement: c.Choose, noun: str, nouns: str) -> str:
        """Return what is chosen, and how many of it."""
        number = self.formulas.noun(names, statement.number) if statement.number is not None else ""
        if self._at_most(names, statement):
            return nouns
        match statement.quantity:
            case "one":
                return f"an{noun}" if noun.startswith("other ") else with_article(noun)
            case "exactly":
                return with_article(noun) if number == "1" else f"{number} {nouns}"
            case "up_to":
                return f"up to {number} {noun if number == '1' else nouns}"
            case "some":
                return f"one or more {nouns}"
        return f"any number of {nouns}"

    def _from(self, names: Names, source: c.Items) -> str:
        everything = self.formulas.each(names, c.Items(source.span, source.name, source.list, None))
        noun = self.titles.item(source.list.type.item)
        if everything == f"each {noun}":
            return self.formulas.where(names, source)
        if isinstance(source.list, c.TurnOrder):
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
        return Templates(self.formulas, open_=open_).words(names, template)

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
    def _often(self, names: Names, statement: c.May) -> str:
        if not statement.repeated:
            return ""
        if statement.limit is None:
            return "any number of times "
        return f"up to {self.formulas.noun(names, statement.limit)} times "

    def _may(self, names: Names, statement: c.May) -> str:
        often = self._often(names, statement)
        may = "they may" if names.get("me") == _THEY else "you may"
        return f"{often}{may} {self._block(names, statement.body, by_choice=True).words}"

    def _one_of(self, names: Names, statement: c.OneOf) -> str:
        branches = [self._branch(names, branch) for branch in statement.branches]
        return f"choose one: {'; or '.join(branches)}"

    def _each_of(self, names: Names, branch: c.Branch) -> tuple[Names, str]:
        """Return the names that a branch knows, and what says for which things it is offered."""
        if branch.items is None:
            return names, ""
        each = self.formulas.each(names, branch.items)
        return self.formulas.with_item(names, branch.items, named=True), f" for {each}"

    def _branch(self, names: Names, branch: c.Branch) -> str:
        names, each = self._each_of(names, branch)
        words = f"{self.block(names, branch.body)}{each}"
        if branch.guard is not None:
            words = f"{words} (only if {self.formulas.condition(names, branch.guard)})"
        label = self.template(names, branch.label)
        if len(branch.body) == 1 and not isinstance(branch.body[0], c.Nothing):
            return words
        return uncapitalized(label) if words == "do nothing" else f"“{label}”: {words}"

    def _for_each(self, names: Names, statement: c.ForEach) -> str:
        each = self.formulas.each(names, statement.items)
        inner = self.formulas.with_item(names, statement.items, named=True)
        return f"for {each}: {self.block(inner, statement.body)}"

    def _count_from(self, names: Names, statement: c.CountFrom) -> str:
        low, high = self.formulas.noun(names, statement.low), self.formulas.noun(names, statement.high)
        inner: Names = {**names, statement.name: Called("that number", "that number's")}
        return f"for each number from {low} to {high}: {self.block(inner, statement.body)}"

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


def _is_long(statement: c.Stmt) -> bool:
    """Say whether a statement is told in several lines: a loop or a choice of more than one plain step."""
    match statement:
        case c.OneOf(branches=options):
            return any(len(branch.body) > 1 or _is_nested(branch.body) for branch in options)
        case c.If(branches=branches, otherwise=otherwise):
            bodies = [body for _, body in branches] + ([otherwise] if otherwise else [])
            return len(bodies) > 1 or any(len(body) > 1 or _is_nested(body) for body in bodies)
        case c.ForEach(body=body) | c.AsPlayer(body=body) | c.CountFrom(body=body) | c.Repeat(body=body):
            return len(body) > 1 or _is_nested(body)
        case c.While(body=body) | c.May(body=body):
            return len(body) > 1 or _is_nested(body)
    _simple: c.Simple = statement
    return False


def _is_nested(body: c.Block) -> bool:
    return any(isinstance(statement, _PARTED) for statement in body)


def _joined_orders(said: Sequence[_Said], costs: Sequence[bool], *, by_choice: bool) -> _Said:
    """Return orders one after another: `pay 2 to draw a Tile, then discard one`."""
    told = [part.by_choice() if by_choice and not at else part.alone() for at, part in enumerate(said)]
    thirds = [None if part.who else part.third for part in said]
    long = [part.long for part in said]
    if len(told) > 1 and costs[0] and not costs[1]:
        # What follows `to` is no act of its own: `pays 2 to draw`.
        first = f"{thirds[0]} to {told[1]}" if thirds[0] is not None and thirds[1] is not None else None
        told = [f"{told[0]} to {told[1]}", *told[2:]]
        thirds, long = [first, *thirds[2:]], [long[1], *long[2:]]
    mark = "; then " if any(long[:-1]) else ", then "
    third = mark.join(part for part in thirds if part is not None) if None not in thirds else None
    return _Said(mark.join(told), len(told) > 1 or long[0], third)


__all__ = ["Effects"]
