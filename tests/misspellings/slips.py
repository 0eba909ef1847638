"""Makes slips of the finger, checks them, and tells what was found."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.content.load import check_game, game_names
from rulewright.interpreter.findings import Finding, Findings
from tests.misspellings.fast import remembering
from tests.misspellings.sites import ROOT, Site, language_words, sites_of

SEED = 20
SORTS = ("key", "reference", "language")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Slip:
    """A word that is misspelt, and what is found then."""

    site: Site
    wrong: str
    found: tuple[Finding, ...]

    @property
    def is_found(self) -> bool:
        """Whether something is found on the line of the slip."""
        return any((one.span.file, one.span.line) == (self.site.file, self.site.line) for one in self.found)

    @property
    def is_alone(self) -> bool:
        """Whether it is found just once."""
        return len(self.found) == 1

    @property
    def is_right(self) -> bool:
        """Whether the right word is suggested: put in place of what is marked, it makes the line right again."""
        right = _line(self.site.text, self.site.line)
        wrong = (
            self.site.text[: self.site.start]
            + self.wrong
            + self.site.text[self.site.start + len(self.site.word) :]
        )
        line = _line(wrong, self.site.line)
        mended = [
            line[: f.span.column - 1] + (f.suggestion or "") + line[f.span.end_column - 1 :]
            for f in self.found
        ]
        return right in mended or any(one.suggestion == self.site.word for one in self.found)

    def __str__(self) -> str:
        found = "; ".join(
            f"{f.span.line}:{f.span.column} {f.code} {f.message} ({f.suggestion})" for f in self.found
        )
        site = self.site
        return f"{site.file}:{site.line} {site.sort} {site.word} -> {self.wrong}: {found or 'nothing'}"


def _line(text: str, number: int) -> str:
    return text.split("\n")[number - 1]


def chosen(number: int, seed: int = SEED) -> list[tuple[Site, str]]:
    """Return so many sites with a misspelling each: a third of each sort, drawn by the seed, and grouped by file."""
    chance = random.Random(seed)
    sites = [site for game in game_names(ROOT) for site in sites_of(game)]
    known = {word for path in _files() for word in re.findall(r"[a-z_-]+", path.read_text(encoding="utf-8"))}
    known |= language_words()
    picked: list[Site] = []
    for place, sort in enumerate(SORTS):
        of_sort = [site for site in sites if site.sort == sort]
        picked += chance.sample(of_sort, number // 3 + (place < number % 3))
    return [(site, misspelt(site.word, chance, known)) for site in sorted(picked, key=lambda site: site.file)]


def misspelt(word: str, chance: random.Random, known: set[str]) -> str:
    """Return the word with one letter wrong, missing, too much, or swapped with the next, so that it is no word."""
    places = [place for place, letter in enumerate(word) if letter in _LETTERS]
    while True:
        at = chance.choice(places)
        letter = chance.choice(_LETTERS)
        swapped = word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        wrong = chance.choice(
            [
                word[:at] + letter + word[at + 1 :],
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at:],
                swapped,
            ]
        )
        if wrong not in known and len(wrong) > 1 and re.fullmatch(r"[a-z][a-z _-]*[a-z]", wrong):
            return wrong


def slips(number: int, folder: Path, seed: int = SEED) -> Iterator[Slip]:
    """Make so many slips, one at a time, in a copy of the shipped content below `folder`; yield what is found."""
    for part in ("rules", "cards"):
        shutil.copytree(ROOT / part, folder / part)
    with remembering():
        for site, wrong in chosen(number, seed):
            path = folder / site.file
            text = path.read_text(encoding="utf-8")
            assert text[site.start : site.start + len(site.word)] == site.word
            path.write_text(
                text[: site.start] + wrong + text[site.start + len(site.word) :], encoding="utf-8"
            )
            findings = Findings()
            check_game(site.game, folder, findings)
            path.write_text(text, encoding="utf-8")
            yield Slip(site, wrong, tuple(findings))


def _files() -> list[Path]:
    return [path for part in ("rules", "cards") for path in (ROOT / part).rglob("*.yaml")]
