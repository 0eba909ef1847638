"""What the question and the frames of a state say of components that are dealt anew: they follow their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.compiler.build import NO_SLOT
from rulewright.interpreter.fast.shared_zones import own
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.fast.windows import FIRST_OWN, WINDOW_ASKS
from rulewright.interpreter.knowledge.memory import Memory
from rulewright.interpreter.knowledge.resample import Deal, in_their_zones, tells_of_them
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.setting import Setting

if TYPE_CHECKING:
    from rulewright.interpreter.fast.machine import Machine


def kept_in_question(machine: Machine, s: FastState) -> set[int]:
    """Return components that must stay where they are: of abilities that are offered, or in the midst of moves."""
    kept: set[int] = set()
    if s.f[-1][0] == WINDOW_ASKS:
        kept.update(option % machine.windows.count for option in s.o if option >= 0)
    for frame in s.f:
        if frame[0] < FIRST_OWN:
            kept.update(_numbers(frame[1:]))
    statement = _chosen_by_place(machine, s)
    if statement is not None and tells_of_them(statement):
        kept.update(in_their_zones(s.v, s.z, machine.layout.at, s.o))
    return kept


def _chosen_by_place(machine: Machine, s: FastState) -> c.Choose | None:
    """Return the statement that asks, if it offers components by where they lie."""
    block = s.f[-1][0]
    if block < FIRST_OWN:
        return None
    statement = machine.setting.program.nodes[machine.question(block).statement]
    if isinstance(statement, c.Choose) and machine.layout.eyes.offers_by_place(statement):
        return statement
    return None


def _numbers(part: object) -> Iterator[int]:
    if isinstance(part, int):
        yield part
    elif isinstance(part, list | tuple):
        for inner in part:
            yield from _numbers(inner)


def deal_for(machine: Machine, t: Setting, s: FastState, memory: Memory) -> Deal:
    """Return what may be dealt anew in a state for the player who decides."""
    deal = Deal(t, s.as_state(), memory, s.p, kept_in_question(machine, s))
    held = machine.compiled.held
    deal.counts = any(machine.traffic.waits[one] for one in deal.moved)
    deal.names = _chosen_by_place(machine, s) is not None or any(
        held[frame[0] - FIRST_OWN] for frame in s.f if frame[0] >= FIRST_OWN
    )
    return deal


def deal_anew(machine: Machine, s: FastState, deal: Deal, seed: int) -> None:
    """Deal anew in a copy of the state that a deal was made for."""
    now = deal.deal(s.v, s.z, seed, lambda zone: own(s.z, s.k, zone))
    if now:
        _follow(machine, s, now)
    if deal.counts:
        machine.traffic.recount(s.v, s.k)


def named_by(machine: Machine, s: FastState) -> tuple[list[tuple[int, int]], bool]:
    """Return the slots of frames that name components by their places, each with its frame, and whether options do."""
    slots = [
        (number, slot)
        for number, frame in enumerate(s.f)
        if frame[0] >= FIRST_OWN
        for slot in machine.compiled.held[frame[0] - FIRST_OWN]
    ]
    if _chosen_by_place(machine, s) is None:
        return slots, False
    picked = machine.question(s.f[-1][0]).picked
    return slots + ([(len(s.f) - 1, picked)] if picked != NO_SLOT else []), True


def _follow(machine: Machine, s: FastState, now: Mapping[int, int]) -> None:
    """Let options and frames that stand for a place name the component that lies there `now`."""
    slots, options = named_by(machine, s)
    for number, slot in slots:
        s.f[number][slot] = _put(s.f[number][slot], now)
    if options:
        s.o = [now.get(option, option) for option in s.o]


def _put(value: Any, now: Mapping[int, int]) -> Any:  # noqa: ANN401  # a component, or a list of them
    if isinstance(value, tuple | list):
        return tuple(now.get(one, one) for one in value)
    return now.get(value, value)
