"""A name changed everywhere: in rules, cards and packs, in playthroughs, in what is kept of transcripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from rulewright.interpreter.content.sections import FORMER_NAMES, entries
from rulewright.interpreter.editor.former_names import remembered
from rulewright.interpreter.editor.names import Name, declared_names
from rulewright.interpreter.editor.places import Changed, Place, changed, in_text, in_yaml
from rulewright.interpreter.editor.project import Checked, Project
from rulewright.interpreter.editor.workspace import files_of_pack, other_packs, scripts_of
from rulewright.interpreter.findings import Finding, Findings, nearest
from rulewright.interpreter.language.grammar.reader import words
from rulewright.interpreter.play.collection import SNAPSHOTS
from rulewright.interpreter.state.chance_names import words_of_chance

_NAME = re.compile(r"[^\W\d]\w*(?:-\w+)*\Z")
_BUILT_IN = frozenset(
    {"me", "this", "player", "players", "round", "random", "random_of", "turn_order", "game", "options"}
)
_IN_IDS = {"counter"}


class RenameError(Exception):
    """A name that cannot be changed so; the message says why."""


def renamed(project: Project, game: str, old: str, new: str) -> list[Changed]:
    """Return the files that change when a name of a game is changed, none of them written yet.

    They are those of the project, and below its folder the packs that nobody has named and the playthroughs. The game
    must be without errors before and afterwards. It is told what the name was, so that chance stays as it was where a
    name matters to it. Raises RenameError.
    """
    checked = project.checked(game)
    names = _names(checked, old, new)
    copies = any(name.sort == "card" for name in names)
    word = re.compile(rf"(?<![\w-]){re.escape(old)}(?={'(?:-[0-9]+)?' if copies else ''}(?![\w-]))")
    # The ids of options are made of words: `gain-2-coins`.
    in_ids = (
        re.compile(rf"(?<!\w){re.escape(old)}(?!\w)") if {name.sort for name in names} <= _IN_IDS else word
    )
    files = {file.path: file for file in _content(project, checked, word, new)}
    home = _home(project, checked, names)
    if home is not None and checked.game is not None:
        matters = old in words_of_chance(checked.game)
        files[home] = remembered(files[home], old, new, matters=matters)
    packs = [(other, other.checked(game)) for other in other_packs(project, game, (old, new))]
    of_packs = {
        file.path: file
        for other, found in packs
        for file in _content(other, found, word, new, only=files_of_pack(other, other.packs[0], game))
    }
    scripts = [
        _changed(path, project.text_of(path), set(in_yaml(node, in_ids, set(), script=True)), new)
        for path, node in scripts_of(project, game, old)
    ]
    made = [file for file in (*files.values(), *of_packs.values(), *scripts) if file.places]
    made += [file for file in _kept(made, old, new) if file.places]
    for each, before in ((project, checked), *packs):
        _require_sound(each, game, before, made)
    return made


def _names(checked: Checked, old: str, new: str) -> list[Name]:
    """Return what the old name is. Raises RenameError when it is nothing, or the new one is something already."""
    if checked.game is None or any(found.severity == "error" for found in checked.all_findings()):
        raise RenameError("the game has errors; mend them first, for they may hide where the name stands")
    if not _NAME.match(new):
        raise RenameError(
            f"{new!r} is no name: wanted are letters, digits, _ and hyphens inside, beginning with a letter"
        )
    known = list(declared_names(checked.game))
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
def _content(
    project: Project, checked: Checked, word: re.Pattern[str], new: str, only: Collection[Path] | None = None
) -> Iterator[Changed]:
    for shown, path in checked.files.items():
        node = project.reading.yaml(path, shown, Findings()) if only is None or path in only else None
        if node is not None:
            texts = checked.texts.get(path, ())
            whole = {id(text.scalar) for text in texts if text.is_whole}
            places = {place for text in texts if not text.scalar.made for place in in_text(text, word)}
            whole |= {id(each.value) for each in entries(node.get(FORMER_NAMES))}
            places |= set(in_yaml(node, word, whole))
            yield _changed(path, project.text_of(path), places, new)


def _home(project: Project, checked: Checked, names: Iterable[Name]) -> Path | None:
    """Return the file that tells what a thing was called: the head of the game, or rules of the pack that declares it.

    None where a pack declares it that has no rules.
    """
    place = next((name.span.file for name in names if name.span is not None), "")
    pack = next((pack for pack in project.packs if place.startswith(f"{pack.shown}/")), None)
    nodes = {path: project.reading.yaml(path, shown, Findings()) for shown, path in checked.files.items()}
    for path, node in nodes.items():
        if node is None or node.get("kind") is not None:
            continue
        if path.is_relative_to(pack.folder) if pack is not None else node.get("game") is not None:
            return path
    return None


def _changed(path: Path, before: str, places: Iterable[Place], new: str) -> Changed:
    return changed(path, before, dict.fromkeys(places, new))


def _kept(files: Iterable[Changed], old: str, new: str) -> Iterator[Changed]:
    """Yield what is kept of the transcripts of playthroughs: ids in brackets, and the cards that were used."""
    in_brackets = re.compile(rf"(?<=\(){re.escape(old)}(?=(?:-[0-9]+)?\))")
    in_list = re.compile(rf"(?<= ){re.escape(old)}(?= )", re.MULTILINE)
    folders = {file.path.parent / SNAPSHOTS for file in files}
    for folder in sorted(folder for folder in folders if folder.is_dir()):
        for path in sorted(folder.iterdir()):
            if path.suffix == ".ambr" or path.name == ".cards.txt":
                text = path.read_text(encoding="utf-8", errors="surrogateescape")
                word = in_brackets if path.suffix == ".ambr" else in_list
                yield _changed(path, text, (met.span() for met in word.finditer(text)), new)


# ---------------------------------------------------------------- what comes of it
def _require_sound(project: Project, game: str, before: Checked, files: list[Changed]) -> None:
    """Raise RenameError when the game has findings after the change that it had not before."""
    # An error hides what is found in a game without any, so that a number alone would tell nothing.
    known = Counter(map(_what, before.all_findings()))
    held = dict(project.buffers)
    try:
        for file in files:
            if file.path in before.files.values():
                project.write(file.path, file.after)
        after = project.checked(game)
    finally:
        for file in files:
            if file.path in before.files.values():
                project.write(file.path, held.get(file.path))
    found = list(after.all_findings())
    more = Counter(map(_what, found)) - known
    if more:
        first = next(finding for finding in found if _what(finding) in more)
        raise RenameError(
            f"the game would not be right: {first.span.file}:{first.span.line}: {first.message}"
        )


def _what(finding: Finding) -> tuple[str, str]:
    """Return what outlives another name: the file and the code, while lines move and messages hold names."""
    return finding.span.file, finding.code
