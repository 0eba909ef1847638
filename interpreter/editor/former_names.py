"""The line by which rules tell what a renamed thing was called at first, written and taken out again."""

from __future__ import annotations

import re
from dataclasses import replace

from rulewright.interpreter.content.sections import FORMER_NAMES, child, scalar
from rulewright.interpreter.editor.places import Changed
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.source import MappingNode, parse_yaml


def remembered(file: Changed, old: str, new: str, *, matters: bool) -> Changed:
    """Return a file of rules, in which a name was changed, that also tells what it was called.

    It tells so only where it `matters` to chance. What had another name before keeps telling the first one, and what
    gets its first name back tells nothing any more.
    """
    node = parse_yaml(file.after, file.path.name, Findings())
    told = child(node, FORMER_NAMES)
    first = scalar(child(told, new))
    if first is not None:
        if first.text != new:
            return file
        return replace(file, after=_without(file.after, new), places=file.places + 1)
    if not matters:
        return file
    return replace(file, after=_with(file.after, told, old, new), places=file.places + 1)


def _with(text: str, told: object, old: str, new: str) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    if not isinstance(told, MappingNode):
        lead = "" if text.endswith("\n") else end
        return f"{text}{lead}{end}{FORMER_NAMES}:{end}  {new}: {old}{end}"
    head = re.search(rf"^{FORMER_NAMES}[ ]*:[ ]*", text, re.MULTILINE)
    assert head is not None
    if told.flow:
        at = text.index("{", head.end()) + 1
        return f"{text[:at]}{new}: {old}, {text[at:]}"
    # In front of the first entry, as deep as that.
    at = told.entries[0].key.start_of(0)
    begin = text.rfind("\n", 0, at) + 1
    return f"{text[:begin]}{text[begin:at]}{new}: {old}{end}{text[begin:]}"


def _without(text: str, name: str) -> str:
    entry = rf"{re.escape(name)}[ ]*:[ ]*{re.escape(name)}"
    head = rf"^{FORMER_NAMES}[ ]*:[ ]*"
    whole = rf"(?:\r?\n)?{head}(?:\r?\n[ ]+{entry}[ ]*|\{{[ ]*{entry}[ ]*\}}[ ]*)(?:\r?\n|\Z)(?![ ])"
    of_several = (whole, rf"^[ ]+{entry}[ ]*\r?\n", rf"{entry}[ ]*,[ ]*", rf",[ ]*{entry}")
    for pattern in of_several:
        left, count = re.subn(pattern, "", text, count=1, flags=re.MULTILINE)
        if count:
            return left
    return text
