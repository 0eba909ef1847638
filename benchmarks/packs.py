"""Makes packs with any number of more cards, to see what grows with them."""

from __future__ import annotations

from itertools import cycle, islice, product
from pathlib import Path

GAME = "pret-a-porter"

_STYLES = ("evening", "business", "casual", "rock", "sport")
_COLOURS = ("green", "blue", "purple", "red", "yellow", "white")
_BONUSES = ("none", "one-quality", "one-trend", "two-cash")
_CLOTHING = ("jacket", "dress", "shoes", "pants", "shirt")


def write_pack(folder: Path, sort: str, number: int) -> None:
    """Write a pack of so many `contracts` (of two abilities each) or `designs` (rows that lie in a deck)."""
    cards = folder / "cards" / GAME
    cards.mkdir(parents=True)
    text = {"contracts": _contracts, "designs": _designs}[sort](number)
    (cards / f"more-{sort}.yaml").write_text(text, encoding="utf-8")


def _contracts(number: int) -> str:
    return "kind: contract\ncards:\n" + "".join(_contract(place) for place in range(1, number + 1))


def _contract(place: int) -> str:
    """Return a contract with two abilities, no two with the same numbers."""
    return f"""\
  more-{place}:
    name: More No. {place}
    front:
      abilities:
        - when: upkeep
          do: |
            may "Trade for More No. {place}":
              pay {place % 7 + 1} cash
              gain {place % 11 + 1} pr
        - {{when: award, automatic: yes, do: gain {place % 5 + 1} prestige}}
    back:
      abilities: []
"""


def _designs(number: int) -> str:
    sorts = cycle(product(_STYLES, _CLOTHING, _COLOURS, _COLOURS, _BONUSES))
    rows = [
        f"  more-{place}: [More No. {place}, {style}, {clothing}, [{one}, {other}], {10 + place % 15}, {bonus}]"
        for place, (style, clothing, one, other, bonus) in enumerate(islice(sorts, number), 1)
    ]
    head = "kind: design\ncolumns: [name, style, clothing, materials, sale, bonus]\nrows:\n"
    return head + "\n".join(rows) + "\n"
