"""Helpers for the tests of playing: the invented game Tea House, and scripts written on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from textwrap import dedent

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.play.checking import ReadyCase, check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import Outcome, run_case
from rulewright.interpreter.play.script import Script, read_script
from rulewright.interpreter.state.observing import Observer

ROOT = Path(__file__).resolve().parents[1] / "data"
GAMES = Games(ROOT)
HEAD = "game: tea-house\nplayers: [Anna, Matt]\n"


@cache
def game() -> Game:
    return load_game("tea-house", ROOT)


def match(*names: str, **keys) -> Match:
    return Match(game(), names or ("Anna", "Matt"), **keys)


def read(folder: Path, text: str) -> tuple[Script | None, Findings]:
    """Write a script and read it."""
    path = folder / "script.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    findings = Findings()
    return read_script(path, "script.yaml", findings), findings


def checked(folder: Path, text: str) -> tuple[list[ReadyCase], Findings]:
    """Write, read and check a script."""
    script, findings = read(folder, text)
    return (check_script(script, GAMES, findings) if script is not None else []), findings


def played(folder: Path, text: str, *, open_end: bool = False, observers: Sequence[Observer] = ()) -> Outcome:
    """Play a script that must be without findings before it is played."""
    cases, findings = checked(folder, HEAD + dedent(text))
    assert not findings, told(findings)
    assert len(cases) == 1
    return run_case(cases[0], open_end=open_end, observers=observers)


def told(findings: Findings) -> list[tuple[str, int, int, str]]:
    """The findings as code, line, column and message."""
    return [(found.code, found.span.line, found.span.column, found.message) for found in findings]


def only(findings: Findings) -> tuple[str, int, str, str | None]:
    """The only finding as code, line, message and suggestion."""
    assert len(findings) == 1, told(findings)
    found = next(iter(findings))
    return found.code, found.span.line, found.message, found.suggestion
