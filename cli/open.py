"""The command `open`: serves the pages of the games to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from rulewright.cli.output import FOUND, CommandError, write
from rulewright.cli.reports import content_root, is_yaml, packs_of, report, unknown
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.script import read_script

_EXTRA = ("starlette", "uvicorn", "jinja2")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; `port` 0 means any free one, `editor` None the usual one.

    `target` is a game or a playthrough file with which to begin, None for all games.
    """

    target: str | None
    port: int
    browser: bool
    editor: str | None
    where: Where


def run(wishes: Wishes) -> None:
    """Serve the pages until an interrupt."""
    script = _script(wishes.target)
    root = content_root(wishes.where.root, (script,) if script is not None else ())
    names = game_names(root)
    game = _game_of(script, root) if script is not None else wishes.target
    if game is not None and game not in names:
        raise unknown("game", game, names)
    packs = packs_of(wishes.where, root)
    require_extra()
    from rulewright.cli.web.app import Site
    from rulewright.cli.web.library import Library
    from rulewright.cli.web.pages import EDITOR, Pages
    from rulewright.cli.web.serving import serve

    library = Library(root, packs)
    site = Site(library, Pages(library, wishes.editor or EDITOR), scripts=() if script is None else (script,))
    place = "/" if game is None else f"/games/{quote(game, safe='')}"
    if script is not None:
        place += f"/replay?file={quote(shown_as(script, root), safe='')}"
    serve(site.app(), place, port=wishes.port, told=_tell, browser=wishes.browser, ends=site.end)


def _script(target: str | None) -> Path | None:
    """Return the playthrough file that is meant; None when it is a game, or nothing."""
    path = Path(target) if target is not None else None
    return path if path is not None and path.is_file() and is_yaml(path) else None


def _game_of(script: Path, root: Path) -> str:
    """Return the game of a playthrough file. Raises CommandError."""
    findings = Findings()
    read = read_script(script, shown_as(script, root), findings)
    if read is None:
        report(findings, root)
        raise CommandError(f"{script} is no playthrough that can be shown", FOUND)
    return read.cases[0].game.text


def require_extra() -> None:
    """Raise CommandError, with what to install, where the libraries of the pages are missing."""
    from importlib.util import find_spec

    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing:
        raise CommandError(
            f"the pages need {' and '.join(missing)}: install the extra `web`, pip install 'rulewright[web]' "
            "(in a clone: pip install -e '.[web]')"
        )


def _tell(address: str) -> None:
    write(f"the pages are at {address}\nthey are for this machine only; Ctrl-C ends them")
    sys.stdout.flush()
