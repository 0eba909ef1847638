"""What may be told of a journal: choices in secret phases, components that move unseen, hidden counters, and words."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from builder import game, play, start

from rulewright.interpreter.content.load import game_names, load_game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.journal.events import (
    AbilityUsed,
    ActionBegan,
    ChoseInSecret,
    CounterChanged,
    Decided,
    EffectBegan,
    Flipped,
    Moved,
    PhaseBegan,
    RandomDrawn,
    StateSet,
)
from rulewright.interpreter.match.event_json import as_json
from rulewright.interpreter.play.transcript import transcript

DEAL = """
move eel to deck.cards
move [ace, cog] to players[1].hand
move [bit, first(c in card_cards where c is dot)] to players[2].hand
"""
PICK = """
as each player in turn_order:
  choose a card from me.hand + me.table "Lay aside"
  move card to deck.cards
"""


def told(match, kind, *viewers):
    return [event for event in match.told(*viewers) if isinstance(event, kind)]


def both(do, *ids, players=2, **parts):
    """The match on the reference, which the compiled machine must tell alike to everybody."""
    match = play(start(do, players=players, **parts), *ids)
    fast = FastMatch(game(do, **parts), players, journal=True)
    for id_ in ids:
        fast.apply(id_)
    for viewers in ((), (0,), (1,), (None,), (0, 1)):
        assert match.told(*viewers) == fast.told(*viewers)
        assert transcript(match, *viewers) == transcript(fast, *viewers)
    return match


# ---------------------------------------------------------------- secret phases
def test_nobody_else_hears_what_is_chosen_in_a_secret_phase():
    match = both(PICK, "ace", "bit", setup=DEAL, phase="secret: yes")
    assert [event.id for event in told(match, Decided)] == ["ace", "bit"]
    assert told(match, ChoseInSecret) == []
    assert [(e.player, e.id, e.prompt) for e in told(match, Decided, 0)] == [(0, "ace", "Lay aside")]
    assert [event.player for event in told(match, ChoseInSecret, 0)] == [1]
    assert told(match, Decided, None) == told(match, Decided, 0, 1) == []
    assert [event.player for event in told(match, ChoseInSecret, None)] == [0, 1]


def test_what_moves_after_a_secret_choice_is_told_as_a_number_and_caused_by_the_phase():
    match = both(PICK, "ace", "bit", setup=DEAL, phase="secret: yes")
    (phase,) = (event for event in match.journal if isinstance(event, PhaseBegan) and event.phase == "play")
    moved = [event for event in told(match, Moved, 0) if event.where.rule == "phase play"]
    assert [event.component for event in moved] == [match.layout.by_id["ace"], -1]
    assert moved[1].where == phase.where != moved[0].where
    assert as_json(moved[1], match)["component"] is None
    lines = transcript(match, 0).splitlines()
    assert "Player1  Lay aside: Ace of Old → Ace of Old to Cards deck" in lines
    assert "Player2  chooses in secret → Card to Cards deck" in lines


SEVERAL = """
as each player in turn_order:
  one of "Do":
    "Much":
      choose n from 1 to 3 "How much"
      gain n secret
    "Little": gain 1 secret
    "Nothing": nothing
  may "More":
    take_more()
