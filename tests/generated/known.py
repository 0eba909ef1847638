"""What the two machines are known to do differently, so that generated games leave it out until it is mended.

Each entry names a construct that the generator can leave out, and says why. An empty table is the goal: then whatever
the generator can write plays alike. `python -m tests.generated --all` leaves nothing out.
"""

from __future__ import annotations

KNOWN: dict[str, str] = {}
