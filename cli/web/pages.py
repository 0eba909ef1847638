"""What the pages of games and cards show, as values for their templates."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from rulewright.cli.web.adapter import book_of
from rulewright.cli.web.drawing import drawn
from rulewright.cli.web.faces import CardFace, Faces
from rulewright.cli.web.library import Checked, Library
from rulewright.cli.web.matches import Table
from rulewright.cli.web.sheets import PAPERS, BadSheet, Plan, Sheet, Size, laid_out, read_size
from rulewright.interpreter.bots.kinds import BOT_KINDS
from rulewright.interpreter.play.wording import default_word

EDITOR = "vscode://file/{path}:{line}"
"""How a link opens a file at a line in the editor, unless the user names another."""

MENU = (
    ("table", "Table"),
    ("cards", "Cards"),
    ("replay", "Replays"),
    ("work", "Workbench"),
    ("coverage", "Coverage"),
    ("simulate", "Simulate"),
    ("compare", "Compare"),
    ("sheet", "Print sheet"),
)
"""The pages of a game, each with its place and its title."""


class Pages:
    """Draws the pages of the games of a library."""

    def __init__(self, library: Library, editor: str = EDITOR) -> None:
        """Draw pages of a library; `editor` is the address that opens `{path}` at `{line}`."""
        self.library = library
        self.editor = editor

    # ---------------------------------------------------------------- games
    def games(self) -> str:
        """Return the page of all games, with what is wrong with them."""
        found = [checked for name in self.library.names() if (checked := self.library.checked(name))]
        return self._page(
            "games.html", None, "", games=[self._game(checked) for checked in found], doors=MENU
        )

    def _game(self, checked: Checked) -> dict[str, Any]:
        game = checked.game
        return {
            "name": checked.name,
            "title": checked.title,
            "players": _players(game.min_players, game.max_players) if game is not None else "",
            "cards": sum(card.copies for card in game.cards) if game is not None else 0,
            "sorts": len(game.cards) if game is not None else 0,
            "kinds": len(game.kinds) if game is not None else 0,
            "errors": checked.errors,
            "warnings": len(checked.findings) - checked.errors,
            "findings": self.findings(checked),
            "is_sound": game is not None,
        }

    def findings(self, checked: Checked) -> list[dict[str, Any]]:
        """Return the findings of a game, each with its excerpt and the link to its place."""
        return [
            {
                "code": finding.code,
                "severity": finding.severity,
                "message": finding.message,
                "place": f"{finding.span.file}:{finding.span.line}:{finding.span.column}",
                "excerpt": self.library.excerpt(finding),
                "href": self.link(str(self.library.root / finding.span.file), finding.span.line),
            }
            for finding in checked.findings
        ]

    # ---------------------------------------------------------------- cards
    def faces(self, name: str) -> tuple[CardFace, ...]:
        """Return the faces of a game without errors."""
        game = self.library.game(name)
        if game is None:
            return ()
        return Faces(game, self.library.explainer(game)).all()

    def cards(self, checked: Checked) -> str:
        """Return the page of a game's cards."""
        return self._page("cards.html", checked, "cards", **cards_values(self.faces(checked.name), self.link))

    def broken(self, checked: Checked) -> str:
        """Return the page that stands in place of others while a game has errors."""
        return self._page("broken.html", checked, "", findings=self.findings(checked))

    def sheet(self, checked: Checked, query: Mapping[str, Sequence[str]]) -> str:
        """Return the page that lays out cards for printing, as a query wishes."""
        faces = self.faces(checked.name)
        chosen, plan, problem = read_plan(query, faces, _sizes(checked))
        sheet, problem = _laid_out(chosen, plan, problem)
        return self._page(
            "sheet.html",
            checked,
            "sheet",
            query=urlencode([(name, word) for name, words in query.items() for word in words]),
            sheet=sheet,
            problem=problem,
            papers=list(PAPERS),
            plan=plan,
            kinds=kinds_of(faces),
            chosen={face.kind for face in chosen},
            size_of=plan.size_of,
        )

    def sheet_of(self, checked: Checked, query: Mapping[str, Sequence[str]]) -> Sheet | None:
        """Return the sheet that a query wishes; None when it cannot be laid out."""
        chosen, plan, problem = read_plan(query, self.faces(checked.name), _sizes(checked))
        return _laid_out(chosen, plan, problem)[0]

    def link(self, path: str, line: int) -> str:
        """Return the address that opens a file at a line in the reader's editor."""
        return self.editor.replace("{path}", path).replace("{line}", str(line))

    # ---------------------------------------------------------------- replays
    def replays(self, checked: Checked, files: Sequence[str]) -> str:
        """Return the page that lists the playthroughs of a game."""
        return self._page("replays.html", checked, "replay", files=files)

    def replay(self, checked: Checked, shown: Mapping[str, Any]) -> str:
        """Return the page of a playthrough with its time line; `shown` tells what came of playing it."""
        game = checked.game
        settings = {"editor": self.editor, "root": str(self.library.root), "remembers": True}
        faces = {face.id: face for face in self.faces(checked.name)}
        return self._page(
            "replay.html",
            checked,
            "replay",
            **{**shown, "settings": {**shown["settings"], **settings}},
            faces=[faces[card.id] for card in game.cards] if game is not None else [],
            link=self.link,
            edits=True,
        )

    # ---------------------------------------------------------------- tables
    def begin_table(self, checked: Checked, saved: Sequence[Mapping[str, Any]]) -> str:
        """Return the page on which a match is begun, or gone on with."""
        game = checked.game
        assert game is not None
        options = [
            {
                "name": option.name,
                "title": option.title,
                "about": option.about,
                "values": option.values,
                "usual": default_word(option),
            }
            for option in game.options.values()
        ]
        fewest, most = game.min_players, game.max_players
        return self._page(
            "begin.html",
            checked,
            "table",
            saved=saved,
            options=options,
            fewest=fewest,
            most=most,
            bots=BOT_KINDS,
            settings={"game": checked.name, "fewest": fewest, "most": most},
        )

    def table(self, checked: Checked, table: Table) -> str:
        """Return the page of a table; the match itself is asked for by its scripts."""
        faces = {face.id: face for face in self.faces(checked.name)}
        game = table.match.game
        mine = [faces[card.id] for card in game.cards if card.id in faces]
        if len(mine) < len(game.cards):
            # The cards of the match are no longer those of the files.
            faces = {face.id: face for face in Faces(game, self.library.explainer(game)).all()}
            mine = [faces[card.id] for card in game.cards]
        return self._page(
            "table.html",
            checked,
            "table",
            settings={
                "id": table.id,
                "content": game.digest,
                "editor": self.editor,
                "root": str(self.library.root),
                "people": [seat for seat, bot in enumerate(table.setup.bots) if bot is None],
                "bots": list(table.setup.bots),
            },
            book=book_of(table.match, faces),
            seats=table.setup.players,
            faces=mine,
            link=self.link,
        )

    # ---------------------------------------------------------------- work
    def work(self, checked: Checked) -> str:
        """Return the page of the workbench, which asks for its news."""
        return self._page("work.html", checked, "work")

    def news(self, checked: Checked, saved: Sequence[Mapping[str, Any]]) -> str:
        """Return what the workbench tells now, as a part of a page."""
        faces = {face.id: face for face in self.faces(checked.name)}
        values = {
            "mark": checked.mark,
            "findings": self.findings(checked),
            "faces": [faces[id_] for id_ in checked.saved if id_ in faces],
            "saved": saved,
            "time": time.strftime("%H:%M:%S"),
            "link": self.link,
        }
        return drawn("work_news.html", values)

    def form(self, checked: Checked, template: str, here: str) -> str:
        """Return a page that asks what long work is to do."""
        game = checked.game
        assert game is not None
        return self._page(
            template, checked, here, fewest=game.min_players, most=game.max_players, bots=BOT_KINDS
        )

    def part(self, template: str, values: Mapping[str, object]) -> str:
        """Return a part of a page."""
        return drawn(template, values)

    def missing(self, words: str) -> str:
        """Return the page that says that something is not there."""
        return self._page("missing.html", None, "", words=words)

    def _page(self, template: str, checked: Checked | None, here: str, **values: object) -> str:
        head = {
            "game": checked.name if checked else None,
            "title": checked.title if checked else None,
            "menu": MENU,
            "here": here,
        }
        return drawn(template, {**head, **values})


