"""What the language does not say, and why: the last part of the reference page about its choices and formulas."""

from __future__ import annotations

from rulewright.interpreter.records import record


@record
class Refused:
    """Something that one might look for, what stands in its place, and what it would cost."""

    title: str
    words: str


REFUSED = (
    Refused(
        "Rings, tracks and graphs as kinds",
        "A ring is the list of its spaces: `one_after(space, spaces)`, `index_of(space, spaces)`, `mod`. A graph "
        "is a field, `roads: list of city`. A form of its own would say nothing more; grids have one because "
        "nobody writes 64 rays by hand.",
    ),
    Refused(
        "`let` that is set again, `stop`, `return`",
        "A block does all its statements or is left at a choice without options, so what can start, what can be "
        "paid and what a card says in English follow from its text. A loop ends by its condition (`while`, with a"
        " state or a counter that is not `told`), or goes over what `first(...)` and `where` have found before.",
    ),
    Refused(
        "A formula that tries an effect (`would ... leave`)",
        "Every option of every decision would be played on a copy of the state, by formulas that may stand in one"
        " another: one such rule makes a game hundreds of times slower, and what is not told of the trial must be"
        " kept out of journals, chance and counts of steps. State the condition on the position as it is, with "
        "rays and lists.",
    ),
    Refused(
        "Reachability, and positions that repeat",
        "A recursive action marks what is reached, in a few lines. Repeated positions would make each state carry"
        " its whole past; a limit of turns ends the games that have such rules.",
    ),
    Refused(
        "Fractions",
        "Numbers are whole, so that every machine has the same ones. Count in halves or hundredths, divide last, "
        "and say how it is rounded.",
    ),
    Refused(
        "A decision of several players at once",
        "A decision has one player; everything else (views, bots, searches, saves) relies on it. In a `secret` "
        "phase the players choose one after another and know as little of one another as if they chose at once.",
    ),
    Refused(
        "Costs with a substitute, sets with a condition",
        "`choose` is for what is paid with as for anything else: choose how much of the substitute from a range "
        "whose ends, or whose `where`, leave only what can be paid, then pay both. A set with a condition is "
        "picked in a loop of single choices, each with a `where` that leaves only what can still be completed.",
    ),
    Refused(
        "Equal copies as one option, several picks in any order",
        "An option is a component, since rules, cards and bots may tell copies apart: by where they lie, by what lies "
        "on them, by when they were used. Where they are the same to a player, choose the printed card: `choose a "
        "card_name from card_names where any(x in me.hand where x.card_name == card_name)`, with an enum that has "
        "`cards of`. Several picks go through their list in its order, so that each set is reached in one way only; "
        "in any order, three of ten would be 720 ways to 120 sets for whoever looks ahead.",
    ),
    Refused(
        "A choice of two things in one decision",
        "An option is one value: that is what its id, its label and a playthrough's line are made of, and pairs of all "
        "cells and directions would be thousands of options of which few can be carried out. Choose one behind the "
        "other: the first is offered only where the second can be chosen, if its `where` says so.",
    ),
    Refused(
        "Labels of a kind with what it costs",
        "A label is made when somebody looks, perhaps much later, and what a card costs may have changed by then; to "
        "keep every price beside every option would slow down all games. A branch of a `one of` for each card has "
        'words of its own, made when it is offered: `"Take {card} for {price(card)}" for each card in shelf.low`.',
    ),
    Refused(
        "Zones swapped, hands passed on",
        "Two loops through a second zone do it: `move all me.hand to one_after(me, players).passed` for each player, "
        "then `move all me.passed to me.hand`; where that zone is not `told`, transcripts tell one movement. A "
        "statement for both would have to say what is taken, what leaves play, and whose room is full in between.",
    ),
    Refused(
        "So many rounds as a formula says, or copies as there are players",
        "`rounds: {until: round == count(cards), at most: 13}` says the first. Components are numbered once for each "
        "number of players, `players: 3 to 4` says of a card with which it is there, and a set-up puts away what is "
        "too many of a pile: `if count(players) == 2: draw 4 from pile to box`.",
    ),
    Refused(
        "Numbers of the game by an enum, weighted chance",
        "A component for each value of the enum carries as many numbers as wanted, can be chosen and lies in a zone. "
        "Chance with weights is drawn from a list that has things as often as they weigh, `random_of([sun, sun, "
        "moon])`, or by a table of `random(1, 4)`.",
    ),
    Refused(
        "Components that are there only with an option",
        "What exists is numbered for a number of players alone, and saves, digests and compiled games rest on it."
        " A rule asks the option where it matters (`where`), or the set-up puts away what is not used.",
    ),
    Refused(
        "An `at any decision` that makes a decision of its own",
        "It is added to what is asked anyway. Where nothing can be chosen nobody is asked, and an action alone would be"
        " taken without asking, like every only option, or would need a `pass` beside it at each step of each phase."
        " Where doubting or stopping is a move like the others, it is a branch of a `one of`.",
    ),
    Refused(
        "Anybody may interrupt, at any moment",
        "A decision is one player's: that is what views, what is told, saves and whoever looks ahead rest on. To ask"
        " everybody behind every step would multiply the decisions of every game that has such a card. Open a window"
        " (`offer`) at the moments at which it matters; `who: each player in turn order` asks all.",
    ),
    Refused(
        "A state of being out beside the turn order",
        "One list says who plays: who is not in `turn_order` is out, of the round or of the game. A mark of its own"
        " would have to agree with that list everywhere, and every loop and window would have to ask for both.",
    ),
    Refused(
        "An end of the turn that comes by itself",
        "Only the rules know what a turn is: in one game all that a player does in a row, in another a single move. So"
        " they say `turn ends`; phases and rounds, which the game itself has, end by themselves.",
    ),
)
