"""The commands `new card` and `new game`: a correct beginning that validates at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import typer

from rulewright.cli.output import FOUND, CommandError, say, write
from rulewright.cli.reports import game_of, games_of, report, unknown, way_to
from rulewright.cli.schema import keep_schema, keep_schemas, modeline, schema_file
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import content_files
from rulewright.interpreter.content.new_card import CardHome, home_of, new_card_file, new_entry, with_entry
from rulewright.interpreter.content.packs import Pack, shown_folder
from rulewright.interpreter.content.sections import titled
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.whole_files import write_whole

if TYPE_CHECKING:
    from rulewright.interpreter.content.model import Game

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
    text = (
        new_card_file(modeline(name), kind, entry)
        if home.is_new
        else with_entry(path.read_text("utf-8"), home, entry)
    )
    made = _tried(games, pack, _New(home, path, text))
    if made is None:
        if keep:
            say(f"{way_to(path)} was left as it was")
        raise typer.Exit(FOUND)
    if keep:
        _keep(made, _New(home, path, text), pack.folder if pack is not None else games.root)
    elif home.is_new:
        write(f"# {way_to(path)}\n{text}")
    else:
        write(f"# for {way_to(path)}, below `{home.key}:`\n{entry}")


@dataclass(frozen=True, slots=True)
class _New:
    """The text that a card file is to have, and where that file lies."""

    home: CardHome
    path: Path
    text: str


def _games(where: Where) -> tuple[Games, Pack | None]:
    """Return the games, and the pack into which a card goes: the last one, which may be begun with it."""
    if not where.packs or where.packs[-1].exists():
        games = games_of(where)
        return games, games.packs[-1] if games.packs else None
    games = games_of(Where(where.root, where.packs[:-1]))
    folder = where.packs[-1]
    return games, Pack(folder.resolve(), shown_folder(folder, games.root))


def _tried(games: Games, pack: Pack | None, new: _New) -> Game | None:
    """Return the game as it is with a new text, tried in a copy; None after showing the errors that it has then."""
    packs = games.packs if pack is None or pack in games.packs else (*games.packs, pack)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        # Findings name the files of a pack as they do where it lies.
        copies = {other: Pack(Path(folder) / "packs" / other.name, other.shown) for other in packs}
        for file in content_files(new.home.game, games.root, packs):
            base = next((copy.folder for copy in copies.values() if copy.name == file.pack), root)
            (base / file.inner).parent.mkdir(parents=True, exist_ok=True)
            copyfile(file.path, base / file.inner)
        base, above = (root, games.root) if pack is None else (copies[pack].folder, pack.folder)
        _write(base / new.path.relative_to(above), new.text)
        made, findings = Games(root, tuple(copies.values())).load(new.home.game)
    if made is None:
        report(findings.errors, games.root, dict.fromkeys((new.home.file, way_to(new.path)), new.text))
    return made


def _keep(game: Game, new: _New, folder: Path) -> None:
    """Write a file that the game is right with, and the schema that a new one names to editors in its first line."""
    try:
        _write(new.path, new.text)
    except PermissionError as error:
        raise CommandError(
            f"{way_to(new.path)} cannot be written: {error.strerror}; put the card into a pack of your own"
            f" (--pack DIR), or take the game for your own (rulewright copy {game.id} DIR)"
        ) from None
    say(f"{way_to(new.path)} written")
    if new.home.is_new and not (folder / schema_file(game.id)).exists():
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
    for path in (*(folder / place for place in places.values()), *keep_schemas(made, folder)):
        say(f"{path.as_posix()} written")
    say(f"now try: rulewright play --game {name} --root {folder.as_posix()}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
