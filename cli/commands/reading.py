"""Commands that tell what a game and its cards say: their arguments and their help."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.arguments import AnyFormat, GameName, NoCache, Packs, Root
from rulewright.cli.output import Format, GraphFormat, guarded
from rulewright.cli.where import Where


def cards(
    game: GameName,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="K", help="Only components of this kind.")
    ] = None,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="O", help="Only those of which something comes from there."),
    ] = None,
    form: AnyFormat = Format.TEXT,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """List the cards, tiles and other components of a game.

    Example: rulewright cards my-game --kind tile
    """
    from rulewright.cli import cards as command

    with guarded():
        command.run(game, kind, origin, form, Where(root, tuple(packs or ())))


def show(
    game: GameName,
    card: Annotated[str, typer.Argument(metavar="CARD", help="The card's id.", show_default=False)],
    python: Annotated[
        bool, typer.Option("--python", help="Show the Python that the card is compiled to.")
    ] = False,
    packs: Packs = None,
    root: Root = None,
    no_cache: NoCache = False,
) -> None:
    """Show one card with its fields, origins and abilities.

    Example: rulewright show my-game old-tower
    """
    from rulewright.cli import show as command

    with guarded():
        command.run(game, card, Where(root, tuple(packs or ())), python=python)


def explain(
    game: GameName,
    card: Annotated[
        str | None,
        typer.Argument(
            metavar="CARD",
            help="A card's id or name, or the name of a phase, an action, a window or a value; else everything.",
            show_default=False,
        ),
    ] = None,
    form: AnyFormat = Format.TEXT,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Say in plain English what cards do, and what the rules say, as a rulebook would.

    Example: rulewright explain my-game old-tower
    """
    from rulewright.cli import explain as command

    with guarded():
        command.run(game, card, form, Where(root, tuple(packs or ())))


def vocabulary(game: GameName, form: AnyFormat = Format.TEXT, packs: Packs = None, root: Root = None) -> None:
    """List what the cards of a game can name: actions, windows, values, counters, zones and more.

    Example: rulewright vocabulary my-game
    """
    from rulewright.cli import vocabulary as command

    with guarded():
        command.run(game, form, Where(root, tuple(packs or ())))


def schema(
    game: GameName,
    *,
    keep: Annotated[
        bool, typer.Option("--write", help="Keep it as schemas/GAME/cards.schema.json below the root.")
    ] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Print the JSON Schema of a game's card files, with which editors complete and check them.

    Example: rulewright schema my-game --write
    """
    from rulewright.cli import schema as command

    with guarded():
        command.run(game, Where(root, tuple(packs or ())), keep=keep)


def graph(
    game: GameName,
    form: Annotated[
        GraphFormat, typer.Option("--format", help="The language of the drawing.")
    ] = GraphFormat.MERMAID,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Draw the rounds, phases and windows of a game, as Mermaid or DOT text.

    Example: rulewright graph my-game --format dot
    """
    from rulewright.cli import graph as command

    with guarded():
        command.run(game, form, Where(root, tuple(packs or ())))


def explain_code(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE", help="The code of a finding; else all are listed.", show_default=False
        ),
    ] = None,
) -> None:
    """Explain what a finding means, with a bad and a good example.

    Example: rulewright explain-code RW408
    """
    from rulewright.cli import explain_code as command

    with guarded():
        command.run(code)
