"""Commands that check content and play games: their arguments and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.arguments import AnyFormat, GameName, NoCache, Packs, Root, Variants
from rulewright.cli.output import Demand, FindingsFormat, Format, guarded
from rulewright.cli.where import Where


def validate(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|PATH...", help="Games, content files, playthroughs or folders; else all games."
        ),
    ] = None,
    form: Annotated[
        FindingsFormat, typer.Option("--format", help="How findings are written.")
    ] = FindingsFormat.TEXT,
    baseline: Annotated[
        Path | None,
        typer.Option(
            "--baseline", metavar="FILE", help="Leave out findings that this file knows; else make it."
        ),
    ] = None,
    packs: Packs = None,
    root: Root = None,
    no_cache: NoCache = False,
) -> None:
    """Check games, or the playthroughs below a path, and show what is wrong.

    Example: rulewright validate my-game tests/playthroughs
    """
    from rulewright.cli import validate as command

    with guarded():
        command.run(tuple(targets or ()), form, Where(root, tuple(packs or ())), baseline)


def play(  # noqa: PLR0913 - each option is an argument
    script: Annotated[
        Path | None, typer.Argument(metavar="SCRIPT", help="A playthrough file.", show_default=False)
    ] = None,
    *,
    case: Annotated[
        str | None, typer.Option("--case", metavar="NAME", help="Play only this case of the file.")
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Play this game without a script.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N|NAMES", help="How many play, or their names: Anna,Matt."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Where all chance comes from; else 0.")
    ] = None,
    option: Variants = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="KIND",
            help="Who plays for all others: random, greedy, mcts; else random.",
        ),
    ] = None,
    hand: Annotated[
        list[str] | None,
        typer.Option("--hand", metavar="NAME", help="Whom you play at the terminal; repeatable."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the game as a playthrough.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the game where it stands.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --record and --save replace a file that exists.")
    ] = False,
    legal: Annotated[
        bool, typer.Option("--legal", help="Show what may be chosen where the script ends.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Show below each line which rule or card caused it, and where.")
    ] = False,
    form: AnyFormat = Format.TEXT,
    packs: Packs = None,
    root: Root = None,
    no_cache: NoCache = False,
) -> None:
    """Play a script or a game, and print the transcript.

    Example: rulewright play --game my-game --players Anna,Matt --hand Anna
    """
    from rulewright.cli import play as command

    with guarded():
        command.run(
            command.Wishes(
                script=script,
                case=case,
                game=game,
                players=players,
                seed=seed,
                options=tuple(option or ()),
                bots=bots,
                hands=tuple(hand or ()),
                record=record,
                save=save,
                resume=resume,
                force=force,
                legal=legal,
                why=why,
                form=form,
                where=Where(root, tuple(packs or ())),
            )
        )


def watch(packs: Packs = None, root: Root = None) -> None:
    """Check games and playthroughs again on every save; Ctrl-C ends it.

    Example: rulewright watch --root my-games
    """
    from rulewright.cli import watch as command

    with guarded():
        command.run(Where(root, tuple(packs or ())))


def coverage(  # noqa: PLR0913 - each option is an argument
    game: GameName,
    scripts: Annotated[
        list[Path],
        typer.Argument(metavar="SCRIPT...", help="Playthroughs, or folders with some.", show_default=False),
    ],
    *,
    form: AnyFormat = Format.TEXT,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the annotated source as a page.")
    ] = None,
    demand: Annotated[
        Demand | None,
        typer.Option(
            "--demand", help="Fail when an ability of a card, or anything at all, is never reached."
        ),
    ] = None,
    only: Annotated[
        Path | None,
        typer.Option(
            "--only", metavar="PATH", help="Tell of one file or folder; a pack is added by this alone."
        ),
    ] = None,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Show which abilities, branches and rules of a game some playthroughs reach, with whatever packs they name.

    Example: rulewright coverage my-game tests/playthroughs/my-game --html reached.html
    """
    from rulewright.cli import coverage as command

    with guarded():
        command.run(
            command.Wishes(
                game=game,
                scripts=tuple(scripts),
                form=form,
                page=page,
                demand=demand,
                only=only,
                where=Where(root, tuple(packs or ())),
            )
        )


def run_playthroughs(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH...", help="Playthroughs, or folders with some; else all."),
    ] = None,
    *,
    update: Annotated[
        bool, typer.Option("--update", help="Keep the new transcripts, and list the files written.")
    ] = False,
    case: Annotated[
        str | None, typer.Option("--case", metavar="NAME", help="Play only the cases of this name.")
    ] = None,
    packs: Packs = None,
    root: Root = None,
    no_cache: NoCache = False,
) -> None:
    """Play all playthroughs and compare their snapshots.

    Example: rulewright test tests/playthroughs/my-game --update
    """
    from rulewright.cli import test as command

    with guarded():
        command.run(tuple(paths or ()), Where(root, tuple(packs or ())), update=update, case=case)
