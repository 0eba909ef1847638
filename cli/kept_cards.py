"""What cards were like when transcripts were kept: a file of digests in each folder of snapshots.

When a transcript differs, this tells which of the cards that its playthrough uses have changed since. A line holds for
all playthroughs beside the folder; one that ends with a playthrough's name holds for that one alone, which was renewed
without the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.collection import SNAPSHOTS, snapshot_file
from rulewright.interpreter.play.script import UNUSED
from rulewright.interpreter.play.used import cards_used, changes_of, content_of, told
from rulewright.interpreter.whole_files import write_whole

# Hidden, for what syrupy sees among its snapshots and did not write counts as unused, and is removed by an update.
_NAME = ".cards.txt"
_HEAD = """\
# What the playthroughs of this folder used when their transcripts were kept: game, card or file of rules, its digest.
"""
_OF_ALL = ""

Kept = dict[str, dict[str, dict[str, str]]]
"""Digests by playthrough (empty for all of a folder), by game (with its packs) and by card."""
News = tuple[str, Mapping[str, Mapping[str, str | None]]]
"""A playthrough, and what is to be kept anew of it by game and card; None for what is to go."""


def cards_file(script: Path) -> Path:
    """Return the file that keeps the digests of cards for a playthrough file and those beside it."""
    return snapshot_file(script).with_name(_NAME)


def read_cards(file: Path) -> Kept:
    """Return the digests that a file keeps; lines that are none, and a file that cannot be read, say nothing."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    found: Kept = {}
    for line in lines:
        words = line.split(maxsplit=3)
        if len(words) >= 3 and not line.startswith("#"):
            game, card, digest, *script = words
            found.setdefault("".join(script), {}).setdefault(game, {})[card] = digest
    return found


def news_of(script: Path, match: Playable) -> News:
    """Return what a match that is as it should be has to add: cards and rules, and what is there no more."""
    label, content = _label(match.game), content_of(match)
    known = read_cards(cards_file(script)).get(_OF_ALL, {}).get(label, {})
    return script.name, {label: {**dict.fromkeys(name for name in known if name not in content), **content}}


def write_cards(file: Path, news: Iterable[News]) -> bool:
    """Add to what a file keeps; say whether that changed it.

    What was noted of all playthroughs beside the folder holds for all. Of some alone it holds for these, so that the
    others can still tell which cards have changed since their own transcripts were kept.
    """
    fresh = _by_script(news)
    before = read_cards(file)
    after = {script: _copied(games) for script, games in before.items()}
    of_all = after.setdefault(_OF_ALL, {})
    whole = set(_with_transcripts(file)) <= set(fresh)
    for script in [name for name in after if name and (whole or name in fresh)]:
        del after[script]
    for script, game, card, digest in _each(fresh):
        known = of_all.setdefault(game, {})
        if digest is None:
            if whole:
                known.pop(card, None)
        elif digest == UNUSED:
            known.setdefault(card, UNUSED)
        elif whole or known.setdefault(card, digest) in (digest, UNUSED):
            known[card] = digest
        else:
            after.setdefault(script, {}).setdefault(game, {})[card] = digest
    rows = list(_rows(after))
    if rows == list(_rows(before)):
        return False
    if not rows:
        file.unlink()
        return True
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, _HEAD + "".join(rows))
    return True


def _by_script(news: Iterable[News]) -> dict[str, dict[str, dict[str, str | None]]]:
    """Return news with one entry for each playthrough file; the later ones count."""
    found: dict[str, dict[str, dict[str, str | None]]] = {}
    for script, games in news:
        for game, cards in games.items():
            known = found.setdefault(script, {}).setdefault(game, {})
            # What one case does not use another may have used.
            known.update(
                {card: digest for card, digest in cards.items() if digest != UNUSED or card not in known}
            )
    return found


def _with_transcripts(file: Path) -> Iterator[str]:
    """Yield the names of the playthrough files beside a folder of snapshots which have transcripts in it."""
    for kept in sorted(file.parent.glob("*.ambr")) if file.parent.name == SNAPSHOTS else ():
        script = file.parent.parent / f"{kept.stem}.yaml"
        if script.exists():
            yield script.name


def _each(
    fresh: Mapping[str, Mapping[str, Mapping[str, str | None]]],
) -> Iterator[tuple[str, str, str, str | None]]:
    for script, games in fresh.items():
        for game, cards in games.items():
            for card, digest in cards.items():
                yield script, game, card, digest


def _copied(games: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    return {game: dict(cards) for game, cards in games.items()}


def _rows(kept: Kept) -> Iterator[str]:
    """Yield the lines of a file, those of all playthroughs first."""
    for script in sorted(kept):
        for game in sorted(kept[script]):
            for card, digest in sorted(kept[script][game].items()):
                yield " ".join(filter(None, (game, card, digest, script))) + "\n"


def changed_since(script: Path, content: Mapping[str, str], match: Playable) -> str:
    """Return the lines that say what has changed since a match was recorded, and since its snapshot was kept.

    `content` are the digests that stand in the playthrough itself. The cards that the match used come first; the others
    that this folder's playthroughs used may be those that are missing in it. Empty when nothing has changed.
    """
    every, label = read_cards(cards_file(script)), _label(match.game)
    kept = every.get(_OF_ALL, {}).get(label, {}) | every.get(script.name, {}).get(label, {})
    used = {card.id for card in cards_used(match)}
    since = sorted(changes_of(kept, match.game), key=lambda change: change.id not in used)
    lines = (told(changes_of(content, match.game), "this game was recorded"), told(since, "the snapshot"))
    return "".join(f"{line}\n" for line in lines if line)


def _label(game: Game) -> str:
    return "+".join((game.id, *(pack.name.replace(" ", "_") for pack in game.packs)))
