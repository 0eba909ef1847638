"""The command `schema`: the JSON Schema of a game's card files, for editors."""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.cli.output import say, write
from rulewright.cli.reports import game_of, games_of, way_to
from rulewright.cli.where import Where
from rulewright.interpreter.content.card_schema import card_schema
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content_roots import schema_dir
from rulewright.interpreter.whole_files import write_whole

_OF_ALL = ("rules.schema.json", "game.schema.json", "playthrough.schema.json")
"""The schemas that are the same for all games; those of rules and playthroughs have these names in the wheel too."""


def run(name: str, where: Where, *, keep: bool) -> None:
    """Write the schema of a game's card files to standard output, or to its place below the root.

    With packs it is that of their cards too, and is kept in the last pack.
    """
    games = games_of(where)
    game = game_of(games, name)
    if not keep:
        write(schema_text(game))
        return
    folder = game.packs[-1].folder if game.packs else games.root
    path = keep_schema(game, folder)
    say(f"{way_to(path)} written; begin card files with: {modeline(name)}")


def keep_schema(game: Game, folder: Path) -> Path:
    """Write the schema of a game's card files to its place in a folder; return that place."""
    path = folder / schema_file(game.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, schema_text(game))
    return path


def keep_schemas(game: Game, folder: Path) -> list[Path]:
    """Write all schemas that files of a game of one's own name in their first lines; return their places."""
    found = [keep_schema(game, folder)]
    for name in _OF_ALL:
        path = folder / "schemas" / name
        write_whole(path, (schema_dir() / name).read_text(encoding="utf-8"))
        found.append(path)
    return found


def schema_file(name: str) -> str:
    """Return where the schema of a game's card files is kept, below the root."""
    return f"schemas/{name}/cards.schema.json"


def schema_text(game: Game) -> str:
    """Return the schema of a game's card files as it stands in its file."""
    return json.dumps(card_schema(game), ensure_ascii=False, indent=2) + "\n"


def playthrough_modeline(depth: int) -> str:
    """Return the first line of a playthrough that lies so many folders below the root."""
    return f"# yaml-language-server: $schema={'../' * depth}schemas/playthrough.schema.json"


def modeline(name: str) -> str:
    """Return the first line by which a card file in `cards/GAME/` names its schema to editors."""
    return f"# yaml-language-server: $schema=../../{schema_file(name)}"
