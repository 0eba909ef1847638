"""The command `page`: writes the cards of a game, or a playthrough, as one page to send to somebody."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from rulewright.cli.open import require_extra
from rulewright.cli.output import FOUND, CommandError, say
from rulewright.cli.reports import game_of, games_of, report, unknown, way_to
from rulewright.cli.where import Where
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.record import Recorder, RecordError

if TYPE_CHECKING:
    from rulewright.cli.web.adapter import Viewer
    from rulewright.cli.web.replays import Replay


@dataclass(frozen=True, slots=True)
class Wishes:
    """Where the page is written, and whether it may take the place of another file; None for beside where one works."""

    out: Path | None
    force: bool
    where: Where


def cards(name: str, wishes: Wishes) -> None:
    """Write the cards of a game as one page."""
    game = game_of(games_of(wishes.where), name)
    require_extra()
    from rulewright.cli.web.faces import Faces
    from rulewright.cli.web.single import cards_file
    from rulewright.interpreter.english.cards import Explainer

    _write(cards_file(game.title, Faces(game, Explainer(game)).all()), f"{name}-cards.html", wishes)


def replay(script: Path, case: str | None, seat: str | None, wishes: Wishes) -> None:
    """Write a case of a playthrough as one page with its time line; exit 1 when it fails, with the page written."""
    if not script.is_file():
        raise CommandError(f"there is no file {script}")
    require_extra()
    from rulewright.cli.web.replays import TimeLine, played
    from rulewright.cli.web.single import replay_file

    games = games_of(wishes.where, (script,))
    result = played(script, games, case=case)
    if case is not None and result.cases and case not in result.cases:
        raise unknown("case", case, result.cases)
    report(result.findings, games.root)
    if result.replay is None:
        raise typer.Exit(FOUND)
    viewer = _viewer(result.replay, seat)
    total = len(result.replay.moments)
    frames = TimeLine(result.replay, viewer).frames(0, total)
    heading = ": ".join(filter(None, (shown_as(script, games.root), result.replay.ready.case.name)))
    values = {
        "replay": {"head": result.replay.head(), "frames": frames, "told": list(result.told)},
        "faces": [result.replay.faces[card.id] for card in result.replay.ready.game.cards],
        "script": script.read_text(encoding="utf-8", errors="replace") if seat is None else None,
    }
    _write(replay_file(result.replay.ready.game.title, heading, values), f"{script.stem}.html", wishes)
    if result.findings:
        raise typer.Exit(FOUND)


def statistics(file: Path, wishes: Wishes) -> None:
    """Write what `simulate --format json` told as one page."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise CommandError(
            f"{file} is no JSON: `rulewright simulate --format json` writes what is wanted"
        ) from None
    require_extra()
    from rulewright.cli.web.single import statistics_file

    try:
        text = statistics_file(told, f"{told['game']}: {told['games']} games")
    except (KeyError, TypeError, AttributeError, ValueError):
        raise CommandError(
            f"{file} holds no statistics: `rulewright simulate --format json` writes what is wanted"
        ) from None
    _write(text, f"{file.stem}.html", wishes)


def _viewer(replay: Replay, seat: str | None) -> Viewer:
    from rulewright.cli.web.adapter import ALL

    names = replay.moments[0].match.names
    if seat is None:
        return ALL
    if seat not in names:
        raise unknown("player", seat, names)
    return names.index(seat)


def _write(text: str, usual: str, wishes: Wishes) -> None:
    path = wishes.out or Path(usual)
    try:
        Recorder(path, force=wishes.force).write(text)
    except RecordError as error:
        raise CommandError(str(error)) from None
    say(f"{way_to(path)} written; any browser opens it, with or without a network")
