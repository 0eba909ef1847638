"""The meaning of the language, point by point: the numbers are those of docs/language.md."""

from __future__ import annotations

import pytest

from rulewright.interpreter.journal.events import (
    AbilityUsed,
    CounterChanged,
    Decided,
    Event,
    Moved,
    Skipped,
    WindowOpened,
)
from rulewright.interpreter.state.errors import MatchFailed, NeverEnds, RuleError
from tests.language.small_game import (
    EXTRA,
    ann,
    check_files,
    first_player,
    holds,
    ids,
    load,
    opened,
    play,
    take,
)
from tests.machines import AnyMatch, journal_of

pytestmark = pytest.mark.usefixtures("machine")


def events(match: AnyMatch, kind: type[Event]) -> list[Event]:
    """The events of one kind."""
    return [event for event in journal_of(match) if type(event) is kind]


def skipped(match: AnyMatch) -> list[str]:
    """Why things were passed over, in order."""
    return [event.reason for event in journal_of(match) if isinstance(event, Skipped)]


def codes(extra: str) -> list[str]:
    """The codes that these declarations give."""
    _, found = check_files({EXTRA: extra})
    return [finding.code for finding in found]


def action(effect: str) -> str:
    """An action that does this, as a rules file."""
    body = "".join(f"      {line}\n" for line in effect.split("\n"))
    return f"actions:\n  test(n = 1):\n    text: Test\n    do: |\n{body}"


def able(*abilities: str) -> str:
    """A side with abilities, each the inside of a flow mapping."""
    return "{abilities: [" + ", ".join(f"{{{ability}}}" for ability in abilities) + "]}"


def helper(name: str, front: str, back: str = "{}", copies: int = 1) -> str:
    """A card file with one helper."""
    return f"kind: helper\ncards:\n  {name}:\n    copies: {copies}\n    wage: 1\n    front: {front}\n    back: {back}\n"


def fault(match: AnyMatch, *options: str) -> RuleError:
    """Take options until the content fails, and return the fault."""
    with pytest.raises(RuleError) as caught:
        take(match, *options)
    return caught.value


# ---------------------------------------------------------------- 1. me
def test_01_as_names_who_acts_inside_its_block_only() -> None:
    match = ann("""
        gain 1 score
        as players[2]:
          gain 2 score
        gain 4 score
    """)
    assert holds(match, "Ann.score == 5 and Ben.score == 2")


def test_01_as_each_makes_each_the_actor_and_where_speaks_of_the_one_who_acted_before() -> None:
    match = ann("""
        as each p in players where p != me:
          gain 1 score
    """)
    assert holds(match, "Ann.score == 0 and Ben.score == 1")


def test_01_for_each_does_not_change_who_acts() -> None:
    match = ann("""
        for each p in players:
          gain 1 score
    """)
    assert holds(match, "Ann.score == 2 and Ben.score == 0")


def test_01_an_action_keeps_who_acts_and_a_decision_goes_to_them() -> None:
    match = play("""
        as each player in turn_order:
          pick()
    """, """
        actions:
          pick: {text: Pick, do: choose a suit from suits}
    """)  # fmt: skip
    first = match.decision.player
    take(match, "sun")
    assert (first, match.decision.player) == (0, 1)


def test_01_where_nobody_acts_needing_somebody_is_a_finding() -> None:
    assert codes("ending: {do: gain 1 coins}") == ["RW212"]
    assert codes("ending: {do: earn(1)}") == ["RW212"]
    assert codes("ending:\n  do: |\n    as each player in players:\n      earn(1)\n") == []


# ---------------------------------------------------------------- 2. this
def test_02_run_makes_the_component_this_and_keeps_me() -> None:
    match = ann("run pond.deed", cards_pond="""
        kind: spot
        cards:
          pond: {limit: 3, deed: gain this.limit coins}
    """)  # fmt: skip
    assert holds(match, "Ann.coins == 8 and Ben.coins == 5")


def test_02_an_ability_knows_its_own_component() -> None:
    side = able("when: rest, if: this.tired, do: gain this.wage score, automatic: yes")
    match = ann("""
        move scout to me.camp
        set scout.tired to yes
        offer rest
    """, cards_scout=helper("scout", side))  # fmt: skip
    assert holds(match, "Ann.score == 1")


def test_02_an_action_has_no_this_and_what_was_this_outside_is_not_seen_in_it() -> None:
    assert codes("actions:\n  test: {text: Test, do: gain this.wage coins}\n") == ["RW205"]
    assert codes("actions:\n  test(helper): {text: Test, do: gain helper.wage coins}\n") == []


# ---------------------------------------------------------------- 3. ends of bindings
def test_03_a_choice_is_known_to_the_end_of_its_block() -> None:
    assert codes(action("choose a spot from spots\nif me.coins > 1:\n  gain spot.limit coins")) == []


def test_03_outside_of_its_block_a_name_is_not_known() -> None:
    text = action("if me.coins > 1:\n  let k = 2\ngain k coins")
    assert codes(text) == ["RW213"]


def test_03_a_name_may_be_used_again_after_its_block_but_not_inside() -> None:
    again = """
        if me.coins > 1:
          let k = 2
          gain k score
        let k = 10
        gain k score
    """
    assert holds(ann(again), "Ann.score == 12")
    text = "actions:\n  test:\n    text: Test\n    do: |\n      let k = 1\n      if me.coins > 1:\n        let k = 2\n"
    assert codes(text) == ["RW203"]


@pytest.mark.parametrize("name", ["flint", "stones", "bag", "sun", "round", "n"])
def test_03_no_name_hides_another_that_can_be_seen(name: str) -> None:
    assert codes(action(f"let {name} = 3")) == ["RW210" if name == "round" else "RW203"]


def test_03_an_action_sees_nothing_of_the_names_of_its_caller() -> None:
    outer = "  outer: {text: Outer, do: 'let k = 3\n\n      test()'}\n"
    assert codes(action("gain k coins") + outer) == ["RW201"]


