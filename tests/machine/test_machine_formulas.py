import pytest
from builder import counter, play, run, start

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.state.errors import RuleError

SETUP = """
move [ace, bit, cog] to deck.cards
as each player in players:
  move all p in pawns where p.owner == me to me.home
"""


def value(formula: str, before: str = "nothing", **parts: object) -> int:
    """Work out a number in the tiny game, `before` standing in front."""
    match = run(f"{before}\nset game.step to {formula}", **parts)
    return match.state.v[match.layout.game_state["step"]]


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3),
        ("(0 - 7) / 2", -4),
        ("0 - 7 / 2", -3),
        ("-3 + 1", -2),
        ("max(1, 5, 3)", 5),
        ("min(4, 2)", 2),
        ("max(card.cost for each card in pile.cards)", 0),
        ("min(card.cost for each card in pile.cards)", 0),
        ("sum(card.cost for each card in deck.cards)", 6),
        ("max(card.cost for each card in deck.cards)", 3),
        ("min(card.cost for each card in deck.cards where card.cost > 1)", 2),
        ("count(deck.cards)", 3),
        ("count(x in deck.cards where x.suit == red)", 1),
        ("count(players)", 2),
        ("round", 1),
        ("ace.cost", 1),
        ("ace.sides", 2),
        ("eel.sides", 1),
        ("count(card_cards)", 6),
        ("count(pawns)", 4),
        ("cog.cost", 3),
        ("[4, 5, 6][2]", 5),
        ("inn.price[green]", 2),
        ("shop.price[cog.likes[2]]", 6),
        ("prize[2][red]", 5),
        ("prize[2][blue]", 0),
        ("prize[3][red]", 0),
        ("steps_of[1]", 10),
        ("steps_of[2]", 10),
        ("steps_of[4]", 30),
        ("steps_of[99]", 50),
        ("count([1, 2] + [3])", 3),
        ("count(reversed([1, 2, 3]))", 3),
        ("reversed([1, 2, 3])[1]", 3),
        ("rotated([1, 2, 3], 1)[1]", 2),
        ("rotated([1, 2, 3], -1)[1]", 3),
        ("rotated([1, 2, 3], 7)[1]", 2),
        ("starting_with(3, [1, 2, 3])[2]", 1),
        ("one_after(2, [1, 2, 3])", 3),
        ("one_after(3, [1, 2, 3])", 1),
        ("one_before(1, [1, 2, 3])", 3),
        ("one_before(3, [1, 2, 3])", 2),
        ("one_after(5, [5])", 5),
        ("index_of(3, [1, 2, 3])", 3),
        ("index_of(9, [1, 2, 3])", 0),
        ("7 / 2 rounded up", 4),
        ("8 / 2 rounded up", 4),
        ("(0 - 7) / 2 rounded up", -3),
        ("7 / 2 rounded down", 3),
        ("count(pile.cards) + 3 / 2 rounded up * 4", 8),
        ("7 mod 3", 1),
        ("(0 - 1) mod 7", 6),
        ("1 + 7 mod 4", 4),
        ("count(rotated(all(x in [1] where x > 1), 2))", 0),
        ("random(4, 4)", 4),
    ],
)
def test_a_formula_has_its_value(formula, result):
    assert value(formula, setup=SETUP) == result


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("yes", True),
        ("not yes", False),
        ("1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3", True),
        ("1 == 2 or 2 != 2", False),
        ("2 in [1, 2]", True),
        ("2 not in [1, 2]", False),
        ("any(deck.cards)", True),
        ("any(pile.cards)", False),
        ("every x in deck.cards has x.cost > 1", False),
        ("every x in pile.cards has x.cost > 1", True),
        ("every x in deck.cards where x.cost > 1 has x.suit != red", True),
        ("ace is card", True),
        ("ace is bit", False),
        ("ace.suit == red", True),
        ("eel.suit == none", True),
        ("eel.mate == none", True),
        ("bit.mate == ace", True),
        ("first(pile.cards) == none", True),
        ("first(deck.cards) == ace", True),
        ("ace.owner == none", True),
        ("ace.face == front", True),
        ("ace.marked", False),
        ("game.lead == none", True),
        ("game.tint == red", False),
        ("options.fast", False),
        ("options.mood == calm", True),
        ("next_to(ace, bit) and next_to(bit, ace)", True),
        ("next_to(ace, cog)", False),
        ("next_to(ace, eel)", False),
        ("first(pawns).stand == none", True),
        ("red in cog.likes and green not in cog.likes", True),
        ("first(ranked(x in deck.cards by x.cost)) == cog", True),
        ("deck.cards == [ace, bit, cog]", True),
        ("[bit, ace, cog] == deck.cards", False),
        ("deck.cards != [bit, ace, cog]", True),
        ("deck.cards == [ace, bit]", False),
        ("pile.cards == []", True),
        ("deck.cards != []", True),
        ("turn_order == players", True),
        ("turn_order == reversed(players)", False),
        ("cog.likes == [red, blue]", True),
        ("[blue, red] == cog.likes", False),
        ("all(x in deck.cards where x.cost > 1) == [bit] + [cog]", True),
        ("ranked(x in deck.cards by x.cost) == reversed(deck.cards)", True),
        ("first(pile.cards).likes == []", True),
        ("first(ranked(x in deck.cards by x.cost rising)) == ace", True),
        ("first(ranked(x in deck.cards by 0)) == ace", True),
        ("first(reversed(ranked(x in deck.cards by 0 rising))) == cog", True),
    ],
)
def test_a_condition_holds_or_not(condition, holds):
    match = run(f"if {condition}:\n  set game.step to 1", setup=SETUP)
    step = match.layout.game_state["step"]
    assert match.state.v[step] == int(holds)
    compiled = FastMatch(match.game, 2)
    assert compiled.over
    assert compiled.state.v[step] == int(holds)


