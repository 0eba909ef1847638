"""The moves of a playthrough as an editor asks about them: what is legal at a place, and what a move has done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rulewright.interpreter.editor.names import Name
from rulewright.interpreter.editor.positions import Range, offset_of, range_of
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.editor.scripts import ProjectGames
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.checking import check_script
from rulewright.interpreter.play.collection import shown_as
from rulewright.interpreter.play.runner import Outcome, run_case
from rulewright.interpreter.play.script import Case, Legal, Move, Script, Step, Word, read_script

_HALF = "a-word-that-is-being-written"
"""Stands where nothing is written yet, so that the file can be read."""
_WORD = r"[^\s,\[\]{}:#'\"]*"
_BEING_WRITTEN = re.compile(rf"{_WORD}\Z"), re.compile(rf"\A{_WORD}")


def legal_words(project: Project, path: Path, line: int, column: int) -> list[Name]:
    """Return the options that are legal at a place in the moves of a playthrough; behind `- ` whose turn it is.

    Line and column count from 0, the column in units of UTF-16. Empty where the place is no move, or where what stands
    before it cannot be played.
    """
    text = project.text_of(path)
    offset = offset_of(text, line, column)
    begin = offset - len(_found(_BEING_WRITTEN[0], text[:offset]))
    end = offset + len(_found(_BEING_WRITTEN[1], text[offset:]))
    row = text[text.rfind("\n", 0, begin) + 1 : begin]
    is_player = re.fullmatch(r"\s*-\s+", row) is not None
    half = f"{_HALF}: {_HALF}" if is_player and text[end : end + 1] != ":" else _HALF
    space = " " if row.endswith(":") else ""
    before, behind = text[:begin] + space + half, text[end:]
    rest = behind.partition("\n")[0]
    # What comes behind may be broken; what stands before tells the same without it.
    whole, alone = before + behind, before + rest + ("]" if "[" in row and "]" not in rest else "")
    cut = _played_before(project, path, whole) or _played_before(project, path, alone)
    if cut is None or not cut.passed or cut.match is None or cut.match.decision is None:
        return []
    return list(_names_at(cut.match, is_player=is_player))


def told_of_move(project: Project, path: Path, line: int, column: int) -> tuple[str, Range] | None:
    """Return what a move of a playthrough did, as its transcript tells it, and where the move stands."""
    text = project.text_of(path)
    rows = text.split("\n")
    script = read_script(path, shown_as(path, project.root), Findings(), unsaved=text)
    for case, number, position, word in _words_of_moves(script):
        place = range_of(word.span, rows)
        if script is None or place.line != line or not place.start <= column <= place.end:
            continue
        before = _played(project, script, case, _cut(case, number, position))
        behind = _played(project, script, case, _cut(case, number, position + 1))
        if before is not None and behind is not None and behind.passed:
            return _news(before.transcript, behind.transcript), place
    return None


def _words_of_moves(script: Script | None) -> Iterator[tuple[Case, int, int, Word]]:
    """Yield the words that answer in the cases of a script, each with its step and its position there."""
    for case in script.cases if script is not None else ():
        for number, step in enumerate(case.steps):
            for position, word in enumerate(step.words if isinstance(step, Move) else ()):
                yield case, number, position, word


def _found(pattern: re.Pattern[str], text: str) -> str:
    met = pattern.search(text)
    return met[0] if met is not None else ""


def _names_at(match: Playable, *, is_player: bool) -> Iterator[Name]:
    decision = match.decision
    assert decision is not None
    if is_player:
        yield Name(match.names[decision.player], "player", "", f"is asked: {decision.prompt}")
        return
    for option in decision.options:
        yield Name(option.id, "answer", "", option.label)


def _played_before(project: Project, path: Path, text: str) -> Outcome | None:
    """Play what stands before the word that is being written; None where it is no move, or nothing can be played."""
    script = read_script(path, shown_as(path, project.root), Findings(), unsaved=text)
    if script is None:
        return None
    for case in script.cases:
        for number, step in enumerate(case.steps):
            words = [word.text for word in step.words] if isinstance(step, Move | Legal) else []
            if _HALF in words:
                return _played(project, script, case, _cut(case, number, words.index(_HALF)))
            if isinstance(step, Move) and step.player.text == _HALF:
                return _played(project, script, case, case.steps[:number])
    return None


def _cut(case: Case, number: int, words: int) -> tuple[Step, ...]:
    """Return the steps of a case before one, and of that one its first words."""
    step = case.steps[number]
    if not isinstance(step, Move) or not words:
        return case.steps[:number]
    return (*case.steps[:number], Move(step.player, step.words[:words]))


def _played(project: Project, script: Script, case: Case, steps: tuple[Step, ...]) -> Outcome | None:
    part = replace(script, cases=(replace(case, steps=steps),))
    ready = check_script(part, ProjectGames(project), Findings())
    return run_case(ready[0], open_end=True) if ready else None


def _news(before: str, behind: str) -> str:
    """Return the lines with which one transcript is longer than another."""
    old, new = before.splitlines(), behind.splitlines()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return "```text\n" + "\n".join(line for line in new[same:] if line.strip()) + "\n```"
