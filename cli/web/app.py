"""The addresses of the pages, and what answers at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rulewright.cli.web.adapter import ALL
from rulewright.cli.web.bodies import body_of
from rulewright.cli.web.commits import changed_cards
from rulewright.cli.web.drawing import STATIC
from rulewright.cli.web.library import Checked, Library
from rulewright.cli.web.matches import Tables
from rulewright.cli.web.pages import Pages
from rulewright.cli.web.sheets import style_of
from rulewright.cli.web.showing import Showing, stamp_of
from rulewright.cli.web.table_app import TableSite
from rulewright.cli.web.work_app import WorkSite
from rulewright.interpreter.play.record import RecordError


class Site:
    """Answers the requests of the pages of one library."""

    def __init__(
        self, library: Library, pages: Pages, saves: Path | None = None, scripts: Sequence[Path] = ()
    ) -> None:
        """Show the games of a library; tables are saved in a folder, else in the user's own.

        `scripts` are playthroughs that may be shown though they lie elsewhere.
        """
        self.library = library
        self.pages = pages
        self.showing = Showing(library, scripts)
        tables = Tables(library, saves)
        self.tables = TableSite(library, pages, tables)
        self.work = WorkSite(library, pages, tables)

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
                Route("/games/{game}/replay", self.replay),
                Route("/api/replays", self.play_again, methods=["POST"]),
                Route("/api/replays/{id}", self.frames),
                Route("/api/scripts", self.save_script, methods=["POST"]),
                *self.tables.routes(),
                *self.work.routes(),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            exception_handlers={404: self.missing},
        )

    def end(self) -> None:
        """Let go of everybody who waits."""
        self.tables.ended = True
        self.work.end()

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

    # ---------------------------------------------------------------- replays
    async def replay(self, request: Request) -> Response:
        """Answer with a playthrough and its time line, or with all playthroughs of the game."""
        checked = await self._checked(request)
        if checked is None:
            return self._no_game(request)
        if checked.game is None:
            return HTMLResponse(await run_in_threadpool(self.pages.broken, checked))
        file = request.query_params.get("file")
        if file is None:
            files = await run_in_threadpool(self.showing.files, checked.name)
            return HTMLResponse(self.pages.replays(checked, files))
        path = await run_in_threadpool(self.showing.path, file)
        if path is None:
            return self._not_found(f"There is no playthrough {file}.")
        case = request.query_params.get("case")
        return HTMLResponse(await run_in_threadpool(self._replay, checked, file, path, case))

    def _replay(self, checked: Checked, file: str, path: Path, case: str | None) -> str:
        stamp = stamp_of(path)
        id_, result = self.showing.play(path, case)
        own = case if case in result.cases else next(iter(result.cases), "")
        shown = {
            "file": file,
            "cases": result.cases,
            "case": own,
            "script": path.read_text(encoding="utf-8", errors="replace"),
            "seats": result.replay.moments[0].match.names if result.replay is not None else (),
            "settings": {"file": file, "case": own, "id": id_, "told": list(result.told), "stamp": stamp},
        }
        return self.pages.replay(checked, shown)

    async def play_again(self, request: Request) -> Response:
        """Play the text of a script that is not saved, and answer with the id of its replay and what went wrong."""
        asked = await body_of(request)
        path = await run_in_threadpool(self.showing.path, str(asked.get("file")))
        text = asked.get("text")
        if path is None or not isinstance(text, str):
            return PlainTextResponse("a playthrough of these games and its text are wanted", 400)
        case = asked.get("case")
        id_, result = await run_in_threadpool(
            self.showing.play, path, case if isinstance(case, str) and case else None, text
        )
        return JSONResponse({"id": id_, "told": list(result.told), "cases": list(result.cases)})

    async def frames(self, request: Request) -> Response:
        """Answer with some frames of an open replay."""
        start = request.query_params.get("from", "0")
        viewer = request.query_params.get("viewer", ALL)
        try:
            told = await run_in_threadpool(
                self.showing.frames,
                str(request.path_params["id"]),
                viewer,
                int(start) if start.isdecimal() else 0,
            )
        except ValueError:
            return PlainTextResponse("there is no such viewer", 400)
        return JSONResponse(told) if told is not None else PlainTextResponse("this replay is not open", 404)

    async def save_script(self, request: Request) -> Response:
        """Write a changed script to its file."""
        asked = await body_of(request)
        path = await run_in_threadpool(self.showing.path, str(asked.get("file")))
        text = asked.get("text")
        if path is None or not isinstance(text, str):
            return PlainTextResponse("a playthrough of these games and its text are wanted", 400)
        try:
            stamp = await run_in_threadpool(self.showing.save, path, text, str(asked.get("before")))
        except RecordError as error:
            return PlainTextResponse(str(error), 409)
        return JSONResponse({"stamp": stamp})

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
