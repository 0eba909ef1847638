"""The grammar of English as far as sentences about games need it: articles, plurals, enumerations, marks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.interpreter.content.forms import plural

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_NO_VERBS = frozenset(
    ("this", "its", "always", "besides", "plus", "minus", "times", "towards", "hers", "theirs")
)
_THIRD_PERSON = {"is": "are", "has": "have", "does": "do", "was": "were"}
_IRREGULAR = {"have": "has", "do": "does", "be": "is", "may": "may", "must": "must", "can": "can"}
_NOT_VERBS = frozenset(
    (
        "if",
        "for",
        "as",
        "each",
        "all",
        "the",
        "a",
        "an",
        "up",
        "any",
        "nothing",
        "you",
        "they",
        "that",
        "this",
        "your",
    )
)
_NEGATED = re.compile(r"\b(is|are|was|were|can|may|must|will)\b(?! not\b| no\b)")
_HAD = re.compile(r"\b(has|have) (?:an? |any |at least 1 )")


def with_article(noun: str) -> str:
    """Return a noun behind `a` or `an`."""
    return f"{'an' if noun[:1].lower() in tuple('aeiou') else 'a'} {noun}"


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Return an enumeration: `a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def spans_of(numbers: Sequence[int]) -> list[str]:
    """Return rising numbers as they are written in a row: four or more that follow one another as `1 to 4`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        part
        for run in runs
        for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 3 else [str(number) for number in run])
    ]


def ordinal(number: int) -> str:
    """Return 1st, 2nd, 3rd, 4th and so on."""
    return _ORDINALS.get(number, f"{number}th")


def many(subject: str) -> bool:
    """Say whether the verb behind a subject is that of several, as behind `you`."""
    return subject in ("you", "they") or subject.startswith(("those ", "all "))


def verb(subject: str, third: str) -> str:
    """Return a verb, given in the third person, as it stands behind a subject."""
    return _second_person(third) if many(subject) else third


def subject_verb(subject: str, third: str) -> str:
    """Return a subject and its verb, which is given in the third person."""
    return f"{subject} {verb(subject, third)}"


def third_person(order: str) -> str | None:
    """Return an order as what somebody else does: `draw a Tile` is `draws a Tile`; None where it begins otherwise."""
    first, blank, rest = order.partition(" ")
    if not first.isalpha() or not first.islower() or first in _NOT_VERBS:
        return None
    return f"{_third(first)}{blank}{rest}"


def _third(first: str) -> str:
    if first in _IRREGULAR:
        return _IRREGULAR[first]
    if first.endswith(("s", "x", "ch", "sh", "o")):
        return f"{first}es"
    return f"{first[:-1]}ies" if first.endswith("y") and first[-2:-1] not in tuple("aeiou") else f"{first}s"


def negated(clause: str) -> str:
    """Return the opposite of a clause."""
    if clause.startswith(("there is a ", "there is an ")):
        return f"there is no {clause.split(' ', 3)[3]}"
    for begin, other in (("at least ", "fewer than "), ("at most ", "more than ")):
        if clause.startswith(begin):
            return f"{other}{clause.removeprefix(begin)}"
    if ", unless " in clause:
        return f"it is not true that {clause}"
    if clause.startswith("nobody "):
        return f"somebody {clause.removeprefix('nobody ')}"
    had, be = _HAD.search(clause), _NEGATED.search(clause)
    if had is not None and (be is None or had.start() < be.start()):
        return f"{clause[: had.start()]}{had[1]} no {clause[had.end() :]}"
    if be is None:
        has = re.search(r"\b(has|have) ", clause)
        return f"{clause[: has.end()]}no {clause[has.end() :]}" if has else f"it is not true that {clause}"
    mark = "not" if be[1] == "can" else " not"
    return f"{clause[: be.end()]}{mark}{clause[be.end() :]}"


def sentence(words: str) -> str:
    """Return words as a sentence: with a capital letter and a full stop."""
    text = words.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def uncapitalized(words: str) -> str:
    """Return words that can stand inside a sentence: a first word of small letters only loses its capital."""
    first = words.split(" ", 1)[0]
    return words[:1].lower() + words[1:] if first[1:].islower() or len(first) == 1 else words


def clause_of(about: str) -> str:
    """Return the first clause of a sentence of documentation: up to a semicolon, a colon or a full stop."""
    return re.split(r"[;:]|\.(?:\s|$)", about, maxsplit=1)[0].strip()


def substituted(
    text: str, name: str, words: str, possessive: str, later: tuple[str, str] | None = None
) -> str:
    """Return a text in which `the NAME` became other words; a verb behind `you` loses its third person.

    `later` are the words, and their possessive, from the second time on; without it they stay the same.
    """
    shown = name.replace("_", " ").replace("-", " ")
    pattern = re.compile(rf"\b[Tt]he {re.escape(shown)}('s)?(?P<verb> [a-z]+)?(?![\w-])")
    met = 0

    def change(match: re.Match[str]) -> str:
        nonlocal met
        met += 1
        word, whose = later if later is not None and met > 1 else (words, possessive)
        verb = match["verb"] or ""
        if match[1]:
            return whose + verb
        return word + (f" {_second_person(verb.strip())}" if verb and many(word) else verb)

    return pattern.sub(change, text)


def _second_person(verb: str) -> str:
    if verb in _THIRD_PERSON:
        return _THIRD_PERSON[verb]
    if verb in _NO_VERBS:
        return verb
    if verb.endswith(("oes", "sses", "ches", "shes", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") and len(verb) > 3 else verb


__all__ = [
    "clause_of",
    "joined",
    "many",
    "negated",
    "ordinal",
    "plural",
    "sentence",
    "spans_of",
    "subject_verb",
    "substituted",
    "third_person",
    "uncapitalized",
    "verb",
    "with_article",
]