"""
TAKE = 'actions: {take_more: {text: take more, do: "gain 5 secret"}}'


@pytest.mark.parametrize(
    "first",
    [("much", "2", "yes"), ("much", "3", "pass"), ("little", "yes"), ("nothing", "pass")],
    ids=lambda ids: ids[0] + ids[-1],
)
def test_the_others_hear_the_same_whatever_was_chosen(first):
    match = both(SEVERAL, *first, "nothing", "pass", phase="secret: yes", more=TAKE)
    other = both(SEVERAL, "little", "pass", "nothing", "pass", phase="secret: yes", more=TAKE)
    assert match.told(None) == other.told(None)
    assert match.told(1) == other.told(1)
    assert match.told(0) != other.told(0)
    assert transcript(match, 1) == transcript(other, 1)
    assert "Player1  chooses in secret\n" in transcript(match, 1)


def test_after_a_secret_phase_everything_is_told_again():
    match = both(
        'as players[1]:\n  choose n from 1 to 2 "Think"',
        "2",
        "1",
        phase="secret: yes",
        ending='as players[1]:\n  choose m from 1 to 2 "Say"',
    )
    assert [event.prompt for event in told(match, Decided, 1)] == ["Say"]
    assert [event.player for event in told(match, ChoseInSecret, 1)] == [0]


def test_an_open_effect_of_a_secret_choice_is_told_all_the_same():
    # The rules give the choice away; a warning says so (RW610).
    match = both("as players[1]:\n  choose n from 1 to 3\n  gain n gold", "3", phase="secret: yes")
    assert [event.after for event in told(match, CounterChanged, 1)] == [13]


def test_what_happens_in_a_secret_phase_while_nobody_acts_keeps_its_cause():
    do = "as players[1]:\n  choose n from 1 to 3\n  gain n secret\nmove eel to row.cards"
    match = both(do, "3", phase="secret: yes")
    assert told(match, Moved, 1) == told(match, Moved)
    assert "-        Eel to Cards row\n" in transcript(match, 1)


# ---------------------------------------------------------------- components
def test_a_card_that_nobody_else_sees_move_is_not_named():
    setup = "move [cog, bit] to players[1].hand\nmove [ace, eel] to players[2].hand"
    do = "as players[1]:\n  move all me.hand to players[2].hand\n  move eel to me.table"
    match = both(do, setup=setup)

    def ids(*viewers):
        moved = [event for event in told(match, Moved, *viewers) if event.where.rule == "phase play"]
        return [match.layout.ids[event.component] if event.component >= 0 else None for event in moved]

    assert ids() == ids(0) == ids(1) == ["cog", "bit", "eel"]
    assert ids(None) == [None, None, "eel"]
    assert "2 x Card from Player1's Hand to own Hand" in transcript(match, None)
    assert "Cog, Bit" in transcript(match, 0)


def test_a_hidden_card_that_is_chosen_is_named_when_it_comes_to_light():
    do = """
    as players[1]:
      choose a card from me.hand "Play"
      choose n from 1 to 2
      move card to me.table
    """
    hand = "move [ace, bit] to players[1].hand"
    match = play(start(do, setup=hand), "ace")
    (choice,) = told(match, Decided, 1)
    assert (choice.prompt, choice.id, choice.label) == ("Play", "", "Card")
    assert told(match, Decided, 0)[0].id == "ace"
    match = both(do, "ace", "1", setup=hand)
    assert [event.id for event in told(match, Decided, 1)] == ["ace", "1"]


def test_a_hidden_card_that_stays_hidden_is_not_named_when_it_is_seen_later():
    do = """
    as players[1]:
      choose a card from me.hand "Give"
      move card to players[2].hand
      move card to me.table
    """
    match = both(do, "ace", setup="move [ace, bit] to players[1].hand")
    assert [event.label for event in told(match, Decided, None)] == ["Card"]
    assert [event.id for event in told(match, Decided, 1)] == ["ace"]
    assert [event.component for event in told(match, Moved, None)][-2:] == [-1, match.layout.by_id["ace"]]


def test_the_numbers_of_a_zone_that_tells_none_are_not_told():
    match = both("move orb to vault\nas players[1]: choose n from 1 to 2", setup="nothing")
    assert told(match, Moved, 0) == []
    assert len(told(match, Moved)) == 1


def test_sides_and_states_of_hidden_cards_are_not_told():
    do = "set ace.level to 2\nset bit.level to 3\nset game.step to 4\nflip bit"
    match = both(do, setup="move ace to players[1].hand\nmove bit to players[1].table")
    assert [event.component for event in told(match, StateSet, 1)] == [match.layout.by_id["bit"], -1]
    assert len(told(match, StateSet, 0)) == 3
    assert len(told(match, Flipped, 1)) == 1
    hidden = both("flip bit", setup="move bit to players[1].hand")
    assert (len(told(hidden, Flipped, 0)), len(told(hidden, Flipped, 1))) == (1, 0)


def test_a_drawn_card_is_told_to_those_who_see_it_lie():
    do = """
    let one = random_of(players[1].hand)
    let two = random_of(players[1].table)
    let n = random(1, 6)
    set one.level to n
    set two.level to n
    """
    setup = "move [ace, eel] to players[1].hand\nmove [bit, cog] to players[1].table"
    match = both(do, setup=setup)
    assert [event.name for event in told(match, RandomDrawn, 0)] == ["one", "two", "n"]
    assert [event.name for event in told(match, RandomDrawn, 1)] == ["two", "n"]


def test_the_top_card_that_all_see_is_named_when_it_is_drawn():
    match = both(
        "as players[1]:\n  draw 1 from deck.cards to me.hand\n  move first(deck.cards) to me.hand",
        setup="move [ace, bit, cog] to deck.cards",
    )
    drawn = [event for event in told(match, Moved, 1) if event.where.rule == "phase play"]
    assert [event.component for event in drawn] == [match.layout.by_id["ace"], -1]


def test_a_card_that_comes_to_lie_on_top_for_all_to_see_is_named():
    match = both(
        "as players[1]:\n  move first(me.hand) to deck.cards\n  move first(me.hand) to deck.cards\n"
        "  move first(me.hand) to top of deck.cards",
        setup="move [ace, bit, cog] to players[1].hand",
    )
    laid = [event for event in told(match, Moved, 1) if event.where.rule == "phase play"]
    ids = match.layout.by_id
    # Where nothing lies, the first comes to lie on top, too; the second lies below it.
    assert [event.component for event in laid] == [ids["ace"], -1, ids["cog"]]


# ---------------------------------------------------------------- counters
def test_counters_are_told_to_those_who_see_them():
    match = both("as players[1]:\n  gain 1 secret\n  gain 2 gold")
    assert [event.counter for event in told(match, CounterChanged, 0)] == ["secret", "gold"]
    assert [event.counter for event in told(match, CounterChanged, 1)] == ["gold"]
    assert [event.counter for event in told(match, CounterChanged, 0, 1)] == ["gold"]
    assert "Secret" not in transcript(match, 1)
    assert "Secret" in transcript(match, 0)


def test_book_keeping_is_no_players_to_see():
    match = both("as players[1]: gain 1 tally")
    (counted,) = told(match, CounterChanged)
    assert counted.counter == "tally"
    assert told(match, CounterChanged, 0) == []
    assert "tally" not in match.view(0)["players"]["Player1"]["counters"]


# ---------------------------------------------------------------- words
WORDS = """
as players[1]:
  for each mine in me.hand:
    look_at(mine)
    one of "What of {mine}":
      "Keep {mine}": nothing
      "Play {mine}": move mine to me.table
  may "Also {bit}": gain 1 points
