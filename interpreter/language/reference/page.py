"""Prints docs/language.md, the language's reference: `python -m rulewright.interpreter.language.reference.page`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rulewright.interpreter.language.reference.entries import groups
from rulewright.interpreter.language.reference.entry import Asked, Entry, Gives, Group, Then
from rulewright.interpreter.language.reference.points import POINTS, Point
from rulewright.interpreter.language.reference.refused import REFUSED

_HEAD = """\
# The effect language

<!-- Printed by `python -m rulewright.interpreter.language.reference.page` from entries.py beside it; edit there. -->

What a card does, what a phase does and what is worth how much is written in a small language that reads like a
rulebook. It stands inside YAML, one statement a line, blocks by indentation, `#` before a comment. Everything is
checked when a game is loaded: names, types, who acts, what may be none.

A first card, and what is in it:

```yaml
kind: helper
cards:
  scout:
    wage: 1                          # a field, declared by the kind
    front:
      abilities:
        - when: fair(suit)           # the window in which it may be used
          do: |
            choose a stone from shelf.low where stone.suit == suit "Take a stone"
            pay price(stone) coins
            move stone to me.hand
    back: {}
```

Words used here: a **component** is a card, tile or piece; a **kind** says what its components are like; a **zone** is a
place for them; a **counter** is a number of a player; a **window** is a moment at which abilities may be used; a
**value** is a named formula that cards may change; an **action** is a named effect.

Habits that help: name the thing (`choose a stone`, not `choose a card`); one ability, one line; a number that two cards
share becomes the parameter of an action; a condition used twice becomes a value. An effect with `:`, `,`, `"`, `{` or
`#` goes in a `|` block, since YAML would cut it.

In the forms below capitals stand for what you fill in, `[...]` for what may be left out, `|` for a choice. Every
example runs in a test, on the small game in `tests/language/data/`: Ann and Ben have 5 coins each; `flint` (sun, weight
1), `slate` (moon, 2) and `chalk` (star, 3) lie on `shelf.low`; `amber` (sun, 2), `onyx` (moon, 1) and `pearl` (star, 4)
in `bag`; helpers such as `guide` on `bench`. Unless an example says more, Ann is the player who acts.
"""

_TAIL = """\
Nothing runs without end: between two decisions there may be 10,000,000 steps, in a game 100,000 decisions, and rules
may lead to one another 200 levels deep. Levels are counted of rules that may come back to themselves (in a game with
longer chains of others, of all): an action and an effect of a card that wait for what they have called are one level
each, an ability in a window four; while it is found out what can start, each call is one more, and each question two.
Running out is a fault that names the rule and its place (`test_fuel_...`, `test_what_asks_for_ever_...`). Every turn of
a loop counts as many steps as the loop has parts, a statement for 15 of them, a name, number or sign of a formula for
one; so does every item of a list that a formula goes through, and every call of an action, a value, an effect of a card
or an ability for what is called. A list that is built counts one step for each entry, and of components that are moved,
drawn or flipped together each behind the first counts 15. A value through which more than 100 parts of formulas stand
within one another is a finding.

No number grows without end: a product of two numbers, and what a counter or a state keeps between two decisions, is at
most 10 to the power of 15, above or below 0, and no random number is drawn from more numbers than that; more is a fault
that names the formula, or the counter or state (`test_what_has_grown_too_large_...`).
"""

_LANGUAGES = {"effect": "", "formula": "", "template": "", "rules": "yaml", "main": "yaml", "cards": "yaml"}


def page() -> str:
    """Return the whole page as Markdown."""
    parts = [_HEAD]
    for group in groups():
        parts.append(f"## {group.title}\n\n{group.about}\n")
        parts.extend("\n".join(_entry(group, entry)) for entry in group.entries)
    parts.append(
        "## What is decided\n\n"
        "Where a reader of a rule could doubt, this is what it means. The tests named lie in"
        " `tests/language/test_semantics.py`.\n"
    )
    parts.extend(_point(point) for point in POINTS)
    parts.append(_TAIL)
    parts.append("## What is not said, and why\n")
    parts.extend(f"- **{one.title}.** {one.words}" for one in REFUSED)
    parts.append("")
    return "\n".join(parts)


def _entry(group: Group, entry: Entry) -> Iterator[str]:
    yield f"### {entry.name}\n"
    yield f"`{entry.form}`\n"
    yield f"{entry.meaning}\n"
    if group.sort in ("formula", "template") and "\n" not in entry.example:
        yield f"`{entry.example}` {' '.join(_steps(group, entry))}\n"
        return
    yield f"```{_LANGUAGES[group.sort]}\n{entry.example}\n```\n"
    if entry.tried:
        yield f"Ann carries out\n\n```\n{entry.tried}\n```\n"
    yield "\n".join(f"- {step}" for step in _steps(group, entry)) + "\n"


def _steps(group: Group, entry: Entry) -> Iterator[str]:
    for step in entry.steps:
        match step:
            case Asked():
                yield f"{step.player} is offered {_codes(step.offered)} and takes `{step.taken}`."
            case Then():
                yield f"Then `{step.condition}`."
            case Gives():
                yield f'reads "{step.value}"' if group.sort == "template" else f"gives {_codes(step.value)}."


def _codes(words: str) -> str:
    return ", ".join(f"`{word}`" for word in words.split(", "))


def _point(point: Point) -> str:
    return f"{point.number}. **{point.title}.** {point.decision} (`{point.tests}...`)\n"


if __name__ == "__main__":
    sys.stdout.write(page())
