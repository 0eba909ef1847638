"""What the question and the frames of a state say of components that are dealt anew: they follow their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.compiler.build import NO_SLOT
from rulewright.interpreter.fast.shared_zones import own
from rulewright.interpreter.fast.state import FastState
from rulewright.interpreter.fast.windows import FIRST_OWN, WINDOW_ASKS
from rulewright.interpreter.knowledge.memory import Memory
from rulewright.interpreter.knowledge.resample import Deal, in_their_zones, tells_of_them
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import NOBODY
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
    traffic = machine.traffic
    waiting = [one for one in deal.moved if traffic.waits[one]]
    deal.counting = [
        zone for zone in deal.zones if any(traffic.seats[one][zone] != NOBODY for one in waiting)
    ]
    deal.held, deal.options = _named_by(machine, s)
    deal.names = bool(deal.held or deal.options)
    return deal


def deal_anew(machine: Machine, s: FastState, deal: Deal, seed: int) -> None:
    """Deal anew in a copy of the state that a deal was made for."""
    traffic = machine.traffic
    for zone in deal.counting:
        traffic.count_all(s.v, s.k, s.z[zone], zone, -1)
    lying = deal.deal(s.v, s.z, seed, lambda zone: own(s.z, s.k, zone))
    for zone in deal.counting:
        traffic.count_all(s.v, s.k, s.z[zone], zone, 1)
    if deal.names:
        _follow(s, deal, lying)


def _named_by(machine: Machine, s: FastState) -> tuple[list[tuple[int, int]], bool]:
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


def _follow(s: FastState, deal: Deal, lying: Sequence[int]) -> None:
    """Let options and frames that stand for a place name the component that lies there now."""

    def put(value: Any) -> Any:  # noqa: ANN401  # a component, or a list of them
        if isinstance(value, tuple | list):
            return tuple(deal.now_at(one, lying) for one in value)
        return deal.now_at(value, lying)

    for number, slot in deal.held:
        s.f[number][slot] = put(s.f[number][slot])
    if deal.options:
        s.o = [deal.now_at(option, lying) for option in s.o]
