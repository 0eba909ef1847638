"""Errors of the YAML parsers in plain words: what was met, what was wanted, and the likely fix.

PyYAML has two parsers, in C and in Python, which word the same error differently; a pattern covers both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from yaml import MarkedYAMLError

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source.text import SourceText

TAG_MESSAGE = (
    "a word with ! is a tag of YAML, which has no use here: delete it; a text that begins with ! needs quotes"
)
_BLOCK_HINT = "put the text in a | block below its key"
_ODD_BLANK = re.compile("[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.)", re.DOTALL)
_GLUED_DASH = re.compile(r"^ *(-)[a-z][\w ]*:(?: |$)")
_GLUED_COLON = re.compile(r"^ *(?:- +)*[\w ()-]+?(:)(?=[^\s:/])")


@dataclass(frozen=True, slots=True)
class _Slip:
    """An error with what stands around it; indexes into the text of the file."""

    source: SourceText
    problem: str
    at: int
    opened: (
        int  # where the thing began in which the error was met; the same as `at` when the parser does not say
    )

    @property
    def text(self) -> str:
        return self.source.text

    @property
    def met(self) -> str:
        """The character at which the parser gave up, as shown to people."""
        rest = self.text[self.at : self.at + 1]
        return (
            "the end of the line"
            if rest in "\r\n" and rest
            else f"`{rest}`"
            if rest
            else "the end of the file"
        )

    @property
    def before(self) -> str:
        """The part of the line before the error."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def row(self) -> int:
        return self.text.count("\n", 0, self.at)

    @property
    def opened_row(self) -> int:
        return self.text.count("\n", 0, self.opened)

    @property
    def opened_column(self) -> int:
        return self.opened - (self.text.rfind("\n", 0, self.opened) + 1)


@dataclass(frozen=True, slots=True)
class _Explained:
    """A slip in words, with the stretch of the text where it stands and its code."""

    message: str
    start: int
    end: int
    code: str = "RW008"


def note_syntax_error(error: MarkedYAMLError, source: SourceText, findings: Findings) -> None:
    """Add the one finding that says what is wrong; the parser cannot go on behind it."""
    mark = error.problem_mark or error.context_mark
    opened = error.context_mark or mark
    if mark is None or opened is None:
        findings.add("RW008", Span(source.file, 1, 1, 1), "the file is not valid YAML")
        return
    problem = f"{error.context or ''}: {error.problem or ''}"
    slip = _Slip(
        source, problem, source.index(mark.line, mark.column), source.index(opened.line, opened.column)
    )
    found = _explain(slip)
    findings.add(found.code, source.span(found.start, found.end), found.message)


def _explain(slip: _Slip) -> _Explained:
    odd = _odd_blank(slip)
    if odd is not None:
        return odd
    for pattern, explain in _EXPLANATIONS:
        if re.search(pattern, slip.problem):
            return explain(slip)
    message = (
        f"YAML does not understand {slip.met} here; look for a missing quote, bracket or colon, or for a wrong "
        "indentation, in this line or the one above"
    )
    return _Explained(message, slip.at, slip.at + 1)


def _odd_blank(slip: _Slip) -> _Explained | None:
    """A blank copied from a word processor looks right and is none; the line above may hold it, too."""
    for row in (slip.opened_row, slip.row - 1, slip.row):
        start = slip.source.index(max(row, 0), 0)
        found = _ODD_BLANK.search(slip.text, start, slip.source.line_end(max(row, 0)))
        if found:
            message = f"U+{ord(found[0]):04X} only looks like a blank, so YAML does not take it for one; type a blank"
            return _Explained(message, found.start(), found.end(), "RW006")
    return None


# ---- colons


def _stray_colon(slip: _Slip) -> _Explained:
    own = slip.before.strip(" -")
    if re.search(r":(?= |$)", slip.before):
        message = (
            f"a second colon stands in this line, where the text should go on; {_BLOCK_HINT}, or in quotes"
        )
        return _Explained(message, slip.at, slip.at + 1)
    row = _row_above(slip)
    above = slip.source.line(row + 1) or ""
    glued = _GLUED_COLON.match(above)
    if glued and not re.search(r":( |$)", above):
        start = slip.source.index(row, 0) + glued.start(1)
        return _Explained("a blank is missing behind this colon", start, start + 1)
    dash = _glued_dash(slip, row)
    if dash:
        return dash
    key = slip.at - len(slip.before.lstrip(" -"))
    if re.search(r":( |$)", above):
        message = (
            f"`{own}` begins a new key inside the value of line {row + 1}; give it the indentation of the key it "
            f"belongs beside, or, if this is text, {_BLOCK_HINT}"
        )
    else:
        message = f"`{own}` begins a new key, but line {row + 1} is a text that goes on here; is a colon missing there?"
    return _Explained(message, key, slip.at)


