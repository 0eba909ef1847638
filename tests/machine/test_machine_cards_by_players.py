"""Cards that each player has beside shared ones of their kind, and cards that need a number of players."""

from rulewright.interpreter.match.match import Match

from .builder import game, owner, start, state_of, zone

CARDS = """
kind: card
cards:
  late: {cost: 9, players: 3 to 4}
  own: {cost: 2, per player: 2}
  ace: {cost: 1}
  duo: {cost: 3, players: 2, copies: 2}
"""
DO = """
move all x in card_cards where x.owner == none to deck.cards
as each player in players:
  move all x in card_cards where x.owner == me to me.hand
"""


def opened(players: int) -> Match:
    return Match(game(DO, cards=CARDS), players)


def test_each_player_has_cards_of_a_kind_that_others_are_shared_of():
    match = opened(3)
    assert zone(match, "Player1.hand") == ["own-1", "own-2"]
    assert zone(match, "Player3.hand") == ["own-5", "own-6"]
    assert owner(match, "own-3") == 1


def test_the_list_of_a_kind_is_in_the_order_of_the_cards():
    layout = opened(3).layout
    assert [layout.ids[c] for c in layout.of_kind["card"]] == [
        "late", "own-1", "own-2", "own-3", "own-4", "own-5", "own-6", "ace",
    ]  # fmt: skip


def test_a_card_is_in_the_game_only_with_its_numbers_of_players():
    assert zone(opened(2), "deck.cards") == ["ace", "duo-1", "duo-2"]
    assert zone(opened(3), "deck.cards") == ["late", "ace"]
    assert zone(opened(4), "deck.cards") == ["late", "ace"]


def test_shared_cards_that_are_always_there_have_the_same_numbers_with_any_players():
    numbers = {players: opened(players).layout.by_id["ace"] for players in (2, 3, 4)}
    assert len(set(numbers.values())) == 1


def test_a_card_of_a_player_belongs_to_another_who_takes_it():
    taken = DO + "as players[1]:\n  move first(players[2].hand) to me.table\n"
    assert owner(Match(game(taken, cards=CARDS), 2), "own-3") == 0
    given_away = taken + "  move all players[1].table to deck.cards\n"
    assert owner(Match(game(given_away, cards=CARDS), 2), "own-3") == -1


def test_states_of_the_components_do_not_mix():
    do = (
        DO
        + """
as each player in players:
  move first(me.hand) to me.table
  for each x in me.table:
    set x.level to x.cost + count(players[1].hand)
"""
    )
    match = Match(game(do, cards=CARDS), 4)
    assert [state_of(match, f"own-{n}", "level") for n in (1, 3, 5, 7)] == [3, 3, 3, 3]
    assert state_of(match, "own-2", "level") == 0


def test_a_card_that_is_in_no_game_of_these_players_is_asked_after_without_harm():
    do = "let n = count(x in card_cards where x is late)\nas players[1]:\n  gain n points"
    assert [Match(game(do, cards=CARDS), n).scores()[0] for n in (2, 3)] == [0, 1]


def test_the_base_game_still_opens():
    assert start("nothing").over
