"""The command `copy`: a game taken into a folder of one's own, with a first playthrough and a schema for editors."""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile

from rulewright.cli.output import CommandError, say
from rulewright.cli.reports import game_of, games_of, way_to
from rulewright.cli.schema import keep_schemas, playthrough_modeline
from rulewright.cli.where import Where
from rulewright.interpreter.bots.bots import bot_for
from rulewright.interpreter.content.load import content_files
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.rooted import PARTS
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.play.record import recording
from rulewright.interpreter.whole_files import write_whole

_PLAYTHROUGH = "tests/playthroughs/{}/first-game.yaml"
_SEED = 1


def run(name: str, folder: Path, where: Where) -> None:
    """Copy the files of a game, and write a game between bots as its first playthrough. Raises CommandError."""
    games = games_of(where)
    game = game_of(games, name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} exists already; name a new folder")
    for part in PARTS:
        (folder / part / name).mkdir(parents=True, exist_ok=True)
    for file in content_files(name, games.root, ()):
        target = folder / file.inner
        target.parent.mkdir(parents=True, exist_ok=True)
        copyfile(file.path, target)
        say(f"{way_to(target)} written")
    for path in keep_schemas(game, folder):
        say(f"{way_to(path)} written, for editors")
    script = folder / _PLAYTHROUGH.format(name)
    script.parent.mkdir(parents=True, exist_ok=True)
    write_whole(script, f"{playthrough_modeline(3)}\n{_first_game(game)}")
    say(f"{way_to(script)} written, a game between bots")
    say(f"now try: rulewright validate {way_to(folder)}; rulewright play {way_to(script)}")


def _first_game(game: Game) -> str:
    """Return a whole game between bots that choose at random, as a playthrough."""
    match = FastMatch(game, game.min_players, seed=_SEED, journal=True)
    bots = [bot_for("random", _SEED, seat) for seat in range(len(match.names))]
    while not match.over:
        match.apply(bots[match.turn].choose(match))
    return recording(match)
