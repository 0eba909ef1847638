"""The command `cards`: lists the components of a game, by kind or by where their text and numbers come from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.cli.output import Format, write, write_json
from rulewright.cli.reports import game_of, games_of, unknown
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Card, Game


def run(name: str, kind: str | None, origin: str | None, form: Format, where: Where) -> None:
    """Write the cards of a game as a table or as JSON."""
    game = game_of(games_of(where), name)
    if kind is not None and kind not in game.kinds:
        raise unknown(f"kind in {name}", kind, game.kinds)
    if origin is not None and origin not in (origins := origins_of(game)):
        raise unknown(f"origin in {name}", origin, origins)
    chosen = [card for card in game.cards if kind in (None, card.kind)]
    if origin is not None:
        chosen = [card for card in chosen if origin in card.origin.values()]
    if form is Format.JSON:
        write_json([_as_json(card) for card in chosen])
    else:
        write(_table(game, chosen, origin))


def origins_of(game: Game) -> list[str]:
    """Return the origins that a game's cards can have: those it declares, else those its cards name."""
    used = [origin for card in game.cards for origin in card.origin.values()]
    return list(dict.fromkeys((*game.origins, *used)))


def printed_names(card: Card) -> list[str]:
    """Return the names printed on the sides of a card."""
    return [side.name or card.id for side in card.sides]


def _as_json(card: Card) -> dict[str, Any]:
    return {
        "id": card.id,
        "kind": card.kind,
        "names": printed_names(card),
        "copies": card.copies,
        "origin": dict(card.origin),
    }


def _table(game: Game, cards: Iterable[Card], origin: str | None) -> str:
    """Return the cards below a heading for each kind; with `origin`, what of each comes from there."""
    chosen = list(cards)
    width = max((len(card.id) for card in chosen), default=0)
    lines: list[str] = []
    for kind in game.kinds.values():
        rows = [card for card in chosen if card.kind == kind.name]
        if rows:
            lines += (
                ["", f"{kind.title} ({kind.name}), {len(rows)}"]
                if lines
                else [f"{kind.title} ({kind.name}), {len(rows)}"]
            )
            lines += [_row(card, width, origin) for card in rows]
    return "\n".join(lines) if lines else "no such cards"


def _row(card: Card, width: int, origin: str | None) -> str:
    names = " / ".join(dict.fromkeys(printed_names(card)))
    copies = f" x {card.copies}" if card.copies > 1 else ""
    fields = [field for field, source in card.origin.items() if source == origin]
    return f"  {card.id:<{width}}  {names}{copies}" + (f"  [{', '.join(fields)}]" if fields else "")
