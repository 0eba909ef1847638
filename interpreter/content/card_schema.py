"""The JSON Schema of the card files of one game, for editors: its kinds, fields, enums, windows and values by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.interpreter.content.card_sources import CARD_KEYS, NEW, SIDE_KEYS
from rulewright.interpreter.content.model import CardFieldDecl, Game, Kind, Value, Window
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.schema.check import load_schema

Schema = dict[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_RULES = "rules.schema.json"
_SIDES = ("front", "back")
_SOURCE: Schema = {"$ref": "#/$defs/source"}


def card_schema(game: Game) -> Schema:
    """Return the schema of the card files of a game; the same content gives the same schema."""
    return _Writer(game).schema()


class _Writer:
    """Builds the schema from the general one of card files and from what the game declares."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.shared: Schema = {**load_schema("rules")["$defs"], **load_schema("cards")["$defs"]}  # type: ignore[dict-item]
        self.general: Any = load_schema("cards")

    def schema(self) -> Schema:
        """Return the whole schema: one file, and what its kind decides about its cards."""
        properties = dict(self.general["properties"])
        kinds = [kind for kind in self.game.kinds.values() if kind.per_player is None]
        properties["kind"] = {
            "title": "Kind",
            "description": "The kind of these components, as the rules declare it.",
            "anyOf": [_named(kind.name, kind.about or kind.title) for kind in kinds],
        }
        properties["cards"] = {
            "title": "Cards",
            "description": "The components, each under its id.",
            "type": "object",
        }
        properties["columns"] = {**properties["columns"], "items": {"type": "string"}}
        schema: Schema = {
            "$schema": _DRAFT,
            "title": f"Card files of {self.game.title}",
            "description": "Written by `rulewright schema`; do not edit.",
            "type": "object",
            "required": self.general["required"],
            "anyOf": self.general["anyOf"],
            "dependentRequired": self.general["dependentRequired"],
            "additionalProperties": False,
            "properties": properties,
            "allOf": [self._file(kind) for kind in kinds],
            "$defs": {},
        }
        for kind in kinds:
            schema["$defs"] |= self._kind_defs(kind)
        schema["$defs"] |= self._own_defs()
        return self._with_shared(schema)

    def _file(self, kind: Kind) -> Schema:
        """Return what holds for a file of one kind."""
        columns = [*kind.stated, "name", "copies", "per player", "players", "about"]
        return {
            "if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]},
            "then": {
                "properties": {
                    "cards": {
                        "minProperties": 1,
                        "propertyNames": {"$ref": "#/$defs/id"},
                        "additionalProperties": {"$ref": f"#/$defs/{kind.name}"},
                    },
                    "columns": {"items": {"enum": columns}},
                    "origin": {"$ref": f"#/$defs/{kind.name}.origin"},
                }
            },
        }

    def _kind_defs(self, kind: Kind) -> Schema:
        """Return the definitions of a kind's cards and of each field."""
        fields = {f"{kind.name}.{name}": self._field(declared) for name, declared in kind.stated.items()}
        return {kind.name: self._card(kind), **fields, f"{kind.name}.origin": self._origin(kind)}

    # ---------------------------------------------------------------- cards
    def _card(self, kind: Kind) -> Schema:
        """Return what a card of one kind may and must say."""
        general = self.shared["card"]["properties"]
        keys = [key for key in general if key in CARD_KEYS and (kind.sides == 2 or key not in _SIDES)]
        properties: Schema = {key: general[key] for key in keys}
        properties["origin"] = {"$ref": f"#/$defs/{kind.name}.origin"}
        properties |= {name: {"$ref": f"#/$defs/{kind.name}.{name}"} for name in kind.stated}
        card: Schema = {"title": kind.title, "description": kind.about or kind.title, "type": "object"}
        card |= {"additionalProperties": False, "properties": properties}
        required = [declared.name for declared in kind.stated.values() if declared.required]
        if kind.sides == 2:
            properties |= {side: self._side(kind, side) for side in _SIDES}
            card["allOf"] = [_on_card_or_sides(name) for name in required]
            return card if required else {key: part for key, part in card.items() if key != "allOf"}
        return {**card, "required": required} if required else card

    def _side(self, kind: Kind, side: str) -> Schema:
        general = self.shared["side"]["properties"]
        properties: Schema = {key: general[key] for key in general if key in SIDE_KEYS}
        properties |= {name: {"$ref": f"#/$defs/{kind.name}.{name}"} for name in kind.stated}
        about = f"What is printed on the {side}; fields of both sides stand on the card itself."
        return {
            "title": side.capitalize(),
            "description": about,
            "type": "object",
            "additionalProperties": False,
            "properties": properties,
        }

    def _origin(self, kind: Kind) -> Schema:
        plain = dict.fromkeys(("abilities", "else", "name", "copies", "per player", "players"), _SOURCE)
        properties = {name: self._origin_of(declared) for name, declared in kind.stated.items()} | plain
        return {
            "title": "Origin",
            "description": "Where the data come from, by field; `else` for the rest; the id of a card for that card.",
            "type": "object",
            "additionalProperties": {
                "title": "Origin of a card",
                "description": "Where the data of this card come from, by field.",
                "type": "object",
                "additionalProperties": False,
                "properties": properties,
            },
            "properties": properties,
        }

    def _origin_of(self, declared: CardFieldDecl) -> Schema:
        """Return what may be said of the origin of a field: by its values, too, where an enum keeps it."""
        if declared.by is None:
            return _SOURCE
        names = (*self.game.enums[declared.by].values, "else")
        by_value: Schema = {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(names, _SOURCE),
        }
        return {"anyOf": [_SOURCE, by_value]}

    # ---------------------------------------------------------------- fields
    def _field(self, declared: CardFieldDecl) -> Schema:
        shown = str(declared.type) if declared.by is None else f"{declared.type.item} by {declared.by}"
        about = f"{declared.about} " if declared.about else ""
        head: Schema = {
            "title": declared.name.replace("_", " ").capitalize(),
            "description": f"{about}({shown})",
        }
        if declared.by is not None and declared.type.item is not None:
            values = self.game.enums[declared.by].values
            entry = self._bounded(declared, self._value(declared.type.item))
            by = {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(values, entry)}
            return {**head, **by, **({"required": list(values)} if declared.required else {})}
        return {**head, **self._bounded(declared, self._value(declared.type))}

    def _bounded(self, declared: CardFieldDecl, value: Schema) -> Schema:
        """Return the schema of a number or a list with the bounds that its field has."""
        is_list = value.get("type") == "array"
        bounds = (
            ("minItems" if is_list else "minimum", declared.at_least),
            ("maxItems" if is_list else "maximum", declared.at_most),
            ("uniqueItems", declared.each_once or None),
        )
        return {**value, **{key: bound for key, bound in bounds if bound is not None}}

    def _value(self, type_: Type) -> Schema:
        none = ["none"] if type_.nullable else []
        match type_.base:
            case "number":
                return {"anyOf": [{"type": "integer"}, {"const": "none"}]} if none else {"type": "integer"}
            case "flag":
                return {"enum": ["yes", "no", *none]}
            case "enum":
                return {"enum": [*self.game.enums[type_.names[0]].values, *none]}
            case "component":
                cards = (card for card in self.game.cards if card.kind in type_.names and card.copies == 1)
                return {"enum": [*(card.id for card in cards), *none]}
            case "list":
                return {"type": "array", "items": self._value(type_.item) if type_.item is not None else {}}
            case "effect":
                return {"$ref": "#/$defs/effect"}
        return {"type": ["string", "integer"]}

    # ---------------------------------------------------------------- abilities and changes
    def _own_defs(self) -> Schema:
        """Return the definitions of abilities and changes with the game's windows and values in them."""
        ability, change = dict(self.shared["ability"]), dict(self.shared["change"])
        windows = [choice for window in self.game.windows.values() for choice in _window(window)]
        ability["properties"] = {**ability["properties"], "when": _choices(ability, "when", windows)}
        changed = [choice for value in self.game.values.values() for choice in _value(value)]
        change["properties"] = {**change["properties"], "value": _choices(change, "value", changed)}
        source: Schema = {
            "title": "Origin of a field",
            "description": "Where this comes from.",
            "type": "string",
        }
        if self.game.origins:
            source |= {"enum": [*self.game.origins, NEW]}
        return {"ability": ability, "change": change, "source": source}

    def _with_shared(self, schema: Schema) -> Schema:
        """Return the schema with the general definitions that it needs, and no others."""
        local: Schema = _local(schema)
        needed = set(_references(local))
        while missing := sorted(needed - set(local["$defs"])):
            for name in missing:
                local["$defs"][name] = _local(self.shared[name])
                needed |= set(_references(local["$defs"][name]))
        return local


