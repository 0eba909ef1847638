"""Which names a reader would take for one another, and which ones a program would read as others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def folded(name: str) -> str:
    """Return what all names have in common that differ in `-` and `_`, in capital letters or in Unicode forms only."""
    return unicodedata.normalize("NFKC", name).lower().replace("-", "_")


def alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of other names that a reader would take for this one, None when there is none."""
    own = folded(name)
    return next((other for other in others if other != name and folded(other) == own), None)


def read_as(name: str) -> str | None:
    """Return what a name becomes where its letters are brought into their usual form; None when it is in it already.

    A script or a full-width `x` is written otherwise than the plain one, but many programs, Python among them, read
    them as the same. A raised or circled digit in a name becomes a plain one, or is none that a name may have.
    """
    usual = unicodedata.normalize("NFKC", name)
    return usual if usual != name or not usual.replace("-", "_").isidentifier() else None
