from textwrap import dedent, indent

import pytest
from builder import counter, events, face, legal, play, run, start, state_of, zone

from rulewright.interpreter.journal.events import AbilityUsed, WindowOpened
from rulewright.interpreter.state.errors import RuleError


def card(id_: str, *abilities: str, back: str = "", cost: int = 1) -> str:
    """Return a card, each ability given as lines `when: ...`, `do: ...` parted by `;`."""
    lines = [f"  {id_}:", f"    cost: {cost}", "    front:", "      abilities:"]
    for ability in abilities:
        keys = [part.strip() for part in ability.split(";")]
        lines.append("        - " + keys[0])
        lines += ["          " + key for key in keys[1:]]
    lines.append(f"    back: {{{back}}}")
    return "\n".join(lines)


def deck(*cards: str) -> str:
    return "\n".join(["kind: card", "cards:", *cards, "  zzz: {cost: 99}", ""])


def first(text: str) -> str:
    return "as players[1]:\n" + indent(dedent(text).strip("\n"), "  ")


def to_table(mine: str, others: str = "[]") -> str:
    setup = f"as players[1]: move {mine} to me.table\n"
    return setup + (f"as players[2]: move {others} to me.table\n" if others != "[]" else "")


def used(match) -> list[tuple[int, str, bool]]:
    return [
        (event.player, match.layout.ids[event.component], event.automatic)
        for event in events(match, AbilityUsed)
    ]


GAIN = "when: round_window; do: gain 1 points"
AUTO = "when: round_window; automatic: yes; do: gain 1 points"


# ---------------------------------------------------------------- the menu
def test_players_are_asked_in_turn_order_until_done():
    cards = deck(card("ace", GAIN), card("bit", GAIN), card("cog", GAIN))
    match = start(
        "set turn_order to reversed(turn_order)\noffer round_window",
        setup=to_table("[ace, bit]", "cog"),
        cards=cards,
    )
    assert (match.decision.player, match.decision.kind, legal(match)) == (1, "window", ["cog", "done"])
    play(match, "cog")
    assert (match.decision.player, legal(match)) == (0, ["ace", "bit", "done"])
    play(match, "bit")
    assert legal(match) == ["ace", "done"]
    play(match, "done")
    assert match.over
    assert [counter(match, "points", player) for player in (0, 1)] == [1, 1]


def test_a_window_nobody_listens_to_is_not_noted_and_asks_nobody():
    match = run("offer round_window\noffer round_window")
    assert events(match, WindowOpened) == []


def test_automatic_abilities_run_first_in_zone_order_without_asking():
    cards = deck(card("ace", GAIN), card("bit", AUTO), card("cog", AUTO))
    match = start("offer round_window", setup=to_table("[ace, bit, cog]"), cards=cards)
    assert used(match) == [(0, "bit", True), (0, "cog", True)]
    assert legal(match) == ["ace", "done"]
    assert [event.window for event in events(match, WindowOpened)] == ["round_window"]


def test_an_automatic_ability_runs_once_an_opening_even_without_a_limit():
    cards = deck(card("ace", "when: often; automatic: yes; do: gain 1 points"))
    match = run(first("offer often\noffer often"), setup=to_table("ace"), cards=cards)
    assert counter(match, "points") == 2


def test_an_ability_that_cannot_start_or_whose_condition_fails_is_not_offered():
    cards = deck(
        card("ace", "when: round_window; do: pay 11 gold"),
        card("bit", "when: round_window; if: me.gold > 10; do: gain 1 points"),
        card("cog", "when: round_window; if: this.cost == 1; do: pay 10 gold"),
        card("dot", "when: round_window; if: me.points > 0; automatic: yes; do: gain 5 gold"),
    )
    match = start("offer round_window", setup=to_table("[ace, bit, cog, dot]"), cards=cards)
    assert legal(match) == ["cog", "done"]


def test_the_menu_is_made_anew_after_each_use():
    cards = deck(
        card("ace", "when: round_window; do: move bit to me.table"),
        card("bit", GAIN),
        card("cog", "when: round_window; do: discard ace"),
    )
    match = start("offer round_window", setup=to_table("[ace, cog]"), cards=cards)
    assert legal(match) == ["ace", "cog", "done"]
    assert legal(play(match.clone(), "ace")) == ["cog", "bit", "done"]
    play(match, "cog")
    assert match.over


def test_an_automatic_ability_that_can_start_only_later_runs_then():
    cards = deck(
        card("ace", "when: round_window; do: gain 5 gold"),
        card("bit", "when: round_window; if: me.gold > 10; automatic: yes; do: gain 7 points"),
    )
    match = start("offer round_window", setup=to_table("[ace, bit]"), cards=cards)
    play(match, "ace")
    assert match.over
    assert counter(match, "points") == 7


