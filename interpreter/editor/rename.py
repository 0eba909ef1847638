"""A name changed everywhere: in rules, cards and packs, in playthroughs, in what is kept of transcripts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.editor.names import Name, names_of
from rulewright.interpreter.editor.project import Checked, Project, Text
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.grammar.reader import words
from rulewright.interpreter.play.collection import PLAYTHROUGHS, SNAPSHOTS, playthrough_files
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode

_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*\Z")
# What is said to people, and the names of people and files, which only look like names of the game.
_WORDS = frozenset(
    {"title", "text", "about", "name", "printed", "origin", "origins", "note", "players", "packs", "game"}
)
_BUILT_IN = frozenset(
    {"me", "this", "player", "players", "round", "random", "random_of", "turn_order", "game", "options"}
)
_IN_IDS = {"counter"}
_PATH = re.compile(r"[\w.-]+\Z")
_IN_QUOTES = re.compile(r"\"[^\"\n]*\"|#[^\n]*")


class RenameError(Exception):
    """A name that cannot be changed so; the message says why."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """A file in which a name was changed: its text before and after, and at how many places."""

    path: Path
    before: str
    after: str
    places: int


def renamed(project: Project, game: str, old: str, new: str) -> list[Renamed]:
    """Return the files that change when a name of a game is changed, none of them written yet.

    The game must be without errors before and afterwards. Raises RenameError.
    """
    checked = project.checked(game)
    names = _names(checked, old, new)
    copies = any(name.sort == "card" for name in names)
    word = re.compile(rf"(?<![\w-]){re.escape(old)}(?={'(?:-[0-9]+)?' if copies else ''}(?![\w-]))")
    files = [file for file in _content(project, checked, word, new) if file.places]
    # The ids of options are made of words: `gain-2-coins`.
    in_ids = (
        re.compile(rf"(?<!\w){re.escape(old)}(?!\w)") if {name.sort for name in names} <= _IN_IDS else word
    )
    files += [file for file in _scripts(project, game, in_ids, new) if file.places]
    files += [file for file in _kept(project, files, old, new) if file.places]
    _require_sound(project, game, checked, files)
    return files


def _names(checked: Checked, old: str, new: str) -> list[Name]:
    """Return what the old name is. Raises RenameError when it is nothing, or the new one is something already."""
    if checked.game is None or any(
        one.severity == "error" for found in checked.findings.values() for one in found
    ):
        raise RenameError("the game has errors; mend them first, for they may hide where the name stands")
    if not _NAME.match(new):
        raise RenameError(
            f"{new!r} is no name: wanted are letters, digits, _ and hyphens inside, beginning with a letter"
        )
    known = [name for name in names_of(checked.game) if name.sort != "word"]
    names = [name for name in known if name.name == old]
    if not names:
        near = nearest(old, [name.name for name in known])
        raise RenameError(f"the game has no name {old!r}" + (f" (did you mean {near}?)" if near else ""))
    boards = {kind.board for kind in checked.game.kinds.values()} - {None}
    brought = next((name for name in names if name.span in boards), None)
    if brought is not None and brought.span is not None:
        place = f"{brought.span.file}:{brought.span.line}"
        raise RenameError(
            f"the {brought.sort} {old!r} comes with the board in {place}, and has this name in all games"
        )
    taken = next((name for name in known if name.name == new), None)
    if taken is not None:
        place = f" in {taken.span.file}:{taken.span.line}" if taken.span is not None else ""
        raise RenameError(f"the name {new!r} is taken already: it is a {taken.sort}{place}")
    game = checked.game
    lists = {kind.all_name for kind in game.kinds.values()} | {enum.all_name for enum in game.enums.values()}
    if new in lists | words() | _BUILT_IN:
        raise RenameError(
            f"the name {new!r} is taken already: it is a word of the language, or a list of all of a kind"
        )
    return names


# ---------------------------------------------------------------- content
def _content(project: Project, checked: Checked, word: re.Pattern[str], new: str) -> Iterator[Renamed]:
    for shown, path in checked.files.items():
        node = project.reading.yaml(path, shown, Findings())
        if node is not None:
            texts = checked.texts.get(path, ())
            whole = {id(text.scalar) for text in texts if text.is_whole}
            places = {place for text in texts if not text.scalar.made for place in _in_text(text, word)}
            places |= set(_in_yaml(node, word, whole))
            yield _changed(path, project.text_of(path), places, new)


def _in_text(text: Text, word: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of a name in an effect or formula, outside of quotes and remarks."""
    outside = _IN_QUOTES.sub(lambda met: " " * len(met[0]), text.words)
    for met in word.finditer(outside):
        start = text.scalar.start_of(text.shift + met.start())
        yield start, start + len(met[0])


