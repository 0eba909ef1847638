"""Chance goes by names: what one shuffle or random number gives depends on nothing that happens elsewhere."""

from __future__ import annotations

from collections import Counter

import pytest
from builder import CARDS, counter, files_of, game, run, start, write, zone
from test_machine_rng import is_even

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import ChanceChanged
from rulewright.interpreter.state.layout import DRAWN

DEAL = """
move all card_cards to deck.cards
shuffle deck.cards
"""
HEAD, *ROWS = CARDS.strip().split("\n  ")
FOX = "  fox: {cost: 6}\n"


def dealt(
    seed: int = 0, *, setup: str = DEAL, cards: str = CARDS, label: str = "deck.cards", **parts
) -> list[str]:
    """What lies in a zone behind the set-up, the same on both machines."""
    tiny = game(setup=setup, cards=cards, **parts)
    slow, fast = Match(tiny, 3, seed=seed), FastMatch(tiny, 3, seed=seed)
    assert slow.state.v == fast.state.v
    assert slow.state.z == fast.state.z
    return zone(slow, label)


# ---------------------------------------------------------------- shuffles
def test_a_shuffle_follows_from_the_seed():
    orders = {tuple(dealt(seed)) for seed in range(20)}
    assert len(orders) > 15
    assert dealt(3) == dealt(3)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_cards_in_their_file_does_not_matter(seed):
    turned = "\n  ".join([HEAD, *reversed(ROWS)]) + "\n"
    assert dealt(seed, cards=turned) == dealt(seed)


@pytest.mark.parametrize("seed", range(8))
def test_a_card_more_leaves_the_others_in_their_order(seed):
    first = HEAD + "\n" + FOX + "  " + "\n  ".join(ROWS) + "\n"
    for cards in (CARDS + FOX, first):
        found = dealt(seed, cards=cards)
        assert "fox" in found
        assert [card for card in found if card != "fox"] == dealt(seed)


@pytest.mark.parametrize("seed", range(8))
def test_a_copy_more_leaves_the_others_in_their_order(seed):
    found = dealt(seed, cards=CARDS.replace("dot: {cost: 4, copies: 2}", "dot: {cost: 4, copies: 5}"))
    assert [card for card in found if card not in ("dot-3", "dot-4", "dot-5")] == dealt(seed)
    single = dealt(seed, cards=CARDS.replace(", copies: 2", ""))
    assert [card.replace("dot-1", "dot") for card in dealt(seed) if card != "dot-2"] == single


@pytest.mark.parametrize("seed", range(8))
def test_a_player_more_leaves_the_components_of_the_others_in_their_order(seed, tmp_path):
    files = files_of(setup="move all pawns to inn.guests\nshuffle inn.guests")
    write(
        tuple((name, text.replace("ordered: yes, size: 3", "ordered: yes")) for name, text in files), tmp_path
    )
    tiny = load_game("tiny", tmp_path)
    two, three = (zone(Match(tiny, players, seed=seed), "inn.guests") for players in (2, 3))
    assert [pawn for pawn in three if pawn in ("pawn-1", "pawn-2", "pawn-3", "pawn-4")] == two


@pytest.mark.parametrize("seed", range(8))
def test_what_is_shuffled_elsewhere_and_before_does_not_matter(seed):
    elsewhere = (
        "move orb to vault\nmove rod to vault\nshuffle vault\nshuffle turn_order\nlet n = random(1, 6)\n"
    )
    assert dealt(seed, setup=elsewhere + DEAL) == dealt(seed)


@pytest.mark.parametrize("seed", range(8))
def test_the_order_before_does_not_matter(seed):
    one_by_one = "move eel to deck.cards\nmove all card_cards to deck.cards\nshuffle deck.cards"
    assert dealt(seed, setup=one_by_one) == dealt(seed)


