"""Finds the words of content files that a slip of the finger may hit: keys, references, words of the language.

Left out is what declares a name (only its uses tell that it is misspelt), what is said to people, and words of fewer
than three letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language.grammar.lark_parser import made
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode, read_yaml

ROOT = Path(__file__).resolve().parents[2]

# Below these keys stand names that are declared there.
DECLARING = {
    "enums", "options", "kinds", "counters", "state", "zones", "tables", "windows", "phases", "actions", "values",
    "cards", "rows", "components", "fields", "rounds", "of each player",
}  # fmt: skip
# The texts of these keys are for people, or declare names themselves.
NOT_READ = {
    "about", "title", "titles", "text", "told", "name", "printed", "all", "values", "players", "language", "game",
    "copies", "per player", "origin", "origins",
}  # fmt: skip
EFFECTS = {
    "do", "is", "if", "to", "add", "at least", "at most", "needs", "takes part", "setup", "when", "value", "rank", "by",
    "resolve", "take", "bonus", "reward",
}  # fmt: skip
_WORD = re.compile(r"[a-z][a-z_-]*[a-z](?![\w-])")
_HIDDEN = re.compile(r'"[^"\n]*"|#[^\n]*')
# A name that is bound where it stands: `let x`, `x in`, `choose a x from`.
_BINDS = re.compile(r"(?:\blet\s+)$")
_BOUND = re.compile(r"\s+(?:in|from)\b")


@dataclass(frozen=True, slots=True)
class Site:
    """A word at a place in a file: `sort` is key, reference or language; `start` counts characters of the file."""

    game: str
    file: str
    line: int
    start: int
    word: str
    sort: str
    text: str = field(repr=False)


@cache
def language_words() -> frozenset[str]:
    """The words that the grammar itself knows."""
    patterns = (terminal.pattern.value for terminal in made().terminals)
    return frozenset(word for pattern in patterns for word in re.findall(r"[a-z]{3,}", pattern))


def sites_of(game: str) -> list[Site]:
    """All words of a shipped game's files that may be hit, in the order of the files."""
    found: list[Site] = []
    for part in ("rules", "cards"):
        for path in sorted((ROOT / part / game).rglob("*.yaml")):
            shown = path.relative_to(ROOT).as_posix()
            root = read_yaml(path, shown, Findings())
            assert root is not None
            walk = _Walk(game, shown, path.read_text(encoding="utf-8"))
            found.extend(walk.node(root, ()))
    return found


class _Walk:
    def __init__(self, game: str, file: str, text: str) -> None:
        self.game, self.file, self.text = game, file, text
        self.lines = text.split("\n")

    def node(self, node: Node, path: tuple[str, ...]) -> Iterator[Site]:
        if isinstance(node, MappingNode):
            for entry in node.entries:
                key = entry.key.text
                if not _declares(path, entry.value):
                    yield from self._key(entry.key, path)
                yield from self.node(entry.value, (*path, key))
        elif isinstance(node, SequenceNode):
            for number, item in enumerate(node.items):
                is_name = len(path) > 1 and path[-2] == "rows" and number == 0
                if not is_name and not (path[:1] == ("components",) and isinstance(item, ScalarNode)):
                    yield from self.node(item, path)
        elif not NOT_READ.intersection(path[-2:]):
            yield from self._text(node, path)

    def _key(self, key: ScalarNode, path: tuple[str, ...]) -> Iterator[Site]:
        if "titles" in path or len(re.sub(r"[^a-z]", "", key.text)) < 3 or not key.plain:
            return
        yield Site(self.game, self.file, key.span.line, key.start_of(0), key.text, "key", self.text)

    def _text(self, node: ScalarNode, path: tuple[str, ...]) -> Iterator[Site]:
        effect = bool(path) and path[-1] in EFFECTS
        text = _HIDDEN.sub(lambda met: " " * len(met[0]), node.text)
        for met in _WORD.finditer(text):
            word = met[0]
            bound = _BINDS.search(text[: met.start()]) or _BOUND.match(text[met.end() :])
            digits = text[met.end() : met.end() + 1].isdigit()
            if len(re.sub(r"[^a-z]", "", word)) < 3 or (bound and effect) or digits:
                continue
            start = node.start_of(met.start())
            sort = "language" if effect and word in language_words() else "reference"
            yield Site(
                self.game, self.file, self.text.count("\n", 0, start) + 1, start, word, sort, self.text
            )


def _declares(path: tuple[str, ...], value: Node) -> bool:
    """Say whether the keys of a mapping are names that are declared there."""
    if not path:
        return False
    if path[-1] in DECLARING and not (path[-1] == "rounds" and isinstance(value, ScalarNode)):
        return True
    in_group = path[-2:-1] == ("zones",) and isinstance(value, MappingNode)  # row: {employees: {...}}
    return in_group or path[-2:-1] == ("components",) or path[-2:-1] == ("tables",)
