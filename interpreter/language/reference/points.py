"""What the language means where a reader could doubt: the points that are decided, each with the tests that show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """One decided point: its number, a title, the decision, and the beginning of the names of its tests."""

    number: int
    title: str
    decision: str

    @property
    def tests(self) -> str:
        """The beginning of the names of the tests in tests/language/test_semantics.py that show it."""
        return f"test_{self.number:02}_"


# A paragraph each: the title, then what is decided.
_TEXT = """\
`me`
`me` is the player who acts. In an ability and its `if` it is the card's owner; a change has none, but the
parameters of its value. Only `as` and `as each` change it, for their block; the `where` of an `as each`
still speaks of whoever acted before. `for each` never changes it. Actions and `run` keep it. In the text of
a phase, in the set-up and in the ending nobody acts of himself: needing somebody there is a finding.

`this`
`this` is the component whose ability, change or effect field is being carried out. `run x.field` makes `x`
the `this` and keeps `me`. An action has no `this`; it gets a parameter.

How long a name lives
From the line that binds it to the end of that line's block. A name that can be seen may not be bound again,
and neither may the name of a component, a list, a zone or a value of an enum, nor a word of the language.
After its block it is free.

Nothing to choose
`choose a x`, `choose n from A to B` and `choose one or more xs` skip the rest of their block, and the
journal says so: that is exactly where the name could be seen. `choose N xs` takes as many as there are,
perhaps none; `up to` and `any number of` may stay empty; the block goes on.

A skipped block
What is skipped in an inner block or in an action skips nothing of the outer one. To depend on it, test
again.

What can start
A `may`, a branch, an ability and an `at any decision` are offered when they can start: their condition or
`needs` holds, and their leading run can be carried out. The run goes over `let`, `choose`, `pay`, calls and
`run` (which are looked into), and the branch of an `if` that would be taken. It ends well at any other
statement, at a `one of` of which some branch can start, and at a `may` whose block can start. Payments in
it add up. A `one of` without a branch that can start, and a `may` that cannot start, count as declined, and
the run goes on behind them; but an effect that then ends without a further payment or choice cannot start.

Costs
A choice offers only the options for which the `let`, `choose` and `pay` directly behind it can be carried
out; several picks item by item, with those picked before. One `pay` is one cost, all of it or nothing. A
`pay` anywhere else that fails is a fault of the content, told with its file and line; no counter ever falls
below its least value. `lose` takes what there is. A negative amount is a fault; one that is taken no times,
behind `for each` or `for every`, is none.

Several picks
They are asked one at a time in the order of the list; after a pick only what lies behind it is offered, and
`done` where enough is picked. So a set of picks can be reached in one way only. A fixed number leaves
enough behind.

Owner
It is kept with the component: set when it enters a zone of a player, cleared when it enters another zone,
unless its kind says `keeps owner` or is given out `per player`.

Leaving play
Where its kind is not active, a component lies with its front up and its states are as at the beginning;
kinds without `active in` keep theirs. The window before leaving opens before the move; the one for taken
and flipped components directly behind the statement, for each of them. The moving statement then goes on.

Windows: order
Players are asked in turn order, or only the one who acts. Of each player first the automatic abilities run,
in the order in which their components lie, then a menu of the others is asked until `done`. `takes part`
keeps a player out; it is asked of those only for whom an ability in play waits.

Windows: what changes while they are open
The menu is made anew after each use: what has come is offered, what has gone is not. A player whose turn
has passed is not asked again. An ability may open its own window again, and that one is carried out inside;
but its use is noted when it starts, so none can use itself without end.

Changes of values
A card changes values of its own owner, unless it says `for: opponents` or `for: all`. Whose value it is
tells the first parameter: a player, or the owner of a component. The order is `to`, `add`, `at least`, `at
most`, then the value's own bounds. Of two `to` the later card counts, by turn order and then by the order
in which they lie.

Values are worked out anew
A value has no memory and no effect. Values, or changes, that need each other in a circle are a finding.

Limits
Uses are counted for each component, side and ability, when the ability starts. `once a round` is the
default of a window; `once each time` counts for one opening; an ability may set its own. Another side has a
count of its own. Leaving and coming back refreshes nothing; a new round does.

Loops over lists
The list is copied at the start. `where` is asked when an item's turn comes; what has left the zone it was
listed from, and who has left the turn order, is passed over; what came later is not visited. In a formula everything
is at one moment.

`draw`, `first` and `none`
`draw` takes what there is after one refill. `first` of nothing is `none`; a field of `none` is `none`, also each
entry of one that is kept by an enum, and `none` equals only `none`; a list and a zone of `none` are empty. To move,
discard, flip or swap `none` does nothing, though
what the statement names, also where to, is worked out. To calculate with what may be none is a finding, unless a
test in front shows that it is not.

Names in conditions
An item is named: `count(x in me.hand where x.weight > 1)`. A counter is never a bare name, so it may be
called like a value of an enum. Components, lists, tables and zones share one space of names.

Hyphen and minus
A hyphen inside a name belongs to it; a minus has blanks around it. `n-1` is a finding of its own.

Division and comparison
Division rounds down, also below zero; dividing by zero is a fault. `for every N of` counts whole ones.
Comparisons do not chain.

`at any decision`
The action is added, if it can start, to the decisions of the phase's own text: its `may`, `choose`, `one
of`, and the menus of its windows that are asked anyway; never inside an action, an ability or a `run`.
Afterwards the same decision is made anew from what is true then, so a range may have shrunk, or nothing be
left to choose.

One option
A decision with a single option is taken without asking and noted, except where declining is possible: a
`may`, a window's menu, picks with `done`. A match can be opened so that these are asked too.

Places and rankings
They are worked out at the moment at which they are asked, from the numbers of that moment, each time anew.

The end
`finish game` ends the rounds at once, in the middle of whatever is being carried out. The ending still
runs, then the result ranks; who shares the best numbers wins together, or who has won by `won:`. Whether the rounds
are over by `until:` is asked at the end of each, when what lasts a round has been put back.

When a fault happens
A formula is worked out when it comes to it, and what is wrong with it is a fault then. To find out what may
be offered, the leading run is tried in the order of the text, and at a choice answer by answer until one can
go on: what this comes to is worked out, also a list of which nothing need be picked, and the amount of a
counter that may sink without end. `and`, `or`, `any`, `first`, `every ... has` and lines with `if` stop as
soon as the answer is known. A match that stopped at a fault refuses every further step.
"""


def _read(text: str) -> tuple[Point, ...]:
    split = (paragraph.split("\n") for paragraph in text.strip().split("\n\n"))
    return tuple(Point(number, title, " ".join(lines)) for number, (title, *lines) in enumerate(split, 1))


POINTS = _read(_TEXT)
