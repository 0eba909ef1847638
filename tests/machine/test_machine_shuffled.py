"""Long zones are ordered on demand: whatever is done with one, it is the list that sorting it at once gives."""

from __future__ import annotations

import random
import threading

import pytest
from builder import game
from test_machine_chance import dealt

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state import rng
from rulewright.interpreter.state.layout import GAME
from rulewright.interpreter.state.shuffled import Drawn, Shuffled

HERE, ELSEWHERE = 5, 3


def both(count: int, seed: int = 0) -> tuple[list[int], Shuffled]:
    """Return the order of a few hundred components, one in four of which lies elsewhere, and the same on demand."""
    first, chance = 40, random.Random(seed)
    places = [ELSEWHERE if chance.random() < 1 / 4 else HERE for _ in range(count)]
    names = [rng.hash_of("card", seed, number) for number in range(count)]
    marks = rng.rough_marks(seed, rng.joined([rng.lane(name) for name in names]))
    order = sorted(
        (first + place for place in range(count) if places[place] == HERE),
        key=lambda item: rng.mixed(seed + names[item - first]),
    )
    return order, Shuffled.of(Drawn(first, places, HERE, marks), len(order))


@pytest.mark.parametrize("count", [3, 300, 511, 512, 513, 2_000])
def test_it_is_the_order_of_the_marks(count):
    order, found = both(count)
    assert len(found) == len(order)
    assert found[:3] == order[:3]
    assert list(found) == order
    assert found == order
    assert order == found


def test_all_components_of_a_row_may_lie_in_the_zone():
    names = [rng.hash_of("card", number) for number in range(700)]
    marks = rng.rough_marks(9, rng.joined(list(map(rng.lane, names))))
    found = Shuffled.of(Drawn(0, None, HERE, marks), 700)
    order = sorted(range(700), key=lambda item: rng.mixed(9 + names[item]))
    assert found[:4] == order[:4]
    assert list(found) == order


def test_equal_marks_stand_in_the_order_of_their_numbers():
    marks = rng.RoughMarks((((7).to_bytes(8, "little") + bytes(8)) * 20,), 20)
    found = Shuffled.of(Drawn(10, None, HERE, marks), 20)
    assert found[:2] == [10, 11]
    assert list(found) == list(range(10, 30))


def _cut(zone, at):
    del zone[at : at + 3]


def _behind(zone, at):
    zone += [at, at + 1]


def _behind_8(zone):
    return zone + [8]  # noqa: RUF005  # compiled code may add lists


def _before_8(zone):
    return [8] + zone  # noqa: RUF005  # compiled code may add lists


CHANGES = {
    "take the first": lambda zone, at: zone.pop(0),
    "take the first ones": lambda zone, at: zone.__delitem__(slice(at % 20)),
    "take some": _cut,
    "take the last": lambda zone, at: zone.pop(),
    "take one": lambda zone, at: zone.remove(zone[at]),
    "put one behind": lambda zone, at: zone.append(1),
    "put several behind": _behind,
    "put one in front": lambda zone, at: zone.insert(0, 2),
    "put one in": lambda zone, at: zone.insert(at, 3),
    "put one far behind": lambda zone, at: zone.insert(10_000, 4),
    "put one in before the last": lambda zone, at: zone.insert(-1, 5),
    "put another there": lambda zone, at: zone.__setitem__(at, 6),
    "turn it round": lambda zone, at: zone.reverse(),
}
LOOKS = {
    "length": lambda zone, at: len(zone),
    "one": lambda zone, at: zone[at],
    "last": lambda zone, at: zone[-1],
    "beyond": lambda zone, at: zone[10_000:],
    "first ones": lambda zone, at: zone[:at],
    "some": lambda zone, at: zone[at : at + 4],
    "every other": lambda zone, at: zone[::2],
    "turned": lambda zone, at: zone[::-1],
    "where": lambda zone, at: zone.index(zone[at]),
    "is in": lambda zone, at: (zone[at] in zone, -7 in zone),
    "how often": lambda zone, at: zone.count(zone[at]),
    "added": lambda zone, at: _behind_8(zone)[-2:],
    "added to": lambda zone, at: _before_8(zone)[:2],
    "written": lambda zone, at: repr(zone),
    "greatest": lambda zone, at: (max(zone), sum(zone), sorted(zone)),
}


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_done_with_it_it_is_a_list(seed):
    chance = random.Random(seed)
    order, found = both(600, seed)
    copies = []
    for _ in range(30):
        at = chance.choice((0, 1, chance.randrange(20), chance.randrange(len(order))))
        if chance.random() < 1 / 2:
            name = chance.choice(list(LOOKS))
            assert LOOKS[name](found, at) == LOOKS[name](order, at), name
        elif chance.random() < 1 / 4:
            copies.append((order.copy(), found.copy()))
        else:
            change = CHANGES[chance.choice(list(CHANGES))]
            assert change(found, at) == change(order, at)
        assert len(found) == len(order)
    for before, copy in (*copies, (order, found)):
        assert list(copy) == before


