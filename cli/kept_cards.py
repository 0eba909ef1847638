"""What cards were like when transcripts were kept: a file of digests in each folder of snapshots.

When a transcript differs, this tells which of the cards that its playthrough uses have changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from interpreter.content.model import Game
from interpreter.machine.playable import Playable
from interpreter.play.collection import snapshot_file
from interpreter.play.used import cards_used, changes_of, told

# Hidden, for what syrupy sees among its snapshots and did not write counts as unused, and is removed by an update.
_NAME = ".cards.txt"
_HEAD = """\
# The cards that the playthroughs of this folder used when their transcripts were kept: game, card, digest of its text.
"""

Kept = dict[str, dict[str, str]]
"""Digests by game (with its packs) and by card."""
News = Mapping[str, Mapping[str, str | None]]
"""What is to be kept anew; None for what is to go."""


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
        words = line.split()
        if len(words) == 3 and not line.startswith("#"):
            found.setdefault(words[0], {})[words[1]] = words[2]
    return found


def news_of(kept: Kept, match: Playable) -> News:
    """Return what a match that is as it should be has to add: the cards it used, and those that are there no more."""
    game = match.game
    ids = {card.id for card in game.cards}
    gone: dict[str, str | None] = {id_: None for id_ in kept.get(_label(game), {}) if id_ not in ids}
    return {_label(game): gone | {card.id: card.digest for card in cards_used(match)}}


def joined(news: Iterable[News]) -> News:
    """Return several news as one; the later ones count."""
    found: dict[str, dict[str, str | None]] = {}
    for each in news:
        for game, cards in each.items():
            found.setdefault(game, {}).update(cards)
    return found


def write_cards(file: Path, news: News) -> bool:
    """Add to what a file keeps; say whether that changed it."""
    before = read_cards(file)
    after = {game: dict(cards) for game, cards in before.items()}
    for game, cards in news.items():
        known = after.setdefault(game, {})
        for id_, digest in cards.items():
            if digest is None:
                known.pop(id_, None)
            else:
                known[id_] = digest
    after = {game: cards for game, cards in after.items() if cards}
    if after == before:
        return False
    if not after:
        file.unlink()
        return True
    rows = [
        f"{game} {id_} {digest}\n" for game in sorted(after) for id_, digest in sorted(after[game].items())
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_HEAD + "".join(rows), encoding="utf-8", newline="\n")
    return True


def changed_since(script: Path, content: Mapping[str, str], match: Playable) -> str:
    """Return the lines that say which cards a match used that have changed: since it was recorded, since its snapshot.

    `content` are the digests that stand in the playthrough itself. Empty when no card has changed.
    """
    kept = read_cards(cards_file(script)).get(_label(match.game), {})
    used = {card.id: kept[card.id] for card in cards_used(match) if card.id in kept}
    lines = (
        told(changes_of(content, match.game), "this game was recorded"),
        told(changes_of(used, match.game), "the snapshot"),
    )
    return "".join(f"{line}\n" for line in lines if line)


def _label(game: Game) -> str:
    return "+".join((game.id, *(pack.name.replace(" ", "_") for pack in game.packs)))
