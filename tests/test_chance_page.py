"""docs/chance.md is followed: its examples run, one after another, and their assertions hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = (Path(__file__).parent.parent / "docs" / "chance.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
OF_OPENSPIEL = "open_spiel"
OF_PETTINGZOO = "adapters.pettingzoo"
LONG = 'load_game("leduc-poker")'


def run(*examples: str) -> dict[str, Any]:
    """Run examples in one namespace."""
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, "docs/chance.md", "exec"), names)  # the page's own
    return names


def plain() -> list[str]:
    return [
        text
        for text in EXAMPLES
        if OF_OPENSPIEL not in text and OF_PETTINGZOO not in text and LONG not in text
    ]


def test_the_page_has_these_examples():
    assert len(plain()) == len(EXAMPLES) - 3 == 3


def test_kuhn_poker_is_walked_and_solved_as_the_page_says():
    run(*plain())


@pytest.mark.slow
def test_leduc_poker_is_walked_and_solved_as_the_page_says():
    run(*plain(), *(text for text in EXAMPLES if LONG in text))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_openspiel_solves_it_as_the_page_says():
    pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
    run(*(text for text in EXAMPLES if OF_OPENSPIEL in text))


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_plays_it_as_the_page_says():
    pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
    run(*(text for text in EXAMPLES if OF_PETTINGZOO in text))