def _glued_dash(slip: _Slip, row: int) -> _Explained | None:
    dash = _GLUED_DASH.match(slip.source.line(row + 1) or "")
    if dash is None:
        return None
    start = slip.source.index(row, 0) + dash.start(1)
    return _Explained("a blank is missing behind this dash", start, start + 1)


def _glued_colon(slip: _Slip) -> _Explained:
    return _Explained("a blank is missing behind this colon", slip.at, slip.at + 1)


def _no_colon(slip: _Slip) -> _Explained:
    start, end = slip.opened, slip.source.line_end(slip.opened_row)
    shown = slip.text[start:end].split(" #")[0].rstrip()
    message = (
        f"`{_shortened(shown)}` has no colon, and only `key: value` can stand here; if it belongs to the text above, "
        "indent it below a key that ends in |"
    )
    return _Explained(message, start, start + len(shown))


# ---- indentation, and what follows a finished value


def _unfitting(slip: _Slip) -> _Explained:
    before = slip.before.rstrip()
    if before.strip(" -"):
        return _text_behind_value(slip, before)
    dash = _glued_dash(slip, _row_above(slip))
    if dash:
        return dash
    column, wanted = len(slip.before), slip.opened_column
    line = slip.opened_row + 1
    if slip.text.startswith("- ", slip.at) and column == wanted:
        message = f"a list entry stands among keys (the first in line {line}); indent the list below its key"
    elif slip.text.startswith(":", slip.at) and column == wanted:
        message = "a key is missing before this colon"
    elif column == wanted:
        message = f"a key stands among the list entries that begin in line {line}; a dash or its indentation is missing"
    else:
        message = (
            f"this line is indented by {_blanks(column)}, but what it could belong to {_indentations(slip)}"
        )
    return _Explained(message, slip.at, slip.source.line_end(slip.row))


def _text_behind_value(slip: _Slip, before: str) -> _Explained:
    end = slip.source.line_end(slip.row)
    if slip.text[slip.at] in "]}":
        return _Explained(f"{slip.met} closes nothing that is open", slip.at, slip.at + 1)
    if before[-1] in "\"'":
        message = f"the text goes on behind its closing quote; {_BLOCK_HINT}"
    elif before[-1] in "]}":
        message = f"something stands behind the closing bracket; {_BLOCK_HINT} if it is one, else delete it"
    else:
        message = f"{slip.met} does not belong here; {_BLOCK_HINT} if it is part of a text"
    return _Explained(message, slip.at, end)


def _indentations(slip: _Slip) -> str:
    """How far the lines are indented to which the line of the error could belong."""
    found = f"is indented by {_blanks(slip.opened_column)} (as in line {slip.opened_row + 1})"
    row = _row_above(slip)
    line = slip.source.line(row + 1) or ""
    depth = len(line) - len(line.lstrip(" "))
    return f"{found} or by {_blanks(depth)} (as in line {row + 1})" if depth != slip.opened_column else found


def _row_above(slip: _Slip) -> int:
    """The last row above the error that holds more than a comment."""
    row = slip.row - 1
    while row > 0 and not (slip.source.line(row + 1) or "").split("#")[0].strip():
        row -= 1
    return max(row, 0)


def _blanks(number: int) -> str:
    return "no blanks" if number == 0 else "1 blank" if number == 1 else f"{number} blanks"


def _outside(slip: _Slip) -> _Explained:
    message = (
        "this does not belong to what stands above it: either it is indented less than the first key of the file, or "
        "the file begins with something that is no key"
    )
    return _Explained(message, slip.at, slip.source.line_end(slip.row))


# ---- brackets and quotes


def _unclosed_bracket(slip: _Slip) -> _Explained:
    opening = slip.text[slip.opened : slip.opened + 1]
    closing = {"[": "]", "{": "}"}.get(opening, "}")
    if slip.row != slip.opened_row:
        message = (
            f"this `{opening}` is not closed before line {slip.row + 1}; a `{closing}` or a comma is missing"
        )
        return _Explained(message, slip.opened, slip.opened + 1)
    met = slip.text[slip.at : slip.at + 1]
    if met and met in "]}":
        message = (
            f"{slip.met} closes the `{opening}` of column {slip.opened_column + 1}, which wants `{closing}`"
        )
    elif met and met in "[{:":
        message = (
            f"{slip.met} has a meaning of its own inside `{opening} {closing}`; {_BLOCK_HINT}, or in quotes"
        )
    else:
        message = f"{slip.met} stands where a comma or `{closing}` is wanted; if it is part of a text, {_BLOCK_HINT}"
    return _Explained(message, slip.at, slip.at + 1)


