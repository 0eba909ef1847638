"""What simulate tells beyond counts: how sure a number is, what became of cards, and that nothing is lost."""

from __future__ import annotations

import json
import sys
from concurrent.futures.process import BrokenProcessPool
from types import ModuleType

import pytest
from command_line import run

from rulewright import load_game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import CounterChanged
from rulewright.interpreter.study.counts import Tally
from rulewright.interpreter.study.intervals import Mean, corrected, share_interval, told_difference
from rulewright.interpreter.study.plan import Plan, Played
from rulewright.interpreter.study.simulation import play_games
from rulewright.interpreter.study.workers import _Crew, played_here


def numbers(*words, game="tea-house"):
    result = run("simulate", game, *words, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# ---------------------------------------------------------------- intervals
@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    # E. B. Wilson's interval as R's prop.test(correct = FALSE) gives it.
    [
        (0.5, 10, 0.2366, 0.7634),
        (0.0, 10, 0.0, 0.2775),
        (0.81, 100, 0.7222, 0.8749),
        (0.2, 1000, 0.1764, 0.2259),
    ],
)
def test_the_interval_of_a_share_is_wilsons(share, games, low, high):
    interval = share_interval(share, games)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_a_mean_has_its_interval_from_twenty_numbers_on():
    mean = Mean()
    for number in [1, 2, 3, 4, 5] * 3:
        mean.add(number)
    assert mean.interval() is None
    for number in [1, 2, 3, 4, 5]:
        mean.add(number)
    # Standard deviation 1.4510, error 0.32444; 1.95996 of them to each side.
    assert mean.mean == pytest.approx(3)
    assert mean.interval().low == pytest.approx(3 - 0.63589, abs=1e-4)


def test_a_thousand_games_tell_three_points():
    assert round(told_difference(1000, 2), 3) == 0.031
    assert told_difference(0, 2) == 1.0


def test_of_many_differences_only_those_count_that_are_no_chance_together():
    # Holm: 0.01 is below 0.05 / 3; 0.03 is not below 0.05 / 2, and what comes behind it does not count.
    assert corrected({"a": 0.01, "b": 0.03, "c": 0.04}) == {"a"}
    assert corrected({"a": 0.01, "b": 0.02, "c": 0.04}) == {"a", "b", "c"}
    assert corrected({}) == set()


# ---------------------------------------------------------------- what is told
def test_seats_and_bots_have_intervals_and_the_sample_is_told_in_words():
    told = numbers("-n", "40", "--bots", "random,greedy")
    for seat in told["seats"]:
        assert seat["interval"][0] <= seat["share"] <= seat["interval"][1]
        assert seat["mean_interval"][0] <= seat["mean"] <= seat["mean_interval"][1]
    assert [bot["bot"] for bot in told["by_bot"]] == ["random", "greedy"]
    assert sum(games for _, games in told["margin_counts"]) == 40
    text = run("simulate", "tea-house", "-n", "40").stdout
    assert "40 games tell differences of 15 points and more" in text
    assert "ahead of the second" in text


def test_details_add_up():
    told = numbers("-n", "10", "--details", "--players", "3")
    for card in told["cards"]:
        assert card["offered"] >= 0
        assert card["taken"] >= card["bought"]
        assert card["taken"] >= card["takers"]
    game = load_game("kuhn-poker")
    plan = Plan(game, ("Ann", "Ben"), ("random", "random"), {}, 7, details=True)
    (played,) = play_games(plan, [0])
    match = FastMatch(game, plan.names, seed=7, journal=True)
    # What a counter has at the end is what it had at first, and all flows.
    assert sum(change for (counter, *_), change in played.flows.items() if counter == "chips") == 0
    assert any(isinstance(event, CounterChanged) for event in match.journal)
    staked = sum(
        change for (counter, _, _, rises), change in played.flows.items() if counter == "staked" and rises
    )
    assert 2 <= staked <= 4


def test_details_are_the_same_for_any_number_of_workers():
    words = ("-n", "23", "--details", "--seed", "3")
    assert numbers(*words) == numbers(*words, "--jobs", "3")


def test_a_page_with_plots_tells_what_json_tells(tmp_path):
    pytest.importorskip("jinja2")
    page = tmp_path / "page.html"
    result = run("simulate", "tea-house", "-n", "12", "--details", "--html", page, "--format", "json")
    assert result.exit_code == 0, result.stderr
    text = page.read_text(encoding="utf-8")
    told = json.loads(result.stdout)
    assert "https://" not in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert all(f"<small>{card['id']}</small>" in text for card in told["cards"])
    assert text.count('<rect class="ran"') > 5


