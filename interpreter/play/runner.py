"""Plays a checked case of a script on a match, line by line, and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from rulewright.interpreter.bots.bots import SEARCHING, Bot, bot_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.journal.events import ChoiceEnded, Decided, PhaseBegan, RoundBegan
from rulewright.interpreter.play.checking import ReadyCase
from rulewright.interpreter.play.choices import (
    DONE,
    Unclear,
    difference,
    find_option,
    find_options,
    listed,
    out_of_order,
)
from rulewright.interpreter.play.expectation import explain, too_early, values_of
from rulewright.interpreter.play.rows import Remark
from rulewright.interpreter.play.script import (
    Asked,
    Bots,
    Chance,
    Expect,
    Goal,
    Legal,
    Move,
    Note,
    Step,
    Word,
    states_chance,
)
from rulewright.interpreter.play.shadow import Shadow
from rulewright.interpreter.play.transcript import transcript
from rulewright.interpreter.state.decision import NOBODY_DECIDES, ChanceDecision, Decision
from rulewright.interpreter.state.errors import BadPosition, NeverEnds, RuleError, TooLarge, WrongPlayers
from rulewright.interpreter.state.observing import Observer

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.play.stating import Stating


Machine: TypeAlias = Callable[..., "Match | FastMatch"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a case ended: the match as far as it went (None when it could not be opened) and what failed.

    `places` are where in the script each decision was made, in the order of the match's moves; bots' at their order.
    `remarks` are the notes of the script.
    """

    ready: ReadyCase
    match: Match | FastMatch | None
    findings: Findings
    places: tuple[Span, ...] = ()
    remarks: tuple[Remark, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything went as the script says."""
        return not self.findings

    @property
    def transcript(self) -> str:
        """The match as a text for people; empty when it could not be opened."""
        return transcript(self.match, remarks=self.remarks) if self.match is not None else ""


def run_case(
    ready: ReadyCase,
    *,
    open_end: bool = False,
    reference: bool = False,
    observers: Sequence[Observer] = (),
    ask: bool = False,
) -> Outcome:
    """Play a case. With `open_end` a prompt that is left open at the end is no failure.

    The compiled machine plays it, unless observers, such as those who count what playthroughs reach, want to be told
    what happens: only the reference machine tells them. With `reference` that one plays it in any case. With `ask` the
    match of the outcome stands where chance is asked behind the last step, if it is.
    """
    machine = machine_of(ready, ask=ask, reference=reference or bool(observers))
    if observers:
        machine = partial(machine, observers=observers)
    return _played(ready, machine, open_end=open_end or ready.case.stop, ask=ask)


def machine_of(ready: ReadyCase, *, ask: bool = False, reference: bool = False) -> Machine:
    """Return the class of match that plays a case; with `ask` its chance is asked even if the case states none."""
    if ask or states_chance(ready.case):
        from rulewright.interpreter.play.stated import StatedFastMatch, StatedMatch

        return StatedMatch if reference else StatedFastMatch
    if reference:
        from rulewright.interpreter.match.match import Match

        return Match
    return FastMatch


def _played(ready: ReadyCase, machine: Machine, *, open_end: bool, ask: bool) -> Outcome:
    findings = Findings()
    match = _open(ready, machine, findings)
    if match is None:
        return Outcome(ready, match, findings)
    run = _Run(ready, match, findings, Shadow(match, ready.begin))
    run.play(open_end=open_end, ask=ask)
    return Outcome(ready, match, findings, tuple(run.places), tuple(run.remarks))


def _open(ready: ReadyCase, machine: Machine, findings: Findings) -> Match | FastMatch | None:
    case = ready.case
    try:
        return machine(
            ready.game, ready.names, seed=case.seed, options=ready.options, journal=True, begin=ready.begin
        )
    except RuleError as error:
        add_fault(findings, error, case.span)
    except WrongPlayers as error:
        findings.add("RW503", case.players_span, str(error))
    except BadPosition as error:
        findings.add("RW510", case.given.span if case.given is not None else case.span, str(error))
    return None


def add_fault(findings: Findings, error: RuleError, met_at: Span | None = None) -> None:
    """Add a fault of the content to findings, at its own place; `met_at` is the line of the script that met it."""
    rule = f" (in {error.rule})" if error.rule else ""
    cards = "".join(f", for {card.rule} at {card.span.file}:{card.span.line}" for card in error.cards)
    above = "".join(
        f", called from {cause.rule} at {cause.span.file}:{cause.span.line}" for cause in error.above[:5]
    )
    met = f"; met at {met_at.file}:{met_at.line}" if met_at is not None else ""
    code = {NeverEnds: "RW514", TooLarge: "RW518"}.get(type(error), "RW513")
    findings.add(code, error.span, f"{error.message}{rule}{cards}{above}{met}")


class _ScriptError(Exception):
    """The script cannot go on; the finding has been added."""


@dataclass(slots=True)
class _Run:
    """One run of a case."""

    ready: ReadyCase
    match: Match | FastMatch
    findings: Findings
    shadow: Shadow
    # What was taken without asking since the last answer: a script may name it nevertheless.
    forced: list[tuple[int, str]] = field(default_factory=list)
    # The choice of several that ended with the last answer, and what was picked in it.
    ended: tuple[Decision, tuple[str, ...]] | None = None
    bots: dict[tuple[str, int], Bot] = field(default_factory=dict)
    noted: int = 0
    # Where in the script each answer stands.
    places: list[Span] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    # How many events there were before the last answer; None when nobody has answered.
    answered: int | None = None
    # The reference machine, as far as `then` had it follow; and where the game stood behind the choice before.
    followed: Match | None = None
    behind: Match | None = None
    # A word that named what was taken without asking, though the question behind it has such an option, too.
    twice: Word | None = None
    # What answers where chance is asked; None where it follows from the seed.
    chance: Stating | None = None

    def play(self, *, open_end: bool, ask: bool) -> None:
        """Play all steps, then see that nobody is left waiting."""
        self._note_forced()
        if self.match.asks_chance:
            from rulewright.interpreter.play.stating import Stating

            self.chance = Stating(self.match, self._apply_chance, self._stop)
        case = self.ready.case
        try:
            for number, step in enumerate(case.steps):
                self._step(number, step)
            if ask:
                assert self.chance is not None
                self.chance.settle_what_is_stated(case.span)
                return
            self._settle(case.steps[-1].span if case.steps else case.span)
            if self.chance is not None:
                from rulewright.interpreter.play.stated import left_to_the_seed

                self.chance.end()
                left_to_the_seed(self.match)
        except _ScriptError:
            return
        decision = self.match.decision
        if decision is not None and not open_end:
            last = self.ready.case.steps[-1].span if self.ready.case.steps else self.ready.case.span
            self.findings.add(
                "RW508", last, f"the script ends, but {self._waiting(decision)}; or say `stop: yes`"
            )

    def _settle(self, span: Span) -> None:
        """Answer all that is asked of chance."""
        if self.chance is not None:
            self.chance.settle(span)

    def _apply_chance(self, option: int, span: Span) -> None:
        self.places.append(span)
        try:
            self.match.apply(option)
        except RuleError as error:
            add_fault(self.findings, error, span)
            raise _ScriptError from None
        self._note_forced()

    def _step(self, number: int, step: Step) -> None:
        if not isinstance(step, Chance | Move | Note):
            self._settle(step.span)
        match step:
            case Chance():
                assert self.chance is not None
                self.chance.state(step)
            case Move(player=player, words=words):
                for word in words:
                    self._move(self.ready.names.index(player.text), word)
            case Expect():
                self._expect(number, step)
            case Asked():
                self._asked(step)
            case Legal():
                self._legal(step)
            case Bots():
                self._let_bots(step)
            case Note(text=text):
                self.remarks.append(Remark(self.noted, " ".join(text.split())))

    def _stop(self, code: str, span: Span, message: str, suggestion: str | None = None) -> NoReturn:
        if self.twice is not None and code in ("RW504", "RW506", "RW509"):
            word = self.twice
            message += (
                f"; {word.text!r} in line {word.span.line} named what was taken without asking: said twice, it chooses"
                " the same at the next question"
            )
        self.findings.add(code, span, message, suggestion)
        raise _ScriptError

    # ---------------------------------------------------------------- moves
    def _move(self, seat: int, word: Word) -> None:
        # What was taken without asking, or ended by itself, may be said in words; such a word is never left for the
        # next question. To choose the same there, it is said twice.
        self._settle(word.span)
        decision = self.match.decision
        if self._was_forced(seat, word.text, exactly=True):
            if decision is not None and word.text in decision.ids:
                self.twice = word
            return
        mine = decision if decision is not None and decision.player == seat else None
        found = find_option(self.match, mine, word.text) if mine is not None else None
        exact = isinstance(found, int) and mine is not None and mine.options[found].id == word.text
        if not exact and self._was_forced(seat, word.text, exactly=False):
            return
        if isinstance(found, int):
            self._apply(found, word.span)
        elif isinstance(found, Unclear) and found.ambiguous:
            self._stop("RW505", word.span, found.message)
        elif slip := self._late(seat, word.text):
            self._stop("RW504", word.span, slip)
        elif isinstance(found, Unclear):
            self._stop("RW504", word.span, found.message, found.suggestion)
        elif decision is None:
            self._stop("RW507", word.span, f"the game is over; {word.text!r} comes after its end")
        else:
            name = self.ready.names[seat]
            self._stop("RW506", word.span, f"{name} is not asked here: {self._waiting(decision)}")

    def _was_forced(self, seat: int, word: str, *, exactly: bool) -> bool:
        for number, (player, id_) in enumerate(self.forced):
            alike = id_ == word or (not exactly and not word.isdigit() and id_.startswith(word))
            if player == seat and word and alike:
                del self.forced[: number + 1]
                return True
        return False

    def _late(self, seat: int, word: str) -> str | None:
        """Return why a word belongs into the choice of several that has just ended; None when it does not."""
        if self.ended is None or self.ended[0].player != seat:
            return None
        return out_of_order(*self.ended, word)

    def _apply(self, option: int, span: Span) -> None:
        asked = self.match.decision
        self.answered = self.noted
        self.places.append(span)
        try:
            self.match.apply(option)
        except RuleError as error:
            add_fault(self.findings, error, span)
            raise _ScriptError from None
        self.forced.clear()
        self.behind = None
        self._note_forced()
        if asked is not None:
            picked = (*asked.picked, asked.ids[option])
            is_open = self.match.decision is not None and self.match.decision.picked == picked
            self.ended = (
                (asked, picked) if asked.among and asked.ids[option] != DONE and not is_open else None
            )

    def _note_forced(self) -> None:
        news = self.match.journal_from(self.noted)
        for event in news:
            if isinstance(event, Decided) and event.forced:
                self.forced.append((event.player, event.id))
            elif isinstance(event, ChoiceEnded):
                self.forced.append((event.player, DONE))
        self.noted += len(news)

    def _waiting(self, decision: Decision) -> str:
        question = f" at {decision.prompt!r}" if decision.prompt else ""
        return f"{self.ready.names[decision.player]} has to choose{question}: {listed(decision.ids)}"

    # ---------------------------------------------------------------- expectations
    def _expect(self, number: int, step: Expect) -> None:
        formula = self.ready.formulas[number]
        match = self._directly_behind() if step.then else self.match
        early = too_early(match, formula)
        if early is not None:
            self._stop("RW509", step.span, f"the game is not over yet, so there are no {early} to expect")
        values = values_of(match)
        try:
            holds = match.evaluate(formula, values)
            why = "" if holds else explain(match, formula, values, step.formula)
        except RuleError as error:
            add_fault(self.findings, error, step.span)
            raise _ScriptError from None
        if not holds:
            expected = " ".join(step.formula.text.split())
            self._stop(
                "RW509", step.span, f"expected {expected}, but {why}{'' if step.then else self._gone_by()}"
            )

    def _directly_behind(self) -> Match:
        """Return a match that stands where the last choice has had its effect, and no further phase has begun.

        Only the reference machine can stop there, so it takes the same decisions.
        """
        if self.behind is None:
            moves = self.match.moves
            if self.followed is None:
                self.followed = self._opened_on_the_reference()
            followed = self.followed
            last = max(number for number, step in enumerate(moves) if step.player != NOBODY_DECIDES)
            for step in moves[len(followed.moves) : last]:
                followed.apply(step.id)
            behind = followed.before_the_next_phase(moves[last].id)
            for step in moves[last + 1 :]:
                if isinstance(behind.decision, ChanceDecision):
                    behind.apply(step.id)
            self.behind = behind
        return self.behind

    def _opened_on_the_reference(self) -> Match:
        ready = self.ready
        match = machine_of(ready, ask=self.match.asks_chance, reference=True)(
            ready.game,
            ready.names,
            seed=ready.case.seed,
            options=ready.options,
            journal=True,
            begin=ready.begin,
        )
        assert not isinstance(match, FastMatch)
        return match

    def _gone_by(self) -> str:
        """Return where the game stands, if more than what the last answer brought about has happened since."""
        since = self.match.journal_from(self.answered) if self.answered is not None else ()
        decided = sum(isinstance(event, Decided) for event in since)
        if decided < 2 and not any(isinstance(event, RoundBegan | PhaseBegan) for event in since):
            return ""
        decision = self.match.decision
        if decision is None:
            return "; by now the game is over"
        phase = f", phase {self.match.phase}" if self.match.phase is not None else ""
        question = f" at {decision.prompt!r}" if decision.prompt else ""
        name = self.ready.names[decision.player]
        return f"; by now it is round {self.match.round}{phase}, and {name} has to choose{question}"

    def _asked(self, step: Asked) -> None:
        decision = self._decision_of(step.player, step.span)
        wanted = step.question
        if wanted is not None and not decision.prompt.casefold().startswith(wanted.text.casefold()):
            self._stop(
                "RW509", wanted.span, f"expected the question {wanted.text!r}, but {self._waiting(decision)}"
            )

    def _decision_of(self, player: Word | None, span: Span) -> Decision:
        """Return what is asked now; stop where the game is over, or another player is asked than the one stated."""
        decision = self.match.decision
        if decision is None:
            self._stop("RW507", span, "the game is over, so nothing can be chosen")
        if player is not None and self.ready.names[decision.player] != player.text:
            self._stop("RW506", player.span, f"{player.text} is not asked here: {self._waiting(decision)}")
        return decision

    def _legal(self, step: Legal) -> None:
        decision = self._decision_of(step.player, step.span)
        found = [(word, find_options(self.match, decision, word.text)) for word in step.words]
        if step.excluded:
            self._exclude(decision, found)
        else:
            self._exactly(decision, found, step.span)

    def _exclude(self, decision: Decision, found: Sequence[tuple[Word, list[int] | Unclear]]) -> None:
        """Stop at a word that a player could choose with."""
        for word, options in found:
            if not isinstance(options, Unclear) or options.ambiguous:
                message = f"{word.text!r} should not be legal, but {self._waiting(decision)}"
                self._stop("RW509", word.span, message)

    def _exactly(
        self, decision: Decision, found: Sequence[tuple[Word, list[int] | Unclear]], span: Span
    ) -> None:
        """Stop unless the words name every option, and nothing else."""
        named: set[int] = set()
        closed: list[Word] = []
        for word, options in found:
            if not isinstance(options, Unclear):
                named.update(options)
            elif options.ambiguous:
                self._stop("RW505", word.span, options.message)
            else:
                closed.append(word)
        unnamed = [choice.id for number, choice in enumerate(decision.options) if number not in named]
        if closed or unnamed:
            message = f"{difference([word.text for word in closed], unnamed)}: {self._waiting(decision)}"
            self._stop("RW509", closed[0].span if closed else span, message)

    # ---------------------------------------------------------------- bots
    def _let_bots(self, step: Bots) -> None:
        if not self.match.choices:
            self._stop("RW507", step.span, "the game is over; the bots have nothing left to play")
        began = len(self.match.journal)
        made = 0
        while not self._reached(step.goal, began, made):
            decision = self.match.decision
            if decision is None:
                if step.goal.kind != "end":
                    self._stop("RW515", step.span, f"the game ended before the bots could play {step.goal}")
                return
            seen = self.shadow.now() if step.kind in SEARCHING else self.match
            if self.chance is not None:
                from rulewright.interpreter.play.stated import left_to_the_seed

                seen = seen.clone()
                left_to_the_seed(seen)
            self._apply(self._bot(step.kind, decision.player).choose(seen), step.span)
            self._settle(step.span)
            made += 1

    def _bot(self, kind: str, seat: int) -> Bot:
        if (kind, seat) not in self.bots:
            self.bots[kind, seat] = bot_for(kind, self.ready.case.seed, seat)
        return self.bots[kind, seat]

    def _reached(self, goal: Goal, began: int, made: int) -> bool:
        match goal.kind:
            case "phase":
                events = self.match.journal_from(began)
                return any(isinstance(event, PhaseBegan) and event.phase == goal.name for event in events)
            case "round":
                return self.match.round >= goal.number
            case "decisions":
                return made >= goal.number
        return False
