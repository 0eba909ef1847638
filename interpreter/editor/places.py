"""Where words of the language and of a game stand in its files, and files with other words at those places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.editor.project import Text
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode

Place = tuple[int, int]
"""A stretch of the text of a file: where it begins and where it ends."""

# What is said to people, and the names of people and files, which only look like names of the game.
_WORDS = frozenset(
    {"title", "text", "about", "name", "printed", "origin", "origins", "note", "players", "packs", "game"}
)
_PATH = re.compile(r"[\w.-]+\Z")
_IN_QUOTES = re.compile(r"\"[^\"\n]*\"|#[^\n]*")


@dataclass(frozen=True, slots=True)
class Changed:
    """A file in which words were changed: its text before and after, and at how many places."""

    path: Path
    before: str
    after: str
    places: int


def changed(path: Path, before: str, edits: Mapping[Place, str]) -> Changed:
    """Return a file with other words at some places."""
    after, at = [], 0
    for (start, end), new in sorted(edits.items()):
        after += [before[at:start], new]
        at = end
    return Changed(path, before, "".join((*after, before[at:])), len(edits))


def in_text(text: Text, word: re.Pattern[str]) -> Iterator[Place]:
    """Yield the places of a word in an effect or formula, outside of quotes and remarks."""
    for met in word.finditer(_without_quotes(text.words)):
        yield _place_of(text.scalar, text.shift + met.start(), text.shift + met.end())


def in_yaml(
    node: Node, word: re.Pattern[str], texts: set[int], key: str = "", *, script: bool = False
) -> Iterator[Place]:
    """Yield the places of a word among keys and values that are no texts of the language; `texts` are those, by `id`.

    In a playthrough all is made of names and formulas but what is said to people.
    """
    match node:
        case ScalarNode():
            if id(node) not in texts and key not in _WORDS:
                yield from in_scalar(node, word, key, all_words=script)
        case SequenceNode():
            for item in node.items:
                yield from in_yaml(item, word, texts, key, script=script)
        case MappingNode():
            for entry in node.entries:
                if id(entry.key) not in texts:
                    yield from in_scalar(entry.key, word)
                yield from in_yaml(entry.value, word, texts, entry.key.text, script=script)


def in_scalar(
    scalar: ScalarNode, word: re.Pattern[str], key: str = "", *, all_words: bool = False
) -> Iterator[Place]:
    """Yield the places of a word in a value that is one word, or a path of words such as `row.low`; or in all words.

    Below `replaces` a pack may stand before the card, which keeps its name.
    """
    text = scalar.text
    begin = text.rfind("/") + 1 if key == "replaces" else 0
    if text and (all_words or _PATH.match(text, begin)):
        for met in word.finditer(_without_quotes(text), begin):
            yield _place_of(scalar, *met.span())


def _place_of(scalar: ScalarNode, start: int, end: int) -> Place:
    # With escapes of YAML a word is longer in the file.
    return scalar.start_of(start), scalar.end_of(end - 1)


def _without_quotes(text: str) -> str:
    return _IN_QUOTES.sub(lambda met: " " * len(met[0]), text)
