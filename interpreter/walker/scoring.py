"""The result: who is ranked, with which numbers, and who shares the best."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.state.layout import OVER, STAGE
from rulewright.interpreter.state.setting import Setting
from rulewright.interpreter.state.state import State
from rulewright.interpreter.walker.evaluate import listed, number


def results_of(t: Setting, s: State) -> dict[int, tuple[int, ...]]:
    """Return the numbers that the result ranks by, for each seat that is ranked."""
    s.fuel.fill()
    ranked = listed(t, s, {}, t.game.rank)
    return {
        player: tuple(number(t, s, {"player": player}, key) for key in t.game.result_of_player)
        for player in ranked
    }


def estimates_of(t: Setting, s: State) -> list[int]:
    """Return how good the position is for each seat: by the rules' estimate; when the game is over, by the result.

    Rules that state no estimate count as if the game ended now. Who is not ranked is behind all who are, by as
    much as is missing.
    """
    s.fuel.fill()
    game = t.game
    formula = game.standing if s.v[STAGE] == OVER or game.estimate is None else game.estimate
    return [number(t, s, {"player": player}, formula) for player in range(t.layout.players)]


def scores_of(t: Setting, s: State) -> list[int | None]:
    """Return the first of these numbers by seat, None for those who are not ranked."""
    return scores_in(results_of(t, s), t.layout.players)


def winners_of(t: Setting, s: State) -> list[int]:
    """Return the seats that share the best numbers."""
    return winners_in(t.game, results_of(t, s))


def scores_in(results: Mapping[int, tuple[int, ...]], players: int) -> list[int | None]:
    """Return the scores that results say, by seat."""
    return [results[player][0] if player in results else None for player in range(players)]


def winners_in(game: Game, results: Mapping[int, tuple[int, ...]]) -> list[int]:
    """Return the winners that results say: the best, or those who have won, and with them their teams."""
    numbers = len(game.rank_by)
    best = max((result[:numbers] for result in results.values()), default=None)
    winners = {
        player
        for player, result in results.items()
        if (result[numbers] if game.won is not None else result[:numbers] == best)
    }
    if game.team is not None:
        teams = {results[player][-1] for player in winners}
        winners = {player for player, result in results.items() if result[-1] in teams}
    return sorted(winners)
