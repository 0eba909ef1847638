"""Statistics, what an edit changes, and what playthroughs reach, as values for their templates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.cli.statistics import sample_in_words

_BAR = 100.0
"""How wide the drawing of a whole bar is."""

_PLOT_WIDTH, _PLOT_HEIGHT, _SMALL_HEIGHT = 320.0, 66.0, 23.0
_MOST_COLUMNS = 40

_STATES = ("ran", "declined", "never")


def statistics_values(told: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what `simulate` told as values for a template; `names` are those of cards by their ids.

    Raises KeyError and TypeError for anything that `simulate` did not tell.
    """
    games = told["games"]
    details = bool(told.get("details"))
    spreads = [seat["scores"] for seat in told["seats"] if seat["scores"]]
    low = min((spread["least"] for spread in spreads), default=0)
    high = max((spread["largest"] for spread in spreads), default=1)

    def across(value: float) -> float:
        return round((value - low) / (high - low) * _BAR, 2) if high > low else 0.0

    return {
        "told": told,
        "sample": sample_in_words(games, told["players"]),
        "seats": [_seat(seat, across) for seat in told["seats"]],
        "margins": _columns(told.get("margin_counts") or []),
        "cards": sorted(
            (_card(card, names, games) for card in told["cards"]), key=lambda card: -card["uses"]
        ),
        "details": details,
        "flows": [{**flow, "columns": _heights(flow["rounds"])} for flow in told.get("flows", ())],
        "low": low,
        "high": high,
    }


def _card(card: Mapping[str, Any], names: Mapping[str, str], games: int) -> dict[str, Any]:
    lives = {name: card.get(name, 0) for name in ("held", "offered", "taken", "bought")}
    return {
        "id": card["id"],
        "name": names.get(card["id"], card["id"]),
        "uses": card["uses"],
        "each": card["uses"] / games if games else 0.0,
        "users": card["users"],
        "share": card["winners"] / card["users"] if card["users"] else 0.0,
        "factor": card.get("factor"),
        "between": card.get("factor_interval"),
        **lives,
    }


def _columns(counts: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Return the columns of a plot of how often each number was met; many numbers go together."""
    if not counts:
        return []
    low, high = counts[0][0], counts[-1][0]
    together = -(-(high - low + 1) // _MOST_COLUMNS)
    sums = [0] * ((high - low) // together + 1)
    for number, games in counts:
        sums[(number - low) // together] += games
    width, top = _PLOT_WIDTH / len(sums), max(sums)
    return [
        {
            "x": round(at * width, 2),
            "width": round(width * 0.9, 2),
            "height": round(games / top * _PLOT_HEIGHT, 2),
            "title": f"{low + at * together} to {low + (at + 1) * together - 1}: {games}",
        }
        for at, games in enumerate(sums)
    ]


def _heights(rounds: Sequence[float]) -> list[float]:
    top = max(map(abs, rounds), default=0) or 1
    return [round(abs(number) / top * _SMALL_HEIGHT, 2) for number in rounds]


def _seat(seat: Mapping[str, Any], across: Callable[[float], float]) -> dict[str, Any]:
    spread, interval = seat["scores"], seat.get("interval") or (0, 0)
    box = {name: across(value) for name, value in spread.items()} if spread else None
    low, high = (round(number * _BAR, 2) for number in interval)
    return {**seat, "bar": round(seat["share"] * _BAR, 2), "box": box, "from": low, "to": high}


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


def comparison_values(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `compare` told as values for a template. Raises KeyError and TypeError for anything else."""
    differences = [{**one, "drawn": _drawn(one)} for one in told["differences"]]
    return {"told": told, "sure": [one for one in differences if one["sure"]], "all": differences}


def _drawn(one: Mapping[str, Any]) -> Mapping[str, float] | None:
    """Return where the interval of a difference lies in a drawing 100 wide with 0 in its middle."""
    if one["interval"] is None:
        return None
    low, high = one["interval"]
    reach = max(abs(low), abs(high)) or 1.0
    across = [round(_BAR / 2 + 45 * number / reach, 2) for number in (low, high, one["difference"])]
    return dict(zip(("low", "high", "middle"), across, strict=True))
