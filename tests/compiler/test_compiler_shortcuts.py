"""The shorter ways of compiled code end where the reference ends: quick moves, narrowed lists, bounds left out."""

import random
from textwrap import indent

import pytest
from both import same
from builder import CARDS, game

from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Span
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.errors import RuleError

SETUP = """
move [ace, bit, cog, eel] to deck.cards
move [orb, rod] to vault
"""
VALUES = """
values:
  bill(n is number): {is: n - 4}
  floored(n is number): {is: n - 4, at least: 0}
  rich(player):
    is: |
      10 if any(player.hand)
      -2 otherwise
actions:
  pay_up(n is number): {text: pay, do: gain n points}
"""


def acting(text: str) -> str:
    return "as players[1]:\n" + indent(text, "  ")


def both(text: str, **parts: object) -> tuple[Match, FastMatch]:
    tiny = game(acting(text), **{"setup": SETUP, **parts})
    return Match(tiny, 2, seed=3), FastMatch(tiny, 2, seed=3)


INTO_PLAY = "move all card_cards to me.table\nset ace.level to 3\nflip bit"
MOVES = {
    "a card without an owner": "move ace to pile.cards",
    "a card to its own zone, which makes it the last": "move ace to deck.cards",
    "several to where some of them lie": "move [cog, ace, bit] to deck.cards",
    "several, one of them twice": "move [cog, cog, ace] to pile.cards",
    "nothing": "move bit.pal to pile.cards",
    "a whole zone": "move all deck.cards to pile.cards",
    "a whole zone to itself": "move all deck.cards to deck.cards",
    "an empty zone": "move all row.cards to pile.cards",
    "to a player, and from there to another": "move ace to me.hand\nmove ace to players[2].hand",
    "back to the middle, which takes the owner away": "move ace to me.hand\nmove ace to pile.cards",
    "the owner is kept": "move orb to me.shelf\nmove orb to vault",
    "the owner changes with the holder": "move orb to me.shelf\nmove orb to players[2].shelf",
    "to a zone with a size": "move ace to row.cards\nmove [bit, cog] to row.cards",
    "pawns, who have an owner for good": "move first(me.home) to inn.guests\nmove all inn.guests to me.home",
    "dealt": "draw 2 from deck.cards to me.hand",
    "dealt, more than there are": "draw 9 from deck.cards to me.hand",
    "dealt after a refill": "move [ace, bit, cog] to pile.cards\ndraw 4 from deck.cards to me.hand",
    "dealt to where it lies": "draw 2 from deck.cards to deck.cards",
    "dealt to nobody's zone": "move all deck.cards to me.hand\ndraw 2 from me.hand to pile.cards",
    "none dealt": "draw 0 from deck.cards to me.hand",
    "discarded": "move [ace, bit] to me.hand\ndiscard all me.hand\ndiscard cog",
    "anew out of play, one": "set ace.level to 3\nflip ace\nmove ace to pile.cards",
    "anew out of play, several": "set bit.level to 3\nflip bit\nmove [bit, ace, bit] to pile.cards",
    "anew out of play, a whole zone": "set cog.level to 3\nflip ace\nmove all deck.cards to pile.cards",
    "anew out of play, to itself": "set cog.level to 3\nflip ace\nmove all deck.cards to deck.cards",
    "anew out of play, dealt": "set ace.level to 3\nflip bit\ndraw 2 from deck.cards to me.hand",
    "dealt to a zone with a size": "flip ace\ndraw 1 from deck.cards to row.cards",
    "several into play": "move all card_cards to me.table",
    "a whole zone into play, and one after another out": """
move all deck.cards to me.table
set ace.level to 3
flip bit
move ace to pile.cards
move [eel, bit] to players[2].hand
""",
    "a whole zone from play": f"{INTO_PLAY}\nmove all me.table to pile.cards",
    "dealt from play": f"{INTO_PLAY}\ndraw 2 from me.table to pile.cards",
    "dealt into play": "draw 2 from deck.cards to me.table",
    "into play and out of it": "move ace to me.table\nset ace.level to 3\nmove ace to me.hand\nmove ace to me.table",
}


