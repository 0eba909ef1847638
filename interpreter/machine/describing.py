"""Says what is asked in a state of the compiled machine: the player, the words and the options, made when looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.build import DONE, EXTRA, NO_SLOT, Question
from interpreter.language import checked as c
from interpreter.machine import texts
from interpreter.machine.choosing import distinct
from interpreter.machine.decision import Choice, Decision
from interpreter.machine.evaluate import evaluate
from interpreter.machine.frames import Env
from interpreter.machine.labels import labels
from interpreter.machine.moments import FIRST_OWN, WINDOW_ASKS
from interpreter.machine.naming import id_of_words
from interpreter.machine.setting import Setting
from interpreter.machine.state import State
from interpreter.machine.windows import suffix_of

if TYPE_CHECKING:
    from interpreter.machine.compiled import Machine
    from interpreter.machine.fast_state import FastState, Frame


def described(machine: Machine, setting: Setting, s: FastState) -> Decision | None:
    """Return the decision that a state waits for, as the reference machine gives it; None when nothing is asked.

    Ids and the question's words are made now, labels of choices when they are first asked for.
    """
    if not s.o:
        return None
    frame = s.f[-1]
    if frame[0] == WINDOW_ASKS:
        return _Describer(machine, setting, s).menu(frame)
    question = machine.compiled.point(frame[0] - FIRST_OWN).question
    assert question is not None
    return _Describer(machine, setting, s).question(frame, question)


class _Describer:
    """Describes one state."""

    def __init__(self, machine: Machine, setting: Setting, s: FastState) -> None:
        self.machine = machine
        self.t = setting
        self.s: State = s.as_state()
        self.options = s.o
        self.player = s.p

    # ---------------------------------------------------------------- questions of statements
    def question(self, frame: Frame, question: Question) -> Decision:
        env: Env = {name: value if slot == NO_SLOT else frame[slot] for name, slot, value in question.names}
        env["me"] = self.player
        statement = self.t.program.nodes[question.statement]
        own = [number for number in self.options if number != EXTRA]
        picked: tuple[str, ...] = ()
        match statement:
            case c.Choose():
                choices = self._items(statement, own)
                prompt = self._prompt(env, statement.prompt, f"Choose {statement.name}")
                if question.picked != NO_SLOT:
                    shown = statement.shown
                    picked = tuple(self.t.naming.word(shown, item) for item in frame[question.picked])
            case c.May():
                choices = [self._answer(statement, number) for number in own]
                prompt = self._prompt(env, statement.prompt, "")
            case c.OneOf():
                choices = self._branches(env, statement, own)
                prompt = self._prompt(env, statement.prompt, "Choose one")
            case _:
                raise AssertionError(statement)
        if len(own) < len(self.options):
            assert question.extra is not None
            choices.append(self._extra(question.extra))
        return Decision(self.player, prompt, tuple(choices), question.kind, picked)

    def _items(self, statement: c.Choose, own: list[int]) -> list[Choice]:
        items = [number for number in own if number != DONE]
        naming, shown = self.t.naming, statement.shown
        words = labels(self.t, self.s, self.player, shown, items)
        choices = [
            Choice(naming.word(shown, item), item, label) for item, label in zip(items, words, strict=True)
        ]
        if len(items) < len(own):
            choices.append(Choice("done", -1, "done"))
        return choices

    def _answer(self, statement: c.May, number: int) -> Choice:
        if number == 1:
            return Choice("yes", 1, "yes")
        return Choice("done", -1, "done") if statement.repeated else Choice("pass", 0, "pass")

    def _branches(self, env: Env, statement: c.OneOf, open_: list[int]) -> list[Choice]:
        labels = [texts.rendered(self.t, self.s, env, statement.branches[number].label) for number in open_]
        ids = distinct([id_of_words(label) for label in labels])
        return [Choice(*parts) for parts in zip(ids, open_, labels, strict=True)]

    def _prompt(self, env: Env, prompt: c.Template | None, otherwise: str) -> str:
        return otherwise if prompt is None else texts.rendered(self.t, self.s, env, prompt)

    def _extra(self, name: str) -> Choice:
        action = self.t.game.actions[name]
        env: Env = {"me": self.player}
        for param in action.params:
            assert param.default is not None
            env[param.name] = evaluate(self.t, self.s, env, param.default)
        words = name.replace("_", " ")
        label = words if action.text is None else texts.rendered(self.t, self.s, env, action.text)
        return Choice(name.replace("_", "-"), -1, label)

    # ---------------------------------------------------------------- menus of windows
    def menu(self, frame: Frame) -> Decision:
        moments = self.machine.moments
        window = moments.windows[frame[1]]
        choices = []
        for option in self.options:
            if option == DONE:
                choices.append(Choice("done", -1, "done"))
            elif option == EXTRA:
                choices.append(self._extra(moments.extra_of(frame).action))
            else:
                serial, component = divmod(option, moments.count)
                choices.append(self._use(serial, component))
        return Decision(self.player, window.title or window.name, tuple(choices), "window")

    def _use(self, serial: int, component: int) -> Choice:
        naming, ability = self.t.naming, self.t.game.abilities[serial]
        suffix = suffix_of(self.t.program, ability)
        label = naming.printed(component, ability.side) + suffix
        return Choice(naming.layout.ids[component] + suffix, component, label)