def test_each_shuffle_of_a_zone_is_another_one():
    twice = [(dealt(seed), dealt(seed, setup=DEAL + "shuffle deck.cards")) for seed in range(10)]
    assert sum(one != other for one, other in twice) > 7


def test_two_zones_are_shuffled_in_different_orders():
    setup = """
    move all card_cards to {first}
    shuffle {first}
    """
    places = ("deck.cards", "pile.cards")
    pairs = [
        [dealt(seed, setup=setup.format(first=place), label=place) for place in places] for seed in range(10)
    ]
    assert sum(one != other for one, other in pairs) > 7


def test_zones_of_two_players_are_shuffled_in_different_orders():
    setup = """
    as players[{seat}]:
      move all card_cards to me.table
      shuffle me.table
    """
    pairs = [
        [dealt(seed, setup=setup.format(seat=seat), label=f"Player{seat}.table") for seat in (1, 2)]
        for seed in range(10)
    ]
    assert sum(one != other for one, other in pairs) > 7


def test_a_refill_is_a_shuffle_of_the_deck_that_is_refilled():
    setup = "move all card_cards to pile.cards\ndraw 2 from deck.cards to row.cards"
    drawn = [tuple(dealt(seed, setup=setup, label="row.cards")) for seed in range(30)]
    assert [dealt(seed)[:2] for seed in range(30)] == [list(pair) for pair in drawn]
    more = [dealt(seed, setup=setup, label="row.cards", cards=CARDS + FOX) for seed in range(30)]
    kept = sum("fox" in pair or list(before) == pair for pair, before in zip(more, drawn, strict=True))
    assert kept == 30


def test_every_order_of_a_deck_is_as_likely():
    tiny = game(setup=DEAL, cards="kind: card\ncards: {ace: {}, bit: {}, cog: {}, dot: {}}")
    met = Counter(tuple(FastMatch(tiny, 2, seed=seed).state.z[1]) for seed in range(2_400))
    assert is_even(met, 24)


def test_every_turn_order_is_as_likely():
    tiny = game(setup="shuffle turn_order")
    met = Counter(tuple(FastMatch(tiny, 3, seed=seed).state.z[0]) for seed in range(1_200))
    assert is_even(met, 6)


# ---------------------------------------------------------------- random numbers
THROW = """
let die = random(1, 6)
gain die points
"""


def thrown(seed: int, do: str = THROW, players: int = 2, **parts) -> list[int]:
    """How many points each player has at the end, the same on both machines."""
    tiny = game(f"as each player in players:\n{_indented(do)}", **parts)
    slow, fast = Match(tiny, players, seed=seed), FastMatch(tiny, players, seed=seed)
    assert slow.over
    assert slow.state.v == fast.state.v
    return [counter(slow, "points", player) for player in range(players)]


def _indented(do: str) -> str:
    return "\n".join(f"  {line}" for line in do.strip().splitlines())


def test_a_number_is_drawn_each_time_anew():
    faces = Counter(face for seed in range(600) for face in thrown(seed))
    assert is_even(faces, 6)
    pairs = Counter(tuple(thrown(seed)) for seed in range(600))
    assert is_even(pairs, 36)


@pytest.mark.parametrize("seed", range(10))
def test_other_numbers_and_shuffles_do_not_matter(seed):
    before = "let other = random(1, 6)\nshuffle deck.cards\nset game.step to random(1, 100)\n"
    assert thrown(seed, before + THROW, setup="move all card_cards to deck.cards") == thrown(seed)


def test_numbers_of_one_name_in_one_rule_are_different_streams():
    once = "if 1 == 1:\n  let die = random(1, 6)\n  gain {} * die points\n"
    twice = once.format(1) + once.format(10)
    found = Counter(tuple(divmod(thrown(seed, twice)[0], 10)) for seed in range(720))
    assert is_even(found, 36)


