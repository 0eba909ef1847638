from textwrap import dedent, indent

import pytest
from builder import counter, events, face, owner, run, start, state_of, zone

from rulewright.interpreter.journal.events import CounterChanged, Moved, Shuffled, TurnOrderSet
from rulewright.interpreter.state.errors import RuleError

DECK = "move [ace, bit, cog] to deck.cards"


def first(text: str) -> str:
    """Let the first player carry out some lines."""
    return "as players[1]:\n" + indent(dedent(text).strip("\n"), "  ")


# ---------------------------------------------------------------- counters
def test_gain_pay_and_lose():
    match = run(first("gain 5 gold and 2 points\npay 3 gold and 1 points\nlose 4 gold\nlose 9 points"))
    assert counter(match, "gold") == 8
    assert counter(match, "points") == 0
    changes = [(e.verb, e.counter, e.before, e.after) for e in events(match, CounterChanged)]
    assert changes[2:] == [
        ("pay", "gold", 15, 12),
        ("pay", "points", 2, 1),
        ("lose", "gold", 12, 8),
        ("lose", "points", 1, 0),
    ]


def test_a_loss_without_a_least_value_goes_below_zero():
    match = run(first("lose 4 debt\npay 2 debt"))
    assert counter(match, "debt") == -6


def test_amounts_of_a_counter_kept_by_an_enum():
    match = run(first("gain 2 gems[green] and 1 gems[red]\npay 1 gems[green]"))
    assert [counter(match, "gems", 0, index) for index in range(3)] == [1, 1, 0]


def test_amounts_for_each_item_are_one_cost():
    text = first(
        "gain 1 gems[c] for each c in colours where c != blue\npay 1 gems[c] for each c in [red, green]"
    )
    match = run(text)
    assert [counter(match, "gems", 0, index) for index in range(3)] == [0, 0, 0]
    with pytest.raises(RuleError, match="Player1 cannot pay 1 gems") as caught:
        run(
            first("gain 1 gems[c] for each c in colours where c != blue\npay 1 gems[c] for each c in colours")
        )
    assert caught.value.rule == "phase play"


def test_amounts_for_every_so_many_round_down():
    match = run(first("gain 2 points for every 3 of me.gold\ngain 1 gold for every 2 of -5"))
    assert counter(match, "points") == 6
    assert counter(match, "gold") == 10


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pay 11 gold", "Player1 cannot pay 11 gold: there is 10"),
        ("pay 6 gold and 6 gold", "cannot pay 12 gold"),
        ("let drawn = random(1, 1)\ngain drawn - 2 gold", "-1 gold is a negative amount; gain takes none"),
        ("lose 0 - me.gold gold", "negative amount"),
        ("let drawn = random(0, 0)\ngain 1 gold for every drawn of 5", "`for every 0` cannot be counted"),
        ("set me.gold to random(1, 1) - 2", "gold of Player1 cannot be set to -1: it is never below 0"),
        ("set turn_order to [me, me]", "the turn order cannot name a player twice, or nobody"),
        ("flip eel", "eel cannot be flipped: it has one side only"),
    ],
)
def test_what_cannot_be_done_is_a_fault(text, message):
    match = start(first("choose n from 1 to 2\ngain 0 points\n" + text))
    with pytest.raises(RuleError, match=message) as caught:
        match.apply(0)
    assert caught.value.span.line > 50


def test_setting_counters_states_and_the_turn_order():
    match = run(
        first("set me.gold to 3\nset me.gems[blue] to 4\nset game.lead to me\nset game.step to 9")
        + "\nset turn_order to reversed(turn_order)\nset game.tint to blue",
        players=3,
    )
    layout, v = match.layout, match.state.v
    assert (counter(match, "gold"), counter(match, "gems", 0, 2)) == (3, 4)
    assert [v[layout.game_state[name]] for name in ("lead", "step", "tint")] == [0, 9, 2]
    assert match.state.z[0] == [2, 1, 0]
    assert [event.after for event in events(match, TurnOrderSet)] == [(2, 1, 0)]


# ---------------------------------------------------------------- moves
def test_moves_go_to_the_end_and_on_top_to_the_front_in_their_order():
    match = run("move cog to deck.cards\nmove [ace, bit] to top of deck.cards\nmove eel to deck.cards")
    assert zone(match, "deck.cards") == ["ace", "bit", "cog", "eel"]


