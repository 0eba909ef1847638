"""Windows, and components on the move: who is asked, and what a zone takes."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state.errors import RuleError
from tests.machines import open_on
from tests.one_meaning.tiny import codes, errors, fault, line_of, played, scores, tiny

# ---------------------------------------------------------------- whose abilities are heard
FAIR = """
    players: {players}
    enums: -
    kinds: {{peg: {{all: pegs, {kind}active in: [kit]}}}}
    zones: {{box: {{holds: peg}}, of each player: {{kit: {{holds: peg}}}}}}
    components: {{peg: {{ace: {{{copies}abilities: [{ability}]}}}}}}
    windows: {{fair: {{who: each player in turn order}}}}
    setup: nothing
"""
USED = '{when: fair, automatic: yes, do: "gain 1 score\\nmove this to box"}'
PER_PLAYER, KEEPS_OWNER = "per player: 1, ", "keeps owner: yes, "


@pytest.mark.parametrize(
    ("kind", "copies"), [(PER_PLAYER, ""), (KEEPS_OWNER, "copies: 3, "), ("", "copies: 3, ")]
)
def test_an_ability_is_heard_for_the_player_in_whose_zone_it_lies(machine, kind, copies):
    head = FAIR.format(players=3, kind=kind, copies=copies, ability=USED)
    text = "for each x in pegs: move x to players[2].kit\noffer fair"
    assert scores(machine, text, head, players=3) == [0, 3, 0]


@pytest.mark.parametrize(
    ("kind", "copies"), [(PER_PLAYER, ""), (KEEPS_OWNER, "copies: 2, "), ("", "copies: 2, ")]
)
def test_and_no_longer_when_it_has_left_however_it_left(machine, kind, copies):
    again = '{when: fair, automatic: yes, do: "gain 1 score"}'
    head = FAIR.format(players=2, kind=kind, copies=copies, ability=again)
    moves = [
        "move all pegs to players[2].kit\nmove pegs[1] to players[1].kit\noffer fair",
        "move all pegs to players[2].kit\nmove pegs[2] to box\nswap pegs[1] with pegs[2]\noffer fair",
        "move pegs[1] to players[1].kit\nmove pegs[2] to players[2].kit\nswap pegs[1] with pegs[2]\noffer fair",
        "move all pegs to players[2].kit\ndraw 1 from players[2].kit to players[1].kit\noffer fair",
        "move all pegs to players[2].kit\ndraw 2 from players[2].kit to box\noffer fair",
    ]
    wanted = [[1, 1], [0, 1], [1, 1], [1, 1], [0, 0]]
    assert [scores(machine, text, head) for text in moves] == wanted


def test_what_a_card_changes_goes_by_its_owner_wherever_it_lies(machine):
    head = """
        enums: -
        kinds: {peg: {all: pegs, per player: 1, active in: [kit]}}
        zones: {box: {holds: peg}, of each player: {kit: {holds: peg}}}
        components: {peg: {ace: {changes: [{value: worth(player), add: 10}]}}}
        values: {worth(player): {is: 1}}
        setup: move all pegs to players[2].kit
    """
    text = "as each p in players: gain worth(me) score"
    assert scores(machine, text, head, acting=False) == [11, 11]


# ---------------------------------------------------------------- who takes part
MEETING = """
    kinds: {{peg: {{all: pegs, fields: {{suit: suit}}}}, box: {{all: boxes, active in: [hand]}}}}
    components: {{peg: {{ace: {{suit: sun}}, bit: {{suit: moon}}}}, box: {{crate: {{abilities: [{ability}]}}}}}}
    zones: {{pile: {{holds: peg}}, deck: {{holds: peg}}, of each player: {{hand: {{holds: [peg, box]}}}}}}
    setup: |
      move all pegs to deck
      move crate to players[1].hand
    windows: {{{windows}}}