@pytest.mark.parametrize("index", [600, -601])
def test_what_is_not_there_is_not_there(index):
    _, found = both(600)
    with pytest.raises(IndexError):
        found[index]


def test_several_threads_may_look_at_one_at_once():
    wrong = []

    def look(order: list[int], found: Shuffled, seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(200):
            at = chance.randrange(len(order))
            if found[at] != order[at] or len(found) != len(order):
                wrong.append(at)

    for seed in range(10):
        order, found = both(900, seed)
        threads = [threading.Thread(target=look, args=(order, found, number)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


# ---------------------------------------------------------------- in play
CARDS = """
kind: card
cards:
  ant: {cost: 1, copies: 290}
  bee: {cost: 2, copies: 260}
  cow: {cost: 3, copies: 50}
"""
SHUFFLED = "move all card_cards to deck.cards\nshuffle deck.cards\n"
MOVES = {
    "drawn": "as each player in players:\n  draw 5 from deck.cards to me.hand",
    "drawn one by one": "repeat 3 times:\n  draw 1 from deck.cards to pile.cards",
    "laid under it": "draw 4 from deck.cards to pile.cards\nmove all card in pile.cards to deck.cards",
    "laid on top": "draw 4 from deck.cards to pile.cards\nmove all card in pile.cards to top of deck.cards",
    "looked for": "move all card in deck.cards where card.cost == 3 to pile.cards",
    "counted": "move all card in deck.cards where card.cost == count(deck.cards) to pile.cards",
    "shuffled again": "draw 9 from deck.cards to pile.cards\nshuffle deck.cards",
    "emptied": "move all card in deck.cards to pile.cards\nshuffle pile.cards",
    "drawn out": "draw 595 from deck.cards to pile.cards\ndraw 9 from deck.cards to pile.cards",
}


@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
@pytest.mark.parametrize("seed", range(2))
def test_both_machines_lay_it_alike(seed, moves):
    dealt(seed, cards=CARDS, setup=SHUFFLED + moves)


def test_some_that_lie_elsewhere_are_not_shuffled():
    before = "move all card in card_cards where card.cost == 2 to pile.cards\n"
    rest = "move all card in card_cards where card.cost != 2 to deck.cards\nshuffle deck.cards"
    found = dealt(4, cards=CARDS, setup=before + rest)
    assert len(found) == 340
    everything = dealt(4, cards=CARDS, setup=SHUFFLED)
    assert found == [card for card in everything if not card.startswith("bee")]


def test_states_digests_and_saves_do_not_tell_what_was_looked_at():
    tiny = game(setup=SHUFFLED + "draw 2 from deck.cards to pile.cards", cards=CARDS)
    one, other, slow = FastMatch(tiny, 3, seed=5), FastMatch(tiny, 3, seed=5), Match(tiny, 3, seed=5)
    assert one.state == other.state
    copy = one.clone()
    before = one.digest()
    deck = other.layout.zone_number(GAME, "deck.cards")
    assert other.state.z[deck][200] in other.state.z[deck]
    assert other.digest() == copy.digest() == before
    assert one.save() == other.save() == copy.save()
    assert FastMatch.resume(tiny, one.save()).digest() == before
    assert other.view(0) == slow.view(0)
