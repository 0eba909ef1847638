"""Findings: what is wrong with the content, where it stands, and what was probably meant."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rulewright.interpreter.codes import CODES, CodeInfo, Severity
from rulewright.interpreter.records import record

__all__ = [
    "CODES",
    "CodeInfo",
    "ContentError",
    "Finding",
    "Findings",
    "Severity",
    "Span",
    "as_json",
    "nearest",
    "once_each",
    "render_github",
    "render_text",
]

# A longer source line is shown as the part around the caret.
_SHOWN_WIDTH = 160
# Words longer than this are not compared letter by letter: nobody mistypes them into a name.
_LONGEST_NAME = 60


Rank = tuple[int, bool, int]
"""How far one word is from another, smaller is nearer: slips, whether first letters differ, difference of lengths."""


@record
class Span:
    """A stretch of one line of a file.

    `file` is a posix path, relative to the content root where possible. `line` and `column` count from 1, columns in
    characters; `end_column` is exclusive and on the same line.
    """

    file: str
    line: int
    column: int
    end_column: int


# What is said of a name that nothing declares.
_UNKNOWN_NAMES = frozenset(
    ("RW201", "RW206", "RW214", "RW215", "RW216", "RW217", "RW218", "RW220", "RW227", "RW408")
)
# And of a name that should be one of an enum; a word that a schema wants has the same code, and is no such name.
_NO_ENUM_VALUE = ("RW104", " value of ")
_OTHERS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake at one place; `suggestion` is the right word alone, or None."""

    code: str
    severity: Severity
    span: Span
    message: str
    suggestion: str | None = None


class Findings:
    """Collects findings; the same code, place and message count once. Iterates by file, line and column."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span, str], Finding] = {}

    def add(self, code: str, span: Span, message: str, suggestion: str | None = None) -> None:
        """Note a finding; the severity comes with the code. Raises KeyError for a code that is not in CODES."""
        severity = CODES[code].severity
        self._found.setdefault((code, span, message), Finding(code, severity, span, message, suggestion))

    def extend(self, others: Iterable[Finding]) -> None:
        """Take over findings from elsewhere."""
        for finding in others:
            self.add(finding.code, finding.span, finding.message, finding.suggestion)

    def hear_of(self, start: str, scalar: object, shift: int, length: int) -> None:
        """Be told that a text of a file could be read as `start` (effect, formula, ...); here nobody asks.

        It is the part of a scalar that begins at `shift`: all of it, or a formula in braces.
        """

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that are errors, in order; warnings are left out."""
        return tuple(finding for finding in self if finding.severity == "error")

    def __iter__(self) -> Iterator[Finding]:
        return iter(sorted(self._found.values(), key=_order))

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return bool(self._found)


