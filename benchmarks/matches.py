"""Matches between two bots with paired seats: python benchmarks/matches.py GAME PLAYERS ONE OTHER PAIRS [SEED].

Both bots sit alternately; each pair of games has the same seed, with the seats exchanged. Printed are the share of wins
of the first bot with Wilson's interval, in how many seats each bot was ranked, and how long each took to decide.
"""

from __future__ import annotations

import os
import sys
import time

from rulewright import load_game
from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.opening import open_setting
from rulewright.interpreter.native.machines import native_machine_for
from rulewright.interpreter.study.intervals import share_interval


def main(name: str, players: int, one: str, other: str, pairs: int, seed: int) -> None:
    """Play the pairs and print what came of them."""
    game = load_game(name)
    natives = native_machine_for(game, players, open_setting(game, players, None).options)
    print(f"on Python: {natives.why}" if natives.why else "built natively", flush=True)
    began, won, ranked, seats = time.process_time(), 0.0, {one: 0, other: 0}, {one: 0, other: 0}
    took, decisions = {one: 0.0, other: 0.0}, {one: 0, other: 0}
    for number in range(2 * pairs):
        kinds = [one if (seat + number) % 2 == 0 else other for seat in range(players)]
        match = FastMatch(game, players, seed=seed + number // 2)
        bots = [bot_for(kind, match.seed, seat) for seat, kind in enumerate(kinds)]
        while match.turn >= 0:
            kind, start = kinds[match.turn], time.process_time()
            match.apply(bots[match.turn].choose(match))
            took[kind] += time.process_time() - start
            decisions[kind] += 1
        winners = match.winners()
        won += sum(kinds[seat] == one for seat in winners) / len(winners) if winners else 0.5
        for kind, score in zip(kinds, match.scores(), strict=True):
            seats[kind] += 1
            ranked[kind] += score is not None
    games = 2 * pairs
    interval = share_interval(won / games, games)
    assert interval is not None
    print(f"{name}, {players} players, {one} against {other}: {won:g} of {games} games won,")
    print(f"{won / games:.1%}, between {interval.low:.1%} and {interval.high:.1%}")
    print("ranked: " + ", ".join(f"{kind} in {ranked[kind]} of {seats[kind]} seats" for kind in ranked))
    for kind, seconds in took.items():
        print(
            f"{kind}: {1000 * seconds / max(1, decisions[kind]):.1f} ms of processor time for each decision"
        )
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{time.process_time() - began:.0f} s of processor time, load {load:.1f}")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(words[0], int(words[1]), words[2], words[3], int(words[4]), int(words[5]) if len(words) > 5 else 0)
