"""The program `rulewright`: puts its commands together, and runs them."""

from __future__ import annotations

import gc
from typing import Annotated

import typer

from rulewright.cli.commands import checking, pages, reading, studies, writing
from rulewright.cli.output import (
    CLEAN,
    INTERRUPTED,
    finish_output,
    program_version,
    use_utf8,
)

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


app.command("validate")(checking.validate)
app.command("play")(checking.play)
app.command("cards")(reading.cards)
app.command("show")(reading.show)
app.command("explain")(reading.explain)
app.command("vocabulary")(reading.vocabulary)
app.command("schema")(reading.schema)
app.command("graph")(reading.graph)
app.command("native")(studies.build_natively)
app.command("watch")(checking.watch)
app.command("open")(pages.open_pages)
app.command("explain-code")(reading.explain_code)
app.command("coverage")(checking.coverage)
app.command("simulate")(studies.simulate)
app.command("compare")(studies.compare)
app.command("mutate")(studies.mutate)
app.command("test")(checking.run_playthroughs)
app.command("format")(writing.format_files)
app.command("migrate")(writing.migrate)
app.command("lsp")(writing.lsp)
app.command("rename")(writing.rename)
app.command("copy")(writing.copy)

new = typer.Typer(help="Begin a card or a game.", no_args_is_help=True, rich_markup_mode=None)
new.command("card")(writing.new_card)
new.command("game")(writing.new_game)
app.add_typer(new, name="new")

page = typer.Typer(
    help="Write cards or a playthrough as one page to send to somebody.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
page.command("cards")(pages.page_cards)
page.command("replay")(pages.page_replay)
page.command("statistics")(pages.page_statistics)
app.add_typer(page, name="page")


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
