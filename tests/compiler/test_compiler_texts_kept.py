"""What texts say of the state is that of the moment at which they were shown, whenever somebody reads them."""

from __future__ import annotations

from rulewright.interpreter.fast.machines import machine_for
from tests.machines import NOTING, REFERENCE, journal_of, open_on
from tests.one_meaning.tiny import tiny

TEXT = """\
repeat 3 times:
  tell(ace)
  choose a peg from deck "Of {count(deck)} and {sum(1 for each x in pegs where x in me.hand)}"
  move peg to me.hand
  tell(peg)
"""
ACTIONS = """\
actions:
  tell(peg):
    text: "{peg} of {count(deck)}, in hand {count(me.hand)}{if count(me.hand) > 1: , many}"
    do: gain 1 score
"""


def test_the_words_are_those_of_their_moment():
    game = tiny(TEXT, ACTIONS)
    matches = [open_on(machine, game, 2, ask_forced=True) for machine in (REFERENCE, NOTING)]
    copies = []
    while not matches[0].over:
        copies.append([match.clone(journal=True) for match in matches])
        for match in matches:
            match.apply(0)
    assert list(map(str, journal_of(matches[0]))) == list(map(str, journal_of(matches[1])))
    told = [event.text for event in journal_of(matches[1]) if getattr(event, "text", "")]
    assert told == [
        "Ace of 2, in hand 0",
        "Ace of 1, in hand 1",
        "Ace of 1, in hand 1",
        "Bit of 0, in hand 2, many",
        "Ace of 0, in hand 2, many",
    ]
    for one, other in copies:
        assert list(map(str, journal_of(one))) == list(map(str, journal_of(other)))


NAMED = """\
tell(pegs, 1)
choose a peg from deck "Take it"
move peg to me.hand
tell(pegs, 2)
"""
NAMING = """\
actions:
  tell(found is list of peg, n is number):
    text: "{n} peg{|s}, {found}: {each x in found: the {x}}"
    do: gain 1 score
"""


def test_of_texts_that_say_only_names_no_state_is_kept():
    game = tiny(NAMED, NAMING)
    machine = machine_for(game, 2, {}, journal=True)
    assert machine.asker.takers.needs(game.actions["tell"].text) == "names"
    matches = [open_on(kind, game, 2, ask_forced=True) for kind in (REFERENCE, NOTING)]
    for match in matches:
        while not match.over:
            match.apply(1 if match.choices > 1 else 0)
    told = [[event.text for event in journal_of(match) if getattr(event, "text", "")] for match in matches]
    assert told[0] == told[1] == ["1 peg, Ace, Bit: the Ace, the Bit", "2 pegs, Ace, Bit: the Ace, the Bit"]