def _in_yaml(
    node: Node, word: re.Pattern[str], texts: set[int], key: str = "", *, script: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield the places of a name among keys and values that are no texts of the language.

    In a playthrough all is made of names and formulas but what is said to people.
    """
    match node:
        case ScalarNode():
            if id(node) not in texts and key not in _WORDS:
                yield from _in_scalar(node, word, all_words=script)
        case SequenceNode():
            for item in node.items:
                yield from _in_yaml(item, word, texts, key, script=script)
        case MappingNode():
            for entry in node.entries:
                if id(entry.key) not in texts:
                    yield from _in_scalar(entry.key, word)
                yield from _in_yaml(entry.value, word, texts, entry.key.text, script=script)


def _in_scalar(
    scalar: ScalarNode, word: re.Pattern[str], *, all_words: bool = False
) -> Iterator[tuple[int, int]]:
    """Yield the places of a name in a value that is one word, or a path of words such as `row.low`; or in all words."""
    text = scalar.text
    if text and (all_words or _PATH.match(text)):
        for met in word.finditer(_IN_QUOTES.sub(lambda quoted: " " * len(quoted[0]), text)):
            start = scalar.start_of(met.start())
            yield start, start + len(met[0])


def _changed(path: Path, before: str, places: Iterable[tuple[int, int]], new: str) -> Renamed:
    after, at, count = [], 0, 0
    for start, end in sorted(set(places)):
        after += [before[at:start], new]
        at = end
        count += 1
    return Renamed(path, before, "".join((*after, before[at:])), count)


# ---------------------------------------------------------------- playthroughs
def _scripts(project: Project, game: str, word: re.Pattern[str], new: str) -> Iterator[Renamed]:
    folder = project.root / PLAYTHROUGHS
    for path in playthrough_files(folder) if folder.is_dir() else ():
        node = project.reading.yaml(path, path.name, Findings())
        if node is not None and _game_of(node) == game:
            yield _changed(path, project.text_of(path), set(_in_yaml(node, word, set(), script=True)), new)


def _game_of(node: MappingNode) -> str:
    named = node.get("game")
    return named.text if isinstance(named, ScalarNode) else ""


def _kept(project: Project, changed: Iterable[Renamed], old: str, new: str) -> Iterator[Renamed]:
    """Yield what is kept of the transcripts of playthroughs: ids in brackets, and the cards that were used."""
    in_brackets = re.compile(rf"(?<=\(){re.escape(old)}(?=(?:-[0-9]+)?\))")
    in_list = re.compile(rf"(?<= ){re.escape(old)}(?= )", re.MULTILINE)
    folders = {file.path.parent / SNAPSHOTS for file in changed if SNAPSHOTS not in file.path.parts}
    for folder in sorted(folder for folder in folders if folder.is_dir()):
        for path in sorted(folder.iterdir()):
            if path.suffix == ".ambr" or path.name == ".cards.txt":
                text = path.read_text(encoding="utf-8", errors="surrogateescape")
                word = in_brackets if path.suffix == ".ambr" else in_list
                yield _changed(path, text, (met.span() for met in word.finditer(text)), new)


# ---------------------------------------------------------------- what comes of it
def _require_sound(project: Project, game: str, before: Checked, files: list[Renamed]) -> None:
    """Raise RenameError when the game has findings after the change that it had not before."""
    known = sum(map(len, before.findings.values()))
    held = dict(project.buffers)
    try:
        for file in files:
            if file.path in before.files.values():
                project.write(file.path, file.after)
        after = project.checked(game)
        found = [finding for findings in after.findings.values() for finding in findings]
    finally:
        for file in files:
            if file.path in before.files.values():
                project.write(file.path, held.get(file.path))
    if len(found) > known:
        first = found[0]
        raise RenameError(
            f"the game would not be right: {first.span.file}:{first.span.line}: {first.message}"
        )
