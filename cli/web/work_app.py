"""The addresses of the workbench, where files are watched, and of coverage and statistics, which take their time."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from rulewright.cli.web.bodies import body_of
from rulewright.cli.web.commits import unpack_last_commit
from rulewright.cli.web.jobs import BadJob, Jobs
from rulewright.cli.web.library import Checked, Library
from rulewright.cli.web.matches import Tables
from rulewright.cli.web.numbers import comparison_values, coverage_values, statistics_values
from rulewright.cli.web.pages import Pages
from rulewright.interpreter.bots.kinds import BOT_KINDS
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.play.collection import PLAYTHROUGHS

_PATIENCE = 20.0
_LOOK = 0.2
_MOST_GAMES = 100_000


class WorkSite:
    """Answers the requests of the workbench and of long work."""

    def __init__(self, library: Library, pages: Pages, tables: Tables) -> None:
        """Work with the games of a library."""
        self.library = library
        self.pages = pages
        self.tables = tables
        self.jobs = Jobs()
        self.ended = False

    def routes(self) -> list[Route]:
        """Return the addresses."""
        return [
            Route("/games/{game}/work", self.work),
            Route("/games/{game}/work/news", self.news),
            Route("/games/{game}/coverage", self.coverage),
            Route("/games/{game}/simulate", self.simulate),
            Route("/games/{game}/compare", self.compare),
            Route("/games/{game}/jobs/{id}", self.result),
            Route("/api/jobs", self.start, methods=["POST"]),
            Route("/api/jobs/{id}", self.state),
        ]

    def end(self) -> None:
        """Let go of everybody who waits, and end what is at work."""
        self.ended = True
        self.jobs.end()

    # ---------------------------------------------------------------- the workbench
    async def work(self, request: Request) -> Response:
        """Answer with the page that tells of files as they are saved."""
        checked = await self._checked(request)
        if checked is None:
            return self._missing()
        return HTMLResponse(self.pages.work(checked))

    async def news(self, request: Request) -> Response:
        """Answer with what is wrong now and the cards that were saved last, as soon as a file has changed."""
        known = request.query_params.get("since", "")
        began = time.monotonic()
        checked = await self._checked(request)
        while (
            checked is not None
            and checked.mark == known
            and time.monotonic() - began < _PATIENCE
            and not self.ended
        ):
            await asyncio.sleep(_LOOK)
            checked = await self._checked(request)
            if await request.is_disconnected():
                break
        if checked is None:
            return PlainTextResponse("there is no such game", 404)
        saved = await run_in_threadpool(self.tables.saved, checked.name)
        return HTMLResponse(await run_in_threadpool(self.pages.news, checked, saved[:5]))

    # ---------------------------------------------------------------- long work
    async def coverage(self, request: Request) -> Response:
        """Answer with the page that asks what playthroughs reach."""
        return await self._form(request, "coverage.html", "coverage")

    async def simulate(self, request: Request) -> Response:
        """Answer with the page that lets bots play many games."""
        return await self._form(request, "simulate.html", "simulate")

    async def compare(self, request: Request) -> Response:
        """Answer with the page that compares the game with an edit."""
        return await self._form(request, "compare.html", "compare")

    async def _form(self, request: Request, template: str, here: str) -> Response:
        checked = await self._checked(request)
        if checked is None:
            return self._missing()
        if checked.game is None:
            return HTMLResponse(await run_in_threadpool(self.pages.broken, checked))
        return HTMLResponse(self.pages.form(checked, template, here))

    async def start(self, request: Request) -> Response:
        """Start long work, and answer with its id."""
        asked = await body_of(request)
        try:
            return JSONResponse({"id": await run_in_threadpool(self._start, asked)})
        except BadJob as error:
            return PlainTextResponse(str(error), 409)

    def _start(self, asked: dict[str, Any]) -> str:
        """Start the command that a page asks for, and return the job's id. Raises BadJob."""
        checked = self.library.checked(str(asked.get("game")))
        if checked is None or checked.game is None:
            raise BadJob("there is no such game without errors")
        where: list[str] = []
        for pack in self.library.packs:
            where += ["--pack", str(pack.folder)]
        if asked.get("kind") == "coverage":
            folder = self._folder(checked.name)
            if folder is None:
                raise BadJob("there are no playthroughs of this game yet")
            words = ["coverage", checked.name, str(folder), "--format", "json", *where]
            return self.jobs.start([*words, "--root", str(self.library.root)])
        plan = _plan(asked, checked.game)
        if asked.get("kind") == "compare":
            return self._compare(asked, checked.game, [*plan, *where])
        words = ["simulate", checked.name, *plan, "--jobs", "2", "--format", "json", *where]
        return self.jobs.start([*words, "--root", str(self.library.root)])

    def _compare(self, asked: dict[str, Any], game: Game, plan: Sequence[str]) -> str:
        """Start to compare a game with an edit, and return the job's id. Raises BadJob."""
        words = ["compare", game.id, *plan, "--format", "json"]
        folder = self._folder(game.id)
        if asked.get("recorded") and folder is not None:
            words += ["--playthroughs", str(folder)]
        root = self.library.root
        if asked.get("edit") == "commit":
            return self._compare_with_commit(game, words)
        if asked.get("edit") != "folder" or not isinstance(asked.get("folder"), str):
            raise BadJob("the last commit, or the folder of a pack or of other games is wanted")
        if not asked["folder"].strip():
            raise BadJob("name the folder of a pack, or another folder of games")
        against = _existing(root, asked["folder"].strip())
        return self.jobs.start([*words, "--root", str(root), "--against", str(against)])

    def _compare_with_commit(self, game: Game, words: Sequence[str]) -> str:
        """Start to compare the last commit with the files as they are, which are the edit. Raises BadJob."""
        before = tempfile.TemporaryDirectory(prefix="rulewright-commit-")
        has_it = unpack_last_commit(game, Path(before.name))
        try:
            if has_it:
                now = ["--root", before.name, "--against", str(self.library.root)]
                return self.jobs.start([*words, *now], before)
        except BadJob:
            before.cleanup()
            raise
        before.cleanup()
        raise BadJob(f"there is no last commit that has all files of {game.title}; is it kept in Git?")

    def _folder(self, game: str) -> Path | None:
        """Return where the playthroughs of a game lie; None when nobody has made the folder."""
        folder = self.library.root / PLAYTHROUGHS
        own = folder / game
        return own if own.is_dir() else folder if folder.is_dir() else None

    async def state(self, request: Request) -> Response:
        """Answer whether a job is done."""
        job = self.jobs.job(str(request.path_params["id"]))
        if job is None:
            return PlainTextResponse("there is no such job any more", 404)
        return JSONResponse({"done": job.is_done()})

    async def result(self, request: Request) -> Response:
        """Answer with what a job has found, as a part of a page."""
        checked = await self._checked(request)
        job = self.jobs.job(str(request.path_params["id"]))
        if checked is None or job is None or not job.is_done():
            return PlainTextResponse("there is no such result", 404)
        told = await run_in_threadpool(job.answer)
        complaints = await run_in_threadpool(job.complaints)
        seconds = round(job.seconds or 0, 1)
        try:
            if isinstance(told, list):
                root = self.library.root
                values = coverage_values(told, lambda file, line: self.pages.link(str(root / file), line))
                return HTMLResponse(
                    self.pages.part("coverage_result.html", {**values, "complaints": complaints})
                )
            if isinstance(told, dict) and "differences" in told:
                values = {**comparison_values(told), "complaints": complaints}
                return HTMLResponse(self.pages.part("comparison.html", values))
            if isinstance(told, dict):
                values = statistics_values(told, _names(checked))
                values = {**values, "complaints": complaints, "seconds": seconds}
                return HTMLResponse(self.pages.part("statistics.html", values))
        except (KeyError, TypeError, ValueError):
            complaints = complaints or "The answer cannot be read."
        return HTMLResponse(self.pages.part("complaints.html", {"complaints": complaints}))

    # ---------------------------------------------------------------- what is asked for
    async def _checked(self, request: Request) -> Checked | None:
        checked: Checked | None = await run_in_threadpool(
            self.library.checked, str(request.path_params["game"])
        )
        return checked

    def _missing(self) -> Response:
        return HTMLResponse(self.pages.missing("There is no such game."), 404)