"""
LOOK = 'actions: {look_at(card): {text: "look at {card}", do: nothing}}'
LAID = "move ace to players[1].hand\nmove bit to players[1].table"


def test_the_words_of_questions_and_actions_name_no_hidden_card():
    match = both(WORDS, "keep-ace-of-old", "yes", setup=LAID, more=LOOK)
    said = [(event.prompt, event.id, event.label) for event in told(match, Decided, 1)]
    assert said == [("What of Card", "", "Keep Card"), ("Also Bit", "yes", "yes")]
    assert [event.text for event in told(match, ActionBegan, 1)] == ["look at Card"]
    assert [event.text for event in told(match, ActionBegan, 0)] == ["look at Ace of Old"]
    assert "Ace" not in transcript(match, 1)


def test_a_name_that_lies_open_elsewhere_is_hidden_while_a_player_has_its_namesake():
    do = """
    as players[1]:
      let one = first(me.hand + me.table)
      one of "What of {one}":
        "A": nothing
        "B": nothing
    """
    deal = """
    let dots = all(c in card_cards where c is dot)
    move first(dots) to players[1].{}
    move dots[2] to players[2].{}
    """
    hidden = both(do, "a", setup=deal.format("hand", "table"))
    assert [event.prompt for event in told(hidden, Decided, None)] == ["What of Card"]
    open_ = both(do, "a", setup=deal.format("table", "hand"))
    assert [event.prompt for event in told(open_, Decided, None)] == ["What of Dot"]


def test_the_effect_of_a_hidden_card_is_not_named():
    cards = "kind: card\ncards:\n  ace: {act: gain 1 gold}\n  bit: {}\n  cog: {}\n"
    do = "as players[1]: run ace.act"
    match = both(do, setup="move ace to players[1].hand", cards=cards)
    assert [event.component for event in told(match, EffectBegan, 1)] == [-1]
    assert [event.component for event in told(match, EffectBegan, 0)] == [match.layout.by_id["ace"]]
    assert told(match, AbilityUsed, 1) == []


# ---------------------------------------------------------------- a match
def test_the_journal_itself_tells_everything_and_telling_changes_nothing():
    match = both(PICK, "ace", "bit", setup=DEAL, phase="secret: yes")
    before = (match.journal, match.digest())
    assert match.told() == match.journal
    match.told(0)
    assert (match.journal, match.digest()) == before


def seen_in(view):
    """The ids of everything that a view shows in a zone."""
    zones = [view["zones"], *(player["zones"] for player in view["players"].values())]
    held = [told for group in (*zones, *view["component_zones"].values()) for told in group.values()]
    return {id_ for told in held for id_ in (told if isinstance(told, list) else [told.get("top")])}


@pytest.mark.parametrize("name", game_names(find_root()))
@pytest.mark.parametrize("viewer", [1, *(pytest.param(seat, marks=pytest.mark.slow) for seat in (None, 0))])
def test_in_whole_games_what_is_told_agrees_with_the_view(name, viewer):
    rules = load_game(name)
    match = FastMatch(rules, rules.max_players, seed=5, journal=True)
    dice = random.Random(7)
    named = hidden = 0
    before, past, done = match.view(viewer), match.told(viewer), len(match.journal)
    for _ in range(150):
        if match.over:
            break
        match.apply(dice.randrange(match.choices))
        view, told = match.view(viewer), match.told(viewer)
        moves = Counter(e.component for e in match.journal[done:] if isinstance(e, Moved))
        once = {component for component, times in moves.items() if times == 1}
        # What was told may only change where a name has come to light.
        assert [type(event) for event in told[: len(past)]] == [type(event) for event in past]
        for event in told[len(past) :]:
            if isinstance(event, Moved) and event.component in once:
                named += 1
                assert match.layout.ids[event.component] in seen_in(before) | seen_in(view)
        names = {event.component for event in told[len(past) :] if isinstance(event, Moved)}
        for component in once - names:
            hidden += 1
            assert match.layout.ids[component] not in seen_in(view)
        before, past, done = view, told, len(match.journal)
    assert named or name not in ("pret-a-porter", "rococo")
    assert hidden or name != "rococo"
