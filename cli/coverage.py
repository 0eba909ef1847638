"""The command `coverage`: what playthroughs reach of a game, as a table, as JSON, or as its annotated source."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from rulewright.cli.output import FOUND, CommandError, Demand, Format, say, write, write_json
from rulewright.cli.reports import content_root, game_of, games_of, report, require_yaml
from rulewright.cli.where import Where
from rulewright.cli.workers import in_shares
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import pack_above, shown_folder
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.collection import find_playthroughs, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.study.coverage import OF_CARDS, Part, Reach, Recorder, State, unreached
from rulewright.interpreter.whole_files import write_whole

_STYLE = """\
body { font: 14px/1.4 sans-serif; margin: 2em; }
pre { border: 1px solid #ccc; padding: 0.5em; line-height: 1.35; }
.ran { background: #d8f5d8; } .declined { background: #fff0b8; } .never { background: #ffd6d6; }
.number { color: #888; display: inline-block; width: 4em; user-select: none; }
td, th { padding: 0 1em 0 0; text-align: left; }"""
# A line with parts of several states shows the one that is worth looking at.
_WORST = (State.NEVER, State.DECLINED, State.RAN)
# Parts whose own line says something beside their statements.
_WITH_HEADS = ("ability", "change", "rule")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    game: str
    scripts: tuple[Path, ...]
    form: Format
    page: Path | None
    demand: Demand | None
    only: Path | None
    where: Where


def run(wishes: Wishes) -> None:
    """Play the scripts of a game and write what they reach; exit 1 when one fails or what is demanded is not."""
    name, scripts, page = wishes.game, wishes.scripts, wishes.page
    games = games_of(_with_only(wishes), scripts)
    game = game_of(games, name)
    for path in scripts:
        if not path.exists():
            raise CommandError(f"there is no file or folder {path}")
        require_yaml(path)
    files = [file for path in scripts for file in find_playthroughs(path)]
    findings, reach, played = Findings(), Reach(), 0
    for share in in_shares(files, lambda some: _play(some, games, name)):
        findings.extend(share.findings)
        reach.add(share.reach)
        played += share.played
    if not (played or findings):
        raise CommandError(f"there is no playthrough of {name} below {', '.join(map(str, scripts))}")
    parts = reach.parts(game)
    if wishes.only is not None:
        parts = _standing_in(wishes.only, parts, game, games.root)
    if page is not None:
        write_whole(page, _page(game, parts))
        say(f"{page} written")
    if wishes.form is Format.JSON:
        write_json([_as_json(part) for part in parts])
    else:
        write("\n".join(_table(parts, played)))
    report(findings, games.root)
    missed = unreached(parts, of_cards=wishes.demand is Demand.ABILITIES) if wishes.demand else []
    if missed:
        say(f"never reached, though demanded: {', '.join(_called(part) for part in missed)}")
    if findings.errors or missed:
        raise typer.Exit(FOUND)


def _with_only(wishes: Wishes) -> Where:
    """Return where the content is; a pack of which alone is to be told is laid over the game, named or not."""
    where = wishes.where
    if wishes.only is None:
        return where
    root = content_root(where.root, wishes.scripts)
    pack = pack_above(wishes.only, root, wishes.game)
    named = {folder.resolve() for folder in where.packs}
    return where if pack is None or pack in named else replace(where, packs=(*where.packs, pack))


def _standing_in(path: Path, parts: list[Part], game: Game, root: Path) -> list[Part]:
    """Return the parts that stand in a file or below a folder. Raises CommandError when there are none."""
    shown = shown_folder(path, root)
    found = [part for part in parts if part.span.file == shown or part.span.file.startswith(f"{shown}/")]
    if not found:
        raise CommandError(f"nothing that {game.id} can do stands in {path}")
    return found


def _called(part: Part) -> str:
    return part.rule if part.what in (*OF_CARDS, "rule") else f"{part.rule} ({part.what})"


@dataclass(frozen=True, slots=True)
class _Share:
    """What came of some files: how many cases were played, what they reached, and what failed."""

    played: int
    reach: Reach
    findings: list[Finding]


def _play(files: Sequence[Path], games: Games, name: str) -> _Share:
    """Play the cases of some files that are of a game, each with the packs that it asks for."""
    findings, played = Findings(), 0
    seen: dict[int, tuple[Game, Recorder]] = {}
    for file in files:
        script = read_script(file, shown_as(file, games.root), findings)
        for ready in check_script(script, games, findings) if script is not None else ():
            if ready.game.id != name:
                continue
            # A block is known by its identity, so each game has notes of its own.
            recorder = seen.setdefault(id(ready.game), (ready.game, Recorder()))[1]
            outcome = run_case(ready, observers=[recorder])
            findings.extend(outcome.findings)
            played += 1
            if outcome.match is not None:
                recorder.note(outcome.match.journal)
    reach = Reach()
    for game, recorder in seen.values():
        reach.note(game, recorder)
    return _Share(played, reach, list(findings))


def _as_json(part: Part) -> dict[str, str]:
    place = f"{part.span.file}:{part.span.line}"
    return {"rule": part.rule, "what": part.what, "place": place, "state": part.state.value}


# ---------------------------------------------------------------- table
def _table(parts: list[Part], played: int) -> Iterator[str]:
    """Yield what is not reached, then the counts."""
    open_ = [part for part in parts if part.state is not State.RAN]
    rows = [(part.state.value, part.rule, part.what, f"{part.span.file}:{part.span.line}") for part in open_]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)]
        yield f"{'  '.join(cells)}  {row[3]}"
    if rows:
        yield ""
    yield from _counts(parts)
    yield f"{played} playthrough{'' if played == 1 else 's'} played"


def _counts(parts: list[Part]) -> Iterator[str]:
    for title, chosen in _groups(parts):
        count = Counter(part.state for part in chosen)
        told = [
            f"{count[state]} {word}" for state, word in _WORDS.items() if state is State.RAN or count[state]
        ]
        yield f"{title}: {len(chosen)}, {', '.join(told)}"


_WORDS = {State.RAN: "ran", State.DECLINED: "only offered and declined", State.NEVER: "never reached"}


def _groups(parts: list[Part]) -> Iterator[tuple[str, list[Part]]]:
    yield "abilities", [part for part in parts if part.what == "ability"]
    yield "effects of cards", [part for part in parts if part.what == "effect"]
    yield "changes of values", [part for part in parts if part.what == "change"]
    yield "rules", [part for part in parts if part.what == "rule"]
    yield "branches", [part for part in parts if part.what not in (*OF_CARDS, "rule")]


# ---------------------------------------------------------------- page
def _page(game: Game, parts: list[Part]) -> str:
    """Return the files of a game as a page in which each line of an effect shows whether it was reached."""
    states = _line_states(parts)
    body = "\n".join(_file(game, file, states.get(file, {})) for file in game.files if file in states)
    counts = "".join(f"<p>{html.escape(line)}</p>\n" for line in _counts(parts))
    legend = " ".join(f'<span class="{state.value}">{word}</span>' for state, word in _WORDS.items())
    title = html.escape(f"What is reached of {game.title}")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{legend}</p>\n{counts}{body}\n</body>\n</html>\n"
    )


def _line_states(parts: Iterable[Part]) -> dict[str, dict[int, State]]:
    found: dict[str, dict[int, State]] = {}
    for part in parts:
        for span in (part.span, *part.inside) if part.what in _WITH_HEADS else part.inside:
            lines = found.setdefault(span.file, {})
            known = lines.get(span.line, State.RAN)
            lines[span.line] = min(known, part.state, key=_WORST.index)
    return found


def _file(game: Game, file: str, states: dict[int, State]) -> str:
    text = game.path_of(file).read_text(encoding="utf-8")
    lines = "\n".join(
        _line(number, line, states.get(number)) for number, line in enumerate(text.splitlines(), 1)
    )
    return f"<h2>{html.escape(file)}</h2>\n<pre>\n{lines}\n</pre>"


def _line(number: int, line: str, state: State | None) -> str:
    shown = f'<span class="number">{number}</span>{html.escape(line)}'
    return shown if state is None else f'<span class="{state.value}" title="{_WORDS[state]}">{shown}</span>'
