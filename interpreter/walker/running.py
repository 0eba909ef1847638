"""What every step of the reference interpreter works with: the stack, the journal, and the rule that is running."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import Cause, Event
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state import places
from rulewright.interpreter.state.decision import Choice, Decision
from rulewright.interpreter.state.errors import NeverEnds, RuleError
from rulewright.interpreter.state.frames import AT, MARKERS, MORE, NUMBER, SORT, Env, Sort, new_frame
from rulewright.interpreter.state.layout import PLAYING, SETTING_UP, STAGE
from rulewright.interpreter.state.limits import DEEPEST, TOO_DEEP
from rulewright.interpreter.state.rounds import ROUNDS
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import Frame, State
from rulewright.interpreter.walker.concerned import cards_on_stack

Answer = tuple[str, int, int]
"""What an option does: `pick` a value, `branch` of a block, `use` an ability (component, serial), `done`, `extra`."""


class Question:
    """A decision with what its options do; `optional` when taking the only option would take a freedom away."""

    __slots__ = ("answers", "decision", "optional", "span")

    def __init__(
        self, decision: Decision, answers: tuple[Answer, ...], span: Span, *, optional: bool = False
    ) -> None:
        self.decision = decision
        self.answers = answers
        self.optional = optional
        self.span = span

    def with_options(self, options: tuple[Choice, ...], answers: tuple[Answer, ...]) -> Question:
        """Return the same question with other options behind the same words."""
        old = self.decision
        made = Decision(
            old.player, old.prompt, options, old.kind, old.picked, old.among, (old.least, old.most)
        )
        return Question(made, answers, self.span, optional=self.optional)


class Running:
    """A setting, a state, and the journal (None when nothing is noted)."""

    def __init__(self, setting: Setting, state: State, journal: list[Event] | None) -> None:
        self.setting = setting
        self.state = state
        self.journal = journal

    # ---------------------------------------------------------------- the stack
    def push(self, sort: Sort, number: int, env: Env, more: tuple[Any, ...] = (), at: int = 0) -> None:
        """Put a frame on the stack."""
        self.state.f.append(new_frame(sort, number, env, more, at))

    def push_block(self, block: c.Block, env: Env) -> None:
        """Put a block on the stack, to be run with these names bound."""
        for observer in self.state.observers:
            observer.began(block)
        self.push(Sort.BLOCK, self.setting.program.number(block), env)

    def push_statement(
        self, sort: Sort, statement: c.Stmt, env: Env, more: tuple[Any, ...] = (), at: int = 0
    ) -> None:
        """Put a statement that takes several steps on the stack."""
        self.push(sort, self.setting.program.number(statement), env, more, at)

    def push_rule(
        self, sort: Sort, number: int, text: c.Block, span: Span, more: tuple[Any, ...] = ()
    ) -> None:
        """Put a frame on the stack that names the rule whose text is to be run.

        Raises NeverEnds, at the place given, where rules lead to one another too deep.
        """
        levels = self.setting.layout.nesting.begun(text)
        self.push(sort, number, {}, more, levels)
        if levels:
            slot = self.setting.layout.levels
            self.state.v[slot] += levels
            if self.state.v[slot] > DEEPEST:
                raise NeverEnds(span, TOO_DEEP)

    def pop_rule(self) -> None:
        """Take off the frame that names a rule: its text has been run."""
        levels = self.state.f[-1][AT]
        if levels:
            self.state.v[self.setting.layout.levels] -= levels
        self.pop()

    def pop(self) -> None:
        """Take the uppermost frame off."""
        self.state.f.pop()

    def statement(self, frame: Frame) -> Any:  # noqa: ANN401  # each step knows which class its frame has
        """Return the statement that a frame carries out."""
        return self.setting.program.nodes[frame[NUMBER]]

    # ---------------------------------------------------------------- the journal
    def note(self, kind: type[Event], span: Span, *parts: Any) -> None:  # noqa: ANN401  # the parts of any event
        """Note an event, unless nothing is noted."""
        if self.journal is not None:
            self.journal.append(kind(Cause(span, self.rule()), *parts))

    def rule(self) -> str:
        """Return the name of the rule that is running."""
        frame = next((frame for frame in reversed(self.state.f) if frame[SORT] in MARKERS), None)
        return self._rule_name(frame) if frame is not None else self._part_name()

    def _rule_name(self, frame: Frame) -> str:
        program, number = self.setting.program, frame[NUMBER]
        match frame[SORT]:
            case Sort.ACTION:
                return f"action {program.actions[number]}"
            case Sort.WINDOW:
                return f"window {program.windows[number]}"
            case Sort.ABILITY:
                return places.side_name(
                    self.setting, frame[MORE][0], self.setting.game.abilities[number].side
                )
            case Sort.EFFECT:
                return places.side_name(self.setting, number, frame[MORE][0])
        return self._part_name()

    def _part_name(self) -> str:
        if self.state.v[STAGE] == SETTING_UP:
            return "set-up"
        if self.phase is not None:
            return f"phase {self.phase}"
        return ROUNDS if self.state.v[STAGE] == PLAYING else "ending"

    @property
    def phase(self) -> str | None:
        """The name of the running phase; None outside of the rounds."""
        return self.setting.phase(self.state)

    # ---------------------------------------------------------------- faults
    def explain(self, error: RuleError) -> None:
        """Add to an error the rule that was running, those above it, and the cards that it is about."""
        frames = self.state.f
        if not error.cards:
            error.concerns(cards_on_stack(self.setting, self.state, error.span))
        for depth in range(len(frames) - 1, -1, -1):
            if frames[depth][SORT] in MARKERS:
                error.pass_through(self._rule_name(frames[depth]), self._site(depth - 1, error.span))
        error.leave_out_cards_with_rules()

    def _site(self, depth: int, otherwise: Span) -> Span:
        """Return the place at which a frame is, to which control will come back."""
        if depth < 0:
            return otherwise
        frame = self.state.f[depth]
        match frame[SORT]:
            case Sort.BLOCK:
                block = self.setting.program.block(frame[NUMBER])
                return block[max(0, frame[AT] - 1)].span if block else otherwise
            case Sort.WINDOW:
                return self.setting.game.windows[self.setting.program.windows[frame[NUMBER]]].span
            case Sort.MAIN:
                return otherwise
            case Sort.ACTION | Sort.ABILITY | Sort.EFFECT:
                return self._site(depth - 1, otherwise)
        span: Span = self.statement(frame).span
        return span
