"""The commands `new card` and `new game`: a correct beginning that validates at once."""

from __future__ import annotations

import re
from pathlib import Path

import typer

from cli.output import FOUND, CommandError, say, write
from cli.reports import game_of, games_of, report, unknown, way_to
from cli.schema import keep_schema, modeline, schema_file
from cli.where import Where
from interpreter.content.new_card import CardHome, home_of, new_card_file, new_entry, with_entry
from interpreter.content.packs import Pack, shown_folder
from interpreter.content.sections import titled
from interpreter.findings import Findings
from interpreter.play.games import Games

_SKELETON = Path(__file__).resolve().parent / "skeleton"
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*\Z")
_FORM = "small letters, digits and single hyphens, beginning with a letter, such as second-row-3"


def card(name: str, kind_name: str, id_: str, where: Where, *, keep: bool) -> None:
    """Write a card's skeleton to standard output, or into the file of its kind; with packs, into the last of them."""
    games, pack = _games(where)
    game = game_of(games, name)
    kind = game.kinds.get(kind_name)
    if kind is None:
        raise unknown(f"kind in {name}", kind_name, game.kinds)
    if kind.per_player is not None:
        raise CommandError(f"each player has {kind.per_player} of the kind {kind_name}; no file lists them")
    if not _ID.match(id_):
        raise CommandError(f"{id_!r} cannot be an id: {_FORM}")
    taken = next((known for known in game.cards if known.id == id_), None)
    if taken is not None:
        place = f"{taken.span.file}:{taken.span.line}"
        raise CommandError(f"the id {id_} is taken already, in {place}")
    home = home_of(game, kind, pack)
    path = (
        pack.folder / home.file.removeprefix(f"{pack.shown}/") if pack is not None else games.root / home.file
    )
    entry = new_entry(game, kind, id_, home)
    if keep:
        text = new_card_file(modeline(name), kind, entry) if home.is_new else with_entry(path, home, entry)
        _keep(where, home, path, text)
    elif home.is_new:
        write(f"# {way_to(path)}\n{new_card_file(modeline(name), kind, entry)}")
    else:
        write(f"# for {way_to(path)}, below `{home.key}:`\n{entry}")


def _games(where: Where) -> tuple[Games, Pack | None]:
    """Return the games, and the pack into which a card goes: the last one, which may be begun with it."""
    if not where.packs or where.packs[-1].exists():
        games = games_of(where)
        return games, games.packs[-1] if games.packs else None
    games = games_of(Where(where.root, where.packs[:-1]))
    folder = where.packs[-1]
    return games, Pack(folder.resolve(), shown_folder(folder, games.root))


def _keep(where: Where, home: CardHome, path: Path, text: str) -> None:
    """Write a file, unless the game had errors with it."""
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    games = games_of(where)
    game, findings = games.load(home.game)
    if game is None:
        report(findings.errors, games.root)  # while the file has the lines that are shown
        if before is None:
            path.unlink()
        else:
            path.write_bytes(before)
        say(f"{way_to(path)} was left as it was")
        raise typer.Exit(FOUND)
    say(f"{way_to(path)} written")
    folder = game.packs[-1].folder if game.packs else games.root
    # The first line of a new file names the schema to editors.
    if home.is_new and not (folder / schema_file(game.id)).exists():
        say(f"{way_to(keep_schema(game, folder))} written, by which editors know the fields")


def game(folder: Path) -> None:
    """Write a small game that validates and can be played, into a new folder; its name is the folder's."""
    name = folder.resolve().name
    if not _ID.match(name):
        raise CommandError(f"{name!r} cannot be a game's name: {_FORM}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandError(f"{folder} exists already; name a new folder")
    places = {
        "game.yaml": f"rules/{name}/game.yaml",
        "helpers.yaml": f"cards/{name}/helpers.yaml",
        "first-game.yaml": f"tests/playthroughs/{name}/first-game.yaml",
    }
    for source, target in places.items():
        text = (_SKELETON / source).read_text(encoding="utf-8")
        _write(folder / target, text.replace("NAME", name).replace("TITLE", titled(name)))
    findings = Findings()
    made, found = Games(folder).load(name)
    findings.extend(found)
    if made is None:
        report(findings, folder)
        raise typer.Exit(FOUND)
    keep_schema(made, folder)
    for target in (*places.values(), schema_file(name)):
        say(f"{(folder / target).as_posix()} written")
    say(f"now try: rulewright play --game {name} --root {folder.as_posix()}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
