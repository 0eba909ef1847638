"""Games on a Dask cluster: a scheduler and two worker processes of this machine, of which one is killed midway."""

from __future__ import annotations

import json
import os
import signal

import pytest
from command_line import run

from rulewright import load_game
from rulewright.interpreter.study.parcel import DigestDiffers, Parcel, order_of, parcel_of, plan_of, unpacked
from rulewright.interpreter.study.plan import Plan
from rulewright.interpreter.study.simulation import play_games
from rulewright.interpreter.study.workers import played_on


def plan(game="kuhn-poker", **more):
    return Plan(load_game(game), ("Ann", "Ben"), ("random", "random"), {}, 5, **more)


def test_a_plan_travels_whole():
    order = order_of(plan("rococo"))
    again = plan_of(order)
    assert again.game is not plan("rococo").game
    assert again.game.digest == order.parcel.digest
    assert list(play_games(again, [0])) == list(play_games(plan("rococo"), [0]))


def test_content_that_arrives_changed_is_refused():
    parcel = parcel_of(load_game("kuhn-poker"))
    files = tuple((name, content + b"# changed\n") for name, content in parcel.files)
    with pytest.raises(DigestDiffers, match="was sent"):
        unpacked(Parcel(parcel.game, parcel.digest, files, parcel.packs))


def test_without_a_cluster_it_is_told():
    pytest.importorskip("distributed")
    result = run("simulate", "kuhn-poker", "-n", "2", "--cluster", "nonsense://", root=None)
    assert result.exit_code == 2
    assert "there is no cluster at nonsense://" in result.stderr


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_gives_the_same_numbers_also_when_a_worker_is_killed():
    distributed = pytest.importorskip("distributed")
    games = 400
    wanted = list(play_games(plan(), range(games)))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        played = played_on(cluster.scheduler_address, plan(), games)
        got = [next(played) for _ in range(30)]
        victim = next(iter(cluster.workers.values()))
        os.kill(victim.pid, signal.SIGKILL)
        got += list(played)
    assert got == wanted


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_command_plays_on_a_cluster():
    distributed = pytest.importorskip("distributed")
    words = ("simulate", "kuhn-poker", "-n", "40", "--format", "json")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        there = run(*words, "--cluster", cluster.scheduler_address, root=None)
    assert there.exit_code == 0, there.stderr
    assert json.loads(there.stdout) == json.loads(run(*words, root=None).stdout)
