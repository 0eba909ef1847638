"""How commands find the content, and how they report what is wrong with it."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.output import FOUND, CommandError, FindingsFormat, program_version, say, write, write_json
from rulewright.cli.where import Where
from rulewright.interpreter.content.load import game_names
from rulewright.interpreter.content.packs import Pack, PackError, open_packs, require_game
from rulewright.interpreter.content.rooted import nearest_root
from rulewright.interpreter.content_roots import ContentRootError, find_root, installed_root
from rulewright.interpreter.findings import Finding, as_json, nearest, once_each, render_github, render_text

if TYPE_CHECKING:
    from rulewright.interpreter.content.model import Game
    from rulewright.interpreter.play.games import Games
    from rulewright.interpreter.play.script import Case

# A file with a line, as messages name another place.
_FILE = re.compile(r"(?<![\w./-])[\w.-][\w./-]*\.yaml(?=:\d)")


def content_root(root: Path | None, paths: Iterable[Path] = ()) -> Path:
    """Return the folder of the content: the one that is named, else the nearest, else what is installed.

    The nearest is looked for upwards from the paths and from where one works. Raises CommandError.
    """
    try:
        return find_root(root if root is not None else nearest_root(paths))
    except ContentRootError as error:
        raise CommandError(str(error)) from None


def games_of(where: Where, paths: Iterable[Path] = ()) -> Games:
    """Return the games of a root with the packs laid over them. Raises CommandError for no root and for no pack.

    A root that nobody named, and that is not the installed one, is told: it is looked for as in `content_root`.
    """
    from rulewright.interpreter.play.games import Games

    root = content_root(where.root, paths)
    if where.root is None and root != installed_root():
        say(f"the games are those of {folder_in_words(root)}")
    return Games(root, packs_of(where, root))


def packs_of(where: Where, root: Path) -> tuple[Pack, ...]:
    """Return the packs that are named, in their order. Raises CommandError for what is none."""
    try:
        return open_packs(where.packs, root, game_names(root))
    except PackError as error:
        raise CommandError(str(error)) from None


def game_of(games: Games, name: str) -> Game:
    """Return a game without errors. Raises CommandError for an unknown one, and after showing what is wrong with it.

    So does a pack that has nothing for the game.
    """
    if name not in games.names:
        raise unknown("game", name, games.names)
    require_packs(games, name)
    game, findings = games.load(name)
    if game is None:
        report(findings, games.root)
        raise CommandError(f"the content of {name} has errors", FOUND)
    return game


def require_packs(games: Games, name: str) -> None:
    """Raise CommandError when one of the packs that are named has nothing for a game."""
    try:
        for pack in games.packs:
            require_game(pack, name)
    except PackError as error:
        raise CommandError(str(error)) from None


def unknown(what: str, word: str, known: Iterable[str]) -> CommandError:
    """Return a refusal of a name that does not exist, with the nearest right one and all of them if they are few."""
    names = list(known)
    near = nearest(word, names)
    hint = f" (did you mean {near}?)" if near is not None else ""
    listed = f"; there are {', '.join(names)}" if 0 < len(names) <= 12 else ""
    return CommandError(f"there is no {what} {word!r}{hint}{listed}")


def known_bot(kind: str) -> None:
    """See that there are bots of a kind. Raises CommandError."""
    from rulewright.interpreter.bots.bots import UnknownBot, maker_of
    from rulewright.interpreter.bots.kinds import BOT_KINDS

    try:
        maker_of(kind)
    except UnknownBot as error:
        if ":" not in kind and nearest(kind, BOT_KINDS) is not None:
            raise unknown("kind of bots", kind, BOT_KINDS) from None
        raise CommandError(str(error)) from None


def cases_named(cases: Sequence[Case], name: str | None) -> list[Case]:
    """Return the cases of a name, upper or lower case; all where none is wanted."""
    return [case for case in cases if name is None or case.name.casefold() == name.casefold()]


def no_case(name: str, known: Sequence[str]) -> CommandError:
    """Return a refusal of a case that does not exist."""
    named = [word for word in known if word]
    return (
        unknown("case", name, named) if named else CommandError(f"there is no case {name!r}: none has a name")
    )


def write_findings(findings: Iterable[Finding], form: FindingsFormat, root: Path) -> None:
    """Write findings to standard output in the form that was asked for; files are read below `root`.

    People get the files' names as seen from where they are, programs those below the root.
    """
    if form is FindingsFormat.JSON:
        write_json([as_json(finding) for finding in findings])
    elif form is FindingsFormat.GITHUB:
        write(render_github(from_here(findings, root)))
    else:
        write(in_text(findings, root))


def write_sarif(findings: Sequence[Finding], root: Path, is_new: Sequence[bool] | None) -> None:
    """Write findings as SARIF; `is_new` says of each whether a file of known ones knew it, where there is one."""
    from rulewright.interpreter.baseline import fingerprint
    from rulewright.interpreter.sarif import render_sarif

    read = reader_of(root)
    prints = [fingerprint(finding, read) for finding in findings]
    shown = from_here(findings, root)
    write(render_sarif(shown, program_version(), prints, is_new))


def report(findings: Iterable[Finding], root: Path, unwritten: Mapping[str, str] | None = None) -> None:
    """Write findings for people to standard error, beside the answer of a command.

    `unwritten` holds the texts, by the names of files, that are meant but do not stand there.
    """
    sys.stdout.flush()
    sys.stderr.write(in_text(once_each(findings), root, unwritten))


def in_text(findings: Iterable[Finding], root: Path, unwritten: Mapping[str, str] | None = None) -> str:
    """Return findings for people, their files named as seen from where they are; `unwritten` as in `report`."""
    written = reader_of(root)
    texts = {file: text.splitlines() for file, text in (unwritten or {}).items()}

    def read(file: str, line: int) -> str | None:
        return texts[file][line - 1] if file in texts else written(file, line)

    return render_text(from_here(findings, root), read)


def way_to(path: Path) -> str:
    """Return how a file is opened from where one is: relative when it lies below, else its whole path."""
    whole, here = path.resolve(), Path.cwd()
    return whole.relative_to(here).as_posix() if whole.is_relative_to(here) else whole.as_posix()


def difference(path: Path, before: str, after: str) -> str:
    """Return what changes in the text of a file, line by line, as `diff -u` has it."""
    name = way_to(path)
    rows = difflib.unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="")
    return "".join(f"{row}\n" for row in rows)


def folder_in_words(folder: Path) -> str:
    """Return how a folder is called in a sentence."""
    return "this folder" if folder.resolve() == Path.cwd() else way_to(folder)


def from_here(findings: Iterable[Finding], root: Path) -> list[Finding]:
    """Return findings whose files below `root` are named as seen from where one is, if the root lies below that."""
    whole, here = root.resolve(), Path.cwd()
    if whole == here or not whole.is_relative_to(here):
        return list(findings)
    folder = whole.relative_to(here)

    def seen(file: str) -> str:
        return (folder / file).as_posix() if (whole / file).is_file() else file

    return [
        replace(
            finding,
            span=replace(finding.span, file=seen(finding.span.file)),
            message=_FILE.sub(lambda met: seen(met[0]), finding.message),
        )
        for finding in findings
    ]


def is_yaml(path: Path) -> bool:
    """Say whether a path may lead to YAML, by the end of its name; what is no ordinary file always may."""
    return not path.is_file() or path.suffix.lower() in (".yaml", ".yml")


def require_yaml(path: Path) -> None:
    """Raise CommandError for a file that cannot be a playthrough, by the end of its name."""
    if not is_yaml(path):
        raise CommandError(f"{path} is no playthrough: a file is wanted whose name ends in .yaml")


def how_many(found: Sequence[Finding]) -> str:
    """Return how many errors and warnings there are, in words: `2 errors, 1 warning`, or `no findings`."""
    errors = sum(finding.severity == "error" for finding in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    return ", ".join(counted(number, word) for number, word in counts if number) or "no findings"


def counted(number: int, word: str) -> str:
    """Return a number with its noun."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def reader_of(root: Path) -> Callable[[str, int], str | None]:
    """Return a function that gives a line of a file: below `root`, else of a file as it was named."""
    from rulewright.interpreter.source import line_reader

    below_root, as_named = line_reader(root), line_reader(Path())

    def read(file: str, line: int) -> str | None:
        found = below_root(file, line)
        return found if found is not None else as_named(file, line)

    return read
