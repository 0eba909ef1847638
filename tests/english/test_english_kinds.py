"""One test for each kind of sentence that a rulebook would print otherwise than a program."""

from __future__ import annotations

import pytest
from small_game import check_files, first_player, load

from rulewright.interpreter.content.forms import forms_of, singular
from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.english.effects import Effects
from rulewright.interpreter.english.known import Called, Known
from rulewright.interpreter.english.printed_tables import printed, rows_of
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import NUMBER
from rulewright.interpreter.language.walking import nodes

YOU = {"me": Called("you", "your")}
EXTRA = """
counters:
  out: {text: {has: "{player} {is|are} out of the round", none: "{player} {is|are} still in"}}
  hit: {text: {each: "time {player} {has|have} been hit", gain: "take {number} hit{|s}"}}
  shield: {text: {gain: be safe until the next round, pay: give up being safe, set: "be safe for {number} round{|s}"}}
  chips: {title: "chip{|s} at hand"}
values:
  cost_of(stone): {is: stone.weight}
  hidden(player): {is: player.luck > 0, about: Whether the player lies hidden.}
  best(player): {title: Stones, is: player.hand}
actions:
  brag: {text: "say that {me} is rich, and that {players[1]} {is|are} not", do: gain 1 score}
  share(n is number): {text: "share {n} coin{|s}{if n > 1: , {n} of them }now", do: gain 1 score}
  mark(a_suit is suit): {text: "mark {any s in suits: {s}}; {each s in suits: not {s}}", do: gain 1 score}
"""


def english(effect, extra=EXTRA):
    game = load(first_player(effect), extra)
    (statement,) = game.phases["main"].body
    return Effects(game).block(YOU, statement.body)


# ---------------------------------------------------------------- titles for one and for several
@pytest.mark.parametrize(
    ("title", "one"),
    [
        ("Coins", "Coin"),
        ("Berries", "Berry"),
        ("Pies", "Pie"),
        ("Boxes", "Box"),
        ("Victory Points", "Victory Point"),
        ("Score", "Score"),
        ("Brass", "Brass"),
        ("Status", "Status"),
        ("Goods", "Goods"),
    ],
)
def test_the_singular_of_a_plain_plural(title, one):
    assert singular(title) == one


