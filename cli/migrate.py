"""The command `migrate`: content and playthroughs of older versions of the language rewritten in the one of today."""

from __future__ import annotations

import typer

from rulewright.cli.output import FOUND, CommandError, say
from rulewright.cli.reports import content_root, packs_of, unknown, way_to
from rulewright.cli.rewriting import rewrite
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.editor.migrate import Migrated, MigrationError, migrated
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.language_versions import CURRENT


def run(games: tuple[str, ...], where: Where, *, check: bool, diff: bool) -> None:
    """Rewrite games, all of them if none is named, with their packs and playthroughs; nothing with `check` or `diff`.

    Exit 1 when `check` or `diff` meets an older version, and for a file that cannot be read. Where CommandError is
    raised, nothing is written.
    """
    root = content_root(where.root)
    known = game_names(root)
    for game in games:
        if game not in known:
            raise unknown("game", game, known)
    packs = packs_of(where, root)
    found = [_of_game(Project(root.resolve(), packs), game) for game in games or known]
    files = {file.path: file for each in found for file in each.files}
    rewrite(files.values(), check=check, diff=diff)
    unread = dict.fromkeys(path for each in found for path in each.unread)
    for path in unread:
        say(f"{way_to(path)} cannot be read; mend it first, `rulewright validate` tells how")
    if not files and not unread:
        say(f"all is written in version {CURRENT} of the language")
    if unread or (files and (check or diff)):
        raise typer.Exit(FOUND)


def _of_game(project: Project, game: str) -> Migrated:
    try:
        return migrated(project, game)
    except MigrationError as error:
        raise CommandError(str(error), FOUND) from None
