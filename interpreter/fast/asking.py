"""Takes down a question of the compiled machine: where, whom, with which options, and what its words say of the state.

From that `fast/describing.py` makes the words at any time, so the journal can tell of a question long after it
was answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulewright.interpreter.compiler.answers import DONE, EXTRA
from rulewright.interpreter.compiler.build import NO_SLOT, Question
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.fast.taking import Keeping, Take, Takers, is_sound
from rulewright.interpreter.fast.windows import WINDOW_ASKS, Windows
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.eyes import Spot
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.labels import Looks, flat_looker, looker, looks_in
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.evaluate import evaluate
from rulewright.interpreter.walker.options import named_in, unseen_of
from rulewright.interpreter.walker.texts import Filling


@dataclass(slots=True)  # made for every decision: a frozen one takes four times as long
class Asked:
    """A question as it was asked: where, whom, with which options, and what its words say of the state.

    `block` is the number of the block that waits for the answer. `extra` is the action of an `at any decision`.
    """

    block: int
    player: int
    options: tuple[int, ...]
    window: int = -1
    prompt: Filling = None
    offered: Looks | None = None
    branches: tuple[Filling, ...] = ()  # none where all labels are words only
    picked: tuple[int, ...] = ()
    unseen: Mapping[int, Spot] | None = None
    extra: str = ""
    extra_label: Filling = None


Noted = tuple[tuple[Any, ...], tuple[int, ...], int, tuple[int, ...] | None]
"""Enough to take a question down later: the frame that waits, the options, who decides, how what is offered looked.

