"""The command `simulate`: many games between bots, and their statistics."""

from __future__ import annotations

import csv
import io
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from rulewright.cli.output import FOUND, CommandError, SimulationFormat, say, write, write_json
from rulewright.cli.play import option_words, player_names
from rulewright.cli.reports import game_of, games_of, known_bot, report
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.play.runner import add_fault
from rulewright.interpreter.state.errors import RuleError, UnknownOption, WrongPlayers
from rulewright.interpreter.study.simulation import (
    Count,
    Plan,
    Played,
    Spread,
    compile_first,
    count_of,
    play_games,
)

# Games that a worker plays before it tells how far it is.
_SHARE = 10
_MOST_GAMES = 10_000_000

# What the workers inherit when they are forked.
_inherited: list[Plan] = []


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for."""

    game: str
    games: int
    players: str | None
    bots: str
    options: tuple[str, ...]
    seed: int
    jobs: int
    form: SimulationFormat
    where: Where


def run(wishes: Wishes) -> None:
    """Play the games and write what came of them; exit 1 when the content is at fault in one of them."""
    if not 1 <= wishes.games <= _MOST_GAMES:
        raise CommandError(f"-n wants a number of games from 1 to {_MOST_GAMES}, not {wishes.games}")
    if wishes.jobs < 1:
        raise CommandError(f"--jobs wants a number of processes from 1 on, not {wishes.jobs}")
    games = games_of(wishes.where)
    plan = _plan(game_of(games, wishes.game), wishes)
    try:
        compile_first(plan)
    except (WrongPlayers, UnknownOption) as error:
        raise CommandError(str(error)) from None
    played = list(_progress(_played(plan, wishes), wishes.games))
    _write(plan, played, wishes)
    failed = [(plan.seed + game.number, game.fault) for game in played if game.fault is not None]
    if failed:
        _report(failed, len(played), games.root)
        raise typer.Exit(FOUND)


def _report(failed: list[tuple[int, RuleError]], games: int, root: Path) -> None:
    """Tell how many games the content's faults stopped, and each fault once, as it was met first."""
    findings = Findings()
    places: set[Span] = set()
    for _, fault in failed:
        if fault.span not in places:
            places.add(fault.span)
            add_fault(findings, fault)
    report(findings, root)
    say(f"{len(failed)} of {games} games were stopped by a fault, the first with seed {failed[0][0]}")


def _plan(game: Game, wishes: Wishes) -> Plan:
    names = player_names(game, wishes.players, ())
    kinds = [kind.strip() for kind in wishes.bots.split(",")]
    for kind in kinds:
        known_bot(kind)
    if len(kinds) not in (1, len(names)):
        raise CommandError(
            f"--bots wants one kind for all or one for each of {len(names)} seats, not {len(kinds)}"
        )
    bots = tuple(kinds * len(names) if len(kinds) == 1 else kinds)
    return Plan(game, names, bots, option_words(wishes.options), wishes.seed)


# ---------------------------------------------------------------- playing
def _played(plan: Plan, wishes: Wishes) -> Iterator[Played]:
    """Yield the games in the order of their numbers, whoever plays them."""
    jobs = min(wishes.jobs, wishes.games)
    if jobs == 1 or not hasattr(os, "fork"):
        yield from play_games(plan, range(wishes.games))
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    sys.stdout.flush()
    _inherited[:] = [plan]
    shares = [range(first, min(first + _SHARE, wishes.games)) for first in range(0, wishes.games, _SHARE)]
    pool = ProcessPoolExecutor(jobs, get_context("fork"), initializer=_leave_interrupts_alone)
    try:
        for games in pool.map(_play_share, shares):
            yield from games
    finally:
        pool.shutdown(cancel_futures=True)


def _play_share(numbers: range) -> list[Played]:
    return list(play_games(_inherited[0], numbers))


def _leave_interrupts_alone() -> None:
    # Ctrl-C is for the program that waits for the workers; it ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _progress(games: Iterator[Played], count: int) -> Iterator[Played]:
    """Show on a terminal how many games are played."""
    shown = sys.stderr.isatty()
    for number, game in enumerate(games, 1):
        if shown and (number % _SHARE == 0 or number == count):
            sys.stderr.write(f"\r{number} of {count} games" + ("\n" if number == count else ""))
            sys.stderr.flush()
        yield game