def test_who_does_not_take_part_is_not_asked():
    cards = deck(
        card("ace", "when: guarded; do: gain 1 points"), card("bit", "when: guarded; do: gain 1 points")
    )
    match = start(first("set me.gold to 0") + "\noffer guarded", setup=to_table("ace", "bit"), cards=cards)
    assert (match.decision.player, legal(match)) == (1, ["bit", "done"])


def test_a_window_for_the_one_who_acts():
    cards = deck(card("ace", "when: mine; do: gain 1 points"), card("bit", "when: mine; do: gain 1 points"))
    match = start("as players[2]: offer mine", setup=to_table("ace", "bit"), cards=cards)
    assert (match.decision.player, legal(match)) == (1, ["bit", "done"])


def test_arguments_must_be_equal_to_the_pattern_and_are_bound():
    cards = deck(
        card("ace", "when: at_stand(inn); do: gain stand.price[red] points"),
        card("bit", "when: at_stand; do: gain stand.price[blue] points"),
        card("cog", "when: at_stand; if: stand in [shop]; do: gain 100 points"),
    )
    match = start("offer at_stand(inn)\noffer at_stand(shop)", setup=to_table("[ace, bit, cog]"), cards=cards)
    assert legal(match) == ["ace", "bit", "done"]
    play(match, "ace", "done")
    assert legal(match) == ["bit", "cog", "done"]
    play(match, "bit")
    assert counter(match, "points") == 1 + 6


def test_two_abilities_of_one_side_for_one_window_have_two_ids():
    cards = deck(card("ace", GAIN, "when: round_window; do: gain 5 points"))
    match = start("offer round_window", setup=to_table("ace"), cards=cards)
    assert legal(match) == ["ace", "ace.2", "done"]
    play(match, "ace.2")
    assert legal(match) == ["ace", "done"]
    assert counter(match, "points") == 5


# ---------------------------------------------------------------- limits
def test_once_a_round_holds_over_openings_and_ends_with_the_round():
    cards = deck(card("ace", AUTO))
    match = run("offer round_window\noffer round_window", setup=to_table("ace"), cards=cards, rounds=3)
    assert counter(match, "points") == 3


def test_once_each_time_counts_openings():
    cards = deck(card("ace", "when: mine; automatic: yes; do: gain 1 points"))
    match = run(first("offer mine\noffer mine"), setup=to_table("ace"), cards=cards)
    assert counter(match, "points") == 2


def test_any_number_of_times_is_offered_again():
    cards = deck(card("ace", "when: often; do: gain 1 points"))
    match = start(first("offer often"), setup=to_table("ace"), cards=cards)
    play(match, "ace", "ace", "ace", "done")
    assert counter(match, "points") == 3


def test_an_ability_may_have_a_limit_of_its_own():
    cards = deck(card("ace", "when: mine; limit: once a round; automatic: yes; do: gain 1 points"))
    match = run(first("offer mine\noffer mine"), setup=to_table("ace"), cards=cards, rounds=2)
    assert counter(match, "points") == 2


def test_flipping_gives_another_count_and_leaving_does_not():
    back = "abilities: [{when: round_window, automatic: yes, do: gain 10 points}]"
    cards = deck(card("ace", AUTO, back=back))
    text = "offer round_window\nflip ace\noffer round_window\nflip ace\noffer round_window"
    match = run(text, setup=to_table("ace"), cards=cards)
    assert counter(match, "points") == 11
    text = (
        "offer round_window\n" + first("move ace to me.hand\nmove ace to me.table") + "\noffer round_window"
    )
    match = run(text, setup=to_table("ace"), cards=cards)
    assert counter(match, "points") == 1


def test_copies_have_counts_of_their_own():
    ability = "{when: round_window, automatic: yes, do: gain 1 points}"
    text = f"kind: card\ncards:\n  ace: {{copies: 2, abilities: [{ability}]}}\n"
    match = run(
        "offer round_window\noffer round_window",
        setup="as players[1]: move all c in card_cards to me.table",
        cards=text,
    )
    assert counter(match, "points") == 2


def test_a_limit_is_noted_when_the_ability_starts_so_that_it_cannot_use_itself():
    cards = deck(card("ace", "when: round_window; automatic: yes; do: again()"))
    more = "actions:\n  again:\n    text: again\n    do: |\n      gain 1 points\n      offer round_window"
    match = run("offer round_window", setup=to_table("ace"), cards=cards, more=more)
    assert counter(match, "points") == 1
    each = deck(card("ace", "when: mine; do: again()"))
    more = more.replace("offer round_window", "if me.points < 3: offer mine")
    match = start(first("offer mine"), setup=to_table("ace"), cards=each, more=more)
    play(match, "ace", "ace", "ace")
    assert match.over  # what was used in the inner openings is used up in the outer ones
    assert counter(match, "points") == 3


