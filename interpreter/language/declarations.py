"""What a game declares: the names that effects and formulas may use, and what each of them is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rulewright.interpreter.findings import Span
from rulewright.interpreter.language.checked import Block, Expr, Template, ZoneScope
from rulewright.interpreter.language.types import NUMBER, Type
from rulewright.interpreter.records import record

COUNTER_TEXTS = ("gain", "pay", "lose", "set", "each", "has", "none")
"""When a counter may have English of its own: gained, paid, lost, set; `for each`; when a player has some, or none."""

Visibility = Literal["all", "owner", "others", "no one", "some"]
"""Who sees what lies in a zone, or a number: everybody, the player whose it is, all other players, nobody, or those
whom formulas give."""

Glance = Literal["number", "nothing"]
"""What those see of a zone who do not see what lies there."""

Shown = Literal["all", "top", "nothing"]
"""What of a zone lies open."""

Limit = Literal["round", "opening", "none"]
"""How often an ability may be used: once a round, once each time its window opens, or any number of times."""

Lasts = Literal["", "turn", "phase", "round"]
"""At whose end a counter or a state is put back to its start; empty where it stays."""

Opens = Literal["", "taken", "leaving"]
"""When the machine opens a window by itself; empty where it does not."""

BY_MACHINE: tuple[Opens, ...] = ("taken", "leaving")

FieldValue = int | str | tuple[int, ...] | None
"""A field's value: a number, flag, enum position, card position, text, or a tuple of them; None: no effect there."""


@record
class Enum:
    """A closed list of names; `all_name` is the name of the list of its values.

    `cards_of` is the kind whose printed cards are the values, empty where the values are declared.
    """

    name: str
    all_name: str
    values: tuple[str, ...]
    titles: tuple[str, ...]
    span: Span
    about: str = ""
    cards_of: str = ""


@record
class Option:
    """A variant of the rules that a game is opened with; `values` are the words allowed (`yes`/`no` for a flag).

    `default` is the position of a word, or the number itself where the option is one.
    """

    name: str
    title: str
    type: Type
    values: tuple[str, ...]
    default: int
    span: Span
    about: str = ""

    @property
    def default_word(self) -> str:
        """The word that counts when nobody chooses."""
        return str(self.default) if self.type.base == "number" else self.values[self.default]

    @property
    def allowed(self) -> str:
        """What may be chosen, for messages."""
        if self.type.base == "number":
            return f"{self.values[0]} to {self.values[-1]}"
        return ", ".join(self.values)


@record
class StateField:
    """A changeable property of a component or of the game; starts at 0, no or none.

    `visible` says who sees it of those who see the component; `owner` is the component's. With `told` no, transcripts
    leave its changes out. `lasts` says when it is put back to its start. `viewers` are as those of a zone.
    """

    name: str
    type: Type
    start: int
    span: Span
    about: str = ""
    told: bool = True
    lasts: Lasts = ""
    visible: Visibility = "all"
    viewers: list[Expr] = field(default_factory=list)


@record
class CardFieldDecl:
    """A field that every card of a kind has; `by` is the enum of a list with one entry for each value.

    `at_least` and `at_most` bound the number that a card states, each of the numbers kept by an enum, or how many
    entries a list has; None where nothing does. With `each_once` no entry of a list stands there twice. Of one that is
    `of_card` no card states the value: it is the printed card itself, of an enum of the cards of its kind.
    """

    name: str
    type: Type
    by: str | None
    required: bool
    default: FieldValue
    span: Span
    about: str = ""
    at_least: int | None = None
    at_most: int | None = None
    each_once: bool = False
    of_card: bool = False


@record
class Zone:
    """A place for components. `name` is unique in its scope (`row.x` for a zone of a group).

    `scope` is game, player or component (then `kind` has it). `size` is the capacity or None. `others_see` is number or
    nothing; `shows` is all, top or nothing. `viewers` are, once they are checked, the formulas which give those who see
    it where it is visible to some. Through a zone with `told` no transcripts follow components without naming
    it.
    """

    name: str
    scope: ZoneScope
    kind: str | None
    holds: tuple[str, ...]
    size: int | None
    ordered: bool
    shows: Shown
    refill_from: str | None
    visible: Visibility
    others_see: Glance
    title: str
    span: Span
    about: str = ""
    told: bool = True
    viewers: list[Expr] = field(default_factory=list)


