"""The small game of the language's tests: its files, with texts inserted or replaced, loaded and opened."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from rulewright.interpreter.content.formulas import check_expectation
from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Finding, Findings, render_text
from rulewright.interpreter.play.expectation import names_of, values_of
from rulewright.interpreter.source import MappingNode, ScalarNode, parse_yaml
from tests.machines import REFERENCE, AnyMatch, open_on

DATA = Path(__file__).parent / "data"
MAIN = "rules/small/main.yaml"
EXTRA = "rules/small/more.yaml"
PLAYERS = ("Ann", "Ben", "Cid", "Dan")
MACHINE = REFERENCE
"""On which machine matches are opened; the fixture `machine` sets it."""


@cache
def base_files() -> dict[str, str]:
    """The files of the small game by their names below the root."""
    return {path.relative_to(DATA).as_posix(): path.read_text() for path in sorted(DATA.rglob("*.yaml"))}


def main_file(effect: str, rounds: int = 1) -> str:
    """A main.yaml whose only phase does this."""
    body = indent(dedent(effect).strip("\n"), "      ")
    return f"rounds:\n  number: {rounds}\n  every: {{phases: [main]}}\nphases:\n  main:\n    do: |\n{body}\n"


def first_player(effect: str) -> str:
    """An effect that Ann carries out alone."""
    return "as players[1]:\n" + indent(dedent(effect).strip("\n"), "  ")


LINTS = ("RW601", "RW602", "RW603", "RW605", "RW606")
"""What is found in declarations without use, of which the small game has one of everything."""


def check_files(files: Mapping[str, str], *, lints: bool = False) -> tuple[Game | None, list[Finding]]:
    """Check the small game with these files added to it or put in place of its own.

    What is never used is told with `lints` only: an example need not be used.
    """
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**base_files(), **files}.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        game = check_game("small", Path(folder), findings)
    return game, [found for found in findings if lints or found.code not in LINTS]


def load(main: str = "nothing", extra: str = "", rounds: int = 1, **files: str) -> Game:
    """Load the small game with this effect as its phase and these declarations; fails on any finding.

    A keyword `cards_x` is the text of a card file `cards/small/x.yaml`.
    """
    texts = {MAIN: main_file(main, rounds)}
    if extra:
        texts[EXTRA] = dedent(extra)
    texts |= {f"cards/small/{name.removeprefix('cards_')}.yaml": dedent(text) for name, text in files.items()}
    game, found = check_files(texts)
    assert game is not None, "\n" + render_text(found, lambda file, line: _line(texts, file, line))
    assert not found
    return game


def _line(texts: Mapping[str, str], file: str, line: int) -> str | None:
    lines = {**base_files(), **texts}.get(file, "").split("\n")
    return lines[line - 1] if line <= len(lines) else None


def opened(game: Game, players: int = 2, *, seed: int = 1, ask_forced: bool = False) -> AnyMatch:
    """Open a match on the machine of this test."""
    return open_on(MACHINE, game, PLAYERS[:players], seed=seed, ask_forced=ask_forced)


def play(
    main: str, extra: str = "", *, rounds: int = 1, players: int = 2, seed: int = 1, **files: str
) -> AnyMatch:
    """Open a match of the small game in which this effect is the phase."""
    return opened(load(main, extra, rounds, **files), players, seed=seed)


def ann(effect: str, extra: str = "", **more: str) -> AnyMatch:
    """Open a match in which Ann carries out an effect, and nothing else happens."""
    return play(first_player(effect), extra, **more)


def holds(match: AnyMatch, condition: str) -> bool:
    """Whether a condition holds now; players stand by their names, as in what a playthrough expects."""
    findings = Findings()
    root = parse_yaml("expect: >-\n  " + condition, "expectation", findings)
    assert isinstance(root, MappingNode)
    node = root.get("expect")
    assert isinstance(node, ScalarNode)
    formula = check_expectation(match.game, node, names_of(match.game, match.layout, match.names), findings)
    assert formula is not None, render_text(findings, lambda *_: condition)
    return match.evaluate(formula, values_of(match)) == 1


def ids(match: AnyMatch) -> list[str]:
    """The options of the present decision; empty when nothing is asked."""
    return list(match.decision.ids) if match.decision is not None else []


def take(match: AnyMatch, *options: str) -> AnyMatch:
    """Take options one after another."""
    for option in options:
        match.apply(option)
    return match