# ---------------------------------------------------------------- 4. nothing to choose
def test_04_with_nothing_to_choose_the_rest_of_the_block_is_skipped_and_noted() -> None:
    match = ann("""
        choose a stone from me.hand "Which"
        gain 1 score
    """)
    assert match.over
    assert holds(match, "Ann.score == 0")
    assert skipped(match) == ["nothing to choose"]


def test_04_the_statements_before_and_outside_still_happen() -> None:
    match = ann("""
        gain 1 score
        if me.coins > 0:
          choose a stone from me.hand
          gain 10 score
        gain 2 score
    """)
    assert holds(match, "Ann.score == 3")


def test_04_a_choice_of_exactly_so_many_takes_as_many_as_there_are() -> None:
    effect = """
        choose 4 xs from shelf.low "Four"
        gain count(xs) score
    """
    match = ann(effect)
    assert match.over  # three lie there: each pick is forced
    assert holds(match, "Ann.score == 3")
    assert holds(ann(effect.replace("shelf.low", "me.hand") + "\n        gain 10 score"), "Ann.score == 10")


def test_04_up_to_and_any_number_may_stay_empty_and_the_block_goes_on() -> None:
    for quantity in ("up to 2", "any number of"):
        match = ann(f"choose {quantity} xs from me.hand\ngain 1 score")
        assert holds(match, "Ann.score == 1")
        match = ann(f"choose {quantity} xs from shelf.low\ngain count(xs) + 1 score")
        assert ids(match)[-1] == "done"
        assert holds(take(match, "done"), "Ann.score == 1")


def test_04_one_or_more_needs_one() -> None:
    effect = "choose one or more xs from {} \ngain count(xs) score"
    match = ann(effect.format("shelf.low"))
    assert ids(match) == ["flint", "slate", "chalk"]
    take(match, "slate")
    assert ids(match) == ["chalk", "done"]
    nothing = ann(effect.format("me.hand") + "\ngain 10 score")
    assert holds(nothing, "Ann.score == 0")
    assert skipped(nothing) == ["nothing to choose"]


# ---------------------------------------------------------------- 5. a skipped inner block
def test_05_a_skipped_inner_block_does_not_skip_the_outer_one() -> None:
    match = ann("""
        if me.score == 0:
          choose a stone from me.hand
          gain 10 score
        if me.score == 0:
          gain 1 score
    """)
    assert holds(match, "Ann.score == 1")


def test_05_what_is_skipped_in_an_action_does_not_skip_its_caller() -> None:
    match = ann("pick()\ngain 1 score", """
        actions:
          pick:
            text: Pick
            do: |
              choose a stone from me.hand
              gain 10 score
    """)  # fmt: skip
    assert holds(match, "Ann.score == 1")


# ---------------------------------------------------------------- 6. what can start
def offered(effect: str, extra: str = "", **files: str) -> bool:
    """Whether a `may` around an effect is asked at all."""
    body = "\n".join("  " + line for line in effect.strip().split("\n"))
    match = ann(f'may "Do it":\n{body}', extra, **files)
    assert match.over or ids(match) == ["yes", "pass"]
    return not match.over


def test_06_a_may_is_offered_when_its_leading_payment_can_be_made() -> None:
    assert offered("pay 5 coins")
    assert not offered("pay 6 coins")
    assert skipped(ann('may "Do it": pay 6 coins')) == ["cannot start"]


def test_06_leading_payments_add_up() -> None:
    assert offered("pay 3 coins\npay 2 coins")
    assert not offered("pay 3 coins\npay 3 coins")


def test_06_any_other_statement_ends_what_is_tried() -> None:
    assert offered("gain 1 score\npay 6 coins")


def test_06_let_and_choose_are_looked_through() -> None:
    assert offered("let k = me.coins\npay k coins")
    assert not offered("let k = me.coins + 1\npay k coins")
    assert offered("choose a stone from shelf.low\npay stone.weight + 4 coins")
    assert not offered("choose a stone from shelf.low\npay stone.weight + 5 coins")
    assert not offered("choose a stone from me.hand")


def test_06_an_action_is_looked_into_and_its_needs_count() -> None:
    actions = """
        actions:
          buy(n is number): {text: Buy, do: pay n coins}
          only_late: {text: Late, needs: round > 1, do: gain 1 score}
    """
    assert offered("buy(5)", actions)
    assert not offered("buy(6)", actions)
    assert not offered("only_late()", actions)


def test_06_an_effect_field_is_looked_into() -> None:
    cards = (
        "kind: spot\ncards:\n  pond: {limit: 1, deed: pay 6 coins}\n  lake: {limit: 1, deed: pay 5 coins}\n"
        "  void: {limit: 1}\n"
    )
    assert offered("run lake.deed", cards_pond=cards)
    assert not offered("run pond.deed", cards_pond=cards)
    assert not offered("run void.deed", cards_pond=cards)


def test_06_of_an_if_the_branch_that_would_be_taken_is_tried() -> None:
    effect = "if me.coins > 3:\n  pay {} coins\nelse:\n  pay {} coins"
    assert offered(effect.format(5, 6))
    assert not offered(effect.format(6, 5))


def test_06_a_one_of_can_start_when_some_branch_can() -> None:
    effect = 'one of:\n  "a": pay 6 coins\n  "b" if me.score > 0: gain 1 score\n  "c": pay {} coins'
    assert offered(effect.format(5))
    assert not offered(effect.format(7))


def test_06_a_branch_is_offered_when_its_guard_holds_and_it_can_start() -> None:
    match = ann("""
        one of "Which":
          "Guarded" if me.score > 0: gain 1 coins
          "Too dear": pay 6 coins
          "Five": pay 5 coins
          gain 1 score
    """)
    assert ids(match) == ["five", "gain-1-score"]


