"""Every side of every card of Prêt-à-Porter has a case that shows it work and one that shows where it must not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from ability_recorder import FACES, Recorder, deeds_of

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.collection import playthrough_files, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script

CHECKOUT = Path(__file__).resolve().parents[2]
GAME = "pret-a-porter"
PLAYTHROUGHS = CHECKOUT / "tests" / "playthroughs" / GAME
# The folders with cases about single cards; a whole game proves little about one of them.
FOLDERS = ("buildings", "contracts", "employees")
GAMES = Games(CHECKOUT)
SIDES = [
    (card, side)
    for card in GAMES.load(GAME)[0].cards
    for side in range(len(card.sides))
    if deeds_of(card, side)
]


@cache
def recorder() -> Recorder:
    """All cases about cards, played once."""
    recorded = Recorder(GAMES.load(GAME)[0])
    for folder in FOLDERS:
        for path in playthrough_files(PLAYTHROUGHS / folder):
            findings = Findings()
            script = read_script(path, shown_as(path, CHECKOUT), findings)
            for ready in check_script(script, GAMES, findings) if script is not None else ():
                recorded.play(ready)
    return recorded


@pytest.mark.slow
@pytest.mark.parametrize(("card", "side"), SIDES, ids=[f"{card.id} {FACES[side]}" for card, side in SIDES])
def test_a_side_has_a_case_where_it_works_and_one_where_it_does_not(card, side):
    lacking = recorder().lacking(card, side)
    assert not lacking, "\n" + "\n".join(lacking)


def test_all_cards_that_do_something_are_asked_for():
    # 24 of each, of which 12 + 6, 14 + 6 and 10 + 6 have a name of their own; the two Designer Offices count apart.
    assert len({card.id for card, _ in SIDES}) == 18 + 20 + 17
    assert len(SIDES) == 2 * (12 + 14 + 11) + 3 * 6


@pytest.mark.slow
def test_every_case_about_a_card_passes():
    assert not recorder().failed