def test_a_field_of_none_is_none_and_equals_only_none():
    match = run(
        """
        let nobody = first(pile.cards)
        if nobody.suit == none and nobody.mate == none and nobody.owner == none and nobody.marked != yes:
          set game.step to 1
        if nobody.suit == red: set game.step to 2
        if nobody is card: set game.step to 3
        if count(nobody.likes) > 0: set game.step to 4
        """
    )
    assert match.state.v[match.layout.game_state["step"]] == 1


@pytest.mark.parametrize(
    ("ties", "places"),
    [("worse", [1, 3, 3, 4]), ("better", [1, 2, 2, 4]), ("in order", [1, 2, 3, 4])],
)
def test_places_among_items_with_ties(ties, places):
    match = run(
        f"""
        as each player in players:
          set me.gold to [9, 5, 5, 1][count(p in players where p.points > 0) + 1]
          gain 1 points
        as each player in players:
          set me.points to place of me among p in players by p.gold ties {ties}
        """,
        players=4,
    )
    assert [counter(match, "points", player) for player in range(4)] == places


def test_a_later_key_decides_between_equal_first_ones_and_rising_turns_a_key_round():
    place = "place of me among p in players by p.gold, p.debt rising ties worse"
    match = run(
        f"""
        as players[1]: set me.debt to 1
        as each player in players: set me.points to {place}
        """
    )
    assert [counter(match, "points", player) for player in range(2)] == [2, 1]


def test_the_place_of_what_is_not_among_the_items_is_0():
    assert value("place of ace among x in pile.cards by x.cost ties worse") == 0


def test_cases_take_the_first_that_holds():
    more = """
    values:
      grade(n is number):
        is: |
          3 if n > 5
          2 if n > 1
          1 otherwise
    """
    assert [value(f"grade({n})", more=more) for n in (9, 3, 0)] == [3, 2, 1]


