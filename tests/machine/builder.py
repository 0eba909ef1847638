"""Small abstract games for the tests of the machine, written in the language and loaded like any other."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from textwrap import dedent, indent

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.match.match import Match

BASE = """
language: 1
game: tiny
title: Tiny
players: 2 to 4
enums:
  colour: {all: colours, values: [red, green, blue], titles: {red: Bright Red}}
options:
  fast: {default: no, title: Fast}
  mood: {default: calm, values: [calm, wild], title: Mood}
kinds:
  card:
    all: card_cards
    sides: 2
    fields: {cost: number = 0, suit: colour or none, likes: list of colour, mate: card or none, act: effect}
    state: {marked: flag, level: number, chosen: player, pal: card}
    active in: [table]
  relic: {all: relics, keeps owner: yes, state: {level: number}}
  stand: {all: stands, fields: {price: number by colour}, zones: {guests: {holds: pawn, ordered: yes, size: 3}}}
  pawn: {all: pawns, per player: 2}
counters:
  gold: {start: 10, title: Gold}
  points: {}
  debt: {at least: none}
  gems: {by: colour}
  secret: {visible to: owner}
  tally: {visible to: no one}
state: {lead: player, step: number, tint: colour}
zones:
  deck: {cards: {holds: card, shows: top card, refill from: pile.cards}}
  pile: {cards: {holds: card}}
  row: {cards: {holds: card, size: 3}}
  vault: {holds: relic, visible to: no one, others see: nothing}
  of each player:
    table: {holds: card}
    hand: {holds: card, visible to: owner}
    home: {holds: pawn}
    shelf: {holds: relic}
discards: {card: pile.cards}
tables:
  prize: {2: {red: 5, green: 1}, 4: {red: 9}, otherwise: 0}
  exact: {1: 7}
  steps_of: {1: 10, 3: 30, 5: 50, steps: down}
windows:
  round_window: {who: each player in turn order}
  mine: {who: me, limit: once each time}
  often: {who: me, limit: any number of times}
  at_stand(stand): {who: each player in turn order}
  guarded: {who: each player in turn order, takes part: player.gold > 0}
  seen: {who: me, limit: once each time, opens: when taken or flipped}
  gone: {who: me, limit: once each time, opens: before leaving}
result:
  rank: all(p in players where p.debt < 100)
  by: [player.points, player.gold]
"""

CARDS = """
kind: card
cards:
  ace: {cost: 1, suit: red, front: {name: Ace of Old}, back: {name: Ace Anew}}
  bit: {cost: 2, suit: green, mate: ace, front: {}, back: {}}
  cog: {cost: 3, suit: blue, likes: [red, blue]}
  dot: {cost: 4, copies: 2}
  eel: {cost: 5}
"""

COMPONENTS = """
components:
  relic: [orb, rod]
  stand: {inn: {price: {red: 1, green: 2, blue: 3}}, shop: {price: {red: 4, green: 5, blue: 6}}}
  pawn: [pawn]
"""


Files = tuple[tuple[str, str], ...]


@cache
def _loaded(files: Files) -> Game:
    with tempfile.TemporaryDirectory() as folder:
        write(files, Path(folder))
        return load_game("tiny", Path(folder))


def write(files: Files, root: Path) -> None:
    """Write the files of a game, each with its name below the root."""
    for name, text in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (root / "cards").mkdir(exist_ok=True)


def block(text: str, by: int) -> str:
    return indent(dedent(text).strip("\n"), " " * by)


def game(do: str = "nothing", **parts: str | int) -> Game:
    """Load the tiny game with these parts; see `files_of`."""
    return _loaded(files_of(do, **parts))  # type: ignore[arg-type]


def files_of(
    do: str = "nothing",
    *,
    setup: str = "nothing",
    ending: str = "nothing",
    rounds: int = 1,
    phase: str = "",
    more: str = "",
    cards: str = CARDS,
) -> Files:
    """Return the files of the tiny game, their names below the root and their texts.

    It has one phase, `play`, whose text is `do`; `more` adds declarations, `phase` keys of that phase.
    """
    parts = [
        BASE,
        f"rounds: {{number: {rounds}, every: {{phases: [play, rest]}}}}",
        "setup: |\n" + block(setup, 2),
        "ending:\n  do: |\n" + block(ending, 4),
        "phases:\n  play:\n" + (block(phase, 4) + "\n" if phase else "") + "    do: |\n" + block(do, 6),
        "  rest: {do: nothing}",
        COMPONENTS,
        dedent(more),
    ]
    return (("rules/tiny/game.yaml", "\n".join(parts) + "\n"), ("cards/tiny/cards.yaml", dedent(cards)))


def start(do: str, *, players: int = 2, seed: int = 0, ask: bool = False, **parts: object) -> Match:
    """Open a match of the tiny game; see `game` for the other arguments."""
    return Match(game(do, **parts), players, seed=seed, ask_forced=ask)  # type: ignore[arg-type]


def play(match: Match, *ids: str) -> Match:
    """Take options one after another, each given as the id, and return the match."""
    for id_ in ids:
        match.apply(id_)
    return match


def run(do: str, *ids: str, **parts: object) -> Match:
    """Open a match, take options, and see that it then is over."""
    match = play(start(do, **parts), *ids)  # type: ignore[arg-type]
    assert match.over, match.decision
    return match


def legal(match: Match) -> list[str]:
    """Return the ids of the present options."""
    assert match.decision is not None
    return list(match.decision.ids)


def counter(match: Match, name: str, player: int = 0, index: int = 0) -> int:
    return match.state.v[match.layout.counter_slot(name, player, index)]


def zone(match: Match, label: str) -> list[str]:
    """Return the ids of what lies in a zone, named as in `Player1.hand`, `row.cards` or `inn.guests`."""
    labels = [match.naming.zone(number) for number in range(match.layout.zones)]
    return [match.layout.ids[component] for component in match.state.z[labels.index(label)]]


def owner(match: Match, id_: str) -> int:
    return match.state.v[match.layout.owner + match.layout.by_id[id_]]


def face(match: Match, id_: str) -> int:
    return match.state.v[match.layout.face + match.layout.by_id[id_]]


def state_of(match: Match, id_: str, name: str) -> int:
    return match.state.v[match.layout.state_slot(match.layout.by_id[id_], name)]


def events(match: Match, kind: type) -> list:
    return [event for event in match.journal if isinstance(event, kind)]
