"""The reference interpreter: walks the checked tree with an explicit stack, one small step at a time.

It is slow and obvious on purpose: it is the specification of the language. A step either goes on or asks; whatever is
running is in the frames of the state, so that a match can be copied and continued at any decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import (
    Decided,
    EndingBegan,
    Event,
    Finished,
    PhaseBegan,
    RoundBegan,
    SetUpBegan,
)
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.decision import Choice, Decision
from rulewright.interpreter.state.errors import NeverEnds, RuleError
from rulewright.interpreter.state.frames import AT, ENV, FOREIGN, MORE, NUMBER, SORT, Env, Sort
from rulewright.interpreter.state.layout import (
    ENDING,
    NOWHERE,
    OVER,
    PHASE,
    PLAYING,
    ROUND,
    SETTING_UP,
    STAGE,
)
from rulewright.interpreter.state.limits import MOST_DECISIONS
from rulewright.interpreter.state.position import Begin, Position
from rulewright.interpreter.state.rounds import not_over, rounds_span
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.sizes import grown_too_large
from rulewright.interpreter.state.state import Frame, State
from rulewright.interpreter.walker import choosing, control, effects, moving, starting, texts, windows
from rulewright.interpreter.walker.evaluate import evaluate, holds
from rulewright.interpreter.walker.running import Answer, Question, Running
from rulewright.interpreter.walker.scoring import scores_of, winners_of

EXTRA: Answer = ("extra", 0, 0)


class Walker(Running):
    """One running game: `question` is what waits for an answer, None when the game is over."""

    def __init__(
        self,
        setting: Setting,
        state: State,
        journal: list[Event] | None,
        begin: Begin | None,
        *,
        ask_forced: bool,
    ) -> None:
        super().__init__(setting, state, journal)
        self.ask_forced = ask_forced
        self.begin = begin
        self.edits: list[list[Any]] | None = None
        self.question: Question | None = None
        self.decided = 0
        self.stops_at_phases = False

    def start(self) -> None:
        """Begin with the set-up and run up to the first decision."""
        self.state.fuel.fill()
        if self.begin is not None:
            self.begin.check(self.setting)
        with self._faults():
            self.push(Sort.MAIN, 0, {})
            self.note(SetUpBegan, self._span_of(self.setting.game.setup))
            self.push_block(self.setting.game.setup, {})
            self._run()
        self._see_sizes()

    def clone(self, *, journal: bool) -> Walker:
        """Return a copy at the same decision; with `journal` false it notes nothing."""
        noted = list(self.journal) if journal and self.journal is not None else None
        copy = Walker(self.setting, self.state.clone(), noted, self.begin, ask_forced=self.ask_forced)
        copy.edits, copy.question, copy.decided = self.edits, self.question, self.decided
        return copy

    def go_back(self, before: Walker, noted: int) -> None:
        """Stand where a copy was taken, when the journal held so many events."""
        self.state, self.question, self.decided, self.edits = (
            before.state,
            before.question,
            before.decided,
            before.edits,
        )
        if self.journal is not None:
            del self.journal[noted:]

    def answer(self, number: int) -> None:
        """Take the option with this position of the present question, and run up to the next decision."""
        question = self.question
        if question is not None:
            self.question = None
            self.decided += 1
            self.state.fuel.fill()
            with self._faults():
                if self.decided > MOST_DECISIONS:
                    raise NeverEnds(question.span, f"more than {MOST_DECISIONS} decisions: this does not end")
                self._take(question, number, forced=False)
                self._run()
            self._see_sizes()

    def saved_begin(self) -> dict[str, Any] | None:
        """Return the stated position as plain data."""
        return None if self.begin is None else self.begin.saved(self.edits)

    # ---------------------------------------------------------------- the loop
    def _run(self) -> None:
        while self.state.f:
            if self.stops_at_phases and self.state.f[-1][SORT] == Sort.MAIN:
                return
            question = self._step(self.state.f[-1])
            if question is None:
                continue
            question = self._with_extra(question)
            if self.ask_forced or question.optional or len(question.answers) > 1:
                self.question = question
                return
            self._take(question, 0, forced=True)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Add to every fault of the content which rule was running, and those above it."""
        try:
            yield
        except RuleError as error:
            self.explain(error)
            raise
        except RecursionError:
            fault = NeverEnds(self._here(), "formulas lead from one to another without end")
            self.explain(fault)
            raise fault from None
        except ValueError:
            # Python does not write out numbers of thousands of digits.
            self._see_sizes()
            raise

    def _see_sizes(self) -> None:
        """Stop when a counter or a state is too large; what rule did it is not known any more."""
        fault = grown_too_large(self.setting, self.state.v)
        if fault is not None:
            raise fault from None

    def _here(self) -> Span:
        return self._site(len(self.state.f) - 1, self._span_of(self.setting.game.setup))

    def _span_of(self, block: c.Block) -> Span:
        return block[0].span if block else self.setting.game.rank.span

    # ---------------------------------------------------------------- one step
    def _step(self, frame: Frame) -> Question | None:
        if frame[SORT] == Sort.MAIN:
            self._next_part()
            return None
        if frame[SORT] == Sort.BLOCK:
            self._next_statement(frame)
            return None
        if frame[SORT] in (Sort.ACTION, Sort.ABILITY, Sort.EFFECT):
            self.pop_rule()
            return None
        return _STEPS[frame[SORT]](self, frame)

    def _next_statement(self, frame: Frame) -> None:
        block = self.setting.program.block(frame[NUMBER])
        if frame[AT] == len(block):
            self.pop()
            return
        statement = block[frame[AT]]
        frame[AT] += 1
        match statement:
            case c.Let():
                effects.do_let(self, frame, statement)
            case c.Nothing():
                pass
            case c.Finish():
                self._finish_game()
            case _:
                _STATEMENTS[type(statement)](self, frame[ENV], statement)

    # ---------------------------------------------------------------- the course of the game
    def _next_part(self) -> None:
        """Go on with the next phase, round, or part of the game."""
        v = self.state.v
        if v[STAGE] == SETTING_UP:
            v[STAGE] = PLAYING
            if self.begin is None:
                v[ROUND] = 1
                self._begin_round()
            else:
                self._begin_at(self.begin)
        elif v[STAGE] == PLAYING:
            v[PHASE] += 1
        else:
            self._end()
            return
        while v[PHASE] >= len(self.setting.phases(v[ROUND])):
            if self._rounds_are_over():
                self._begin_ending(early=False)
                return
            v[ROUND] += 1
            self._begin_round()
        self._begin_phase()

    def _rounds_are_over(self) -> bool:
        """Say whether no further round follows the one that has come to its end."""
        game, round_ = self.setting.game, self.state.v[ROUND]
        if game.until is not None and holds(self.setting, self.state, {}, game.until):
            return True
        if round_ >= game.last_round and game.must_end:
            raise NeverEnds(rounds_span(game), not_over(game))
        return round_ >= game.last_round

    def _begin_at(self, begin: Begin) -> None:
        self.state.v[ROUND] = begin.round
        position = Position(self.setting, self.state, self.journal)
        begin.edit(position)
        self.edits = position.edits
        self._begin_round()
        self.state.v[PHASE] = self.setting.phases(begin.round).index(begin.phase)

    def _begin_round(self) -> None:
        v = self.state.v
        v[PHASE] = 0
        kind = self.setting.round_kind(v[ROUND])
        if kind is not None:
            tops = self.setting.layout.eyes.tops(self.state.z)
            self.note(RoundBegan, kind.span, v[ROUND], kind.name, kind.title, tops)

    def _begin_phase(self) -> None:
        phase = self.setting.game.phases[str(self.phase)]
        self.note(PhaseBegan, phase.span, phase.name, phase.title)
        self.state.fuel.burn(self.setting.program.weight(phase.body), phase.span)
        self.push_block(phase.body, {})

    def _finish_game(self) -> None:
        """End the rounds; inside the ending, end the game."""
        del self.state.f[1:]
        if self.setting.layout.levels != NOWHERE:
            self.state.v[self.setting.layout.levels] = 0
        if self.stops_at_phases:
            return
        if self.state.v[STAGE] == ENDING:
            self._end()
        else:
            self._begin_ending(early=True)

    def _begin_ending(self, *, early: bool) -> None:
        self.state.v[STAGE], self.state.v[PHASE] = ENDING, -1
        self.note(EndingBegan, self._span_of(self.setting.game.ending), early)
        self.push_block(self.setting.game.ending, {})

    def _end(self) -> None:
        self.state.v[STAGE] = OVER
        self.state.f.clear()
        t, s = self.setting, self.state
        if self.journal is not None:
            self.note(Finished, t.game.rank.span, tuple(scores_of(t, s)), tuple(winners_of(t, s)))

    # ---------------------------------------------------------------- decisions
    def _take(self, question: Question, number: int, *, forced: bool) -> None:
        decision, answer = question.decision, question.answers[number]
        choice = decision.options[number]
        if self.journal is not None:
            parts = (decision.player, decision.prompt, choice.id, choice.label, forced)
            self.note(Decided, question.span, *parts)
        if answer == EXTRA:
            action = self._extra_action()
            assert action is not None
            control.call_action(self, action, self._extra_env(action, decision.player), None)
        else:
            frame = self.state.f[-1]
            _ANSWERS[frame[SORT]](self, frame, answer)

    def _with_extra(self, question: Question) -> Question:
        """Add the phase's action to a decision of its own text, when the action can start."""
        action, player = self._extra_action(), question.decision.player
        if action is None:
            return question
        env = self._extra_env(action, player)
        if not starting.action_can_start(self.setting, self.state, env, action):
            return question
        decision = question.decision
        declared = self.setting.game.actions[action]
        words = action.replace("_", " ")
        label = (
            words if declared.text is None else texts.rendered(self.setting, self.state, env, declared.text)
        )
        *_, id_ = choosing.distinct([*decision.ids, action.replace("_", "-")])
        options = (*decision.options, Choice(id_, -1, label))
        widened = Decision(player, decision.prompt, options, decision.kind, decision.picked, decision.among)
        return Question(widened, (*question.answers, EXTRA), question.span, optional=question.optional)

    def _extra_action(self) -> str | None:
        phase = self.phase
        if phase is None or any(_is_foreign(frame) for frame in self.state.f):
            return None
        return self.setting.game.phases[phase].extra

    def _extra_env(self, action: str, player: int) -> Env:
        env: Env = {"me": player}
        for param in self.setting.game.actions[action].params:
            assert param.default is not None
            env[param.name] = evaluate(self.setting, self.state, env, param.default)
        return env


