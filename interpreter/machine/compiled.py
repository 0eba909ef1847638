"""The compiled machine: runs the Python that a game was compiled to, straight from one decision to the next."""

from __future__ import annotations

import hashlib
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.compiler.module import Compiled, ModuleWriter
from interpreter.content.model import Game
from interpreter.findings import Span
from interpreter.machine import rng, support
from interpreter.machine.errors import RuleError
from interpreter.machine.layout import ENDING, OVER, PHASE, PLAYING, ROUND, SEED, SETTING_UP, STAGE, Layout
from interpreter.machine.moments import FIRST_OWN, MAIN, Extra, Listener, Moments
from interpreter.machine.state import State
from interpreter.machine.support import Fault, Finish
from interpreter.machine.traffic import Traffic

MOST_BLOCKS = 100_000
MOST_FRAMES = 1_000
YES_NO = (1, 0)


class FastState:
    """A state of the compiled machine: plain numbers and lists at every decision.

    `v`, `z` are those of the reference machine. `k` counts who listens. `f` holds the frames, `o` the options of the
    present decision, `p` the seat that decides. `a` and `u` are only used between two decisions.
    """

    __slots__ = ("a", "f", "k", "o", "p", "u", "v", "z")

    def __init__(self, v: list[int], z: list[list[int]], k: list[int], f: list[list[Any]]) -> None:
        self.v = v
        self.z = z
        self.k = k
        self.f = f
        self.o: Sequence[int] = ()
        self.p = -1
        self.a = 0
        self.u: list[list[Any]] = []

    def clone(self) -> FastState:
        """Return an exact copy that shares nothing changeable."""
        copy = FastState.__new__(FastState)
        copy.v = self.v.copy()
        copy.z = [zone.copy() for zone in self.z]
        copy.k = self.k.copy()
        copy.f = [frame.copy() for frame in self.f]
        copy.o = self.o
        copy.p = self.p
        copy.a = 0
        copy.u = []
        return copy

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.v[STAGE] == OVER

    def digest(self, content: str) -> str:
        """Return a fingerprint (sha256, hexadecimal) that is equal for equal states of the content with that digest."""
        text = json.dumps([content, self.v, self.z, self.f], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


class Machine:
    """A game compiled for a number of players and a set of options."""

    def __init__(self, game: Game, players: int, options: Mapping[str, int], *, ask_forced: bool = False) -> None:
        self.game = game
        self.layout = Layout(game, players)
        writer = ModuleWriter(game, self.layout, options, ask_forced=ask_forced, first_block=FIRST_OWN)
        self.compiled: Compiled = writer.write()
        self.traffic = Traffic(self.layout, writer.keys)
        self.moments = Moments(self.layout, self.traffic)
        self.keys = writer.keys.count * writer.keys.width
        self.filename = f"<{game.id} for {players}>"
        self.namespace = self._run_module(writer)
        plain = State.new(self.layout, 0)
        self.blank = FastState(plain.v, plain.z, [0] * self.keys, [[MAIN]])
        self.traffic.recount(plain.v, self.blank.k)
        self.phases = [self._phases(number) for number in range(game.last_round + 1)]
        blocks = [self._main, *self.moments.blocks()]
        blocks += [self._main] * (FIRST_OWN - len(blocks))
        self.blocks: list[Callable[..., bool | None]] = [*blocks, *self.namespace["BLOCKS"]]

    def _run_module(self, writer: ModuleWriter) -> dict[str, Any]:
        namespace: dict[str, Any] = {
            **{function.__name__: function for function in support.FUNCTIONS},
            **self.traffic.functions(),
            **self.moments.functions(),
            "Finish": Finish,
            "MOST": support.MOST,
            "YES_NO": YES_NO,
            "YES_DONE": YES_NO,
            "EXTRAS": [],
            "shuffle": rng.shuffle,
            "random": self._random,
            "random_of": self._random_of,
            "run_effect": self._run_effect,
            "effect_starts": self._effect_starts,
            "changed": self._changed,
        }
        exec(compile(self.compiled.source, self.filename, "exec"), namespace)  # noqa: S102  # our own source
        window_numbers = {name: number for number, name in enumerate(self.game.windows)}
        for ability, (condition, can_start, run) in zip(self.game.abilities, namespace["ABILITIES"], strict=True):
            pattern = []
            for position, wanted in enumerate(ability.pattern):
                if wanted is not None:
                    pattern.append((position, int(writer.writer.text(wanted, {}))))
            listener = Listener(
                ability, ability.automatic, ability.limit, tuple(pattern), condition, can_start, run
            )
            sides = self.moments.listeners[window_numbers[ability.window]]
            side = (ability.card, ability.side)
            sides[side] = (*sides.get(side, ()), listener)
        self.moments.takes_part = namespace["TAKES_PART"]
        self.moments.extras = [Extra(*parts) for parts in namespace["EXTRAS"]]
        return namespace

    def _phases(self, number: int) -> list[Callable[..., bool | None]]:
        kind = next((kind for kind in self.game.round_kinds if number in kind.rounds), None)
        names = kind.phases if kind is not None else ()
        return [self.namespace[f"P_{name.replace('-', '_')}"] for name in names]

    # ---------------------------------------------------------------- what compiled code calls
    def _random(self, s: Any, low: int, high: int) -> int:
        if high < low:
            raise Fault(f"there is no number from {low} to {high}")
        return low + rng.below(s, high - low + 1)

    def _random_of(self, s: Any, items: Sequence[int]) -> int:
        return items[rng.below(s, len(items))] if items else -1

    def _run_effect(self, table: Any, s: Any, me: int, component: int) -> bool | None:
        effect = table[component][s.v[self.layout.face + component] if component >= 0 else 0]
        return None if effect is None else effect(s, me, component)

    def _effect_starts(self, table: Any, v: list[int], z: Any, k: Any, me: int, component: int) -> bool:
        test = table[component][v[self.layout.face + component] if component >= 0 else 0]
        return test is not None and test(v, z, k, me, component)

    def _changed(
        self, v: list[int], z: list[list[int]], k: list[int], result: int, subject: int, sides: Any, args: tuple[Any, ...]
    ) -> int:
        """Return a value as the cards in play change it, those of later players and cards behind those of earlier ones."""
        found: list[tuple[str, int]] = []
        layout = self.layout
        for component in self.traffic.cards_in_play(v, z):
            for op, whose, number in sides.get((layout.card_of[component], v[layout.face + component]), ()):
                owner = v[layout.owner + component]
                if whose == "owner" and owner != subject or whose == "opponents" and subject in (owner, -1):
                    continue
                amount = number(v, z, k, *args, component, owner)
                if amount is not None:
                    found.append((op, amount))
        for wanted in ("to", "add", "at_least", "at_most"):
            for op, amount in found:
                if op == wanted:
                    result = _applied(result, op, amount)
        return result

    # ---------------------------------------------------------------- the course of the game
    def new(self, seed: int = 0) -> FastState:
        """Return a new game at its first decision. Raises RuleError when the content is at fault."""
        s = self.blank.clone()
        s.v[SEED] = seed
        self._guarded(s, self.namespace["SETUP"])
        return s

    def step(self, s: FastState, option: int) -> None:
        """Take the option with this position of the present decision, and run up to the next.

        Raises IndexError for an option that is not there, and RuleError when the content is at fault.
        """
        if option < 0:
            raise IndexError(option)
        s.a = s.o[option]
        self._guarded(s, None)

    def _guarded(self, s: FastState, unit: Callable[..., bool | None] | None) -> None:
        try:
            self._run(s, unit)
        except Finish:
            while True:
                s.u.clear()
                del s.f[1:]
                try:
                    self._run(s, self._finished)
                except Finish:
                    continue
                break
        except (Fault, ArithmeticError, LookupError, RecursionError) as error:
            raise self._explained(s, error) from None

    def _run(self, s: FastState, unit: Callable[..., bool | None] | None) -> None:
        frames, left, blocks = s.f, s.u, self.blocks
        if unit is not None:
            result = unit(s)
            if result is not None:
                frames.extend(reversed(left))
                left.clear()
                if result is False:
                    return
        for _ in range(MOST_BLOCKS):
            frame = frames[-1]
            result = blocks[frame[0]](s, frame)
            if result is None:
                continue
            if left:
                frames.extend(reversed(left))
                left.clear()
                if len(frames) > MOST_FRAMES:
                    raise Fault(f"more than {MOST_FRAMES} rules wait for one another: this does not end")
            if result is False:
                return
        support.endless()

    def _main(self, s: FastState, _frame: list[Any]) -> bool | None:
        """Go on with the next phase, round, or part of the game, until something must be asked."""
        v = s.v
        while True:
            if v[STAGE] == SETTING_UP:
                v[STAGE], v[ROUND], v[PHASE] = PLAYING, 1, 0
            elif v[STAGE] == PLAYING:
                v[PHASE] += 1
            else:
                return self._end(s)
            phases = self.phases[v[ROUND]]
            while v[PHASE] >= len(phases):
                if v[ROUND] >= self.game.last_round:
                    v[STAGE], v[PHASE] = ENDING, -1
                    break
                v[ROUND] += 1
                v[PHASE] = 0
                phases = self.phases[v[ROUND]]
            result = self.namespace["ENDING"](s) if v[STAGE] == ENDING else phases[v[PHASE]](s)
            if result is not None:
                return bool(result)

    def _finished(self, s: FastState) -> bool | None:
        """End the rounds; inside the ending, end the game."""
        if s.v[STAGE] == ENDING:
            return self._end(s)
        s.v[STAGE], s.v[PHASE] = ENDING, -1
        result: bool | None = self.namespace["ENDING"](s)
        return result

    def _end(self, s: FastState) -> bool:
        s.v[STAGE] = OVER
        s.f.clear()
        s.o, s.p = (), -1
        return False

    # ---------------------------------------------------------------- faults
    def _explained(self, s: FastState, error: Exception) -> RuleError:
        """Turn an error inside compiled code into one that names the author's line."""
        lines = [
            frame.lineno
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == self.filename and frame.lineno is not None
        ]
        span: Span = self.game.rank.span
        for line in reversed(lines):
            place = self.compiled.places[line - 1]
            if place is not None:
                span = place
                break
        messages = {ZeroDivisionError: "a number is divided by 0", RecursionError: "rules call one another without end"}
        return RuleError(span, messages.get(type(error), str(error)))


def _applied(result: int, op: str, amount: int) -> int:
    match op:
        case "to":
            return amount
        case "add":
            return result + amount
        case "at_least":
            return max(result, amount)
    return min(result, amount)