def test_every_component_begins_nowhere_but_those_of_a_player_have_their_owner():
    match = run("nothing")
    assert all(match.state.v[match.layout.at + c] == -1 for c in range(len(match.layout.ids)))
    assert match.layout.ids[-4:] == ["pawn-1", "pawn-2", "pawn-3", "pawn-4"]
    assert [owner(match, f"pawn-{n}") for n in (1, 2, 3, 4)] == [0, 0, 1, 1]
    assert owner(match, "ace") == -1


def test_components_of_all_players_have_the_same_numbers_for_every_number_of_players():
    small, large = run("nothing").layout, run("nothing", players=4).layout
    shared = len(small.ids) - 4
    assert small.ids[:shared] == large.ids[:shared]
    assert "pawn-8" in large.by_id


def test_moving_none_or_an_empty_list_does_nothing():
    match = run(
        first("move first(pile.cards) to me.hand\nmove all pile.cards to me.hand\ndiscard first(pile.cards)")
    )
    assert events(match, Moved) == []


def test_the_owner_follows_the_zone_unless_the_kind_keeps_it():
    match = run(
        first(
            """
            move [ace, bit] to me.hand
            move [orb, rod] to me.shelf
            move ace to row.cards
            move orb to vault
            move first(p in pawns where p.owner == me) to inn.guests
            """
        )
    )
    assert [owner(match, id_) for id_ in ("ace", "bit", "orb", "rod", "pawn-1")] == [-1, 0, 0, 0, 0]


def test_leaving_the_active_zone_resets_side_and_states():
    text = """
    move ace to me.table
    move orb to me.shelf
    flip ace
    set ace.marked to yes
    set ace.chosen to me
    set ace.pal to bit
    set orb.level to 3
    move ace to row.cards
    move orb to vault
    """
    match = run(first(text))
    assert face(match, "ace") == 0
    assert [state_of(match, "ace", name) for name in ("marked", "level", "chosen", "pal")] == [0, 0, -1, -1]
    assert state_of(match, "orb", "level") == 3  # a kind without active zones keeps what it carries


def test_a_full_zone_takes_no_more():
    match = run("move [ace, bit, cog] to row.cards\nmove ace to row.cards")
    assert zone(match, "row.cards") == ["bit", "cog", "ace"]
    with pytest.raises(RuleError, match=r"row.cards is full \(3\): eel cannot be moved there"):
        run("move [ace, bit, cog] to row.cards\nmove eel to row.cards")


def test_drawing_takes_from_the_front_and_what_there_is():
    match = run(
        first(
            "draw 2 from deck.cards to me.hand\ndraw 5 from deck.cards to row.cards\ndraw -1 from row.cards to me.hand"
        ),
        setup=DECK,
    )
    assert zone(match, "Player1.hand") == ["ace", "bit"]
    assert zone(match, "row.cards") == ["cog"]
    assert zone(match, "deck.cards") == []


def test_drawing_refills_once_from_the_pile_behind_what_is_left():
    match = run(
        first("draw 4 from deck.cards to me.hand"),
        setup="move ace to deck.cards\nmove [bit, cog, eel] to pile.cards",
    )
    hand = zone(match, "Player1.hand")
    assert hand[0] == "ace"
    assert sorted(hand) == ["ace", "bit", "cog", "eel"]
    by = [event.by for event in events(match, Moved)]
    assert by == ["move"] * 4 + ["refill"] * 3 + ["draw"] * 4
    assert len(events(match, Shuffled)) == 1


def test_shuffling_a_zone_and_the_turn_order_keeps_what_is_there():
    orders = {
        tuple(zone(run("shuffle deck.cards", setup=DECK, seed=seed), "deck.cards")) for seed in range(40)
    }
    assert orders == {tuple(order) for order in orders if sorted(order) == ["ace", "bit", "cog"]}
    assert len(orders) == 6
    turns = {tuple(run("shuffle turn_order", players=3, seed=seed).state.z[0]) for seed in range(40)}
    assert len(turns) == 6


def test_discarding_goes_to_the_pile_of_the_kind():
    match = run(first("move all deck.cards to me.hand\ndiscard [ace, bit]\ndiscard all me.hand"), setup=DECK)
    assert zone(match, "pile.cards") == ["ace", "bit", "cog"]


def test_flipping_turns_to_the_other_side_and_back():
    match = run(first("move [ace, bit] to me.table\nflip [ace, bit]\nflip bit"))
    assert (face(match, "ace"), face(match, "bit")) == (1, 0)