def test_random_numbers_are_drawn_once_and_follow_from_the_seed():
    text = "let n = random(1, 1000)\nset game.step to n * 1000 + n"
    first = [run(text, seed=seed).state.v for seed in range(20)]
    again = [run(text, seed=seed).state.v for seed in range(20)]
    assert first == again
    assert len({tuple(v) for v in first}) == 20


def test_random_of_takes_an_item_or_none():
    assert value("count(all(x in [1] where x == n))", "let n = random(1, 1)") == 1
    match = run("let one = random_of(pile.cards)\nif one == none: set game.step to 1")
    assert match.state.v[match.layout.game_state["step"]] == 1
    match = run("let one = random_of(deck.cards)\nif one != none: set game.step to one.cost", setup=SETUP)
    assert match.state.v[match.layout.game_state["step"]] in (1, 2, 3)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("1 / count(pile.cards)", "1 is divided by 0"),
        ("1 mod count(pile.cards)", "1 is divided by 0"),
        ("1 / count(pile.cards) rounded up", "1 is divided by 0"),
        ("one_after(9, [1, 2])", "nothing comes after or before what is not in the list"),
        ("one_before(9, all(x in [1] where x > 1))", "nothing comes after or before what is not in the list"),
        ("[1, 2][random(3, 3)]", "there is no entry 3: this list has entries 1 to 2"),
        ("[1, 2][random(0, 0)]", "there is no entry 0"),
        ("exact[random(2, 2)]", "the table exact has no entry for 2"),
        ("steps_of[0]", "the table steps_of has no entry for 0"),
        ("random(2, 1)", "there is no number from 2 to 1"),
        ("count(starting_with(9, [1, 2]))", "cannot start with something that is not in it"),
    ],
)
def test_a_formula_without_a_value_is_a_fault_at_its_place(formula, message):
    with pytest.raises(RuleError, match=message) as caught:
        value(formula)
    assert caught.value.span.file == "rules/tiny/game.yaml"
    assert caught.value.rule == "phase play"


# ---------------------------------------------------------------- names in formulas
@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("let n = 3\nn * n", 9),
        ("let n = 3\nlet m = n + 1\nn * m", 12),
        ("let xs = all(x in [4, 5, 6] where x > 4)\ncount(xs) * 10 + xs[1]", 25),
        ("let n = 3\n1 if n > 3\nn + 1 if n == 3\n0 otherwise", 4),
        ("let hold = 1 < 2\n5 if hold\n6 otherwise", 5),
        ("let n = 3\nsum(x + n for each x in [1, 2])", 9),
    ],
)
def test_names_in_a_value_stand_for_what_is_worked_out_before(formula, result):
    lines = "".join(f"      {line}\n" for line in formula.split("\n"))
    match = run("set game.step to found()", more=f"values:\n  found:\n    is: |\n{lines}", setup=SETUP)
    assert match.state.v[match.layout.game_state["step"]] == result


def test_a_name_is_worked_out_even_where_nothing_asks_for_it():
    with pytest.raises(RuleError, match="1 is divided by 0"):
        run(
            "set game.step to found()",
            more="values:\n  found:\n    is: |\n      let n = 1 / count(pile.cards)\n      5\n",
        )


# ---------------------------------------------------------------- values and changes
PRICE = """
values:
  price(card): {is: card.cost, at least: 1}
  worth(player): {is: player.gold, at most: 50}
"""


def cards(*changes: str) -> str:
    """Return two-sided cards on whose back nothing stands, with these changes on the front of x1, x2, ..."""
    lines = [
        f"  x{n}: {{cost: {n}, front: {{changes: [{change}]}}, back: {{}}}}"
        for n, change in enumerate(changes, 1)
    ]
    return "\n".join(["kind: card", "cards:", *lines, "  ace: {cost: 10}", ""])


IN_PLAY = "as players[1]: move {0} to me.table\nas players[2]: move {1} to me.table"


def changed(
    *changes: str, mine: str, others: str = "all(c in card_cards where c.cost > 99)", ask: str
) -> int:
    match = run(
        f"set game.step to {ask}",
        setup=IN_PLAY.format(mine, others),
        cards=cards(*changes),
        more=PRICE,
    )
    return match.state.v[match.layout.game_state["step"]]


