"""Content that nobody would write plays alike on every machine: what is asked, the position, the journal, every fault.

A file of `odd/` holds declarations, then texts behind `===`, where it also says with how many players, who acts and
what keys the phase has; declarations of one text stand before its `---`.
"""

from __future__ import annotations

import random
import re
from itertools import zip_longest
from pathlib import Path

import pytest

from rulewright.interpreter.state.errors import RuleError
from tests.machines import MACHINES, NOTING, REFERENCE, AnyMatch, open_on
from tests.one_meaning.tiny import HEAD, sections, tiny

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


# ---------------------------------------------------------------- whatever things are called
OWN = (
    "coins", "luck", "hand", "pile", "deck", "met", "cost", "worth", "both", "ace", "bit", "chest", "held", "pal", "xs",
    "inside", "kit", "bin", "dusk", "lead", "tally", "goods", "t2", "rec", "pays", "deep", "suitn", "cog",
)  # fmt: skip
STRANGE = (
    "v", "z", "k", "s", "f", "x_me", "i0", "n5", "list5", "self", "def", "lambda", "a-b", "a_c", "x-1-2", "e_deed",
    "v_cost", "p_main", "me3", "last5", "o", "next-1", "len", "int", "k-1", "z0", "burn", "memo", "m",
)  # fmt: skip
IDS = ("ace", "bit", "chest", "cog")
"""What names of components may not have: `_`."""


def renamed(text: str, seed: int) -> str:
    """Give the names of a text strange ones, each its own."""
    strange = [name for name in STRANGE if not re.search(rf"(?<![\w-]){name}(?![\w-])", text)]
    random.Random(seed).shuffle(strange)
    new = {}
    for name in OWN:
        fits = [other for other in strange if name not in IDS or "_" not in other]
        if fits:
            new[name] = fits[0]
            strange.remove(fits[0])
    words = "|".join(new)
    return re.sub(rf"(?<![\w-])({words})(?![\w-])", lambda met: new[met[1]], text)


@pytest.mark.parametrize(("head", "words", "text"), list(cases())[::3])
def test_odd_content_plays_alike_whatever_things_are_called(head, words, text):
    players, _ = opening(words)
    whole = "".join((sections(HEAD) | sections(head)).values())
    head, text, words = renamed(f"{whole}\n====\n{text}\n====\n{words}", players).split("\n====\n")
    game = tiny(text, head, **opening(words)[1])
    for seed in range(2):
        # What chance brings goes by names, so only what is called alike is compared.
        wanted, journal = played(REFERENCE, game, players, seed)
        for machine in MACHINES:
            assert played(machine, game, players, seed)[0] == wanted, machine
        assert played(NOTING, game, players, seed)[1] == journal
