"""Says which numbers are larger than any game needs: products at once, counters and states after each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.errors import TooLarge
from rulewright.interpreter.state.limits import LARGEST, SMALL_FACTOR, written

if TYPE_CHECKING:
    from rulewright.interpreter.state.setting import Setting


def is_small_factor(e: c.Expr) -> bool:
    """Say whether a formula is a number written out that no product need be looked at for."""
    while isinstance(e, c.Negative):
        e = e.of
    return isinstance(e, c.Const) and isinstance(e.value, int) and abs(e.value) <= SMALL_FACTOR


def product(left: int, right: int, span: Span) -> int:
    """Return the product of two numbers of which none is a small factor. Raises TooLarge, at the place given."""
    number = left * right
    if not -LARGEST <= number <= LARGEST:
        raise TooLarge(span, too_large_product(left, right))
    return number


def too_large_product(left: int, right: int) -> str:
    """Return what is wrong with a product that is too large."""
    return f"{written(left)} times {written(right)} is too large: no product may be beyond {LARGEST}"


def too_wide(low: int, high: int) -> str:
    """Return what is wrong with a range from which a random number is drawn when it has more numbers than `LARGEST`."""
    return f"{written(low)} to {written(high)} is too wide: no draw may be from more than {LARGEST} numbers"


def grown_too_large(t: Setting, v: Sequence[int]) -> TooLarge | None:
    """Return a fault when a counter or a state among the numbers of a position is beyond the limit, else None."""
    for part in t.layout.counted:
        numbers = v[part]
        if numbers and (max(numbers) > LARGEST or min(numbers) < -LARGEST):
            return next(_grown(t, v))
    return None


def _grown(t: Setting, v: Sequence[int]) -> Iterator[TooLarge]:
    """Yield a fault for every counter and state beyond the limit, in the order of their declaration."""
    for words, span, slot in _counted(t):
        number = v[slot]
        if not -LARGEST <= number <= LARGEST:
            yield TooLarge(
                span,
                f"{words} is {written(number)}, too large: no counter or state may be beyond {LARGEST};"
                " look for what changes it again and again, and bound it there",
            )


def _counted(t: Setting) -> Iterator[tuple[str, Span, int]]:
    """Yield every counter and state: what it is called, where it is declared, and its slot."""
    game, layout = t.game, t.layout
    for counter in game.counters.values():
        entries = game.enums[counter.by].values if counter.by else ("",)
        for player, who in enumerate(t.names):
            for index, entry in enumerate(entries):
                words = f"{counter.name}[{entry}]" if entry else counter.name
                yield f"{words} of {who}", counter.span, layout.counter_slot(counter.name, player, index)
    for field in game.state.values():
        yield f"{field.name} of the game", field.span, layout.game_state[field.name]
    for component, id_ in enumerate(layout.ids):
        for field in game.kinds[layout.kind_of[component]].state.values():
            yield f"{field.name} of {id_}", field.span, layout.state_slot(component, field.name)
