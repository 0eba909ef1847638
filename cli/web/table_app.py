"""The addresses of tables: to begin one, to look at it, to choose, to go back and forth, to record."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from rulewright.cli.web.bodies import body_of
from rulewright.cli.web.library import Library
from rulewright.cli.web.matches import BadWish, Table, Tables, read_setup
from rulewright.cli.web.pages import Pages
from rulewright.interpreter.bots.kinds import BOT_KINDS

_PATIENCE = 20.0
_LOOK = 0.05
_LOOK_AT_FILES = 0.5
"""Seconds: how long somebody waits for news, how often the table and the files are looked at meanwhile."""


class TableSite:
    """Answers the requests about the tables of one library."""

    def __init__(self, library: Library, pages: Pages, tables: Tables) -> None:
        """Show and play the tables of a library."""
        self.library = library
        self.pages = pages
        self.tables = tables
        self.ended = False

    def routes(self) -> list[Route]:
        """Return the addresses."""
        wishes: dict[str, Callable[[Table, dict[str, Any]], dict[str, Any]]] = {
            "choose": self._choose,
            "undo": self._undo,
            "redo": self._redo,
            "fork": self._fork,
            "hint": self._hint,
            "record": self._record,
            "away": self._away,
        }
        return [
            Route("/games/{game}/table", self.page),
            Route("/tables/{id}", self.table_page),
            Route("/api/tables", self.begin, methods=["POST"]),
            Route("/api/tables/{id}", self.state),
            Route("/api/tables/{id}/log", self.log),
            *(
                Route(f"/api/tables/{{id}}/{name}", self._answer(wish), methods=["POST"])
                for name, wish in wishes.items()
            ),
        ]

    # ---------------------------------------------------------------- pages
    async def page(self, request: Request) -> Response:
        """Answer with the form that begins a match, and the matches that can be gone on with."""
        name = str(request.path_params["game"])
        checked = await run_in_threadpool(self.library.checked, name)
        if checked is None:
            return HTMLResponse(self.pages.missing(f"There is no game {name}."), 404)
        if checked.game is None:
            return HTMLResponse(await run_in_threadpool(self.pages.broken, checked))
        saved = await run_in_threadpool(self.tables.saved, name)
        return HTMLResponse(self.pages.begin_table(checked, saved))

    async def table_page(self, request: Request) -> Response:
        """Answer with the page of a table."""
        try:
            table = await run_in_threadpool(self.tables.table, str(request.path_params["id"]))
        except BadWish as error:
            return HTMLResponse(self.pages.missing(f"{error}."), 404)
        checked = await run_in_threadpool(self.library.checked, table.setup.game)
        if checked is None:
            return HTMLResponse(self.pages.missing("There is no such game any more."), 404)
        return HTMLResponse(await run_in_threadpool(self.pages.table, checked, table))

    # ---------------------------------------------------------------- looking
    async def state(self, request: Request) -> Response:
        """Answer with what a viewer sees: at once, or when it differs from what the viewer knows."""
        viewer = request.query_params.get("viewer", "")
        known = request.query_params.get("since")
        try:
            table = await run_in_threadpool(self.tables.table, str(request.path_params["id"]))
            await run_in_threadpool(self.tables.look, table)
            if known is not None:
                await self._news(request, table, known)
            return JSONResponse(await run_in_threadpool(table.state, viewer))
        except (BadWish, ValueError) as error:
            return PlainTextResponse(_words(error), 404)

    async def _news(self, request: Request, table: Table, known: str) -> None:
        """Wait until the table differs from what is known, for a while, or until nobody waits any more."""
        began = looked = time.monotonic()
        while table.version == known and time.monotonic() - began < _PATIENCE and not self.ended:
            await asyncio.sleep(_LOOK)
            if time.monotonic() - looked > _LOOK_AT_FILES:
                looked = time.monotonic()
                await run_in_threadpool(self.tables.look, table)
                if await request.is_disconnected():
                    return

    async def log(self, request: Request) -> Response:
        """Answer with the log as a viewer may hear it."""
        viewer = request.query_params.get("viewer", "")
        try:
            table = await run_in_threadpool(self.tables.table, str(request.path_params["id"]))
            return JSONResponse(await run_in_threadpool(table.log, viewer))
        except (BadWish, ValueError) as error:
            return PlainTextResponse(_words(error), 404)

    # ---------------------------------------------------------------- wishes
    async def begin(self, request: Request) -> Response:
        """Begin a match, and answer with the id of its table."""
        asked = await body_of(request)

        def begun() -> str:
            table = self.tables.begin(read_setup(str(asked.get("game")), asked))
            self.tables.go_on(table)
            return table.id

        try:
            return JSONResponse({"id": await run_in_threadpool(begun)})
        except BadWish as error:
            return PlainTextResponse(str(error), 400)

    def _answer(self, wish: Callable[[Table, dict[str, Any]], dict[str, Any]]) -> Callable[..., Any]:
        async def answer(request: Request) -> Response:
            asked = await body_of(request)
            id_ = str(request.path_params["id"])

            def done() -> dict[str, Any]:
                return wish(self.tables.table(id_), asked)

            try:
                return JSONResponse(await run_in_threadpool(done))
            except (BadWish, ValueError) as error:
                return PlainTextResponse(_words(error), 409)

        return answer

    def _choose(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        viewer = str(asked.get("viewer"))
        table.choose(viewer, str(asked.get("option")), str(asked.get("version")))
        self.tables.go_on(table)
        return table.state(viewer)

    def _undo(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        table.undo()
        self.tables.save(table)
        return table.state(str(asked.get("viewer")))

    def _redo(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        table.redo()
        self.tables.go_on(table)
        return table.state(str(asked.get("viewer")))

    def _fork(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        del asked
        return {"id": self.tables.fork(table).id}

    def _hint(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        return dict(table.hint(str(asked.get("viewer")), str(asked.get("kind", BOT_KINDS[-1]))))

    def _record(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        return {"file": self.tables.record(table, str(asked.get("name")))}

    def _away(self, table: Table, asked: dict[str, Any]) -> dict[str, Any]:
        del asked
        self.tables.put_away(table.id)
        return {}


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, BadWish) else "there is no such viewer"
