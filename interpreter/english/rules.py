"""The rules of a game in English: set-up, phases, actions, values, the end; each as an outline of sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from rulewright.interpreter.content.model import Action, Game, Param, RoundKind, Value, Window
from rulewright.interpreter.english.effects import Effects
from rulewright.interpreter.english.known import Called, Names
from rulewright.interpreter.english.printed_tables import printed
from rulewright.interpreter.english.ranked import who_is_ranked
from rulewright.interpreter.english.speaking import possessive_of
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import joined, sentence, spans_of
from rulewright.interpreter.language import checked as c

_YOU = Called("you", "your")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what sort it is (`action`, `phase` ...), its name and its lines, the first of which is a heading."""

    sort: str
    name: str
    lines: tuple[str, ...]


class Rules:
    """Writes the rules of one game in English."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effects = Effects(game)
        self.formulas = self.effects.formulas

    def all(self) -> Iterator[Rule]:
        """Yield the rules in the order in which one would read them."""
        yield self._of_the_game()
        if self.game.setup:
            yield Rule("set-up", "set-up", ("Set-up", *self._outline({}, self.game.setup)))
        met = dict.fromkeys(name for kind in self.game.round_kinds for name in kind.phases)
        for name in {**met, **dict.fromkeys(self.game.phases)}:
            yield self._phase(name)
        if self.game.ending:
            yield Rule("ending", "ending", ("The end of the game", *self._outline({}, self.game.ending)))
        yield Rule("result", "result", ("Who wins", *(f"- {line}" for line in self._result())))
        if self.game.estimate is not None:
            yield Rule(
                "estimate", "estimate", ("How good a position is", *self._estimate(self.game.estimate))
            )
        yield from map(self._action, self.game.actions.values())
        yield from map(self._window, self.game.windows.values())
        yield from map(self._value, self.game.values.values())
        for table in self.game.tables.values():
            about = [f"- {sentence(table.about)}"] if table.about else []
            rows = [f"- {row}" for row in printed(self.formulas, table)]
            yield Rule("table", table.name, (_title(name_words(table.name)), *about, *rows))

    def named(self, word: str) -> list[Rule]:
        """Return the rules with a name or a title."""
        wanted = name_words(word.casefold())
        found = [rule for rule in self.all() if name_words(rule.name.casefold()) == wanted]
        return found or [rule for rule in self.all() if rule.lines[0].casefold() == word.casefold()]

    # ---------------------------------------------------------------- the course
    def _of_the_game(self) -> Rule:
        game = self.game
        fewest, most = game.min_players, game.max_players
        players = str(fewest) if fewest == most else f"{fewest} to {most}"
        kinds = [self._rounds(kind) for kind in game.round_kinds]
        head = (game.title, f"- For {players} player{'' if most == 1 else 's'}.", *self._end_of_rounds())
        return Rule("game", game.id, (*head, *kinds, *self._boards()))

    def _end_of_rounds(self) -> Iterator[str]:
        """Yield what ends the rounds, where it is not their number."""
        if self.game.until is not None:
            condition = self.formulas.condition({}, self.game.until)
            yield f"- {sentence(f'rounds are played until, at the end of one, {condition}')}"
        elif self.game.must_end:
            yield "- Rounds are played until a rule ends the game."

    def _boards(self) -> Iterator[str]:
        """Yield what the grids and the lines of the game are."""
        titles = self.effects.titles
        for kind in self.game.kinds.values():
            if kind.board is None:
                continue
            cards = [card for card in self.game.cards if card.kind == kind.name]
            plural = titles.kind_plural((kind.name,))
            if kind.name in self.game.looks.grids:
                rows = self.game.looks.grids[kind.name]
                yield f"- There are {len(cards)} {plural}, in {len(rows)} rows of {len(rows[0])}."
            else:
                field = next(one for one in kind.fields.values() if one.span == kind.board)
                of = field.type.item.names if field.type.item is not None else ()
                length = len(cast("tuple[int, ...]", cards[0].sides[0].fields[field.name]))
                yield f"- {plural} are all straight lines of {length} {titles.kind_plural(of)}."

    def _rounds(self, kind: RoundKind) -> str:
        phases = joined([self.game.phases[name].title for name in kind.phases])
        numbers = joined(spans_of(kind.rounds))
        whole = len(kind.rounds) == self.game.last_round
        if whole and self.game.must_end:
            return f"- In each round: {phases}."
        if whole:
            which = "There is 1 round" if len(kind.rounds) == 1 else f"There are {len(kind.rounds)} rounds"
            return f"- {which}; in each: {phases}."
        rounds = "Round" if len(kind.rounds) == 1 else "Rounds"
        return f"- {kind.title or name_words(kind.name)} ({rounds.lower()} {numbers}): {phases}."

    def _phase(self, name: str) -> Rule:
        phase = self.game.phases[name]
        lines = [phase.title]
        if phase.about:
            lines.append(f"- {sentence(phase.about)}")
        if phase.secret:
            lines.append("- Nobody sees what the others choose.")
        lines += self._outline({}, phase.body)
        if phase.extra is not None:
            extra = self.effects.action({"me": _YOU}, self.game.actions[phase.extra])
            lines.append(
                f"- {sentence(f'whenever you decide something in this phase, you may {extra} first')}"
            )
        return Rule("phase", name, tuple(lines))

    def _result(self) -> Iterator[str]:
        """Yield who is ranked, and by what."""
        who = who_is_ranked(self.game)
        if who:
            yield who
        names: Names = {"player": Called("they", "their")}
        for at, number in enumerate(self.game.rank_by):
            words = self.formulas.noun(names, number)
            yield (
                sentence(f"the players are ranked by {words}, the most first")
                if at == 0
                else sentence(f"of those tied, whoever has more is before: {words}")
            )
        if self.game.won is not None:
            yield sentence(f"a player has won if {self.formulas.condition(names, self.game.won)}")
        if self.game.team is not None:
            team = self.formulas.noun(names, self.game.team)
            yield sentence(f"who wins has won together with all of whom this is the same: {team}")
        if self.game.won is None:
            yield "Those who are still tied share the victory."

    def _estimate(self, estimate: c.Expr) -> Iterator[str]:
        """Yield by what bots measure a position: a line, or one for each case."""
        names: Names = {"player": Called("a player", "the player's")}
        cases = estimate.cases if isinstance(estimate, c.Cases) else ()
        for condition, number in cases:
            when, words = self.formulas.condition(names, condition), self.formulas.noun(names, number)
            yield f"- {sentence(f'for bots, if {when}, a player is as well off as {words}')}"
        last = estimate.otherwise if isinstance(estimate, c.Cases) else estimate
        otherwise = "otherwise" if cases else "for bots"
        yield f"- {sentence(f'{otherwise}, a player is as well off as {self.formulas.noun(names, last)}')}"

    # ---------------------------------------------------------------- what has a name
    def _params(self, params: Sequence[Param]) -> Names:
        names: Names = {}
        for param in params:
            thing = param.type.base in ("component", "player")
            words = f"the {name_words(param.name)}" if thing else f"[{name_words(param.name)}]"
            names[param.name] = Called(words, possessive_of(words), of_head=True)
        return names

    def _action(self, action: Action) -> Rule:
        names: Names = {**self._params(action.params), "me": _YOU}
        said = self.effects.template(names, action.text, open_=True) if action.text is not None else ""
        lines = [sentence(said or name_words(action.name))]
        if action.about:
            lines.append(f"- {sentence(action.about)}")
        if action.needs is not None:
            lines.append(f"- {sentence(f'only if {self.formulas.condition(names, action.needs)}')}")
        return Rule("action", action.name, (*lines, *self._outline(names, action.body)))

    def _window(self, window: Window) -> Rule:
        lines = [window.title or _title(name_words(window.name))]
        if window.about:
            lines.append(f"- {sentence(window.about)}")
        lines.append(
            "- Each player is asked, in turn order."
            if window.each_player
            else "- The player who acts is asked."
        )
        if window.takes_part is not None:
            names: Names = {**self._params(window.params), "player": Called("they", "their")}
            condition = self.formulas.condition(names, window.takes_part)
            who = (
                f"who {condition.removeprefix('they ')}"
                if condition.startswith("they ")
                else f"where {condition}"
            )
            lines.append(f"- {sentence(f'only players take part {who}')}")
        if window.unasked is not None:
            condition = self.formulas.condition({}, window.unasked)
            lines.append(f"- {sentence(f'automatic abilities happen unasked only if {condition}')}")
        return Rule("window", window.name, tuple(lines))

    def _value(self, value: Value) -> Rule:
        names = self._params(value.params)
        title = (
            value.title
            if not value.params
            else f"{_title(value.title)} ({', '.join(name_words(p.name) for p in value.params)})"
        )
        lines = [title]
        if value.about:
            lines.append(f"- {sentence(value.about)}")
        assert value.formula is not None
        lines += [f"- {line}" for line in self._worked_out(names, value.formula)]
        for bound, formula in (("never less than", value.at_least), ("never more than", value.at_most)):
            if formula is not None:
                lines.append(f"- {sentence(f'{bound} {self.formulas.noun(names, formula)}')}")
        return Rule("value", value.name, tuple(lines))

    def _worked_out(self, names: Names, formula: c.Expr) -> Iterator[str]:
        """Yield a formula, each of its names and of its cases by itself."""
        while isinstance(formula, c.Named):
            words = f"“{name_words(formula.name)}”"
            if formula.value.type.base == "flag":
                yield sentence(f"{words} means that {self.formulas.condition(names, formula.value)}")
            else:
                yield sentence(f"{words} is {self.formulas.noun(names, formula.value)}")
            names = {**names, formula.name: Called(words, possessive_of(words))}
            formula = formula.of
        if not isinstance(formula, c.Cases):
            yield sentence(self._given(names, formula))
            return
        for test, value in formula.cases:
            yield sentence(f"if {self.formulas.condition(names, test)}: {self._given(names, value)}")
        yield sentence(f"otherwise: {self._given(names, formula.otherwise)}")

    def _given(self, names: Names, formula: c.Expr) -> str:
        if formula.type.base == "flag" and not isinstance(formula, c.Const):
            return f"yes, if {self.formulas.condition(names, formula)}"
        return self.formulas.noun(names, formula)

    # ---------------------------------------------------------------- outlines
    def _outline(self, names: Names, block: c.Block) -> list[str]:
        """Return a block as lines: a sentence for each statement, those of a longer one set in below it."""
        return [f"{'  ' * depth}- {words}" for depth, words in self.effects.outline(names, block)]


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]
