"""Statements that ask: `choose`, `may` and `one of`. Each step either asks or goes on, and may be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import cast

from rulewright.interpreter.journal.events import ChoiceEnded, Skipped
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.decision import Choice, Decision
from rulewright.interpreter.state.frames import AT, ENV, MORE, NUMBER, Env, Sort
from rulewright.interpreter.state.labels import labels
from rulewright.interpreter.state.layout import NOBODY
from rulewright.interpreter.state.naming import id_of_words
from rulewright.interpreter.state.state import Frame
from rulewright.interpreter.walker import options, starting, texts
from rulewright.interpreter.walker.evaluate import number
from rulewright.interpreter.walker.running import Answer, Question, Running

DONE: Answer = ("done", 0, 0)
ANY_NUMBER = -1


def actor(env: Env) -> int:
    """Return the player who acts, -1 for nobody."""
    return cast("int", env.get("me", NOBODY))


# ---------------------------------------------------------------- choose
def do_choose(w: Running, env: Env, statement: c.Choose) -> None:
    """Begin a choice."""
    w.push_statement(Sort.CHOOSE, statement, {}, (options.most_of(w.setting, w.state, env, statement), ()))


def step_choose(w: Running, frame: Frame) -> Question | None:
    """Ask for the item, or for the next of several; with nothing to choose, go on or skip the rest of the block."""
    statement: c.Choose = w.statement(frame)
    block = w.state.f[-2]
    most, picked = frame[MORE]
    source = options.source_of(w.setting, w.state, block[ENV], statement)
    if statement.quantity == "one":
        items = _payable(w, block, statement, source, None)
        return _ask(w, block, statement, items, ()) if items else _skip(w, block, statement)
    # After an action in between, something picked may be gone.
    picked = tuple(item for item in picked if item in source)
    frame[MORE] = (most, picked)
    behind = source[source.index(picked[-1]) + 1 :] if picked else source
    open_ = most == ANY_NUMBER or len(picked) < most
    items = _payable(w, block, statement, behind, picked) if open_ else []
    if statement.quantity == "exactly" and items:
        needed = min(most - len(picked), len(items))
        return _ask(w, block, statement, items[: len(items) - needed + 1], picked, among=source, most=most)
    if statement.quantity == "some" and not picked:
        if not items:
            return _skip(w, block, statement)
        return _ask(w, block, statement, items, picked, among=source, most=most)
    if not items:
        if picked:
            w.note(ChoiceEnded, statement.span, actor(block[ENV]))
        _bind(w, statement, picked)
        return None
    return _ask(w, block, statement, items, picked, among=source, most=most, done=True)


def _payable(
    w: Running, block: Frame, statement: c.Choose, items: Sequence[int], picked: tuple[int, ...] | None
) -> list[int]:
    """Return the items for which the statements directly behind the choice can be carried out."""
    code = w.setting.program.block(block[NUMBER])
    return [
        item
        for item in items
        if starting.payable(
            w.setting,
            w.state,
            block[ENV],
            code,
            block[AT],
            statement,
            item if picked is None else (*picked, item),
        )
    ]


def _skip(w: Running, block: Frame, statement: c.Choose) -> Question | None:
    """Give up the rest of the block in which the choice stands; nobody is asked."""
    w.note(Skipped, statement.span, actor(block[ENV]), "nothing to choose")
    w.pop()
    block[AT] = len(w.setting.program.block(block[NUMBER]))
    return None


def _bind(w: Running, statement: c.Choose, value: int | tuple[int, ...]) -> None:
    w.pop()
    block = w.state.f[-1]
    block[ENV] = {**block[ENV], statement.name: value}


def _ask(  # noqa: PLR0913 - what a question is made from
    w: Running,
    block: Frame,
    statement: c.Choose,
    items: Sequence[int],
    picked: tuple[int, ...],
    *,
    among: Sequence[int] = (),
    most: int = 1,
    done: bool = False,
) -> Question:
    t, env, shown = w.setting, block[ENV], statement.shown
    me = actor(env)
    unseen = options.unseen_of(t, w.state, statement, (*items, *picked, *among), me)
    words = labels(t, w.state, me, shown, items, unseen)
    ids = [t.naming.option(shown, item, unseen, me) for item in items]
    choices = [Choice(*parts) for parts in zip(ids, items, words, strict=True)]
    answers: list[Answer] = [("pick", item, 0) for item in items]
    if done:
        choices.append(Choice("done", -1, "done"))
        answers.append(DONE)
    prompt = _prompt(w, env, statement.prompt, f"Choose {statement.name}")
    before, whole = (
        tuple(t.naming.option(shown, item, unseen, me) for item in items) for items in (picked, among)
    )
    bounds = options.bounds_of(statement, most)
    decision = Decision(me, prompt, tuple(choices), "choose", before, whole, bounds)
    return Question(decision, tuple(answers), statement.span, optional=done)


def _prompt(w: Running, env: Env, prompt: c.Template | None, otherwise: str) -> str:
    return otherwise if prompt is None else texts.rendered(w.setting, w.state, env, prompt)


def answer_choose(w: Running, frame: Frame, answer: Answer) -> None:
    """Take the item picked, or the end of the picking."""
    statement: c.Choose = w.statement(frame)
    most, picked = frame[MORE]
    if answer == DONE:
        _bind(w, statement, picked)
    elif statement.quantity == "one":
        _bind(w, statement, answer[1])
    else:
        frame[MORE] = (most, (*picked, answer[1]))


# ---------------------------------------------------------------- may
def do_may(w: Running, env: Env, statement: c.May) -> None:
    """Begin a `may`, once or repeated."""
    most = 1
    if statement.repeated:
        limit = statement.limit
        most = ANY_NUMBER if limit is None else max(0, number(w.setting, w.state, env, limit))
    w.push_statement(Sort.MAY, statement, env, (most,))


def step_may(w: Running, frame: Frame) -> Question | None:
    """Ask whether the block is to be run, when it can start."""
    statement: c.May = w.statement(frame)
    most = frame[MORE][0]
    used_up = most != ANY_NUMBER and frame[AT] >= most
    if used_up or not starting.can_start(w.setting, w.state, frame[ENV], statement.body):
        if frame[AT] == 0 and not used_up:
            w.note(Skipped, statement.span, actor(frame[ENV]), "cannot start")
        elif frame[AT] and statement.repeated:
            w.note(ChoiceEnded, statement.span, actor(frame[ENV]))
        w.pop()
        return None
    no = "done" if statement.repeated else "pass"
    choices = (Choice("yes", 1, "yes"), Choice(no, 0 if no == "pass" else -1, no))
    prompt = _prompt(w, frame[ENV], statement.prompt, "")
    decision = Decision(actor(frame[ENV]), prompt, choices, "may")
    return Question(decision, (("branch", 0, 0), DONE), statement.span, optional=True)


def answer_may(w: Running, frame: Frame, answer: Answer) -> None:
    """Run the block, or end."""
    if answer == DONE:
        w.pop()
        return
    frame[AT] += 1
    w.push_block(w.statement(frame).body, frame[ENV])


# ---------------------------------------------------------------- one of
def do_one_of(w: Running, env: Env, statement: c.OneOf) -> None:
    """Begin a choice between branches."""
    w.push_statement(Sort.ONE_OF, statement, env)


def step_one_of(w: Running, frame: Frame) -> Question | None:
    """Ask for one of the branches that can start."""
    statement: c.OneOf = w.statement(frame)
    env = frame[ENV]
    if frame[AT]:
        w.pop()
        return None
    open_ = {
        option: inner
        for option, inner in options.branches_of(w.setting, w.state, env, statement)
        if starting.can_start(w.setting, w.state, inner, options.branch_taken(statement, option)[0].body)
    }
    if not open_:
        w.note(Skipped, statement.span, actor(env), "no branch can start")
        w.pop()
        return None
    labels = [
        texts.rendered(w.setting, w.state, inner, options.branch_taken(statement, option)[0].label)
        for option, inner in open_.items()
    ]
    ids = distinct([id_of_words(label) for label in labels])
    choices = tuple(Choice(*parts) for parts in zip(ids, open_, labels, strict=True))
    prompt = _prompt(w, env, statement.prompt, "Choose one")
    answers: tuple[Answer, ...] = tuple(("branch", option, 0) for option in open_)
    return Question(Decision(actor(env), prompt, choices, "one of"), answers, statement.span)


def answer_one_of(w: Running, frame: Frame, answer: Answer) -> None:
    """Run the branch."""
    statement: c.OneOf = w.statement(frame)
    frame[AT] = 1
    branch, item = options.branch_taken(statement, answer[1])
    w.push_block(branch.body, options.named_in(branch, item, frame[ENV]))


def distinct(ids: Sequence[str]) -> list[str]:
    """Return the ids with a number behind each that stood before: `x`, `x.2`, `x.3`."""
    taken: dict[str, None] = {}
    for id_ in ids:
        again = (f"{id_}.{number}" for number in count(2))
        taken[id_ if id_ not in taken else next(one for one in again if one not in taken)] = None
    return list(taken)
