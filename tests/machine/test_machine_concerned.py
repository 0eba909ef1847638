"""A fault in a rule names the card that the rule was carried out for, since a number on the card may have caused it."""

from __future__ import annotations

import pytest
from builder import game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import RuleError

CARDS = """
kind: card
cards:
  ace:
    cost: 0
    act: "reward(this)"
    front:
      abilities: [{when: mine, automatic: yes, do: "gain this.cost - 1 points"}]
    back: {}
  bit:
    cost: 2
    front: {}
    back: {cost: -3}
  cog: {cost: 3}
"""
RULES = """
values:
  share(card): {is: 12 / card.cost}
  shares(player): {is: sum(share(x) for each x in player.table)}
actions:
  reward(card): {text: reward, do: gain card.cost - 1 points}
  earn(n is number): {text: earn, do: gain n points}
  twice(card):
    text: twice
    do: |
      let more = card.cost - 1
      let most = more * 2
      if me.gold > 0:
        gain most points
  plain(card): {text: plain, do: pay 1000 gold}
"""
ACE, BIT = "card ace at cards/tiny/cards.yaml:4", "card bit at cards/tiny/cards.yaml:10"

FOR_CARDS = {
    "a number that a rule reads": ("let x = ace\ngain x.cost - 1 points", ACE),
    "a number of a card that the rule names": ("gain ace.cost - 1 points", ACE),
    "an action with a card": ("reward(ace)", ACE),
    "a number that is handed on": ("earn(ace.cost - 1)", ACE),
    "a number that has a name of its own": ("twice(ace)", ACE),
    "the side that is up": ("move bit to me.table\nflip bit\nreward(bit)", BIT),
    "a value of a card": ("gain share(ace) points", ACE),
    "a value in a value": ("move [cog, ace] to me.table\ngain shares(me) points", ACE),
    "one of a list": ("gain x.cost - 1 points for each x in [cog, ace]", ACE),
    "a condition asked of a list": ("gain count(x in [cog, ace] where 9 / x.cost > 1) points", ACE),
    "the options of a choice": ("choose a card from [cog, ace] where 9 / card.cost > 1", ACE),
    "what an option would cost": ("choose a card from [cog, ace]\npay card.cost - 1 gold", ACE),
    "an action whose number is its own": ("let x = ace\nplain(x)", ACE),
    "a payment that is too high": ("let x = cog\ngain 1 points\npay x.cost * 100 gold", "card cog at"),
    "one in a loop": ("for each x in [cog, ace]:\n  gain x.cost - 1 points", ACE),
}
FOR_NOBODY = {
    "no card": "gain me.gold - 11 points",
    "an ability, which is told with its card": "move ace to me.table\noffer mine",
    "the effect in a field, which is told with its card": "run ace.act",
}


def fault(machine: type[Match] | type[FastMatch], do: str) -> RuleError:
    lines = "\n".join(f"  {line}" for line in do.split("\n"))
    planted = game(f"as players[1]:\n{lines}", more=RULES, cards=CARDS)
    with pytest.raises(RuleError) as caught:
        machine(planted, 2)
    return caught.value


@pytest.mark.parametrize("case", FOR_CARDS)
@pytest.mark.parametrize("machine", [Match, FastMatch])
def test_a_fault_names_the_card_that_its_rule_reads(case, machine):
    do, card = FOR_CARDS[case]
    error = fault(machine, do)
    assert f"\n  for {card}" in str(error)
    assert len(error.cards) == 1
    assert error.span.file == "rules/tiny/game.yaml"


@pytest.mark.parametrize("case", FOR_NOBODY)
def test_a_fault_that_has_nothing_to_do_with_a_card_names_none_besides(case):
    error = fault(Match, FOR_NOBODY[case])
    assert not error.cards
    assert " for " not in str(error)


def test_the_card_of_a_rule_is_told_once():
    text = str(fault(Match, "run ace.act"))
    assert "negative" in text
    assert "called from cards/tiny/cards.yaml:6" in text
    assert text.count("card ace") == 1
