"""Chance that is asked: decisions of nobody with their probabilities, the same on every machine."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from builder import block, game, write

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.fast.asked_match import AskedFastMatch
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.match.asked_match import AskedMatch
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.state.decision import ChanceDecision
from rulewright.interpreter.state.errors import BadSave, IllegalOption, MatchOver, TooManyOutcomes

Asked = AskedMatch | AskedFastMatch
ROOT = Path(__file__).parents[2]

DECK = """
language: 1
game: deck
title: Deck
players: 2
kinds:
  card: {all: cards, fields: {rank: number}, state: {level: number}}
counters: {points: {at least: none}}
zones:
  stock: {holds: card, shows: nothing, refill from: pile}
  second: {holds: card, shows: nothing}
  pile: {holds: card}
  row: {holds: card}
  of each player: {hand: {holds: card, visible to: owner}}
rounds: {number: 1, every: {phases: [play]}}
result: {rank: players, by: [player.points]}
components:
  card: {jack: {rank: 1, copies: 2}, queen: {rank: 2, copies: 2}, king: {rank: 3, copies: 2}}
"""
FILL = "move all cards to stock\nshuffle stock"
DRAWING = 'as players[1]:\n  may "Draw": draw 2 from stock to me.hand\n  may "End": nothing'


@pytest.fixture(params=["reference", "compiled", "noting"])
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def opened(machine: str, tiny: Game, players: int = 2, seed: int = 0, **more: object) -> Asked:
    if machine == "reference":
        return AskedMatch(tiny, players, seed=seed, **more)  # type: ignore[arg-type]
    return AskedFastMatch(tiny, players, seed=seed, journal=machine == "noting", **more)  # type: ignore[arg-type]


@cache
def with_stock(do: str, setup: str = FILL, of: str = DECK) -> Game:
    """A small game with a deck whose order nobody sees: two each of jack, queen and king."""
    text = of + "setup: |\n" + block(setup, 2) + "\nphases:\n  play:\n    do: |\n" + block(do, 6) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        write((("rules/deck/game.yaml", text),), Path(folder))
        return load_game("deck", Path(folder))


def asked(match: Asked) -> dict[str, Fraction]:
    """What is asked of chance now: the options and their probabilities."""
    decision = match.decision
    assert isinstance(decision, ChanceDecision), decision
    assert match.turn == decision.player == -1
    assert match.choices == len(decision.options)
    return dict(zip(decision.ids, decision.probabilities, strict=True))


def even(*ids: str) -> dict[str, Fraction]:
    return {id_: Fraction(1, len(ids)) for id_ in ids}


def leaves(match: Asked) -> Iterator[tuple[Asked, Fraction]]:
    """Every end of a game with its probability, players taking each option alike."""
    decision = match.decision
    if decision is None:
        yield match, Fraction(1)
        return
    chances = (
        decision.probabilities
        if isinstance(decision, ChanceDecision)
        else [Fraction(1, len(decision.options))] * len(decision.options)
    )
    for option, chance in enumerate(chances):
        copy = match.clone()
        copy.apply(option)
        for leaf, more in leaves(copy):
            yield leaf, chance * more


def held(match: Asked, zone: str, seat: int | None = None) -> list[str]:
    """What lies in a zone, by the ids of its cards."""
    layout = match.layout
    number = layout.zone_number("game", zone) if seat is None else layout.zone_number("player", zone, seat)
    return [layout.ids[component].rpartition("-")[0] for component in match.state.z[number]]


# ---------------------------------------------------------------- random numbers
ROLL = 'let n = random(1, 3)\nmay "Take": gain n points\nlet m = random(n, 4)\ngain m gold'


def test_a_die_is_a_decision_of_nobody(machine):
    match = opened(machine, game(f"as players[1]:\n{block(ROLL, 2)}"))
    assert match.decision is not None
    assert match.decision.name == "n"  # type: ignore[union-attr]
    assert asked(match) == even("1", "2", "3")
    match.apply("2")
    assert match.decision.player == 0
    match.apply("yes")
    assert asked(match) == even("2", "3", "4")
    match.apply("4")
    assert match.over
    assert match.scores()[0] == 2
    assert [step.player for step in match.moves] == [-1, 0, -1]


def test_what_is_asked_in_all_has_probability_one(machine):
    match = opened(machine, game(f"as players[1]:\n{block(ROLL, 2)}"))
    ends = list(leaves(match))
    assert len(ends) == 2 * (4 + 3 + 2)
    assert sum(chance for _, chance in ends) == 1


def test_a_number_without_a_choice_is_not_asked(machine):
    match = opened(machine, game('let n = random(2, 2)\nas players[1]:\n  may "Take": gain n points'))
    assert match.decision is not None
    assert match.decision.player == 0


def test_one_of_a_list_is_asked_by_its_words(machine):
    tiny = game(
        'let c = random_of([red, green, green])\nset game.tint to c\nas players[1]:\n  may "A": nothing'
    )
    match = opened(machine, tiny)
    assert asked(match) == {"red": Fraction(1, 3), "green": Fraction(2, 3)}
    match.apply("green")
    assert match.view(None)["game"]["tint"] == "green"


def test_one_of_the_players_is_asked_by_name(machine):
    match = opened(machine, game('let p = random_of(players)\nif p != none:\n  as p:\n    may "A": nothing'))
    assert asked(match) == even("Player1", "Player2")
    match.apply("Player2")
    assert match.decision is not None
    assert match.decision.player == 1


def test_what_was_looked_at_to_see_what_can_start_comes(machine):
    """The number is asked before the question, since the offer depends on it, and not once more behind it."""
    tiny = game(
        'as players[1]:\n  may "Pay":\n    let n = random(9, 11)\n    pay n gold\n  may "End": nothing'
    )
    match = opened(machine, tiny)
    assert asked(match) == even("9", "10", "11")
    dear = match.clone()
    dear.apply("11")
    assert dear.decision is not None
    assert dear.decision.prompt == "End"
    match.apply("9")
    match.apply("yes")
    assert match.decision is not None
    assert match.decision.prompt == "End"
    assert match.view(0)["players"]["Player1"]["counters"]["gold"] == 1


def test_too_many_outcomes_are_refused_and_the_match_goes_on(machine):
    tiny = game(
        'as players[1]:\n  may "A": nothing\n  let n = random(1, 1000000)\n  gain n points\n  may "B": nothing'
    )
    match = opened(machine, tiny)
    before = match.digest()
    with pytest.raises(TooManyOutcomes, match="1000000 outcomes"):
        match.apply("yes")
    assert match.digest() == before
    assert match.moves == ()
    assert match.decision is not None
    assert match.decision.prompt == "A"


# ---------------------------------------------------------------- shuffles
TWO_OF_EACH = {"jack": Fraction(1, 3), "queen": Fraction(1, 3), "king": Fraction(1, 3)}


def test_a_hidden_deck_is_asked_card_by_card_as_it_is_drawn(machine):
    match = opened(machine, with_stock(DRAWING))
    assert match.decision is not None
    assert match.decision.player == 0, "nothing is asked before a card is drawn"
    match.apply("yes")
    assert asked(match) == TWO_OF_EACH
    match.apply("queen")
    assert asked(match) == {"jack": Fraction(2, 5), "queen": Fraction(1, 5), "king": Fraction(2, 5)}
    match.apply("queen")
    assert held(match, "hand", 0) == ["queen", "queen"]
    assert match.decision.prompt == "End"  # type: ignore[union-attr]


def test_the_tree_of_a_draw_is_as_small_as_can_be(machine):
    """Nine pairs of cards, and the game that draws none: not 720 orders of six cards."""
    ends = list(leaves(opened(machine, with_stock(DRAWING))))
    assert len(ends) == 2 * (9 + 1)
    assert sum(chance for _, chance in ends) == 1
    both = sum(chance for match, chance in ends if held(match, "hand", 0) == ["king", "king"])
    assert both == Fraction(1, 2) * Fraction(1, 15)


@pytest.mark.parametrize(
    "reading",
    [
        "for each c in stock: set c.level to 1",
        "let c = first(c in stock where c.rank > 0)",
        "move all stock to row",
    ],
)
def test_a_deck_whose_order_a_rule_reads_is_asked_as_soon_as_it_is_shuffled(machine, reading):
    match = opened(machine, with_stock(f"{reading}\n{DRAWING}"))
    assert asked(match) == TWO_OF_EACH
    for card in ("king", "jack", "queen", "jack"):
        assert card in asked(match)
        match.apply(card)
    assert asked(match) == even("queen", "king")
    match.apply("king")
    assert match.turn != -1


@pytest.mark.parametrize(
    "reading",
    [
        "as players[1]: gain count(stock) points",
        "as players[1]: gain sum(c.rank for each c in stock) points",
        "if any(c in stock where c.rank == 3):\n  finish game",
        "if every c in stock has c.rank > 3:\n  finish game",
        "as players[1]:\n  gain count(c in cards where c in stock) points",
    ],
)
def test_what_lies_in_a_deck_may_be_read_without_its_order(machine, reading):
    match = opened(machine, with_stock(f"{reading}\n{DRAWING}"))
    decision = match.decision
    assert decision is None or getattr(decision, "name", "") != "stock"


def test_cards_that_differ_in_more_than_their_place_are_told_apart(machine):
    setup = "as players[1]:\n  let c = random_of(cards)\n  set c.level to 1\n" + FILL
    match = opened(machine, with_stock(DRAWING, setup=setup))
    match.apply("king-1")
    match.apply("yes")
    assert asked(match) == {
        "jack": Fraction(1, 3), "queen": Fraction(1, 3), "king-1": Fraction(1, 6), "king-2": Fraction(1, 6),
    }  # fmt: skip


def test_a_refill_is_asked_when_its_cards_are_drawn(machine):
    do = (
        "as players[1]:\n  draw 6 from stock to me.hand\n  discard all me.hand\n"
        '  may "Again": draw 1 from stock to me.hand\n  may "End": nothing'
    )
    tiny = with_stock(do, of=DECK.replace("rounds:", "discards: {card: pile}\nrounds:"))
    match = opened(machine, tiny)
    while match.turn == -1:
        match.apply(0)
    match.apply("yes")
    assert asked(match) == TWO_OF_EACH


def test_a_card_that_is_moved_by_itself_lies_where_it_was_put(machine):
    """Taken out by name and put on top, it is the next one, and the others stay as open as they were."""
    do = (
        "let c = random_of(cards)\nmove c to row\nmove c to top of stock\n"
        'as players[1]:\n  may "Draw": draw 2 from stock to me.hand\n  may "End": nothing'
    )
    match = opened(machine, with_stock(do))
    match.apply("king-2")
    match.apply("yes")
    assert asked(match) == {"jack": Fraction(2, 5), "queen": Fraction(2, 5), "king": Fraction(1, 5)}
    match.apply("jack")
    assert held(match, "hand", 0) == ["king", "jack"]


def test_cards_below_a_shuffled_deck_are_drawn_as_they_were_put_there(machine):
    do = (
        "as players[1]:\n  draw 1 from stock to me.hand\n  move all me.hand to stock\n"
        '  may "Draw": draw 6 from stock to me.hand\n  may "End": nothing'
    )
    match = opened(machine, with_stock(do))
    match.apply("king")
    match.apply("yes")
    while match.turn == -1:
        match.apply(0)
    assert held(match, "hand", 0)[-1] == "king"


def test_two_cards_that_change_places_take_over_what_is_known_of_them(machine):
    do = (
        "let c = random_of(cards)\nlet d = random_of(cards)\nmove c to row\nswap c with d\n"
        'as players[1]:\n  may "Draw": draw 1 from stock to me.hand\n  may "End": nothing'
    )
    match = opened(machine, with_stock(do))
    match.apply("king-1")
    match.apply("queen-1")
    match.apply("yes")
    assert asked(match) == {"jack": Fraction(2, 5), "queen": Fraction(1, 5), "king": Fraction(2, 5)}


def test_a_deck_that_is_shuffled_again_forgets(machine):
    do = (
        "as players[1]:\n  draw 1 from stock to me.hand\n  move all me.hand to top of stock\n  shuffle stock\n"
        '  may "Draw": draw 1 from stock to me.hand\n  may "End": nothing'
    )
    match = opened(machine, with_stock(do))
    match.apply("king")
    match.apply("yes")
    assert asked(match) == TWO_OF_EACH


def test_the_turn_order_is_asked_player_by_player(machine):
    match = opened(machine, game('shuffle turn_order\nas players[1]:\n  may "A": nothing'), 3)
    assert match.decision is not None
    assert match.decision.name == "turn_order"  # type: ignore[union-attr]
    assert asked(match) == even("Player1", "Player2", "Player3")
    match.apply("Player3")
    assert asked(match) == even("Player1", "Player2")
    match.apply("Player1")
    assert match.view(None)["turn_order"] == ["Player3", "Player1", "Player2"]


# ---------------------------------------------------------------- copies, saves, journals
def _halfway(machine: str, tiny: Game) -> Iterator[Asked]:
    """A match at each decision of a game, chance's too."""
    match = opened(machine, tiny, seed=4)
    dice = random.Random(1)
    while not match.over:
        yield match
        match.apply(dice.randrange(match.choices))