WAITS = "abilities: [{when: often, do: gain 1 gold}]"
LISTENING = f"""
kind: card
cards:
  ace: {{cost: 1, suit: red, front: {{name: Ace of Old, {WAITS}}}, back: {{name: Ace Anew}}}}
  bit: {{cost: 2, suit: green, mate: ace, front: {{}}, back: {{{WAITS}}}}}
  cog: {{cost: 3, suit: blue, {WAITS}}}
  dot: {{cost: 4, copies: 2}}
  eel: {{cost: 5}}
"""


@pytest.mark.parametrize("body", MOVES.values(), ids=MOVES)
@pytest.mark.parametrize("cards", [CARDS, LISTENING], ids=["silent", "listening"])
def test_moves_end_alike(body, cards):
    slow, fast = both(body, cards=cards)
    same(slow, fast)
    assert fast.over


@pytest.mark.parametrize(
    "body",
    [
        "move [ace, bit, cog] to row.cards\nmove eel to row.cards",
        "move ace to row.cards\ndraw 3 from deck.cards to row.cards",
    ],
)
def test_a_full_zone_is_a_fault_on_both(body):
    with pytest.raises(RuleError, match="full") as slow:
        both_of(Match, body)
    with pytest.raises(RuleError, match="full") as fast:
        both_of(FastMatch, body)
    assert slow.value.span == fast.value.span


def both_of(kind: type[Match] | type[FastMatch], text: str, **parts: object) -> Match | FastMatch:
    return kind(game(acting(text), **{"setup": SETUP, **parts}), 2, seed=3)


LISTS = {
    "printed": "all(c in card_cards where c.cost == 2)",
    "printed, and where it lies": "all(c in card_cards where c.cost > 1 and c in deck.cards and c.suit != none)",
    "a printed word asked for by a state": "all(c in card_cards where c.suit == game.tint)",
    "by a state, with more to ask": "all(c in card_cards where c in deck.cards and c.suit == game.tint)",
    "of some of a kind": "all(c in card_cards where c.cost < 3 and game.tint == c.suit)",
    "with what may be none": "all(c in card_cards where c.mate == ace)",
    "by a card that is known": "all(c in card_cards where c in deck.cards and c.mate == ace)",
    "by a card out of a state": "all(c in card_cards where c.mate == bit.pal)",
    "by no card": "all(c in card_cards where c.mate == none and c.cost > 2)",
    "asked of each other card": "all(c in card_cards where any(d in card_cards where d.mate == c))",
    "whether any, written out": (
        "all(c in card_cards where any(d in card_cards where d.mate == ace and d in deck.cards))"
    ),
    "how many, written out": (
        "all(c in card_cards where count(d in card_cards where d.suit == red and d.level == 0) == c.cost)"
    ),
    "the sum of some, written out": (
        "all(c in card_cards "
        "where sum(d.cost for each d in card_cards where d.mate == ace and d.level < 1) > c.cost)"
    ),
    "whether every one, written out": (
        "all(c in card_cards where every d in card_cards where d.mate == ace has d.cost > c.cost)"
    ),
    "in an order": "ranked(c in card_cards where c.cost > 1 by c.cost)",
    "the same list asked for every item": (
        "all(c in card_cards where count(d in card_cards where d in deck.cards and d.cost > 2) > c.cost)"
    ),
    "one list twice": "all(c in card_cards where c in me.hand or count(d in card_cards where d in me.hand) > 1)",
}


@pytest.mark.parametrize("tint", ["red", "blue", "none"])
@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_lists_hold_the_same(text, tint):
    slow, fast = both(f"set game.tint to {tint}\nmove [cog, ace] to me.hand\nmove {text} to pile.cards")
    same(slow, fast)


AMOUNTS = {
    "a counter": ("me.gold", True),
    "a counter without a least": ("me.debt - 1", False),
    "a difference": ("me.points - 1", False),
    "printed": ("ace.cost", True),
    "a value that may be below 0": ("bill(3)", False),
    "the same value with more": ("bill(7)", True),
    "a value with a least": ("floored(2)", True),
    "a value by cases": ("rich(me)", False),
    "the greater of two": ("max(-3, me.points)", True),
    "the lesser of two": ("min(-3, me.points)", False),
    "a sum": ("sum(c.cost for each c in deck.cards)", True),
    "a sum with a difference": ("sum(c.cost - 9 for each c in deck.cards)", False),
    "a table": ("exact[1]", True),
    "a product": ("2 * (me.points - 1)", False),
    "a quotient": ("(me.points - 1) / 2", False),
}


