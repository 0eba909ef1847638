"""Commands that write content, or change it: their arguments and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.arguments import Check, Diff, GameName, Packs, Root
from rulewright.cli.output import CommandError, guarded
from rulewright.cli.where import Where


def new_card(
    game: GameName,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="The card's kind.", show_default=False)],
    card_id: Annotated[str, typer.Argument(metavar="ID", help="The new card's id.", show_default=False)],
    *,
    keep: Annotated[
        bool, typer.Option("--write", help="Put it into the file of its kind, or into a new one.")
    ] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Print a correct card to begin with, or put it where it belongs.

    Example: rulewright new card my-game tile old-tower --write
    """
    from rulewright.cli import new as command

    with guarded():
        command.card(game, kind, card_id, Where(root, tuple(packs or ())), keep=keep)


def new_game(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new folder, named as the game.", show_default=False)
    ],
) -> None:
    """Write a small game that validates at once and that bots can play.

    Example: rulewright new game my-game
    """
    from rulewright.cli import new as command

    with guarded():
        command.game(folder)


def format_files(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|PATH...", help="Games, files or folders; else all games."),
    ] = None,
    *,
    check: Check = False,
    diff: Diff = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Write effects and formulas in one style; with packs, those of the packs.

    Example: rulewright format my-game --diff
    """
    from rulewright.cli import format as command

    with guarded():
        command.run(tuple(targets or ()), Where(root, tuple(packs or ())), check=check, diff=diff)


def migrate(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games to rewrite; else all.")
    ] = None,
    *,
    check: Check = False,
    diff: Diff = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Rewrite what is of an older version of the language: rules, cards, packs and playthroughs.

    Example: rulewright migrate my-game --diff
    """
    from rulewright.cli import migrate as command

    with guarded():
        command.run(tuple(games or ()), Where(root, tuple(packs or ())), check=check, diff=diff)


def lsp() -> None:
    """Serve an editor: findings as you type, help, completion and fixes (needs the extra `editor`).

    Example: rulewright lsp
    """
    with guarded():
        try:
            from rulewright.cli import lsp as command
        except ModuleNotFoundError as error:
            raise CommandError(
                f"{error.name} is missing; install it with `pip install 'rulewright[editor]'`, or"
                " `pip install -e '.[editor]'` in a clone"
            ) from None
        command.run()


def rename(
    game: GameName,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The name as it is.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name that it gets.", show_default=False)],
    *,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Write nothing; tell where it would change.")
    ] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Change a name of a game everywhere: rules, cards, packs, playthroughs, kept transcripts.

    Example: rulewright rename my-game old-tower new-tower --dry-run
    """
    from rulewright.cli import rename as command

    with guarded():
        command.run(game, old, new, Where(root, tuple(packs or ())), dry=dry)


def copy(
    game: GameName,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new folder for the copy.", show_default=False)
    ],
    root: Root = None,
) -> None:
    """Copy a game into a folder of your own, to change it there.

    Example: rulewright copy my-game my-folder
    """
    from rulewright.cli import copy as command

    with guarded():
        command.run(game, folder, Where(root, ()))
