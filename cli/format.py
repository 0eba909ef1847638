"""The command `format`: effects and formulas in one style, in the files of games and packs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import typer

from rulewright.cli.output import FOUND, CommandError, say
from rulewright.cli.reports import games_of, unknown
from rulewright.cli.rewriting import rewrite
from rulewright.cli.where import Where
from rulewright.interpreter.content.rooted import PARTS
from rulewright.interpreter.format.files import Rewritten, rewritten
from rulewright.interpreter.play.games import Games


def run(targets: tuple[str, ...], where: Where, *, check: bool, diff: bool) -> None:
    """Rewrite the files of games, or of paths among them; with `check` or `diff` nothing is written.

    Exit 1 when `check` or `diff` meets a file in another style. Raises CommandError for a target that is none.
    """
    games = games_of(where, [Path(target) for target in targets if Path(target).exists()])
    found = list(_found(targets, games))
    rewrite(found, check=check, diff=diff)
    if not found:
        say("all effects and formulas are in the one style")
    elif check or diff:
        raise typer.Exit(FOUND)


def _found(targets: tuple[str, ...], games: Games) -> Iterator[Rewritten]:
    """Yield the files that are not in the one style, of what is named, else of all games."""
    names: dict[str, None] = {}
    paths = []
    for target in targets:
        path = Path(target)
        if target in games.names:
            names[target] = None
        elif not path.exists():
            raise unknown("game, file or folder", target, games.names)
        else:
            paths.append(path.resolve())
            names |= dict.fromkeys(_games_of(path, games))
    if not targets:
        names = dict.fromkeys(games.names)
    if not names:
        raise CommandError(f"there is no file of a game below {', '.join(targets) or games.root}")
    packs = {pack.folder for pack in games.packs}
    for name in names:
        for file in rewritten(name, games.root, games.packs):
            whole = file.path.resolve()
            named = name in targets or not targets or any(whole.is_relative_to(path) for path in paths)
            of_packs = any(whole.is_relative_to(folder) for folder in packs)
            if named and (of_packs or not packs or any(whole.is_relative_to(path) for path in paths)):
                yield file


def _games_of(path: Path, games: Games) -> Iterator[str]:
    """Yield the games to which the files at or below a path belong."""
    whole = path.resolve()
    for name in games.names:
        for part in PARTS:
            for folder in (games.root, *(pack.folder for pack in games.packs)):
                home = (folder / part / name).resolve()
                if whole.is_relative_to(home) or home.is_relative_to(whole):
                    yield name
