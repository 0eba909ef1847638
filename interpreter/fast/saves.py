"""The save of a match on the compiled machine: its position as it is, read back with everything checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.shared_zones import SHARED
from rulewright.interpreter.fast.state import FastState, Frame
from rulewright.interpreter.fast.windows import FIRST_OWN, MAIN, SENDING, SWAPPING, WINDOW, WINDOW_ASKS
from rulewright.interpreter.match.saves import all_texts, demand, demand_chance, is_begin
from rulewright.interpreter.state.asked import ENTRY, FIRST_ENTRY, START, waiting
from rulewright.interpreter.state.errors import BadSave, BuildChanged, ContentChanged
from rulewright.interpreter.state.layout import NOBODY, OVER, SEED, STAGE
from rulewright.interpreter.state.position import Begin

if TYPE_CHECKING:
    from rulewright.interpreter.fast.machine import Machine

_LARGEST = 2**53
"""Larger numbers are not exact in every program that reads JSON; they stand as text."""

_FORMAT = 2
"""Counts the forms that saves have had; one of another form is told as one of another build."""

_MOST_DIGITS = 4_000
"""Python itself reads no number that is much longer."""

_LENGTHS = {MAIN: 1, WINDOW: 10, WINDOW_ASKS: 10, SENDING: 5, SWAPPING: 5}
"""How long the frames of the blocks are that every game shares."""


# ---------------------------------------------------------------- writing
def saved_state(s: FastState, moves: list[int]) -> dict[str, Any]:
    """Return a state as plain data for JSON: `v`, `z`, `f`, `o`, `p` as in the state, and `check`.

    The check sum is over these and over the moves, which lie beside the state in a save.
    """
    plain: dict[str, Any] = {
        "v": _numbers(s.v) if _large(s.v) else s.v.copy(),
        "z": [list(zone) for zone in s.z],
        "f": _numbers(s.f),
        "o": _numbers(s.o),
        "p": s.p,
    }
    return {**plain, "check": check_sum(plain, moves)}


def build_mark(machine: Machine) -> str:
    """Return the fingerprint (sha256, hexadecimal) of what a save must fit: the machine's positions, and this form."""
    return hashlib.sha256(f"{_FORMAT} {machine.layout_digest}".encode()).hexdigest()


def saved_number(number: int) -> int | str:
    """Return a number as it stands in a save: as text where it is too large for some readers of JSON."""
    return number if -_LARGEST <= number <= _LARGEST else str(number)


def _numbers(value: Any) -> Any:  # noqa: ANN401  # numbers in lists and tuples of any depth
    if isinstance(value, list | tuple):
        return [_numbers(part) for part in value]
    return saved_number(int(value))


def _large(numbers: list[int]) -> bool:
    return max(numbers) > _LARGEST or min(numbers) < -_LARGEST


def check_sum(plain: Mapping[str, Any], moves: list[Any]) -> str:
    """Return the check sum of a state as it is saved, and of the moves that led there. RecursionError if too deep."""
    parts = [*(plain[key] for key in ("v", "z", "f", "o", "p")), moves]
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- reading
@dataclass(frozen=True, slots=True)
class FastSave:
    """A save whose outer shape is right; `state` is as it was read."""

    build: str
    seed: int
    players: tuple[str, ...]
    options: dict[str, str]
    ask_forced: bool
    asked: bool
    begin: Begin | None
    edits: list[list[Any]] | None
    moves: list[int | str]
    state: Mapping[str, Any]

    @classmethod
    def read(cls, saved: Mapping[str, Any], game: Game, *, asked: bool = False) -> FastSave:
        """Return a save of a game, of a match whose chance is asked or not.

        Raises ContentChanged, ChanceChanged and BadSave.
        """
        if saved.get("game") != game.id:
            raise BadSave(f"the save is of {saved.get('game')!r}, not of {game.id!r}")
        if saved.get("content") != game.digest:
            raise ContentChanged(str(saved.get("content")), game.digest)
        demand_chance(saved, asked=asked)
        options, begin, moves = saved.get("options"), saved.get("begin"), saved.get("moves")
        demand(_is_number(saved.get("seed")), "seed", "a whole number")
        demand(all_texts(saved.get("players")), "players", "a list of names")
        demand(
            isinstance(options, dict) and all_texts([*options, *options.values()]), "options", "words by name"
        )
        demand(begin is None or is_begin(begin), "begin", "round, phase and edits, or null")
        demand(isinstance(moves, list) and all(map(_is_number, moves)), "moves", "positions of options")
        demand(isinstance(saved.get("state"), dict), "state", "the numbers of the position")
        demand(isinstance(saved.get("build"), str), "build", "the fingerprint of the build")
        demand(isinstance(saved.get("ask_forced"), bool), "ask_forced", "true or false")
        return cls(
            build=saved["build"],
            seed=int(saved["seed"]),
            players=tuple(saved["players"]),
            options=dict(saved["options"]),
            ask_forced=saved["ask_forced"],
            asked=asked,
            begin=None if begin is None else Begin.from_saved(begin),
            edits=None if begin is None else begin["edits"],
            moves=saved["moves"],
            state=saved["state"],
        )


def read_fast_save(save: FastSave, machine: Machine) -> FastState:
    """Return the state of a save. Raises BuildChanged for another build, and BadSave when it is damaged."""
    present = build_mark(machine)
    if save.build != present:
        raise BuildChanged(save.build, present)
    return _Reader(machine, save).state()