@pytest.mark.parametrize("way", ["gain {} points", "let n = {}\npay_up(n)"])
@pytest.mark.parametrize(("text", "fits"), AMOUNTS.values(), ids=AMOUNTS)
def test_an_amount_below_0_is_a_fault_wherever_it_comes_from(text, fits, way):
    body = way.format(text)
    if fits:
        same(*both(body, more=VALUES))
        return
    with pytest.raises(RuleError, match="negative amount") as slow:
        both_of(Match, body, more=VALUES)
    with pytest.raises(RuleError, match="negative amount") as fast:
        both_of(FastMatch, body, more=VALUES)
    assert slow.value.span == fast.value.span


PAYMENTS = {
    "a counter asked after it was lowered": "pay 6 gold\nif me.gold > 6: pay 1 gold\nelse: pay 90 gold",
    "a value that reads it": "pay 6 gold\nif left(me) > 6: pay 1 gold\nelse: pay 90 gold",
    "another counter": "pay 6 gold\nif me.points > 6: pay 90 gold",
    "every branch goes well": "pay 6 gold\nif me.points > 6: nothing\nelse: gain 1 points",
    "a choice after it": "pay 6 gold\nchoose c from deck.cards where c.cost * 2 > me.gold\ngain 1 points",
    "a choice that pays": "pay 6 gold\nchoose c from deck.cards\npay c.cost * 4 gold",
    "names in between": "pay 6 gold\nlet n = me.gold * 2\npay n gold",
    "names of nothing that is paid": "pay 6 gold\nlet n = me.points\npay n gold",
    "an amount worked out from what is paid": "pay me.gold gold\nif me.gold == 0: pay 1 points",
    "another player's": "pay 6 gold\nas players[2]:\n  pay 11 gold",
    "by each colour": "gain 2 gems[red]\npay 1 gems[red]\nif me.gems[red] > 1: pay 1 gold\nelse: pay 99 gold",
}
LEFT = "values:\n  left(player): {is: player.gold}\n"


@pytest.mark.parametrize("gold", [0, 1, 6])
@pytest.mark.parametrize("body", PAYMENTS.values(), ids=PAYMENTS)
def test_what_is_offered_after_payments_is_the_same(body, gold):
    text = f'gain {gold} gold\nmay "Try":\n' + indent(body, "  ") + '\nmay "Or":\n  gain 1 points'
    slow, fast = both(text, more=LEFT)
    chance = random.Random(gold)
    same(slow, fast)
    while not slow.over:
        option = chance.randrange(fast.choices)
        fault = fault_of(slow, option)
        assert fault_of(fast, option) == fault
        if fault is not None:
            return
        same(slow, fast)


def fault_of(match: Match | FastMatch, option: int) -> Span | None:
    """Take an option; return the place of the fault that comes of it, if there is one."""
    try:
        match.apply(option)
    except RuleError as error:
        return error.span
    return None


MORE_MOVES = MOVES | {
    "on top": "move [ace, bit] to top of pile.cards",
    "turned": "move ace to me.table\nflip ace",
    "exchanged": "swap ace with bit",
    "a whole zone of which nothing else changes": "move all vault to me.shelf",
    "shuffled": "shuffle deck.cards",
    "the turn order": "set turn_order to reversed(turn_order)\nshuffle turn_order",
}


@pytest.mark.parametrize("body", MORE_MOVES.values(), ids=MORE_MOVES)
def test_moves_are_not_seen_in_copies(body):
    slow, noting = both(f"choose n from 1 to 2\n{body}\nchoose m from 1 to 2\n{body}")
    match = FastMatch(noting.game, 2, seed=3, journal=False)
    before, copy = match.digest(), match.clone()
    match.apply(0)
    after, later = match.digest(), match.clone()
    match.apply(0)
    assert (copy.digest(), later.digest()) == (before, after)
    copy.apply(0)
    assert (copy.digest(), later.digest()) == (after, after)
    for each in (copy, later):
        each.apply(0)
    slow.apply(0)
    slow.apply(0)
    for each in (match, copy, later):
        same(slow, each)
