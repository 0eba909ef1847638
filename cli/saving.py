"""Saves of `play`: a game kept in a file where it stands, and gone on with by another process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulewright.cli.output import FOUND, CommandError
from rulewright.cli.reports import game_of
from rulewright.interpreter.content.packs import PackError, joined, open_packs, path_between
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.record import Recorder, RecordError
from rulewright.interpreter.play.shadow import Shadow
from rulewright.interpreter.play.stated import StatedFastMatch, left_to_the_seed
from rulewright.interpreter.state.errors import MatchError


class Saver:
    """Writes a save again and again."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.path = path
        try:
            self._file = Recorder(path, force=force)
        except RecordError as error:
            raise CommandError(str(error)) from None

    def write(self, shadow: Shadow) -> None:
        """Save the match where it stands. Raises CommandError."""
        try:
            saved = shadow.now().save()
            folder = self.path.parent
            packs = [path_between(pack, folder) for pack in shadow.now().game.packs]
            self._file.write(json.dumps({**saved, "packs": packs}, ensure_ascii=False) + "\n")
        except (RecordError, MatchError) as error:
            raise CommandError(f"the game cannot be saved: {error}", FOUND) from None


def resumed(path: Path, games: Games) -> FastMatch:
    """Return the match of a save where it stood, with its journal. Raises CommandError.

    The save must fit the content and this build of the program exactly. The journal is not in it: the moves are played
    again to tell what happened, and must lead to the very position of the save.
    """
    saved = _read(path)
    games = _with_packs(path, saved, games)
    if saved["game"] not in games.names:
        raise CommandError(f"{path} is a save of {saved['game']!r}; there is no such game here")
    game = game_of(games, saved["game"])
    try:
        if saved.get("asked") is True:
            stated = StatedFastMatch.resume(game, saved, journal=True)
            left_to_the_seed(stated)
            return stated
        return FastMatch.resume(game, saved, journal=True)
    except MatchError as error:
        raise CommandError(f"{path} cannot be resumed: {error}", FOUND) from None


def _with_packs(path: Path, saved: dict[str, Any], games: Games) -> Games:
    """Return the games with the packs that a save names, which lie where it says as seen from its file."""
    named = saved.get("packs", [])
    if not isinstance(named, list) or not all(isinstance(word, str) for word in named):
        raise CommandError(f"{path} cannot be resumed: `packs` must be a list of folders", FOUND)
    try:
        needed = open_packs((path.parent / word for word in named), games.root, games.names)
        return Games(
            games.root, joined((*(pack for pack in needed if pack not in games.packs), *games.packs))
        )
    except PackError as error:
        raise CommandError(f"{path} cannot be resumed: {error}", FOUND) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise CommandError(f"{path} is no save of a game: it is not JSON", FOUND) from None
    if not isinstance(saved, dict) or not isinstance(saved.get("game"), str):
        raise CommandError(f"{path} is no save of a game", FOUND)
    return saved
