"""The whole tree of Kuhn poker, walked through the public interface: its histories, information states and value."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest
from random_games import shipped

from rulewright import Match, new_match
from rulewright.interpreter.state.position import Begin, Position

CARDS = ("jack", "queen", "king")
DEALS = tuple(permutations(CARDS, 2))
NAMES = ("Anna", "Matt")
VALUE = Fraction(-1, 18)
THIRD = Fraction(1, 3)

Strategy = dict[tuple[str, str], Fraction]
"""For a card and what was done so far (as check, bet, ...) the chance to bet or to call."""


def dealt(first: str, second: str, seed: int = 0) -> Match:
    """A match after the deal of these two cards."""
    (rest,) = set(CARDS) - {first, second}

    def deal(position: Position) -> None:
        layout = position.layout
        for seat, card in enumerate((first, second)):
            position.set_zone(layout.zone_number("player", "hand", seat), [layout.by_id[card]])
        position.set_zone(layout.zone_number("game", "deck"), [layout.by_id[rest]])

    return Match(shipped("kuhn-poker"), NAMES, seed=seed, journal=False, begin=Begin(1, "betting", deal))


def after(match: Match, option: str) -> Match:
    copy = match.clone()
    copy.apply(option)
    return copy


def done(match: Match) -> str:
    return ", ".join(move.id for move in match.moves)


def positions(match: Match) -> Iterator[Match]:
    """Every position from here on, ends included."""
    yield match
    if match.decision is not None:
        for option in match.decision.ids:
            yield from positions(after(match, option))


def everywhere(seed: int = 0) -> Iterator[tuple[tuple[str, str], Match]]:
    for deal in DEALS:
        for match in positions(dealt(*deal, seed=seed)):
            yield deal, match


def seen(match: Match) -> str:
    """What the player who is to decide sees, as text."""
    return json.dumps(match.view(match.decision.player), sort_keys=True)


# ---------------------------------------------------------------- the tree
def test_there_are_thirty_complete_histories():
    ends = [(deal, done(match)) for deal, match in everywhere() if match.over]
    assert len(ends) == len(set(ends)) == 30
    assert {history for _, history in ends} == {
        "check, check", "check, bet, fold", "check, bet, call", "bet, fold", "bet, call",
    }  # fmt: skip


def test_what_is_won_is_lost_by_the_other():
    for _, match in everywhere():
        if match.over:
            assert sum(match.scores()) == 0
            assert set(match.scores()) in ({1, -1}, {2, -2})


def test_each_player_has_six_information_states():
    views: dict[int, dict[str, set[tuple[str, str]]]] = {0: {}, 1: {}}
    for deal, match in everywhere():
        if match.decision is not None:
            player = match.decision.player
            known = (deal[player], done(match))
            views[player].setdefault(seen(match), set()).add(known)
    assert [len(views[player]) for player in (0, 1)] == [6, 6]
    # A view tells the own card and what was done, and nothing else.
    assert all(len(known) == 1 for player in (0, 1) for known in views[player].values())


def test_a_view_does_not_tell_the_seed():
    one, other = ({seen(match) for _, match in everywhere(seed) if match.decision} for seed in (0, 77))
    assert one == other


def test_nobody_sees_the_card_that_is_left():
    match = dealt("jack", "king")
    for viewer in (0, 1, None):
        assert "queen" not in json.dumps(match.view(viewer))
    assert "king" not in json.dumps(match.view(0))
    assert "jack" not in json.dumps(match.view(1))


def test_chance_deals_all_six_ways():
    met = set()
    for seed in range(60):
        match = new_match(shipped("kuhn-poker"), list(NAMES), seed=seed, journal=False)
        met.add(
            tuple(match.view(seat)["players"][name]["zones"]["hand"][0] for seat, name in enumerate(NAMES))
        )
    assert met == set(DEALS)


# ---------------------------------------------------------------- the value
def first_player(alpha: Fraction) -> Strategy:
    """The optimal strategies of the first player, one for each alpha from 0 to 1/3."""
    nothing, all_ = Fraction(0), Fraction(1)
    return {
        ("jack", ""): alpha, ("queen", ""): nothing, ("king", ""): 3 * alpha,
        ("jack", "check, bet"): nothing, ("queen", "check, bet"): alpha + THIRD, ("king", "check, bet"): all_,
    }  # fmt: skip


SECOND: Strategy = {
    ("jack", "check"): THIRD, ("queen", "check"): Fraction(0), ("king", "check"): Fraction(1),
    ("jack", "bet"): Fraction(0), ("queen", "bet"): THIRD, ("king", "bet"): Fraction(1),
}  # fmt: skip


def expected(match: Match, deal: tuple[str, str], strategies: tuple[Strategy, Strategy]) -> Fraction:
    """What the first player wins on average."""
    if match.decision is None:
        return Fraction(match.scores()[0])
    player = match.decision.player
    bold = strategies[player][deal[player], done(match)]
    chances = {option: bold if option in ("bet", "call") else 1 - bold for option in match.decision.ids}
    return sum(
        (
            chance * expected(after(match, option), deal, strategies)
            for option, chance in chances.items()
            if chance
        ),
        Fraction(0),
    )


def value(first: Strategy, second: Strategy) -> Fraction:
    return sum((expected(dealt(*deal), deal, (first, second)) for deal in DEALS), Fraction(0)) / len(DEALS)


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), THIRD], ids=str)
def test_the_game_is_worth_a_loss_of_an_eighteenth_to_the_first_player(alpha):
    assert value(first_player(alpha), SECOND) == VALUE


def ends() -> dict[tuple[str, str], dict[str, int]]:
    """For each deal what the first player wins after each history."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for deal, match in everywhere():
        if match.over:
            found.setdefault(deal, {})[done(match)] = match.scores()[0]
    return found


def pure(states: Strategy) -> Iterator[Strategy]:
    for choice in product((Fraction(0), Fraction(1)), repeat=len(states)):
        yield dict(zip(states, choice, strict=True))


def worth(first: Strategy, second: Strategy, won: dict[tuple[str, str], dict[str, int]]) -> Fraction:
    """The same value from the table of ends, so that many strategies can be tried."""
    total = Fraction(0)
    for (mine, other), pays in won.items():
        opens, answers = first[mine, ""], first[mine, "check, bet"]
        raises, calls = second[other, "check"], second[other, "bet"]
        total += opens * (calls * pays["bet, call"] + (1 - calls) * pays["bet, fold"])
        total += (1 - opens) * (1 - raises) * pays["check, check"]
        total += (
            (1 - opens)
            * raises
            * (answers * pays["check, bet, call"] + (1 - answers) * pays["check, bet, fold"])
        )
    return total / len(won)


def test_nobody_does_better_against_the_optimal_strategies():
    won = ends()
    assert worth(first_player(THIRD), SECOND, won) == VALUE
    assert max(worth(tried, SECOND, won) for tried in pure(first_player(THIRD))) == VALUE
    assert min(worth(first_player(THIRD), tried, won) for tried in pure(SECOND)) == VALUE
