"""Content that nobody would write plays alike on every machine: what is asked, the position, the journal, every fault.

A file of `odd/` holds declarations, then texts behind `===`, where it also says with how many players, who acts and
what keys the phase has; declarations of one text stand before its `---`.
"""

from __future__ import annotations

import random
from itertools import zip_longest
from pathlib import Path

import pytest

from interpreter.state.errors import RuleError
from tests.machines import MACHINES, NOTING, REFERENCE, AnyMatch, open_on
from tests.one_meaning.tiny import tiny

FOLDER = Path(__file__).parent / "odd"
MOST = 60


def cases():
    for path in sorted(FOLDER.glob("*.txt")):
        head, *blocks = path.read_text(encoding="utf-8").split("\n===")
        for number, block in enumerate(blocks, 1):
            words, _, text = block.partition("\n")
            own, between, rest = text.partition("\n---\n")
            declared = f"{head}\n{own}\n" if between else f"{head}\n"
            yield pytest.param(declared, words.strip(), rest if between else text, id=f"{path.stem} {number}")


def opening(words: str) -> tuple[int, dict[str, object]]:
    """Return the number of players, and how the tiny game differs."""
    players, more = 2, {}
    for word in filter(None, words.split("; ")):
        if word.startswith("players "):
            players = int(word.removeprefix("players "))
        elif word == "nobody acts":
            more["acting"] = False
        else:
            more["phase"] = word
    return players, more


def course(match: AnyMatch, chance: random.Random):
    """Everything that a match shows on its way, decision by decision."""
    for _ in range(MOST):
        asked = match.decision
        if asked is None:
            break
        options = [(choice.id, choice.value, choice.label) for choice in asked.options]
        yield asked.player, asked.prompt, asked.kind, asked.picked, asked.among, options
        match.apply(int(chance.random() * match.choices))
        yield match.state.v.copy(), [zone.copy() for zone in match.state.z]
    yield match.scores(), match.winners(), match.over


def played(machine: str, game, players: int, seed: int):
    """How a game goes by chance on a machine, and its journal at the end."""
    shown: list[object] = []
    match = None
    try:
        match = open_on(machine, game, players, seed=seed)
        shown.extend(course(match, random.Random(seed)))
    except RuleError as error:
        shown.append((type(error), error.message, error.span, error.rule, error.above, error.cards))
    return shown, match.journal if match is not None else ()


@pytest.mark.parametrize(("head", "words", "text"), list(cases()))
def test_odd_content_plays_alike(head, words, text):
    players, more = opening(words)
    game = tiny(text, head, **more)
    for seed in range(3):
        went = {machine: played(machine, game, players, seed) for machine in MACHINES}
        for machine in MACHINES:
            for step, (wanted, met) in enumerate(zip_longest(went[REFERENCE][0], went[machine][0])):
                assert met == wanted, (machine, seed, step)
        assert went[NOTING][1] == went[REFERENCE][1]
