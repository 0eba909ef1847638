"""Abilities and changes that work in some zones only, on every machine."""

from __future__ import annotations

from tests.one_meaning.tiny import codes, scores

HEAD = """
kinds:
  peg: {{all: pegs, fields: {{suit: suit}}, active in: [hand, camp]}}
zones:
  deck: {{holds: peg}}
  of each player: {{hand: {{holds: peg}}, camp: {{holds: peg}}, box: {{holds: peg}}}}
components:
  peg: {{ace: {{suit: sun, {ace}}}, bit: {{suit: moon, {bit}}}}}
windows: {{fair: {{who: me, limit: any number of times}}}}
values: {{power(player): {{is: 1}}}}
"""


def head(ace: str, bit: str = "abilities: []") -> str:
    return HEAD.format(ace=ace, bit=bit)


REACTS = "abilities: [{when: fair, from: hand, do: gain 1 score, automatic: yes}]"
HELPS = "changes: [{value: power(player), from: camp, add: 10}]"


def test_a_reaction_works_from_the_hand_only(machine):
    assert scores(machine, "move ace to me.hand\noffer fair", head(REACTS)) == [1, 0]
    assert scores(machine, "move ace to me.camp\noffer fair", head(REACTS)) == [0, 0]


def test_a_change_counts_in_play_only(machine):
    assert scores(machine, "move bit to me.camp\ngain power(me) score", head(REACTS, HELPS)) == [11, 0]
    assert scores(machine, "move bit to me.hand\ngain power(me) score", head(REACTS, HELPS)) == [1, 0]


def test_the_condition_counts_beside_the_zone(machine):
    ability = "abilities: [{when: fair, from: hand, if: me.coins > 4, do: gain 1 score, automatic: yes}]"
    assert scores(machine, "move ace to me.hand\noffer fair", head(ability)) == [1, 0]
    assert scores(machine, "move ace to me.hand\nlose 1 coins\noffer fair", head(ability)) == [0, 0]


def test_several_zones_may_be_named(machine):
    ability = "abilities: [{when: fair, from: [hand, camp], do: gain 1 score, automatic: yes}]"
    assert scores(machine, "move ace to me.camp\noffer fair", head(ability)) == [1, 0]


def test_zones_where_the_kind_is_not_active_are_found():
    assert codes("offer fair", head(REACTS.replace("hand", "box"))) == ["RW223"]
    assert codes("offer fair", head(REACTS.replace("hand", "hnad"))) == ["RW217"]
