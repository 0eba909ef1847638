"""A tiny game for inputs of a few lines, and how they come out: what is found, the scores, or the fault."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.state.errors import RuleError
from tests.machines import AnyMatch, open_on

HEAD = """\
language: 1
game: tiny
title: Tiny
players: 2
enums: {suit: {all: suits, values: [sun, moon]}}
kinds: {peg: {all: pegs, fields: {suit: suit}}, box: {all: boxes, fields: {deed: effect}}}
zones: {pile: {holds: peg}, deck: {holds: peg, refill from: pile}, of each player: {hand: {holds: peg}}}
components: {peg: {ace: {suit: sun}, bit: {suit: moon}}, box: {crate: {deed: gain 1 score}}}
counters: {score: {}, coins: {start: 5}, luck: {at least: none}}
setup: move all pegs to deck
rounds: {number: 1, every: {phases: [main]}}
result: {rank: players, by: [player.score]}
"""
MAIN = "rules/tiny/main.yaml"
FIRST_LINE = 4
"""The line of `MAIN` in which the text of the phase begins."""

_SECTION = re.compile(r"^(\w[\w ]*):", re.MULTILINE)


def sections(text: str) -> dict[str, str]:
    """Return the declarations of a rules file by their keys."""
    starts = [(found.start(), found[1]) for found in _SECTION.finditer(text)]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return {name: text[start:end].rstrip() + "\n" for (start, name), end in zip(starts, ends, strict=False)}


def files(main: str, head: str = "", *, phase: str = "", acting: bool = True) -> dict[str, str]:
    """Return the files of the tiny game in which this is the text of the one phase.

    The first player acts in it, unless `acting` is false. The declarations of `head` take the place of those of the
    same name, or of none where they say `-`; `phase` are more keys of the phase.
    """
    parts = {**sections(HEAD), **sections(dedent(head))}
    rules = "".join(part for name, part in parts.items() if part != f"{name}: -\n")
    text = dedent(main).strip("\n")
    if acting:
        text = "as players[1]:\n" + indent(text, "  ")
    keys = f"    {phase}\n" if phase else ""
    return {
        "rules/tiny/game.yaml": rules,
        MAIN: "phases:\n  main:\n    do: |\n" + indent(text, " " * 6) + "\n" + keys,
    }


def write(texts: dict[str, str], root: Path) -> None:
    """Write files below a root."""
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "cards").mkdir(exist_ok=True)


@cache
def _checked(texts: tuple[tuple[str, str], ...]) -> tuple[Game | None, tuple[Finding, ...]]:
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        write(dict(texts), Path(folder))
        game = check_game("tiny", Path(folder), found)
    return game, tuple(found)


def errors(main: str, head: str = "", **more: object) -> list[Finding]:
    """Return the errors that are found in the tiny game."""
    found = _checked(tuple(files(main, head, **more).items()))[1]
    return [finding for finding in found if finding.severity == "error"]


def codes(main: str, head: str = "", **more: object) -> list[str]:
    """Return the codes of the errors that are found in the tiny game."""
    return [finding.code for finding in errors(main, head, **more)]


def tiny(main: str, head: str = "", **more: object) -> Game:
    """Return the tiny game, which has no errors."""
    assert errors(main, head, **more) == []
    game = _checked(tuple(files(main, head, **more).items()))[0]
    assert game is not None
    return game


Chooser = Callable[[AnyMatch], int | str]


def first(_match: AnyMatch) -> int:
    """Take the first option."""
    return 0


def last(match: AnyMatch) -> int:
    """Take the last option."""
    return match.choices - 1


def played(match: AnyMatch, choose: Chooser = first, *, most: int = 200) -> AnyMatch:
    """Play a match to its end by one way to choose."""
    for _ in range(most):
        if match.over:
            return match
        match.apply(choose(match))
    raise AssertionError(f"still asked after {most} decisions: {match.decision}")


def scores(
    machine: str, main: str, head: str = "", choose: Chooser = first, **more: object
) -> list[int | None]:
    """Return the scores when the tiny game is played on a machine, always the first option taken."""
    players = int(more.pop("players", 2))  # type: ignore[call-overload]
    return played(open_on(machine, tiny(main, head, **more), players), choose).scores()


def fault(machine: str, main: str, head: str = "", choose: Chooser = first, **more: object) -> RuleError:
    """Return the fault in which the tiny game ends on a machine."""
    game = tiny(main, head, **more)
    try:
        found = played(open_on(machine, game), choose).scores()
    except RuleError as error:
        return error
    raise AssertionError(f"no fault, but {found}")


def line_of(error: RuleError) -> int | None:
    """Return the line of the phase's text, counted from 1, at which a fault is told; None for another file."""
    return error.span.line - FIRST_LINE + 1 if error.span.file == MAIN else None