def test_06_a_one_of_without_a_branch_is_skipped() -> None:
    match = ann("""
        one of "Which":
          "Too dear": pay 6 coins
        gain 1 score
    """)
    assert skipped(match) == ["no branch can start"]
    assert holds(match, "Ann.score == 1")


def test_06_a_may_that_cannot_start_counts_as_declined() -> None:
    buy = 'may "Buy": pay 6 coins\n'
    assert ids(ann(f'may "Do it":\n  {buy}  gain 1 score')) == ["yes", "pass"]
    assert ids(ann(f'may "Do it":\n  {buy}')) == []
    assert ids(ann(f'may "Do it":\n  pay 1 coins\n  {buy}')) == []
    assert ids(ann(f'may "Do it":\n  {buy}  pay 1 coins')) == ["yes", "pass"]


def test_06_an_ability_is_offered_when_it_can_start_and_its_condition_holds() -> None:
    def menu(condition: str, price: int) -> list[str]:
        ability = f"{{abilities: [{{when: rest, if: {condition}, do: pay {price} coins}}]}}"
        return ids(ann("move scout to me.camp\noffer rest", cards_scout=helper("scout", ability)))

    assert menu("me.coins > 4", 5) == ["scout", "done"]
    assert menu("me.coins > 5", 5) == []
    assert menu("me.coins > 4", 6) == []


# ---------------------------------------------------------------- 7. costs
def test_07_a_choice_directly_followed_by_payments_offers_only_what_can_be_paid() -> None:
    effect = "choose a stone from shelf.low\npay stone.weight + 3 coins"
    assert ids(ann(effect)) == ["flint", "slate"]
    assert ids(ann(effect.replace("+ 3", "+ 2"))) == ["flint", "slate", "chalk"]


def test_07_a_number_is_bounded_by_what_can_be_paid() -> None:
    match = ann("choose k from 1 to 9\npay 2 * k coins")
    assert ids(match) == ["1", "2"]


def test_07_two_choices_and_their_payment_are_seen_together() -> None:
    match = ann("""
        choose a stone from shelf.low
        choose k from 1 to 3
        pay k * (stone.weight + 1) coins
    """)
    assert ids(match) == ["flint", "slate", "chalk"]
    take(match, "flint")
    assert ids(match) == ["1", "2"]
    assert holds(take(match, "2"), "Ann.coins == 1")


def test_07_what_stands_between_hides_the_price() -> None:
    match = ann("choose a stone from shelf.low\ngain 1 score\npay stone.weight + 3 coins")
    assert ids(match) == ["flint", "slate", "chalk"]


def test_07_several_picks_are_offered_item_by_item_as_far_as_they_can_be_paid() -> None:
    match = ann("""
        choose any number of xs from shelf.low
        pay sum(x.weight for each x in xs) coins
    """)
    assert ids(match) == ["flint", "slate", "chalk", "done"]
    take(match, "slate")
    assert ids(match) == ["chalk", "done"]
    take(match, "chalk")
    assert match.over
    assert holds(match, "Ann.coins == 0")
    dear = ann("choose any number of xs from shelf.low\npay 2 * sum(x.weight for each x in xs) coins")
    assert ids(dear) == ["flint", "slate", "done"]


def test_07_one_payment_of_several_amounts_is_paid_whole_or_not_at_all() -> None:
    assert not offered("pay 1 coins and 1 score")
    assert offered("gain 1 score\npay 1 coins and 1 score")
    assert not offered("pay 1 goods[suit] for each suit in suits")
    match = ann("""
        gain 1 goods[suit] for each suit in suits
        may "All three":
          pay 1 goods[suit] for each suit in suits
    """)
    assert holds(take(match, "yes"), "sum(Ann.goods[suit] for each suit in suits) == 0")


def test_07_a_payment_elsewhere_that_fails_is_a_fault_of_the_content_with_its_place() -> None:
    match = play("as players[1]:\n  choose a suit from suits\n  gain 1 score\n  pay 6 coins")
    error = fault(match, "sun")
    assert (error.span.file, error.span.line, error.span.column) == ("rules/small/main.yaml", 10, 9)
    assert "cannot pay 6 coins" in str(error)
    assert error.rule == "phase main"
    assert holds(match, "Ann.coins == 5")
    with pytest.raises(MatchFailed):
        match.apply(0)


def test_07_lose_takes_what_there_is_down_to_the_least() -> None:
    assert holds(ann("lose 9 coins"), "Ann.coins == 0")
    assert holds(ann("lose 9 luck"), "Ann.luck == -9")


def test_07_a_negative_amount_is_a_fault() -> None:
    for verb in ("gain", "pay", "lose"):
        with pytest.raises(RuleError, match="negative amount"):
            ann(f"{verb} me.coins - 6 coins")
    assert holds(ann("gain me.coins - 5 coins"), "Ann.coins == 5")


# ---------------------------------------------------------------- 8. several picks
def test_08_picks_are_asked_in_list_order_and_never_as_permutations() -> None:
    match = ann("""
        choose up to 2 xs from shelf.low "Two of them"
        gain count(xs) score
    """)
    assert ids(match) == ["flint", "slate", "chalk", "done"]
    assert match.decision.prompt == "Two of them"
    take(match, "slate")
    assert ids(match) == ["chalk", "done"]
    assert match.decision.picked == ("slate",)
    assert holds(take(match, "chalk"), "Ann.score == 2")


def test_08_exactly_so_many_leaves_enough_behind() -> None:
    match = ann("choose 2 xs from shelf.low\ngain sum(x.weight for each x in xs) score")
    assert ids(match) == ["flint", "slate"]
    take(match, "flint")
    assert ids(match) == ["slate", "chalk"]
    assert holds(take(match, "chalk"), "Ann.score == 4")


