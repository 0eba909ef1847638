"""The vocabulary of a game: everything that its cards can name, with a sentence about it and a card that uses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from rulewright.interpreter.content.card_fields import bounds_in_words
from rulewright.interpreter.content.model import (
    CardFieldDecl,
    Counter,
    Game,
    Kind,
    Param,
    StateField,
    Value,
    Window,
    Zone,
)
from rulewright.interpreter.content.unowned import flows_of, why_unowned
from rulewright.interpreter.english.effects import Effects
from rulewright.interpreter.english.formulas import Formulas
from rulewright.interpreter.english.known import Called, Names
from rulewright.interpreter.english.printed_tables import printed
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.uses import Use, uses_by_card
from rulewright.interpreter.english.words import sentence
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.types import Type
from rulewright.interpreter.language.walking import nodes

SECTIONS = (
    "actions",
    "windows",
    "values",
    "counters",
    "zones",
    "enums",
    "kinds",
    "options",
    "phases",
    "tables",
    "state",
    "table",
)
_LIMITS = {"round": "once a round", "opening": "once each time", "none": "any number of times"}
_OPENS = {"taken": "when taken or flipped", "leaving": "before leaving"}


@dataclass(frozen=True, slots=True)
class Word:
    """One entry: how it is written, what it means, more facts by name, and the id of a card that uses it."""

    name: str
    form: str
    about: str
    facts: dict[str, str] = field(default_factory=dict)
    card: str | None = None


class Vocabulary:
    """Lists the words of one game, by section."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.effects = Effects(game)
        self.formulas = Formulas(game)
        self.used = uses_by_card(game)

    def sections(self) -> dict[str, list[Word]]:
        """Return all words, by section; empty sections are left out."""
        made = {
            "actions": self._actions(),
            "windows": self._windows(),
            "values": self._values(),
            "counters": self._counters(),
            "zones": self._zones(),
            "enums": self._enums(),
            "kinds": self._kinds(),
            "options": self._options(),
            "phases": self._phases(),
            "tables": self._tables(),
            "state": self._state(),
            "table": self._table(),
        }
        found = {name: list(made[name]) for name in SECTIONS}
        return {name: words for name, words in found.items() if words}

    def _card(self, use: Use) -> str | None:
        return self.used.get(use)

    # ---------------------------------------------------------------- what is called
    def _actions(self) -> Iterator[Word]:
        for action in self.game.actions.values():
            names: Names = {
                param.name: Called(f"[{param.name}]", f"[{param.name}]'s") for param in action.params
            }
            names["me"] = Called("you", "your")
            said = self.effects.template(names, action.text, open_=True) if action.text is not None else ""
            facts = {}
            if action.about and said:
                facts["reads"] = said
            if action.needs is not None:
                facts["needs"] = self.formulas.condition(names, action.needs)
            about = action.about or said or self.effects.block(names, action.body)
            yield Word(
                action.name,
                _head(self.game, action.name, action.params, always=True),
                sentence(about),
                facts,
                self._card(("actions", action.name)),
            )

    def _windows(self) -> Iterator[Word]:
        for window in self.game.windows.values():
            form = _head(self.game, window.name, window.params)
            facts = {
                "gives": ", ".join(f"{param.name} ({param.type})" for param in window.params) or "me, this",
                "who": "each player in turn order" if window.each_player else "who acts",
                "limit": _LIMITS[window.limit],
            }
            if window.params:
                facts["gives"] += ", me, this"
            facts |= self._window_facts(window)
            about = sentence(window.about or window.title or name_words(window.name))
            yield Word(window.name, form, about, facts, self._card(("windows", window.name)))

    def _window_facts(self, window: Window) -> dict[str, str]:
        facts = {}
        if window.takes_part is not None:
            names: Names = {"player": Called("they", "their")}
            facts["takes part"] = f"only if {self.formulas.condition(names, window.takes_part)}"
        if window.unasked is not None:
            facts["automatic"] = f"only if {self.formulas.condition({}, window.unasked)}"
        places = [*self._opened_in(window), *([_OPENS[window.opens]] if window.opens else [])]
        if places:
            facts["opened"] = ", ".join(places)
        return facts

    def _opened_in(self, window: Window) -> Iterator[str]:
        """Yield the rules that open a window, such as `phase play`."""
        blocks = {"set-up": self.game.setup, "ending": self.game.ending}
        blocks |= {f"phase {name}": phase.body for name, phase in self.game.phases.items()}
        blocks |= {f"action {name}": action.body for name, action in self.game.actions.items()}
        for rule, block in blocks.items():
            if any(isinstance(node, c.Offer) and node.window == window.name for node in nodes(block)):
                yield rule

    def _values(self) -> Iterator[Word]:
        nobodys = why_unowned(self.game, flows_of(self.game), self.game.values.values())
        for value in self.game.values.values():
            changed = "yes" if _can_change(value) else "no"
            if value.name in nobodys:
                changed = f"only with `for: all`, as {nobodys[value.name]}"
            facts = {"gives": str(value.type), "cards can change it": changed}
            for name, bound in (("at least", value.at_least), ("at most", value.at_most)):
                if bound is not None:
                    facts[name] = self.formulas.noun({}, bound)
            form = _head(self.game, value.name, value.params)
            about = sentence(value.about or value.title)
            yield Word(value.name, form, about, facts, self._card(("values", value.name)))

    # ---------------------------------------------------------------- what is kept
    def _counters(self) -> Iterator[Word]:
        for counter in self.game.counters.values():
            form = f"{counter.name}[{counter.by}]" if counter.by is not None else counter.name
            facts = {
                "start": str(counter.start),
                "at least": "none" if counter.least is None else str(counter.least),
            }
            if not counter.is_number:
                form, facts = f"me.{counter.name}", {"type": str(counter.type)}
            if counter.lasts:
                facts["lasts"] = f"a {counter.lasts}"
            facts |= self._viewers(counter)
            about = sentence(counter.about or counter.title)
            yield Word(counter.name, form, about, facts, self._card(("counters", counter.name)))

    def _zones(self) -> Iterator[Word]:
        for zone in self.game.zones.values():
            yield self._zone(zone, zone.name, "of the game")
        for zone in self.game.player_zones.values():
            yield self._zone(zone, f"me.{zone.name}", "of each player")
        for key, zone in self.game.component_zones.items():
            yield self._zone(zone, key, f"of each {zone.kind}")

    def _zone(self, zone: Zone, form: str, whose: str) -> Word:
        facts = {"holds": " or ".join(zone.holds), "where": whose}
        if zone.size is not None:
            facts["size"] = str(zone.size)
        if zone.refill_from is not None:
            facts["refilled from"] = zone.refill_from
        facts |= self._viewers(zone)
        about = sentence(zone.about or self.formulas.titles.zone(zone.scope, zone.name))
        return Word(form, form, about, facts, self._card(("zones", form)))

    def _viewers(self, hidden: Zone | Counter | StateField) -> dict[str, str]:
        """Return who sees something, where formulas say it."""
        names: Names = {"owner": Called("its owner", "its owner's")}
        said = [self.formulas.noun(names, formula) for formula in hidden.viewers]
        return {"visible to": " and ".join(said)} if said else {}

    def _enums(self) -> Iterator[Word]:
        for enum in self.game.enums.values():
            if enum.name.startswith("options."):
                continue
            facts = {"values": ", ".join(enum.values)}
            if enum.all_name:
                facts["all"] = enum.all_name
            about = sentence(enum.about or name_words(enum.name))
            yield Word(enum.name, enum.name, about, facts, self._card(("enums", enum.name)))

    def _kinds(self) -> Iterator[Word]:
        for kind in self.game.kinds.values():
            facts = self._kind_facts(kind)
            about = sentence(kind.about or kind.title)
            yield Word(kind.name, kind.name, about, facts, self._card(("kinds", kind.name)))

    def _kind_facts(self, kind: Kind) -> dict[str, str]:
        facts = {"all": kind.all_name, "sides": str(kind.sides)}
        declared = [
            f"{name} ({_field(self.game, declared)})" + (f": {declared.about}" if declared.about else "")
            for name, declared in kind.fields.items()
        ]
        states = [
            f"{name} ({state.type}{f', lasts a {state.lasts}' if state.lasts else ''})"
            + (f": {state.about}" if state.about else "")
            for name, state in kind.state.items()
        ]
        for name, entries in (("fields", declared), ("state", states), ("zones", kind.zones)):
            if entries:
                facts[name] = "; ".join(entries)
        if kind.back:
            facts["back"] = ", ".join(kind.back)
        if kind.active_in:
            facts["active in"] = ", ".join(f"me.{zone}" for zone in kind.active_in)
        return facts

    # ---------------------------------------------------------------- the frame of the game
    def _options(self) -> Iterator[Word]:
        for option in self.game.options.values():
            facts = {"values": option.allowed, "default": option.default_word}
            form = f"options.{option.name}"
            about = sentence(option.about or option.title)
            yield Word(option.name, form, about, facts, self._card(("options", option.name)))

    def _phases(self) -> Iterator[Word]:
        for phase in self.game.phases.values():
            rounds = [kind.name for kind in self.game.round_kinds if phase.name in kind.phases]
            facts = {"rounds": ", ".join(rounds)}
            if phase.extra is not None:
                facts["at any decision"] = phase.extra
            opened = [node.window for node in nodes(phase.body) if isinstance(node, c.Offer)]
            if opened:
                facts["opens"] = ", ".join(dict.fromkeys(opened))
            yield Word(phase.name, phase.name, sentence(phase.about or phase.title), facts)

    def _tables(self) -> Iterator[Word]:
        for table in self.game.tables.values():
            form = table.name + "".join(f"[{key}]" for key in table.keys)
            about = sentence(table.about or name_words(table.name))
            facts = {"numbers": " | ".join(printed(self.formulas, table))}
            yield Word(table.name, form, about, facts, self._card(("tables", table.name)))

    def _state(self) -> Iterator[Word]:
        for state in self.game.state.values():
            about = sentence(state.about or name_words(state.name))
            form = f"game.{state.name}"
            facts = {"type": str(state.type)} | ({"lasts": f"a {state.lasts}"} if state.lasts else {})
            facts |= self._viewers(state)
            yield Word(state.name, form, about, facts, self._card(("state", state.name)))

    def _table(self) -> Iterator[Word]:
        """Yield what the rules say of the table's looks, and what each of it is for."""
        looks = self.game.looks
        told: tuple[tuple[str, str, object], ...] = (
            ("order", "What comes first on the table.", looks.order),
            ("groups", "Boxes, by their titles.", looks.groups),
            ("folded", "What opens on a click.", looks.folded),
            ("left out", "What is not drawn.", looks.left_out),
            ("grid", "What lies in rows and columns.", looks.grids),
            ("shows", "The fields that components show on the table.", looks.shows),
            ("counters", "The counters that are always shown.", looks.counters),
            ("colours", "The enums whose values have colours.", looks.colours),
            ("symbols", "What has a short sign.", {**looks.symbols, **looks.marks}),
            ("sizes", "The kinds whose cards are printed in sizes of their own.", looks.sizes),
        )
        for name, about, value in told:
            if isinstance(value, dict | tuple) and value:
                yield Word(name, name, about, {"names": ", ".join(map(str, value))})


