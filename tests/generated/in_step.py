"""Plays a generated game on both machines side by side, and sees that they are at one in everything they tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.event_json import as_json
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.decision import Decision
from rulewright.interpreter.state.errors import MatchError, NeverEnds, RuleError

T = TypeVar("T")


@dataclass(frozen=True)
class Opening:
    """How a game is opened, and the choices that are made: a seed for each."""

    players: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    ask: bool = False
    silent: bool = False
    """Whether the compiled machine plays without a journal."""
    faults: bool = True
    """Whether both have to find the same faults; else a game is over when one of them finds any."""
    most: int = 24
    """How many decisions are taken."""


class Difference(AssertionError):
    """The two machines differ; `what` is in one word in what, `taken` the ids chosen before."""

    def __init__(self, what: str, slow: object, fast: object, taken: list[str]) -> None:
        super().__init__(
            f"{what}\n  reference: {slow}\n  compiled:  {fast}\n  behind: {', '.join(taken) or 'nothing'}"
        )
        self.what = what
        self.taken = taken


def opening_of(game: Game, seed: int, left_out: Collection[str] = ()) -> Opening:
    """Return a random opening of a game; `left_out` is what the machines are known to do differently."""
    rng = Random(seed)
    options = {
        option.name: rng.choice(option.values) for option in game.options.values() if rng.random() < 0.5
    }
    players = rng.randint(game.min_players, game.max_players)
    ask, silent = rng.random() < 0.3, rng.random() < 0.3
    return Opening(players, rng.randrange(2**40), options, ask, silent, "faults" not in left_out)


def play_in_step(game: Game, opening: Opening) -> str:
    """Play a game with random choices on both machines; return in a word how it ended. Raises Difference."""
    return _Pair(game, opening).play()


class _Pair:
    def __init__(self, game: Game, opening: Opening) -> None:
        self.game, self.opening = game, opening
        self.rng = Random(opening.seed)
        self.taken: list[str] = []
        self.heard = 0

    def play(self) -> str:
        o = self.opening
        given = {"seed": o.seed, "options": o.options, "ask_forced": o.ask}
        opened = self._both(
            lambda: Match(self.game, o.players, journal=not o.silent, **given),  # type: ignore[arg-type]
            lambda: _looked_at(FastMatch(self.game, o.players, journal=not o.silent, **given)),  # type: ignore[arg-type]
        )
        if opened is None:
            return "fault at once"
        self.slow, self.fast = opened
        for _ in range(self.opening.most):
            self._same()
            if self.slow.decision is None:
                self._ended()
                return "over"
            if not self._step():
                return "fault"
        return "stopped"

    def _same(self) -> None:
        self._equal("question", told(self.slow.decision), told(self.fast.decision))
        self._equal("turn", (self.slow.turn, self.slow.choices), (self.fast.turn, self.fast.choices))
        self._equal("state", self.slow.state.v, self.fast.state.v)
        self._equal("zones", self.slow.state.z, self.fast.state.z)
        counted = self.fast.state.k.copy()
        self.fast._machine.traffic.recount(self.fast.state.v, counted)
        self._equal("counts", counted, self.fast.state.k)
        if not self.opening.silent:
            slow = [as_json(event, self.slow) for event in self.slow.journal_from(self.heard)]
            fast = [as_json(event, self.fast) for event in self.fast.journal_from(self.heard)]
            for one, other in zip(slow, fast, strict=False):
                self._equal("journal", one, other)
            self._equal("journal", slow, fast)
            self.heard += len(slow)

    def _estimates(self) -> None:
        """See that both think alike of the position; a fault of the estimate is told by the reference alone."""
        found = self._both(self.slow.estimates, self.fast.estimates)
        if found is not None:
            self._equal("estimate", *found)

    def _step(self) -> bool:
        """Take an option on both, on copies first; return whether both go on."""
        option = self.rng.randrange(self.slow.choices)
        before = self.slow.digest(), self.fast.digest()
        if self.rng.random() < 0.3:
            self._copies()
            self._estimates()
        if self.rng.random() < 0.15:
            self._resume()
        assert self.slow.decision is not None
        self.taken.append(self.slow.decision.ids[option])
        copies = self.slow.clone(), self.fast.clone(journal=True)
        going = self._both(lambda: self.slow.apply(option), lambda: _taken(self.fast, option))
        self._equal("original of a copy", before, (copies[0].digest(), copies[1].digest()))
        return going is not None

    def _copies(self) -> None:
        """Take any option on copies, and see that the originals stand where they stood."""
        before = self.slow.digest(), self.fast.digest()
        option = self.rng.randrange(self.slow.choices)
        slow, fast = self.slow.clone(journal=False), self.fast.clone()
        if self._both(lambda: slow.apply(option), lambda: _taken(fast, option)) is not None:
            self._equal("copy", (slow.state.v, slow.state.z), (fast.state.v, fast.state.z))
            self._equal("question of a copy", told(slow.decision), told(fast.decision))
        self._equal("original", before, (self.slow.digest(), self.fast.digest()))

    def _resume(self) -> None:
        """Go on with matches that were saved and resumed."""
        before = self.slow.digest(), self.fast.digest()
        journal = not self.opening.silent
        self.slow = Match.resume(self.game, _carried(self.slow.save()), journal=journal)
        self.fast = FastMatch.resume(self.game, _carried(self.fast.save()), journal=journal)
        self._equal("resumed", before, (self.slow.digest(), self.fast.digest()))

    def _ended(self) -> None:
        self._equal("over", self.slow.over, self.fast.over)
        self._equal("digest", self.slow.digest(), self.fast.digest())
        self._equal("moves", self.slow.moves, self.fast.moves)
        results = self._both(
            lambda: (self.slow.scores(), self.slow.winners()),
            lambda: (self.fast.scores(), self.fast.winners()),
        )
        if results is not None:
            self._equal("result", *results)
        self._estimates()
        for player in (None, *range(len(self.slow.names))):
            self._equal("view", self.slow.view(player), self.fast.view(player))

    def _both(self, slow: Callable[[], T], fast: Callable[[], T]) -> tuple[T, T] | None:
        """Do something on both machines; None when both find the same fault."""
        one, first = _tried(slow)
        other, second = _tried(fast)
        if not self.opening.faults and (one is not None or other is not None):
            return None
        self._equal("fault", fault(one), fault(other))
        if one is None:
            return first, second  # type: ignore[return-value]
        # A fault of the result, which belongs to no rule, is told by the reference alone.
        known = other.__context__ if isinstance(other, RuleError) and other.rule is not None else None
        if isinstance(known, RuleError):
            self._places(one, known)
        return None

    def _places(self, told: MatchError, met: RuleError) -> None:
        """Compare where the reference tells a fault with where compiled code has met it.

        A value may be written out where it is asked for, and worked out once for several that ask for it; and what
        never ends may be given up in another turn. People are told what the reference says.
        """
        if isinstance(told, NeverEnds):
            self._equal("sort of the fault", type(told), type(met))
            self._equal("place of the fault", places(told)[-1:], places(met)[-1:])
            return
        (values, rules), (met_values, met_rules) = _by_values(places(told)), _by_values(places(met))
        self._equal("place of the fault", rules, met_rules)
        if not {name for name, _, _ in met_values} <= {name for name, _, _ in values}:
            raise Difference("values of the fault", values, met_values, self.taken)

    def _equal(self, what: str, slow: object, fast: object) -> None:
        if slow != fast:
            raise Difference(what, slow, fast, self.taken)


def _carried(save: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a save as it comes out of a file."""
    return json.loads(json.dumps(save))  # type: ignore[no-any-return]


