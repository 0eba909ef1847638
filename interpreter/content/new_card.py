"""Skeletons of new cards: an entry with a value for every field, where it belongs, in the text of a card file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.interpreter.content.card_sources import NEW
from rulewright.interpreter.content.model import CardFieldDecl, FieldValue, Game, Kind
from rulewright.interpreter.content.packs import Pack
from rulewright.interpreter.content.sections import printed, scalar, scalars
from rulewright.interpreter.findings import Findings
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.source import MappingNode, SequenceNode, read_yaml

_SIDES = ("front", "back")


@dataclass(frozen=True, slots=True)
class CardHome:
    """Where the cards of a kind stand: `file` as findings name it, under `key` (cards or rows), with these columns.

    `line` is that of the next key of the file, 0 when the cards are its last part. `tells_origins` says whether the
    head of the file tells where its cards come from.
    """

    game: str
    file: str
    key: str = "cards"
    columns: tuple[str, ...] = ()
    line: int = 0
    is_new: bool = False
    tells_origins: bool = False


def home_of(game: Game, kind: Kind, pack: Pack | None = None) -> CardHome:
    """Return where the cards of a kind stand, in a pack when one is named; a file of its own when there is none."""
    inside = f"{pack.shown}/" if pack is not None else ""
    for file in game.files:
        if not file.startswith(inside) or (pack is None and game.is_of_pack(file)):
            continue
        root = read_yaml(game.path_of(file), file, Findings())
        found = scalar(root.get("kind")) if root is not None else None
        if root is not None and found is not None and found.text == kind.name:
            return _home(game, file, root)
    name = kind.all_name.replace("_", "-")
    taken = set(game.files)
    path = f"{inside}cards/{game.id}/{name}.yaml"
    if path in taken:
        path = f"{inside}cards/{game.id}/more-{name}.yaml"
    return CardHome(game.id, path, is_new=True)


def _home(game: Game, file: str, root: MappingNode) -> CardHome:
    keys = [entry.key for entry in root.entries]
    key = next(entry.key for entry in root.entries if entry.key.text in ("cards", "rows"))
    behind = [other.span.line for other in keys if other.span.line > key.span.line]
    listed = root.get("columns")
    columns = tuple(node.text for node in scalars(listed)) if isinstance(listed, SequenceNode) else ()
    return CardHome(
        game.id,
        file,
        key.text,
        columns if key.text == "rows" else (),
        min(behind, default=0),
        tells_origins=root.get("origin") is not None,
    )


# ---------------------------------------------------------------- texts
def new_card_file(first_line: str, kind: Kind, entry: str) -> str:
    """Return a card file with one entry."""
    about = f"# {kind.title}: say here where the cards come from, and what was decided."
    return f"{first_line}\n{about}\nkind: {kind.name}\ncards:\n{entry}"


def with_entry(text: str, home: CardHome, entry: str) -> str:
    """Return the text of a card file with one more entry at the end of its cards."""
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    place = home.line - 1 if home.line else len(lines)
    while place > 0 and (not lines[place - 1].strip() or (home.line and lines[place - 1].startswith("#"))):
        place -= 1
    first = next((n for n, line in enumerate(lines) if line.startswith(f"{home.key}:")), place)
    # Where the cards of a file stand apart, so does the new one.
    apart = "\n" if any(not line.strip() for line in lines[first:place]) else ""
    return "".join([*lines[:place], apart, entry, *lines[place:]])


def new_entry(game: Game, kind: Kind, id_: str, home: CardHome) -> str:
    """Return a new card as it stands below `cards:` or `rows:`, with a value for each field that needs one."""
    if home.columns:
        cells = ", ".join(_cell(game, kind, id_, column) for column in home.columns)
        return f"  {id_}: [{cells}]\n"
    lines = [f"  {id_}:", f"    name: {printed(id_)}"]
    # Else the head of the file would tell of a new card what is true of the others.
    lines += [f"    origin: {{else: {NEW}}}"] if home.tells_origins else []
    lines += [f"    {name}: {value}" for name, value in _fields(game, kind)]
    ability = list(_ability(game, kind))
    if kind.sides == 2:
        for number, side in enumerate(_SIDES):
            lines.append(f"    {side}:{'' if ability else ' {}'}")
            # The two sides of a card differ in something, else it would have one.
            shown = [line.replace("gain 1 ", f"gain {number + 1} ") for line in ability]
            lines += [f"      {line}" for line in shown]
    else:
        lines += [f"    {line}" for line in ability]
    return "\n".join(lines) + "\n"


def _cell(game: Game, kind: Kind, id_: str, column: str) -> str:
    if column == "name":
        return printed(id_)
    if column in kind.stated:
        return _value(game, kind, kind.stated[column])
    if column == "players":
        return f"{game.min_players} to {game.max_players}"
    return "1" if column in ("copies", "per player") else "words"


def _fields(game: Game, kind: Kind) -> Iterator[tuple[str, str]]:
    """Yield the fields that must be stated, those that most cards state, and effects, with a value that fits."""
    for declared in kind.stated.values():
        stated = [value for value in _stated(game, kind, declared) if value != declared.default]
        common = len(stated) * 2 > len(_stated(game, kind, declared))
        if declared.required or declared.type.base == "effect" or common:
            yield declared.name, _value(game, kind, declared)


def _stated(game: Game, kind: Kind, declared: CardFieldDecl) -> list[FieldValue]:
    """Return what the cards of a kind have in a field."""
    cards = (card for card in game.cards if card.kind == kind.name)
    return [card.sides[0].fields.get(declared.name) for card in cards]


def _value(game: Game, kind: Kind, declared: CardFieldDecl) -> str:
    if declared.by is not None and declared.type.item is not None:
        values = game.enums[declared.by].values
        number = (
            str(_within(declared, 1))
            if declared.type.item.base == "number"
            else _plain(game, declared.type.item)
        )
        return f"{{{', '.join(f'{value}: {number}' for value in values)}}}"
    if declared.type.base == "number":
        return str(_number(game, kind, declared))
    if declared.type.base == "list":
        return _list(game, kind, declared)
    return _plain(game, declared.type)


def _number(game: Game, kind: Kind, declared: CardFieldDecl) -> int:
    """Return a number for a new card: the next one where those of the kind are numbered, else a small one."""
    known = [value for value in _stated(game, kind, declared) if isinstance(value, int)]
    numbered = len(known) > 2 and sorted(known) == list(range(min(known), max(known) + 1))
    following = max(known) + 1 if numbered else 1
    return _within(declared, following if _within(declared, following) == following else 1)


def _within(declared: CardFieldDecl, number: int) -> int:
    low = number if declared.at_least is None else max(number, declared.at_least)
    return low if declared.at_most is None else min(low, declared.at_most)


def _list(game: Game, kind: Kind, declared: CardFieldDecl) -> str:
    """Return a list as the first card has one that is not empty."""
    item = declared.type.item
    known = next((value for value in _stated(game, kind, declared) if isinstance(value, tuple) and value), ())
    if known:
        return f"[{', '.join(_entry(game, item, number) for number in known)}]"
    return f"[{', '.join([_plain(game, item)] * (declared.at_least or 0))}]" if item is not None else "[]"


def _entry(game: Game, item: Type | None, number: int) -> str:
    if item is not None and item.base == "component":
        return game.cards[number].id
    if item is not None and item.base == "enum":
        return game.enums[item.names[0]].values[number]
    return ("no", "yes")[number] if item is not None and item.base == "flag" else str(number)


def _plain(game: Game, type_: Type) -> str:
    if type_.nullable:
        return "none"
    match type_.base:
        case "number":
            return "1"
        case "flag":
            return "no"
        case "enum":
            return game.enums[type_.names[0]].values[0]
        case "effect":
            return _gain(game, "")
        case "component":
            fitting = (card.id for card in game.cards if card.kind in type_.names and card.copies == 1)
            return next(fitting, "none")
    return "words"


def _ability(game: Game, kind: Kind) -> Iterator[str]:
    """Yield an ability in the window that most cards of the kind use; nothing where the kind is active nowhere."""
    if not kind.active_in or not game.windows:
        return
    used = Counter(ability.window for ability in game.abilities if game.cards[ability.card].kind == kind.name)
    window = used.most_common(1)[0][0] if used else next(iter(game.windows))
    yield "abilities:"
    yield f"  - when: {window}"
    yield f"    do: {_gain(game, window)}"


def _gain(game: Game, window: str) -> str:
    """Return a small effect: of what most abilities in a window gain, else of the first counter there is."""
    bodies = (ability.body for ability in game.abilities if ability.window == window)
    gains = (
        node for body in bodies for node in nodes(body) if isinstance(node, c.Change) and node.verb == "gain"
    )
    plain = {counter.name for counter in game.counters.values() if counter.by is None and counter.is_number}
    gained = Counter(amount.counter for node in gains for amount in node.amounts if amount.counter in plain)
    counter = (
        gained.most_common(1)[0][0]
        if gained
        else next((name for name in game.counters if name in plain), None)
    )
    return f"gain 1 {counter}" if counter is not None else "nothing"
