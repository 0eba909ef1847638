"""Planted mistakes of every sort in every kind of file: each is found once, where it stands, and nothing else is.

A folder here is laid over the small game of the language's tests and checked, with the packs in it; where only playing
shows what is wrong, its playthroughs are played. What is expected stands on the failing line: `# expect CODE `text at
the caret` right`, several separated by `;`; the right word is left out where the program cannot know it. The small game
has one of everything and uses little of it; that is no planted mistake.
"""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from command_line import run
from small_game import DATA, LINTS

from rulewright.interpreter.codes import CODES

HERE = Path(__file__).parent
CASES = sorted(folder.name for folder in HERE.iterdir() if folder.is_dir() and folder.name != "__pycache__")
PLAYED = "moves"
# What cannot be planted on a line of a file, and where it is tested instead.
ELSEWHERE = {
    "RW001": "tests/cli/test_bad_input.py",
    "RW002": "tests/cli/test_bad_input.py",
    "RW003": "tests/source/test_files.py",
    "RW004": "tests/cli/test_bad_input.py",
    "RW005": "tests/cli/test_bad_input.py",
    "RW016": "tests/cli/test_bad_input.py",
    "RW017": "tests/cli/test_bad_input.py",
    "RW018": "tests/cli/test_bad_input.py",
    "RW111": "tests/editor/test_migrate.py",
    "RW112": "tests/editor/test_migrate.py",
    "RW234": "tests/editor/test_migrate.py",
    "RW516": "tests/cli/test_cli_others.py",
    "RW519": "tests/cli/test_cli_test.py",
    "RW521": "tests/play/test_play_chance.py",
    "RW604": "tests/cli/test_cli_others.py",
}
_EXPECT = re.compile(r"# expect (.*)$")
_ONE = re.compile(r"(RW\d{3}) `([^`]*)`(?: (.*))?")
_FINDING = re.compile(
    r"^(\S+\.yaml):(\d+):(\d+): \w+ (RW\d{3}): .*?(?: \(did you mean (.*)\?\))?$", re.MULTILINE
)

Planted = tuple[str, int, str, str, str]
"""A file, a line, a code, the text at the caret, and the right word or nothing."""


def planted_in(case: str) -> Counter[Planted]:
    planted: Counter[Planted] = Counter()
    for path in sorted((HERE / case).rglob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            note = _EXPECT.search(line)
            for one in note[1].split("; ") if note else ():
                code, marked, word = _ONE.fullmatch(one.strip()).groups()
                planted[path.relative_to(HERE / case).as_posix(), number, code, marked, word or ""] += 1
    return planted


def found_in(case: str, root: Path) -> Counter[Planted]:
    shutil.copytree(DATA, root, dirs_exist_ok=True)
    shutil.copytree(HERE / case, root, dirs_exist_ok=True)
    packs = [
        word
        for pack in sorted((HERE / case).glob("packs/*"))
        for word in ("--pack", root / "packs" / pack.name)
    ]
    result = run("validate", root, "--format", "json", *packs, root=root)
    found = [
        (entry["file"], entry["line"], entry["column"], entry["code"], entry["suggestion"] or "")
        for entry in json.loads(result.stdout)
        if entry["code"] not in LINTS or (HERE / case / entry["file"]).exists()
    ]
    if case == PLAYED:
        assert not found, found
        played = run("test", root=root).stdout
        found = [
            (file, int(line), int(column), code, word)
            for file, line, column, code, word in _FINDING.findall(played)
        ]
    return Counter(
        (file, line, code, marked_at(root / file, line, column), word)
        for file, line, column, code, word in found
    )


def marked_at(path: Path, line: int, column: int) -> str:
    """The word that stands at a place, or the single character."""
    text = path.read_text(encoding="utf-8").split("\n")[line - 1].partition("  # expect")[0][column - 1 :]
    return re.match(r"[\w.-]+|.", text)[0]


@pytest.mark.parametrize("case", CASES)
def test_every_planted_mistake_is_found_once_and_nothing_else(tmp_path, case):
    planted, found = planted_in(case), found_in(case, tmp_path)
    assert {
        "planted": sorted((planted - found).elements()),
        "found": sorted((found - planted).elements()),
    } == {
        "planted": [],
        "found": [],
    }
    assert planted
    assert max(planted.values()) == 1


def test_every_code_is_planted_or_tested_elsewhere():
    planted = {code for case in CASES for _, _, code, _, _ in planted_in(case)}
    assert not planted & set(ELSEWHERE)
    assert sorted(set(CODES) - planted - set(ELSEWHERE)) == []
    assert all(
        code in (HERE.parents[1] / file).read_text(encoding="utf-8") for code, file in ELSEWHERE.items()
    )


def test_there_are_many_of_every_kind_of_file():
    planted = sum((planted_in(case) for case in CASES), Counter())
    kinds = Counter(
        "playthroughs"
        if file.startswith("tests/")
        else "head"
        if file.endswith("game.yaml")
        else file.split("/")[0]
        for file, *_ in planted
    )
    assert sum(kinds.values()) >= 250
    assert kinds["rules"] >= 110
    assert kinds["cards"] >= 60
    assert kinds["playthroughs"] >= 35
    assert kinds["head"] >= 40
