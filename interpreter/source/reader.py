"""Files become text, and text becomes nodes; whatever is wrong on the way is a finding, never an exception."""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

from rulewright.interpreter.findings import Findings, Span
from rulewright.interpreter.source.nodes import MappingNode
from rulewright.interpreter.source.parser import build
from rulewright.interpreter.source.text import SourceText

LARGEST_FILE = 5_000_000
"""Bytes; no content file that people write comes near."""

# Control characters, lone surrogates, and what YAML 1.1 took for line ends; a carriage return only before a line feed.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]|\r(?!\n)"
)
# A tab among the blanks and dashes before the first word of a line.
_INDENTING_TAB = re.compile(r"^ *(?:-[ ]+)*-?[ ]*(\t+)[ \t]*[^\s]", re.MULTILINE)
_DIRECTIVE = re.compile(r"^%[^\r\n]*", re.MULTILINE)
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")

_REFUSALS = {
    errno.ENOENT: ("RW001", "this file does not exist"),
    errno.ENOTDIR: ("RW001", "this file does not exist: a part of its path is a file, not a folder"),
    errno.ENAMETOOLONG: ("RW001", "no file can have a name as long as this"),
    errno.ELOOP: ("RW001", "the links to this file lead in a circle"),
    errno.EISDIR: ("RW002", "this is a folder, where a YAML file is wanted"),
    errno.EACCES: ("RW003", "this file may not be read: its permissions forbid it"),
    errno.EPERM: ("RW003", "this file may not be read: its permissions forbid it"),
}


def read_yaml(path: Path, shown_as: str, findings: Findings) -> MappingNode | None:
    """Read one YAML file, strictly.

    `shown_as` is the name that findings give the file. Returns None when nothing can be used; then a finding says why.
    After lesser mistakes, such as a key given twice, the rest is returned so that it can be checked too.
    """
    data = _bytes_of(path, shown_as, findings)
    text = None if data is None else _decoded(data, shown_as, findings)
    return None if text is None else parse_yaml(text, shown_as, findings)


def parse_yaml(text: str, shown_as: str, findings: Findings) -> MappingNode | None:
    """Read YAML from a text; the same as `read_yaml` for everything behind the opening of the file."""
    source = SourceText(shown_as, text.removeprefix("\ufeff"))
    checks = (_characters_are_fine, _tabs_are_fine, _directives_are_absent)
    return build(source, findings) if all(check(source, findings) for check in checks) else None


def line_reader(root: Path) -> Callable[[str, int], str | None]:
    """A `read_line` for `render_text`, which looks for the files below `root` and keeps what it has read."""
    known: dict[str, SourceText | None] = {}

    def read_line(file: str, line: int) -> str | None:
        if file not in known:
            data = _bytes_of(root / file, file, Findings())
            text = (data or b"").decode("utf-8", errors="replace").removeprefix("\ufeff")
            known[file] = SourceText(file, text) if data is not None else None
        source = known[file]
        return None if source is None else source.line(line)

    return read_line


# ---- opening and decoding


def _bytes_of(path: Path, shown_as: str, findings: Findings) -> bytes | None:
    top = Span(shown_as, 1, 1, 1)
    try:
        # A pipe or a device would wait for ever, so its kind is asked before it is opened.
        if path.exists() and not path.is_file():
            kind = "a folder" if path.is_dir() else "no ordinary file"
            findings.add("RW002", top, f"this is {kind}, where a YAML file is wanted")
            return None
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except OSError as error:
        unknown = ("RW003", f"this file cannot be read: {(error.strerror or 'unknown reason').lower()}")
        code, message = _REFUSALS.get(error.errno or 0, unknown)
        findings.add(code, top, message)
        return None
    except ValueError:  # a zero byte in the path
        findings.add("RW001", top, "no file can have a name like this")
        return None
    if len(data) > LARGEST_FILE:
        findings.add(
            "RW016",
            top,
            f"this file is larger than {LARGEST_FILE // 1_000_000} MB; split it, or check its name",
        )
        return None
    return data


def _decoded(data: bytes, shown_as: str, findings: Findings) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        column = len(before) - (before.rfind("\n") + 1) + 1
        span = Span(shown_as, before.count("\n") + 1, column, column + 1)
        met = (
            "UTF-16"
            if data.startswith(_UTF16_MARKS)
            else f"the byte 0x{data[error.start]:02X}, which is not UTF-8"
        )
        findings.add("RW004", span, f"met {met}; save the file as UTF-8")
        return None


# ---- what is refused before YAML is read


def _characters_are_fine(source: SourceText, findings: Findings) -> bool:
    found = _FORBIDDEN.search(source.text)
    if found is None:
        return True
    char = found[0]
    if char == "\r":
        message = "a carriage return stands alone here; save the file with line ends LF or CRLF"
    else:
        name = unicodedata.name(char, "a control character").lower()
        message = f"the character U+{ord(char):04X} ({name}) must not stand in the file; delete it"
    findings.add("RW006", source.span(*found.span()), message)
    return False


def _tabs_are_fine(source: SourceText, findings: Findings) -> bool:
    if "\t" not in source.text:
        return True
    found = list(_INDENTING_TAB.finditer(source.text))
    if not found:
        return True
    more = len(found) - 1
    also = f" (so do {more} more)" if more > 1 else " (so does one more)" if more else ""
    message = f"this line begins with a tab{also}; indent with blanks, two for each level"
    findings.add("RW007", source.span(*found[0].span(1)), message)
    return False


def _directives_are_absent(source: SourceText, findings: Findings) -> bool:
    found = _DIRECTIVE.search(source.text)
    if found is None:
        return True
    message = "a line that begins with % is a directive of YAML, which has no use here: delete it"
    findings.add("RW015", source.span(*found.span()), message)
    return False
