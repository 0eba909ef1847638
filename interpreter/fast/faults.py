"""Turns an error inside compiled code into one that names the author's line, the rule, and the rules above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import FrameType, TracebackType
from typing import Any

from rulewright.interpreter.compiler.build import Build
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.sharpening import asks_for, sharpened, wanted_by
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.fast.support import Endless, Fault, Oversized
from rulewright.interpreter.fast.windows import FIRST_OWN, WINDOW, WINDOW_ASKS, Windows
from rulewright.interpreter.findings import Span
from rulewright.interpreter.state.errors import NeverEnds, RuleError, TooLarge
from rulewright.interpreter.state.layout import DRAWN
from rulewright.interpreter.state.limits import LARGEST

CAUGHT = (Fault, RuleError, ArithmeticError, LookupError, RecursionError, ValueError)
"""What a fault of the content can come out as; ValueError as Python writes out no number of thousands of digits."""


@dataclass(slots=True)
class _Level:
    """A rule that was running, and the place at which it was."""

    rule: str
    site: Span


class Explainer:
    """Explains the faults of one compiled game; `blocks` are the functions of its points, in their order."""

    def __init__(
        self,
        build: Build,
        game: Game,
        filename: str,
        windows: Windows,
        blocks: Sequence[Callable[..., Any]],
    ) -> None:
        self.build = build
        self.game = game
        self._filename = filename
        self._windows = windows
        self._last_block = FIRST_OWN + len(self.build.points)
        self._point_of = {block.__code__: number for number, block in enumerate(blocks)}

    def explained(self, s: FastState, error: Exception) -> RuleError:
        """Return the fault with its place, its rule and the rules above it."""
        if isinstance(error, ValueError) and max(map(abs, s.v[DRAWN:])) <= LARGEST:
            raise error
        levels = self._levels(s, error.__traceback__)
        self._sharpen(levels, error)
        fault = error if isinstance(error, RuleError) else self._fault(levels, error)
        for number in range(len(levels) - 1, -1, -1):
            fault.pass_through(levels[number].rule, levels[max(0, number - 1)].site)
        return fault

    def _fault(self, levels: list[_Level], error: Exception) -> RuleError:
        place = levels[-1].site if levels else self.game.rank.span
        sorts = (
            (Endless, NeverEnds),
            (RecursionError, NeverEnds),
            (Oversized, TooLarge),
            (ValueError, TooLarge),
        )
        sort = next((told for met, told in sorts if isinstance(error, met)), RuleError)
        return sort(place, self._message(error))

    def _sharpen(self, levels: list[_Level], error: Exception) -> None:
        """Put the place of a formula for that of its statement."""
        for level, above in pairwise(levels):
            if above.rule.startswith("value "):
                level.site = sharpened(self.game, level.site, asks_for(above.rule.removeprefix("value ")))
        if levels:
            levels[-1].site = sharpened(self.game, levels[-1].site, wanted_by(error))

    def _message(self, error: Exception) -> str:
        match error:
            case ZeroDivisionError():
                return "a number is divided by 0"
            case RecursionError():
                return "rules call one another without end"
            case KeyError():
                return f"the table has no entry for {error}"
            case IndexError():
                return "there is no such entry in this list"
            case ValueError():
                return "a number is too large to be written out"
        return str(error)

    # ---------------------------------------------------------------- levels
    def _levels(self, s: FastState, trace: TracebackType | None) -> list[_Level]:
        """Return the rules that were running, the outermost first."""
        running = list(_frames_of(trace))
        # The uppermost frame of the stack belongs to what runs, unless nothing of ours does.
        resumed = any(frame.f_code in self._point_of or frame.f_code in _WINDOW_CODES for frame, _ in running)
        waiting = s.f[1:-1] if resumed else s.f[1:]
        levels = [level for frame in waiting if (level := self._waiting(frame)) is not None]
        shown: object = None
        for frame, line in running:
            if frame.f_code in _WINDOW_CODES:
                window = frame.f_locals.get("frame")
                if window is not None and window is not shown:
                    levels.append(self._window(window))
                    shown = window
            elif self._is_own(frame):
                self._own(levels, frame, line)
        return levels

    def _is_own(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename == self._filename

    def _waiting(self, frame: Frame) -> _Level | None:
        """Return the rule of a frame that waits for another; None for one that gives no rule its name."""
        if frame[0] in (WINDOW, WINDOW_ASKS):
            return self._window(frame)
        if not FIRST_OWN <= frame[0] < self._last_block:
            return None
        point = self.build.point(frame[0] - FIRST_OWN)
        words, place = self.build.rules[point.unit]
        site = self.build.span(point.place) or self.build.span(place) or self.game.rank.span
        return _Level(words, site)

    def _window(self, frame: Frame) -> _Level:
        window = self._windows.declared[frame[1]]
        return _Level(f"window {window.name}", window.span)

    def _own(self, levels: list[_Level], frame: FrameType, line: int) -> None:
        """Take a running function of the compiled game: a rule of its own, or a part of the one above."""
        site = self.build.span(self.build.place_of_line(line))
        name = frame.f_code.co_name
        point = self._point_of.get(frame.f_code)
        if point is not None:
            name = self.build.point(point).unit
        rule = self.build.rules.get(name)
        if rule is None:
            if levels and site is not None:
                levels[-1].site = site
            return
        words, place = rule
        if site is not None and words.startswith("action ") and levels:
            # What an action needs is asked by the rule that calls it.
            needs = self.game.actions[words.removeprefix("action ")].needs
            if needs is not None and needs.span == site:
                levels[-1].site = site
                return
        if name.startswith("C_") and levels:
            # The value asks for the change at the place where the change stands.
            levels[-1].site = self.build.span(place) or levels[-1].site
        levels.append(_Level(words, site or self.build.span(place) or self.game.rank.span))


def _frames_of(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _codes(*functions: Any) -> frozenset[Any]:  # noqa: ANN401  # methods, of which only the code is used
    return frozenset(function.__code__ for function in functions)


_WINDOW_CODES = _codes(Windows._run, Windows._window_asked)  # noqa: SLF001  # their frames show which window was open