# ---------------------------------------------------------------- 9. owner
def test_09_the_owner_is_set_when_a_component_enters_a_players_zone_and_cleared_when_it_leaves() -> None:
    match = ann("""
        move flint to me.hand
        move slate to players[2].hand
        move chalk to me.hand
        move chalk to heap
    """)
    assert holds(match, "flint.owner == Ann and slate.owner == Ben and chalk.owner == none")


def test_09_what_each_player_has_keeps_its_owner_wherever_it_lies() -> None:
    match = ann("""
        move first(me.kit) to well.pegs
    """)
    assert holds(match, "count(well.pegs) == 1 and every p in well.pegs has p.owner == Ann")
    assert holds(match, "every p in well.pegs has p.spot == well")


def test_09_a_kind_may_keep_its_owner() -> None:
    match = ann("""
        move ruby to me.box
        move ruby to lap
    """, """
        kinds: {gem: {all: gems, keeps owner: yes}}
        zones:
          lap: {holds: gem}
          of each player: {box: {holds: gem}}
        components: {gem: [ruby]}
    """)  # fmt: skip
    assert holds(match, "ruby.owner == Ann")


# ---------------------------------------------------------------- 10. leaving play
def test_10_side_and_state_are_reset_where_the_kind_is_not_active() -> None:
    match = ann("""
        move guide to me.camp
        flip guide
        set guide.tired to yes
        move guide to players[2].camp
        if guide.face == back and guide.tired:
          gain 1 score
        move guide to bench
    """)
    assert holds(match, "Ann.score == 1")
    assert holds(match, "guide.face == front and not guide.tired")


def test_10_a_kind_that_is_active_nowhere_keeps_its_state() -> None:
    match = ann("move flint to me.hand\nset flint.marked to yes\nmove flint to heap")
    assert holds(match, "flint.marked")


def test_10_the_machine_opens_windows_before_leaving_and_after_taking_or_flipping() -> None:
    sides = able(
        "when: taken, do: gain 1 score, automatic: yes, limit: once each time",
        "when: parting, do: gain count(me.camp) luck, automatic: yes",
    )
    match = ann(
        """
        move scout to me.camp
        gain 10 score
        flip scout
        flip scout
        discard scout
    """,
        cards_scout=helper("scout", sides),
    )
    assert holds(match, "Ann.score == 12")  # taken, and flipped to its front; the back says nothing
    assert holds(match, "Ann.luck == 1")  # it still lay in the camp
    windows = [event.window for event in journal_of(match) if isinstance(event, WindowOpened)]
    assert windows == ["taken", "taken", "parting"]
    moves = [event for event in journal_of(match) if isinstance(event, Moved | WindowOpened)]
    assert [type(event) for event in moves[-2:]] == [WindowOpened, Moved]


def test_10_the_moving_statement_goes_on_after_the_windows() -> None:
    side = "{abilities: [{when: taken, do: gain count(me.camp) score, automatic: yes}]}"
    scouts = helper("scout", side, copies=2)
    match = ann("move all x in bench where x is scout to me.camp\ngain 100 score", cards_scout=scouts)
    assert holds(match, "count(Ann.camp) == 2")
    # Both have come before the windows for them open, one after another.
    assert holds(match, "Ann.score == 104")


# ---------------------------------------------------------------- 11. windows: order
THREE = """
    kind: helper
    cards:
      first-aid: {wage: 1, front: {abilities: [{when: fair(suit), do: gain 1 score}]}, back: {}}
      second-aid: {wage: 1, front: {abilities: [{when: fair(suit), do: gain 10 score, automatic: yes}]}, back: {}}
      third-aid: {wage: 1, front: {abilities: [{when: fair(moon), do: gain 100 score}]}, back: {}}
"""


def test_11_players_in_turn_order_automatic_abilities_first_then_a_menu_until_done() -> None:
    match = play("""
        set turn_order to reversed(players)
        as players[1]:
          move [first-aid, second-aid, third-aid] to me.camp
        as players[2]:
          move twinned to me.camp
        offer fair(moon)
    """, cards_three=THREE, cards_twinned=helper("twinned", able("when: fair(suit), do: gain 1 luck")))  # fmt: skip
    assert match.decision.player == 1
    assert ids(match) == ["twinned", "done"]
    assert holds(match, "Ann.score == 0")
    take(match, "done")
    assert match.decision.player == 0
    assert holds(match, "Ann.score == 10")  # nobody was asked for the automatic one
    assert ids(match) == ["first-aid", "third-aid", "done"]
    take(match, "third-aid")
    assert ids(match) == ["first-aid", "done"]
    assert match.decision.prompt == "At the fair"
    take(match, "done")
    assert match.over
    assert holds(match, "Ann.score == 110 and Ben.luck == 0")


def test_11_an_ability_for_other_arguments_is_not_offered() -> None:
    match = ann("move [first-aid, third-aid] to me.camp\noffer fair(sun)", cards_three=THREE)
    assert ids(match) == ["first-aid", "done"]


def test_11_a_window_for_me_asks_only_the_one_who_acts() -> None:
    card = helper("scout", "{abilities: [{when: rest, do: gain 1 score}]}", copies=2)
    match = ann("""
        move all x in bench where x is scout to me.camp
        move first(x in me.camp where x is scout) to players[2].camp
        offer rest
    """, cards_scout=card)  # fmt: skip
    assert match.decision.player == 0
    assert ids(match) == ["scout-2", "done"]
    take(match, "scout-2")
    assert match.over


def test_11_takes_part_keeps_a_player_out() -> None:
    extra = "windows:\n  feast: {who: each player in turn order, takes part: player.coins > 5}\n"
    card = helper("scout", "{abilities: [{when: feast, do: gain 1 score}]}", copies=2)
    move = "move first(bench) to players[1].camp"
    effect = "for each p in players:\n  move first(x in bench where x is scout) to p.camp\ngain {} coins\noffer feast"
    assert move
    assert ann(effect.format(0), extra, cards_scout=card).over
    match = ann(effect.format(1), extra, cards_scout=card)
    assert match.decision.player == 0
    assert take(match, "done").over