def _no_value(slip: _Slip) -> _Explained:
    if slip.at < len(slip.text.rstrip()):
        message = (
            f"a value is wanted here, but {slip.met} stands here; a text that begins with it needs quotes"
        )
        return _Explained(message, slip.at, slip.at + 1)
    opening = _open_bracket(slip.text)
    if opening is None:
        return _Explained("a value is wanted here, but the file ends", slip.at, slip.at + 1)
    message = f"this `{slip.text[opening]}` is never closed"
    return _Explained(message, opening, opening + 1)


def _open_bracket(text: str) -> int | None:
    """The innermost bracket that is open at the end of the file, which is the last one."""
    open_ones: list[int] = []
    for found in re.finditer(r"[\[\]{}]", text):
        if found[0] in "[{":
            open_ones.append(found.start())
        elif open_ones:
            open_ones.pop()
    return open_ones[-1] if open_ones else None


def _unclosed_quote(slip: _Slip) -> _Explained:
    quote = slip.text[slip.opened : slip.opened + 1]
    return _Explained(f"the quote {quote} that opens here is never closed", slip.opened, slip.opened + 1)


def _escape(slip: _Slip) -> _Explained:
    start = slip.text.rfind("\\", 0, slip.at + 1)
    shown = slip.text[start : start + 2]
    message = (
        f"`{shown}` is no complete escape; in double quotes a backslash itself is written `\\\\`, in single quotes it "
        "stands for itself"
    )
    return _Explained(message, start, start + 2)


def _no_character(slip: _Slip) -> _Explained:
    escapes = (found for found in _ESCAPE.finditer(slip.text, slip.opened) if _stands_for_nothing(found))
    start, end = next((found.span() for found in escapes), (slip.at, slip.at + 1))
    return _Explained("this escape stands for no character", start, end)


def _stands_for_nothing(escape: re.Match[str]) -> bool:
    number = int(escape[1] or escape[2] or "0", 16)
    return number > sys.maxunicode or 0xD800 <= number <= 0xDFFF


# ---- what cannot begin a value


def _list_on_key_line(slip: _Slip) -> _Explained:
    message = (
        "a dash begins a list entry, which stands on a line of its own, below the key; a text needs quotes"
    )
    return _Explained(message, slip.at, slip.at + 1)


def _complex_key(slip: _Slip) -> _Explained:
    message = (
        "`?` begins a key of several lines, which is not done here; a text that begins with it needs quotes"
    )
    return _Explained(message, slip.at, slip.at + 1, "RW012")


def _reserved_start(slip: _Slip) -> _Explained:
    return _Explained(f"a text cannot begin with {slip.met} unless it stands in quotes", slip.at, slip.at + 1)


def _anchor(slip: _Slip) -> _Explained:
    sign = slip.text[slip.opened : slip.opened + 1]
    return _Explained(
        f"a text cannot begin with `{sign}` unless it stands in quotes", slip.opened, slip.opened + 1
    )


def _tag(slip: _Slip) -> _Explained:
    return _Explained(TAG_MESSAGE, slip.opened, behind_word(slip.text, slip.opened), "RW015")


def behind_word(text: str, start: int) -> int:
    """The index behind the word that begins at `start`."""
    found = re.compile(r"\S+").match(text, start)
    return found.end() if found else start + 1


def _block_header(slip: _Slip) -> _Explained:
    sign = slip.text[slip.opened : slip.opened + 1]
    message = f"the line must end behind `{sign}`; the text begins on the next line, indented"
    return _Explained(message, slip.at, slip.at + 1)


def _too_deep(slip: _Slip) -> _Explained:
    message = "lists and mappings stand far too deep in each other here"
    return _Explained(message, slip.at, slip.at + 1, "RW017")


def _shortened(text: str) -> str:
    return text if len(text) <= 50 else text[:47] + "..."


_EXPLANATIONS: tuple[tuple[str, Callable[[_Slip], _Explained]], ...] = (
    (r"nesting depth", _too_deep),
    (r"mapping values are not allowed", _stray_colon),
    (r"found unexpected ':'", _glued_colon),
    (r"could not find expected ':'", _no_colon),
    (r"block mapping: |block collection: ", _unfitting),
    (r"expected '?<document start>", _outside),
    (r"flow (sequence|mapping): ", _unclosed_bracket),
    (r"flow node: |block node: ", _no_value),
    (r"quoted scalar: found unexpected", _unclosed_quote),
    (r"invalid Unicode character escape", _no_character),
    (r"quoted scalar: ", _escape),
    (r"sequence entries are not allowed", _list_on_key_line),
    (r"mapping keys are not allowed", _complex_key),
    (r"cannot start any token", _reserved_start),
    (r"scanning an (alias|anchor)", _anchor),
    (r"(scanning|parsing) a tag|undefined tag handle", _tag),
    (r"scanning a block scalar", _block_header),
)
