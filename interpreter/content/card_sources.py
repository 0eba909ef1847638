"""Cards as they stand in their files, and how a card of a pack finds the one whose place it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.interpreter.content.sections import as_number, child, scalar
from rulewright.interpreter.findings import Findings, Span, nearest
from rulewright.interpreter.source import MappingNode, Node, ScalarNode

CARD_KEYS = frozenset(
    (
        "copies",
        "per player",
        "players",
        "name",
        "front",
        "back",
        "abilities",
        "changes",
        "origin",
        "about",
        "printed",
        "replaces",
    )
)
"""The keys of a card that are no fields of its kind."""
NEW = "new"
"""The origin of what was added since and of which nobody has said yet where it comes from; every game has it."""
SIDE_KEYS = frozenset(("name", "abilities", "changes", "printed"))


@dataclass(slots=True)
class CardSource:
    """A card as it stands in its file: the nodes of its fields, and what the file's head says of origins."""

    id: str
    kind: str
    key: ScalarNode
    node: Node
    row: dict[str, Node] = field(default_factory=dict)
    """The fields of a card that stands in a row, by column."""
    columns: dict[str, ScalarNode] = field(default_factory=dict)
    file_origin: MappingNode | None = None
    implied: bool = False
    """Whether no file lists the card: the only component of a kind that each player has."""
    made: bool = False
    """Whether no file says anything of it: it is a part of a board that is declared as a whole."""
    players: tuple[int, int] | None = None
    """The fewest and most players with whom it is in the game, None when it always is."""
    uneven: bool = False
    """Whether the card's row has too few or too many entries, which has been reported."""
    pack: str = ""
    """The pack in which it stands; empty for the game's own cards."""
    former: CardSource | None = None
    """The card whose place it has taken."""

    @property
    def span(self) -> Span:
        """Where the card's id stands."""
        return self.key.span

    def get(self, name: str) -> Node | None:
        """Return the node of a key of the card."""
        return self.row.get(name) if self.row else child(self.node, name)

    def number(self, name: str, default: int) -> int:
        """Return the whole number at a key or in a column of the card."""
        found = scalar(self.get(name))
        return default if found is None else as_number(found, default)


def former_ids(card: CardSource) -> list[str]:
    """Return the ids of the cards whose place a card has taken, one after another, apart from its own id."""
    ids: list[str] = []
    former = card.former
    while former is not None:
        ids.append(former.id)
        former = former.former
    return [id_ for id_ in ids if id_ != card.id]


def first_id(card: CardSource) -> str:
    """Return the id of the first card whose place this one has in the end taken; empty where it takes none."""
    id_, former = "", card.former
    while former is not None:
        id_, former = former.id, former.former
    return id_


def replaced_place(
    card: CardSource, named: ScalarNode, found: Sequence[CardSource], findings: Findings
) -> int | None:
    """Return the position among the cards found so far of the one that a card replaces; None after a finding.

    `ID` names a card of the game that no pack has replaced, or one that an earlier pack has added; `PACK/ID` names the
    card that a certain pack has.
    """
    if not card.pack:
        message = "only a card of a pack takes the place of another; change that card itself"
        findings.add("RW229", named.span, message)
        return None
    pack, slash, id_ = named.text.rpartition("/")
    if slash and pack == card.pack:
        message = f"`{pack}` is this pack itself; a card of its own is changed where it stands"
        findings.add("RW229", named.place(0, len(pack)), message)
        return None
    within = [other for other in found if other.pack == pack] if slash else found
    if slash and not within:
        _unknown_pack(card, pack, named, found, findings)
        return None
    fitting = (place for place, other in enumerate(found) if other.id == id_ and pack in ("", other.pack))
    place = next(fitting, None)
    if place is None:
        _not_there(card, id_, named, within, findings)
        return None
    other = found[place]
    if other.pack == card.pack:
        where = f"{other.span.file}:{other.span.line}"
        message = f"`{id_}` is this pack's own card already, in {where}; one of the two has to go"
        findings.add("RW229", named.span, message)
    elif other.former is not None and not slash:
        _replaced_already(id_, other, named, findings)
    elif other.kind != card.kind:
        message = f"`{id_}` is of the kind {other.kind}, so no {card.kind} can take its place"
        findings.add("RW205", named.span, message)
    else:
        return place
    return None


def _not_there(
    card: CardSource, id_: str, named: ScalarNode, within: Sequence[CardSource], findings: Findings
) -> None:
    """Find that there is no such card: another has taken its place, or there never was one."""
    for other in within:
        if id_ in former_ids(other):
            _replaced_already(id_, other, named, findings)
            return
    near = nearest(id_, [other.id for other in within if other.kind == card.kind])
    message = f"there is no card `{id_}` whose place this one could take"
    findings.add("RW215", named.place(len(named.text) - len(id_), len(id_)), message, near)


def _replaced_already(id_: str, other: CardSource, named: ScalarNode, findings: Findings) -> None:
    where = f"{other.span.file}:{other.span.line}"
    message = (
        f"the pack {other.pack} has replaced `{id_}` already, in {where}; to replace that card in turn, write "
        f"`replaces: {other.pack}/{other.id}`"
    )
    findings.add("RW229", named.span, message, f"{other.pack}/{other.id}")


def _unknown_pack(
    card: CardSource, pack: str, named: ScalarNode, found: Sequence[CardSource], findings: Findings
) -> None:
    known = list(dict.fromkeys(other.pack for other in found if other.pack not in ("", card.pack)))
    there = f"those before it are {', '.join(known)}" if known else "none is given before it"
    message = f"no cards of a pack `{pack}` come before this one; {there}"
    findings.add("RW229", named.place(0, len(pack)), message, nearest(pack, known))
