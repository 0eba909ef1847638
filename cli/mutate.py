"""The command `mutate`: small changes of a game, one at a time, and which of them no playthrough notices."""

from __future__ import annotations

import html
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from rulewright.cli.output import FOUND, CommandError, Format, say, write, write_json
from rulewright.cli.progress import INTERRUPTED, Progress
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import ReadyCase, check_script
from rulewright.interpreter.play.collection import find_playthroughs, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.study.mutants import mutants_of
from rulewright.interpreter.study.noticing import Told, Verdict, told_of, verdicts
from rulewright.interpreter.whole_files import write_whole


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; `sample` is how many changes are tried, None for all."""

    game: str
    scripts: tuple[Path, ...]
    sample: int | None
    seed: int
    demand: int | None
    page: Path | None
    form: Format
    where: Where


def run(wishes: Wishes) -> None:
    """Try the changes and tell which nobody notices; exit 1 when fewer are noticed than is demanded."""
    if wishes.demand is not None and not 0 <= wishes.demand <= 100:
        raise CommandError(f"--demand wants a share from 0 to 100, not {wishes.demand}")
    if wishes.sample is not None and wishes.sample < 1:
        raise CommandError(f"-n wants a number of changes from 1 on, not {wishes.sample}")
    games = games_of(wishes.where, wishes.scripts)
    game = game_of(games, wishes.game)
    cases = _cases(wishes, games, game)
    chosen = list(mutants_of(game))
    if wishes.sample is not None and wishes.sample < len(chosen):
        # Of Python's generator only what is promised to stay the same is used.
        dice = random.Random(f"{wishes.seed}")  # noqa: S311 - a sample needs no secret numbers
        keyed = sorted((dice.random(), number) for number in range(len(chosen)))
        chosen = [chosen[number] for _, number in sorted(keyed[: wishes.sample], key=lambda each: each[1])]
    found: list[Verdict] = []
    progress, stopped = Progress(len(chosen), "changes"), False
    try:
        for verdict in verdicts(game, chosen, cases, lambda ready: _name(ready, games)):
            found.append(verdict)
            progress.step()
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.end()
    _tell(wishes, found, len(cases))
    if stopped:
        say(f"stopped after {len(found)} of {len(chosen)} changes")
        raise typer.Exit(INTERRUPTED)
    if wishes.demand is not None and share_noticed(found) * 100 < wishes.demand:
        say(f"{share_noticed(found):.1%} of the changes are noticed, but {wishes.demand} % are demanded")
        raise typer.Exit(FOUND)


def share_noticed(found: Sequence[Verdict]) -> float:
    """Return the share of changes that some case notices, from 0 to 1; 1 of none."""
    return sum(one.noticed is not None for one in found) / len(found) if found else 1.0


def _cases(wishes: Wishes, games: Games, game: Game) -> list[Told]:
    """Play every case of the game as it stands. Raises CommandError when there is none that passes."""
    for path in wishes.scripts:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
    files = [file for path in wishes.scripts for file in find_playthroughs(path)]
    told: list[Told] = []
    for file in files:
        findings = Findings()
        script = read_script(file, shown_as(file, games.root), findings)
        if script is None:
            continue
        ready = [case for case in check_script(script, games, findings) if case.game is game]
        told.extend(case for case in map(told_of, ready) if case is not None)
    if not told:
        raise CommandError(f"there is no playthrough of {game.id} that passes")
    return told


def _name(ready: ReadyCase, games: Games) -> str:
    file = shown_as(ready.script.path, games.root)
    return f"{file} [{ready.case.name}]" if ready.case.name else file


# ---------------------------------------------------------------- answers
def _tell(wishes: Wishes, found: Sequence[Verdict], cases: int) -> None:
    if wishes.page is not None:
        write_whole(wishes.page, _page(wishes.game, found, cases))
        say(f"{wishes.page} written")
    if wishes.form is Format.JSON:
        write_json([_as_json(one) for one in found])
    else:
        write("\n".join(_text(found, cases)))


def _as_json(one: Verdict) -> dict[str, Any]:
    span = one.mutant.span
    return {
        "place": f"{span.file}:{span.line}:{span.column}",
        "change": one.mutant.words,
        "noticed_by": one.noticed,
        "cases_that_reach_it": one.played,
    }


def _text(found: Sequence[Verdict], cases: int) -> Iterator[str]:
    missed = [one for one in found if one.noticed is None]
    width = max((len(_place(one)) for one in missed), default=0)
    for one in missed:
        yield f"{_place(one):<{width}}  {one.mutant.words}  ({_why(one)})"
    noticed = len(found) - len(missed)
    yield f"{noticed} of {len(found)} changes are noticed by {cases} cases ({share_noticed(found):.1%})"


def _why(one: Verdict) -> str:
    if not one.played:
        return "no case comes there"
    return (
        f"{one.played} case{'' if one.played == 1 else 's'} come there"
        if one.played > 1
        else "1 case comes there"
    )


def _place(one: Verdict) -> str:
    span = one.mutant.span
    return f"{span.file}:{span.line}"


def _page(game: str, found: Sequence[Verdict], cases: int) -> str:
    rows = "\n".join(
        f"<tr><td>{html.escape(_place(one))}</td><td>{html.escape(one.mutant.words)}</td><td>{_why(one)}</td></tr>"
        for one in found
        if one.noticed is None
    )
    noticed = sum(one.noticed is not None for one in found)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(game)}: changes that nobody notices</title>"
        "<style>body{font:14px/1.4 sans-serif;margin:2em}td,th{padding:0 1em 0 0;text-align:left}</style></head><body>"
        f"<h1>{html.escape(game)}: changes that nobody notices</h1>"
        f"<p>{noticed} of {len(found)} changes are noticed by {cases} cases ({share_noticed(found):.1%}).</p>"
        f"<table><thead><tr><th>place</th><th>change</th><th>cases</th></tr></thead><tbody>{rows}</tbody></table>"
        "</body></html>\n"
    )
