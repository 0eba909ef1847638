"""The two forms of a title: what one is called, and what several are."""

from __future__ import annotations

import re

_FORMS = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_NO_PLURAL = ("ss", "us", "is")
_NO_SINGULAR = frozenset(
    ("goods", "news", "series", "species", "means", "clothes", "wages", "scissors", "thanks")
)
_LONGER = ("ches", "shes", "xes", "sses", "zes")


def forms_of(title: str) -> tuple[str, str]:
    """Return a title for one and for several: `Coin{|s}` is a Coin and Coins; without braces both are the same."""
    return _FORMS.sub(r"\1", title), _FORMS.sub(r"\2", title)


def singular(title: str) -> str:
    """Return the regular singular of a title that is a plural; any other title as it is."""
    last = title.rpartition(" ")[2].casefold()
    if not last.endswith("s") or last.endswith(_NO_PLURAL) or last in _NO_SINGULAR:
        return title
    if title.endswith(_LONGER):
        return title[:-2]
    if last.endswith("ies") and len(last) > len("pies"):
        return f"{title[:-3]}y"
    return title[:-1]


def plural(noun: str) -> str:
    """Return the regular plural of a noun; of several words the last one changes."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun if noun.endswith("s") and not noun.endswith("ss") else f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"
