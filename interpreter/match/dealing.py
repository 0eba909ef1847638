"""What the question and the frames of the walker say of components that are dealt anew: they follow their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.interpreter.knowledge.resample import in_their_zones, tells_of_them
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.state.decision import Choice
from rulewright.interpreter.state.frames import ENV, MORE, NUMBER, SORT, Sort
from rulewright.interpreter.state.naming import Value
from rulewright.interpreter.walker.walker import Walker

_KEPT = (Sort.MOVING, Sort.SWAP, Sort.WINDOW, Sort.ABILITY, Sort.EFFECT)


def kept_in_walk(w: Walker) -> set[int]:
    """Return components that must stay where they are: of abilities that are offered, or in the midst of moves."""
    kept: set[int] = set()
    for frame in w.state.f:
        if frame[SORT] in _KEPT:
            kept.update(_numbers(frame[MORE]))
            kept.update(_numbers(tuple(frame[ENV].values())))
    if w.question is not None and w.state.f and w.state.f[-1][SORT] == Sort.CHOOSE:
        statement: c.Choose = w.statement(w.state.f[-1])
        if w.setting.layout.eyes.offers_by_place(statement) and tells_of_them(statement):
            offered = [answer[1] for answer in w.question.answers if answer[0] == "pick"]
            kept.update(in_their_zones(w.state.v, w.state.z, w.setting.layout.at, offered))
    if w.question is not None:
        kept.update(answer[1] for answer in w.question.answers if answer[0] == "use")
    return kept


def _numbers(part: object) -> Iterator[int]:
    if isinstance(part, int):
        yield part
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from _numbers(inner)


def follow_in_walk(w: Walker, now: Mapping[int, int]) -> None:
    """Let options and frames that stand for a place name the component that lies there `now`."""
    if not now:
        return
    program = w.setting.program
    for frame in w.state.f:
        if frame[SORT] == Sort.BLOCK:
            types = _types_in(program.block(frame[NUMBER]))
            frame[ENV] = {
                name: _put(value, now) if _of_components(types.get(name)) else value
                for name, value in frame[ENV].items()
            }
        elif frame[SORT] == Sort.LOOP and _of_components(w.statement(frame).items.list.type):
            zone, items = frame[MORE]
            frame[MORE] = (zone, _put(items, now))
        elif frame[SORT] == Sort.CHOOSE and w.statement(frame).shown.base == "component":
            most, picked = frame[MORE]
            frame[MORE] = (most, _put(picked, now))
    _follow_in_question(w, now)


def _follow_in_question(w: Walker, now: Mapping[int, int]) -> None:
    question = w.question
    if question is None or w.state.f[-1][SORT] != Sort.CHOOSE:
        return
    if not w.setting.layout.eyes.offers_by_place(w.statement(w.state.f[-1])):
        return
    decision = question.decision
    options = tuple(
        Choice(choice.id, now.get(choice.value, choice.value), choice.label)
        if answer[0] == "pick"
        else choice
        for choice, answer in zip(decision.options, question.answers, strict=True)
    )
    w.question = question.with_options(
        options,
        tuple(
            (sort, now.get(number, number), more) if sort == "pick" else (sort, number, more)
            for sort, number, more in question.answers
        ),
    )


def _types_in(block: c.Block) -> dict[str, Type]:
    return {node.name: node.type for node in nodes(block) if isinstance(node, c.Local)}


def _of_components(type_: Type | None) -> bool:
    return type_ is not None and (type_.item or type_).base == "component"


def _put(value: Value, now: Mapping[int, int]) -> Value:
    if isinstance(value, tuple):
        return tuple(now.get(one, one) for one in value)
    return now.get(value, value)
