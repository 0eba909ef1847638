"""What each finding means, with a bad and a good example: for `explain-code`, and as the page docs/findings.md.

`python -m rulewright.interpreter.code_pages` prints that page. The examples lie in code_examples/, and a test runs each
of them.
An example begins with `=== CODE`; its parts follow `--- bad SORT` and `--- good SORT`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rulewright.interpreter.codes import CODES, CodeInfo

FOLDER = Path(__file__).resolve().parent / "code_examples"

_PART = re.compile(r"^--- (bad|good) (.+)\n", re.MULTILINE)
_PLACES = {
    "effect": "in an effect",
    "phase": "in an effect where nobody acts",
    "formula": "in a formula",
    "rules": "in a file of the rules",
    "cards": "in a file of cards",
    "play": "in a playthrough",
    "words": "",
}
_HEAD = """\
# Findings

<!-- Printed by `python -m rulewright.interpreter.code_pages` from codes.py and code_examples/ beside it. -->

Everything that `rulewright validate` and the other commands find has a code. Its first digit tells the stage at which
it was met. `rulewright explain-code CODE` prints a single entry of this page. The examples are run by a test: each bad
one makes this finding and no other, each good one makes none. Stones, helpers and spots belong to a small game of the
tests, guests to another.

A warning that is meant to stay is ignored by a comment with its code and a reason, on the same line or alone on the
line before:

```yaml
counters:
  gems: {}  # rulewright: ignore RW601 the cards that read it come with the next box
```

Such a comment must ignore something, or it is a finding itself. Errors cannot be ignored: content with errors cannot be
played. Warnings of what is never used are looked for in games without errors only.
"""
_STAGES = {
    "RW0": "Files and YAML",
    "RW1": "Shape: keys and values",
    "RW2": "Names",
    "RW3": "The text of effects",
    "RW4": "Types",
    "RW5": "Playing",
    "RW6": "Warnings",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A text with a mistake, or without: `sort` says what it is, `escaped` that bytes stand in hexadecimal."""

    sort: str
    text: str
    escaped: bool

    @property
    def place(self) -> str:
        """Where such a text stands, in words."""
        return _PLACES.get(self.sort, f"in {self.sort}")


@dataclass(frozen=True, slots=True)
class Page:
    """All that is told about a code."""

    info: CodeInfo
    bad: Example
    good: Example


@cache
def pages() -> dict[str, Page]:
    """Return the pages of all codes that have examples, in the order of the codes."""
    found: dict[str, Page] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        parts = re.split(r"^=== (RW\d{3})\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for code, text in zip(parts[1::2], parts[2::2], strict=True):
            examples = {which: _example(sort, body) for which, sort, body in _split(text)}
            found[code] = Page(CODES[code], examples["bad"], examples["good"])
    return {code: found[code] for code in CODES if code in found}


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    _, *parts = _PART.split(text)
    yield from zip(parts[0::3], parts[1::3], parts[2::3], strict=True)


def _example(sort: str, text: str) -> Example:
    return Example(sort.removesuffix(", escaped"), text.strip("\n") + "\n", sort.endswith(", escaped"))


def text_page(page: Page) -> str:
    """Return a page for the terminal."""
    info = page.info
    lines = [f"{info.code}: {info.title} ({info.severity})", f"{_sentence(info.explanation)}"]
    for title, example in (("Bad", page.bad), ("Good", page.good)):
        lines += ["", f"{title}{', ' + example.place if example.place else ''}:", ""]
        lines += [f"    {line}" for line in example.text.splitlines()]
    return "\n".join(lines)


def markdown() -> str:
    """Return the whole page docs/findings.md."""
    return "\n".join(_markdown())


def _markdown() -> Iterator[str]:
    yield _HEAD
    stage = ""
    for code, page in pages().items():
        if _STAGES[code[:3]] != stage:
            stage = _STAGES[code[:3]]
            yield f"## {stage}\n"
        yield f"### {code}: {page.info.title}\n"
        warning = " This is a warning." if page.info.severity == "warning" else ""
        yield f"{_sentence(page.info.explanation)}{warning}\n"
        for title, example in (("Bad", page.bad), ("Good", page.good)):
            if example.sort == "words":
                yield f"{title}: {example.text}"
                continue
            language = "" if example.sort in ("effect", "phase", "formula") else "yaml"
            yield f"{title}, {example.place}:\n\n```{language}\n{example.text}```\n"


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


if __name__ == "__main__":
    sys.stdout.write(markdown())