def test_a_copy_goes_on_by_itself_and_leaves_the_match_alone(machine):
    for match in _halfway(machine, with_stock(DRAWING + "\n" + DRAWING)):
        before = match.digest()
        copies = [match.clone() for _ in range(match.choices)]
        for option, copy in enumerate(copies):
            assert copy.digest() == before
            copy.apply(option)
        assert match.digest() == before
        if match.turn == -1:
            assert len({copy.digest() for copy in copies}) == len(copies)


def test_a_match_can_be_saved_also_where_chance_is_asked(machine):
    tiny = with_stock(DRAWING + "\n" + DRAWING)
    for match in _halfway(machine, tiny):
        saved = json.loads(json.dumps(match.save()))
        again = type(match).resume(tiny, saved)
        assert again.digest() == match.digest()
        assert again.decision is not None
        assert match.decision is not None
        assert again.decision.ids == match.decision.ids
        with pytest.raises(BadSave, match=r"AskedMatch\.resume"):
            (Match if machine == "reference" else FastMatch).resume(tiny, saved)


def test_saves_of_seeded_and_of_asked_chance_are_told_apart(machine):
    tiny = with_stock(DRAWING)
    seeded = Match(tiny, 2) if machine == "reference" else FastMatch(tiny, 2)
    with pytest.raises(BadSave, match="followed from its seed"):
        type(opened(machine, tiny)).resume(tiny, seeded.save())


