"""The command `show`: one card resolved, with every field, where it comes from, and the text of its abilities."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.cli.cards import printed_names
from rulewright.cli.output import CommandError, write
from rulewright.cli.reports import game_of, games_of
from rulewright.cli.where import Where
from rulewright.interpreter.content.model import Card, CardFieldDecl, FieldValue, Game, Side
from rulewright.interpreter.findings import Findings, nearest
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.source import Entry, MappingNode, Node, ScalarNode, SequenceNode, read_yaml

_SIDES = ("front", "back")
_LONG = 9
"""No card has so many copies that their number has this many digits."""


def run(name: str, word: str, where: Where, *, python: bool = False) -> None:
    """Write one card of a game; `word` is its id, that of a copy, or a name printed on it.

    With `python` the functions that it is compiled to are written instead.
    """
    game = game_of(games_of(where), name)
    card = find_card(game, word)
    write(_python(game, card) if python else "\n".join(_Page(game, card).lines()))


def _python(game: Game, card: Card) -> str:
    """Return the Python of a card, in a game of the fewest players who have the card, with the usual options."""
    from rulewright.interpreter.compiler.python.excerpt import excerpt
    from rulewright.interpreter.fast.machines import build_for

    players = max(game.min_players, card.players[0] if card.players is not None else 0)
    options = {name: option.default for name, option in game.options.items()}
    text = excerpt(build_for(game, players, options), card.id)
    if not text:
        return f"# {card.id} has no effects, abilities or changes of its own: nothing of it is compiled\n"
    return f"# {card.id} in a game of {players} players\n\n{text}\n"


def find_card(game: Game, word: str) -> Card:
    """Return the card with this id, this id of a copy or this name. Raises CommandError for none and several."""
    wanted = word.casefold()
    for card in game.cards:
        stem, _, number = wanted.rpartition("-")
        counts = number.isdecimal() and len(number) < _LONG
        is_copy = stem == card.id and counts and 1 <= int(number) <= max(card.copies, 1)
        if wanted == card.id or is_copy:
            return card
    named = [card for card in game.cards if wanted in (name.casefold() for name in printed_names(card))]
    if len(named) == 1:
        return named[0]
    if named:
        raise CommandError(f"several cards are named {word!r}: {', '.join(card.id for card in named)}")
    ids = [card.id for card in game.cards]
    near = nearest(word, ids) or nearest(word, [name for card in game.cards for name in printed_names(card)])
    hint = f" (did you mean {near}?)" if near is not None else ""
    raise CommandError(f"{game.id} has no card {word!r}{hint}; `rulewright cards {game.id}` lists them")


class _Page:
    """Writes what is known about one card."""

    def __init__(self, game: Game, card: Card) -> None:
        self.game = game
        self.card = card
        self.kind = game.kinds[card.kind]
        self.node = _node_of(game, card)

    def lines(self) -> Iterator[str]:
        card = self.card
        names = " / ".join(dict.fromkeys(printed_names(card)))
        each = " for each player" if card.each_player else ""
        copies = f"{card.copies} copies" if card.copies != 1 else "1 copy"
        yield f"{names} ({card.id})"
        yield f"{self.kind.title}, {copies}{each}, {card.span.file}:{card.span.line}"
        if card.about:
            yield card.about
        yield from _printed(card.printed)
        two_sided = len(card.sides) > 1
        for number, side in enumerate(card.sides):
            yield ""
            yield f"{_SIDES[number]}: {side.name}" if two_sided else "fields"
            yield from (f"  {line}" for line in _printed(side.printed))
            yield from self._fields(side, number)
            yield from self._list("ability", "abilities", number)
            yield from self._list("change", "changes", number)

    # ---------------------------------------------------------------- fields
    def _fields(self, side: Side, number: int) -> Iterator[str]:
        rows = [("name", side.name, self._origin("name"))]
        effects: list[tuple[str, ScalarNode]] = []
        for declared in self.kind.stated.values():
            if declared.type.base == "effect":
                node = self._stated(declared.name, number)
                if isinstance(node, ScalarNode):
                    effects.append((declared.name, node))
                continue
            value = self._value(declared, side.fields.get(declared.name, declared.default))
            stated = self._stated(declared.name, number) is not None or self.node is None
            rows.append((declared.name, value, self._origin(declared.name) if stated else "default"))
        names = max(len(row[0]) for row in rows)
        values = max(len(row[1]) for row in rows)
        for name, value, origin in rows:
            yield f"  {name:<{names}}  {value:<{values}}  {origin}".rstrip()
        for name, node in effects:
            yield f"  {name}:  {self._origin(name)}  {node.span.file}:{node.span.line}"
            yield from _indented(node.text)

    def _origin(self, field: str) -> str:
        """Return where a field comes from; by its values, where they come from different places."""
        origin = self.card.origin
        by_value = [
            f"{key[len(field) + 1 : -1]} {word}"
            for key, word in origin.items()
            if key.startswith(f"{field}[")
        ]
        return ", ".join(by_value) or origin.get(field, "")

    def _stated(self, name: str, number: int) -> Node | None:
        """Return what the file says about a field of a side, by the side first and else by the card."""
        if self.node is None:
            return None
        side = self.node.get(_SIDES[number])
        own = side.get(name) if isinstance(side, MappingNode) else None
        return own if own is not None else self.node.get(name)

    def _value(self, declared: CardFieldDecl, value: FieldValue) -> str:
        if isinstance(value, tuple):
            item = declared.type.item or declared.type
            words = [self._entry(item, entry) for entry in value]
            if declared.by is not None:
                return ", ".join(
                    f"{key} {word}"
                    for key, word in zip(self.game.enums[declared.by].values, words, strict=False)
                )
            return f"[{', '.join(words)}]"
        return value if isinstance(value, str) else self._word(declared.type, -1 if value is None else value)

    def _entry(self, type_: Type, value: int | tuple[int, ...]) -> str:
        """Return what stands in a list: one of a list kept by an enum may be a list itself."""
        if isinstance(value, tuple):
            return f"[{', '.join(self._word(type_.item or type_, item) for item in value)}]"
        return self._word(type_, value)

    def _word(self, type_: Type, value: int) -> str:
        if type_.base == "number":
            return str(value)
        if value < 0:
            return "none"
        match type_.base:
            case "flag":
                return "yes" if value else "no"
            case "enum" if type_.names[0] in self.game.enums:
                return self.game.enums[type_.names[0]].values[value]
            case "component":
                return self.game.cards[value].id
        return str(value)

    # ---------------------------------------------------------------- abilities
    def _list(self, what: str, key: str, number: int) -> Iterator[str]:
        """Yield the abilities or changes of a side as the file has them."""
        if self.node is None:
            return
        side = self.node.get(_SIDES[number])
        lists = [side.get(key)] if isinstance(side, MappingNode) else []
        if number == 0:
            lists.append(self.node.get(key))
        entries = [item for found in lists if isinstance(found, SequenceNode) for item in found.items]
        origin = self._origin(key) or self._origin("abilities")
        for place, entry in enumerate(entries, 1):
            yield f"  {what} {place}  {origin}  {entry.span.file}:{entry.span.line}"
            if isinstance(entry, MappingNode):
                for part in entry.entries:
                    yield from _part(part.key.text, part.value)


def _printed(words: str) -> Iterator[str]:
    """Yield the words printed on a card or a side."""
    if words:
        yield f"printed: “{' '.join(words.split())}”"


def _part(key: str, value: Node) -> Iterator[str]:
    text = value.text.rstrip("\n") if isinstance(value, ScalarNode) else ""
    if "\n" in text:
        yield f"    {key}:"
        yield from (f"      {line}" for line in text.split("\n"))
    else:
        yield f"    {key}: {text}"


def _indented(text: str) -> Iterator[str]:
    yield from (f"    {line}" for line in text.rstrip("\n").split("\n"))


def _node_of(game: Game, card: Card) -> MappingNode | None:
    """Return what the file says about a card, read once more; None for a component that is only named."""
    root = read_yaml(game.path_of(card.span.file), card.span.file, Findings())
    if root is None:
        return None
    for part in ("cards", "rows"):
        found = _child(root, part)
        entry = found.entry(card.id) if found is not None else None
        if entry is not None:
            return _as_mapping(entry.value, root)
    components = _child(root, "components")
    listed = _child(components, card.kind) if components is not None else None
    node = listed.get(card.id) if listed is not None else None
    return node if isinstance(node, MappingNode) else None


def _child(node: MappingNode, key: str) -> MappingNode | None:
    found = node.get(key)
    return found if isinstance(found, MappingNode) else None


def _as_mapping(node: Node, root: MappingNode) -> MappingNode | None:
    """Return a card's mapping; a row becomes one, with the columns as its keys."""
    if isinstance(node, MappingNode):
        return node
    columns = root.get("columns")
    if not isinstance(node, SequenceNode) or not isinstance(columns, SequenceNode):
        return None
    keys = [column for column in columns.items if isinstance(column, ScalarNode)]
    entries = tuple(Entry(key, value) for key, value in zip(keys, node.items, strict=False))
    return MappingNode(node.span, entries)