# ---------------------------------------------------------------- answers
def _write(plan: Plan, played: list[Played], wishes: Wishes) -> None:
    count = count_of(plan, played)
    if wishes.form is SimulationFormat.JSON:
        write_json(_as_json(plan, count))
    elif wishes.form is SimulationFormat.CSV:
        write(_as_csv(plan, played))
    else:
        write("\n".join(_text(plan, count)))


def _as_json(plan: Plan, count: Count) -> dict[str, Any]:
    return {
        "game": plan.game.id,
        "players": len(plan.names),
        "bots": list(plan.bots),
        "options": dict(plan.options),
        "seed": plan.seed,
        "games": count.games,
        "seats": [
            {
                "seat": seat.seat + 1,
                "bot": seat.bot,
                "wins": seat.wins,
                "shared": seat.shared,
                "share": seat.share,
                "scores": _spread(seat.scores),
                "unranked": seat.unranked,
            }
            for seat in count.seats
        ],
        "scores": _spread(count.scores),
        "decisions": _spread(count.decisions),
        "rounds": _spread(count.rounds),
        "cards": [
            {
                "id": plan.game.cards[card.card].id,
                "uses": card.uses,
                "users": card.users,
                "winners": card.winners,
            }
            for card in count.cards
        ],
    }


def _spread(spread: Spread | None) -> dict[str, float] | None:
    if spread is None:
        return None
    names = ("least", "lower", "median", "upper", "largest")
    return {name: _number(getattr(spread, name)) for name in names}


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


def _as_csv(plan: Plan, played: list[Played]) -> str:
    """Return a line for each game: its seed, how long it was, who won, and the scores."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    seats = range(1, len(plan.names) + 1)
    rows.writerow(["seed", "decisions", "rounds", "winners", *(f"score_{seat}" for seat in seats)])
    for game in played:
        if game.fault is None:
            winners = " ".join(str(seat + 1) for seat in game.winners)
            scores = ["" if score is None else score for score in game.scores]
            rows.writerow([plan.seed + game.number, game.decisions, game.rounds, winners, *scores])
    return out.getvalue()


def _text(plan: Plan, count: Count) -> Iterator[str]:
    options = "".join(f", {name} {value}" for name, value in plan.options.items())
    games = f"{count.games} game{'' if count.games == 1 else 's'}"
    yield f"{plan.game.title}: {games} of {len(plan.names)} players, from seed {plan.seed}{options}"
    yield ""
    yield f"{'seat':<6}{'bot':<8}{'wins':>6}{'shared':>8}{'share':>8}  {_HEAD}{'unranked':>10}"
    for seat in count.seats:
        yield (
            f"{seat.seat + 1:<6}{seat.bot:<8}{seat.wins:>6}{seat.shared:>8}{seat.share:>8.1%}"
            f"  {_cells(seat.scores)}{seat.unranked:>10}"
        )
    if any(seat.unranked for seat in count.seats):
        # Only then are the words needed, and they take long to be read in.
        from rulewright.interpreter.english.ranked import who_is_ranked
        from rulewright.interpreter.english.words import uncapitalized

        span = plan.game.rank.span
        yield f"unranked: {uncapitalized(who_is_ranked(plan.game)).removesuffix('.')} ({span.file}:{span.line})"
    yield ""
    for name, spread in (
        ("all scores", count.scores),
        ("decisions", count.decisions),
        ("rounds", count.rounds),
    ):
        yield f"{name:<36}  {_cells(spread)}"
    used = sorted(count.cards, key=lambda card: (-card.uses, card.card))
    if used:
        yield ""
        width = max(len(plan.game.cards[card.card].id) for card in used)
        yield f"{'card':<{width}}{'uses':>8}{'users':>8}{'won':>8}"
        for card in used:
            won = f"{card.winners / card.users:.1%}" if card.users else ""
            yield f"{plan.game.cards[card.card].id:<{width}}{card.uses:>8}{card.users:>8}{won:>8}".rstrip()


_HEAD = f"{'least':>8}{'lower':>8}{'median':>8}{'upper':>8}{'largest':>8}"


def _cells(spread: Spread | None) -> str:
    if spread is None:
        return f"{'':>40}"
    values = (spread.least, spread.lower, spread.median, spread.upper, spread.largest)
    return "".join(f"{_number(value):>8}" for value in values)
