"""Skeletons of what a text names and nothing declares: an action, a value, or a card, as an editor offers it."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.interpreter.content.new_card import home_of, new_entry, with_entry
from rulewright.interpreter.editor.positions import offset_of, range_of
from rulewright.interpreter.editor.project import Project
from rulewright.interpreter.findings import Finding

_UNDECLARED = re.compile(r"no (action|value) `([a-z]\w*)` is declared")
_NO_CARD = re.compile(r"there is no (\w+)[\w ]* `([\w-]+)`")
_PARAMETERS = tuple(f"argument_{letter}" for letter in "abcde")
_BODIES = {
    "action": "    text: {words}\n    do: |\n      nothing\n",
    "value": "    about: What this is.\n    is: 0\n",
}


def skeleton(project: Project, game: str, path: Path, finding: Finding) -> tuple[str, Path, str] | None:
    """Return what would declare the name that a finding misses: a title, the file to change, and its new text.

    None where the finding misses nothing that could be declared so.
    """
    undeclared, no_card = _UNDECLARED.match(finding.message), _NO_CARD.match(finding.message)
    if undeclared is not None:
        sort, name = undeclared[1], undeclared[2]
        return _declared(project, game, sort, name, _arguments(project, path, finding, name))
    if no_card is not None:
        return _card(project, game, *no_card.groups())
    return None


def _arguments(project: Project, path: Path, finding: Finding, name: str) -> int:
    """Return how many arguments stand behind the name that is missed, up to the number there are words for."""
    text = project.text_of(path)
    place = range_of(finding.span, text.split("\n"))
    behind = text[offset_of(text, place.line, place.start) + len(name) :]
    if not behind.startswith("("):
        return 0
    depth, count, is_empty = 0, 1, True
    for char in behind:
        depth += (char in "([") - (char in ")]")
        if depth == 0:
            break
        count += depth == 1 and char == ","
        is_empty = is_empty and char in "( \n"
    return 0 if is_empty else min(count, len(_PARAMETERS))


def _declared(
    project: Project, game: str, sort: str, name: str, arguments: int
) -> tuple[str, Path, str] | None:
    home = _home(project, game, f"{sort}s:")
    if home is None:
        return None
    parameters = ", ".join(f"{parameter} is number" for parameter in _PARAMETERS[:arguments])
    head = f"  {name}({parameters}):\n" if parameters else f"  {name}:\n"
    entry = head + _BODIES[sort].format(words=name.replace("_", " "))
    text = project.text_of(home)
    key = re.search(rf"^{sort}s:[^\n]*\n", text, re.MULTILINE)
    after = (
        f"{text[: key.end()]}{entry}\n{text[key.end() :]}"
        if key is not None
        else f"{text.rstrip()}\n\n{sort}s:\n{entry}"
    )
    return f"Declare the {sort} `{name}` in {home.name}", home, after


def _home(project: Project, game: str, key: str) -> Path | None:
    """Return the file of the rules that has a section already, else the one that names the game."""
    files = [path for shown, path in project.checked(game).files.items() if shown.split("/")[-3] == "rules"]
    texts = {path: f"\n{project.text_of(path)}" for path in files}
    having = [path for path in files if f"\n{key}\n" in texts[path]]
    heads = [path for path in files if "\ngame:" in texts[path]]
    return next(iter((*having, *heads)), None)


def _card(project: Project, game: str, kind: str, id_: str) -> tuple[str, Path, str] | None:
    known = project.checked(game).game
    if known is None or kind not in known.kinds or not known.kinds[kind].sides:
        return None
    home = home_of(known, known.kinds[kind])
    path = project.path_of(home.file)
    if home.is_new:
        return None
    entry = new_entry(known, known.kinds[kind], id_, home)
    return f"Begin the {kind} `{id_}` in {path.name}", path, with_entry(project.text_of(path), home, entry)
