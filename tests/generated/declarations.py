"""Writes what a generated game declares before anything happens: enums, options, kinds, counters, zones, tables."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.content.boards import STEPS
from rulewright.interpreter.language.types import FLAG, NUMBER, PLAYER, Type, enum_type, kind_type, list_of
from tests.generated.declared import Card, Enum, Field, Kind, stated
from tests.generated.effects import Effects

Data = dict[str, Any]
NUMBERS = ("2", "2", "2 to 3", "1 to 3", "2 to 4", "3")


class Declarations(Effects):
    """Fills `rules`, the sections of the rules file, and knows what it has declared."""

    rules: Data
    players: tuple[int, int] = (2, 2)

    def declare(self) -> None:
        """Declare everything that needs no effect."""
        self.rules = {"language": 1, "game": "tiny", "title": "Tiny"}
        self._players()
        for _ in range(self.rng.choice((1, 1, 2))):
            self._new_enum()
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            self._new_option()
        names = [self.words.declared() for _ in range(self.rng.choice((1, 2, 2, 3)))]
        for name in names:
            self._new_kind(name)
        for _ in range(self.rng.choice((2, 2, 3))):
            self._new_counter()
        self._zones()
        self._state()
        self._player_states()
        self._fields()
        self._cards()
        if self.yes(0.15):
            self._board()
        for _ in range(self.rng.choice((0, 1, 1))):
            self._new_table()
        self._discards()
        self._former_names()

    def _former_names(self) -> None:
        """Let chance know a component by another name; no die is thrown for it, so that all else stays as it was."""
        cards = self.declared.cards
        if len(cards) % 2:
            self.rules["former names"] = {cards[0].id: f"once-{cards[0].id}"}

    def _section(self, name: str) -> Data:
        return self.rules.setdefault(name, {})  # type: ignore[no-any-return]

    def _flag(self, data: Data, key: str, share: float) -> None:
        if self.yes(share):
            data[key] = self.rng.choice(("yes", "yes", "no"))

    def _told(self, data: Data, *, title: bool = True) -> Data:
        """Add words for people to a declaration, now and then."""
        if self.yes(0.1):
            data["about"] = "Some words about it."
        if title and self.yes(0.15):
            data["title"] = self.rng.choice(("A Title", "What it is"))
        return data

    def _players(self) -> None:
        words = self.rng.choice(NUMBERS)
        self.rules["players"] = int(words) if words.isdecimal() else words
        numbers = [int(word) for word in words.split() if word.isdecimal()]
        self.players = (numbers[0], numbers[-1])
        if self.yes(0.1):
            self.rules["about"] = "A game for tests."

    # ------------------------------------------------------------ words
    def _new_enum(self) -> None:
        name, everything = self.words.declared(), self.words.declared()
        values = [self.words.id() for _ in range(self.rng.choice((1, 2, 2, 3)))]
        data: Data = {"all": everything, "values": values}
        if self.yes(0.2):
            data["titles"] = {values[0]: "The First"}
        self._section("enums")[name] = self._told(data)
        self.declared.enums[name] = Enum(everything, values)

    def _new_option(self) -> None:
        name = self.words.declared()
        if self.yes(0.5):
            words, data = ["no", "yes"], {"default": self.rng.choice(("yes", "no"))}
        elif self.yes(0.3):
            low = self.rng.randint(-2, 2)
            words = []
            data = {"default": low + self.rng.randint(0, 2), "at least": low, "at most": low + 2}
        else:
            words = [self.words.id() for _ in range(2)]
            data = {"default": self.rng.choice(words), "values": words}
        self._section("options")[name] = self._told(data)
        self.declared.options[name] = words

    def _new_counter(self) -> None:
        name, data = self.words.declared(), {}
        by = self.one(self.declared.enums) if self.yes(0.25) else None
        if by is not None:
            data["by"] = by
        if self.yes(0.6):
            data["start"] = self.rng.choice((0, 1, 3, 5, 5))
        if self.yes(0.25):
            data["at least"] = self.rng.choice(("none", "none", -2, 0))
        if self.yes(0.25):
            data["visible to"] = self._viewers()
        if self.yes(0.1):
            data["text"] = {"gain": "take {number} of it", "has": "{player} has some"}
        self._flag(data, "told", 0.1)
        self._lasts(data)
        self._section("counters")[name] = self._told(data)
        self.declared.counters[name] = by

    def _lasts(self, data: Data) -> None:
        """Let it last no longer than something does, now and then."""
        if self.yes(0.2):
            data["lasts"] = self.rng.choice(("a turn", "a phase", "a round"))
            self.declared.lasts_a_turn |= data["lasts"] == "a turn"

    # ------------------------------------------------------------ kinds and zones
    def _new_kind(self, name: str) -> None:
        kind = Kind(self.words.declared(), sides=self.rng.choice((1, 1, 2)))
        data = self._told({"all": kind.all})
        if kind.sides == 2 or self.yes(0.1):
            data["sides"] = kind.sides
        if self.yes(0.2):
            kind.per_player = data["per player"] = self.rng.choice((1, 2))
        if self.yes(0.1):
            data["text"] = "It lies there."
        self._flag(data, "keeps owner", 0.2)
        self._section("kinds")[name] = data
        self.declared.kinds[name] = kind

    def _viewers(self, *, owned: bool = True) -> str | list[str]:
        """Return who sees something: one of the few words, or formulas."""
        plain = [name for name, by in self.declared.counters.items() if by is None]
        formulas = ["players", "players[2]"]
        if plain:
            counter = self.rng.choice(plain)
            formulas += [
                f"all(p in players where p.{counter} > 0)",
                f"first(p in players where p.{counter} > 1)",
            ]
        if owned:
            formulas += ["owner", "all(p in players where p != owner)"]
        how = self.rng.random()
        if how < 0.7:
            return self.rng.choice(("all", "owner", "others", "no one") if owned else ("all", "no one"))
        return self.rng.choice(formulas) if how < 0.85 else self.rng.sample(formulas, 2)

    def _new_zone(self, holds: list[str], *, sized: bool = True) -> Data:
        data: Data = {"holds": holds[0] if len(holds) == 1 and self.yes(0.6) else holds}
        if sized and self.yes(0.15):
            data["size"] = self.rng.randint(1, 4)
        if self.yes(0.2):
            data["shows"] = self.rng.choice(("nothing", "top card", "all"))
        if self.yes(0.3):
            # Zones of the game are those without a size here; nobody owns them.
            data["visible to"] = self._viewers(owned=sized)
            if self.yes(0.4):
                data["others see"] = self.rng.choice(("the number", "nothing"))
        self._flag(data, "ordered", 0.2)
        self._flag(data, "told", 0.1)
        return self._told(data)

    def _holds(self) -> list[str]:
        kinds = list(self.declared.kinds)
        return self.rng.sample(kinds, 1 if self.yes(0.75) else min(2, len(kinds)))

    def _zones(self) -> None:
        zones, own = self._section("zones"), {}
        wanted = [[kind] for kind in self.declared.kinds] + [
            self._holds() for _ in range(self.rng.randint(0, 2))
        ]
        for holds in wanted:
            name = self.words.declared()
            if self.yes(0.3):
                inner = self.words.declared()
                zones[name] = {inner: self._new_zone(holds, sized=False)}
                name = f"{name}.{inner}"
            else:
                zones[name] = self._new_zone(holds, sized=False)
            self.declared.zones[name] = tuple(holds)
        for _ in range(self.rng.choice((1, 1, 2))):
            name, holds = self.words.declared(), self._holds()
            own[name] = self._new_zone(holds)
            self.declared.player_zones[name] = tuple(holds)
        zones["of each player"] = own
        self._refill()
        for kind_name, kind in self.declared.kinds.items():
            if self.yes(0.25):
                name, holds = self.words.declared(), self._holds()
                kind.zones[name] = tuple(holds)
                data = self._new_zone(holds)
                self.rules["kinds"][kind_name]["zones"] = {name: data}

    def _refill(self) -> None:
        own = self.declared.player_zones
        if self.yes(0.3):
            name, source = self.rng.choice(list(own)), self.rng.choice(list(own))
            if set(own[source]) <= set(own[name]) and name != source:
                self.rules["zones"]["of each player"][name]["refill from"] = source
        if not self.yes(0.5):
            return
        name, source = (self.rng.choice(list(self.declared.zones)) for _ in range(2))
        if set(self.declared.zones[source]) <= set(self.declared.zones[name]) and name != source:
            group, _, inner = name.partition(".")
            data = self.rules["zones"][group]
            (data[inner] if inner else data)["refill from"] = source

    def _discards(self) -> None:
        for kind in self.declared.kinds:
            zone = self.one(zone for zone, holds in self.declared.zones.items() if kind in holds)
            if zone is not None and self.yes(0.6):
                self._section("discards")[kind] = zone
                self.declared.discards[kind] = zone

    # ------------------------------------------------------------ states
    def _state(self) -> None:
        section = self._section("state")
        self.declared.fuel = self.words.declared()
        section[self.declared.fuel] = "number"
        self.declared.state[self.declared.fuel] = NUMBER
        for _ in range(self.rng.choice((1, 2))):
            name = self.words.declared()
            type_ = self._stateful()
            section[name] = self._starting(type_)
            if self.yes(0.2):
                section[name] = {"type": section[name]}
                self._lasts(section[name])
                if self.yes(0.4):
                    section[name]["visible to"] = self._viewers(owned=False)
            self.declared.state[name] = type_ if type_ in (NUMBER, FLAG) else type_.or_none()
        for kind_name, kind in self.declared.kinds.items():
            for _ in range(self.rng.choice((0, 1, 1, 2))):
                name = self.words.declared()
                kind.state[name] = self._stateful()
                words = self._starting(kind.state[name])
                told: Data = {"type": words, "about": "What it remembers."}
                self._flag(told, "told", 0.5)
                self._lasts(told)
                if self.yes(0.5):
                    told["visible to"] = self._viewers()
                states = self.rules["kinds"][kind_name].setdefault("state", {})
                states[name] = told if self.yes(0.2) else words

    def _player_states(self) -> None:
        """Declare states of each player, in some games; by names that are there, so that nothing else hangs on it."""
        types = [FLAG, PLAYER, *map(enum_type, self.declared.enums), *map(kind_type, self.declared.kinds)]
        told = {}
        for number, type_ in enumerate(types):
            name = f"their-{number}"
            if sum(map(ord, self.declared.fuel)) % 3 == number % 3:
                told[name] = str(type_) if number % 2 else {"type": str(type_), "visible to": "owner"}
                self.declared.player_states[name] = stated(type_)
        if told:
            self._section("state")["of each player"] = told

    def _stateful(self) -> Type:
        kinds = self.rng.sample(list(self.declared.kinds), min(2, len(self.declared.kinds)))
        others = [kind_type(*kinds)] if self.yes(0.3) else []
        return self.rng.choice([*self.declared.types(), *others])

    def _starting(self, type_: Type) -> str:
        words = str(type_)
        if type_ == NUMBER and self.yes(0.3):
            return f"{words} = {self.rng.randint(1, 3)}"
        if type_ == FLAG and self.yes(0.3):
            return f"{words} = yes"
        if type_.base == "enum" and self.yes(0.4):
            value = self.one(self.declared.values_of(type_.names[0]))
            return f"{words} = {value}"
        return words

    # ------------------------------------------------------------ fields
    def _fields(self) -> None:
        for kind_name, kind in self.declared.kinds.items():
            for _ in range(self.rng.choice((0, 1, 2, 2))):
                name = self.words.declared()
                part = self._new_field(kind_name)
                kind.fields[name] = part
                fields = self.rules["kinds"][kind_name].setdefault("fields", {})
                fields[name] = part.declared
            shown = [
                name
                for name, part in kind.fields.items()
                if part.by is None and part.type.base in ("number", "flag", "enum")
            ]
            if shown and kind.sides == 1 and self.yes(0.4):
                self.rules["kinds"][kind_name]["back"] = shown[0] if len(shown) == 1 else shown
            if self.yes(0.7):
                zones = [zone for zone, holds in self.declared.player_zones.items() if kind_name in holds]
                if zones:
                    kind.active_in = zones
                    self.rules["kinds"][kind_name]["active in"] = zones

    def _new_field(self, kind: str) -> Field:
        how = self.rng.random()
        enums = list(self.declared.enums)
        if how < 0.15:
            return Field(Type("effect"), declared="effect")
        if how < 0.2:
            return Field(Type("text"), declared="text", required=True)
        if how < 0.35:
            by = self.rng.choice(enums)
            item = self.rng.choice((NUMBER, NUMBER, FLAG, enum_type(self.rng.choice(enums))))
            default = " = 1" if item == NUMBER and self.yes(0.4) else ""
            return Field(item, by, f"{item} by {by}{default}", required=not default)
        if how < 0.5:
            item = self.rng.choice((NUMBER, enum_type(self.rng.choice(enums))))
            return self._bounded(Field(list_of(item), declared=f"list of {item}"))
        if how < 0.65:
            item = self.rng.choice((PLAYER, enum_type(self.rng.choice(enums)), kind_type(kind))).or_none()
            return Field(item, declared=str(item))
        if how < 0.75:
            # A card that another names must be there with every number of players.
            enum = self.rng.choice(enums)
            return Field(enum_type(enum), declared=enum, required=True)
        if how < 0.85:
            return Field(FLAG, declared="flag")
        default = f" = {self.rng.randint(0, 3)}" if self.yes(0.4) else ""
        return self._bounded(Field(NUMBER, declared=f"number{default}", required=not default))

    def _bounded(self, part: Field) -> Field:
        """Add bounds that what cards state keeps to."""
        if not self.yes(0.3):
            return part
        listed = part.type.base == "list"
        told: Data = {"type": part.declared, "at least": 0}
        if self.yes(0.6):
            told["at most"] = 9
        if listed and self.yes(0.5):
            told["each once"] = "yes"
        if self.yes(0.3):
            told["about"] = "How much of it."
        part.declared = told
        return part

    # ------------------------------------------------------------ cards and tables
    def _cards(self) -> None:
        """Decide which cards there are; what they say is written later."""
        for name, kind in self.declared.kinds.items():
            bare = not any(part.required for part in kind.fields.values())
            if kind.per_player is not None and bare and self.yes(0.5):
                # The kind stands for its one card.
                self.declared.cards.append(Card(name, name, alone=False))
                continue
            for number in range(self.rng.choice((1, 2, 2, 3))):
                alone = kind.per_player is None and (number == 0 or self.yes(0.6))
                self.declared.cards.append(Card(self.words.id(), name, alone))

        self._card_enums()

    def _card_enums(self) -> None:
        """Declare enums of the cards of a kind; by its name, so that nothing else of a game depends on it."""
        for name, kind in self.declared.kinds.items():
            if sum(map(ord, name)) % 7:
                continue
            enum = f"{name}-named"
            self._section("enums")[enum] = {"all": f"{kind.all}-named", "cards of": name}
            values = [card.id for card in self.declared.cards if card.kind == name]
            self.declared.enums[enum] = Enum(f"{kind.all}-named", values)
            kind.fields[enum] = Field(enum_type(enum), of_card=True)

    def _board(self) -> None:
        """Declare a grid, and perhaps its lines: kinds whose components no file lists."""
        name, prefix = self.words.declared(), self.words.declared()
        kind = Kind(self.words.declared(), on_a_board=True)
        grid = {"columns": self.rng.randint(1, 3), "rows": self.rng.randint(1, 3), "prefix": prefix}
        self._section("kinds")[name] = {"all": kind.all, "grid": grid, "state": {"told-of": "number"}}
        cell = kind_type(name)
        kind.fields = {
            "column": Field(NUMBER), "row": Field(NUMBER),
            "neighbours": Field(list_of(cell)), "around": Field(list_of(cell)),
            "next": Field(cell.or_none(), "direction"), "ray": Field(list_of(cell), "direction"),
        }  # fmt: skip
        kind.state = {"told-of": NUMBER}
        self.declared.kinds[name] = kind
        self.declared.enums["direction"] = Enum("directions", list(STEPS))
        if max(grid["columns"], grid["rows"]) > 1 and self.yes(0.5):
            line, lines = self.words.declared(), Kind(self.words.declared(), on_a_board=True)
            self._section("kinds")[line] = {"all": lines.all, "lines": {"of": name, "length": 2}}
            lines.fields = {kind.all: Field(list_of(cell))}
            self.declared.kinds[line] = lines

    def _new_table(self) -> None:
        name = self.words.declared()
        enum = self.one(self.declared.enums) if self.yes(0.5) else None
        values = self.declared.values_of(enum) if enum is not None else []
        keys = [enum_type(enum)] if enum is not None and values else [NUMBER]
        rows: Data = {value: self.rng.randint(0, 5) for value in values}
        if not rows:
            rows = {number: self.rng.randint(0, 5) for number in (0, 1, 2, 3)}
            if self.yes(0.4):
                rows["steps"] = "down"
        if enum is not None and self.yes(0.3):
            keys = [keys[0], NUMBER]
            rows = {value: {0: 1, 1: self.rng.randint(0, 4)} for value in values}
        if "steps" not in rows and self.yes(0.6):
            rows["otherwise"] = self.rng.randint(0, 3)
        if self.yes(0.2):
            rows["about"] = "What it is worth."
        self._section("tables")[name] = rows
        self.declared.tables[name] = keys