def _names(checked: Checked) -> dict[str, str]:
    cards = checked.game.cards if checked.game is not None else ()
    return {card.id: card.sides[0].name or card.id for card in cards}


def _plan(asked: dict[str, Any], game: Game) -> list[str]:
    """Return the words that say which games are played. Raises BadJob."""
    games = _number(asked.get("games"), 1, _MOST_GAMES, "the number of games")
    players = _number(asked.get("players"), game.min_players, game.max_players, "the players")
    seed = _number(asked.get("seed", 0), 0, 2**62, "the seed")
    bots = asked.get("bots")
    if not isinstance(bots, list) or len(bots) != players or any(bot not in BOT_KINDS for bot in bots):
        raise BadJob(f"a bot for each player is wanted: {', '.join(BOT_KINDS)}")
    seats = ["--players", str(players), "--bots", ",".join(bots)]
    return ["-n", str(games), *seats, "--seed", str(seed)]


def _existing(root: Path, words: str) -> Path:
    """Return the folder that somebody names, by itself or from the root. Raises BadJob."""
    try:
        folder = (root / Path(words).expanduser()).resolve()
        if folder.is_dir():
            return folder
    except (OSError, RuntimeError, ValueError):
        pass
    raise BadJob(f"there is no folder {words}; a pack, or another folder of games is wanted")


def _number(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadJob(f"{what}: a whole number from {least} to {most} is wanted")
    return value