class _Reader:
    """Reads the position of one save.

    The check sum finds what was damaged. Behind it the shape is looked at, not whether the game can come to this
    position: only who plays the moves again knows that, as `FastMatch.resume` does where it is to keep a journal.
    """

    def __init__(self, machine: Machine, save: FastSave) -> None:
        self.machine = machine
        self.save = save
        self.layout = machine.layout

    def state(self) -> FastState:
        plain = self.save.state
        for key in ("v", "z", "f", "o"):
            demand(isinstance(plain.get(key), list), f"state.{key}", "a list")
        demand(_is_number(plain.get("p")), "state.p", "a seat, or -1")
        try:
            if plain.get("check") != check_sum(plain, self.save.moves):
                raise BadSave("the save is damaged: its position and moves do not fit its check sum")
            v = _read_numbers(plain["v"])
            z = [_read_numbers(zone) for zone in plain["z"]]
            frames = [self._frame(frame) for frame in plain["f"]]
            options = tuple(_read_numbers(plain["o"]))
        except (TypeError, RecursionError):
            raise BadSave("the save is not whole: its position holds something that is no number") from None
        self._fits(v, z, frames, options, int(plain["p"]))
        s = FastState(v, z, self.machine.blank.k.copy(), frames)
        s.k[SHARED] = 0
        self.machine.traffic.recount(v, s.k)
        s.o, s.p = options, int(plain["p"])
        return s

    def _frame(self, frame: Any) -> Frame:  # noqa: ANN401  # whatever stands in the save
        demand(isinstance(frame, list) and bool(frame), "state.f", "a list of frames")
        return [_read_number(frame[0]), *(_tuples(slot) for slot in frame[1:])]

    def _fits(
        self, v: list[int], z: list[list[int]], frames: list[Frame], options: tuple[int, ...], player: int
    ) -> None:
        demand(
            len(v) == self.layout.size and v[SEED] == self.save.seed and self._have_sides_and_owners(v),
            "state.v",
            "the numbers of this game",
        )
        zones = self.layout.zones
        begins = self.save.asked and self._fits_asked(z, options)
        demand(
            (self.save.asked or len(z) == zones)
            and sorted(z[0]) == list(range(self.layout.players))
            and self._lie_where_they_say(v, z[:zones]),
            "state.z",
            "the zones of this game",
        )
        fit = all(
            (frame[0] == MAIN) == (depth == 0) and self._is_frame(frame) for depth, frame in enumerate(frames)
        )
        demand(fit, "state.f", "frames of this game")
        if begins:
            demand(len(frames) <= 2 and player == NOBODY, "state.f", "the beginning of the game")
        elif v[STAGE] == OVER:
            demand(not frames and not options, "state.f", "empty, as the match is over")
            demand(player == NOBODY, "state.p", "-1, as the match is over")
        else:
            demand(
                len(frames) > 1 and bool(options) and self._asks(frames[-1]), "state.f", "a question on top"
            )
            demand(0 <= player < self.layout.players, "state.p", "a seat of this game")

    def _fits_asked(self, z: list[list[int]], options: tuple[int, ...]) -> bool:
        """See that what a match has whose chance is asked is there, and say whether its game is still to begin."""
        demand(
            len(z) == self.layout.zones + 2
            and len(z[-2]) == len(self.layout.ids)
            and len(z[-1]) % ENTRY == FIRST_ENTRY
            and START <= z[-1][0] < len(options),
            "state.z",
            "the zones of this game, and what is asked of chance",
        )
        return waiting(z) == START

    def _have_sides_and_owners(self, v: list[int]) -> bool:
        """Say whether each component lies on a side that it has, and belongs to a player of this game or to nobody."""
        layout, sides = self.layout, self.machine.traffic.sides
        faces, owners = (v[first : first + len(sides)] for first in (layout.face, layout.owner))
        return all(0 <= face < most for face, most in zip(faces, sides, strict=True)) and (
            not owners or (min(owners) >= NOBODY and max(owners) < layout.players)
        )

    def _lie_where_they_say(self, v: list[int], z: list[list[int]]) -> bool:
        """Say whether each component lies in the one zone that its own number names, and the others in none."""
        at, count = self.layout.at, len(self.layout.ids)
        lying = {component: number for number, zone in enumerate(z[1:], 1) for component in zone}
        return len(lying) == sum(map(len, z[1:])) and lying == {
            component: zone for component, zone in enumerate(v[at : at + count]) if zone >= 0
        }

    def _is_frame(self, frame: Frame) -> bool:
        number: int = frame[0]
        if number < FIRST_OWN:
            return len(frame) == _LENGTHS.get(number)
        build = self.machine.compiled
        return number - FIRST_OWN < len(build.points) and len(frame) == 1 + build.slots_of(number - FIRST_OWN)

    def _asks(self, frame: Frame) -> bool:
        number: int = frame[0]
        return number == WINDOW_ASKS or (
            number >= FIRST_OWN and self.machine.compiled.point(number - FIRST_OWN).question is not None
        )


def _is_number(value: Any) -> bool:  # noqa: ANN401
    if isinstance(value, str):
        digits = value.removeprefix("-")
        return digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return isinstance(value, int) and not isinstance(value, bool)


def _read_number(value: Any) -> int:  # noqa: ANN401
    """Return a number that stands as itself or as text. Raises TypeError."""
    if not _is_number(value):
        raise TypeError(value)
    return int(value)


def _read_numbers(values: Any) -> list[int]:  # noqa: ANN401
    """Return a list of numbers. Raises TypeError."""
    if not isinstance(values, list):
        raise TypeError(values)
    # Nearly all stand as themselves.
    return [value if type(value) is int else _read_number(value) for value in values]


def _tuples(slot: Any) -> Any:  # noqa: ANN401  # a number, or tuples of numbers of any depth
    return tuple(_tuples(part) for part in slot) if isinstance(slot, list) else _read_number(slot)