def test_a_number_of_one_value_counts_as_asked_but_not_as_drawn():
    match = run("let die = random(3, 3)\nas players[1]:\n  gain die points")
    assert match.state.v[DRAWN] == 0
    assert counter(match, "points") == 3


# ---------------------------------------------------------------- an item of a list
def picked(seed: int, cards: str = CARDS, listed: str = "card_cards") -> str:
    tiny = game(setup=f"let one = random_of({listed})\nmove one to row.cards", cards=cards)
    slow, fast = Match(tiny, 2, seed=seed), FastMatch(tiny, 2, seed=seed)
    assert slow.state.z == fast.state.z
    (card,) = zone(slow, "row.cards")
    return card


def test_every_item_is_as_likely():
    assert is_even(Counter(picked(seed) for seed in range(600)), 6)


def test_an_item_that_stands_twice_in_a_list_is_twice_as_likely():
    found = Counter(picked(seed, listed="[ace, ace, bit]") for seed in range(900))
    assert is_even(
        Counter({"a": found["ace"] // 2, "b": found["ace"] - found["ace"] // 2, "c": found["bit"]}), 3
    )


@pytest.mark.parametrize("seed", range(10))
def test_the_item_stays_the_same_whatever_their_order_unless_a_new_one_is_taken(seed):
    turned = "\n  ".join([HEAD, *reversed(ROWS)]) + "\n"
    assert picked(seed, cards=turned) == picked(seed)
    assert picked(seed, cards=CARDS + FOX) in (picked(seed), "fox")


@pytest.mark.parametrize("listed", ["players", "colours", "[3, 5, 7]", "[ace, none]", "[yes, no]"])
def test_lists_of_every_kind_are_drawn_from(listed):
    do = f"let one = random_of({listed})\nif one == first({listed}):\n  as players[1]:\n    gain 1 points"
    tiny = game(do)
    for seed in range(6):
        assert Match(tiny, 2, seed=seed).state.v == FastMatch(tiny, 2, seed=seed).state.v
    met = Counter(counter(Match(tiny, 2, seed=seed), "points") for seed in range(400))
    among = {"players": 2, "colours": 3, "[3, 5, 7]": 3, "[ace, none]": 2, "[yes, no]": 2}[listed]
    assert abs(met[1] - 400 / among) < 60
    assert 0 < met[1] < 400


# ---------------------------------------------------------------- packs and saves
def test_a_card_that_takes_the_place_of_another_is_drawn_as_that_one(tmp_path):
    write(files_of(setup=DEAL), tmp_path)
    pack = tmp_path / "packs/elk"
    write((("cards/tiny/more.yaml", "kind: card\ncards:\n  elk: {cost: 9, replaces: eel}\n"),), pack)
    plain = load_game("tiny", tmp_path)
    other = load_game("tiny", tmp_path, [pack])
    for seed in range(8):
        before = zone(Match(plain, 2, seed=seed), "deck.cards")
        assert zone(Match(other, 2, seed=seed), "deck.cards") == [
            card.replace("eel", "elk") for card in before
        ]


@pytest.mark.parametrize("machine", [Match, FastMatch])
@pytest.mark.parametrize("way", [None, "by-tides"])
def test_a_save_whose_chance_was_drawn_in_another_way_is_refused(machine, way):
    tiny = game("as players[1]:\n  choose n from 1 to 2", setup=DEAL)
    saved = machine(tiny, 2).save()
    assert machine.resume(tiny, saved).choices == 2
    saved["chance"] = way
    if way is None:
        del saved["chance"]
    with pytest.raises(ChanceChanged, match="the same seed brings another game"):
        machine.resume(tiny, saved)


def test_counts_stand_in_the_state_and_go_with_a_save():
    match = start("as players[1]:\n  choose n from 1 to 2\nshuffle deck.cards", setup=DEAL)
    again = Match.resume(match.game, match.save())
    for each in (match, again):
        each.apply("1")
    assert match.state.v == again.state.v
    assert match.state.z == again.state.z
