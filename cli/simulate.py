"""The command `simulate`: many games between bots, and their statistics."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from rulewright.cli.output import FOUND, CommandError, SimulationFormat, say, write, write_json
from rulewright.cli.play import option_words, player_names
from rulewright.cli.progress import INTERRUPTED, Progress
from rulewright.cli.reports import game_of, games_of, known_bot, report
from rulewright.cli.statistics import as_json, text_of
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.play.runner import add_fault
from rulewright.interpreter.state.errors import RuleError, UnknownOption, WrongPlayers
from rulewright.interpreter.study.counts import Count, Tally
from rulewright.interpreter.study.plan import Plan, Played
from rulewright.interpreter.study.simulation import compile_first
from rulewright.interpreter.study.workers import ClusterMissing, played_here, played_on

_MOST_GAMES = 100_000_000
_MOST_FAULTS = 1000
"""So many faults are kept to be told; the others are only counted."""


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
    details: bool = False
    html: Path | None = None
    cluster: str | None = None


def run(wishes: Wishes) -> None:
    """Play the games and write what came of them; exit 1 when the content is at fault in one of them."""
    check_numbers(wishes.games, wishes.jobs)
    if wishes.html is not None:
        from rulewright.cli.open import require_extra

        require_extra()
    games = games_of(wishes.where)
    plan = plan_for(game_of(games, wishes.game), wishes)
    compile_plan(plan, wishes.games, wishes.jobs)
    study = _Study(plan, wishes)
    stopped = study.play()
    study.tell()
    if study.faults:
        _report(study.faults, study.failed, study.played, games.root)
    if stopped:
        say(f"stopped after {study.played} of {wishes.games} games; this is what they tell")
        raise typer.Exit(INTERRUPTED)
    if study.failed:
        raise typer.Exit(FOUND)


def check_numbers(games: int, jobs: int) -> None:
    """See that so many games can be played by so many processes. Raises CommandError."""
    if not 1 <= games <= _MOST_GAMES:
        raise CommandError(f"-n wants a number of games from 1 to {_MOST_GAMES}, not {games}")
    if jobs < 1:
        raise CommandError(f"--jobs wants a number of processes from 1 on, not {jobs}")


def compile_plan(plan: Plan, games: int, jobs: int) -> None:
    """Compile what so many games of a plan need. Raises CommandError for players and options that the game has not."""
    try:
        compile_first(plan, games, jobs)
    except (WrongPlayers, UnknownOption) as error:
        raise CommandError(str(error)) from None


def plan_for(game: Game, wishes: Wishes) -> Plan:
    """Return the plan of what the command line asks for. Raises CommandError."""
    names = player_names(game, wishes.players, ())
    kinds = [kind.strip() for kind in wishes.bots.split(",")]
    for kind in kinds:
        known_bot(kind)
    if len(kinds) not in (1, len(names)):
        raise CommandError(
            f"--bots wants one kind for all or one for each of {len(names)} seats, not {len(kinds)}"
        )
    bots = tuple(kinds * len(names) if len(kinds) == 1 else kinds)
    return Plan(game, names, bots, option_words(wishes.options), wishes.seed, wishes.details)


class _Study:
    """The games as they are played, added up one by one."""

    def __init__(self, plan: Plan, wishes: Wishes) -> None:
        self.plan = plan
        self.wishes = wishes
        self.tally = Tally(plan)
        self.played = 0
        self.failed = 0
        self.faults: list[tuple[int, RuleError | str]] = []
        self._rows = io.StringIO()

    def play(self) -> bool:
        """Play all games; return whether somebody has stopped it."""
        wishes = self.wishes
        if wishes.form is SimulationFormat.CSV:
            write(self._row(["seed", "decisions", "rounds", "winners", *self._seats("score")]))
        progress = Progress(wishes.games, "games")
        try:
            games = (
                played_on(wishes.cluster, self.plan, wishes.games)
                if wishes.cluster is not None
                else played_here(self.plan, wishes.games, wishes.jobs)
            )
            for game in games:
                self._take(game)
                progress.step()
        except KeyboardInterrupt:
            return True
        except ClusterMissing as error:
            raise CommandError(str(error)) from None
        finally:
            progress.end()
        return False

    def _take(self, game: Played) -> None:
        self.played += 1
        self.tally.add(game)
        if game.fault is not None:
            self.failed += 1
            if len(self.faults) < _MOST_FAULTS:
                self.faults.append((self.plan.seed + game.number, game.fault))
        elif self.wishes.form is SimulationFormat.CSV:
            winners = " ".join(str(seat + 1) for seat in game.winners)
            scores = ["" if score is None else score for score in game.scores]
            cells = [self.plan.seed + game.number, game.decisions, game.rounds, winners, *scores]
            write(self._row(cells))

    def _seats(self, word: str) -> list[str]:
        return [f"{word}_{seat}" for seat in range(1, len(self.plan.names) + 1)]

    def _row(self, cells: Sequence[object]) -> str:
        self._rows.seek(0)
        self._rows.truncate()
        csv.writer(self._rows, lineterminator="\n").writerow(cells)
        return self._rows.getvalue()

    def tell(self) -> None:
        """Write what the games tell, as a page where one is wished."""
        count = self.tally.count()
        if self.wishes.form is SimulationFormat.JSON:
            write_json(as_json(self.plan, count))
        elif self.wishes.form is SimulationFormat.TEXT:
            write("\n".join(text_of(self.plan, count)))
        if self.wishes.html is not None:
            self._write_page(self.wishes.html, count)

    def _write_page(self, path: Path, count: Count) -> None:
        from rulewright.cli.web.single import statistics_file

        names = {card.id: card.sides[0].name for card in self.plan.game.cards}
        heading = f"{self.plan.game.title}: {count.games} games"
        path.write_text(statistics_file(as_json(self.plan, count), heading, names), encoding="utf-8")
        say(f"{path} written")


def _report(faults: list[tuple[int, RuleError | str]], failed: int, games: int, root: Path) -> None:
    """Tell how many games were stopped, and each fault once, as it was met first, with its seed."""
    findings = Findings()
    places: set[Span] = set()
    words: set[str] = set()
    for at, fault in faults:
        if isinstance(fault, RuleError):
            if fault.span not in places:
                places.add(fault.span)
                add_fault(findings, fault)
        elif fault not in words:
            words.add(fault)
            say(f"seed {at}: {fault}")
    report(findings, root)
    say(f"{failed} of {games} games were stopped by a fault, the first with seed {faults[0][0]}")
