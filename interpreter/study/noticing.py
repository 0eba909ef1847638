"""Which small changes of a game its playthroughs notice: each is played only by those cases that reach its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.play.checking import ReadyCase
from rulewright.interpreter.play.runner import Outcome, run_case
from rulewright.interpreter.play.used import cards_used
from rulewright.interpreter.state.errors import MatchError
from rulewright.interpreter.study.coverage import Recorder, State, parts_of
from rulewright.interpreter.study.mutants import Mutant


@dataclass(slots=True)
class Told:
    """A case, what it reaches, and what it tells as the game stands."""

    ready: ReadyCase
    transcript: str
    reached: set[Span | int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a small change: the name of the case that noticed it, None where none did.

    `played` is how many cases reach its line; 0 means that nothing does.
    """

    mutant: Mutant
    noticed: str | None
    played: int


def told_of(ready: ReadyCase) -> Told | None:
    """Play a case as the game stands; None when it fails, for then it can notice nothing."""
    seen = Recorder()
    outcome = run_case(ready, observers=(seen,))
    if outcome.findings or outcome.match is None:
        return None
    told = Told(ready, outcome.transcript)
    for part in parts_of(ready.game, seen):
        if part.state is not State.NEVER:
            told.reached.add(part.span)
        if part.state is State.RAN:
            told.reached.update(part.inside)
    told.reached.update(card.position for card in cards_used(outcome.match))
    return told


def verdicts(
    game: Game, mutants: Iterable[Mutant], cases: Sequence[Told], name: Callable[[ReadyCase], str]
) -> Iterable[Verdict]:
    """Yield for each small change whether a case notices it; what played quickest is played first."""
    quick = sorted(cases, key=lambda case: len(case.transcript))
    for mutant in mutants:
        reaching = [case for case in quick if mutant.key in case.reached]
        if isinstance(mutant.key, int):
            # A formula may look at a card that nobody touches: those that use it come first, then all others.
            reaching += [case for case in quick if mutant.key not in case.reached]
        changed = mutant.of(game) if reaching else game
        noticed = next((name(case.ready) for case in reaching if _notices(case, changed)), None)
        yield Verdict(mutant, noticed, len(reaching))


def _notices(case: Told, game: Game) -> bool:
    """Say whether a case fails, or tells something else, with a changed game."""
    try:
        outcome: Outcome = run_case(replace(case.ready, game=game), reference=True)
        return bool(outcome.findings) or outcome.transcript != case.transcript
    except MatchError:
        return True
