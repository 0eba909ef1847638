"""Takes out of a compiled game the functions that one card was compiled to, for people to read."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.compiler.build import NO_PLACE, Build


def excerpt(build: Build, card: str) -> str:
    """Return the functions of a card (its id) as Python, each below the place it comes from; empty for none."""
    words = {f"card {card}", f"card {card} front", f"card {card} back"}
    units = {unit for unit, (rule, _) in build.rules.items() if rule in words}
    own = [(name, owner, calls) for name, _, _, owner, calls in build.functions]
    wanted = {name for name, owner, _ in own if owner in units}
    shared = {name for name, owner, _ in own if owner == name and name not in build.rules}
    shown, waiting = set(wanted), list(wanted)
    calls_of = {name: calls for name, _, calls in own}
    while waiting:
        more = shared.intersection(calls_of[waiting.pop()]) - shown
        shown |= more
        waiting += more
    lines = build.source.split("\n")
    return "\n\n".join(
        _shown(build, first, lines[first - 1 : end - 1])
        for name, first, end, _, _ in build.functions
        if name in shown
    )


def _shown(build: Build, first: int, lines: Sequence[str]) -> str:
    places = (build.place_of_line(first + offset) for offset in range(len(lines)))
    place = next((place for place in places if place != NO_PLACE), NO_PLACE)
    span = build.span(place)
    return "\n".join([*([f"# {span.file}:{span.line}"] if span is not None else []), *lines])