def test_a_title_may_say_both_forms():
    assert forms_of("categor{y|ies} won") == ("category won", "categories won")
    assert forms_of("Coins") == ("Coins", "Coins")


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        # One and several.
        ("gain 1 coins and 2 chips", "gain 1 Coin and 2 chips at hand"),
        ("if me.coins >= 1: gain 1 chips", "if you have at least 1 Coin, gain 1 chip at hand"),
        ("gain 2 * me.chips score", "gain 2 Score for each chip at hand you have"),
        # What a counter stands for.
        ("gain 1 hit", "take 1 hit"),
        ("gain 2 hit and 1 score", "gain 1 Score and take 2 hits"),
        ("gain 1 shield", "be safe until the next round"),
        ("pay 1 shield\ngain 1 score", "give up being safe to gain 1 Score"),
        ("set me.shield to 2", "be safe for 2 rounds"),
        ("gain 3 * me.hit score", "gain 3 Score for each time you have been hit"),
        ("if me.out > 0: gain 1 score", "if you are out of the round, gain 1 Score"),
        ("if me.out == 0: gain 1 score", "if you are still in, gain 1 Score"),
        (
            "if any(p in players where p.out > 0): gain 1 score",
            "if there is a player who is out of the round, gain 1 Score",
        ),
        # Tables with their numbers.
        ("gain toll[me.coins] score", "gain 10 Score with 1 to 3 Coins, 20 with 4 or more"),
        (
            "gain toll[count(me.hand)] score",
            "gain 10 Score with 1 to 3 Stones in your Hand, 20 with 4 or more",
        ),
        ("gain fine[count(players)] score", "gain 0 Score with 0 players, 2 with 1, 5 with 2, otherwise 9"),
        (
            "choose s from suits\ngain bounty[s] score",
            "choose a suit, then gain 1 Score for The Sun, 2 for moon, 3 for star",
        ),
        # What others do.
        ("as each rival in players where rival != me: lose 1 score", "each other player loses 1 Score"),
        (
            'as each rival in players where rival != me:\n  may "Pay": pay 1 coins',
            "each other player may pay 1 Coin",
        ),
        (
            "as each rival in players where rival != me:\n  pay 1 coins\n  gain 1 score",
            "each other player pays 1 Coin to gain 1 Score",
        ),
        (
            "as each rival in players where rival != me and rival.coins > 3: lose 1 coins",
            "each other player who has at least 4 Coins loses 1 Coin",
        ),
        (
            "choose p from players where p != me\nas p: lose 1 coins",
            "choose another player, then that player loses 1 Coin",
        ),
        (
            "if any(p in players where p != me and p.coins > 8): gain 1 coins",
            "if another player has at least 9 Coins, gain 1 Coin",
        ),
        (
            'may "Hit":\n  as each rival in players where rival != me: lose 1 score',
            "you may have each other player lose 1 Score",
        ),
        # Conditions on items.
        (
            "choose x from stones where x.weight > 1 and x.suit == sun\nmove x to me.hand",
            "choose a Stone whose weight is at least 2 and whose suit is The Sun, then move that Stone to your Hand",
        ),
        (
            "choose x from stones where x in shelf.low\nmove x to me.hand",
            "choose a Stone that is in the low shelf, then move that Stone to your Hand",
        ),
        (
            "choose x from stones where x.marked\nmove x to me.hand",
            "choose a Stone that is marked, then move that Stone to your Hand",
        ),
        (
            "choose x from stones where not x.marked\nmove x to me.hand",
            "choose a Stone that is not marked, then move that Stone to your Hand",
        ),
        # Two things of one kind.
        (
            "choose old from me.hand\nmove old to heap\nchoose x from stones where x.weight > old.weight\ndiscard x",
            (
                "choose a Stone (the old Stone) from your Hand, then move the old Stone to the Heap,"
                " then choose a Stone whose weight is more than the old Stone's weight, then discard that Stone"
            ),
        ),
        (
            "choose x from me.hand\nchoose y from stones where y.weight > x.weight\nmove y to heap",
            (
                "choose a Stone from your Hand, then choose a Stone whose weight is more than that Stone's weight,"
                " then move the other Stone to the Heap"
            ),
        ),
        # Verbs behind you and they.
        ("brag()", "say that you are rich, and that the 1st player is not"),
        ("if hidden(me): gain 1 score", "if you lie hidden, gain 1 Score"),
        ("if players[1] != me: gain 1 score", "if the 1st player is not you, gain 1 Score"),
        ("if me != players[1]: gain 1 score", "if you are not the 1st player, gain 1 Score"),
        # Values and what they are asked of.
        (
            "choose x from stones where cost_of(x) < 3\nmove x to heap",
            "choose a Stone where the cost of that Stone is at most 2, then move that Stone to the Heap",
        ),
        # Texts of authors: blanks, lists, agreement.
        ("share(1)", "share 1 coinnow"),
        ("share(2)", "share 2 coins, 2 of them now"),
        ("mark(moon)", "mark The Sun, moon or star; not The Sun, not moon, not star"),
        # Rankings.
        (
            "if place of me among p in players by p.coins ties worse == 1: gain 1 score",
            "if you alone have the most Coins, gain 1 Score",
        ),
        (
            "if place of me among p in players by count(best(p)) ties better == 1: gain 1 score",
            "if nobody has more Stones than you, gain 1 Score",
        ),
        # Sums over items.
        (
            "gain sum(x.weight for each x in me.hand) score",
            "gain Score equal to the total weight of the Stones in your Hand",
        ),
        (
            "gain 2 * min(me.coins, me.chips) score",
            "gain Score equal to twice the smaller of your Coins and your chips at hand",
        ),
    ],
)
def test_a_kind_of_sentence(effect, words):
    assert english(effect) == words