def _is_foreign(frame: Frame) -> bool:
    return frame[SORT] in FOREIGN or (frame[SORT] == Sort.WINDOW and frame[MORE][1] != windows.ANY_COMPONENT)


_STATEMENTS: dict[type[c.Stmt], Callable[[Walker, Env, Any], None]] = {
    c.Change: effects.do_change,
    c.Assign: effects.do_assign,
    c.Move: moving.do_move,
    c.Draw: moving.do_draw,
    c.Shuffle: moving.do_shuffle,
    c.Show: moving.do_show,
    c.Flip: moving.do_flip,
    c.Discard: moving.do_discard,
    c.Swap: moving.do_swap,
    c.Choose: choosing.do_choose,
    c.Offer: windows.do_offer,
    c.Run: control.do_run,
    c.Call: control.do_call,
    c.May: choosing.do_may,
    c.OneOf: choosing.do_one_of,
    c.ForEach: control.do_for_each,
    c.CountFrom: control.do_count_from,
    c.AsPlayer: control.do_as,
    c.Repeat: control.do_repeat,
    c.While: control.do_while,
    c.If: control.do_if,
}

_STEPS: dict[Sort, Callable[[Walker, Frame], Question | None]] = {
    Sort.LOOP: control.step_loop,
    Sort.COUNT: control.step_count,
    Sort.REPEAT: control.step_repeat,
    Sort.WHILE: control.step_while,
    Sort.MAY: choosing.step_may,
    Sort.ONE_OF: choosing.step_one_of,
    Sort.CHOOSE: choosing.step_choose,
    Sort.MOVING: moving.step_moving,
    Sort.SWAP: moving.step_swap,
    Sort.WINDOW: windows.step_window,
}

_ANSWERS: dict[Sort, Callable[[Walker, Frame, Answer], None]] = {
    Sort.CHOOSE: choosing.answer_choose,
    Sort.MAY: choosing.answer_may,
    Sort.ONE_OF: choosing.answer_one_of,
    Sort.WINDOW: windows.answer_window,
}
