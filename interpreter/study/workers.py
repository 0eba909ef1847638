"""Lets games be played here, by several processes of this machine, or on a cluster: in order, whoever plays them.

Of the work only a few shares wait at a time, so memory does not grow with the number of games. A process that fails is
replaced and its shares are played again; since each game follows from its seed, the numbers are the same.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from typing import Any, Protocol, cast

from rulewright.interpreter.study.parcel import Order, order_of, plan_of
from rulewright.interpreter.study.plan import Plan, Played
from rulewright.interpreter.study.simulation import TOGETHER, play_games

SHARE = 10
"""Games that a worker plays before it tells of them; fewer where bots think long."""

MANY = 4_000
"""So many games are given out in larger shares, as the native machine plays them."""

_WAITING = 3
"""How many shares wait for each worker."""

_MOST_DEATHS = 3
"""So often the processes of a machine are replaced; what kills them once more is at fault itself."""

# The plan of this worker.
_inherited: list[Plan] = []


class ClusterMissing(Exception):
    """The extra `cluster` is not installed, or there is no cluster at an address."""


class _Pending(Protocol):
    def result(self) -> list[Played]: ...


def shares_of(games: int, plan: Plan, workers: int) -> Iterator[range]:
    """Yield the numbers of the games in shares."""
    most = TOGETHER if games >= MANY else SHARE
    share = 1 if any(kind != "random" for kind in plan.bots) else min(most, max(1, games // workers))
    for first in range(0, games, share):
        yield range(first, min(first + share, games))


def played_here(plan: Plan, games: int, jobs: int) -> Iterator[Played]:
    """Yield the games in the order of their numbers, played by so many processes of this machine."""
    jobs = min(jobs, games)
    if jobs == 1 or not hasattr(os, "fork"):
        yield from play_games(plan, range(games))
        return
    crew = _Crew(plan, jobs)
    try:
        yield from _in_order(crew.submit, shares_of(games, plan, jobs), jobs * _WAITING, crew.again)
    finally:
        crew.end()


class _Crew:
    """Processes of this machine; those that fail are replaced."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self._plan = plan
        self._jobs = jobs
        self._deaths = 0
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        # What is forked inherits the plan, and the compiled game with it.
        return ProcessPoolExecutor(
            self._jobs, get_context("fork"), initializer=_begin, initargs=(self._plan,)
        )

    def submit(self, numbers: range) -> Future[list[Played]]:
        """Give a share to whoever is free next; where a process has died already, the answer is its error."""
        try:
            return self._pool.submit(_play_share, numbers)
        except BrokenProcessPool as error:
            died: Future[list[Played]] = Future()
            died.set_exception(error)
            return died

    def again(self, error: BaseException) -> bool:
        """Say whether shares should be given out again after an error: where a process has died, a few times."""
        if not isinstance(error, BrokenProcessPool) or self._deaths >= _MOST_DEATHS:
            return False
        self._deaths += 1
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new()
        return True

    def end(self) -> None:
        """End the processes, also in the middle of a game that nobody waits for."""
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _in_order(
    submit: Callable[[range], _Pending],
    shares: Iterator[range],
    most: int,
    again: Callable[[BaseException], bool],
) -> Iterator[Played]:
    """Yield what shares come to, in their order, while at most so many wait."""
    waiting: deque[tuple[range, _Pending]] = deque()

    def fill() -> None:
        while len(waiting) < most and (share := next(shares, None)) is not None:
            waiting.append((share, submit(share)))

    fill()
    while waiting:
        try:
            games = waiting[0][1].result()
        except Exception as error:
            if not again(error):
                raise
            left = [share for share, _ in waiting]
            waiting.clear()
            waiting.extend((share, submit(share)) for share in left)
            continue
        waiting.popleft()
        fill()
        yield from games


def _play_share(numbers: range) -> list[Played]:
    return list(play_games(_inherited[0], numbers))


def _begin(plan: Plan) -> None:
    _inherited[:] = [plan]
    # Ctrl-C is for the program that waits for the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---------------------------------------------------------------- clusters
def played_on(address: str, plan: Plan, games: int) -> Iterator[Played]:
    """Yield the games in the order of their numbers, played by the Dask cluster at an address.

    The content travels with the work and is checked there by its digest. Dask plays again what a lost worker had in
    hand. Raises ClusterMissing.
    """
    client = _client(address)
    order = client.scatter(order_of(plan), broadcast=True)
    try:
        workers = max(1, sum(client.nthreads().values()))

        def submit(numbers: range) -> _Pending:
            # Not pure: Dask would keep the answers of equal shares of another study.
            return cast("_Pending", client.submit(play_order, order, numbers, pure=False, retries=2))

        yield from _in_order(submit, shares_of(games, plan, workers), workers * _WAITING, lambda _: False)
    finally:
        client.close()


def play_order(order: Order, numbers: Sequence[int]) -> list[Played]:
    """Play games of an order: what a worker of a cluster does."""
    return list(play_games(plan_of(order), numbers))


def _client(address: str) -> Any:  # noqa: ANN401  # Dask has no types, and is not always there
    try:
        # By its name: types of it are not there wherever this is checked.
        distributed = import_module("distributed")
    except ImportError:
        raise ClusterMissing("--cluster needs the extra `cluster`: pip install rulewright[cluster]") from None
    try:
        return distributed.Client(address, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise ClusterMissing(f"there is no cluster at {address}: {error}") from None