ASKED = """
options:
  gains: {{default: {}, values: [taken, offered], about: What only brings something is.}}
windows:
  feast: {{who: each player in turn order, automatic: options.gains == taken}}
"""


@pytest.mark.parametrize("condition", ["options.gains == taken", "not options.gains == offered"])
def test_11_a_window_says_by_options_whether_automatic_abilities_are_asked(condition: str) -> None:
    card = helper("scout", "{abilities: [{when: feast, automatic: yes, do: gain 1 score}]}")
    effect = "move first(x in bench where x is scout) to me.camp\noffer feast\ngain 10 score"
    extra = ASKED.replace("options.gains == taken", condition)
    taken = ann(effect, extra.format("taken"), cards_scout=card)
    assert taken.over
    assert [use.automatic for use in events(taken, AbilityUsed)] == [True]
    match = ann(effect, extra.format("offered"), cards_scout=card)
    assert ids(match) == ["scout", "done"]
    assert not events(take(match, "done"), AbilityUsed)
    match = ann(effect, extra.format("offered"), cards_scout=card)
    assert [use.automatic for use in events(take(match, "scout"), AbilityUsed)] == [False]


# ---------------------------------------------------------------- 12. windows: change while open
def test_12_an_ability_gained_in_time_is_offered_and_a_lost_one_is_not() -> None:
    cards = """
        kind: helper
        cards:
          caller: {wage: 1, front: {abilities: [{when: rest, do: "move [comer, goer] to me.camp"}]}, back: {}}
          comer: {wage: 1, front: {abilities: [{when: rest, do: discard goer}]}, back: {}}
          goer: {wage: 1, front: {abilities: [{when: rest, do: gain 1 score}]}, back: {}}
    """
    match = ann("move caller to me.camp\noffer rest", cards_three=cards)
    assert ids(match) == ["caller", "done"]
    take(match, "caller")
    assert ids(match) == ["comer", "goer", "done"]
    take(match, "comer")
    assert match.over
    assert holds(match, "Ann.score == 0 and goer in bench")


def test_12_a_player_whose_turn_has_passed_is_not_asked_again() -> None:
    cards = """
        kind: helper
        cards:
          giver: {wage: 1, front: {abilities: [{when: fair(suit), do: "move gift to players[1].camp"}]}, back: {}}
          gift: {wage: 1, front: {abilities: [{when: fair(suit), do: gain 1 score}]}, back: {}}
    """
    match = ann("move giver to players[2].camp\noffer fair(sun)", cards_three=cards)
    assert match.decision.player == 1
    take(match, "giver")
    assert match.over
    assert holds(match, "gift in Ann.camp and Ann.score == 0")


def test_12_an_ability_that_opens_its_own_window_cannot_use_itself_again() -> None:
    cards = """
        kind: helper
        cards:
          echo:
            wage: 1
            front:
              abilities:
                - when: rest
                  do: |
                    gain 1 score
                    offer rest
            back: {}
          other: {wage: 1, front: {abilities: [{when: rest, do: gain 10 score}]}, back: {}}
    """
    match = ann("move [echo, other] to me.camp\noffer rest", cards_three=cards)
    assert ids(match) == ["echo", "other", "done"]
    take(match, "echo")
    assert ids(match) == ["other", "done"]  # the window inside the window
    take(match, "done")
    assert ids(match) == ["other", "done"]  # and the outer one, where it was not yet given up
    assert take(match, "done").over
    assert holds(match, "Ann.score == 1")


# ---------------------------------------------------------------- 13. changes
def change(name: str, text: str) -> str:
    """A helper that changes a value."""
    return helper(name, f"{{changes: [{text}]}}")


def test_13_a_change_concerns_its_owner_only_unless_it_says_for() -> None:
    for words, expected in (
        ("", "power(Ann) == 3 and power(Ben) == 1"),
        ("for: opponents, ", "power(Ann) == 1 and power(Ben) == 3"),
        ("for: all, ", "power(Ann) == 3 and power(Ben) == 3"),
    ):
        card = change("scout", f"{{value: power(player), {words}add: 2}}")
        assert holds(ann("move scout to me.camp", cards_scout=card), expected)


def test_13_a_change_counts_only_while_its_side_lies_up_in_an_active_zone() -> None:
    card = change("scout", "{value: power(player), add: 2}")
    assert holds(ann("nothing", cards_scout=card), "power(Ann) == 1")
    assert holds(ann("move scout to me.camp\nflip scout", cards_scout=card), "power(Ann) == 1")
    assert holds(ann("move scout to me.camp\nmove scout to bench", cards_scout=card), "power(Ann) == 1")


def test_13_order_is_to_add_at_least_at_most_then_the_values_own_bounds() -> None:
    cards = """
        kind: helper
        cards:
          capper: {wage: 1, front: {changes: [{value: power(player), at most: 8}]}, back: {}}
          adder: {wage: 1, front: {changes: [{value: power(player), add: 3}]}, back: {}}
          setter: {wage: 1, front: {changes: [{value: power(player), to: 6}]}, back: {}}
          booster: {wage: 1, front: {changes: [{value: power(player), add: 90}]}, back: {}}
    """
    assert holds(ann("move [adder, setter] to me.camp", cards_four=cards), "power(Ann) == 9")
    assert holds(ann("move [capper, adder, setter] to me.camp", cards_four=cards), "power(Ann) == 8")
    assert holds(ann("move booster to me.camp", cards_four=cards), "power(Ann) == 10")


def test_13_of_two_settings_the_last_card_in_zone_order_counts() -> None:
    cards = """
        kind: helper
        cards:
          three: {wage: 1, front: {changes: [{value: power(player), to: 3}]}, back: {}}
          four: {wage: 1, front: {changes: [{value: power(player), to: 4}]}, back: {}}
    """
    assert holds(ann("move [three, four] to me.camp", cards_two=cards), "power(Ann) == 4")
    assert holds(ann("move [four, three] to me.camp", cards_two=cards), "power(Ann) == 3")


