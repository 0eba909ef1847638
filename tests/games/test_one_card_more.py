"""One Employee more, by a pack: nothing changes but what touches the deck of Employees."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load_game
from rulewright.interpreter.content.packs import open_packs
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.collection import playthrough_files, shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.play.trial import try_case

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "tests/packs/night-shift"
NEW = "night-seamstress"
PLAIN = Games(ROOT)
MORE = Games(ROOT, open_packs([PACK], ROOT, PLAIN.names))


def zones(match: FastMatch) -> dict[str, list[str]]:
    labels = [match.naming.zone(number) for number in range(match.layout.zones)]
    return {
        label: [str(item) if number == 0 else match.layout.ids[item] for item in match.state.z[number]]
        for number, label in enumerate(labels)
    }


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_leaves_every_other_card_where_it_was(players):
    plain, more = load_game("pret-a-porter"), load_game("pret-a-porter", packs=[PACK])
    met = 0
    for seed in range(12):
        before, after = (zones(FastMatch(game, players, seed=seed)) for game in (plain, more))
        together = [zone.pop("row.employees") + zone.pop("deck.employees") for zone in (before, after)]
        assert before == after
        assert NEW in together[1]
        assert [card for card in together[1] if card != NEW] == together[0]
        met += together[1].index(NEW) < 3
    assert met < 8


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[] if number % 60 == 5 else pytest.mark.slow)
        for number, path in enumerate(playthrough_files(ROOT / "tests/playthroughs/pret-a-porter"))
    ],
    ids=lambda path: path.stem,
)
def test_playthroughs_that_do_not_touch_the_deck_stay_as_they_were(path):
    script = read_script(path, shown_as(path, ROOT), Findings())
    assert script is not None
    for case in script.cases:
        before = try_case(script, case, PLAIN)
        assert before.passed, case.name
        if "Employees deck" not in before.transcript:
            assert try_case(script, case, MORE).transcript == before.transcript, case.name
