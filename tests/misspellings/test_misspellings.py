"""Slips of one letter in the shipped files are found, at their line, with the right word in nine of ten at least.

`python -m tests.misspellings` makes 200 of them and prints what is amiss; here are fewer, of the same sorts. The
environment variable RULEWRIGHT_MISSPELLINGS says how many.
"""

from __future__ import annotations

import os

import pytest

from tests.misspellings.slips import SORTS, Slip, chosen, slips

NUMBER = int(os.environ.get("RULEWRIGHT_MISSPELLINGS", "36"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Slip]:
    return list(slips(NUMBER, tmp_path_factory.mktemp("slips")))


@pytest.mark.slow
def test_every_slip_is_found_at_its_line(made: list[Slip]) -> None:
    assert [str(slip) for slip in made if not slip.is_found] == []
    assert len(made) == NUMBER


@pytest.mark.slow
def test_one_slip_makes_one_finding(made: list[Slip]) -> None:
    assert [str(slip) for slip in made if not slip.is_alone] == []


@pytest.mark.slow
@pytest.mark.parametrize("sort", SORTS)
def test_the_right_word_is_suggested_in_nine_of_ten(made: list[Slip], sort: str) -> None:
    of_sort = [slip for slip in made if slip.site.sort == sort]
    wrong = [str(slip) for slip in of_sort if not slip.is_right]
    assert len(of_sort) >= NUMBER // len(SORTS)
    assert len(wrong) <= len(of_sort) / 10, wrong


def test_the_slips_are_drawn_from_all_over_the_content() -> None:
    drawn = [site for site, _ in chosen(200)]
    assert len({site.file for site in drawn}) > 25
    games = {site.game for site in drawn}
    assert games >= {"pret-a-porter", "rococo"}
    assert len(games) > 5  # of the smaller ones some, whichever
    assert len({site.word for site in drawn}) > 90
