"""Writes whole games: what is declared, what may happen, the cards, and the course of the game."""

from __future__ import annotations

from random import Random

from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, kind_type, list_of
from tests.generated.declarations import Data, Declarations
from tests.generated.declared import Action, Card, Declared, Kind, Params, Window, plain
from tests.generated.files import Files
from tests.generated.packs import with_packs
from tests.generated.words import Words
from tests.generated.writing import Scope

LIMITS = ("once a round", "once each time", "any number of times")


class GameWriter(Declarations):
    """Writes one game."""

    def write(self) -> Files:
        """Return the files of the game, as data."""
        self.declare()
        self._windows()
        self._values()
        self._actions()
        cards = self._card_files()
        self._course()
        return {"rules/tiny/game.yaml": self.rules, **cards}

    # ------------------------------------------------------------ heads
    def _head(
        self, *, first: Type | None = None, most: int = 2, defaults: bool = False
    ) -> tuple[str, Params, set[str]]:
        """Return the text of a head without its name, its parameters, and those that have a default."""
        params: Params = {}
        left_out: set[str] = set()
        words: list[str] = []
        types = [first] if first is not None else []
        for type_ in types + [self._param_type() for _ in range(self.rng.randint(0, most - len(types)))]:
            name = self._param_name(type_, params)
            if name is None:
                break
            params[name] = type_
            default = self._default(type_, params, name) if defaults and (left_out or self.yes(0.3)) else ""
            if left_out and not default:
                del params[name]
                break
            if default:
                left_out.add(name)
            implied = name == str(type_) or (default and type_ in (NUMBER, FLAG) and self.yes(0.5))
            words.append(f"{name}{'' if implied else f' is {type_}'}{default}")
        return (f"({', '.join(words)})" if words else ""), params, left_out

    def _param_name(self, type_: Type, params: Params) -> str | None:
        if str(type_) not in params and type_ == PLAYER and self.yes(0.5):
            return "player"
        return self.new_name(Scope(params))

    def _param_type(self) -> Type:
        type_ = self.rng.choice(self.declared.types())
        if self.yes(0.2):
            return list_of(type_)
        if type_.base in ("player", "enum", "component") and self.yes(0.25):
            return type_.or_none()
        if type_.base == "component" and len(self.declared.kinds) > 1 and self.yes(0.3):
            return kind_type(*self.rng.sample(list(self.declared.kinds), 2))
        return type_

    def _default(self, type_: Type, params: Params, name: str) -> str:
        other = self.one(other for other, own in params.items() if own == type_ and other != name)
        if other is not None and self.yes(0.5):
            return f" = {other}"
        if type_.nullable:
            return " = none"
        if type_ == NUMBER:
            return f" = {self.rng.randint(0, 2)}"
        if type_ == FLAG:
            return f" = {self.rng.choice(('yes', 'no'))}"
        if type_.base == "list":
            return " = []"
        if type_.base == "enum":
            found = self._enum_value(type_, Scope(), 0)
            return f" = {found.words}" if found is not None else ""
        return ""

    def _windows(self) -> None:
        for opens in ("", "", "when taken or flipped", "before leaving"):
            if not self.yes(0.4):
                continue
            name = self.words.declared()
            head, params, _ = ("", {}, set()) if opens else self._head()
            each = self.yes(0.5)
            data: Data = {"who": "each player in turn order" if each else "me"}
            if self.yes(0.5):
                data["limit"] = self.rng.choice(LIMITS[: 2 if opens else 3])
            if "player" not in params and self.yes(0.25):
                data["takes part"] = self.formula(FLAG, Scope({**params, "player": PLAYER}), 2).words
            unasked = self._of_option(FLAG, Scope(), 0)
            if unasked is not None and self.yes(0.3):
                data["automatic"] = unasked.words
            if opens:
                data["opens"] = opens
            self._section("windows")[name + head] = self._told(data)
            self.declared.windows[name] = Window(params, each, bool(opens))

    def _values(self) -> None:
        for _ in range(self.rng.choice((0, 1, 2, 3))):
            name = self.words.declared()
            subject = self.rng.choice((PLAYER, kind_type(self.rng.choice(list(self.declared.kinds))), None))
            head, params, _ = self._head(first=subject)
            type_ = NUMBER if self.yes(0.5) else self.rng.choice(self.declared.types())
            type_ = list_of(type_) if self.yes(0.15) else type_
            scope = Scope(params)
            if type_.base in ("player", "enum", "component") and self.yes(0.3):
                found = self._first(type_, scope, 2)
                words, type_ = (found.words if found is not None else "none"), type_.or_none()
            else:
                words = self.whole(type_, scope, 2)
            data: Data = {"is": words}
            for key in ("at least", "at most"):
                if type_ == NUMBER and self.yes(0.2):
                    data[key] = self.formula(NUMBER, scope, 1).words
            if list(params.values()) == [PLAYER]:
                self._flag(data, "told", 0.5)
            self._section("values")[name + head] = self._told(data)
            self.declared.values[name] = (params, type_)

    def _actions(self) -> None:
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            name = self.words.declared()
            head, params, defaults = self._head(defaults=True)
            scope = Scope(params).acting()
            data: Data = {"text": self.prompt(scope, 1)[1:-1]}
            if self.yes(0.2):
                data["told"] = "no" if self.yes(0.3) else self.prompt(scope, 1)[1:-1]
            if self.yes(0.3):
                data["needs"] = self.test(scope, 2)[0].words
            body = self.effect(scope, 2)
            if self.yes(0.1) and not set(params) - defaults:
                # An action that goes on with itself, as long as there is fuel.
                fuel = f"game.{self.declared.fuel}"
                body += f"\nif {fuel} < 4:\n  set {fuel} to {fuel} + 1\n  {name}()"
            data["do"] = body
            self._section("actions")[name + head] = self._told(data, title=False)
            self.declared.actions[name] = Action(params, defaults)

    # ------------------------------------------------------------ cards
    def _card_files(self) -> Files:
        files: Files = {}
        for name, kind in self.declared.kinds.items():
            cards = [card for card in self.declared.cards if card.kind == name and card.id != name]
            if not cards:
                continue
            bare = not any(part.required for part in kind.fields.values())
            behaves = bool(kind.active_in) or any(part.type.base == "effect" for part in kind.fields.values())
            if (
                bare
                and not behaves
                and all(card.alone or kind.per_player for card in cards)
                and self.yes(0.4)
            ):
                self._section("components")[name] = [card.id for card in cards]
            elif self.yes(0.25) and not behaves and self._rows(name, kind, cards, files):
                pass
            else:
                told = {card.id: self._card_data(kind, card) for card in cards}
                if kind.sides == 1 and not behaves and self.yes(0.3):
                    self._section("components")[name] = told
                else:
                    files[f"cards/tiny/{name}.yaml"] = {"kind": name, "cards": told}
        return files

    def _rows(self, name: str, kind: Kind, cards: list[Card], files: Files) -> bool:
        columns = [
            field
            for field, part in kind.fields.items()
            if part.by is None and part.type.base != "list" and not part.of_card
        ]
        required = [field for field, part in kind.fields.items() if part.required]
        if not columns or set(required) - set(columns):
            return False
        rows = {card.id: [self._stated(kind, field) for field in columns] for card in cards}
        files[f"cards/tiny/{name}.yaml"] = {"kind": name, "columns": columns, "rows": rows}
        # What is not alone need not be: a row says nothing of copies here.
        return True

    def _stated(self, kind: Kind, field: str) -> object:
        part = kind.fields[field]
        if part.by is not None:
            values = self.declared.values_of(part.by)
            return {value: self._value_of(part.type) for value in values}
        if part.type.base == "list":
            assert part.type.item is not None
            return sorted({self._value_of(part.type.item) for _ in range(self.rng.randint(0, 2))}, key=str)
        return self._value_of(part.type)

    def _value_of(self, type_: Type) -> int | str:
        if type_.nullable and self.yes(0.4):
            return "none"
        if type_.base == "number":
            return self.rng.randint(0, 4)
        if type_.base == "flag":
            return self.rng.choice(("yes", "no"))
        if type_.base == "enum":
            return self.rng.choice(self.declared.values_of(type_.names[0]))
        if type_.base == "component":
            found = self.one(
                card.id for card in self.declared.cards if card.alone and card.kind in type_.names
            )
            return found if found is not None else "none"
        return "Some words." if type_.base == "text" else "none"

    def _card_data(self, kind: Kind, card: Card) -> Data:
        data: Data = {}
        if not card.alone and kind.per_player is None:
            low, high = self.players
            how = self.rng.choice(("copies", "per player", "players"))
            if how == "players" and high > low:
                data["players"] = self.rng.choice((high, f"{low + 1} to {high}" if low + 1 < high else high))
            else:
                data["per player" if how == "per player" else "copies"] = 2
        if self.yes(0.15):
            data["name"] = "A Printed Name"
        for field, part in kind.fields.items():
            if part.type.base != "effect" and not part.of_card and (part.required or self.yes(0.5)):
                data[field] = self._stated(kind, field)
        if self.yes(0.1):
            data["about"] = "Some words about it."
        if kind.sides == 1:
            return self._behaviour(card.kind, kind, data)
        data["front"] = self._behaviour(card.kind, kind, {})
        if self.yes(0.7):
            data["back"] = self._behaviour(card.kind, kind, {})
        return data

    def _behaviour(self, name: str, kind: Kind, data: Data) -> Data:
        """Add what a side does: its effects, abilities and changes."""
        scope = Scope({"this": kind_type(name)}).acting()
        for field, part in kind.fields.items():
            if part.type.base == "effect" and (self.yes(0.8)):
                data[field] = self._closed(scope, 1)
        if not kind.active_in:
            return data
        abilities = [
            self._ability(scope) for _ in range(self.rng.choice((0, 1, 1, 2))) if self.declared.windows
        ]
        if abilities:
            data["abilities"] = abilities
        subjects = [
            value
            for value, (params, type_) in self.declared.values.items()
            if params and next(iter(params.values())).base in ("player", "component")
        ]
        if subjects and self.yes(0.5):
            data["changes"] = [self._change(self.rng.choice(subjects), name)]
        for part in (*abilities, *data.get("changes", ())):
            if self.yes(0.2):
                part["from"] = self.rng.choice(kind.active_in) if self.yes(0.5) else list(kind.active_in)
        return data

    def _closed(self, scope: Scope, depth: int) -> str:
        """Return an effect that calls no other rule, so that rules do not call each other without end."""
        declared = self.declared
        kept = declared.actions, declared.windows
        declared.actions, declared.windows = {}, {}
        words = self.effect(scope.in_loop().in_loop(), depth, 2)
        declared.actions, declared.windows = kept
        return words

    def _ability(self, scope: Scope) -> Data:
        window = self.rng.choice(list(self.declared.windows))
        params = self.declared.windows[window].params
        pattern = []
        for name, type_ in params.items():
            free = self.yes(0.6) or type_.base == "list"
            words = self._leaf(plain(type_), Scope()).words
            # An ability waits for what never changes.
            pattern.append(name if free or "[" in words or words == "me" else words)
        shown = pattern[: self.rng.randint(0, len(pattern))] if self.yes(0.3) else pattern
        data: Data = {"when": f"{window}({', '.join(shown)})" if shown else window}
        inner = scope
        for name, type_ in params.items():
            inner = inner.bind(name, type_)
        if self.yes(0.3):
            data["if"] = self.test(inner, 2)[0].words
        self._flag(data, "automatic", 0.4)
        if self.yes(0.3):
            data["limit"] = self.rng.choice(LIMITS[:2])
        data["do"] = self._closed(inner, 2) if self.yes(0.7) else self.effect(inner, 1, 2)
        return self._told(data, title=False)

    def _change(self, value: str, kind: str) -> Data:
        params, type_ = self.declared.values[value]
        scope = Scope({**params, "this": kind_type(kind)})
        earlier = dict(self.declared.values)
        names = list(earlier)
        self.declared.values = {name: earlier[name] for name in names[: names.index(value)]}
        head = f"{value}({', '.join(params)})" if self.yes(0.6) else value
        data: Data = {"value": head}
        if self.yes(0.3):
            data["if"] = self.test(scope, 1)[0].words
        if self.yes(0.4):
            data["for"] = self.rng.choice(("all", "opponents"))
        if type_ == NUMBER:
            for key in self.rng.sample(("to", "add", "at least", "at most"), self.rng.choice((1, 1, 2))):
                data[key] = self.formula(NUMBER, scope, 1).words
        else:
            data["to"] = self.formula(type_.without_none(), scope, 1).words
        self.declared.values = earlier
        return data

    # ------------------------------------------------------------ the course of the game
    def _course(self) -> None:
        setup = [self._set_up(kind) for kind in self.declared.kinds]
        if self.yes(0.3):
            setup.append(self.effect(Scope(), 1, 1))
        self.rules["setup"] = "\n".join(words for words in setup if words) or "nothing"
        if self.yes(0.2):
            self.rules["setup"] = {"do": self.rules["setup"], "about": "How it begins."}
        phases = {self.words.declared(): self._phase() for _ in range(self.rng.choice((1, 1, 2)))}
        self.rules["phases"] = phases
        self.rules["rounds"] = self._rounds(list(phases))
        if self.yes(0.3):
            self.rules["ending"] = {"do": self.effect(Scope(), 1, 2)}
        rank = "players" if self.yes(0.6) else self.list_of(PLAYER, Scope(), 2).words
        keys = [self.whole(NUMBER, Scope({"player": PLAYER}), 2) for _ in range(self.rng.choice((1, 1, 2)))]
        self.rules["result"] = {"rank": rank, "by": keys}
        if self.yes(0.15):
            self.rules["result"]["won"] = self.test(Scope({"player": PLAYER}), 2)[0].words
        if self.yes(0.15):
            wanted = self.rng.choice((NUMBER, FLAG, PLAYER))
            self.rules["result"]["team"] = self.whole(wanted, Scope({"player": PLAYER}), 2)
        if self.yes(0.5):
            self.rules["estimate"] = self.whole(NUMBER, Scope({"player": PLAYER}), 2)

    def _set_up(self, kind: str) -> str:
        own = self.declared.kinds[kind]
        if own.per_player is not None and self.yes(0.5):
            zone = self.one(zone for zone, holds in self.declared.player_zones.items() if kind in holds)
            if zone is not None and "x" not in self.declared.zones:
                name = self.words.locals[0]
                return f"for each {name} in {own.all}: move {name} to {name}.owner.{zone}"
        zone = self.one(zone for zone, holds in self.declared.zones.items() if kind in holds)
        if zone is None or self.yes(0.1):
            return ""
        words = f"move all {own.all} to {zone}"
        if self.yes(0.3):
            words += f"\nshuffle {zone}"
        target = self.one(zone for zone, holds in self.declared.player_zones.items() if kind in holds)
        if target is not None and self.yes(0.6) and set(self.declared.zones[zone]) == {kind}:
            name = self.words.locals[0]
            words += f"\nas each {name} in players: draw 1 from {zone} to me.{target}"
        return words

    def _phase(self) -> Data:
        data: Data = {"do": self.effect(Scope(), 3, 3)}
        if self.declared.lasts_a_turn:
            data["do"] += "\nturn ends"
        action = self.one(
            name for name, action in self.declared.actions.items() if not set(action.params) - action.defaults
        )
        if action is not None and self.yes(0.5):
            data["at any decision"] = action
        self._flag(data, "secret", 0.15)
        return self._told(data)

    def _rounds(self, phases: list[str]) -> Data:
        number = self.rng.choice((1, 2, 2, 3))
        if self.yes(0.15):
            # Mostly so that the rounds come to their end.
            test = self.test(Scope(), 2)[0].words
            until = f"{test} or round >= {number}" if self.yes(0.8) else test
            data: Data = {"until": until, "every": {"phases": phases}}
            return {"at most": 3, **data} if self.yes(0.8) else data
        if self.yes(0.04):
            return {"at most": number, "every": {"phases": phases}}
        if number < 2 or self.yes(0.6):
            return {"number": number, "every": {"phases": phases}}
        first = self.words.declared()
        return {
            "number": number,
            first: self._told({"rounds": [1], "phases": phases}),
            self.words.declared(): {"rounds": list(range(2, number + 1)), "phases": phases[:1]},
        }


def generated(seed: int, left_out: frozenset[str] = frozenset()) -> Files:
    """Return the files of the game of a seed, without what is left out."""
    rng = Random(seed)
    return with_packs(GameWriter(rng, Words(rng), Declared(), left_out).write(), seed)
