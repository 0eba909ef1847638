"""What is played in a study, and what comes of one game: plain data, which travels to other processes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.state.errors import RuleError

CardOfSeat = tuple[int, int]
"""A card, by its position, and a seat."""

Flow = tuple[str, str, int, bool]
"""A counter, the rule that changed it, the round (0: set-up), and whether it went up."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a game, the names at the table, each seat's kind of bot, the variants, and the first seed.

    With `details` a journal is kept, which takes longer: it tells which cards were offered, taken and bought, and by
    which rule each counter changed.
    """

    game: Game
    names: tuple[str, ...]
    bots: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    details: bool = False


@dataclass(slots=True)
class Life:
    """How often a card was offered to a player, chosen, taken and bought, in one game."""

    offered: int = 0
    chosen: int = 0
    taken: int = 0
    bought: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """One game: its number from 0, scores by seat (None: not ranked), winners, and how long it was.

    `uses` tells how often a player used an ability of a card, or rules ran its effect; `held` how many components of a
    card a player had at the end, but for those that belong to the player from the start. `lives` and `flows` are told
    with details only; a flow is the sum of all changes of that sort, of all players. `fault` is what stopped the game,
    if something did, in words where it is not the content's; then nothing else counts.
    """

    number: int
    scores: tuple[int | None, ...] = ()
    winners: tuple[int, ...] = ()
    decisions: int = 0
    rounds: int = 0
    uses: Mapping[CardOfSeat, int] = field(default_factory=dict)
    held: Mapping[CardOfSeat, int] = field(default_factory=dict)
    lives: Mapping[CardOfSeat, Life] = field(default_factory=dict)
    flows: Mapping[Flow, int] = field(default_factory=dict)
    fault: RuleError | str | None = None
