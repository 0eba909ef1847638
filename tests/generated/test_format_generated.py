"""Generated games in the one style: they mean the same, nothing of them is lost, and a second time changes nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.format.files import rewritten
from tests.generated.files import PACKS, as_yaml
from tests.generated.games import generated
from tests.generated.in_step import opening_of
from tests.generated.known import KNOWN
from tests.generated.trial import played

LEFT_OUT = frozenset(KNOWN)
_BLOCK = re.compile(r"^( +)(?:\S.*)?: \|[-+0-9]*$")


def written_oddly(text: str, dice: Random) -> str:
    """Return YAML with odd blanks and remarks in its blocks: the effects and formulas of several lines."""
    rows, inside, made = [], -1, []
    for given in text.split("\n"):
        row, depth = given, len(given) - len(given.lstrip())
        if inside >= 0 and row.strip() and depth <= inside:
            inside = -1
        if inside >= 0 and row.strip() and '"' not in row and "{" not in row:
            words = re.sub(r"(?<=\w) (?=\w)", lambda _: " " * dice.choice((1, 1, 2)), row[depth:])
            row = row[:depth] + re.sub(r", ", lambda _: dice.choice((",", ", ", " , ")), words)
            if dice.random() < 0.3:
                made.append(f"# remark {len(made)}")
                row = f"{row}   {made[-1]}"
        if _BLOCK.match(row) and "text:" not in row and "told:" not in row:
            inside = depth
        rows.append(row)
    return "\n".join(rows)


def write(files: dict[str, str], root: Path) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def tree(game: Game) -> str:
    """Return the whole checked tree without the places of its parts and the digests of its texts.

    The label of a branch that is a bare statement is that statement as it is written, so of labels only the words
    count, of which the option's id is made.
    """
    plain = repr(replace(game, root=Path(), digest="", rules={}))
    plain = re.sub(r"Span\([^()]*\)|digest='[a-p]*'", "", plain)
    return re.sub(r"label=Template\(span=, parts=\('([^']*)',\)\)", lambda met: _words_of(met[1]), plain)


def _words_of(label: str) -> str:
    return "label=" + "-".join(re.findall(r"[^\W_]+", label))


def tried(seed: int, root: Path) -> int:
    """Format the game of a seed and hold it against the one before; return how many remarks there were."""
    files = {
        name: written_oddly(as_yaml(data), Random(seed))
        for name, data in generated(seed, LEFT_OUT).items()
        if not name.startswith(PACKS)
    }
    write(files, root)
    (root / "cards").mkdir(exist_ok=True)
    before = check_game("tiny", root, Findings())
    for file in rewritten("tiny", root):
        file.path.write_text(file.after, "utf-8", newline="")
    after = check_game("tiny", root, Findings())
    assert (before is None) == (after is None), seed
    remarks = 0
    for name, text in files.items():
        formatted = (root / name).read_text("utf-8")
        assert re.findall(r"# remark \d+", formatted) == re.findall(r"# remark \d+", text), seed
        remarks += len(re.findall(r"# remark \d+", text))
    assert not list(rewritten("tiny", root)), seed
    if before is not None and after is not None:
        assert tree(before) == tree(after), seed
        if seed % 50 == 0:
            opening = opening_of(before, seed, LEFT_OUT)
            one, other = played(before, opening), played(after, opening)
            assert (one.ended, one.failed) == (other.ended, other.failed), seed
    return remarks


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1_000, 50))
def test_games_in_the_one_style_mean_the_same(first, tmp_path):
    remarks = sum(tried(seed, tmp_path / str(seed)) for seed in range(first, first + 50))
    assert remarks > 50
