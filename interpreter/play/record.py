"""Writes a match as a playthrough file that replays to the same end, without ever losing what was there before."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.content.packs import path_between
from rulewright.interpreter.journal.events import ChoiceEnded, Decided, PhaseBegan, RoundBegan
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.script import UNUSED, UNUSED_CARDS
from rulewright.interpreter.play.used import content_of
from rulewright.interpreter.play.wording import default_word
from rulewright.interpreter.source import MappingNode, Node, ScalarNode, SequenceNode
from rulewright.interpreter.state.chance import has_chance
from rulewright.interpreter.state.rng import WAY
from rulewright.interpreter.whole_files import make_whole, target_of

_SAFE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?: [A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_ROW = 100
_DONE = "done"


class RecordError(Exception):
    """A recording that cannot be written where it should be; the message says why."""


def recording(match: Playable, given: MappingNode | None = None, folder: Path | None = None) -> str:
    """Return a match as the text of a playthrough; `given` is the stated position from which it began.

    `folder` is where the text will lie, from where it names packs; None means where one works. A match that is not
    over says `stop: yes`, so that it replays as far as it went. Behind the moves stand the digests of the cards used.
    """
    lines = [
        f"game: {_text(match.game.id)}",
        *_packs(match, folder or Path()),
        f"players: [{', '.join(_text(name) for name in match.names)}]",
        f"seed: {match.seed}",
        *([f"chance: {WAY}"] if has_chance(match.game) else []),
    ]
    options = [
        f"{_text(name)}: {_text(word)}"
        for name, word in match.options.items()
        if word != default_word(match.game.options[name])
    ]
    if options:
        lines.append(f"options: {{{', '.join(options)}}}")
    if given is not None:
        lines.append("given:")
        # The options stand in the line above already.
        stated = (entry for entry in given.entries if entry.key.text != "options")
        lines += [f"  {_text(entry.key.text)}: {_flow(entry.value)}" for entry in stated]
    rows = list(_rows(match))
    lines += ["moves:", *rows] if any(row.lstrip().startswith("-") for row in rows) else ["moves: []"]
    if not match.over:
        lines.append("stop: yes")
    lines += _content(match)
    return "\n".join(lines) + "\n"


def _content(match: Playable) -> Iterator[str]:
    """Yield the digests of the cards that the match used and of the rules, several in a line, and all other cards."""
    content = content_of(match)
    pairs = [f"{_text(name)}: {digest}," for name, digest in content.items() if digest != UNUSED]
    # As words of one text: so many digests would be most of the file.
    others = [name for name, digest in content.items() if digest == UNUSED]
    if others:
        others[0] = f'{UNUSED_CARDS}: "{others[0]}'
        others[-1] += '"'
    yield "content: {"
    row = ""
    for pair in (*pairs, *others):
        if len(row) + len(pair) > _ROW - 4:
            yield f"  {row.rstrip()}"
            row = ""
        row += f"{pair} "
    yield f"  {row.rstrip(', ')}"
    yield "}"


def _packs(match: Playable, folder: Path) -> list[str]:
    named = ", ".join(_path(path_between(pack, folder)) for pack in match.game.packs)
    return [f"packs: [{named}]"] if named else []


def _path(text: str) -> str:
    plain = all(part in ("", "..") or _SAFE.fullmatch(part) for part in text.split("/"))
    return text if plain else json.dumps(text, ensure_ascii=False)


def _rows(match: Playable) -> Iterator[str]:
    """Yield the moves, those of one player in a row together, with a remark where a round and a phase begin."""
    player, round_, remark = -1, 0, ""
    words: list[str] = []
    chance, made = _chance_of(match), 0
    yield from chance.get(0, ())
    # What was taken without asking, or ended by itself, since the last word: it would take the same word for its own.
    unasked: list[tuple[int, str]] = []
    for event in match.journal:
        match event:
            case RoundBegan(round=number):
                round_ = number
            case PhaseBegan(title=title):
                remark = f"  # Round {round_}: {title}"
            case Decided(player=seat, id=id_, forced=False):
                full = sum(len(word) + 2 for word in words) > _ROW - len(id_) - 20
                if words and (seat != player or remark or full):
                    yield _row(match.names[player], words)
                    words = []
                if remark:
                    yield remark
                    remark = ""
                player = seat
                words += [id_] * (unasked.count((seat, id_)) + 1)
                unasked.clear()
                made += 1
                if made in chance:
                    yield _row(match.names[player], words)
                    words = []
                    yield from chance[made]
            case Decided(player=seat, id=id_):
                unasked.append((seat, id_))
            case ChoiceEnded(player=seat):
                unasked.append((seat, _DONE))
    if words:
        yield _row(match.names[player], words)


def _chance_of(match: Playable) -> dict[int, list[str]]:
    """Return what chance gave where it was asked, in rows, by how many decisions the players had made before.

    Where all is as the seed gives it, nothing need be said.
    """
    if not match.asks_chance:
        return {}
    from rulewright.interpreter.play.stated import answers_in

    found: dict[int, list[str]] = {}
    for made, answers in answers_in(match).items():
        if all(answer.seeded for answer in answers):
            continue
        by_name: dict[str, list[str]] = {}
        for answer in answers:
            by_name.setdefault(answer.name, []).append(answer.id)
        parts = (f"{_text(name)}: {_words(ids)}" for name, ids in by_name.items())
        found[made] = [f"  - chance: {{{', '.join(parts)}}}"]
    return found


def _words(ids: list[str]) -> str:
    words = ", ".join(_text(id_) for id_ in ids)
    return words if len(ids) == 1 else f"[{words}]"


def _row(name: str, ids: list[str]) -> str:
    return f"  - {_text(name)}: {_words(ids)}"


def _text(text: str) -> str:
    return text if _SAFE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _flow(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return _text(node.text) if node.plain else json.dumps(node.text, ensure_ascii=False)
    if isinstance(node, SequenceNode):
        return f"[{', '.join(_flow(item) for item in node.items)}]"
    return f"{{{', '.join(f'{_text(entry.key.text)}: {_flow(entry.value)}' for entry in node.entries)}}}"


class Recorder:
    """Keeps a match in a file: refuses to replace another file unless told to, and writes whole files only."""

    def __init__(self, path: Path, *, force: bool = False) -> None:
        """Take the file's name. Raises RecordError when it exists already, or cannot be written."""
        self.path = path
        self._replace = force
        if path.is_dir():
            raise RecordError(f"{path} is a folder; a file is wanted")
        try:
            folder = target_of(path).parent
        except OSError as error:
            raise RecordError(f"{path} cannot be written: {error.strerror}; name a file") from None
        if not folder.is_dir():
            missing = folder if path.is_symlink() else path.parent
            raise RecordError(f"the folder {missing} does not exist; {path.name} cannot be written there")
        if path.exists() and not force:
            raise RecordError(f"{path} exists already; choose another name, or say --force to replace it")
        if not os.access(folder, os.W_OK):
            raise RecordError(f"the folder {path.parent} may not be written to")

    def write(self, text: str) -> None:
        """Write the recording; the file is always whole. Raises RecordError when that fails."""
        try:
            make_whole(self.path, lambda new: new.write_bytes(text.encode("utf-8")), replace=self._replace)
        except FileExistsError:
            raise RecordError(
                f"{self.path} was written by somebody else meanwhile; choose another name"
            ) from None
        except OSError as error:
            raise RecordError(f"{self.path} cannot be written: {error.strerror or error}") from error
        # From now on the file is this recording's own.
        self._replace = True
