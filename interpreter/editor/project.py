"""A folder with games as an editor sees it: buffers before files, each game checked anew when one of them changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.interpreter.content.fresh import check_files
from rulewright.interpreter.content.load import content_files, game_names, packs_for
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import Pack, is_pack, joined, open_pack
from rulewright.interpreter.content.reading import BufferReading
from rulewright.interpreter.content.rooted import PARTS, nearest_root
from rulewright.interpreter.content_roots import installed_root
from rulewright.interpreter.findings import Finding, Findings, once_each
from rulewright.interpreter.source import ScalarNode


@dataclass(frozen=True, slots=True)
class Text:
    """An effect or formula of a file that could be read, and what it was read as: a part of a scalar, or all of it."""

    start: str
    scalar: ScalarNode
    shift: int
    length: int

    @property
    def is_whole(self) -> bool:
        """Whether the text is all of its scalar."""
        return self.length == len(self.scalar.text)

    @property
    def words(self) -> str:
        """The text."""
        return self.scalar.text[self.shift : self.shift + self.length]


@dataclass(slots=True)
class Checked:
    """What is known of a game: its findings by file, the game when it was last without errors, and its texts."""

    findings: dict[Path, list[Finding]]
    game: Game | None
    files: dict[str, Path]
    texts: dict[Path, list[Text]] = field(default_factory=dict)

    def all_findings(self) -> Iterator[Finding]:
        """Yield the findings of all files."""
        for found in self.findings.values():
            yield from found


class _Texts(Findings):
    """Findings that also hear of the texts that were read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: dict[tuple[int, int], Text] = {}

    def hear_of(self, start: str, scalar: object, shift: int, length: int) -> None:
        assert isinstance(scalar, ScalarNode)
        self.read[id(scalar), shift] = Text(start, scalar, shift, length)


class Project:
    """The games of one folder, with what an editor holds of their files. Texts are the editor's, by whole paths."""

    def __init__(
        self, root: Path, packs: Sequence[Pack] = (), like: Project | None = None, *, lints: bool = True
    ) -> None:
        """Make a project; with `like` it shares what that one holds of files, and reads none that is known there.

        Without `lints` it knows only of mistakes, and not of what is never used or never happens.
        """
        self.lints = lints
        self.root = root
        self.packs = tuple(packs)
        self.buffers: dict[Path, str] = like.buffers if like is not None else {}
        self.reading: BufferReading = like.reading if like is not None else BufferReading(self.buffers)
        self._last: dict[str, Game] = {}
        self._checked: dict[str, Checked] = {}

    def write(self, path: Path, text: str | None) -> None:
        """Take a text for what a file holds; None for what is on the disk."""
        if text is None:
            self.buffers.pop(path, None)
        else:
            self.buffers[path] = text
        for name in self.games_of(path):
            self._checked.pop(name, None)

    def text_of(self, path: Path) -> str:
        """Return what a file holds, in the editor or else on the disk."""
        return self.reading.bytes_of(path).decode("utf-8", "replace").removeprefix("\ufeff")

    def games_of(self, path: Path) -> Iterator[str]:
        """Yield the games of which a file is a part, by the folder in which it lies."""
        for folder in (self.root, *(pack.folder for pack in self.packs)):
            if not path.is_relative_to(folder):
                continue
            inner = path.relative_to(folder).parts
            if len(inner) > 2 and inner[0] in PARTS and inner[1] in game_names(self.root):
                yield inner[1]

    def checked(self, name: str) -> Checked:
        """Return what is known of a game as it stands now."""
        if name not in self._checked:
            self._checked[name] = self._check(name)
        return self._checked[name]

    def _check(self, name: str) -> Checked:
        own = packs_for(name, self.packs)
        files = content_files(name, self.root, own)
        paths = {file.shown: file.path.resolve() for file in files}
        texts = _Texts()
        game, found = check_files(name, self.root, own, files, "", self.reading, texts, lints=self.lints)
        if game is not None:
            self._last[name] = game
        by_path: dict[Path, list[Finding]] = {path: [] for path in paths.values()}
        for finding in once_each(found):
            shown = finding.span.file
            by_path.setdefault(paths.get(shown) or self.path_of(shown), []).append(finding)
        read: dict[Path, list[Text]] = {}
        for text in texts.read.values():
            shown = text.scalar.span.file
            read.setdefault(paths.get(shown) or self.path_of(shown), []).append(text)
        return Checked(by_path, self._last.get(name), paths, read)

    def path_of(self, shown: str) -> Path:
        """Return where a file lies that a place in the content names."""
        for pack in self.packs:
            if shown.startswith(f"{pack.shown}/"):
                return (pack.folder / shown.removeprefix(f"{pack.shown}/")).resolve()
        return (self.root / shown).resolve()


def project_around(path: Path) -> Project:
    """Return the project of a file: the nearest folder with games, and the pack in which the file lies, if any."""
    root = nearest_root([path]) or installed_root()
    for above in path.resolve().parents:
        if is_pack(above, root):
            return Project(root, joined((open_pack(above, root, game_names(root)),)))
    return Project(root)
