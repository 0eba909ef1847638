"""The command `open`: serves the pages of the games to a browser on this machine, until it is interrupted."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from urllib.parse import quote

from cli.output import CommandError, write
from cli.reports import content_root, packs_of, unknown
from cli.where import Where
from interpreter.content.load import game_names

_EXTRA = ("starlette", "uvicorn", "jinja2")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for; `port` 0 means any free one, `editor` None the usual one."""

    game: str | None
    port: int
    browser: bool
    editor: str | None
    where: Where


def run(wishes: Wishes) -> None:
    """Serve the pages until an interrupt."""
    root = content_root(wishes.where.root)
    names = game_names(root)
    if wishes.game is not None and wishes.game not in names:
        raise unknown("game", wishes.game, names)
    packs = packs_of(wishes.where, root)
    require_extra()
    from cli.web.app import Site
    from cli.web.library import Library
    from cli.web.pages import EDITOR, Pages
    from cli.web.serving import serve

    library = Library(root, packs)
    site = Site(library, Pages(library, wishes.editor or EDITOR))
    place = f"/games/{quote(wishes.game, safe='')}" if wishes.game is not None else "/"
    serve(site.app(), place, port=wishes.port, told=_tell, browser=wishes.browser, ends=site.end)


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