def test_13_the_subject_of_a_component_is_its_owner() -> None:
    card = change("scout", "{value: price(stone), if: stone.suit == sun, add: 5}")
    match = ann(
        "move scout to me.camp\nmove [flint, slate] to me.hand\nmove chalk to players[2].hand",
        cards_scout=card,
    )
    assert holds(match, "price(flint) == 6 and price(slate) == 2 and price(chalk) == 3")


# ---------------------------------------------------------------- 14. values
def test_14_a_value_is_worked_out_anew_each_time() -> None:
    match = ann("""
        gain weight_of(me) score
        move [flint, chalk] to me.hand
        gain weight_of(me) score
    """)
    assert holds(match, "Ann.score == 4")


def test_14_a_value_needing_itself_is_a_finding() -> None:
    assert codes("values:\n  one(player): {is: two(player)}\n  two(player): {is: one(player)}\n") == ["RW228"]


def test_14_a_change_may_read_other_values() -> None:
    card = change("scout", "{value: power(player), add: weight_of(player)}")
    assert holds(ann("move scout to me.camp\nmove chalk to me.hand", cards_scout=card), "power(Ann) == 4")


# ---------------------------------------------------------------- 15. limits
USED = "{abilities: [{when: rest, do: gain 1 score, automatic: yes}]}"


def test_15_once_a_round_is_the_limit_of_a_window_and_ends_with_the_round() -> None:
    effect = "as players[1]:\n  if round == 1:\n    move scout to me.camp\n  offer rest\n  offer rest"
    assert holds(play(effect, rounds=1, cards_scout=helper("scout", USED)), "Ann.score == 1")
    assert holds(play(effect, rounds=3, cards_scout=helper("scout", USED)), "Ann.score == 3")


def test_15_flipping_gives_another_side_with_a_count_of_its_own() -> None:
    both = helper("scout", USED, USED)
    match = ann(
        "move scout to me.camp\noffer rest\nflip scout\noffer rest\nflip scout\noffer rest", cards_scout=both
    )
    assert holds(match, "Ann.score == 2")


def test_15_leaving_and_coming_back_in_the_round_does_not_refresh() -> None:
    effect = "move scout to me.camp\noffer rest\nmove scout to bench\nmove scout to me.camp\noffer rest"
    match = ann(effect, cards_scout=helper("scout", USED))
    assert holds(match, "Ann.score == 1")


def test_15_each_copy_and_each_ability_counts_alone() -> None:
    two = able(
        "when: rest, do: gain 1 score, automatic: yes", "when: rest, do: gain 10 score, automatic: yes"
    )
    effect = "move all x in bench where x is scout to me.camp\noffer rest\noffer rest"
    match = ann(effect, cards_scout=helper("scout", two, copies=2))
    assert holds(match, "Ann.score == 22")


def test_15_once_each_time_counts_for_each_opening_and_an_ability_may_have_its_own_limit() -> None:
    each = USED.replace("automatic", "limit: once each time, automatic")
    match = ann("move scout to me.camp\noffer rest\noffer rest", cards_scout=helper("scout", each))
    assert holds(match, "Ann.score == 2")
    asked = "{abilities: [{when: rest, do: pay 2 coins, limit: any number of times}]}"
    match = ann("move scout to me.camp\noffer rest", cards_scout=helper("scout", asked))
    take(match, "scout", "scout")
    assert match.over
    assert holds(match, "Ann.coins == 1")


# ---------------------------------------------------------------- 16. iteration
def test_16_the_list_is_copied_and_what_has_left_its_zone_is_passed_over() -> None:
    match = ann("""
        for each x in shelf.low:
          gain 1 score
          discard all shelf.low
    """)
    assert holds(match, "Ann.score == 1")


def test_16_new_ones_are_not_visited() -> None:
    match = ann("""
        move flint to me.hand
        for each x in me.hand:
          gain 1 score
          draw 1 from bag to me.hand
    """)
    assert holds(match, "Ann.score == 1 and count(Ann.hand) == 2")


def test_16_where_is_asked_when_the_turn_of_the_item_comes() -> None:
    match = ann("""
        for each x in shelf.low where not x.marked:
          gain 1 score
          if x is flint:
            set slate.marked to yes
    """)
    assert holds(match, "Ann.score == 2")


def test_16_in_a_formula_everything_is_at_one_moment_and_a_list_is_a_copy() -> None:
    match = ann("""
        let before = all(x in shelf.low)
        discard all shelf.low
        gain count(before) + 10 * count(shelf.low) score
        for each x in before:
          gain 100 score
    """)
    assert holds(match, "Ann.score == 303")


# ---------------------------------------------------------------- 17. draw, first, none
def test_17_draw_takes_what_there_is_after_one_refill() -> None:
    match = ann("""
        draw 2 from bag to me.hand
        discard all me.hand
        draw 2 from bag to me.hand
    """)
    # One was left, the two came back from the heap: the first drawn is the one that was left.
    assert holds(match, "count(Ann.hand) == 2 and Ann.hand[1] is pearl and count(bag) == 1 and not any(heap)")
    assert holds(ann("draw 9 from bag to me.hand"), "count(Ann.hand) == 3")
    assert holds(ann("let n = 0 - 2\ndraw n from bag to me.hand"), "count(Ann.hand) == 0")


def test_17_first_of_nothing_is_none_and_fields_of_none_are_none() -> None:
    match = ann("""
        if first(me.hand) == none:
          gain 1 score
        if first(me.hand).weight == none:
          gain 10 score
        if first(me.hand).owner == me:
          gain 100 score
        if first(me.hand).marked:
          gain 1000 score
    """)
    assert holds(match, "Ann.score == 11")