def _on_card_or_sides(name: str) -> Schema:
    """Return that a field stands on the card itself or on each of its sides."""
    wanted = {"required": [name]}
    sides = {"required": ["front"], "properties": dict.fromkeys(_SIDES, wanted)}
    return {"anyOf": [wanted, sides]}


def _named(name: str, about: str) -> Schema:
    return {"const": name, "description": about}


def _choices(of: Schema, key: str, choices: Iterable[Schema]) -> Schema:
    head = of["properties"][key]
    found = list(choices)
    # A game without windows or values has cards without abilities or changes: then nothing fits.
    return {
        "title": head["title"],
        "description": head["description"],
        **({"anyOf": found} if found else {"not": {}}),
    }


def _window(window: Window) -> Iterator[Schema]:
    about = window.about or window.title or window.name
    yield _named(window.name, about)
    if window.params:
        yield {"type": "string", "pattern": rf"^{re.escape(window.name)} *\(.*\)$", "description": about}


def _value(value: Value) -> Iterator[Schema]:
    if value.params and value.params[0].type.base in ("player", "component"):
        about = value.about or value.title
        names = ", ".join(param.name for param in value.params)
        yield _named(f"{value.name}({names})", about)
        yield {"type": "string", "pattern": rf"^{re.escape(value.name)} *(\(.*\))?$", "description": about}


def _local(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a part of a schema in which references to other files lead to the file itself."""
    if isinstance(schema, dict):
        return {
            key: part.removeprefix(_RULES) if key == "$ref" else _local(part) for key, part in schema.items()
        }
    return [_local(part) for part in schema] if isinstance(schema, list) else schema


def _references(schema: Any) -> Iterator[str]:  # noqa: ANN401 - any part of a schema
    if isinstance(schema, dict):
        for key, part in schema.items():
            if key == "$ref":
                yield part.rpartition("/")[2]
            else:
                yield from _references(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _references(part)
