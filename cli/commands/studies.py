"""Commands that study a game between bots: their arguments and their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.arguments import GameName, Packs, Root, SeatsOfStudy, Variants
from rulewright.cli.output import CompareFormat, Format, SimulationFormat, guarded
from rulewright.cli.where import Where


def build_natively(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; else all.")] = None,
    *,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="For so many; else for every number of them.")
    ] = None,
    option: Variants = None,
    check: Annotated[
        bool, typer.Option("--check", help="Show what the compiler says where a game cannot be built.")
    ] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Build games with the system's compiler of C, ahead of playing thousands of them; they are kept.

    Example: rulewright native my-game --check
    """
    from rulewright.cli import native as command

    with guarded():
        where = Where(root, tuple(packs or ()))
        command.run(command.Wishes(game, players, tuple(option or ()), check, where))


def simulate(  # noqa: PLR0913 - each option is an argument
    game: GameName,
    *,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", help="How many games are played.", show_default=False)
    ],
    players: SeatsOfStudy = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="KIND[,KIND...]",
            help="random, greedy, mcts, mcts:200, mcts:1s or MODULE:CLASS: for all, or for each seat.",
        ),
    ] = "random",
    option: Variants = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The seed of the first game.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", help="How many processes play.")] = 1,
    form: Annotated[
        SimulationFormat, typer.Option("--format", help="How the numbers are written.")
    ] = SimulationFormat.TEXT,
    details: Annotated[
        bool,
        typer.Option(
            "--details", help="Also tell what was offered, taken and bought, and what changed counters."
        ),
    ] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Also write one page with plots.")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Let a Dask cluster play (docs/scale.md)."),
    ] = None,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Let bots play many games, and count wins, scores, lengths and what became of cards, with how sure that is.

    Example: rulewright simulate my-game -n 1000 --players 4 --bots greedy,random,random,random --jobs 2
    """
    from rulewright.cli import simulate as command

    with guarded():
        command.run(
            command.Wishes(
                game=game,
                games=games,
                players=players,
                bots=bots,
                options=tuple(option or ()),
                seed=seed,
                jobs=jobs,
                form=form,
                where=Where(root, tuple(packs or ())),
                details=details,
                html=html,
                cluster=cluster,
            )
        )


def compare(  # noqa: PLR0913 - each option is an argument
    game: GameName,
    *,
    against: Annotated[
        Path,
        typer.Option(
            "--against",
            metavar="PACK|ROOT",
            help="The edit: a pack, or another folder of games.",
            show_default=False,
        ),
    ],
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", help="How many pairs are played.")
    ] = 200,
    players: SeatsOfStudy = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="KIND[,KIND...]", help="As for simulate; for all, or for each seat."),
    ] = "greedy",
    option: Variants = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The seed of the first pair.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", help="How many processes play each side.")] = 1,
    playthroughs: Annotated[
        list[Path] | None,
        typer.Option(
            "--playthroughs", metavar="PATH", help="Recorded games, or folders with some; repeatable."
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write one page.")] = None,
    form: Annotated[
        CompareFormat, typer.Option("--format", help="How the differences are written.")
    ] = CompareFormat.TEXT,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Play the same seeds without and with an edit, and tell what is different and no chance.

    Example: rulewright compare my-game --against my-pack -n 500 --bots greedy --jobs 2
    """
    from rulewright.cli import compare as command
    from rulewright.cli import simulate

    with guarded():
        played = simulate.Wishes(
            game=game,
            games=games,
            players=players,
            bots=bots,
            options=tuple(option or ()),
            seed=seed,
            jobs=jobs,
            form=SimulationFormat.TEXT,
            where=Where(root, tuple(packs or ())),
            details=True,
            html=html,
        )
        command.run(command.Wishes(played, against, tuple(playthroughs or ()), form))


def mutate(  # noqa: PLR0913 - each option is an argument
    game: GameName,
    scripts: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Playthroughs, or folders with some.", show_default=False),
    ],
    *,
    sample: Annotated[
        int | None, typer.Option("-n", "--changes", metavar="N", help="How many changes are tried; else all.")
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="Which ones, where not all are tried.")
    ] = 0,
    demand: Annotated[
        int | None,
        typer.Option(
            "--demand", metavar="PERCENT", help="Exit 1 when a smaller share of changes is noticed."
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Also write a page.")] = None,
    form: Annotated[Format, typer.Option("--format", help="How the answer is written.")] = Format.TEXT,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Change a game in small ways, one at a time, and tell which changes no playthrough notices.

    Example: rulewright mutate my-game tests/playthroughs/my-game -n 200
    """
    from rulewright.cli import mutate as command

    with guarded():
        where = Where(root, tuple(packs or ()))
        command.run(command.Wishes(game, tuple(scripts), sample, seed, demand, html, form, where))