def test_a_known_player_is_one():
    game = load(extra=EXTRA)
    text = game.counters["out"].texts["has"]
    assert Effects(game).template({"player": Called("they", "their")}, text) == "they are out of the round"
    assert Effects(game).template({"player": Called("Ann", "Ann's")}, text) == "Ann is out of the round"


def test_a_kind_says_what_holds_for_all_its_cards():
    text = "{if this.face == front and this.sides == 2:Flip it at night.}{if this.face == back:Put it away at night.}"
    cards = "kind: owl\ncards:\n  grey: {front: {}, back: {}}\n"
    game = load(extra=f"kinds:\n  owl: {{all: owls, sides: 2, text: '{text}'}}\n", cards_owls=cards)
    grey = next(card for card in game.cards if card.kind == "owl")
    assert list(Explainer(game).card(grey).lines())[1:] == [
        "  - Flip it at night.",
        "  Flipped: Grey",
        "    - Put it away at night.",
    ]


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ("counters: {gems: {text: {gain: '{is|are} lost'}}}", "agree with the formula before them"),
        ("counters: {gems: {text: {gain: '{number} {a|b|c}'}}}", "two forms are wanted"),
        ("counters: {gems: {text: {gain: '{nobody}'}}}", "nothing here is called `nobody`"),
        ("counters: {gems: {text: {given: words}}}", "given"),
        ("counters: {gems: {told: never}}", "`yes` or `no`"),
        ("actions: {a: {text: '{each x in 3: {x}}', do: nothing}}", "goes through a list"),
        ("actions: {a: {text: '{each x in suits}', do: nothing}}", "{each x in list: words}"),
        ("actions: {a(suit): {text: '{each suit in suits: {suit}}', do: nothing}}", "already in use"),
    ],
)
def test_a_text_that_cannot_be_filled_in_is_found(extra, message):
    _, found = check_files({"rules/small/more.yaml": extra + "\n"})
    assert any(message in each.message for each in found), found


def test_the_rows_of_a_table():
    game = load(
        extra="tables:\n  size: {2: 3, 3: 3, 4: 4}\n  odds: {sun: {1: 2}, moon: {1: 3, 2: 3}, otherwise: 0}\n"
    )
    formulas = Effects(game).formulas
    assert [row.keys() for row in rows_of(game.tables["size"])] == ["2 or 3", "4"]
    assert printed(formulas, game.tables["size"]) == ["2 or 3: 3; 4: 4"]
    assert printed(formulas, game.tables["odds"]) == [
        "The Sun: 1: 2; otherwise: 0",
        "moon: 1 or 2: 3; otherwise: 0",
    ]
    assert printed(formulas, game.tables["toll"]) == ["1 to 3: 10; 4 or more: 20"]


@pytest.mark.parametrize("name", ["pret-a-porter", "rococo"])
def test_no_argument_that_must_be_given_is_passed_over(name):
    """A text says of each number that callers must give also when it is nothing: `without ...`."""
    game = load_game(name)
    effects = Effects(game)
    met = 0
    for action in game.actions.values():
        asked = {param.name for param in action.params if param.default is None and param.type == NUMBER}
        if action.text is None or not asked:
            continue
        spoken_of = {node.name for node in nodes(action.text) if isinstance(node, c.Local)}
        assert asked <= spoken_of | {"loans_due", "fewer"}, action.name
        names = {param.name: Called("some", "some's") for param in action.params} | YOU
        for wanted in asked & spoken_of:
            met += 1
            said = {effects.template({**names, wanted: Known(n, NUMBER)}, action.text) for n in (0, 1, 2)}
            assert len(said) > 1, f"{action.name} does not tell {wanted}"
            nothing = effects.template({**names, wanted: Known(0, NUMBER)}, action.text)
            assert "0" in nothing or "without" in nothing, f"{action.name} says nothing of no {wanted}"
    assert met
