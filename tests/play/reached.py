"""Notes what the playthroughs of a run reach of the games, over all its processes, and demands every ability.

What a playthrough with packs reaches of the game's own cards counts too; the cards of packs are demanded of nobody. It
says nothing where only some playthroughs were played.
"""

from __future__ import annotations

import pytest

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.study.coverage import OF_CARDS, Part, Recorder, State, parts_of

NAME = "reached"
Name = tuple[str, str, str, str]
"""A part of a game: the game, the rule, what the part is, and its place: one that replaces it has another."""


class Reached:
    """What is reached, as a plugin: one in each process, of which the first gathers what the others send."""

    def __init__(self) -> None:
        self.wanted = 0
        self.played = 0
        self.missing: list[Name] = []
        self._seen: dict[str, tuple[Game, Recorder]] = {}
        self._sent: dict[Name, bool] = {}

    def observers(self, game: Game | None, wanted: int) -> list[Recorder]:
        """Return who notes what one more playthrough reaches; `wanted` is how many there are.

        `game` is None when nothing of it counts: its content has errors.
        """
        if game is None:
            return []
        _, recorder = self._seen.setdefault(game.digest, (game, Recorder()))
        self.wanted, self.played = wanted, self.played + 1
        return [recorder]

    def told(self) -> list[tuple[str, str, str, str, bool]]:
        """What the games' own cards can do, each with whether it was reached."""
        return [
            (*_name(game, part), part.state is not State.NEVER)
            for game, seen in self._seen.values()
            for part in parts_of(game, seen)
            if part.what in OF_CARDS and not game.is_of_pack(part.span.file)
        ]

    def take(self, wanted: int, played: int, told: list[tuple[str, str, str, str, bool]]) -> None:
        """Add what a process has seen."""
        self.wanted, self.played = wanted or self.wanted, self.played + played
        for *name, reached in told:
            key = tuple(name)
            self._sent[key] = self._sent.get(key, False) or reached

    # ---------------------------------------------------------------- hooks
    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        sent = getattr(node, "workeroutput", {}).get(NAME)
        if sent is not None:
            self.take(*sent)

    def pytest_sessionfinish(self, session):
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output[NAME] = [self.wanted, self.played, self.told()]
            return
        self.take(0, 0, self.told())
        if self.wanted and self.played == self.wanted:
            self.missing = [name for name, reached in self._sent.items() if not reached]
        if self.missing:
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        if self.missing:
            terminalreporter.section("never reached by any playthrough", sep="-")
        for game, rule, *_ in self.missing:
            terminalreporter.write_line(f"{game}: {rule}")


def _name(game: Game, part: Part) -> Name:
    return game.id, part.rule, part.what, f"{part.span.file}:{part.span.line}:{part.span.column}"