Of the last a row of numbers is kept (`looks_in`): one tuple costs less to keep than one for each option.
"""

_Ask = Callable[[State, Frame, Sequence[int], int, Looks | None], Asked]


_Plan = Literal["later", "looks", "now"]
"""How a question is noted: its frame and options, these and how what is offered looks, or at once all it says."""


class Asker:
    """Takes down the questions of one machine; what can be known of each beforehand is worked out once.

    The names of the players make no difference. `question` tells what is asked where a block waits.
    """

    def __init__(self, setting: Setting, windows: Windows, question: Callable[[int], Question]) -> None:
        self.setting = setting
        self.takers = Takers(setting)
        self._windows = windows
        self._question = question
        self._looks, self._flat_looks = looker(setting.layout), flat_looker(setting.layout)
        self._by_block: dict[int, _Ask] = {}
        self._plans: dict[int, _Plan] = {WINDOW_ASKS: "later"}
        self._sound: dict[int, bool] = {}

    def noted(self, s: FastState, frame: Frame, options: Sequence[int], player: int) -> Asked | Noted:
        """Note the question for which a frame waits: no more of it than it takes to tell it at any time."""
        block = frame[0]
        plan = self._plans.get(block) or self._planned(block)
        if plan == "now" or EXTRA in options:
            return self.asked(Keeping(s.v, s.z, s.k), frame, options, player)
        looks = self._flat_looks(s.v, options) if plan == "looks" else None
        return (tuple(frame), tuple(options), player, looks)

    def told(self, noted: Asked | Noted) -> Asked:
        """Return what was taken down of a question that was noted."""
        if isinstance(noted, Asked):
            return noted
        frame, options, player, looks = noted
        offered = None if looks is None else looks_in(looks)
        return self.asked(State([], [], []), list(frame), options, player, offered)

    def _planned(self, block: int) -> _Plan:
        statement = self._statement(block)
        labels = [branch.label for branch in statement.branches] if isinstance(statement, c.OneOf) else []
        hides = isinstance(statement, c.Choose) and self.setting.layout.eyes.offers_by_place(statement)
        texts = (statement.prompt, *labels)
        if hides or any(self.takers.needs(text) not in ("nothing", "names") for text in texts):
            plan: _Plan = "now"
        else:
            shows = isinstance(statement, c.Choose) and statement.shown.base == "component"
            plan = "looks" if shows else "later"
        self._plans[block] = plan
        return plan

    def _statement(self, block: int) -> c.Choose | c.May | c.OneOf:
        """Return the statement that asks where a block of the game's own waits."""
        statement = self.setting.program.nodes[self._question(block).statement]
        assert isinstance(statement, c.Choose | c.May | c.OneOf)
        return statement

    def asked(
        self,
        state: State,
        frame: Frame,
        options: Sequence[int],
        player: int,
        offered: Looks | None = None,
    ) -> Asked:
        """Take down the question for which a frame waits; `offered` is how the options looked, if that was noted."""
        block = frame[0]
        if block == WINDOW_ASKS:
            found = Asked(block, player, tuple(options), window=frame[1])
        else:
            if block not in self._by_block:
                self._by_block[block] = self._made(block)
            found = self._by_block[block](state, frame, options, player, offered)
        if EXTRA in options:
            self._add_extra(found, state, frame, player)
        return found

    def is_sound(self, frame: Frame, options: Sequence[int]) -> bool:
        """Say whether the words of a question can surely be made, so that it is enough to make them when asked for."""
        block = frame[0]
        if EXTRA in options:
            return False
        if block not in self._sound:
            self._sound[block] = block == WINDOW_ASKS or self._words_are_sound(block)
        return self._sound[block]

    def _words_are_sound(self, block: int) -> bool:
        statement = self._statement(block)
        labels = [branch.label for branch in statement.branches] if isinstance(statement, c.OneOf) else []
        return all(map(is_sound, (statement.prompt, *labels)))

    def _made(self, block: int) -> _Ask:
        """Return what takes down the question of a block of the game's own."""
        question = self._question(block)
        statement = self._statement(block)
        prompt = self.takers.of(statement.prompt)
        match statement:
            case c.Choose():
                return self._choose(block, question, statement, prompt)
            case c.OneOf():
                return self._one_of(block, question, statement, prompt)

        def may(
            state: State,
            frame: Frame,
            options: Sequence[int],
            player: int,
            _offered: Looks | None,
        ) -> Asked:
            found = Asked(block, player, tuple(options))
            if prompt is not None:
                found.prompt = prompt(state, env_of(question, frame, player))
            return found

        return may

    def _choose(self, block: int, question: Question, statement: c.Choose, prompt: Take | None) -> _Ask:
        looks = self._looks if statement.shown.base == "component" else None
        picked, setting = question.picked, self.setting
        hides = setting.layout.eyes.offers_by_place(statement)

        def choose(
            state: State, frame: Frame, options: Sequence[int], player: int, offered: Looks | None
        ) -> Asked:
            found = Asked(block, player, tuple(options))
            if looks is not None:
                found.offered = looks(state.v, found.options) if offered is None else offered
            if picked != NO_SLOT:
                found.picked = frame[picked]
            if hides:
                found.unseen = unseen_of(setting, state, statement, (*options, *found.picked), player)
            if prompt is not None:
                found.prompt = prompt(state, env_of(question, frame, player))
            return found

        return choose

    def _one_of(self, block: int, question: Question, statement: c.OneOf, prompt: Take | None) -> _Ask:
        labels = [self.takers.of(branch.label) for branch in statement.branches]
        if prompt is None and not any(labels):

            def fixed(
                _state: State,
                _frame: Frame,
                options: Sequence[int],
                player: int,
                _offered: Looks | None,
            ) -> Asked:
                return Asked(block, player, tuple(options))

            return fixed

        def one_of(
            state: State,
            frame: Frame,
            options: Sequence[int],
            player: int,
            _offered: Looks | None,
        ) -> Asked:
            found, env = Asked(block, player, tuple(options)), env_of(question, frame, player)
            taken = [divmod(option, len(labels)) for option in found.options if option != EXTRA]
            found.branches = tuple(
                [
                    None if take is None else take(state, named_in(statement.branches[number], item, env))
                    for item, number in taken
                    for take in (labels[number],)
                ]
            )
            if prompt is not None:
                found.prompt = prompt(state, env)
            return found

        return one_of

    def _add_extra(self, found: Asked, state: State, frame: Frame, player: int) -> None:
        """Take down the action that can be added to the options."""
        if frame[0] == WINDOW_ASKS:
            name = self._windows.extra_of(frame).action
        else:
            named = self._question(frame[0]).extra
            assert named is not None
            name = named
        action = self.setting.game.actions[name]
        found.extra = name
        take = self.takers.of(action.text)
        if take is not None:
            env: Env = {"me": player}
            for param in action.params:
                assert param.default is not None
                env[param.name] = evaluate(self.setting, state, env, param.default)
            found.extra_label = take(state, env)


def env_of(question: Question, frame: Frame, player: int) -> Env:
    """Return the names that a question is made from."""
    env: Env = {name: value if slot == NO_SLOT else frame[slot] for name, slot, value in question.names}
    env["me"] = player
    return env


def items_of(options: Sequence[int]) -> list[int]:
    """Return the options of a choice that stand for something to choose."""
    return [number for number in options if number not in (DONE, EXTRA)]