@record
class Kind:
    """A kind of component: its fields, the state it carries and the player zones where its abilities work.

    `title` is what one is called and `several` what more are, empty for the regular plural. `text` holds, once it is
    checked, the template that each of its cards says besides its own effects. `board` is where the kind is declared to
    be a grid, or the lines of one; fields that stand there are what this brings. `back` are the fields printed on the
    back, which everybody sees who sees that one lies there.
    """

    name: str
    all_name: str
    title: str
    sides: int
    per_player: int | None
    fields: dict[str, CardFieldDecl]
    state: dict[str, StateField]
    active_in: tuple[str, ...]
    zones: tuple[str, ...]
    keeps_owner: bool
    span: Span
    about: str = ""
    several: str = ""
    text: list[Template] = field(default_factory=list)
    board: Span | None = None
    back: tuple[str, ...] = ()

    @property
    def stated(self) -> dict[str, CardFieldDecl]:
        """The fields that cards state."""
        return {name: declared for name, declared in self.fields.items() if not declared.of_card}


@record
class Counter:
    """A number that each player has, or one for each value of the enum `by`; `least` is None where it may sink.

    A state of each player is kept as a counter, too, of another `type` than a number, which is only set.
    `title` is what stands behind 0 or several, `one` what stands behind 1. `texts` are its own English by occasion,
    once they are checked (see `COUNTER_TEXTS`). With `told` no, transcripts leave its changes out. `viewers` are as
    those of a zone.
    """

    name: str
    title: str
    start: int
    by: str | None
    least: int | None
    visible: Visibility
    span: Span
    about: str = ""
    one: str = ""
    texts: dict[str, Template] = field(default_factory=dict)
    told: bool = True
    lasts: Lasts = ""
    type: Type = NUMBER
    viewers: list[Expr] = field(default_factory=list)

    @property
    def is_number(self) -> bool:
        """Whether it is gained, paid and lost, and no state that is only set."""
        return self.type == NUMBER


@record
class Table:
    """Nested rows of numbers; `keys` are the types of the levels (number or an enum), `entries` map key tuples.

    `otherwise` stands for every missing key when given; with `steps_down` a missing number takes the largest key below.
    """

    name: str
    keys: tuple[Type, ...]
    entries: dict[tuple[int, ...], int]
    otherwise: int | None
    steps_down: bool
    span: Span
    about: str = ""


@record
class Param:
    """A parameter of an action, a value or a window."""

    name: str
    type: Type
    default: Expr | None
    span: Span


@dataclass(slots=True)
class Phase:
    """A phase of a round; `extra` is the action that is added to the decisions of its own text."""

    name: str
    title: str
    extra: str | None
    secret: bool
    span: Span
    about: str = ""
    body: Block = ()


@dataclass(slots=True)
class Window:
    """A moment at which abilities may be used.

    `each_player` asks every player in turn order, else only the acting one. `limit` is round, opening or none.
    `opens` is taken, leaving or empty: whether the machine opens it by itself. `takes_part` sees `player`.
    `unasked` is the condition, on variants alone, on which its automatic abilities happen without being asked; None
    where they always do.
    """

    name: str
    title: str
    params: tuple[Param, ...]
    each_player: bool
    limit: Limit
    opens: Opens
    span: Span
    about: str = ""
    takes_part: Expr | None = None
    unasked: Expr | None = None


@dataclass(slots=True)
class Action:
    """A named effect with parameters: a word of the game's own vocabulary.

    `text` is how it reads on cards and is offered, `told` how transcripts tell it, None where they tell the text.
    """

    name: str
    params: tuple[Param, ...]
    span: Span
    about: str = ""
    needs: Expr | None = None
    text: Template | None = None
    body: Block = ()
    told: Template | None = None

    @property
    def in_transcripts(self) -> Template | None:
        """The words by which transcripts tell it; a template without words where they do not."""
        return self.told if self.told is not None else self.text


@dataclass(slots=True)
class Value:
    """A named formula; cards may change it by its first parameter, the subject.

    With `told` players are shown what it is for each of them, beside their counters.
    """

    name: str
    title: str
    params: tuple[Param, ...]
    type: Type
    span: Span
    about: str = ""
    formula: Expr | None = None
    at_least: Expr | None = None
    at_most: Expr | None = None
    told: bool = False


@record
class CardName:
    """What effects may know of a card before it is read whole.

    `single` when the game has just one copy of it; `always` when it is there with every number of players.
    """

    id: str
    kind: str
    position: int
    single: bool
    span: Span
    always: bool = True

    @property
    def not_alone(self) -> str:
        """Why the id alone does not name a component; empty when it does."""
        if not self.always:
            return f"`{self.id}` is not in the game with every number of players"
        return "" if self.single else f"the game has several copies of `{self.id}`"


@dataclass(slots=True)
class Declarations:
    """All the names of a game, filled while its files are read."""

    enums: dict[str, Enum] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    cards: dict[str, CardName] = field(default_factory=dict)
    counters: dict[str, Counter] = field(default_factory=dict)
    state: dict[str, StateField] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    player_zones: dict[str, Zone] = field(default_factory=dict)
    component_zones: dict[str, Zone] = field(default_factory=dict)
    discards: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    windows: dict[str, Window] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