# ---------------------------------------------------------------- nothing is lost
class Fails:
    """A bot that fails in games with an odd seed."""

    def __init__(self, seed, seat):
        self.seed = seed

    def choose(self, match):
        if self.seed % 2:
            raise ValueError("I do not know")
        return 0


@pytest.fixture
def failing(monkeypatch):
    module = ModuleType("a_bot_that_fails")
    module.Fails = Fails
    monkeypatch.setitem(sys.modules, "a_bot_that_fails", module)
    return "a_bot_that_fails:Fails"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_fails_stops_its_own_games_alone(failing, jobs):
    result = run(
        "simulate", "tea-house", "-n", "6", "--bots", f"{failing},random", "--jobs", jobs, "--format", "json"
    )
    assert result.exit_code == 1
    assert json.loads(result.stdout)["games"] == 3
    assert "seed 1: the bot Fails failed: ValueError: I do not know" in result.stderr
    assert "3 of 6 games were stopped" in result.stderr


def test_a_fault_of_the_content_travels_from_a_worker():
    words = ("simulate", "tea-house", "-n", "5", "--option", "fault=broken", "--format", "json")
    one, two = run(*words), run(*words, "--jobs", "2")
    assert (one.stdout, one.stderr, one.exit_code) == (two.stdout, two.stderr, two.exit_code)


class Interrupts(Fails):
    def choose(self, match):
        if self.seed == 3:
            raise KeyboardInterrupt
        return 0


def test_ctrl_c_tells_what_is_finished(monkeypatch):
    module = ModuleType("a_bot_that_fails")
    module.Interrupts = Interrupts
    monkeypatch.setitem(sys.modules, "a_bot_that_fails", module)
    result = run(
        "simulate", "tea-house", "-n", "9", "--bots", "a_bot_that_fails:Interrupts,random", "--format", "json"
    )
    assert result.exit_code == 130
    assert json.loads(result.stdout)["games"] == 3
    assert "stopped after 3 of 9 games" in result.stderr


class Dies(Fails):
    """Ends its process once: while a file is there."""

    def choose(self, match):
        import os
        from pathlib import Path

        mark = Path(os.environ["DIES_ONCE"])
        if self.seed == 4 and mark.exists():
            mark.unlink()
            os._exit(9)
        return 0


def test_a_worker_that_dies_is_replaced_and_the_numbers_are_the_same(monkeypatch, tmp_path):
    module = ModuleType("a_bot_that_fails")
    module.Dies = Dies
    monkeypatch.setitem(sys.modules, "a_bot_that_fails", module)
    mark = tmp_path / "mark"
    monkeypatch.setenv("DIES_ONCE", str(mark))
    plan = Plan(load_game("kuhn-poker"), ("Ann", "Ben"), ("a_bot_that_fails:Dies", "random"), {}, 0)
    wanted = list(play_games(plan, range(8)))
    mark.touch()
    assert list(played_here(plan, 8, 2)) == wanted
    assert not mark.exists()


def test_a_worker_may_die_before_its_share_is_waited_for(monkeypatch):
    crew = _Crew(Plan(load_game("kuhn-poker"), ("Ann", "Ben"), ("random", "random"), {}, 0), 2)
    try:
        crew.submit(range(1)).result()
        for process in crew._pool._processes.values():
            process.kill()
        with pytest.raises(BrokenProcessPool) as died:
            crew.submit(range(1)).result()
        assert crew.again(died.value)
        assert [game.number for game in crew.submit(range(1)).result()] == [0]
    finally:
        crew.end()


def test_what_is_kept_does_not_grow_with_the_games():
    plan = Plan(load_game("kuhn-poker"), ("Ann", "Ben"), ("random", "random"), {}, 0)
    tally = Tally(plan)

    def size():
        return len(repr([vars(part) if hasattr(part, "__dict__") else None for part in (tally,)]))

    for number in range(300):
        tally.add(Played(number, (1, -1), (0,), 3, 1, {(0, 0): 1}, {(1, 1): 1}))
    before = size()
    for number in range(300, 900):
        tally.add(Played(number, (1, -1), (0,), 3, 1, {(0, 0): 1}, {(1, 1): 1}))
    assert size() <= before + 40
