"""One game, generated or edited, tried as a whole: loaded, opened, played; what came of it, in a word."""

from __future__ import annotations

import traceback
from dataclasses import dataclass

from rulewright.interpreter.content.model import Game
from tests.generated.files import Files, loaded, shown
from tests.generated.in_step import Difference, Opening, opening_of, play_in_step
from tests.generated.shrinking import shrunk


@dataclass(frozen=True)
class Trial:
    """What came of a game: how it ended, or what failed, and in which words."""

    ended: str
    failed: str = ""
    words: str = ""


def tried(files: Files, seed: int, left_out: frozenset[str] = frozenset()) -> Trial:
    """Load a game and play it in step, opened and chosen by a seed; whatever fails is told, not raised."""
    try:
        game, _ = loaded(files)
    except Exception as error:  # noqa: BLE001  # any error of the loader is what is looked for
        return Trial("failed", _word_of(error), traceback.format_exc())
    return Trial("rejected") if game is None else played(game, opening_of(game, seed, left_out))


def played(game: Game, opening: Opening) -> Trial:
    """Play a game in step; whatever fails is told, not raised."""
    try:
        return Trial(play_in_step(game, opening))
    except Difference as error:
        return Trial("failed", error.what, str(error))
    except Exception as error:  # noqa: BLE001  # any error of a machine is what is looked for
        return Trial("failed", _word_of(error), traceback.format_exc())


def _word_of(error: Exception) -> str:
    """Return what tells one crash from another: its class, and the function in which it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} in {frames[-1].name}"


def smallest(files: Files, seed: int, left_out: frozenset[str], seconds: float = 60.0) -> tuple[Files, Trial]:
    """Return the smallest game found that fails as this one does, and what came of it."""
    first = tried(files, seed, left_out)
    found = [first]

    def fails(candidate: Files) -> bool:
        for chosen in (seed, seed + 1, seed + 2):
            trial = tried(candidate, chosen, left_out)
            if trial.failed == first.failed:
                found[:] = [trial]
                return True
            if trial.ended == "rejected":
                return False
        return False

    return shrunk(files, fails, seconds), found[0]


def report(files: Files, trial: Trial, seed: int) -> str:
    """Return a failing game for a person: the game as YAML, and what differs."""
    return f"seed {seed}: {trial.failed}\n\n{shown(files)}\n{trial.words}"
