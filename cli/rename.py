"""The command `rename`: a name of a game changed everywhere it stands."""

from __future__ import annotations

from rulewright.cli.output import FOUND, CommandError, say
from rulewright.cli.reports import content_root, counted, packs_of, unknown, way_to
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.editor.rename import RenameError, renamed
from rulewright.interpreter.whole_files import rewrite_whole


def run(name: str, old: str, new: str, where: Where, *, dry: bool) -> None:
    """Change a name of a game, or only tell where it would be. Where CommandError is raised, nothing is written."""
    root = content_root(where.root)
    names = game_names(root)
    if name not in names:
        raise unknown("game", name, names)
    # Another name changes nothing of what lints look for, and only mistakes stand in its way.
    project = Project(root.resolve(), packs_of(where, root), lints=False)
    try:
        files = renamed(project, name, old, new)
    except RenameError as error:
        raise CommandError(str(error), FOUND) from None
    for file in files:
        if not dry:
            rewrite_whole(file.path, file.after)
        say(f"{way_to(file.path)}: {counted(file.places, 'place')}")
    places = sum(file.places for file in files)
    done = "would be changed" if dry else "changed"
    say(f"{old} {done} to {new} at {counted(places, 'place')} in {counted(len(files), 'file')}")
