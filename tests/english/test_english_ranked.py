"""Who is ranked, in English."""

from __future__ import annotations

import pytest
from small_game import base_files, check_files

from rulewright.interpreter.english.ranked import who_is_ranked

GAME = "rules/small/game.yaml"


@pytest.mark.parametrize(
    ("rank", "words"),
    [
        ("players", ""),
        ("all(p in players where p.coins > 2)", "Only players who have at least 3 Coins are ranked."),
        ("all(p in players where p.coins == 0)", "Only players who have no Coins are ranked."),
        (
            "all(p in players where round > 1)",
            "Only players of whom it is true: it is after round 1 are ranked.",
        ),
        ("[players[1]]", "Only the 1st player is ranked."),
    ],
)
def test_who_is_ranked(rank, words):
    text = base_files()[GAME].replace("rank: players,", f'rank: "{rank}",')
    assert text != base_files()[GAME] or rank == "players"
    game, found = check_files({GAME: text})
    assert not found
    assert who_is_ranked(game) == words
