"""The moves of a playthrough as an editor asks about them: what is legal at a place, and what a move has done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import takewhile
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
from rulewright.interpreter.play.script import (
    Case,
    Chance,
    Legal,
    Move,
    Note,
    Script,
    Stated,
    Step,
    Word,
    read_script,
)
from rulewright.interpreter.state.decision import ChanceDecision

_HALF = "a-word-that-is-being-written"
"""Stands where nothing is written yet, so that the file can be read."""
_WORD = r"[^\s,\[\]{}:#'\"]*"
_BEING_WRITTEN = re.compile(rf"{_WORD}\Z"), re.compile(rf"\A{_WORD}")

_NAME_OF_CHANCE = re.compile(r"\s*-\s+chance:\s*\{(?:[^\[\]{}]*(?:\[[^\]]*\])?[^\[\]{}]*,)?\s*")
"""What stands before the first name in what is stated of chance, or before another one."""


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
    is_key = is_player or _NAME_OF_CHANCE.fullmatch(row) is not None
    half = f"{_HALF}: {_HALF}" if is_key and text[end : end + 1] != ":" else _HALF
    space = " " if row.endswith(":") else ""
    before, behind = text[:begin] + space + half, text[end:]
    rest = behind.partition("\n")[0]
    # What comes behind may be broken; what stands before tells the same without it.
    ends = "".join(end for begin, end in ("[]", "{}") if begin in row and end not in rest)
    whole, alone = before + behind, before + rest + ends
    cut = _played_before(project, path, whole) or _played_before(project, path, alone)
    if cut is None or not cut.outcome.passed or cut.outcome.match is None:
        return []
    match = cut.outcome.match
    if cut.chance is not None:
        return list(_chance_at(match, cut.chance))
    return list(_names_at(match, is_player=is_player)) if match.decision is not None else []


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


@dataclass(frozen=True, slots=True)
class _Before:
    """What was played before a word, which is an answer of chance for a name if `chance` says so (empty: the name)."""

    outcome: Outcome
    chance: str | None = None


def _chance_at(match: Playable, name: str) -> Iterator[Name]:
    """Yield what chance can give for a name at the next moment at which it is asked; the names without one."""
    at = match.clone()
    met: list[str] = []
    while isinstance(decision := at.decision, ChanceDecision):
        if not name and decision.name not in met:
            met.append(decision.name)
            yield Name(decision.name, "answer", "", decision.prompt)
        if decision.name == name:
            for option in decision.options:
                yield Name(option.id, "answer", "", option.label)
            return
        at.apply(decision.seeded)


def _before_chance(project: Project, script: Script, case: Case, number: int) -> _Before | None:
    """Play what stands before the word that is being written in what is stated of chance; None where there is none."""
    step = case.steps[number]
    assert isinstance(step, Chance)
    for place, stated in enumerate(step.stated):
        words = [word.text for word in stated.words]
        if _HALF not in (stated.name.text, *words):
            continue
        name = "" if stated.name.text == _HALF else stated.name.text
        said = stated.words[: words.index(_HALF)] if name else ()
        before = (*step.stated[:place], *([Stated(stated.name, said)] if said else []))
        steps = (*case.steps[:number], *([Chance(before, step.span)] if before else []))
        outcome = _played(project, script, case, steps, ask=True)
        return _Before(outcome, name) if outcome is not None else None
    return None


def _played_before(project: Project, path: Path, text: str) -> _Before | None:
    """Play what stands before the word that is being written; None where it is no move, or nothing can be played."""
    script = read_script(path, shown_as(path, project.root), Findings(), unsaved=text)
    if script is None:
        return None
    for case in script.cases:
        for number, step in enumerate(case.steps):
            words = [word.text for word in step.words] if isinstance(step, Move | Legal) else []
            if (
                isinstance(step, Chance)
                and (met := _before_chance(project, script, case, number)) is not None
            ):
                return met
            steps = None
            if _HALF in words:
                steps = _cut(case, number, words.index(_HALF))
            elif isinstance(step, Move) and step.player.text == _HALF:
                steps = case.steps[:number]
            if steps is not None:
                outcome = _played(project, script, case, steps)
                return _Before(outcome) if outcome is not None else None
    return None


def _cut(case: Case, number: int, words: int) -> tuple[Step, ...]:
    """Return the steps of a case before one, and of that one its first words."""
    step = case.steps[number]
    if not isinstance(step, Move) or not words:
        return case.steps[:number]
    behind = case.steps[number + 1 :] if words == len(step.words) else ()
    stated = tuple(takewhile(lambda other: isinstance(other, Chance | Note), behind))
    return (*case.steps[:number], Move(step.player, step.words[:words]), *stated)


def _played(
    project: Project, script: Script, case: Case, steps: tuple[Step, ...], *, ask: bool = False
) -> Outcome | None:
    part = replace(script, cases=(replace(case, steps=steps),))
    ready = check_script(part, ProjectGames(project), Findings())
    return run_case(ready[0], open_end=True, ask=ask) if ready else None


def _news(before: str, behind: str) -> str:
    """Return the lines with which one transcript is longer than another."""
    old, new = before.splitlines(), behind.splitlines()
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return "```text\n" + "\n".join(line for line in new[same:] if line.strip()) + "\n```"
