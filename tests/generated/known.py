"""What the two machines are known to do differently, so that generated games leave it out until it is mended.

Each entry names a construct that the generator can leave out, and says why. An empty table is the goal: then whatever
the generator can write plays alike. `python -m tests.generated --all` leaves nothing out.
"""

from __future__ import annotations

KNOWN = {
    "nested as": "who acts behind an inner `as` that asks is not who acted before it (compiled)",
    "names of the compiler": "a local name such as n5 or i0 meets a variable of compiled code",
    "statements for each of a list written out": "`for each x in [a, b]:` with a question in it is not compiled",
    "patterns that are worked out": "`when: window(things[1])` is not compiled",
    "effects that no card has": "`run thing.deed` is not compiled where no card has a deed",
    "one of with conditions alone": "a leading `one of` whose branches all have conditions may not be compiled",
    "lists that cards change": "a value that is a list cannot be changed `to` another (reference)",
    "faults": "some faults are told later, in other words or never (compiled)",
    "lists written out with an entry twice": "`choose a x from [a, b, a]` offers it twice (compiled)",
    "chance behind a dot": "`random_of(things).pal` draws more than once (compiled)",
}
