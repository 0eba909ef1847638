"""Checks a game from its files, whatever the cache knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulewright.interpreter.content.lints import lint
from rulewright.interpreter.content.loader import Loader
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import ContentFile, Pack
from rulewright.interpreter.content.reading import Reading
from rulewright.interpreter.findings import Finding, Findings
from rulewright.interpreter.ignores import Ignores


def check_files(  # noqa: PLR0913  # what is read, how, and what is told of it
    name: str,
    root: Path,
    packs: tuple[Pack, ...],
    files: Sequence[ContentFile],
    digest: str,
    reading: Reading | None = None,
    meaning: Findings | None = None,
    *,
    lints: bool = True,
) -> tuple[Game | None, list[Finding]]:
    """Return the game that files make, None after an error, and what is told of them.

    `digest` tells their content, `reading` is how they are read (else from the disk), and `meaning` collects what is
    found behind the shape of files; it hears of every text that was read. Without `lints` only mistakes are looked for,
    and not what is never used or never happens.
    """
    reading = reading or Reading()
    shapes, meaning = Findings(), Findings() if meaning is None else meaning
    game = Loader(name, root, packs, shapes, meaning, reading).load(files, digest)
    if game is not None and lints:
        lint(game, meaning)
    return game, _not_ignored(_told(shapes, meaning), files, game if lints else None, reading)


def _not_ignored(
    found: Iterable[Finding], files: Sequence[ContentFile], game: Game | None, reading: Reading
) -> list[Finding]:
    """Return the findings that no comment in the files asks to ignore, and those about such comments."""
    ignores = Ignores()
    for file in files:
        ignores.look(reading.bytes_of(file.path), file.shown)
    # What a game leaves unused a pack may use, so only the last to be laid over has needless comments. And a game with
    # errors is not looked through, so that nobody knows.
    last = files[-1].pack if files else ""
    looked_through = {file.shown for file in files if file.pack == last} if game is not None else set()
    return list(ignores.applied(found, looked_through))


def _told(shapes: Findings, meaning: Findings) -> Iterator[Finding]:
    """Yield the findings that are told: with a mistake of shape, only what is wrong in any case besides.

    Of a game in a newer language nothing else can be said.
    """
    newer = [found for found in shapes if found.code == "RW111"]
    if newer:
        yield from newer
        return
    yield from shapes
    # A text that is cut by a mistake of shape is no second mistake.
    cut = {(found.span.file, found.span.line) for found in shapes}
    for found in meaning:
        in_any_case = found.code.startswith("RW3") and (found.span.file, found.span.line) not in cut
        if in_any_case or not shapes.errors:
            yield found
