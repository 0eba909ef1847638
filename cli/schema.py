"""The command `schema`: the JSON Schema of a game's card files, for editors."""

from __future__ import annotations

import json
from pathlib import Path

from cli.output import say, write
from cli.reports import content_root, game_of
from interpreter.content.card_schema import card_schema
from interpreter.content.model import Game
from interpreter.play.checking import Games


def run(name: str, root: Path | None, *, keep: bool) -> None:
    """Write the schema of a game's card files to standard output, or to its place below the root."""
    folder = content_root(root)
    game = game_of(Games(folder), name)
    if not keep:
        write(schema_text(game))
        return
    path = folder / schema_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(schema_text(game), encoding="utf-8")
    say(f"{schema_file(name)} written; begin card files with: {modeline(name)}")


def schema_file(name: str) -> str:
    """Return where the schema of a game's card files is kept, below the root."""
    return f"schemas/{name}/cards.schema.json"


def schema_text(game: Game) -> str:
    """Return the schema of a game's card files as it stands in its file."""
    return json.dumps(card_schema(game), ensure_ascii=False, indent=2) + "\n"


def modeline(name: str) -> str:
    """Return the first line by which a card file in `cards/GAME/` names its schema to editors."""
    return f"# yaml-language-server: $schema=../../{schema_file(name)}"
