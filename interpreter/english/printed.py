"""The words printed on a card, held against what the card does: numbers that differ, and what may or must be done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.interpreter.content.model import Card, Game
from rulewright.interpreter.english.cards import Explainer, SideText
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import ScalarNode

# The words for 0 and 1 are left out: `one` is as often a pronoun.
_UNITS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_VALUES = {
    **{f"{tens}-{unit}": _TENS[tens] + _UNITS[unit] for tens in _TENS for unit in _UNITS},
    **_UNITS,
    **_TENS,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "hundred": 100,
    "twice": 2,
    "double": 2,
}
# Digits behind a letter or a point belong to a name; with letters behind them they are an ordinal.
_NUMBER = re.compile(rf"(?<![\w.])\d{{1,9}}(?!\w)|\b(?:{'|'.join(_VALUES)})\b", re.IGNORECASE)
_CHOICE = re.compile(
    r"\bmay\b(?! not\b)|\bcan\b(?! not\b)|\bup to\b|\bany number\b|\bif you (?:like|want|wish)\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\bmay\b", re.IGNORECASE)
_MUST = re.compile(r"\bmust\b(?! not\b)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """The words on a card: their node, the card's position, and the side they stand on, None for the whole card."""

    node: ScalarNode
    card: int
    side: int | None


def find_misprints(game: Game, printed: Sequence[Printed], findings: Findings) -> None:
    """Make a finding for all words on a card that tell other numbers, or another freedom, than its effects."""
    explainer = Explainer(game)
    for words in printed:
        card = game.cards[words.card]
        sides = explainer.card(card).sides
        shown = sides if words.side is None else sides[words.side : words.side + 1]
        _compare(words.node, card, shown, findings)


def _compare(node: ScalarNode, card: Card, sides: Sequence[SideText], findings: Findings) -> None:
    said = [sentence.words for side in sides for sentence in side.sentences]
    does = " ".join(said) or "nothing"
    names = [side.name for side in card.sides]
    fields = [field for side in sides for field in side.fields]
    here = list(_numbers(node.text, names))
    done = {number for text in said for number, _ in _numbers(text, names)}
    known = done | {number for text in fields for number, _ in _numbers(text, names)}
    wrong = [found for found in here if found[0] not in known]
    # A single one is often printed as `a`.
    missing = sorted(done - {number for number, _ in here} - {0, 1})
    if wrong or missing:
        found = wrong[0][1] if wrong else None
        span = (
            node.place(found.start(), len(found[0])) if found is not None else node.place(0, len(node.text))
        )
        findings.add("RW609", span, f"{_difference(wrong, missing)}: {does}")
    choice, must = _CHOICE.search(node.text), _MUST.search(node.text)
    if choice is not None and not _CHOICE.search(does):
        span = node.place(choice.start(), len(choice[0]))
        findings.add("RW609", span, f"“{choice[0]}” is printed, but the card leaves no choice: {does}")
    elif choice is None and _MAY.search(does):
        span = node.place(must.start(), len(must[0])) if must is not None else node.place(0, len(node.text))
        met = f"“{must[0]}”" if must is not None else "no “may”"
        findings.add("RW609", span, f"{met} is printed, but the card leaves a choice: {does}")


def _difference(wrong: Sequence[tuple[int, re.Match[str]]], missing: Sequence[int]) -> str:
    numbers = " and ".join(str(number) for number in missing)
    if not wrong:
        return f"its effects say {numbers}, which {'is' if len(missing) == 1 else 'are'} not printed"
    return f"“{wrong[0][1][0]}” is printed, but its effects say {numbers or 'no such number'}"


def _numbers(text: str, names: Sequence[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the numbers of a text with their places, in digits or words; those in names of the card are none."""
    named = [
        match.span() for name in names if name for match in re.finditer(re.escape(name), text, re.IGNORECASE)
    ]
    for match in _NUMBER.finditer(text):
        if not any(start <= match.start() < end for start, end in named):
            word = match[0].lower()
            yield (_VALUES[word] if word in _VALUES else int(word)), match
