"""Comments that ask to ignore a warning, `# rulewright: ignore CODE REASON`: found in files, held against findings.

Such a comment counts for the line on which it stands; alone on its line, for the next line that holds anything else.
Errors cannot be ignored: content with errors cannot be played.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.codes import CODES
from rulewright.interpreter.findings import Finding, Findings, Span, nearest

ABOUT_COMMENTS = ("RW607", "RW608")
IGNORABLE = tuple(
    code
    for code, info in CODES.items()
    if info.severity == "warning" and code not in (*ABOUT_COMMENTS, "RW604")  # such a file is not read at all
)
"""The codes that a comment can ask to ignore."""

_WORD = "ignore"
# Another comment may follow on the same line.
_COMMENT = re.compile(r"(?:^|(?<=\s))#[ \t]*rulewright(?P<colon>[ \t]*:)?(?P<order>(?:(?!\s#).)*)")
_ORDER = re.compile(r"[ \t]*(?P<word>\S+)(?:[ \t]+(?P<code>\S+))?(?:[ \t]+(?P<reason>\S.*))?")
_MARK = b"rulewright"


@dataclass(frozen=True, slots=True)
class _Ignore:
    """A comment that is understood: its own place, its code, and the line for which it counts."""

    span: Span
    code: str
    line: int
    understood: bool


class Ignores:
    """The comments of some files."""

    def __init__(self) -> None:
        self._found: list[_Ignore] = []
        self.mistakes = Findings()
        """Comments that are not understood."""

    def read(self, path: Path, shown_as: str) -> None:
        """Look for comments in a file; one that cannot be read has none."""
        with suppress(OSError):
            self.look(path.read_bytes() if path.is_file() else b"", shown_as)

    def look(self, data: bytes, shown_as: str) -> None:
        """Look for comments in what a file holds."""
        if _MARK not in data:
            return
        text = data.decode("utf-8", errors="replace").removeprefix("\ufeff")
        lines = [line.removesuffix("\r") for line in text.split("\n")]
        quoted = _quoted(text)
        for number, line in enumerate(lines, 1):
            for comment in _COMMENT.finditer(line):
                if not any(_covers(place, number, comment.start()) for place in quoted):
                    self._comment(comment, lines, number, shown_as)

    def applied(self, findings: Iterable[Finding], looked_through: Container[str]) -> Iterator[Finding]:
        """Yield the findings that no comment asks to ignore, and those about comments.

        That a comment ignores nothing is told only of files that were looked through for every warning.
        """
        waiting = {(ignore.span.file, ignore.line, ignore.code): ignore for ignore in self._found}
        met: set[tuple[str, int, str]] = set()
        for finding in findings:
            key = (finding.span.file, finding.span.line, finding.code)
            if key in waiting:
                met.add(key)
            else:
                yield finding
        yield from self.mistakes
        idle = Findings()
        for ignore in self._found:
            if ignore.span.file not in looked_through or not ignore.understood:
                continue
            if (ignore.span.file, ignore.line, ignore.code) not in met:
                message = f"there is no {ignore.code} to ignore in line {ignore.line}: take the comment away"
                idle.add("RW608", ignore.span, message)
        yield from idle

    # ------------------------------------------------------------ single comments
    def _comment(self, comment: re.Match[str], lines: list[str], number: int, file: str) -> None:
        order = _ORDER.match(comment["order"])
        begin, end = comment.start(), comment.start() + len(comment[0].rstrip())
        if comment["colon"] is None:
            # Without a colon it may be anything that somebody writes about this program.
            if order is not None and order["word"] == _WORD:
                self._wrong(file, number, begin, end, "`rulewright` needs a colon behind it", None)
            return
        if order is None or order["word"] != _WORD:
            near = nearest(order["word"], [_WORD]) if order is not None else None
            self._wrong(file, number, begin, end, "this comment orders nothing that is known", near)
            return
        wrong = _wrong_code(order["code"]) or _wrong_reason(order)
        code = order["code"]
        if wrong is not None:
            self._wrong(file, number, begin, end, *wrong)
            code = code if code in IGNORABLE else wrong[1]
        # What was probably meant is ignored all the same: one mistake makes one finding.
        if code is not None:
            alone = not lines[number - 1][:begin].strip()
            goal = _next_line(lines, number) if alone else number
            span = Span(file, number, begin + 1, end + 1)
            self._found.append(_Ignore(span, code, goal, understood=wrong is None))

    def _wrong(self, file: str, line: int, begin: int, end: int, why: str, near: str | None) -> None:
        message = f"{why}; the form is `# rulewright: ignore CODE REASON`"
        self.mistakes.add("RW607", Span(file, line, begin + 1, end + 1), message, near)


def _wrong_code(code: str | None) -> tuple[str, str | None] | None:
    if code is None:
        return "the code of the warning is missing", None
    if code in IGNORABLE:
        return None
    if code in CODES and CODES[code].severity == "error":
        return f"{code} is an error, and only warnings can be ignored", None
    if code in CODES:
        return f"{code} cannot be ignored", None
    return f"there is no code `{code}`", nearest(code, IGNORABLE)


def _wrong_reason(order: re.Match[str]) -> tuple[str, str | None] | None:
    return None if order["reason"] else ("the reason is missing", None)


def _next_line(lines: list[str], number: int) -> int:
    """Return the next line behind a comment that is neither blank nor a comment; the comment's own when none is."""
    for behind, line in enumerate(lines[number:], number + 1):
        if line.strip() and not line.strip().startswith("#"):
            return behind
    return number


# ---------------------------------------------------------------- texts in quotes
_Place = tuple[tuple[int, int], tuple[int, int]]
"""Where a quoted text begins and ends: lines from 1, columns from 0."""


def _quoted(text: str) -> list[_Place]:
    """Return the places of all texts in quotes: what looks like a comment there is none."""
    import yaml  # only a file with such a comment needs it here

    found: list[_Place] = []
    with suppress(yaml.YAMLError):  # broken YAML is found elsewhere
        loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
        for token in yaml.scan(text, Loader=loader):
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                start, end = token.start_mark, token.end_mark
                found.append(((start.line + 1, start.column), (end.line + 1, end.column)))
    return found


def _covers(place: _Place, line: int, column: int) -> bool:
    return place[0] <= (line, column) < place[1]