def test_nothing_is_noted_twice(machine):
    match = opened(machine, with_stock(DRAWING))
    match.apply("yes")
    noted = len(match.journal)
    match.apply("king")
    match.apply("jack")
    if machine != "compiled":
        names = [type(event).__name__ for event in match.journal]
        assert names.count("Moved") == 6 + 2
        assert names.count("Shuffled") == 1
        assert names.count("Decided") == 1
        assert noted < len(names)


def test_an_answer_that_there_is_not_is_refused(machine):
    match = opened(machine, with_stock(DRAWING))
    match.apply("yes")
    before = match.digest()
    with pytest.raises(IllegalOption):
        match.apply("ace")
    assert match.digest() == before


def test_no_world_can_be_dealt_anew_where_chance_decides(machine):
    match = opened(machine, with_stock(DRAWING))
    match.apply("yes")
    with pytest.raises(MatchOver):
        match.resampled(1)


def test_players_can_be_asked_where_worlds_are_dealt_anew(machine):
    match = opened(machine, with_stock(DRAWING + "\n" + DRAWING))
    for option in ("yes", "king", "jack", "pass"):
        match.apply(option)
    world = match.resampled(3)
    assert world.view(0) == match.view(0)
    world.apply("yes")
    assert asked(world) == {"jack": Fraction(1, 4), "queen": Fraction(2, 4), "king": Fraction(1, 4)}