def _looked_at(match: FastMatch) -> FastMatch:
    """Make the words of a question: without a journal a fault in them is met when somebody looks."""
    _ = match.decision
    return match


def _taken(match: FastMatch, option: int) -> None:
    match.apply(option)
    _looked_at(match)


def _tried(act: Callable[[], T]) -> tuple[MatchError | None, T | None]:
    try:
        return None, act()
    except MatchError as error:
        return error, None


def told(decision: Decision | None) -> object:
    """Return everything that a decision tells."""
    if decision is None:
        return None
    options = [(choice.id, choice.value, choice.label) for choice in decision.options]
    return decision.player, decision.prompt, decision.kind, decision.picked, decision.among, options


def fault(error: MatchError | None) -> object:
    """Return everything that a fault tells."""
    return None if error is None else (type(error).__name__, str(error))


Rule = tuple[str, str, int]
"""What a rule is called, its file, and the line that was carried out."""


def _by_values(rules: list[Rule]) -> tuple[list[Rule], list[Rule]]:
    """Return the values of the rules in which a fault arose, and the rules that asked for them."""
    first = next((at for at, (rule, _, _) in enumerate(rules) if not rule.startswith("value ")), len(rules))
    return rules[:first], rules[first:]


def places(error: MatchError | None) -> list[Rule]:
    """Return what compiled code alone must know of a fault: its rule and line, and those of the rules above."""
    if not isinstance(error, RuleError):
        return []
    above = [(cause.rule, cause.span.file, cause.span.line) for cause in error.above]
    return [(error.rule or "", error.span.file, error.span.line), *above]
