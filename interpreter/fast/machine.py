"""The compiled machine: runs the Python that a game was compiled to, straight from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from rulewright.interpreter.compiler.build import Build, BuildWriter, Question
from rulewright.interpreter.compiler.counting import FUEL
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast import support, windows
from rulewright.interpreter.fast.asking import Asker
from rulewright.interpreter.fast.faults import CAUGHT, Explainer
from rulewright.interpreter.fast.quick_moves import QuickTraffic
from rulewright.interpreter.fast.state import FastState, Frame, Watch
from rulewright.interpreter.fast.support import Finish, FormulaFault, Oversized
from rulewright.interpreter.fast.traffic import LONG, Traffic
from rulewright.interpreter.fast.windows import FIRST_OWN, MAIN, Extra, Listener, Steps, Windows
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.language.weights import weight_of
from rulewright.interpreter.state.errors import NeverEnds
from rulewright.interpreter.state.layout import (
    DRAWN,
    ENDING,
    NOWHERE,
    OVER,
    PHASE,
    PLAYING,
    ROUND,
    SEED,
    SETTING_UP,
    STAGE,
    Layout,
)
from rulewright.interpreter.state.limits import LARGEST, MOST_STEPS
from rulewright.interpreter.state.position import Begin, Position
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.rounds import ROUNDS, not_over, rounds_span
from rulewright.interpreter.state.setting import Setting, numbering_of, setting_for
from rulewright.interpreter.state.sizes import too_wide
from rulewright.interpreter.state.state import State
from rulewright.interpreter.state.variants import is_automatic

YES_NO = (1, 0)
BEGIN = FIRST_OWN - 1
"""The block at which a match that starts from a stated position waits until the position has been made."""

_TURNS = range(MOST_STEPS)

Block = Callable[[FastState, Frame], bool | None]
Unit = Callable[..., bool | None]


class Machine:
    """A game compiled for a number of players and a set of options (by name, as numbers).

    `new` opens a game and `step` takes an option of a state; both run to the next decision. What is asked stands in the
    state: `o` holds an entry for each option, none when the game is over or has failed, and `p` the seat that decides.
    `interpreter/fast/match.py` puts names to all this, and `interpreter/fast/noting.py` keeps a journal.
    """

    state_class: type[FastState] = FastState
    traffic_class: type[Traffic] = QuickTraffic
    windows_class: type[Windows] = Windows

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, int],
        *,
        ask_forced: bool = False,
        build: Build | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.ask_forced = ask_forced
        self.filename = f"<{game.id} for {players}>"
        program, self.layout = self._numbered(game, players)
        if build is None:
            writer = BuildWriter(
                game, self.layout, program, options, ask_forced=ask_forced, first_block=FIRST_OWN
            )
            build = writer.build(self.filename)
        self.compiled = build
        self._questions: dict[int, Question] = {}
        self.traffic = self.traffic_class(self.layout, build.listens)
        self.windows = self.windows_class(self.layout, self.traffic)
        self.namespace = self._run_module()
        plain = State.new(self.layout, 0)
        self.blank = self.state_class(plain.v, plain.z, [0] * build.room, [[MAIN]])
        self.blank.k[FUEL] = MOST_STEPS
        self.traffic.recount(plain.v, self.blank.k)
        self.phases = [self._phases(number) for number in range(game.last_round + 1)]
        blocks: list[Block] = [self._main, *self.windows.blocks()]
        blocks += [self._main] * (BEGIN - len(blocks))
        self.blocks: list[Block] = [*blocks, self._wait, *self.namespace["BLOCKS"]]
        self.explainer = Explainer(build, game, self.filename, self.windows, self.namespace["BLOCKS"])
        self.set_out = self._after_what_is_alike()

    def _numbered(self, game: Game, players: int) -> tuple[Program, Layout]:
        """Return the numbers of a game's statements, and of its components, zones and slots."""
        return numbering_of(game, players)

    def question(self, block: int) -> Question:
        """Return what is asked where a block of the game's own waits for an answer."""
        if block not in self._questions:
            question = self.compiled.point(block - FIRST_OWN).question
            assert question is not None
            self._questions[block] = question
        return self._questions[block]

    @cached_property
    def setting(self) -> Setting:
        """The setting of a match of players called by their seats, for whatever their names make no difference to."""
        names = tuple(str(seat) for seat in range(self.layout.players))
        return setting_for(self.game, names, dict(self.options))

    @cached_property
    def asker(self) -> Asker:
        """What takes down the questions."""
        return Asker(self.setting, self.windows, self.question)

    @cached_property
    def layout_digest(self) -> str:
        """A fingerprint (sha256, hexadecimal): states of machines with the same one mean the same."""
        return self.compiled.layout_digest(Path(windows.__file__).read_bytes())

    def _functions(self) -> dict[str, Callable[..., Any]]:
        """Return what compiled code calls."""
        return {
            **{function.__name__: function for function in support.FUNCTIONS},
            **self.traffic.functions(),
            **self.windows.functions(),
            "drawing": self._drawing,
            "random": self._random,
            "random_of": self.layout.chance.one_of,
            "by_place": self.layout.eyes.by_place,
            "run_effect": self._run_effect,
            "effect_starts": self._effect_starts,
            "changed": self._changed,
        }

    def _run_module(self) -> dict[str, Any]:
        namespace: dict[str, Any] = {
            **self._functions(),
            "Finish": Finish,
        }
        exec(self.compiled.code, namespace)  # noqa: S102  # the compiler's own output
        self.traffic.note_long_lists(
            value
            for name, value in namespace.items()
            if name.startswith("K_") and isinstance(value, tuple) and len(value) >= LONG
        )
        numbers = {name: number for number, name in enumerate(self.game.windows)}
        for ability, functions, pattern in zip(
            self.game.abilities, namespace["ABILITIES"], self.compiled.patterns, strict=True
        ):
            automatic = is_automatic(self.game, self.options, ability)
            steps = Steps(1 + weight_of(ability.condition), weight_of(ability.body))
            listener = Listener(ability, automatic, ability.limit, pattern, steps, *functions)
            sides = self.windows.listeners[numbers[ability.window]]
            side = (ability.card, ability.side)
            sides[side] = (*sides.get(side, ()), listener)
        self.windows.index()
        self.windows.takes_part = namespace["TAKES_PART"]
        self.windows.extras = [Extra(*parts) for parts in namespace["EXTRAS"]]
        return namespace

    def phase_names(self, number: int) -> tuple[str, ...]:
        """Return the names of the phases of a round, in order."""
        kind = next((kind for kind in self.game.round_kinds if number in kind.rounds), None)
        return tuple(kind.phases) if kind is not None else ()

    def _phases(self, number: int) -> list[Unit]:
        return [self.namespace["PHASES"][name] for name in self.phase_names(number)]

    # ---------------------------------------------------------------- what compiled code calls
    def _drawing(self, v: list[int], z: list[list[int]]) -> State:
        """Return what numbers are drawn from, where only the lists of a state are at hand."""
        return State(v, z, [])

    def _random(self, s: Any, place: int, low: int, high: int) -> int:  # noqa: ANN401  # the running state
        if high < low:
            raise FormulaFault(f"there is no number from {low} to {high}", "random")
        if high - low >= LARGEST:
            raise Oversized(too_wide(low, high))
        return self.layout.chance.number(s, place, low, high)

    def _run_effect(self, table: Any, s: FastState, me: int, component: int) -> bool | None:  # noqa: ANN401
        effect: Unit = table[component][s.v[self.layout.face + component] if component >= 0 else 0]
        return effect(s, me, component)

    def _effect_starts(  # what compiled code hands over
        self,
        table: Any,  # noqa: ANN401
        v: list[int],
        z: Any,  # noqa: ANN401
        k: Any,  # noqa: ANN401
        me: int,
        component: int,
        *handed: Any,  # noqa: ANN401
    ) -> bool:
        test = table[component][v[self.layout.face + component] if component >= 0 else 0]
        return bool(test(v, z, k, me, component, *handed))

    def _changed(  # noqa: PLR0913, PLR0917  # what compiled code hands over
        self,
        v: list[int],
        z: list[list[int]],
        k: list[int],
        cards: Iterable[int],
        result: int,
        subject: int,
        sides: Any,  # noqa: ANN401
        args: tuple[Any, ...],
    ) -> int:
        found: list[tuple[str, int]] = []
        layout = self.layout
        gone_through = 0
        for component in cards:
            gone_through += 1
            for op, whose, number in sides.get((layout.card_of[component], v[layout.face + component]), ()):
                owner = v[layout.owner + component]
                if (whose == "owner" and owner != subject) or (
                    whose == "opponents" and subject in (owner, -1)
                ):
                    continue
                amount = number(v, z, k, *args, component, owner)
                if amount is not None:
                    found.append((op, amount))
        support.burn(k, gone_through)
        for wanted in ("to", "add", "at_least", "at_most"):
            for op, amount in found:
                if op == wanted:
                    result = _applied(result, op, amount)
        return result

    def results(self, s: FastState) -> dict[int, tuple[int, ...]]:
        """Return the numbers that the result ranks by as the game stands, for each seat that is ranked.

        What they raise is an error of Python where the content is at fault.
        """
        ranked, by = self.namespace["RANKED"], self.namespace["RANKED_BY"]
        s.k[FUEL] = MOST_STEPS
        return {player: by(s.v, s.z, s.k, player) for player in ranked(s.v, s.z, s.k)}

    def estimates(self, s: FastState) -> list[int]:
        """Return how good the position is for each seat; what it raises is as for `results`."""
        rate = self.namespace["STANDING" if s.v[STAGE] == OVER else "ESTIMATE"]
        s.k[FUEL] = MOST_STEPS
        return [rate(s.v, s.z, s.k, player) for player in range(self.layout.players)]

    # ---------------------------------------------------------------- the course of the game
    def new(self, seed: int = 0, *, waits: bool = False, watch: Watch | None = None) -> FastState:
        """Return a new game at its first decision; one that `waits` stops behind the set-up, for `begin`.

        Raises RuleError when the content is at fault.
        """
        s = self.laid_out(seed, waits=waits, watch=watch)
        self.set_up(s)
        return s

    def laid_out(self, seed: int = 0, *, waits: bool = False, watch: Watch | None = None) -> FastState:
        """Return a new game whose set-up is still to be carried out, or the part of it that is not always alike."""
        s = (self.set_out or self.blank).clone()
        s.own_zones()
        s.v[SEED] = seed
        s.watch = watch
        if waits:
            s.f.append([BEGIN])
        return s

    def set_up(self, s: FastState) -> None:
        """Carry out the set-up, and run to the first decision. Raises RuleError when the content is at fault."""
        self._run(s, self._set_up if self.set_out is None else self.namespace["SETUP"])

    def _set_up(self, s: FastState) -> bool | None:
        """Carry out the whole set-up; the first part of it never pauses."""
        self._carry_out_alike(s)
        result: bool | None = self.namespace["SETUP"](s)
        return result

    def _carry_out_alike(self, s: FastState) -> None:
        """Carry out the part of the set-up that is alike in all games."""
        self.namespace["SETUP_ALIKE"](s)

    def _after_what_is_alike(self) -> FastState | None:
        """Return where every game stands behind the part of its set-up that is alike, None when it may differ."""
        s = self.blank.clone()
        s.own_zones()
        try:
            self._carry_out_alike(s)
        except (Finish, *CAUGHT):
            return None
        return s if s.v[DRAWN] == 0 else None

    def step(self, s: FastState, option: int) -> None:
        """Take the option with this position of the present decision, and run up to the next.

        Raises IndexError for an option that is not there (the state is unchanged; a game that is over or has failed has
        none), and RuleError when the content is at fault; the state then has failed.
        """
        if option < 0:
            raise IndexError(option)
        s.a = s.o[option]
        s.k[FUEL] = MOST_STEPS
        frames = s.f
        frame = frames[-1]
        try:
            # Most steps are over in one block, and the frames of what it has called; the loop is for the others.
            result = self.blocks[frame[0]](s, frame)
            if result is False:
                left = s.u
                if not left:
                    return
                left.reverse()
                frames.extend(left)
                left.clear()
                return
            self._go_on(s, result)
        except Finish:
            self._finish(s)
        except CAUGHT as error:
            self._fail(s, error)

    def begin(self, s: FastState, begin: Begin, setting: Setting) -> list[list[Any]] | None:
        """Make the stated position of a game that waits for it, and go on. Return the edits, or None before that.

        Raises BadPosition, and RuleError when the content is at fault.
        """
        if s.o or not s.f or s.f[-1][0] != BEGIN:
            return None
        s.f.pop()
        s.own_zones()
        s.v[STAGE], s.v[ROUND] = PLAYING, begin.round
        position = Position(setting, s.as_state(), self._journal_of(s))
        begin.edit(position)
        self.traffic.recount(s.v, s.k)
        s.v[PHASE] = setting.phases(begin.round).index(begin.phase) - 1
        self._run(s, None)
        return position.edits

    def _journal_of(self, _s: FastState) -> list[Event] | None:
        """Return where the edits of a stated position are noted: nowhere."""
        return None

    def _run(self, s: FastState, unit: Unit | None) -> None:
        """Run a unit, then whatever the frames say, up to the next decision."""
        try:
            self._go_on(s, unit(s) if unit is not None else None)
        except Finish:
            self._finish(s)
        except CAUGHT as error:
            self._fail(s, error)

    def _finish(self, s: FastState) -> None:
        """Give up all that is running, and go on with the ending."""
        s.u.clear()
        del s.f[1:]
        if self.layout.levels != NOWHERE:
            s.v[self.layout.levels] = 0
        self._run(s, self._finished)

    def _fail(self, s: FastState, error: Exception) -> NoReturn:
        fault = self.explainer.explained(s, error)
        s.u.clear()
        s.o, s.p = (), -1
        raise fault from None

    def _go_on(self, s: FastState, result: bool | None) -> None:
        """Go on after a block has given back a result, until a decision waits."""
        frames, left, blocks = s.f, s.u, self.blocks
        for _ in _TURNS:
            if left:
                left.reverse()
                frames.extend(left)
                left.clear()
            if result is False:
                return
            frame = frames[-1]
            result = blocks[frame[0]](s, frame)
        support.endless()

    def _main(self, s: FastState, _frame: Frame) -> bool | None:
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
                if self._rounds_are_over(s):
                    v[STAGE], v[PHASE] = ENDING, -1
                    break
                v[ROUND] += 1
                v[PHASE] = 0
                phases = self.phases[v[ROUND]]
            result = self.namespace["ENDING"](s) if v[STAGE] == ENDING else phases[v[PHASE]](s)
            if result is not None:
                return bool(result)

    def _rounds_are_over(self, s: FastState) -> bool:
        """Say whether no further round follows the one that has come to its end."""
        round_ = s.v[ROUND]
        if self.namespace["UNTIL"](s.v, s.z, s.k):
            return True
        if round_ >= self.game.last_round and self.game.must_end:
            fault = NeverEnds(rounds_span(self.game), not_over(self.game))
            fault.pass_through(ROUNDS, fault.span)
            raise fault
        return round_ >= self.game.last_round

    def _wait(self, s: FastState, _frame: Frame) -> bool:
        """Stop: the set-up is through, and the stated position is to be made."""
        s.o, s.p = (), -1
        return False

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


def _applied(result: int, op: str, amount: int) -> int:
    match op:
        case "to":
            return amount
        case "add":
            return result + amount
        case "at_least":
            return max(result, amount)
    return min(result, amount)
