"""Statistics of games between bots, and what playthroughs reach, as values for their templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_BAR = 100.0
"""How wide the drawing of a whole bar is."""

_STATES = ("ran", "declined", "never")


def statistics_values(told: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what `simulate` told as values for a template; `names` are those of cards by their ids.

    Raises KeyError and TypeError for anything that `simulate` did not tell.
    """
    games = told["games"]
    cards = [
        {
            "id": card["id"],
            "name": names.get(card["id"], card["id"]),
            "uses": card["uses"],
            "each": card["uses"] / games if games else 0.0,
            "users": card["users"],
            "share": card["winners"] / card["users"] if card["users"] else 0.0,
        }
        for card in told["cards"]
    ]
    spreads = [seat["scores"] for seat in told["seats"] if seat["scores"]]
    low = min((spread["least"] for spread in spreads), default=0)
    high = max((spread["largest"] for spread in spreads), default=1)

    def across(value: float) -> float:
        return round((value - low) / (high - low) * _BAR, 2) if high > low else 0.0

    return {
        "told": told,
        "seats": [_seat(seat, across) for seat in told["seats"]],
        "cards": sorted(cards, key=lambda card: -card["uses"]),
        "low": low,
        "high": high,
    }


def _seat(seat: Mapping[str, Any], across: Callable[[float], float]) -> dict[str, Any]:
    spread = seat["scores"]
    box = {name: across(value) for name, value in spread.items()} if spread else None
    return {**seat, "bar": round(seat["share"] * _BAR, 2), "box": box}


def coverage_values(parts: Sequence[Mapping[str, str]], link: Callable[[str, int], str]) -> dict[str, Any]:
    """Return what `coverage` told as values for a template: counts by sort, and what is not reached, by file."""
    groups: dict[str, Counter[str]] = {}
    files: dict[str, list[dict[str, Any]]] = {}
    for part in parts:
        sort = part["what"] if part["what"] in ("ability", "effect", "change", "rule") else "branch"
        groups.setdefault(sort, Counter())[part["state"]] += 1
        if part["state"] != "ran":
            file, _, line = part["place"].rpartition(":")
            files.setdefault(file, []).append({**part, "line": line, "href": link(file, int(line))})
    return {
        "groups": [_group(sort, count) for sort, count in groups.items()],
        "files": files,
    }


def _group(sort: str, count: Counter[str]) -> dict[str, Any]:
    total = count.total()
    bars, left = [], 0.0
    for state in _STATES:
        width = count[state] / total * _BAR
        bars.append(
            {"state": state, "left": round(left, 2), "width": round(width, 2), "number": count[state]}
        )
        left += width
    return {"sort": sort, "total": total, "bars": bars}
