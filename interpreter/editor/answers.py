"""What an editor is answered about a place in a file: help, completion, declarations, uses, an outline, fixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.interpreter.editor.colours import Coloured, coloured
from rulewright.interpreter.editor.moves import legal_words, told_of_move
from rulewright.interpreter.editor.names import Name, card_in_a_line, card_in_words, names_of
from rulewright.interpreter.editor.positions import Range, offset_of, range_of, units
from rulewright.interpreter.editor.project import Checked, Project
from rulewright.interpreter.editor.scripts import script_findings
from rulewright.interpreter.editor.skeletons import skeleton
from rulewright.interpreter.findings import Finding, Findings, Span
from rulewright.interpreter.ignores import IGNORABLE
from rulewright.interpreter.play.collection import is_playthrough
from rulewright.interpreter.source import MappingNode, parse_yaml

_WORD = re.compile(r"[^\W\d]\w*(?:-\w+)*")
_BEFORE_CURSOR = re.compile(r"(\.\s*)?([^\W\d][\w-]*)?\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file."""

    path: Path
    range: Range


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends a finding: what stands in `range` of the file `path` becomes `text`."""

    title: str
    finding: Finding
    path: Path
    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class Outlined:
    """An entry of an outline: a key, where it stands, and what lies below it."""

    name: str
    range: Range
    below: tuple[Outlined, ...]


class Answers:
    """Answers about the files of one project."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._names: dict[str, tuple[object, list[Name]]] = {}

    def findings(self, path: Path) -> dict[Path, list[Finding]]:
        """Return the findings of all files of the games to which a file belongs."""
        found: dict[Path, list[Finding]] = {}
        for name in self.project.games_of(path):
            for file, findings in self.project.checked(name).findings.items():
                found.setdefault(file, []).extend(findings)
        if not found and is_playthrough(path):
            found[path] = script_findings(self.project, path)
        return found

    # ---------------------------------------------------------------- names
    def _checked(self, path: Path) -> Iterator[Checked]:
        for name in self.project.games_of(path):
            yield self.project.checked(name)

    def names(self, path: Path) -> list[Name]:
        """Return the names that the texts of a file may use, as of when the game was last without errors."""
        for name in self.project.games_of(path):
            game = self.project.checked(name).game
            if game is None:
                continue
            known = self._names.get(name)
            if known is None or known[0] is not game:
                known = self._names[name] = (game, names_of(game))
            return known[1]
        return []

    def word_at(self, path: Path, line: int, column: int) -> tuple[str, Range] | None:
        """Return the word at a place, and where it stands; None where there is none."""
        text = self.project.text_of(path)
        offset = offset_of(text, line, column)
        begin = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        row = text[begin : len(text) if end < 0 else end]
        for met in _WORD.finditer(row):
            if met.start() <= offset - begin <= met.end():
                return met[0], Range(line, units(row[: met.start()]), line, units(row[: met.end()]))
        return None

    def meant(self, path: Path, word: str) -> list[Name]:
        """Return what a word can mean, without words of the language where it is a name."""
        found = [name for name in self.names(path) if word in (name.name, name.form)]
        declared = [name for name in found if name.sort != "word"]
        return declared or found

    def hover(self, path: Path, line: int, column: int) -> tuple[str, Range] | None:
        """Return help about the word at a place, in Markdown."""
        if self._is_script(path) and (told := told_of_move(self.project, path, line, column)) is not None:
            return told
        met = self.word_at(path, line, column)
        if met is None:
            return None
        parts = [self._help(path, name) for name in self.meant(path, met[0]) if name.sort != "word"]
        return ("\n\n---\n\n".join(dict.fromkeys(parts)), met[1]) if parts else None

    def _help(self, path: Path, name: Name) -> str:
        head = f"**{name.sort}** `{name.form}`"
        if name.sort == "card":
            for checked in self._checked(path):
                game = checked.game
                card = next((card for card in game.cards if card.id == name.name), None) if game else None
                if game is not None and card is not None:
                    return f"{head}\n\n```text\n{card_in_words(game, card)}\n```"
        facts = "".join(f"\n- {fact}: {said}" for fact, said in name.facts.items())
        return "\n\n".join(part for part in (head, name.about, facts.strip()) if part)

    def completion(self, path: Path, line: int, column: int) -> list[Name]:
        """Return what may stand at a place: legal moves, or names; behind a dot those of members, else all others."""
        if self._is_script(path):
            return legal_words(self.project, path, line, column)
        text = self.project.text_of(path)
        offset = offset_of(text, line, column)
        met = _BEFORE_CURSOR.search(text[text.rfind("\n", 0, offset) + 1 : offset])
        behind_dot = met is not None and met[1] is not None
        found = [name for name in self.names(path) if name.member == behind_dot]
        return list({(name.name, name.sort): name for name in found}.values())

    def _is_script(self, path: Path) -> bool:
        return not any(self.project.games_of(path)) and is_playthrough(path)

    # ---------------------------------------------------------------- places
    def definitions(self, path: Path, line: int, column: int) -> list[Place]:
        """Return where the word at a place is declared."""
        met = self.word_at(path, line, column)
        spans = [name.span for name in self.meant(path, met[0])] if met is not None else []
        return [self._place(span) for span in dict.fromkeys(spans) if span is not None]

    def references(self, path: Path, line: int, column: int) -> list[Place]:
        """Return where the word at a place stands in the effects and formulas of the game."""
        met = self.word_at(path, line, column)
        if met is None:
            return []
        word = re.compile(rf"(?<![\w-]){re.escape(met[0])}(?![\w-])")
        found: dict[Span, None] = {}
        for checked in self._checked(path):
            for texts in checked.texts.values():
                for text in texts:
                    for use in word.finditer(text.words):
                        found[text.scalar.place(text.shift + use.start(), len(use[0]))] = None
        return [
            self._place(span) for span in sorted(found, key=lambda span: (span.file, span.line, span.column))
        ]

    def _place(self, span: Span) -> Place:
        path = self.project.path_of(span.file)
        return Place(path, range_of(span, self.project.text_of(path).split("\n")))

    def outline(self, path: Path) -> tuple[Outlined, ...]:
        """Return the keys of a file, two levels deep."""
        text = self.project.text_of(path)
        node = parse_yaml(text, path.name, Findings())
        return _outline(node, text.split("\n"), 2) if node is not None else ()

    def colours(self, path: Path) -> list[Coloured]:
        """Return the words of the effects and formulas of a file with their colours."""
        texts = [text for checked in self._checked(path) for text in checked.texts.get(path, ())]
        return coloured(texts, self.names(path), self.project.text_of(path).split("\n"))

    def hints(self, path: Path) -> list[tuple[int, str]]:
        """Return for each card of a file the line at which it begins, from 0, and what it does, in one line."""
        found = []
        for checked in self._checked(path):
            game = checked.game
            for card in game.cards if game is not None else ():
                if self.project.path_of(card.span.file) == path:
                    said = card_in_a_line(game, card) if game is not None else ""
                    if said:
                        found.append((card.span.line - 1, said))
        return found

    # ---------------------------------------------------------------- fixes
    def fixes(self, path: Path, first: int, last: int) -> list[Fix]:
        """Return what mends the findings on some lines of a file, counted from 0."""
        lines = self.project.text_of(path).split("\n")
        found: list[Fix] = []
        for finding in self.findings(path).get(path, ()):
            if not first <= finding.span.line - 1 <= last:
                continue
            place = range_of(finding.span, lines)
            if finding.suggestion is not None:
                found.append(Fix(f"Write `{finding.suggestion}`", finding, path, place, finding.suggestion))
            if finding.code in IGNORABLE:
                row = lines[place.line].rstrip("\r")
                lead = row[: len(row) - len(row.lstrip())]
                comment = f"{lead}# rulewright: ignore {finding.code} \n"
                title = f"Ignore {finding.code} here, with a reason"
                found.append(Fix(title, finding, path, Range(place.line, 0, place.line, 0), comment))
            found.extend(self._skeletons(path, finding))
        return found

    def _skeletons(self, path: Path, finding: Finding) -> Iterator[Fix]:
        """Yield what declares the name that a finding misses."""
        for name in self.project.games_of(path):
            made = skeleton(self.project, name, path, finding)
            if made is not None:
                title, file, text = made
                rows = self.project.text_of(file).count("\n") + 1
                yield Fix(title, finding, file, Range(0, 0, rows, 0), text)


def _outline(node: MappingNode, lines: list[str], depth: int) -> tuple[Outlined, ...]:
    found = []
    for entry in node.entries:
        value = entry.value
        below = _outline(value, lines, depth - 1) if depth > 1 and isinstance(value, MappingNode) else ()
        found.append(Outlined(entry.key.text or "?", range_of(entry.key.span, lines), below))
    return tuple(found)