# ---------------------------------------------------------------- as the seed gives it
def _as_seeded(tiny: Game, players: int, seed: int, *, noting: bool = False) -> int:
    """Play a seeded match and two whose chance is asked in step, answered as the seed does; count its answers."""
    seeded = FastMatch(tiny, players, seed=seed)
    fast = AskedFastMatch(tiny, players, seed=seed, journal=noting)
    slow = AskedMatch(tiny, players, seed=seed, journal=noting)
    dice, answers = random.Random(seed), 0
    while True:
        while isinstance(decision := fast.decision, ChanceDecision):
            other = slow.decision
            assert isinstance(other, ChanceDecision)
            assert (decision.name, decision.ids, decision.weights, decision.seeded) == (
                other.name, other.ids, other.weights, other.seeded,
            )  # fmt: skip
            assert slow.state.v == fast.state.v
            assert slow.state.z == fast.state.z
            fast.apply(decision.seeded)
            slow.apply(other.seeded)
            answers += 1
        assert fast.state.v == slow.state.v == seeded.state.v
        assert fast.state.z[:-2] == slow.state.z[:-2] == seeded.state.z
        assert fast.state.f == seeded.state.f
        if seeded.over:
            assert fast.over
            assert fast.journal == slow.journal
            return answers
        option = dice.randrange(seeded.choices)
        for match in (seeded, fast, slow):
            match.apply(option)


@pytest.mark.parametrize("seed", range(4))
def test_answered_as_the_seed_does_it_is_the_seeded_game(seed):
    assert _as_seeded(load_game("kuhn-poker", ROOT), 2, seed, noting=True) == 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rococo", "pret-a-porter"])
def test_answered_as_the_seed_does_large_games_are_the_seeded_games(name):
    large = load_game(name, ROOT)
    for players in (large.min_players, large.max_players):
        assert _as_seeded(large, players, players, noting=players == large.min_players) > 50
