"""Prints what the runtime in C must know of a game's layout: how much room there is, and who lies where and listens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from rulewright.interpreter.compiler.c.tables import array
from rulewright.interpreter.compiler.c.types import NotTranslated
from rulewright.interpreter.compiler.counting import FUEL
from rulewright.interpreter.content.arrivals import MOVES, Flow
from rulewright.interpreter.content.model import Param
from rulewright.interpreter.content.uses import roots
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.match import LOOK_EVERY
from rulewright.interpreter.fast.traffic import NO_SIZE
from rulewright.interpreter.fast.windows import Listener
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.language.weights import WHOLE
from rulewright.interpreter.state.layout import COMPONENT, GAME, PLAYER
from rulewright.interpreter.state.limits import LARGEST, MOST_DECISIONS, MOST_NUMBERS, MOST_STEPS
from rulewright.interpreter.state.rng import hash_of

MOST_FRAMES = 48
ROOM_FOR_LISTS = 1 << 20
"""So many items of lists may be made in a step before Python goes on; what is not used of it costs nothing."""

MEMOS = 4096
PLAYOUTS = hash_of("playouts")
"""What the choices of playouts are drawn for."""

_LISTENER = """typedef struct {
  int automatic, limit, pattern_from, pattern_to, stamp, asked, used;
  Ability condition, can_start, run;
} Listener;"""

_FOLLOWS = {"WAITS": 1, "HAS_OWNER": 2, "GIVES_UP": 4}
_SHOWS = {"nothing": 0, "top": 1, "all": 2}
_LIMITS = {"none": "UNLIMITED", "round": "ROUNDS"}


class LayoutPrinter:
    """Prints the tables for one machine. `slots` is how many variables the largest frame of the game's own holds."""

    def __init__(self, machine: Machine, slots: int, longest_key: int, memos: bool) -> None:
        self.machine = machine
        self.game = machine.game
        self.layout = machine.layout
        self.traffic = machine.traffic
        self.opener = machine.windows
        self.slots = slots
        self.longest_key = longest_key
        self.memos = memos
        self.count = len(self.layout.ids)
        self.kinds = list(self.game.kinds)

    # ---------------------------------------------------------------- room
    @cached_property
    def rooms(self) -> list[int]:
        """How many components each zone has room for: all of the kinds that can come there."""
        layout, game = self.layout, self.game
        moves = [node for root in roots(game) for node in nodes(root) if isinstance(node, MOVES)]
        flow = Flow(game, layout.players, moves)
        begin = self.machine.blank.z
        found = [layout.players]
        for zone in range(1, layout.zones):
            declared = layout.zone_decl[zone]
            assert declared is not None
            key = declared.name
            if declared.scope == PLAYER:
                key = f"me.{key}"
            elif declared.scope == COMPONENT:
                key = f"{layout.kind_of[layout.zone_holder[zone]]}.{key.rsplit('.', 1)[-1]}"
            kinds = {*flow.in_zone(key), *(layout.kind_of[component] for component in begin[zone])}
            most = sum(len(layout.of_kind[kind]) for kind in kinds)
            if declared.size is not None:
                most = min(most, max(declared.size, len(begin[zone])))
            found.append(most)
        return found

    def sizes(self) -> list[str]:
        """Return the sizes, as definitions for the preprocessor."""
        layout, room = self.layout, sum(self.rooms)
        numbers = {
            "NV": layout.size,
            "NK": max(1, len(self.machine.blank.k)),
            "NZ": layout.zones,
            "NZD": max(1, room),
            "NP": layout.players,
            "NC": max(1, self.count),
            "N_COMPONENTS": self.count,
            "N_CARDS": max(1, len(self.game.cards)),
            "NSLOT": max(9, self.slots),
            "NFR": MOST_FRAMES,
            "NO": max(256, self.count + len(self.game.abilities) + 64),
            "NHEAP": max(1024, 4 * self.count),
            "ARENA": ROOM_FOR_LISTS,
            "MEMO": MEMOS if self.memos else 1,
            "MEMO_KEY": max(1, self.longest_key),
            "AT0": layout.at,
            "FACE0": layout.face,
            "OWNER0": layout.owner,
            "KNOWN": layout.known,
            "FIRST_KEY": FUEL + 1,
            "FIRST_STREAM": layout.chance.first,
            "LEVELS": layout.levels,
            "N_STREAMS": max(1, len(layout.chance.names)),
            "N_LEAST": len(self._least()),
            "LAST_ROUND": self.game.last_round,
            "MUST_END": int(self.game.must_end),
            "WHOLE": WHOLE,
            "MOST_NUMBERS": MOST_NUMBERS,
            "MOST_DECISIONS": MOST_DECISIONS,
            "LOOK_EVERY": LOOK_EVERY,
            "N_RANKS": max(1, len(self.game.result_of_player)),
            "N_NUMBERS": len(self.game.rank_by),
            "SAYS_WHO_HAS_WON": int(self.game.won is not None),
            "HAS_TEAMS": int(self.game.team is not None),
            "N_WINDOWS": max(1, len(self.game.windows)),
            "N_LISTENERS": max(1, len(self.game.abilities)),
            "N_PARAMS": max([1, *(len(window.params) for window in self.game.windows.values())]),
            "N_BY_MACHINE": max([1, *map(len, self.opener.by_machine.values())]),
            "SETS_UP_ALL": int(self.machine.set_out is None),
            **_FOLLOWS,
        }
        assert LARGEST == 10**15
        assert MOST_STEPS == 10**7
        return [
            *(f"#define {name} {number}" for name, number in numbers.items()),
            f"#define PLAYOUTS UINT64_C({PLAYOUTS})",
            "#define NO_ENTRY INT64_MIN",
        ]

    def _least(self) -> dict[int, int | None]:
        found: dict[int, int | None] = self.machine.namespace["LEAST"]
        return found

    # ---------------------------------------------------------------- components and zones
    def tables(self) -> list[str]:
        """Return the tables that moving components needs."""
        layout, traffic = self.layout, self.traffic
        begin = self.machine.set_out or self.machine.blank
        least = self._least()
        zone_at = _starts(self.rooms)
        kind_of = [self.kinds.index(kind) for kind in layout.kind_of]
        listens, listens_at = self._listens()
        chance = layout.chance
        counted = [(part.start, part.stop) for part in layout.counted]
        return [
            array("int32_t", "counted", [slot for pair in counted for slot in pair]),
            array("int64_t", "least_slots", least),
            f"static const int64_t least_values[] = {{{', '.join(map(_or_none, least.values())) or '0'}}};",
            array("int32_t", "zone_at", zone_at),
            array("int32_t", "zone_room", self.rooms),
            array("int32_t", "zone_size", [-1 if size >= NO_SIZE else size for size in traffic.size]),
            array("int32_t", "zone_holder", traffic.holder),
            array("int32_t", "refill", traffic.refill),
            array("int32_t", "card_of", layout.card_of),
            array("int32_t", "copy_of", layout.copy_of),
            array("int32_t", "fixed_owner", layout.fixed_owner),
            array("int32_t", "kind_of", kind_of),
            array("unsigned char", "follow", map(self._follow, range(self.count))),
            array("int32_t", "listens", listens),
            array("int32_t", "listens_at", listens_at),
            array("unsigned char", "sides", [len(card.sides) for card in self.game.cards]),
            array("int32_t", "piles", map(self._pile, self.kinds)),
            *self._fresh(),
            *_grid("int16_t", "seats", [self._seats(kind) for kind in self.kinds], layout.zones + 1),
            *_grid(
                "unsigned char", "takes", [self._takes(zone) for zone in range(layout.zones)], len(self.kinds)
            ),
            array("int32_t", "active_zones", [zone for zones in layout.active_zones for zone in zones]),
            array("int32_t", "active_zones_at", _starts(map(len, layout.active_zones))),
            array("unsigned char", "heard", map(int, self.opener.heard)),
            _hashes("streams", chance.streams),
            array("int32_t", "stream_of_zone", chance.stream_of_zone),
            _hashes("name_of_component", chance.component_hashes),
            _hashes("name_of_seat", chance.seat_hashes),
            *self._names_of_items(),
            # The seed is another in each game, and what is left to do no part of a position.
            array("int64_t", "blank_v", [0, *begin.v[1:]]),
            array("int32_t", "blank_k", [*([0] * (FUEL + 1)), *begin.k[FUEL + 1 :]]),
            array("int32_t", "blank_z", [component for zone in begin.z for component in zone]),
            array("int32_t", "blank_z_at", _starts(map(len, begin.z))),
        ]

    def _follow(self, component: int) -> int:
        """Return what follows when a component moves, as bits; 0 for nothing."""
        traffic = self.traffic
        if traffic.active[component] is None and not traffic.has_owner[component]:
            return 0
        found = 8
        found |= _FOLLOWS["WAITS"] if traffic.waits[component] else 0
        found |= _FOLLOWS["HAS_OWNER"] if traffic.has_owner[component] else 0
        return found | (0 if traffic.keeps_owner[component] else _FOLLOWS["GIVES_UP"])

    def _listens(self) -> tuple[list[int], list[int]]:
        """Return where in `k` cards are counted, by card and side."""
        by_card: dict[int, Sequence[Sequence[int]]] = dict(
            zip(self.layout.card_of, self.traffic.listens, strict=True)
        )
        rows = [by_card.get(card, ((), ()))[side] for card in range(len(self.game.cards)) for side in (0, 1)]
        return [base for row in rows for base in row], _starts(map(len, rows))

    def _pile(self, kind: str) -> int:
        return self.layout.zone_number(GAME, self.game.discards[kind]) if kind in self.game.discards else -1

    def _fresh(self) -> list[str]:
        fresh = self.traffic.fresh
        return [
            array("int32_t", "fresh_at", _starts(map(len, fresh))),
            array("int32_t", "fresh_slots", [slot for pairs in fresh for slot, _ in pairs]),
            array("int64_t", "fresh_values", [value for pairs in fresh for _, value in pairs]),
        ]

    def _seats(self, kind: str) -> list[int]:
        """Return the player for whom components of a kind are active, nowhere first, then by zone."""
        active = zip(self.layout.zone_active, self.traffic.holder, strict=True)
        return [-1, *(holder if kind in kinds else -1 for kinds, holder in active)]

    def _takes(self, zone: int) -> list[int]:
        return [int(kind in self.traffic.takes[zone]) for kind in self.kinds]

    def sight(self) -> list[str]:
        """Return the tables of who sees what."""
        layout, eyes = self.layout, self.layout.eyes
        zones = range(layout.zones)
        looking = [eyes.always_looking(zone) for zone in zones]
        declared = layout.zone_decl
        if any(one is not None and one.visible == "some" for one in declared):
            raise NotTranslated("a formula says who looks into a zone")
        others = [int(one is not None and one.visible == "others") for one in declared]
        return [
            array("unsigned char", "on_table", map(int, eyes.on_table)),
            array("int32_t", "looking", [-1 if one is None else one for one in looking]),
            array("unsigned char", "shows", [0 if one is None else _SHOWS[one.shows] for one in declared]),
            array("unsigned char", "visible_to", others),
            array(
                "unsigned char", "unordered", [int(one is not None and not one.ordered) for one in declared]
            ),
            array("int32_t", "holder_of_zone", layout.zone_holder),
        ]

    def _names_of_items(self) -> list[str]:
        lines, rows = [], []
        for number, names in enumerate(self.layout.chance.item_hashes):
            if names is None:
                rows.append("{0, 0}")
                continue
            lines.append(_hashes(f"item_names_{number}", names))
            rows.append(f"{{item_names_{number}, {len(names)}}}")
        return [
            *lines,
            "typedef struct { const uint64_t *p; int n; } Names;",
            f"static const Names names_of_items[N_STREAMS] = {{{', '.join(rows) or '{0, 0}'}}};",
        ]

    # ---------------------------------------------------------------- windows
    def windows(self, abilities: Sequence[tuple[str, str, str]], takes_part: Sequence[str]) -> list[str]:
        """Return the tables that windows need; the functions are named as they were printed."""
        opener, game = self.opener, self.game
        listening: list[int] = []
        lines, tops = [], []
        for number, sides in enumerate(opener.listeners):
            if not sides:
                tops.append("0")
                continue
            at = [len(listening)]
            for card in range(len(game.cards)):
                for side in (0, 1):
                    listening += [one.ability.serial for one in sides.get((card, side), ())]
                    at.append(len(listening))
            lines.append(array("int", f"listeners_in_{number}", at))
            tops.append(f"listeners_in_{number}")
        by_serial = [opener.listener(ability.serial) for ability in game.abilities]
        patterns: list[int] = []
        rows = [self._listener(one, patterns, names) for one, names in zip(by_serial, abilities, strict=True)]
        places = [list(zones) for by_player in opener.places for zones in by_player]
        starts = _starts(map(len, places))
        players = self.layout.players
        grid = [starts[number * players : (number + 1) * players + 1] for number in range(len(game.windows))]
        machine_windows = [opener.by_machine[moment] for moment in ("taken", "leaving")]
        types = ['"' + "".join(map(_letter, window.params)) + '"' for window in game.windows.values()]
        return [
            *lines,
            "enum { UNLIMITED, ROUNDS, WINDOWS };",
            "typedef int (*Test)(C *, I player, const Val *args);",
            "typedef int (*Ability)(C *, I player, I component, const Val *args);",
            _LISTENER,
            f"static const Listener listeners[N_LISTENERS] = {{{', '.join(rows) or '{0}'}}};",
            array("int", "listening", listening),
            f"static const int *const listeners_at[N_WINDOWS] = {{{', '.join(tops) or '0'}}};",
            array("int64_t", "patterns", patterns),
            array("int32_t", "places", [zone for zones in places for zone in zones]),
            *_grid("int32_t", "places_at", grid, players + 1),
            f"static const char *const window_types[N_WINDOWS] = {{{', '.join(types) or '0'}}};",
            f"static const Test takes_part[N_WINDOWS] = {{{', '.join(takes_part) or '0'}}};",
            array("unsigned char", "is_counted", map(int, opener.counted)),
            array("int32_t", "by_machine", [window for windows in machine_windows for window in windows]),
            array("int32_t", "by_machine_at", _starts(map(len, machine_windows))),
        ]

    def _listener(self, one: Listener, patterns: list[int], names: tuple[str, str, str]) -> str:
        first = len(patterns)
        patterns += [number for pair in one.pattern for number in pair]
        card, serial = one.ability.card, one.ability.serial
        components = self.layout.of_card[card]
        # One that is not in this game never listens.
        stamp = (
            self.layout.stamp_slot(serial, components[0]) - self.layout.copy_of[components[0]]
            if components
            else 0
        )
        limit = _LIMITS.get(one.limit, "WINDOWS")
        numbers = (int(one.automatic), limit, first, len(patterns), stamp, one.steps.asked, one.steps.used)
        return f"{{{', '.join(map(str, numbers))}, {', '.join(names)}}}"


def _letter(param: Param) -> str:
    return "l" if param.type.base == "list" else "i"


def _starts(lengths: Iterable[int]) -> list[int]:
    found = [0]
    for length in lengths:
        found.append(found[-1] + length)
    return found


def _or_none(number: int | None) -> str:
    return "INT64_MIN" if number is None else str(number)


def _hashes(name: str, numbers: Sequence[int]) -> str:
    body = ", ".join(f"UINT64_C({number})" for number in numbers) or "0"
    return f"static const uint64_t {name}[] = {{{body}}};"


def _grid(kind: str, name: str, rows: Sequence[Sequence[int]], width: int) -> list[str]:
    body = ",\n".join("{" + ", ".join(map(str, row)) + "}" for row in rows if row) or "{0}"
    return [f"static const {kind} {name}[][{max(1, width)}] = {{\n{body}}};"]
