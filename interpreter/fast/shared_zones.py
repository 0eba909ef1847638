"""Zones that copies of a state share until one of them changes: which are shared, and how a state gets its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Ints = list[int]

SHARED = 0
"""Where in `k` the zones stand that are shared: a bit for each by its number, 0 when the state owns all."""
ALL = -1
"""All bits: every zone is shared."""


def own(z: list[Ints], k: Ints, zone: int) -> None:
    """Give the state a zone of its own, if it shares this one."""
    if k[SHARED] >> zone & 1:
        z[zone] = z[zone].copy()
        k[SHARED] ^= 1 << zone


def owning(at: int) -> Callable[[Ints, list[Ints], Ints, Iterable[int], int], None]:
    """Return the function that gives a state its own of all zones that a move of components to a zone changes.

    `at` is the slot of where the first component lies.
    """

    def own_all(v: Ints, z: list[Ints], k: Ints, components: Iterable[int], zone: int) -> None:
        for component in components:
            before = v[at + component]
            if component >= 0 and before >= 0:
                own(z, k, before)
        own(z, k, zone)

    return own_all
