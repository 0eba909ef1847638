"""A playthrough as a time line: the table after every decision, what was done, why, and in which line of the script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.cli.web.adapter import ALL, Viewer, book_of, difference, scene_of
from rulewright.cli.web.faces import CardFace, Faces
from rulewright.cli.web.log import Entry, Log, log_of
from rulewright.interpreter.english.cards import Explainer
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import Finding, Findings, render_text
from rulewright.interpreter.play.checking import ReadyCase, check_script
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.games import Games
from rulewright.interpreter.play.runner import machine_of, run_case
from rulewright.interpreter.play.script import Note, Script, read_script
from rulewright.interpreter.source import SourceText
from rulewright.interpreter.state.decision import ChanceDecision
from rulewright.interpreter.state.errors import MatchError


@dataclass(frozen=True, slots=True)
class Moment:
    """The match after a decision: who made it, what was chosen, and the line of the script, from 1."""

    match: FastMatch
    player: int
    id: str
    label: str
    prompt: str
    line: int
    noted: int


class Replay:
    """A case of a script that has been played, and can be looked at after every decision."""

    def __init__(self, ready: ReadyCase, moments: list[Moment], faces: Mapping[str, CardFace]) -> None:
        """Keep what was played; moment 0 is before the first decision."""
        self.ready = ready
        self.moments = moments
        self.faces = faces
        # Told once: a copy of a match tells its whole journal anew.
        self.events = moments[-1].match.journal

    def head(self) -> dict[str, Any]:
        """Return what is the same at every moment, as plain data for a page."""
        return {
            "book": book_of(self.moments[0].match, self.faces),
            "case": self.ready.case.name,
            "about": self.ready.case.about,
            "total": len(self.moments),
            "notes": [
                [step.span.line, step.text] for step in self.ready.case.steps if isinstance(step, Note)
            ],
        }


class TimeLine:
    """The frames of a replay as a viewer sees them, made as far as somebody wants them.

    A frame tells how the scene differs from the one before, how many entries of the log are kept and which come
    behind them, and what was decided, by whom and in which line.
    """

    def __init__(self, replay: Replay, viewer: Viewer) -> None:
        """Begin before the first decision."""
        self._replay = replay
        self._viewer = viewer
        self._scene: dict[str, Any] = {}
        self._entries: list[Entry] = []
        self._log = Log(replay.moments[0].match)
        self._frames: list[dict[str, Any]] = []

    def frames(self, start: int, stop: int) -> list[dict[str, Any]]:
        """Return the frames from `start` up to `stop`, exclusive."""
        moments = self._replay.moments
        for number in range(len(self._frames), min(stop, len(moments))):
            self._frames.append(self._frame(number, moments[number]))
        return self._frames[start:stop]

    def _frame(self, number: int, moment: Moment) -> dict[str, Any]:
        scene = scene_of(moment.match, self._viewer)
        entries = self._told(number, moment)
        kept = _same(self._entries, entries)
        step = None
        if number:
            step = {
                "player": moment.match.names[moment.player],
                "id": moment.id,
                "label": moment.label,
                "prompt": moment.prompt,
                "line": moment.line,
            }
        frame = {"step": step, "changes": difference(self._scene, scene), "kept": kept, "log": entries[kept:]}
        self._scene, self._entries = scene, entries
        return frame

    def _told(self, number: int, moment: Moment) -> list[Entry]:
        if self._viewer != ALL:
            return log_of(moment.match, self._viewer if isinstance(self._viewer, int) else None)
        self._log.take(
            self._replay.events[self._replay.moments[number - 1].noted if number else 0 : moment.noted]
        )
        return self._log.entries()


def _same(one: list[Entry], other: list[Entry]) -> int:
    """Return how many entries two logs have in common from their beginning."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class Played:
    """What came of playing a text: the names of its cases, the replay of one, and all findings, in words too."""

    cases: tuple[str, ...]
    replay: Replay | None
    findings: tuple[Finding, ...]
    told: tuple[str, ...]


def played(path: Path, games: Games, *, case: str | None = None, unsaved: str | None = None) -> Played:
    """Play a case of a playthrough file, else its first, and keep the match after every decision.

    `unsaved` is a text that stands for the file's own.
    """
    findings = Findings()
    file = shown_as(path, games.root)
    script = read_script(path, file, findings, unsaved=unsaved)
    cases = tuple(one.name for one in script.cases) if script is not None else ()
    replay = None
    if script is not None:
        replay = _played(script, games, findings, case)
    text = unsaved if unsaved is not None else _text_of(path)
    return Played(
        cases, replay, tuple(findings), tuple(_words(finding, games.root, file, text) for finding in findings)
    )


def _played(script: Script, games: Games, findings: Findings, case: str | None) -> Replay | None:
    chosen = [one for one in script.cases if case in (None, one.name)][:1]
    ready = check_script(Script(script.file, script.path, tuple(chosen)), games, findings)
    if not ready:
        return None
    outcome = run_case(ready[0], open_end=True)
    findings.extend(outcome.findings)
    if outcome.match is None:
        return None
    game = ready[0].game
    faces = {face.id: face for face in Faces(game, Explainer(game)).all()}
    lines = [place.line for place in outcome.places]
    return Replay(ready[0], _moments(ready[0], outcome.match, lines), faces)


def _moments(ready: ReadyCase, match: Any, lines: list[int]) -> list[Moment]:  # noqa: ANN401  # either machine's
    """Return the match before its first decision and after each, played again."""
    again = machine_of(ready)(
        ready.game, ready.names, seed=ready.case.seed, options=ready.options, journal=True, begin=ready.begin
    )
    assert isinstance(again, FastMatch)
    moments = [_moment(again, -1, "", "", "", 0)]
    for step, line in zip(match.moves, lines, strict=False):
        decision = again.decision
        assert decision is not None
        if isinstance(decision, ChanceDecision):
            # What chance gives belongs to the choice before, or to the set-up.
            again.apply(step.id)
            last = moments.pop()
            moments.append(_moment(again, last.player, last.id, last.label, last.prompt, last.line))
            continue
        position = decision.ids.index(step.id)
        label, prompt = decision.options[position].label, decision.prompt
        try:
            again.apply(position)
        except MatchError:
            # The finding tells of it; the table stays as it was before.
            break
        moments.append(_moment(again, step.player, step.id, label, prompt, line))
    return moments


def _moment(match: FastMatch, player: int, id_: str, label: str, prompt: str, line: int) -> Moment:
    return Moment(match.clone(journal=True), player, id_, label, prompt, line, len(match.journal))


def _words(finding: Finding, root: Path, file: str, text: str) -> str:
    """Return a finding with its excerpt; of the script itself from its text, which may not be saved."""
    source = SourceText(file, text)

    def line(name: str, number: int) -> str | None:
        if name == file:
            return source.line(number)
        try:
            return SourceText(name, (root / name).read_text(encoding="utf-8", errors="replace")).line(number)
        except OSError:
            return None

    return render_text([finding], line).rstrip("\n")


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
