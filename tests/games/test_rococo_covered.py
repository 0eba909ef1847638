"""Every bonus, Decoration and reward of Rococo is used in some playthrough; a recorder tells which lack it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from random_games import shipped

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.journal.events import AbilityUsed, Decided, EffectBegan
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script

CHECKOUT = Path(__file__).resolve().parents[2]
FOLDER = CHECKOUT / "tests" / "playthroughs" / "rococo"
USE = "Use the bonus of "


@cache
def recorded() -> dict[str, set[str]]:
    """What the playthroughs show: bonuses used and refused, crowns that counted and were refused, options taken."""
    told: dict[str, set[str]] = {"used": set(), "refused": set(), "crowned": set(), "taken": set()}
    games = Games(CHECKOUT)
    for path in sorted(FOLDER.rglob("*.yaml")):
        findings = Findings()
        for ready in check_script(read_script(path, path.name, findings), games, findings):
            match = run_case(ready).match
            ids = {
                match.layout.ids[c]: match.game.cards[match.layout.card_of[c]]
                for c in range(len(match.layout.ids))
            }
            named = {card.sides[0].name: card.id for card in ids.values() if card.kind == "employee"}
            for event in match.journal:
                match_ids = match.layout.ids
                if isinstance(event, EffectBegan) and event.field == "bonus":
                    told["used"].add(ids[match_ids[event.component]].id)
                elif isinstance(event, AbilityUsed):
                    told["crowned"].add(ids[match_ids[event.component]].id)
                elif isinstance(event, Decided):
                    told["taken"].add(event.id)
                    if event.prompt.startswith(USE) and event.id == "pass":
                        told["refused"].add(named[event.prompt.removeprefix(USE)])
    return told


def employees(*, crowned: bool) -> set[str]:
    return {
        card.id
        for card in shipped("rococo").cards
        if card.kind == "employee"
        and (bool(card.sides[0].abilities) if crowned else "bonus" in card.sides[0].effects)
    }


@pytest.mark.slow
def test_every_bonus_is_used_and_refused():
    assert employees(crowned=False) - recorded()["used"] == set()
    assert employees(crowned=False) - recorded()["refused"] == set()


def test_every_crown_counts():
    assert employees(crowned=True) - recorded()["crowned"] == set()


def test_every_decoration_is_funded():
    spaces = {card.id for card in shipped("rococo").cards if card.kind == "decoration"}
    assert spaces - recorded()["taken"] == set()


def test_every_guest_space_of_a_reward_is_taken():
    rewarded = {
        card.id
        for card in shipped("rococo").cards
        if card.kind == "space" and type(card.sides[0].effects["reward"][0]).__name__ != "Nothing"
    }
    assert rewarded - recorded()["taken"] == set()


def test_every_main_action_is_taken():
    assert recorded()["taken"] >= {
        "claim-the-queen-s-favor", "acquire-resources", "make-a-dress", "hire-a-new-employee", "depute-your-employee",
        "fund-a-decoration", "no-main-action",
    }  # fmt: skip
