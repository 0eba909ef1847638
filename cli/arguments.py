"""Arguments that many commands share, each with its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.output import Format


def _use_no_cache(wanted: bool) -> bool:
    if wanted:
        from rulewright.interpreter import cache

        cache.disable()
    return wanted


Root = Annotated[
    Path | None,
    typer.Option(
        "--root", metavar="DIR", help="A folder with rules/ and cards/, in place of the games installed."
    ),
]
Packs = Annotated[
    list[Path] | None,
    typer.Option(
        "--pack", metavar="DIR", help="Lay a pack of more cards over the game; repeatable, in order."
    ),
]
NoCache = Annotated[
    bool,
    typer.Option(
        "--no-cache", help="Work everything out anew; keep nothing for the next run.", callback=_use_no_cache
    ),
]
AnyFormat = Annotated[Format, typer.Option("--format", help="How the answer is written.")]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of the game's folder.", show_default=False)
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if a file would change.")]
Diff = Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")]
Variants = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A variant of the rules; repeatable."),
]
SeatsOfStudy = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="How many play; else as few as the game allows."),
]