def once_each(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in order, but an unknown name once, where it is met first; the message tells how often it is.

    When a declaration is misspelt, every use of the right name makes the same finding.
    """
    found = sorted(findings, key=_order)
    alike: dict[tuple[str, str], list[Finding]] = {}
    for finding in found:
        if _is_unknown_name(finding):
            alike.setdefault(_name_in(finding), []).append(finding)
    told: list[Finding] = []
    for finding in found:
        same = alike[_name_in(finding)] if _is_unknown_name(finding) else [finding]
        if finding is same[0]:
            told.append(finding if len(same) == 1 else replace(finding, message=_message_of_all(same)))
    return told


def _is_unknown_name(finding: Finding) -> bool:
    code, words = _NO_ENUM_VALUE
    return finding.code in _UNKNOWN_NAMES or (finding.code == code and words in finding.message)


def _name_in(finding: Finding) -> tuple[str, str]:
    """What makes findings alike: the unknown name, which the message has last, with the right one; else the message."""
    *_, name, _ = finding.message.split("`") if finding.message.count("`") > 1 else ("", "")
    return (finding.suggestion, name) if finding.suggestion and name else (finding.code, finding.message)


def _message_of_all(same: list[Finding]) -> str:
    others = [f"{one.span.file}:{one.span.line}" for one in same[1:]]
    shown = ", ".join(others[:_OTHERS_SHOWN]) + (", ..." if len(others) > _OTHERS_SHOWN else "")
    count = "1 other place" if len(others) == 1 else f"{len(others)} other places"
    return f"{same[0].message}, here and at {count}: {shown}"


def _order(finding: Finding) -> tuple[str, int, int, str, str]:
    span = finding.span
    return (span.file, span.line, span.column, finding.code, finding.message)


class ContentError(Exception):
    """Content that cannot be used; carries the findings that say why."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        first = next(iter(findings), None)
        text = (
            f"{first.span.file}:{first.span.line}: {first.message}" if first else "the content cannot be used"
        )
        more = len(findings) - 1
        super().__init__(f"{text} (and {more} more)" if more > 0 else text)


# ---- the nearest right name


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was probably meant by `word`, or None when none is near enough.

    Case does not count, hyphen and underscore and blank are the same. One slip (a letter wrong, missing, too much, or
    two swapped) is forgiven in short words, two from six letters on, three from ten. Failing that, a word of three
    letters or more stands for the only candidate that begins with it. Never returns `word` itself.
    """
    wanted = _folded(word)
    if not wanted or len(wanted) > _LONGEST_NAME:
        return None
    names = sorted({name for name in candidates if name != word})
    ranked = ranked_near(word, names)
    if ranked:
        return ranked[0][1]
    longer = [name for name in names if len(wanted) >= 3 and _folded(name).startswith(wanted)]
    return longer[0] if len(longer) == 1 else None


def ranked_near(word: str, candidates: Iterable[str]) -> list[tuple[Rank, str]]:
    """The candidates that may be meant by `word` with their ranks, the nearest first; never `word` itself."""
    wanted = _folded(word)
    ranks = ((_rank(wanted, _folded(name)), name) for name in set(candidates) if name != word)
    return sorted((rank, name) for rank, name in ranks if rank is not None)


def _folded(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


def _rank(wanted: str, name: str) -> Rank | None:
    """How far `name` is from `wanted`, smaller is nearer; None when it is too far to be meant."""
    longest = max(len(wanted), len(name))
    allowed = 1 if longest < 6 else 2 if longest < 10 else 3
    if abs(len(wanted) - len(name)) > allowed or not name:
        return None
    distance = _distance(wanted, name)
    # Of two letters, one must be right; of one letter, none is left that could tell.
    if distance > allowed or distance >= longest:
        return None
    return (distance, wanted[0] != name[0], abs(len(wanted) - len(name)))


@lru_cache(maxsize=4096)
def _distance(one: str, other: str) -> int:
    """Slips between two words: a letter changed, added, dropped, or swapped with its neighbour."""
    before: list[int] = []
    current = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, current = before, current, [i]
        for j, letter_there in enumerate(other, 1):
            cost = min(before[j] + 1, current[j - 1] + 1, before[j - 1] + (letter != letter_there))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == letter_there:
                cost = min(cost, earlier[j - 2] + 1)
            current.append(cost)
    return current[-1]


# ---- for people


def render_text(findings: Iterable[Finding], read_line: Callable[[str, int], str | None]) -> str:
    """The findings for a terminal: place, code, message, the source line and a caret under the place.

    `read_line(file, line)` gives a line of a file (lines count from 1) without or with its line end, or None when
    there is no such line; then the line and its caret are left out.
    """
    return "".join(_paragraph(finding, read_line) for finding in findings)


def _paragraph(finding: Finding, read_line: Callable[[str, int], str | None]) -> str:
    span = finding.span
    hint = f" (did you mean {finding.suggestion}?)" if finding.suggestion is not None else ""
    said = "\n".join(_printable(line) for line in f"{finding.message}{hint}".split("\n"))
    head = f"{span.file}:{span.line}:{span.column}: {finding.severity} {finding.code}: {said}\n"
    line = read_line(span.file, span.line)
    return head if line is None else head + _excerpt(line.rstrip("\r\n"), span)


def _excerpt(line: str, span: Span) -> str:
    start = min(max(span.column - 1, 0), len(line))
    end = max(min(span.end_column - 1, len(line)), start)
    first = max(0, start - _SHOWN_WIDTH // 2) if len(line) > _SHOWN_WIDTH else 0
    last = min(len(line), first + _SHOWN_WIDTH)
    shown, lead, marked = line[first:last], line[first:start], line[start : min(end, last)]
    before, after = ("..." if first else ""), ("..." if last < len(line) else "")
    # Tabs are kept in the line of the caret too, so both lines reach the same stop wherever it is.
    gap = "".join("\t" if char == "\t" else " " * _width(char) for char in lead)
    carets = "^" * max(1, sum(_width(char) for char in marked))
    return f"    {before}{_printable(shown)}{after}\n    {' ' * len(before)}{gap}{carets}\n"


def _printable(text: str) -> str:
    """The text without characters that would move the cursor or colour the terminal."""
    return "".join("\ufffd" if _is_control(char) else char for char in text)


def _is_control(char: str) -> bool:
    # Cc control, Cs lone surrogate, Cf invisible format (such as right-to-left marks), Zl and Zp line separators
    return char != "\t" and unicodedata.category(char) in ("Cc", "Cs", "Cf", "Zl", "Zp")


def _width(char: str) -> int:
    """Columns of a terminal that the character takes."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


# ---- for machines


def as_json(finding: Finding) -> dict[str, str | int | None]:
    """The finding as a JSON object with a fixed order of keys."""
    span = finding.span
    return {
        "code": finding.code,
        "severity": finding.severity,
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_column": span.end_column,
        "message": finding.message,
        "suggestion": finding.suggestion,
    }


def render_github(findings: Iterable[Finding]) -> str:
    """The findings as workflow commands, which GitHub shows as annotations beside the line."""
    return "".join(_annotation(finding) for finding in findings)


def _annotation(finding: Finding) -> str:
    span = finding.span
    hint = f" (did you mean {finding.suggestion}?)" if finding.suggestion is not None else ""
    place = f"file={_property(span.file)},line={span.line},endLine={span.line},col={span.column}"
    title = f"{finding.code} {CODES[finding.code].title}"
    return (
        f"::{finding.severity} {place},endColumn={max(span.end_column, span.column)},title={_property(title)}"
        f"::{_data(finding.message + hint)}\n"
    )


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