def test_changes_go_to_then_add_then_bounds_whatever_their_order_on_the_cards():
    changes = ["{value: worth, add: 3}", "{value: worth, to: 20}", "{value: worth, at most: 22}"]
    ask = "worth(players[1])"
    assert changed(*changes, mine="[x1]", ask=ask) == 13
    assert changed(*changes, mine="[x1, x2]", ask=ask) == 23
    assert changed(*changes, mine="[x3, x1, x2]", ask=ask) == 22


def test_of_two_that_set_a_value_the_last_in_zone_order_counts():
    changes = ["{value: worth, to: 1}", "{value: worth, to: 2}"]
    assert changed(*changes, mine="[x1, x2]", ask="worth(players[1])") == 2
    assert changed(*changes, mine="[x2, x1]", ask="worth(players[1])") == 1


def test_the_values_own_floor_and_ceiling_come_last():
    assert changed("{value: worth, to: 99}", mine="[x1]", ask="worth(players[1])") == 50
    assert changed("{value: price, add: -99, for: all}", mine="[x1]", ask="price(ace)") == 1


def test_a_card_changes_its_owners_values_unless_it_says_for_whom():
    second = "worth(turn_order[2])"
    assert changed("{value: worth, add: 1}", mine="[x1]", ask=second) == 10
    assert changed("{value: worth, add: 1, for: all}", mine="[x1]", ask=second) == 11
    assert changed("{value: worth, add: 1, for: opponents}", mine="[x1]", ask=second) == 11
    assert changed("{value: worth, add: 1, for: opponents}", mine="[x1]", ask="worth(players[1])") == 10


def test_the_subject_of_a_components_value_is_its_owner():
    changes = ["{value: price, add: 5}", "{value: worth, add: 0}"]
    assert changed(*changes, mine="[x1, ace]", ask="price(ace)") == 15
    assert changed(*changes, mine="[x1]", others="[ace]", ask="price(ace)") == 10
    assert changed(*changes, mine="[x1]", ask="price(ace)") == 10


def test_only_the_side_that_lies_up_in_an_active_zone_changes_values():
    setup = "as players[1]:\n  move x1 to me.{0}\n"
    ask = "set game.step to worth(players[1])"
    text = cards("{value: worth, add: 1}")
    for where, after, result in (("table", "", 11), ("hand", "", 10), ("table", "  flip x1\n", 10)):
        match = run(ask, setup=setup.format(where) + after, cards=text, more=PRICE)
        assert match.state.v[match.layout.game_state["step"]] == result


def test_a_change_holds_under_its_condition_which_sees_the_card_and_the_parameters():
    change = "{value: worth, if: this.cost == 1 and player.gold > 5, add: 1}"
    assert changed(change, mine="[x1]", ask="worth(players[1])") == 11
    match = run(
        "as players[1]: set me.gold to 5\nset game.step to worth(players[1])",
        setup="as players[1]: move x1 to me.table",
        cards=cards(change),
        more=PRICE,
    )
    assert match.state.v[match.layout.game_state["step"]] == 5


def test_a_fault_inside_a_value_names_the_value_and_who_asked():
    more = "values:\n  broken(player): {is: 1 / player.points}"
    with pytest.raises(RuleError) as caught:
        run("as players[1]: gain broken(me) gold", more=more)
    assert caught.value.rule == "value broken"
    assert [cause.rule for cause in caught.value.above] == ["phase play"]
    assert caught.value.above[0].span.line > 1


def test_a_local_name_ends_with_its_block():
    match = start(
        """
        as each player in players:
          choose n from 1 to 2
          if n == 1:
            let m = 5
            gain m points
          if n == 2:
            let m = 7
            gain m points
        """
    )
    play(match, "1", "2")
    assert [counter(match, "points", player) for player in (0, 1)] == [5, 7]
