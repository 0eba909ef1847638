"""Commands that show games in the browser: their arguments and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.arguments import GameName, Packs, Root
from rulewright.cli.output import guarded
from rulewright.cli.where import Where

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="The file to write; else one named after its content."),
]
ForceOut = Annotated[bool, typer.Option("--force", help="Let the page replace a file that exists.")]


def open_pages(
    target: Annotated[
        str | None,
        typer.Argument(metavar="GAME|FILE", help="Begin with this game or playthrough; else with all games."),
    ] = None,
    *,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the pages in the browser at once.")
    ] = True,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="Where to serve; 0 is any free port.")
    ] = 0,
    editor: Annotated[
        str | None,
        typer.Option(
            "--editor", metavar="ADDRESS", help="What opens {path} at {line} in your editor; else VS Code's."
        ),
    ] = None,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Show games, cards and print sheets in the browser, on this machine only; Ctrl-C ends it.

    Example: rulewright open my-game
    """
    from rulewright.cli import open as command

    with guarded():
        command.run(command.Wishes(target, port, browser, editor, Where(root, tuple(packs or ()))))


def page_cards(
    game: GameName, *, out: Out = None, force: ForceOut = False, packs: Packs = None, root: Root = None
) -> None:
    """Write all cards of a game as one page, with search and filter.

    Example: rulewright page cards my-game --out cards.html
    """
    from rulewright.cli import page as command

    with guarded():
        command.cards(game, command.Wishes(out, force, Where(root, tuple(packs or ()))))


def page_replay(
    script: Annotated[Path, typer.Argument(metavar="FILE", help="A playthrough file.", show_default=False)],
    *,
    case: Annotated[
        str | None, typer.Option("--case", metavar="NAME", help="Which case of the file; else its first.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="NAME", help="Only what this player sees; else everything."),
    ] = None,
    out: Out = None,
    force: ForceOut = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Write a playthrough as one page: the table after every decision, why, and the numbers over time.

    Example: rulewright page replay tests/playthroughs/my-game/first-game.yaml
    """
    from rulewright.cli import page as command

    with guarded():
        command.replay(script, case, seat, command.Wishes(out, force, Where(root, tuple(packs or ()))))


def page_statistics(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="What `simulate --format json` has told.", show_default=False),
    ],
    *,
    out: Out = None,
    force: ForceOut = False,
) -> None:
    """Write statistics of games between bots as one page.

    Example: rulewright page statistics my-game.json
    """
    from rulewright.cli import page as command

    with guarded():
        command.statistics(file, command.Wishes(out, force, Where(None, ())))
