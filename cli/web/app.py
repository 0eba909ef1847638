"""The addresses of the pages, and what answers at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cli.web.commits import changed_cards
from cli.web.drawing import STATIC
from cli.web.library import Checked, Library
from cli.web.pages import Pages
from cli.web.sheets import style_of


class Site:
    """Answers the requests of the pages of one library."""

    def __init__(self, library: Library, pages: Pages) -> None:
        """Show the games of a library."""
        self.library = library
        self.pages = pages

    def app(self) -> Starlette:
        """Return the application that a server runs."""
        return Starlette(
            routes=[
                Route("/", self.games),
                Route("/games/{game}", self.cards),
                Route("/games/{game}/cards", self.cards),
                Route("/games/{game}/sheet", self.sheet),
                Route("/games/{game}/sheet.css", self.sheet_style),
                Route("/games/{game}/changes", self.changes),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            exception_handlers={404: self.missing},
        )

    def end(self) -> None:
        """Let go of everybody who waits."""

    # ---------------------------------------------------------------- pages
    async def games(self, request: Request) -> Response:
        """Answer with all games."""
        del request
        return HTMLResponse(await run_in_threadpool(self.pages.games))

    async def cards(self, request: Request) -> Response:
        """Answer with the cards of a game."""
        checked = await self._checked(request)
        if checked is None:
            return self._no_game(request)
        draw = self.pages.broken if checked.game is None else self.pages.cards
        return HTMLResponse(await run_in_threadpool(draw, checked))

    async def sheet(self, request: Request) -> Response:
        """Answer with the cards of a game laid out for printing."""
        checked = await self._checked(request)
        if checked is None:
            return self._no_game(request)
        if checked.game is None:
            return HTMLResponse(await run_in_threadpool(self.pages.broken, checked))
        return HTMLResponse(await run_in_threadpool(self.pages.sheet, checked, _query(request)))

    async def sheet_style(self, request: Request) -> Response:
        """Answer with the style that puts the cards of a print sheet in their places."""
        checked = await self._checked(request)
        sheet = None
        if checked is not None and checked.game is not None:
            sheet = await run_in_threadpool(self.pages.sheet_of, checked, _query(request))
        return PlainTextResponse(style_of(sheet) if sheet is not None else "", media_type="text/css")

    async def changes(self, request: Request) -> Response:
        """Answer with the ids of the cards that have changed since the last commit."""
        checked = await self._checked(request)
        if checked is None or checked.game is None:
            return JSONResponse([])
        return JSONResponse(await run_in_threadpool(changed_cards, checked.game))

    async def missing(self, request: Request, error: Exception) -> Response:
        """Answer that there is no such page."""
        del error
        return self._not_found(f"There is no page {request.url.path}.")

    # ---------------------------------------------------------------- what is asked for
    async def _checked(self, request: Request) -> Checked | None:
        checked: Checked | None = await run_in_threadpool(
            self.library.checked, str(request.path_params["game"])
        )
        return checked

    def _no_game(self, request: Request) -> Response:
        return self._not_found(f"There is no game {request.path_params['game']}.")

    def _not_found(self, words: str) -> Response:
        return HTMLResponse(self.pages.missing(words), 404)


def _query(request: Request) -> Mapping[str, Sequence[str]]:
    return {name: request.query_params.getlist(name) for name in request.query_params}