def test_windows_that_open_themselves_without_end_are_a_fault():
    cards = deck(card("ace", "when: mine; automatic: yes; do: again()"))
    more = "actions:\n  again:\n    text: again\n    do: offer mine"
    with pytest.raises(RuleError, match="more than 200 levels deep") as caught:
        run(first("offer mine"), setup=to_table("ace"), cards=cards, more=more)
    assert caught.value.above[1].rule in ("card ace front", "window mine", "action again")


# ---------------------------------------------------------------- windows that the machine opens
def seen(*more: str) -> str:
    return card(
        "ace", "when: seen; do: gain 1 points", *more, back="abilities: [{when: seen, do: gain 10 points}]"
    )


def test_taken_opens_after_the_statement_for_the_component_alone():
    cards = deck(seen(), card("bit", "when: seen; automatic: yes; do: gain 100 points"))
    text = "move [ace, bit] to me.table\ngain 1 gold"
    match = start(first(text), setup="move zzz to row.cards", cards=cards)
    assert (match.decision.player, legal(match)) == (0, ["ace", "done"])
    assert zone(match, "Player1.table") == ["ace", "bit"]
    assert (counter(match, "points"), counter(match, "gold")) == (0, 10)
    play(match, "ace")
    assert (counter(match, "points"), counter(match, "gold")) == (101, 11)
    assert match.over


def test_taken_opens_on_a_flip_and_with_the_side_then_up():
    match = start(first("flip ace"), setup="as players[1]: move ace to me.hand\n", cards=deck(seen()))
    assert match.over  # in the hand it is not in play
    match = start(first("flip ace"), setup=to_table("ace"), cards=deck(seen()))
    assert match.decision is not None
    play(match, "ace")  # during the set-up
    play(match, "ace")
    assert (counter(match, "points"), face(match, "ace")) == (11, 1)


def test_taken_is_not_opened_by_a_move_inside_the_zone_but_by_a_change_of_hands():
    text = "as players[1]: move ace to me.table\nas players[2]: move ace to me.table"
    match = start(text, setup=to_table("ace"), cards=deck(seen()))
    play(match, "done")
    assert match.decision.player == 1
    play(match, "ace")
    assert match.over
    assert counter(match, "points", 1) == 1


def test_drawing_and_swapping_open_it_too():
    match = start(
        first("draw 1 from deck.cards to me.table"), setup="move ace to deck.cards", cards=deck(seen())
    )
    assert legal(match) == ["ace", "done"]
    cards = deck(seen(), card("bit", "when: gone; automatic: yes; do: gain 5 points"))
    match = start(first("swap ace with bit"), setup="move ace to deck.cards\n" + to_table("bit"), cards=cards)
    assert legal(match) == ["ace", "done"]
    assert counter(match, "points") == 5
    assert zone(match, "deck.cards") == ["bit"]


def test_leaving_opens_before_the_move_and_the_move_goes_on():
    cards = deck(
        card("ace", "when: gone; do: gain this.level points"),
        card("bit", "when: gone; automatic: yes; do: gain 5 points"),
    )
    setup = to_table("[ace, bit]") + "set ace.level to 3"
    match = start(first("discard [ace, bit]\ngain 1 gold"), setup=setup, cards=cards)
    assert legal(match) == ["ace", "done"]
    assert zone(match, "Player1.table") == ["ace", "bit"]
    play(match, "ace")
    assert match.over
    assert counter(match, "points") == 8
    assert zone(match, "pile.cards") == ["ace", "bit"]
    assert state_of(match, "ace", "level") == 0


def test_a_component_that_does_not_listen_opens_nothing():
    match = run(first("move ace to me.table\ndiscard ace"))
    assert match.state.v[5] == 0  # no window was opened


def test_a_refilled_or_moved_card_in_no_active_zone_opens_nothing():
    match = run(first("move ace to me.hand\nmove ace to row.cards"), cards=deck(seen()))
    assert events(match, AbilityUsed) == []


# ---------------------------------------------------------------- decisions of the phase's own text
SELL = """
actions:
  sell:
    text: sell
    needs: me.points > 0
    do: lose 1 points
"""


def test_a_window_of_the_phase_has_the_extra_action_but_its_abilities_do_not():
    cards = deck(card("ace", "when: round_window; do: choose n from 1 to 2"))
    match = start(
        first("gain 2 points") + "\noffer round_window",
        setup=to_table("ace"),
        cards=cards,
        phase="at any decision: sell",
        more=SELL,
    )
    assert legal(match) == ["ace", "done", "sell"]
    play(match, "sell")
    assert legal(match) == ["ace", "done", "sell"]
    play(match, "ace")
    assert legal(match) == ["1", "2"]
    play(match, "1")
    assert match.over  # nobody is asked for the sake of the extra action alone


def test_a_window_opened_by_the_machine_has_no_extra_action():
    match = start(
        first("gain 2 points\nmove ace to me.table"),
        cards=deck(seen()),
        phase="at any decision: sell",
        more=SELL,
    )
    assert legal(match) == ["ace", "done"]
