"""Bots: legal, deterministic, and better the more they think."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tea_house import match

from rulewright import load_game
from rulewright.interpreter.bots.bots import BotFault, Dice, RandomBot, UnknownBot, bot_for, lead_of
from rulewright.interpreter.bots.search import Budget
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match


def play_out(game: Match, kinds: tuple[str, ...]) -> Match:
    bots = [bot_for(kind, game.seed, seat) for seat, kind in enumerate(kinds)]
    while game.decision is not None:
        before = game.digest()
        option = bots[game.decision.player].choose(game)
        assert game.digest() == before
        assert 0 <= option < len(game.decision.options)
        game.apply(option)
    return game


@pytest.mark.parametrize("kind", ["random", "greedy", "mcts:20"])
def test_a_bot_plays_the_same_game_for_the_same_seed(kind):
    games = [play_out(match(seed=4), (kind, "random")) for _ in range(2)]
    assert games[0].over
    assert games[0].moves == games[1].moves
    assert games[0].digest() == games[1].digest()


def test_random_bots_differ_by_seed():
    assert len({play_out(match(seed=seed), ("random", "random")).digest() for seed in range(6)}) > 3


def test_dice_are_the_same_everywhere():
    dice = Dice(7, 1)
    assert [dice.below(100) for _ in range(6)] == [5, 15, 30, 47, 45, 60]
    assert Dice(7, 1).some(5, 5) == [0, 1, 2, 3, 4]
    assert len(Dice(7, 1).some(100, 30)) == 30


@pytest.mark.parametrize(("better", "worse", "games"), [("greedy", "random", 6), ("mcts:100", "random", 4)])
def test_thinking_pays(better, worse, games):
    game, lead = match().game, 0
    for seed in range(games):
        lead += lead_of(play_out(FastMatch(game, 2, seed=seed), (better, worse)), 0)
        lead += lead_of(play_out(FastMatch(game, 2, seed=seed), (worse, better)), 1)
    assert lead > 0


def test_an_unknown_kind_is_a_key_error():
    with pytest.raises(KeyError):
        bot_for("clever", 1, 0)


@pytest.mark.parametrize("kind", ["greedy", "mcts:20"])
def test_a_bot_plays_the_same_on_both_machines(kind):
    games = [play_out(game, (kind, "random")) for game in (match(seed=4), FastMatch(match().game, 2, seed=4))]
    assert games[0].moves == games[1].moves


class Sealed:
    """A match of which a bot may know what its seat knows; whatever looks further is an error."""

    KNOWN = frozenset(("turn", "choices", "answers", "decision", "layout", "names", "resampled"))

    def __init__(self, match):
        self._match = match

    def __getattr__(self, name):
        assert name in self.KNOWN, name
        return getattr(self._match, name)


@pytest.mark.parametrize("kind", ["random", "greedy", "mcts:30"])
def test_a_bot_looks_only_at_worlds_dealt_anew(kind):
    dealt = FastMatch(load_game("kuhn-poker"), 2, seed=3)
    assert bot_for(kind, 5, 0).choose(Sealed(dealt)) in (0, 1)


def test_mcts_never_loses_tic_tac_toe_against_itself_or_chance():
    game = load_game("tic-tac-toe")
    assert play_out(FastMatch(game, 2), ("mcts:500", "mcts:500")).winners() == [0, 1]
    for seed in range(2):
        assert 0 in play_out(FastMatch(game, 2, seed=seed), ("mcts:500", "random")).winners()
        assert 1 in play_out(FastMatch(game, 2, seed=seed), ("random", "mcts:500")).winners()


class TakesTheLast:
    """A bot of a user, for a seat of a match."""

    def __init__(self, seed, seat):
        self.seat = seat

    def choose(self, seen):
        assert seen.turn == self.seat
        return seen.choices - 1


class ChoosesNothing(TakesTheLast):
    def choose(self, seen):
        return -1


def test_a_bot_of_a_user_plays(monkeypatch):
    module = ModuleType("somebodys_bots")
    vars(module).update(TakesTheLast=TakesTheLast, ChoosesNothing=ChoosesNothing, number=3)
    monkeypatch.setitem(sys.modules, "somebodys_bots", module)
    game = FastMatch(match().game, 2, seed=3)
    assert bot_for("somebodys_bots:TakesTheLast", 3, 0).choose(game) == game.choices - 1
    with pytest.raises(BotFault, match="chose -1"):
        bot_for("somebodys_bots:ChoosesNothing", 3, 0).choose(game)
    for wrong in ("somebodys_bots:number", "somebodys_bots:nobody", "no_such_module:Bot"):
        with pytest.raises(UnknownBot):
            bot_for(wrong, 3, 0)


def test_a_bot_of_a_user_sees_only_worlds_dealt_anew(monkeypatch):
    seen_hands = set()

    class Peeks(TakesTheLast):
        def choose(self, seen):
            other = 1 - self.seat
            seen_hands.add(tuple(seen.view(other)["players"][seen.names[other]]["zones"]["hand"]))
            return 0

    monkeypatch.setitem(sys.modules, "somebodys_bots", ModuleType("somebodys_bots"))
    sys.modules["somebodys_bots"].Peeks = Peeks
    dealt = FastMatch(load_game("kuhn-poker"), 2, seed=1)
    for seed in range(20):
        bot_for("somebodys_bots:Peeks", seed, 0).choose(dealt)
    assert len(seen_hands) == 2


def test_a_package_gives_a_bot_out_under_a_name(monkeypatch):
    class Point:
        name = "last"

        def load(self):
            return TakesTheLast

    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [Point()] if group == "rulewright.bots" else []
    )
    game = FastMatch(match().game, 2, seed=3)
    assert bot_for("last", 3, 0).choose(game) == game.choices - 1
    with pytest.raises(UnknownBot, match="random, greedy, mcts, last"):
        bot_for("first", 3, 0)


@pytest.mark.parametrize(
    ("word", "budget"), [("7", Budget(7)), ("1s", Budget(0, 1.0)), ("0.5s", Budget(0, 0.5))]
)
def test_mcts_takes_a_budget(word, budget):
    assert bot_for(f"mcts:{word}", 0, 0)._budget == budget


@pytest.mark.parametrize(
    "word", ["mcts:0", "mcts:0s", "mcts:x", "mcts:-3", "greedy:3", "random:1", "mcts:9999s"]
)
def test_a_budget_that_is_none_is_told(word):
    with pytest.raises(UnknownBot, match="budget"):
        bot_for(word, 0, 0)


def test_a_budget_of_seconds_ends():
    game = FastMatch(match().game, 2, seed=3)
    assert 0 <= bot_for("mcts:0.01s", 3, game.turn).choose(game) < game.choices


def test_a_bot_never_uses_the_chance_of_the_game():
    one, other = match(seed=2), match(seed=2)
    RandomBot(Dice(9, 9)).choose(one)
    bot_for("greedy", 2, 0).choose(one)
    assert one.digest() == other.digest()


def test_the_bot_of_the_page_plays(monkeypatch):
    """docs/bots.md shows a bot of one's own."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    module = ModuleType("my_bots")
    exec(text, vars(module))
    monkeypatch.setitem(sys.modules, "my_bots", module)
    assert play_out(FastMatch(match().game, 2, seed=3), ("my_bots:Cautious", "random")).over
