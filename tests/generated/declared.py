"""What a generated game declares, as far as its formulas and effects need to know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, enum_type, kind_type


@dataclass
class Enum:
    """An enum: the name of its list, its values."""

    all: str
    values: list[str]


@dataclass
class Field:
    """A field of a kind; `by` is the enum that it is kept by."""

    type: Type
    by: str | None = None
    declared: object = None
    required: bool = False
    of_card: bool = False
    """Whether no card states it: it is the card itself."""


@dataclass
class Kind:
    """A kind of component."""

    all: str
    sides: int = 1
    per_player: int | None = None
    fields: dict[str, Field] = field(default_factory=dict)
    state: dict[str, Type] = field(default_factory=dict)
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    active_in: list[str] = field(default_factory=list)
    on_a_board: bool = False


@dataclass
class Card:
    """A card as formulas know it: `alone` when its id names one component of every game."""

    id: str
    kind: str
    alone: bool


Params = dict[str, Type]


@dataclass
class Window:
    """A window's head: its parameters, whether it asks every player, and whether the machine opens it."""

    params: Params
    each_player: bool
    opens: bool


@dataclass
class Action:
    """An action's head; `defaults` are the parameters that a call may leave out."""

    params: Params
    defaults: set[str]


@dataclass
class Declared:
    """All names of a generated game."""

    enums: dict[str, Enum] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    cards: list[Card] = field(default_factory=list)
    counters: dict[str, str | None] = field(default_factory=dict)
    state: dict[str, Type] = field(default_factory=dict)
    zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    player_zones: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: dict[str, str] = field(default_factory=dict)
    tables: dict[str, list[Type]] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    values: dict[str, tuple[Params, Type]] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    player_states: dict[str, Type] = field(default_factory=dict)
    lasts_a_turn: bool = False
    fuel: str = ""
    """A number of the game that loops use up, so that they end."""

    def members(self, kind: str) -> Iterator[tuple[str, Type]]:
        """Yield what stands behind a dot of a component, but for zones and what is kept by an enum."""
        own = self.kinds[kind]
        for name, part in own.fields.items():
            if part.by is None and part.type.base not in ("effect", "text"):
                yield name, part.type
        for name, type_ in own.state.items():
            yield name, stated(type_)
        yield "owner", PLAYER if own.per_player is not None else PLAYER.or_none()
        yield "face", enum_type("face")
        yield "sides", NUMBER
        for holder in self.holders(kind):
            yield holder, kind_type(holder).or_none()

    def holders(self, kind: str) -> list[str]:
        """Return the kinds that have a zone for this kind."""
        return [name for name, other in self.kinds.items() for holds in other.zones.values() if kind in holds]

    def values_of(self, enum: str) -> list[str]:
        """Return the values of an enum, `face` among them, or of an option."""
        if enum == "face":
            return ["front", "back"]
        if enum.startswith("options."):
            return self.options[enum.removeprefix("options.")]
        return self.enums[enum].values

    def is_clear(self, value: str) -> bool:
        """Whether a value of an enum is known by its name alone."""
        enums = [self.values_of(name) for name in (*self.enums, "face")]
        enums += list(self.options.values())
        if any(value == card.id for card in self.cards):
            return False
        return sum(value in values for values in enums) == 1

    def types(self) -> list[Type]:
        """Return the plain types of values."""
        return [
            NUMBER, FLAG, PLAYER, *(enum_type(name) for name in self.enums), *(kind_type(name) for name in self.kinds),
        ]  # fmt: skip


def stated(type_: Type) -> Type:
    """Return what reading a state gives."""
    return type_ if type_ in (NUMBER, FLAG) else type_.or_none()


def plain(type_: Type) -> Type:
    """Return a type without none."""
    return replace(type_, nullable=False)


def worded(type_: Type) -> str:
    """Return a type as it is declared."""
    return str(type_)