"""


def test_a_parameter_called_player_would_hide_the_one_who_is_asked():
    head = MEETING.format(
        ability="{when: meeting, do: gain 1 score}",
        windows="meeting(player): {who: each player in turn order, takes part: player.score > 0}",
    )
    (found,) = errors("offer meeting(players[2])", head)
    assert found.code == "RW203"
    assert "`player`" in found.message


def test_such_a_parameter_is_right_where_nobody_asks_who_takes_part(machine):
    head = MEETING.format(
        ability="{when: meeting(player), automatic: yes, do: gain 1 score}",
        windows="meeting(player): {who: each player in turn order}",
    )
    assert scores(machine, "offer meeting(players[2])", head) == [1, 0]


def test_a_window_may_have_other_players_as_parameters(machine):
    head = MEETING.format(
        ability="{when: meeting(host), automatic: yes, if: host.score == 0, do: gain 1 score}",
        windows='"meeting(host is player)": {who: each player in turn order, takes part: player != host}',
    )
    assert scores(machine, "offer meeting(players[2])", head) == [1, 0]
    assert scores(machine, "offer meeting(players[1])", head) == [0, 0]


@pytest.mark.parametrize(
    ("ability", "heard"),
    [
        ("{when: meeting, automatic: yes, do: gain 1 score}", True),
        ("{when: 'meeting(sun, moon)', automatic: yes, do: gain 1 score}", True),
        ("{when: meeting(moon), automatic: yes, do: gain 1 score}", False),
        ("{when: 'meeting(sun, sun)', automatic: yes, do: gain 1 score}", False),
        ("{when: idle, automatic: yes, do: gain 1 score}", False),
    ],
)
def test_who_takes_part_is_asked_of_those_only_for_whom_an_ability_waits(machine, ability, heard):
    windows = (
        '"meeting(suit, other is suit)": {who: each player in turn order, takes part: 6 / (player.coins - 5) > 0},'
        " idle: {who: me}"
    )
    head = MEETING.format(ability=ability, windows=windows)
    text = "offer meeting(sun, moon)\noffer idle"
    if not heard:
        assert scores(machine, text, head) == [1 if "idle" in ability else 0, 0]
        return
    assert "divided by 0" in fault(machine, text, head).message


# ---------------------------------------------------------------- what a zone takes
CAMPS = """
    kinds: {{peg: {{all: pegs, fields: {{suit: suit}}}}, cook: {{all: cooks, active in: [camp]}}}}
    components:
      peg: {{ace: {{suit: sun}}, bit: {{suit: moon}}, cog: {{suit: sun}}}}
      cook: {{chef: {{abilities: [{{when: taken, automatic: yes, do: gain 10 score}}]}}}}
    windows: {{taken: {{who: me}}}}
    zones: {{pile: {{holds: peg}}, deck: {{holds: peg}}, of each player: {{camp: {{holds: {holds}}}}}}}
    setup: |
      move all pegs to deck
      move chef to players[1].camp
"""


@pytest.mark.parametrize("pair", ["ace with chef", "chef with ace", "chef with first(deck)"])
def test_a_swap_puts_nothing_where_its_kind_may_not_lie(machine, pair):
    text = f"gain 1 score\nswap {pair}\ndraw 1 from deck to me.camp\noffer taken"
    error = fault(machine, text, CAMPS.format(holds="[cook, peg]"))
    assert line_of(error) == 3
    assert "deck holds peg only" in error.message
    assert "chef" in error.message


def test_a_swap_within_zones_that_take_both_is_right(machine):
    text = "move ace to me.camp\nswap ace with chef\noffer taken"
    assert scores(machine, text, CAMPS.format(holds="[cook, peg]")) == [10, 0]


def test_a_swap_of_kinds_that_share_no_zone_is_a_finding():
    assert codes("swap ace with chef", CAMPS.format(holds="cook")) == ["RW410"]


def test_a_swap_of_kinds_of_which_one_pair_can_be_is_none():
    text = "choose x from [first(me.camp), first(me.camp)]\nswap ace with x"
    assert codes(text, CAMPS.format(holds="[cook, peg]")) == []


def test_a_zone_is_refilled_only_from_one_with_what_it_holds():
    head = """
        kinds: {peg: {all: pegs}, box: {all: boxes}}
        components: {peg: [ace], box: [crate]}
        enums: -
        zones: {pile: {holds: [peg, box]}, deck: {holds: peg, refill from: pile}}
    """
    (found,) = errors("draw 1 from deck to pile", head)
    assert found.code == "RW410"
    assert "box" in found.message


def test_a_refill_that_finds_no_room_is_a_fault(machine):
    head = """
        zones:
          pile: {holds: peg}
          deck: {holds: peg, size: 1, refill from: pile}
          of each player: {hand: {holds: peg}}
        setup: move all pegs to pile
    """
    error = fault(machine, "gain 1 score\ndraw 1 from deck to me.hand", head)
    assert line_of(error) == 3
    assert "is full (1)" in error.message


def test_an_ability_swapped_out_of_play_is_heard_no_more(machine):
    head = FAIR.format(players=2, kind="", copies="copies: 2, ", ability=USED)
    match = open_on(
        machine,
        tiny("move pegs[1] to me.kit\nmove pegs[2] to box\nswap pegs[1] with pegs[2]\noffer fair", head),
    )
    assert played(match).scores() == [1, 0]


def test_a_component_that_lies_nowhere_cannot_be_swapped(machine):
    text = "move ace to me.hand\ngain 1 score\nswap ace with crate"
    head = "kinds: {peg: {all: pegs, fields: {suit: suit}}, box: {all: boxes, fields: {deed: effect}}}"
    found = codes(text, head)
    assert found == ["RW410"]
    head = """
        zones: {pile: {holds: peg}, deck: {holds: [peg, box]}, of each player: {hand: {holds: [peg, box]}}}
    """
    with pytest.raises(RuleError, match="crate lies nowhere"):
        scores(machine, text, head)
