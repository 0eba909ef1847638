"""The pages of decisions: every number that content and playthroughs name, and every case that they name, is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("pret-a-porter", "rococo")
_POINT = re.compile(r"^## ([\d.]+)\. (.+)$", re.MULTILINE)
_NUMBERS = {
    # `# 36: a free place ...`, `# 10, 38, 39: as many ...`, `# ...; 28: so does ...`
    "pret-a-porter": re.compile(r"(?<![\w.])(\d{1,2}(?:, \d{1,2})*): "),
    # `# (8.5, 8.6): ...`, `# 8.1: ...`
    "rococo": re.compile(r"\b(8\.\d+)\b"),
}


def page(game: str) -> str:
    return (ROOT / f"docs/games/{game}.md").read_text(encoding="utf-8")


def points(game: str) -> dict[str, str]:
    """The text below each heading, by its number."""
    parts = _POINT.split(page(game))
    return dict(zip(parts[1::3], parts[3::3], strict=True))


def shown(text: str) -> list[tuple[str, str]]:
    """The files that a point names, each with the names of its cases."""
    joined = re.sub(r"\n  ", " ", text)
    return re.findall(r"^- `([^`]+)`: (.+)$", joined, re.MULTILINE)


def named(game: str) -> set[str]:
    """The numbers of points that comments of the content name."""
    found: set[str] = set()
    for folder in ("rules", "cards"):
        for path in (ROOT / folder / game).glob("*.yaml"):
            for line in path.read_text(encoding="utf-8").splitlines():
                _, hash_, comment = line.partition("# ")
                if hash_:
                    found |= {n for group in _NUMBERS[game].findall(comment) for n in group.split(", ")}
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_number_in_a_comment_is_a_point(game):
    assert len(named(game)) > 8
    assert named(game) - set(points(game)) == set()


def test_every_number_of_a_case_is_a_point():
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "tests/playthroughs/pret-a-porter").rglob("*.yaml")
    )
    numbers = set(re.findall(r"- name: \"?(\d+)\. ", text))
    assert len(numbers) > 30
    assert numbers - set(points("pret-a-porter")) == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_point_says_what_why_and_by_which_case(game):
    for number, text in points(game).items():
        assert "*Why:*" in text, number
        cases = shown(text)
        assert cases, f"{number} names no case"
        for file, names in cases:
            held = (ROOT / f"tests/playthroughs/{game}/{file}").read_text(encoding="utf-8")
            for name in names.split("; "):
                assert f"- name: {name}\n" in held or f'- name: "{name}"\n' in held, (number, file, name)