def test_a_swap_exchanges_places_in_one_zone_and_between_two():
    match = run("swap ace with cog", setup=DECK)
    assert zone(match, "deck.cards") == ["cog", "bit", "ace"]
    match = run(
        "swap ace with eel",
        setup="as players[2]: move eel to me.hand\n" + DECK,
    )
    assert zone(match, "deck.cards") == ["eel", "bit", "cog"]
    assert zone(match, "Player2.hand") == ["ace"]
    assert (owner(match, "ace"), owner(match, "eel")) == (1, -1)
    with pytest.raises(RuleError, match="eel lies nowhere"):
        run("swap ace with eel", setup=DECK)


# ---------------------------------------------------------------- loops
def test_a_loop_goes_over_the_list_as_it_was_and_passes_over_what_has_left():
    match = run(
        """
        for each x in deck.cards:
          if x == ace:
            move cog to pile.cards
            move eel to deck.cards
          move x to row.cards
        """,
        setup=DECK,
    )
    assert zone(match, "row.cards") == ["ace", "bit"]
    assert zone(match, "deck.cards") == ["eel"]


def test_the_condition_of_a_loop_is_asked_when_the_item_has_its_turn():
    match = run(
        """
        as each player in players where player.gold == 10:
          gain 1 points
          for each other in players: set other.gold to 3
        """
    )
    assert [counter(match, "points", player) for player in (0, 1)] == [1, 0]


def test_counting_repeating_and_while():
    match = run(
        first(
            "for each n from 2 to 4: gain n points\n"
            "for each n from 2 to 1: gain 100 points\n"
            "repeat 3 times: gain 1 gold\n"
            "repeat -1 times: gain 100 gold\n"
            "while me.gold > 5: pay 2 gold"
        )
    )
    assert (counter(match, "points"), counter(match, "gold")) == (9, 5)


def test_as_changes_who_acts_and_for_each_does_not():
    match = run(
        """
        as players[2]:
          for each p in players:
            gain 1 points
          as players[1]: gain 5 points
          gain 1 points
        """
    )
    assert [counter(match, "points", player) for player in (0, 1)] == [5, 3]


# ---------------------------------------------------------------- actions and effects of cards
def test_an_action_keeps_who_acts_and_fills_in_defaults():
    more = """
    actions:
      earn(n is number, twice = n): {text: earn, do: gain n gold and twice points}
    """
    match = run("as players[2]:\n  earn(3)\n  earn(1, twice = 0)", more=more)
    assert (counter(match, "gold", 1), counter(match, "points", 1)) == (14, 3)


def test_a_call_whose_needs_are_not_met_is_passed_over():
    more = "actions:\n  earn: {text: earn, needs: me.gold > 10, do: gain 1 points}"
    match = run(first("earn()\ngain 1 gold\nearn()"), more=more)
    assert counter(match, "points") == 1


def test_running_an_effect_has_its_card_as_this_and_keeps_who_acts():
    cards = "kind: card\ncards:\n  ace: {cost: 7, act: gain this.cost points}\n  bit: {cost: 9}\n"
    match = run("as players[2]:\n  run ace.act\n  run bit.act\n  run first(pile.cards).act", cards=cards)
    assert counter(match, "points", 1) == 7


def test_the_effect_of_the_side_that_lies_up_is_run():
    cards = "kind: card\ncards:\n  ace:\n    front: {act: gain 1 points}\n    back: {act: gain 5 points}\n"
    match = run(first("move ace to me.table\nrun ace.act\nflip ace\nrun ace.act"), cards=cards)
    assert counter(match, "points") == 6


# ---------------------------------------------------------------- ending
def test_endless_loops_name_their_rule():
    with pytest.raises(RuleError, match="more than 10000000 steps without a decision") as caught:
        run("while yes: nothing")
    assert caught.value.rule == "phase play"
    with pytest.raises(RuleError, match="more than 200 levels deep") as caught:
        run(
            first("again()"),
            more="actions:\n  again:\n    text: again\n    do: |\n      gain 1 gold\n      again()",
        )
    assert caught.value.rule == "action again"
    assert len(caught.value.above) > 100


def test_nothing_of_a_failed_step_is_left_in_a_clone():
    match = start(first("choose n from 1 to 2\ngain 0 points\npay 1 points"))
    copy = match.clone()
    digest = copy.digest()
    with pytest.raises(RuleError):
        match.apply("1")
    assert copy.digest() == digest
    assert copy.decision.ids == ("1", "2")
