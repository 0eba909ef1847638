"""The program `rulewright`: its commands, their arguments and their help."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.arguments import AnyFormat, GameName, NoCache, Packs, Root
from rulewright.cli.output import (
    CLEAN,
    INTERRUPTED,
    CommandError,
    CompareFormat,
    Demand,
    FindingsFormat,
    Format,
    GraphFormat,
    SimulationFormat,
    finish_output,
    guarded,
    program_version,
    use_utf8,
)
from rulewright.cli.where import Where

_OBJECTS_BETWEEN_COLLECTIONS = 50_000

app = typer.Typer(
    name="rulewright",
    help="Plays board and card games from data, and checks that data.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"rulewright {program_version()}")
        raise typer.Exit(CLEAN)


@app.callback()
def _program(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Plays board and card games from data, and checks that data."""


@app.command()
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


@app.command()
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
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A variant of the rules; repeatable."),
    ] = None,
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


@app.command()
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


@app.command()
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


@app.command()
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


@app.command()
def vocabulary(game: GameName, form: AnyFormat = Format.TEXT, packs: Packs = None, root: Root = None) -> None:
    """List what the cards of a game can name: actions, windows, values, counters, zones and more.

    Example: rulewright vocabulary my-game
    """
    from rulewright.cli import vocabulary as command

    with guarded():
        command.run(game, form, Where(root, tuple(packs or ())))


@app.command()
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


@app.command()
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


@app.command("native")
def build_natively(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; else all.")] = None,
    *,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="For so many; else for every number of them.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A variant of the rules; repeatable."),
    ] = None,
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


@app.command()
def watch(packs: Packs = None, root: Root = None) -> None:
    """Check games and playthroughs again on every save; Ctrl-C ends it.

    Example: rulewright watch --root my-games
    """
    from rulewright.cli import watch as command

    with guarded():
        command.run(Where(root, tuple(packs or ())))


@app.command("open")
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


@app.command("explain-code")
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


@app.command()
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


@app.command()
def simulate(  # noqa: PLR0913 - each option is an argument
    game: GameName,
    *,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", help="How many games are played.", show_default=False)
    ],
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N", help="How many play; else as few as the game allows."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="KIND[,KIND...]",
            help="random, greedy, mcts, mcts:200, mcts:1s or MODULE:CLASS: for all, or for each seat.",
        ),
    ] = "random",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A variant of the rules; repeatable."),
    ] = None,
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


@app.command()
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
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="N", help="How many play; else as few as the game allows."),
    ] = None,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="KIND[,KIND...]", help="As for simulate; for all, or for each seat."),
    ] = "greedy",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="A variant of the rules; repeatable."),
    ] = None,
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


@app.command()
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


@app.command("test")
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


new = typer.Typer(help="Begin a card or a game.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(new, name="new")


@new.command("card")
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


@new.command("game")
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


@app.command("format")
def format_files(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME|PATH...", help="Games, files or folders; else all games."),
    ] = None,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Write effects and formulas in one style; with packs, those of the packs.

    Example: rulewright format my-game --diff
    """
    from rulewright.cli import format as command

    with guarded():
        command.run(tuple(targets or ()), Where(root, tuple(packs or ())), check=check, diff=diff)


@app.command()
def migrate(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help="Games to rewrite; else all.")
    ] = None,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    packs: Packs = None,
    root: Root = None,
) -> None:
    """Rewrite what is of an older version of the language: rules, cards, packs and playthroughs.

    Example: rulewright migrate my-game --diff
    """
    from rulewright.cli import migrate as command

    with guarded():
        command.run(tuple(games or ()), Where(root, tuple(packs or ())), check=check, diff=diff)


@app.command()
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


@app.command()
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


@app.command()
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


page = typer.Typer(
    help="Write cards or a playthrough as one page to send to somebody.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(page, name="page")

Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="The file to write; else one named after its content."),
]
ForceOut = Annotated[bool, typer.Option("--force", help="Let the page replace a file that exists.")]


@page.command("cards")
def page_cards(
    game: GameName, *, out: Out = None, force: ForceOut = False, packs: Packs = None, root: Root = None
) -> None:
    """Write all cards of a game as one page, with search and filter.

    Example: rulewright page cards my-game --out cards.html
    """
    from rulewright.cli import page as command

    with guarded():
        command.cards(game, command.Wishes(out, force, Where(root, tuple(packs or ()))))


@page.command("replay")
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


@page.command("statistics")
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


def main() -> int:
    """Run the program on the arguments it was called with; return the exit code."""
    use_utf8()
    # Loading a game makes many objects and hardly any garbage; looking for some as often as Python does takes a tenth
    # of the time of most commands.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, 20, 50)
    try:
        app()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else CLEAN
    except KeyboardInterrupt:
        code = INTERRUPTED
    else:
        code = CLEAN
    return code if finish_output() else CLEAN


if __name__ == "__main__":
    raise SystemExit(main())
