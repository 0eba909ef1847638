"""What a checked game consists of: declarations, cards, and their effects as checked trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.checked import Block, Expr
from rulewright.interpreter.language.declarations import (
    Action,
    CardFieldDecl,
    Counter,
    Enum,
    FieldValue,
    Kind,
    Limit,
    Option,
    Param,
    Phase,
    StateField,
    Table,
    Value,
    Window,
    Zone,
)
from rulewright.interpreter.records import record

__all__ = [
    "Ability",
    "Action",
    "Card",
    "CardFieldDecl",
    "Counter",
    "Enum",
    "FieldValue",
    "Game",
    "Kind",
    "Looks",
    "Option",
    "Param",
    "Phase",
    "RoundKind",
    "Side",
    "StateField",
    "Table",
    "Value",
    "ValueChange",
    "Window",
    "Zone",
]


Whose = Literal["owner", "opponents", "all"]
ChangeOp = Literal["to", "add", "at_least", "at_most"]


@record
class RoundKind:
    """A sort of round: the numbers of the rounds that are so, and their phases in order."""

    name: str
    title: str
    rounds: tuple[int, ...]
    phases: tuple[str, ...]
    span: Span


@record
class Ability:
    """What a side of a card can do in a window.

    `pattern` holds, for each parameter of the window, the constant it must equal (a formula without free names) or
    None. `limit` is round, opening or none. `number` counts the abilities of that side from 1; `serial` those of the
    game from 0.
    """

    window: str
    pattern: tuple[Expr | None, ...]
    condition: Expr | None
    automatic: bool
    limit: Limit
    body: Block
    card: int
    side: int
    number: int
    serial: int
    span: Span
    about: str = ""


@record
class ValueChange:
    """A change that a side of a card makes to a value: `op` is to, add, at_least or at_most.

    `whose` is owner, opponents or all: whose subjects are changed. The value's parameters and `this` are in scope.
    """

    value: str
    whose: Whose
    condition: Expr | None
    op: ChangeOp
    number: Expr
    card: int
    side: int
    span: Span


@dataclass(slots=True)
class Side:
    """One side of a card: its printed name, fields, effects and abilities, and the words printed there, if told."""

    name: str
    fields: dict[str, FieldValue] = field(default_factory=dict)
    effects: dict[str, Block] = field(default_factory=dict)
    abilities: tuple[Ability, ...] = ()
    changes: tuple[ValueChange, ...] = ()
    printed: str = ""


@dataclass(slots=True)
class Card:
    """A card or other printed component, of which the game has `copies`, or with `each_player` each player has.

    `players` are the fewest and the most players with whom it is in the game, None when it always is. `printed` are
    the words on the card as a whole; those on one side stand there. `digest` tells one text of the card from another.
    `stands_for` is the id of the card of the game whose place it takes, empty where it takes none.
    """

    id: str
    kind: str
    position: int
    copies: int
    sides: tuple[Side, ...]
    origin: dict[str, str]
    span: Span
    about: str = ""
    each_player: bool = False
    players: tuple[int, int] | None = None
    printed: str = ""
    digest: str = ""
    stands_for: str = ""

    def is_for(self, players: int) -> bool:
        """Say whether the card is in a game of so many players."""
        return self.players is None or self.players[0] <= players <= self.players[1]


@dataclass(frozen=True, slots=True)
class Looks:
    """How the table looks, where the rules say so; no rule reads it.

    Parts of the table are zones of the game, groups of them, and kinds: `order` has those that come first, `groups`
    boxes by their titles, `folded` and `left_out` what opens on a click and what is not drawn. `grids` are rows from
    above, by kind, None for a gap; `shows` the fields that a small component shows; `counters` those always shown.
    `colours` and `marks` go by enum and value, `symbols` by counter or field; `sizes` are millimetres, by kind.
    """

    order: tuple[str, ...] = ()
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    folded: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    grids: dict[str, tuple[tuple[str | None, ...], ...]] = field(default_factory=dict)
    shows: dict[str, tuple[str, ...]] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    colours: dict[str, dict[str, str]] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    marks: dict[str, dict[str, str]] = field(default_factory=dict)
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(slots=True)
class Game:
    """A game whose content is checked: everything the machine and the commands need, and no YAML."""

    id: str
    title: str
    root: Path
    packs: tuple[Pack, ...]  # in the order in which they were laid over the game
    min_players: int
    max_players: int
    digest: str
    files: tuple[str, ...]
    rules: dict[
        str, str
    ]  # the digest of each file of rules, by its name below the root, or behind its pack's
    origins: dict[str, str]  # what each stands for, by its word; empty where the rules declare none
    enums: dict[str, Enum]
    options: dict[str, Option]
    kinds: dict[str, Kind]
    cards: tuple[Card, ...]
    counters: dict[str, Counter]
    state: dict[str, StateField]
    zones: dict[str, Zone]  # of the game
    player_zones: dict[str, Zone]
    component_zones: dict[str, Zone]  # keyed kind.zone
    discards: dict[str, str]
    tables: dict[str, Table]
    last_round: int
    until: Expr | None  # what ends the rounds, asked at the end of each; None where only their number does
    must_end: bool  # to come past the last round is a fault: something else ends them
    round_kinds: tuple[RoundKind, ...]
    phases: dict[str, Phase]
    windows: dict[str, Window]
    actions: dict[str, Action]
    values: dict[str, Value]
    setup: Block
    ending: Block
    rank: Expr
    rank_by: tuple[Expr, ...]
    won: Expr | None  # of `player`: on what who is ranked has won; None where the best have
    team: Expr | None  # of `player`: the same for all who win together; None where everybody plays alone
    standing: Expr
    """The score of `player` as the result would rank now; who is not ranked is behind all by what is missing."""
    estimate: Expr | None
    """How good a position is for `player` by the rules' own formula."""
    changes: dict[str, tuple[ValueChange, ...]]  # by value
    abilities: tuple[Ability, ...]  # by serial
    looks: Looks = field(default_factory=Looks)
    former: dict[str, str] = field(default_factory=dict)
    """What each renamed thing was called at first, by its name: so chance goes on knowing it."""

    def refilled_from(self, zone: Zone) -> Zone | None:
        """Return the zone that a zone is refilled from: that of the same player where players have it."""
        if zone.refill_from is None:
            return None
        own = self.player_zones.get(zone.refill_from) if zone.scope == "player" else None
        return own or self.zones[zone.refill_from]

    @property
    def result_of_player(self) -> tuple[Expr, ...]:
        """What the result asks of each player who is ranked: the numbers, and behind them who has won, and the team."""
        return self.rank_by + tuple(formula for formula in (self.won, self.team) if formula is not None)

    def is_of_pack(self, file: str) -> bool:
        """Say whether a file that places name lies in a pack."""
        return any(file.startswith(f"{pack.shown}/") for pack in self.packs)

    def path_of(self, file: str) -> Path:
        """Return where a file lies that places in the content name."""
        for pack in self.packs:
            if file.startswith(f"{pack.shown}/"):
                return pack.folder / file.removeprefix(f"{pack.shown}/")
        return self.root / file
