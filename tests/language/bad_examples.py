"""Reads the bad examples in cases/: texts with a mistake, and under the failing line what must be found there.

A case begins with `=== TITLE`. Its text follows `--- FILE`, or one of the short forms: `--- do` (what an action of
`card` is stone and `n` does), `--- phase` (what a phase does, where nobody acts), `--- is` (a value of a player).
Under a failing line stands a line of carets with the code, the suggestion if there is one, and behind `|` a part of the
message:

    gain 1 coin
           ^^^^ RW408 coins | no counter `coin`
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent / "cases"
_MARK = re.compile(r"^(?P<lead>[# ]*)(?P<carets>\^+) (?P<code>RW\d{3})(?P<near>[^|]*)(\|(?P<part>.*))?$")
_SHORT = {
    "do": ("rules/small/more.yaml", "actions:\n  test(stone, n = 1):\n    text: Test\n    do: |\n", 6),
    "phase": ("rules/small/more.yaml", "ending:\n  do: |\n", 4),
    "is": ("rules/small/more.yaml", "values:\n  test(player, stone):\n    is: |\n", 6),
    "extra": ("rules/small/more.yaml", "", 0),
    "cards": ("cards/small/treasures.yaml", "", 0),
}


@dataclass(frozen=True, slots=True)
class Expected:
    """A finding that must be made: its place, its code, its suggestion, and a part of its message."""

    file: str
    line: int
    column: int
    end_column: int
    code: str
    suggestion: str | None
    part: str


@dataclass(frozen=True, slots=True)
class Case:
    """Files with mistakes, and what must be found in them."""

    source: str
    title: str
    files: dict[str, str]
    expected: tuple[Expected, ...]

    @property
    def id(self) -> str:
        """The name of the test."""
        return f"{self.source}: {self.title}"


def read_cases(path: Path) -> list[Case]:
    """Read the cases of one file."""
    parts = re.split(r"^=== (.*)\n", path.read_text(), flags=re.MULTILINE)
    return [_case(path.stem, parts[i].strip(), parts[i + 1]) for i in range(1, len(parts), 2)]


def all_cases() -> list[Case]:
    """Read every case."""
    return [case for path in sorted(CASES.glob("*.txt")) for case in read_cases(path)]


def _case(source: str, title: str, text: str) -> Case:
    parts = re.split(r"^--- (.*)\n", text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"{source}: {title}: text before the first `---`"
    files: dict[str, str] = {}
    expected: list[Expected] = []
    for name, body in zip(parts[1::2], parts[2::2], strict=True):
        file, head, indented = _SHORT.get(name.strip(), (name.strip(), "", 0))
        lines = head.splitlines()
        for line in body.rstrip("\n").split("\n"):
            mark = _MARK.match(line)
            if mark is None:
                lines.append(" " * indented + line if line else line)
                continue
            column = len(mark["lead"]) + indented + 1
            end = column + len(mark["carets"])
            near = mark["near"].strip() or None
            expected.append(
                Expected(file, len(lines), column, end, mark["code"], near, (mark["part"] or "").strip())
            )
        files[file] = "\n".join(lines) + "\n"
    return Case(source, title, files, tuple(expected))