def cards_values(faces: Sequence[CardFace], link: object) -> dict[str, object]:
    """Return the values with which the cards of a game are drawn."""
    return {
        "faces": faces,
        "kinds": kinds_of(faces),
        "origins": sorted({source for face in faces for source in face.sources}),
        "link": link,
    }


def kinds_of(faces: Sequence[CardFace]) -> list[dict[str, Any]]:
    """Return the kinds of some cards: name, title, tint and how many sorts of cards there are of each."""
    kinds: dict[str, dict[str, Any]] = {}
    for face in faces:
        kind = kinds.setdefault(
            face.kind, {"name": face.kind, "title": face.kind_title, "hue": face.hue, "sorts": 0}
        )
        kind["sorts"] += 1
    return list(kinds.values())


def _sizes(checked: Checked) -> dict[str, Size]:
    """Return the sizes that the rules give to kinds."""
    told = checked.game.looks.sizes if checked.game is not None else {}
    return {kind: Size(width, height) for kind, (width, height) in told.items()}


def read_plan(
    query: Mapping[str, Sequence[str]], faces: Sequence[CardFace], usual: Mapping[str, Size] | None = None
) -> tuple[list[CardFace], Plan, str]:
    """Return the cards that a query chooses and how they are to be laid out, and what is wrong with the query.

    `usual` are the sizes of kinds that have one of their own.
    """
    kinds = set(query.get("kind", ())) & {face.kind for face in faces}
    chosen = [face for face in faces if face.kind in kinds] if "kind" in query else list(faces)
    problem = ""
    sizes: dict[str, Size] = dict(usual or {})
    for kind in {face.kind for face in faces}:
        words = _first(query, f"size-{kind}", "")
        if words:
            try:
                sizes[kind] = read_size(words)
            except BadSheet as error:
                problem = str(error)
    paper = _first(query, "paper", "A4")
    try:
        bleed = float(_first(query, "bleed", "0"))
    except ValueError:
        bleed = -1
    if not 0 <= bleed <= 5:
        bleed, problem = 0.0, "the bleed is 0 to 5 millimetres"
    # A form says nothing of a box that is not ticked, so it says besides that it was sent.
    sent = "sent" in query
    return (
        chosen,
        Plan(
            paper=paper if paper in PAPERS else "A4",
            bleed=bleed,
            backs=_first(query, "backs", "" if sent else "yes") == "yes",
            copies=_first(query, "copies", "" if sent else "yes") == "yes",
            sizes=sizes,
        ),
        problem,
    )


def _laid_out(chosen: Sequence[CardFace], plan: Plan, problem: str) -> tuple[Sheet | None, str]:
    try:
        return (None, problem) if problem else (laid_out(chosen, plan), "")
    except BadSheet as error:
        return None, str(error)


def _first(query: Mapping[str, Sequence[str]], name: str, usual: str) -> str:
    values = query.get(name, ())
    return values[0] if values else usual


def _players(fewest: int, most: int) -> str:
    return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
