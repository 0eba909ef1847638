"""Small games with secrets, written in a few lines, and what each seat is told of them on both machines."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from textwrap import dedent

from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.journal.events import Event
from rulewright.interpreter.match.event_json import as_json
from rulewright.interpreter.match.match import Match

BLIND = """
language: 1
game: blind
title: Blind
players: 2
kinds: {card: {all: cards}}
components: {card: {one: {}, two: {}, three: {}, four: {}}}
zones:
  deck: {holds: card, ordered: yes, shows: nothing}
  of each player: {hand: {holds: card, visible to: owner}, blind: {holds: card, visible to: no one}}
counters: {points: {}}
setup: |
  move all cards to deck
  shuffle deck
rounds: {number: 1, every: {phases: [main]}}
result: {rank: players, by: [player.points]}
"""


@cache
def checked(text: str) -> tuple[Game | None, tuple[Finding, ...]]:
    """Check a game that is one file."""
    found = Findings()
    name = next(line.split(":")[1].strip() for line in text.splitlines() if line.startswith("game:"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rules" / name / "game.yaml"
        file.parent.mkdir(parents=True)
        file.write_text(text, encoding="utf-8")
        (Path(folder) / "cards").mkdir()
        game = check_game(name, Path(folder), found)
    return game, tuple(found)


def codes(text: str) -> list[str]:
    """Return the codes of all findings."""
    return [finding.code for finding in checked(text)[1]]


def game_of(text: str) -> Game:
    """Return a game without errors."""
    game, found = checked(text)
    assert [finding for finding in found if finding.severity == "error"] == []
    assert game is not None
    return game


def with_parts(text: str, phase: str = "", **parts: str) -> str:
    """Return a game in which some sections are others, and the one phase has this text."""
    kept = []
    for block in _blocks(text):
        key = block.split(":")[0].replace(" ", "_")
        if key not in parts:
            kept.append(block)
    new = [dedent(part).strip("\n") + "\n" for part in parts.values()]
    if phase:
        body = "\n".join("      " + line for line in dedent(phase).strip("\n").splitlines())
        new.append(f"phases:\n  main:\n    do: |\n{body}\n")
    return "".join([*kept, *new])


def _blocks(text: str) -> list[str]:
    blocks: list[str] = []
    for line in text.strip("\n").splitlines(keepends=True):
        if line.strip() and not line[0].isspace() and line[0] != "#":
            blocks.append(line)
        elif blocks:
            blocks[-1] += line
    if blocks and not blocks[-1].endswith("\n"):
        blocks[-1] += "\n"
    return blocks


def both(text: str, *options: int | str, players: int = 2, seed: int = 1) -> Match:
    """Play on both machines, which must tell everybody the same and ask the same; return the reference's match."""
    game = game_of(text)
    slow = Match(game, players, seed=seed)
    fast = FastMatch(game, players, seed=seed, journal=True)
    _same(slow, fast)
    for option in options:
        slow.apply(option)
        fast.apply(option)
        _same(slow, fast)
    return slow


def _same(slow: Match, fast: FastMatch) -> None:
    assert slow.state.v == fast.state.v
    assert slow.state.z == fast.state.z
    assert slow.journal == fast.journal
    for viewer in (*range(len(slow.names)), None):
        assert slow.told(viewer) == fast.told(viewer)
        assert slow.view(viewer) == fast.view(viewer)
    if slow.decision is None or fast.decision is None:
        assert slow.decision is fast.decision
        return
    assert slow.decision.ids == fast.decision.ids
    assert [one.label for one in slow.decision.options] == [one.label for one in fast.decision.options]
    assert (slow.decision.picked, slow.decision.among) == (fast.decision.picked, fast.decision.among)


def told(match: Match, viewer: int | None, sort: type[Event]) -> list[dict]:
    """Return the events of a sort that a seat is told, as JSON without causes."""
    events = [as_json(event, match) for event in match.told(viewer) if isinstance(event, sort)]
    return [{k: v for k, v in event.items() if k not in ("event", "rule", "place")} for event in events]