def _head(game: Game, name: str, params: Sequence[Param], *, always: bool = False) -> str:
    """Return a head as it is called, with the defaults that are constants."""
    if not params:
        return f"{name}()" if always else name
    words = []
    for param in params:
        typed = f"{param.name} is {param.type}" if str(param.type) != param.name else param.name
        match param.default:
            case c.Const(value=value) if isinstance(value, int):
                flags = {0: "no", 1: "yes"} if param.type.base == "flag" else {}
                words.append(f"{param.name} = {flags.get(value) or _written(game, param, value)}")
            case c.Local(name=other):
                words.append(f"{param.name} = {other}")
            case _:
                words.append(typed)
    return f"{name}({', '.join(words)})"


def _field(game: Game, declared: CardFieldDecl) -> str:
    """Return what a card may state in a field, and what holds when it states nothing."""
    item = declared.type if declared.by is None else declared.type.item
    words = [
        str(declared.type) if declared.by is None else f"{item} by {declared.by}",
        bounds_in_words(declared),
    ]
    if declared.each_once:
        words.append("each once")
    if declared.required:
        words.append("must be stated")
    elif item is not None:
        words.append(f"{_default(game, declared, item)} if not stated")
    return ", ".join(word for word in words if word)


def _default(game: Game, declared: CardFieldDecl, item: Type) -> str:
    """Return the default of a field that need not be stated."""
    value = declared.default if declared.by is None else (*cast("tuple[int, ...]", declared.default), 0)[0]
    if value is None or value == ():
        return "nothing" if value is None else "empty"
    if value == c.NOTHING and item.nullable:
        return "none"
    if item.base == "flag":
        return "yes" if value else "no"
    if item.base == "enum" and isinstance(value, int):
        return game.enums[item.names[0]].values[value]
    return str(value)


def _written(game: Game, param: Param, value: int) -> str:
    if param.type.base == "enum" and value >= 0:
        return game.enums[param.type.names[0]].values[value]
    return "none" if value < 0 and param.type.base != "number" else str(value)


def _can_change(value: Value) -> bool:
    return bool(value.params) and value.params[0].type.base in ("player", "component")
