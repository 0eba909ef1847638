"""Carries positions between the native machine and the compiled one: the same numbers, in frames of another shape."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.content.model import Window
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.shared_zones import SHARED
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.fast.windows import SENDING, WINDOW, WINDOW_ASKS
from rulewright.interpreter.knowledge.resample import Deal
from rulewright.interpreter.native.loader import NativeModule, NativePosition
from rulewright.interpreter.state.layout import SEED

_NUMBER, _ARGS, _USED = 1, 2, 7
_WAYS = 1
_MASK = 2**64 - 1


def to_python(machine: Machine, position: NativePosition, seed: int) -> FastState:
    """Return a native position as one of the compiled machine; `seed` is that of the game, which may be longer."""
    v, z, k, f, options = position.export()
    windows = tuple(machine.game.windows.values())
    v[SEED] = seed
    k[SHARED] = 0
    state = FastState(v, z, k, [_nested(windows, frame) for frame in f])
    state.o, state.p = options, position.turn
    return state


def to_native(machine: Machine, module: NativeModule, state: FastState, decided: int) -> NativePosition:
    """Return a position of the compiled machine as a native one. Raises ValueError when it does not fit there."""
    windows = tuple(machine.game.windows.values())
    v = state.v.copy()
    v[SEED] = _signed(v[SEED])
    frames = [_flat(windows, frame) for frame in state.f]
    try:
        return module.load(v, state.z, state.k, frames, tuple(state.o), state.p, decided)
    except OverflowError:
        raise ValueError("a number is too large for the native machine") from None


def _signed(seed: int) -> int:
    low = seed & _MASK
    return low - 2**64 if low >= 2**63 else low


def packed(module: NativeModule, deal: Deal) -> object:
    """Return what may be dealt anew in a position, as the native machine takes it."""
    counts, row = deal.parts()
    row += [number for pair in deal.held for number in pair]
    return module.deal(
        (*counts, len(deal.held)), deal.options, bool(deal.counting), array("q", row).tobytes()
    )


# ---------------------------------------------------------------- frames of windows and of moves
def _nested(windows: Sequence[Window], frame: list[Any]) -> Frame:
    if frame[0] in (WINDOW, WINDOW_ASKS):
        frame[_ARGS] = _split(windows[frame[_NUMBER]], frame[_ARGS])
        frame[_USED] = _grouped(frame[_USED], 2)
    elif frame[0] == SENDING:
        frame[_WAYS] = _grouped(frame[_WAYS], 3)
    return frame


def _flat(windows: Sequence[Window], frame: Frame) -> list[Any]:
    made = frame.copy()
    if frame[0] in (WINDOW, WINDOW_ASKS):
        made[_ARGS] = _joined(windows[frame[_NUMBER]], frame[_ARGS])
        made[_USED] = tuple(number for pair in frame[_USED] for number in pair)
    elif frame[0] == SENDING:
        made[_WAYS] = tuple(number for way in frame[_WAYS] for number in way)
    return made


def _split(window: Window, flat: Sequence[int]) -> tuple[Any, ...]:
    """Return the arguments of a window; of a list stands its length before it."""
    found: list[Any] = []
    at = 0
    for param in window.params:
        first = flat[at]
        at += 1
        if param.type.base == "list":
            found.append(tuple(flat[at : at + first]))
            at += first
        else:
            found.append(first)
    return tuple(found)


def _joined(window: Window, args: Sequence[Any]) -> tuple[int, ...]:
    found: list[int] = []
    for param, arg in zip(window.params, args, strict=True):
        found += [len(arg), *arg] if param.type.base == "list" else [arg]
    return tuple(found)


def _grouped(flat: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(flat[first : first + size]) for first in range(0, len(flat), size))