KNOTS = "kinds: {knot: {all: knots, fields: {pull: number by suit, next: knot or none by suit, likes: list of suit}}}\n"
BOW = """
    kind: knot
    cards:
      bow: {pull: {sun: 1, moon: 2, star: 3}, next: {sun: bow, moon: none, star: none}, likes: [sun]}
"""


def test_17_what_is_kept_by_an_enum_of_none_is_none_for_each_value() -> None:
    match = ann("""
        let s = first(me.hand)
        if bow.next[moon].next[sun] == none:
          gain 1 score
        if bow.next[moon].pull[star] == none:
          gain 10 score
        if bow.next[sun].next[sun].pull[star] == 3:
          gain 100 score
        gain count(k in bow.next[star].next where k == none) * 1000 score
        gain 10000 * count(bow.next[moon].likes) score
        for each stone in me.hand:
          gain sum(n for each n in [1] where bow.next[moon].pull[stone.suit] == none) score
        for each other in suits:
          if bow.next[other] == none and bow.next[other].pull[other] == none:
            gain 20000 score
    """, KNOTS, cards_knots=BOW)  # fmt: skip
    assert holds(match, "Ann.score == 43111")
    assert codes(f'{KNOTS}values:\n  test(knot): {{is: "knot.next[sun].pull[sun] + 1"}}\n') == ["RW402"]


def test_17_moving_none_or_nothing_does_nothing() -> None:
    match = ann(
        "move first(me.hand) to heap\ndiscard []\nflip first(me.camp)\nswap first(me.hand) with flint\ngain 1 score"
    )
    assert holds(match, "Ann.score == 1")
    assert not [event for event in events(match, Moved) if event.where.rule == "phase main"]


def test_17_arithmetic_with_what_may_be_none_is_a_finding_unless_tested() -> None:
    assert codes("values:\n  test(player): {is: 1 + first(player.hand).weight}\n") == ["RW402"]
    text = "values:\n  test(stone):\n    is: |\n      stone.owner.coins if stone.owner != none\n      0 otherwise\n"
    assert codes(text) == []


# ---------------------------------------------------------------- 18. names
def test_18_an_item_of_a_where_needs_its_name() -> None:
    assert codes("values:\n  test(player): {is: count(player.hand where suit == sun)}\n") == ["RW308"]


def test_18_a_counter_is_never_a_bare_name_so_it_may_share_its_name_with_a_value_of_an_enum() -> None:
    match = ann("""
        gain 2 topic
        for each x in themes:
          if x == topic:
            gain me.topic score
    """, "enums: {theme: {all: themes, values: [topic, other]}}\ncounters: {topic: {}}\n")  # fmt: skip
    assert holds(match, "Ann.score == 2")


def test_18_ids_and_lists_share_one_space() -> None:
    assert codes("tables: {flint: {1: 2}}\n") == ["RW202"]


# ---------------------------------------------------------------- 19. hyphen
def test_19_a_hyphen_belongs_to_the_name_and_a_minus_has_blanks() -> None:
    match = ann("gain me.coins - 3 score\nlet two-words = 7\ngain two-words score")
    assert holds(match, "Ann.score == 9")
    assert codes("actions:\n  test(n is number): {text: Test, do: gain n-1 coins}\n") == ["RW306"]


# ---------------------------------------------------------------- 20. division and comparisons
def test_20_division_rounds_down_also_below_zero() -> None:
    match = ann("lose 7 luck")
    assert holds(match, "7 / 2 == 3 and Ann.luck / 2 == 0 - 4 and 6 / 2 == 3")
    error = None
    with pytest.raises(RuleError, match="divided by 0") as caught:
        ann("gain 7 / me.score coins")
    error = caught.value
    assert error.span.line == 8


def test_20_for_every_counts_whole_ones_only() -> None:
    assert holds(ann("gain 2 score for every 2 of me.coins"), "Ann.score == 4")
    assert holds(ann("lose 9 luck\ngain 2 score for every 2 of me.luck"), "Ann.score == 0")


def test_20_comparisons_do_not_chain() -> None:
    assert codes("values:\n  test(player): {is: 1 < player.coins < 4}\n") == ["RW308"]


# ---------------------------------------------------------------- 21. at any decision
def phases(do: str, extra: str = "") -> AnyMatch:
    """A match whose phase adds `trade` to its decisions."""
    body = "\n".join("      " + line for line in do.strip().split("\n"))
    main = "rounds:\n  number: 1\n  every: {phases: [main]}\nphases:\n  main:\n    at any decision: trade\n"
    main += f"    do: |\n{body}\n"
    action = 'actions:\n  trade: {text: Trade, do: "pay 2 coins\\ngain 1 score"}\n'
    game, found = check_files({"rules/small/main.yaml": main, EXTRA: action + extra})
    assert game is not None, found
    return opened(game)


def test_21_the_action_is_added_to_the_phases_own_decisions_and_the_decision_is_made_anew() -> None:
    match = phases(first_player("choose a stone from shelf.low where stone.weight <= me.coins"))
    assert ids(match) == ["flint", "slate", "chalk", "trade"]
    take(match, "trade")
    assert ids(match) == ["flint", "slate", "chalk", "trade"]
    take(match, "trade")
    # One coin is left: the action cannot start, and of the stones only one is left to choose.
    assert match.over
    last = events(match, Decided)[-1]
    assert (last.id, last.forced) == ("flint", True)


def test_21_also_to_may_and_one_of_and_to_menus_that_are_asked_anyway() -> None:
    match = phases(
        first_player('may "Rest":\n  gain 1 luck\none of:\n  gain 2 luck\n  gain 3 luck\noffer rest')
    )
    assert ids(match) == ["yes", "pass", "trade"]
    take(match, "trade", "pass")
    assert ids(match) == ["gain-2-luck", "gain-3-luck", "trade"]
    take(match, "gain-2-luck")
    assert match.over  # nothing can be used at rest, so nobody is asked for the sake of the action alone


