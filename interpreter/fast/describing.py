"""Says what is asked in a state of the compiled machine: the player, the words and the options, made when looked at.

First everything is taken down that the words say of the state (`fast/asking.py`), then the words are made: so
the journal can tell of a question long after it was answered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.compiler.answers import DONE, EXTRA
from rulewright.interpreter.fast.asking import Asked, env_of, items_of
from rulewright.interpreter.fast.taking import settled
from rulewright.interpreter.fast.windows import WINDOW_ASKS
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.decision import UNKNOWN, Choice, Decision
from rulewright.interpreter.state.frames import Env
from rulewright.interpreter.state.labels import labels_of
from rulewright.interpreter.state.naming import id_of_words
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.choosing import distinct
from rulewright.interpreter.walker.options import (
    SEVERAL,
    bounds_of,
    branch_taken,
    most_of,
    source_of,
    unseen_of,
)
from rulewright.interpreter.walker.texts import Filling, worded
from rulewright.interpreter.walker.windows import suffix_of

if TYPE_CHECKING:
    from rulewright.interpreter.fast.machine import Machine
    from rulewright.interpreter.fast.state import FastState, Frame


def described(machine: Machine, setting: Setting, s: FastState) -> Decision | None:
    """Return the decision that a state waits for, as the reference machine gives it; None when nothing is asked.

    Ids and the question's words are made now, labels of choices when they are first asked for.
    """
    if not s.o:
        return None
    state = s.as_state()
    made = decision(machine, setting, machine.asker.asked(state, s.f[-1], s.o, s.p))
    _add_list(machine, setting, state, s.f[-1], s.p, made)
    return made


def _add_list(machine: Machine, t: Setting, state: State, frame: Frame, player: int, made: Decision) -> None:
    """Add to a choice of several the whole list from which it picks in order, and how many are picked."""
    if frame[0] == WINDOW_ASKS:
        return
    question = machine.question(frame[0])
    statement = t.program.nodes[question.statement]
    if not isinstance(statement, c.Choose) or statement.quantity not in SEVERAL:
        return
    env = env_of(question, frame, player)
    items = source_of(t, state, env, statement)
    unseen = unseen_of(t, state, statement, items, player)
    made.among = tuple(t.naming.option(statement.shown, item, unseen, player) for item in items)
    made.least, made.most = bounds_of(statement, _most(t, state, env, statement, made))


def _most(t: Setting, state: State, env: Env, statement: c.Choose, made: Decision) -> int:
    """Return how many are picked at most; a question keeps only the names that its words need."""
    if statement.number is None or all(
        node.name in env for node in nodes(statement.number) if isinstance(node, c.Local)
    ):
        return most_of(t, state, env, statement)
    if statement.quantity != "exactly":
        return UNKNOWN
    # One of several that must follow one another in the list is offered only while enough are left behind it.
    last = made.among.index(made.picked[-1]) + 1 if made.picked else 0
    offered = [choice for choice in made.options if choice.id in made.among]
    return len(made.picked) + len(made.among) - last - len(offered) + 1


# ---------------------------------------------------------------- words
def decision(machine: Machine, t: Setting, question: Asked) -> Decision:
    """Return what was asked, in the names of a match."""
    if question.window >= 0:
        return _menu(machine, t, question)
    point = machine.question(question.block)
    statement = t.program.nodes[point.statement]
    own = [number for number in question.options if number != EXTRA]
    picked: tuple[str, ...] = ()
    match statement:
        case c.Choose():
            choices = _choices(t, statement, question, own)
            otherwise = f"Choose {statement.name}"
            picked = tuple(
                t.naming.option(statement.shown, item, question.unseen or {}, question.player)
                for item in question.picked
            )
        case c.May():
            choices, otherwise = [_answer(statement, number) for number in own], ""
        case c.OneOf():
            choices, otherwise = _branches(t, statement, question, own), "Choose one"
        case _:
            raise AssertionError(statement)
    if question.extra:
        choices.append(_extra(t, question, choices))
    prompt = otherwise if statement.prompt is None else _worded(t, statement.prompt, question.prompt)
    return Decision(question.player, prompt, tuple(choices), point.kind, picked)


def _worded(t: Setting, template: c.Template, filled: Filling) -> str:
    return worded(t.naming, template, settled(t, filled))


def _choices(t: Setting, statement: c.Choose, question: Asked, own: Sequence[int]) -> list[Choice]:
    items, shown = items_of(own), statement.shown
    player, unseen = question.player, question.unseen or {}
    words = labels_of(t, player, shown, items, question.offered, unseen)
    ids = [t.naming.option(shown, item, unseen, player) for item in items]
    choices = [Choice(*parts) for parts in zip(ids, items, words, strict=True)]
    if len(items) < len(own):
        choices.append(Choice("done", -1, "done"))
    return choices


def _answer(statement: c.May, number: int) -> Choice:
    if number == 1:
        return Choice("yes", 1, "yes")
    return Choice("done", -1, "done") if statement.repeated else Choice("pass", 0, "pass")


def _branches(t: Setting, statement: c.OneOf, question: Asked, open_: Sequence[int]) -> list[Choice]:
    labels = [
        _worded(t, branch_taken(statement, option)[0].label, filled)
        for option, filled in zip(open_, question.branches or (None,) * len(open_), strict=True)
    ]
    ids = distinct([id_of_words(label) for label in labels])
    return [Choice(*parts) for parts in zip(ids, open_, labels, strict=True)]


def _extra(t: Setting, question: Asked, before: Sequence[Choice]) -> Choice:
    name, text = question.extra, t.game.actions[question.extra].text
    label = name.replace("_", " ") if text is None else _worded(t, text, question.extra_label)
    *_, id_ = distinct([*(choice.id for choice in before), name.replace("_", "-")])
    return Choice(id_, -1, label)


def _menu(machine: Machine, t: Setting, question: Asked) -> Decision:
    windows = machine.windows
    window = windows.declared[question.window]
    choices: list[Choice] = []
    for option in question.options:
        if option == DONE:
            choices.append(Choice("done", -1, "done"))
        elif option == EXTRA:
            choices.append(_extra(t, question, choices))
        else:
            serial, component = divmod(option, windows.count)
            ability = t.game.abilities[serial]
            suffix = suffix_of(t.program, ability)
            label = t.naming.printed(component, ability.side) + suffix
            choices.append(Choice(t.naming.layout.ids[component] + suffix, component, label))
    return Decision(question.player, window.title or window.name, tuple(choices), "window")
