"""Every code of a finding has a page, whose bad example makes it and whose good example makes none."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from command_line import GOOD, run
from followed import fences
from small_game import EXTRA, base_files, check_files
from tea_house import ROOT as TEA_HOUSE

from rulewright.interpreter.code_pages import Example, markdown, pages, text_page
from rulewright.interpreter.codes import CODES
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.language_versions import CURRENT
from rulewright.interpreter.play.checking import check_purpose, check_script
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import run_case
from rulewright.interpreter.play.script import read_script
from rulewright.interpreter.source import read_yaml

ROOT = Path(__file__).resolve().parents[2]
CARDS = "cards/small/treasures.yaml"
HEADS = {
    "effect": (EXTRA, "actions:\n  test(stone, n = 1):\n    text: Test\n    do: |\n", 6),
    "phase": (EXTRA, "ending:\n  do: |\n", 4),
    "formula": (EXTRA, "values:\n  test(player, stone):\n    is: |\n", 6),
    "rules": (EXTRA, "", 0),
    "cards": (CARDS, "", 0),
}
IN_WORDS = {code for code, page in pages().items() if page.bad.sort == "words"}
# A game that never ends is played for millions of steps.
LONG = {("RW514", "bad")}
SHOWN = [
    pytest.param(
        code,
        which,
        getattr(page, which),
        id=f"{code}-{which}",
        marks=pytest.mark.slow if (code, which) in LONG else (),
    )
    for code, page in pages().items()
    for which in ("bad", "good")
    if code not in IN_WORDS
]


def codes_of(example: Example, folder: Path, *, lints: bool) -> list[str]:
    """The codes that are found when a text is read, checked and, if it is a playthrough, played.

    That something is never used is found with `lints` only: examples of other findings need no use.
    """
    if example.sort == "play":
        return played(example.text, folder)
    file, head, indent = HEADS.get(example.sort, (example.sort, "", 0))
    text = head + "".join(" " * indent + line + "\n" for line in example.text.splitlines())
    files = {file: text}
    if not example.escaped:
        return [found.code for found in check_files(files, lints=lints)[1] if found not in unused()]
    data = text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    path = folder / "escaped.yaml"
    path.write_bytes(data)
    findings = Findings()
    read_yaml(path, "escaped.yaml", findings)
    return [found.code for found in findings]


@cache
def unused() -> list[Finding]:
    """What is found in the small game itself: it has one of everything, and uses little of it."""
    return check_files({}, lints=True)[1]


def played(text: str, folder: Path) -> list[str]:
    path = folder / "script.yaml"
    path.write_text(text, encoding="utf-8")
    findings = Findings()
    script = read_script(path, "script.yaml", findings)
    for case in script.cases if script is not None else ():
        check_purpose(case, findings)
    for ready in check_script(script, Games(TEA_HOUSE), findings) if script is not None else ():
        findings.extend(run_case(ready).findings)
    return [found.code for found in findings]


@pytest.mark.parametrize(("code", "which", "example"), SHOWN)
def test_the_bad_example_makes_the_finding_and_the_good_one_none(code, which, example, tmp_path):
    found = codes_of(example, tmp_path, lints=CODES[code].severity == "warning")
    # A number that falls below 0 is told at the rule and at the card.
    found = list(dict.fromkeys(found)) if code == "RW621" else found
    assert found == ([code] if which == "bad" else [])


def test_every_code_has_a_page():
    assert list(pages()) == list(CODES)


# ---------------------------------------------------------------- what is told in words only
def read(path):
    findings = Findings()
    read_yaml(path, "shown.yaml", findings)
    return [found.code for found in findings]


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    assert read(tmp_path / "none.yaml") == ["RW001"]
    assert read(tmp_path) == ["RW002"]
    (tmp_path / "a.yaml").write_text("a: 1\n")
    assert read(tmp_path / "a.yaml") == []

    def refuse(*_, **__):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", refuse)
    assert read(tmp_path / "a.yaml") == ["RW003"]


def test_files_that_are_too_large_or_too_deep(tmp_path):
    for text, code in (
        ("a: [" + "1," * 200_001 + "1]\n", "RW016"),
        ("a: " + "[" * 120 + "]" * 120 + "\n", "RW017"),
    ):
        (tmp_path / "a.yaml").write_text(text)
        assert read(tmp_path / "a.yaml") == [code]


def test_an_effect_that_is_too_long():
    text = "actions:\n  test:\n    text: Test\n    do: |\n" + "      gain 1 coins\n" * 1600
    assert [found.code for found in check_files({EXTRA: text})[1]] == ["RW311"]


def test_a_file_for_another_game():
    game = "rules/small/game.yaml"
    text = base_files()[game].replace("game: small", "game: smal")
    assert [found.code for found in check_files({game: text})[1]] == ["RW226"]


def test_a_game_in_a_newer_language_is_all_that_is_told_of_it():
    game = "rules/small/game.yaml"
    text = (
        base_files()[game]
        .replace("language: 1", f"language: {CURRENT + 1}")
        .replace("counters:", "cuonters:")
    )
    assert text != base_files()[game]
    for files in ({game: text}, {EXTRA: f"language: {CURRENT + 1}\nnews: 1\n"}):
        assert [found.code for found in check_files(files)[1]] == ["RW111"]


def test_content_that_is_not_there_or_not_read(tmp_path):
    for part in ("rules", "cards"):
        (tmp_path / part).mkdir()
    assert "RW018" in run("validate", root=tmp_path).stdout
    for part in ("rules", "cards"):
        shutil.copytree(TEA_HOUSE / part, tmp_path / part, dirs_exist_ok=True)
    assert run("validate", root=tmp_path).exit_code == 0
    (tmp_path / "cards/tea-house/more.yml").write_text("kind: guest\n")
    assert "RW604" in run("validate", root=tmp_path).stdout


def test_a_transcript_that_has_changed(tmp_path):
    for part in ("rules", "cards"):
        shutil.copytree(TEA_HOUSE / part, tmp_path / part)
    path = tmp_path / "tests/playthroughs/tea-house/feast.yaml"
    kept = path.parent / "__snapshots__/feast.ambr"
    kept.parent.mkdir(parents=True)
    path.write_text(GOOD)
    kept.write_text(
        "# serializer version: 1\n# name: test_playthrough[feast]\n  '''\n  other\n  '''\n# ---\n"
    )
    result = run("test", root=tmp_path)
    assert result.exit_code == 1
    assert "RW516" in result.stdout
    kept.write_text("")
    assert "RW519" in run("test", root=tmp_path).stdout


def test_all_codes_in_words_are_shown_above():
    assert {
        "RW001",
        "RW002",
        "RW003",
        "RW016",
        "RW017",
        "RW018",
        "RW111",
        "RW226",
        "RW311",
        "RW516",
        "RW519",
        "RW604",
    } == IN_WORDS


# ---------------------------------------------------------------- where the pages are shown
def test_the_command_prints_a_page():
    result = run("explain-code", "rw408", root=None)
    assert result.exit_code == 0
    assert result.stdout == (
        "RW408: not a counter (error)\n"
        "Amounts are gained, paid and lost in counters.\n"
        "\n"
        "Bad, in an effect:\n"
        "\n"
        "    gain 1 coin\n"
        "\n"
        "Good, in an effect:\n"
        "\n"
        "    gain 1 coins\n"
    )
    assert result.stdout == text_page(pages()["RW408"]) + "\n"


def test_the_command_lists_all_codes_and_refuses_others():
    assert len(run("explain-code", root=None).stdout.splitlines()) == len(CODES)
    result = run("explain-code", "RW999", root=None)
    assert result.exit_code == 2
    assert "no code 'RW999'" in result.stderr


def test_the_page_of_all_findings_is_current():
    printed = subprocess.run(
        [sys.executable, "-m", "rulewright.interpreter.code_pages"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert printed.stdout == markdown()
    assert (ROOT / "docs/findings.md").read_text(encoding="utf-8") == markdown(), (
        "run `python -m rulewright.interpreter.code_pages > docs/findings.md`"
    )


def test_the_comment_that_the_page_shows_ignores_a_warning():
    shown = fences(ROOT / "docs/findings.md")[0].text + "\n"
    plain = shown.split("  #")[0] + "\n"
    for text, found in ((shown, []), (plain, ["RW601"])):
        _, findings = check_files({"rules/small/more.yaml": text}, lints=True)
        assert [each.code for each in findings if each.span.file == "rules/small/more.yaml"] == found
