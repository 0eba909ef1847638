"""Looking ahead from a position: how good each option is, and how a game stands that is played on by a policy.

On the native machine both are one call; elsewhere they are played decision by decision, and come to the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.bots.leads import lead_in, numbers_of
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.state.errors import RuleError
from rulewright.interpreter.state.rng import draw, mixed

_STEP = 0x9E3779B97F4A7C15
_LOOSE = 256


@dataclass(frozen=True, slots=True)
class Policy:
    """How a game is played on, and how far.

    Of `tried` options (0: of all) the one with the best lead behind it is taken, and in `loose` of 256 decisions any.
    It goes on through `depth` decisions at most, and up to the beginning of the round `until` (-1: of none).
    """

    depth: int
    until: int = -1
    tried: int = 0
    loose: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands: the estimate of each seat, whether it is over, and who has won."""

    numbers: list[int]
    over: bool
    winners: list[int]


def prospects(match: Playable) -> list[int | None]:
    """Return for each option twice the lead of who decides behind it, and one more where that has won.

    None stands for an option behind which the content is at fault.
    """
    found = match.prospects() if isinstance(match, NativeMatch) else None
    return list(found) if found is not None else [_sound(match, option) for option in range(match.choices)]


def played_on(match: Playable, seed: int, policy: Policy) -> Standing:
    """Return how a game stands that is played on from here; the match stays where it is.

    The choices follow from `seed`, from 0 to 2**64 - 1, alone. Raises RuleError when the content is at fault.
    """
    found = _natively_played(match, seed, policy)
    if found is not None:
        return found
    copy = match.clone(journal=False)
    taken = 0
    while copy.choices and taken < policy.depth and (policy.until < 0 or copy.round < policy.until):
        taken += 1
        copy.apply(_by_policy(copy, draw(seed, 0, taken), policy))
    return standing_of(copy)


def standing_of(match: Playable) -> Standing:
    """Return how a match stands. Raises RuleError when the content is at fault."""
    over = not match.choices and match.over
    return Standing(numbers_of(match), over, match.winners() if over else [])


def _natively_played(match: Playable, seed: int, policy: Policy) -> Standing | None:
    if not isinstance(match, NativeMatch):
        return None
    found = match.played_on(seed, policy.depth, policy.until, policy.tried, policy.loose)
    if found is None:
        return None
    numbers, won, over = found
    return Standing(numbers, over, [seat for seat, has_won in enumerate(won) if has_won])


def _sound(match: Playable, option: int) -> int | None:
    try:
        return _prospect(match, option)
    except RuleError:
        return None


def _prospect(match: Playable, option: int) -> int:
    seat, copy = match.turn, match.clone(journal=False)
    copy.apply(option)
    won = not copy.choices and copy.over and seat in copy.winners()
    return 2 * lead_in(numbers_of(copy), seat) + won


def _by_policy(match: Playable, number: int, policy: Policy) -> int:
    if match.choices == 1:
        return 0
    if number % _LOOSE < policy.loose or policy.tried == 1:
        return _part(mixed(number + _STEP), match.choices)
    return _best_of_few(match, number, policy.tried)


def _best_of_few(match: Playable, number: int, tried: int) -> int:
    """Return the best of a few options at equal distances, from one by chance on; of several one by chance."""
    choices = match.choices
    looked_at = min(tried, choices) if tried else choices
    number = mixed(number + _STEP)
    first = _part(number, choices) if looked_at < choices else 0
    best, equal, found = 0, 0, 0
    for turn in range(looked_at):
        option = (first + turn * choices // looked_at) % choices
        prospect = _prospect(match, option)
        if turn and prospect < best:
            continue
        equal = equal + 1 if turn and prospect == best else 1
        best = prospect
        number = mixed(number + _STEP)
        if equal == 1 or _part(number, equal) == 0:
            found = option
    return found


def _part(number: int, n: int) -> int:
    return (number >> 32) * n >> 32
