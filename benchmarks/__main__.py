"""Measures everything in one run and prints tables of medians; see README.md in this folder."""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
from pathlib import Path

from benchmarks import growth, natively, opening, operations, others, playing
from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content_roots import find_root

GAMES_ROOT = Path(__file__).parent / "games"
"""Games that are only here: rules of squares and tricks, written as a designer would."""


def main() -> None:
    """Read the arguments, measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("games", nargs="*", help="games to measure; else all")
    parser.add_argument("--rounds", type=int, default=5, help="how often each measure is taken")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each measure of play takes")
    parser.add_argument(
        "--profile", action="store_true", help="print where the time of play goes, nothing else"
    )
    parser.add_argument(
        "--growth", action="store_true", help="print what grows with the number of cards, nothing else"
    )
    parser.add_argument(
        "--others", action="store_true", help="print ours beside OpenSpiel and RLCard, nothing else"
    )
    wishes = parser.parse_args()
    if wishes.growth:
        _table("growth with more cards", [growth.HEAD, *growth.rows(wishes.rounds, wishes.seconds)])
        return
    names = wishes.games or [*game_names(find_root()), *game_names(GAMES_ROOT)]
    games = [load_game(name, _root_of(name)) for name in names]
    if wishes.profile:
        for game in games:
            _profile(game)
        return
    if wishes.others:
        _others(games, wishes.rounds, wishes.seconds)
        return
    counts = [(game, players) for game in games for players in range(game.min_players, game.max_players + 1)]
    _say("measuring play ...")
    subjects = [playing.subject(game, players, wishes.seconds) for game, players in counts]
    loop = playing.measure(subjects, wishes.rounds, wishes.seconds / 2)
    _table("random play, forced choices asked", playing.rows(subjects))
    print(f"\nreference loop: {loop:,.0f} decisions/s")
    _say("measuring the native machine, which is built first ...")
    body = [natively.row(game, players, wishes.rounds, wishes.seconds) for game, players in counts]
    _table("random play on the native machine, forced choices asked", [natively.HEAD, *body])
    _others(games, wishes.rounds, wishes.seconds)
    _say("measuring operations ...")
    body = [operations.row(game, players, 300) for game, players in counts]
    _table("operations, microseconds", [operations.HEAD, *body])
    _say("measuring openings ...")
    body = [row for game in games for row in opening.rows(game, _root_of(game.id), min(3, wishes.rounds))]
    _table("opening in a new process, milliseconds of processor time", [opening.HEAD, *body])


def _others(games: list[Game], rounds: int, seconds: float) -> None:
    _say("measuring other libraries ...")
    body = list(others.rows(games, rounds, seconds))
    if body:
        _table("beside other libraries, a decision at a time from Python", [others.HEAD, *body])
    else:
        print("\nneither OpenSpiel nor RLCard is installed (the extra `bench`)")


def _root_of(name: str) -> Path | None:
    return GAMES_ROOT if name in game_names(GAMES_ROOT) else None


def _profile(game: Game) -> None:
    """Print the functions that take most of the time of play."""
    one = playing.subject(game, game.max_players, 0.3)
    profile = cProfile.Profile()
    profile.runcall(playing.play, one.machine, one.games, 0)
    print(f"\n{game.id}, {game.max_players} players")
    pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(15)


def _table(title: str, table: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print(f"\n{title}\n")
    for row in table:
        words = zip(row, widths, strict=True)
        print(
            "  ".join(
                f"{word:<{w}}" if n == 0 else f"{word:>{w}}" for n, (word, w) in enumerate(words)
            ).rstrip()
        )


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


if __name__ == "__main__":
    main()