def test_21_never_inside_an_action() -> None:
    match = phases(first_player("pick()"), "  pick: {text: Pick, do: choose a suit from suits}\n")
    assert ids(match) == ["sun", "moon", "star"]


# ---------------------------------------------------------------- 22. one option
def test_22_a_decision_with_one_option_is_taken_and_noted() -> None:
    match = ann("choose a stone from shelf.low where stone is chalk\ngain stone.weight score")
    assert match.over
    assert holds(match, "Ann.score == 3")
    (decided,) = events(match, Decided)
    assert (decided.id, decided.forced) == ("chalk", True)
    assert match.moves == ()


def test_22_but_not_when_taking_it_is_optional() -> None:
    assert ids(ann('may "Rest": gain 1 score')) == ["yes", "pass"]
    assert ids(ann("choose up to 1 xs from x in shelf.low where x is chalk")) == ["chalk", "done"]


def test_22_forced_ones_are_asked_when_the_match_is_opened_so() -> None:
    game = load(first_player("choose a stone from shelf.low where stone is chalk"))
    match = opened(game, ask_forced=True)
    assert ids(match) == ["chalk"]
    assert take(match, "chalk").over


# ---------------------------------------------------------------- 23. places, all at one moment
def test_23_places_and_rankings_are_worked_out_at_the_moment_they_are_asked() -> None:
    match = play("""
        as players[2]:
          gain 3 score
        let order = ranked(p in players by p.score)
        for each p in order:
          as p:
            gain 4 * (place of p among q in players by q.score ties worse) luck
            gain 9 score
    """)
    # Ben is first; once he has gained, Ann's place is asked anew and is still the second.
    assert holds(match, "Ben.luck == 4 and Ann.luck == 8")


@pytest.mark.parametrize(
    ("ties", "places"), [("worse", [2, 2, 3, 4]), ("better", [1, 1, 3, 4]), ("in order", [1, 2, 3, 4])]
)
def test_23_what_ties_do(ties: str, places: list[int]) -> None:
    match = play(
        "as players[1]:\n  gain 5 score\nas players[2]:\n  gain 5 score\nas players[3]:\n  gain 2 score",
        players=4,
    )
    for name, place in zip(("Ann", "Ben", "Cid", "Dan"), places, strict=True):
        assert holds(match, f"place of {name} among p in players by p.score ties {ties} == {place}")


# ---------------------------------------------------------------- 24. the end
def test_24_finish_game_ends_the_rounds_at_once_and_the_ending_still_runs() -> None:
    match = play("""
        as each player in players:
          gain 1 score
          if round == 2:
            finish game
          gain 10 score
    """, "ending:\n  do: |\n    as each player in players:\n      gain 100 score\n", rounds=5)  # fmt: skip
    assert match.over
    assert match.round == 2
    assert holds(match, "Ann.score == 112 and Ben.score == 111")
    assert match.scores() == [112, 111]
    assert match.winners() == [0]


# ---------------------------------------------------------------- fuel
@pytest.mark.slow
def test_fuel_a_loop_without_end_names_the_rule_and_the_place() -> None:
    for effect in ("while me.coins > 0:\n  gain 0 coins", "let n = 1000000000\nrepeat n times:\n  nothing"):
        with pytest.raises(NeverEnds) as caught:
            ann(effect)
        assert caught.value.rule == "phase main"
        assert caught.value.span.file == "rules/small/main.yaml"


def test_25_what_must_be_known_to_offer_something_is_worked_out_then() -> None:
    for effect in (
        'may "Do it":\n  choose up to 1 xs from shelf.low where 1 / me.score > 0\n  gain 1 score',
        'may "Do it":\n  pay (me.score - 1) luck\n  gain 1 score',
        "choose a stone from shelf.low\npay (me.score - 1) luck",
    ):
        with pytest.raises(RuleError):
            ann(effect)


def test_25_what_stands_behind_the_answer_is_not_worked_out() -> None:
    for formula in (
        "any(x in shelf.low where x is flint or 1 / me.score > 0)",
        "first(x in shelf.low where x is flint or 1 / me.score > 0) is flint",
        "not every x in shelf.low has (x.weight > 1 and 1 / me.score > 0)",
        "me.coins == 5 or 1 / me.score > 0",
    ):
        assert holds(ann(f"if {formula}: gain 1 luck"), "Ann.luck == 1")
    assert holds(ann("if me.coins > 5 and 1 / me.score > 0: gain 1 luck"), "Ann.luck == 0")


def test_fuel_an_action_that_calls_itself_without_end_names_the_rule() -> None:
    with pytest.raises(NeverEnds) as caught:
        ann("again()", 'actions:\n  again: {text: Again, do: "gain 1 luck\\nagain()"}\n')
    assert caught.value.rule == "action again"
    assert caught.value.span.file == EXTRA


def test_fuel_asking_whether_something_can_start_ends_too() -> None:
    with pytest.raises(NeverEnds) as caught:
        ann('may "Ever": again()', "actions:\n  again: {text: Again, do: again()}\n")
    assert "levels deep" in caught.value.message


def test_fuel_a_value_that_its_changes_lead_back_to_is_refused() -> None:
    card = change("scout", "{value: power(player), add: power(player)}")
    _, found = check_files({"cards/small/scout.yaml": card})
    assert [finding.code for finding in found] == ["RW228"]


def test_24_every_change_of_a_counter_is_noted_with_its_rule_and_place() -> None:
    match = ann("earn(2)")
    (changed,) = events(match, CounterChanged)
    assert (changed.verb, changed.counter, changed.before, changed.after) == ("gain", "coins", 5, 7)
    assert changed.where.rule == "action earn"
    assert changed.where.span.file == "rules/small/game.yaml"
    assert not events(match, AbilityUsed)
