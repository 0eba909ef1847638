"""Puts a game together as one file of C: sizes and tables, the runtime, and the functions of the game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.interpreter.compiler.build import BuildWriter
from rulewright.interpreter.compiler.c.module import ModulePrinter, PrintedModule
from rulewright.interpreter.compiler.c.types import NotTranslated
from rulewright.interpreter.fast.machine import Machine
from rulewright.interpreter.fast.windows import FIRST_OWN
from rulewright.interpreter.native.layout import LayoutPrinter
from rulewright.interpreter.state.setting import numbering_of

RUNTIME = Path(__file__).parent / "runtime"
"""The folder of the runtime's sources."""

MOST_IN_ONE_FILE = 150_000
"""A game whose functions have more letters than this is compiled in two files at once."""

_SHARED_BLOCKS = ("main_block", "window_block", "window_answered", "sending_block", "swapping_block")

_FIELDS = """
typedef struct { int at, n; } Row;
static inline int in_row(C *c, Row row, I i) { return row.at + (int)checked_end(c, i, row.n); }
static inline L row_of(const E *items, Row row) { L l = {(E *)items + row.at, row.n, 0}; return l; }
static inline I key_in(I place, I key, I low, I size) {
  return place < 0 || key < low || key - low >= size ? -1 : place * size + (key - low);
}
static inline I dense(C *c, const int64_t *entries, I place, int must, I otherwise) {
  I found = place < 0 ? NO_ENTRY : entries[place];
  if (found != NO_ENTRY) return found;
  if (must) fail(c);
  return otherwise;
}
static inline I how_many(C *c, I low, I high, I step, I most) {
  if (step < 1) fail(c);
  if (high < low) return 0;
  I width = sub(c, high, low);
  if (most != INT64_MAX && width / step >= most) fail(c);
  return width / step + 1;
}
"""

_NO_FIELDS = """
static inline int field_of(C *c, I component) { return component == -1 ? NC : (int)checked(c, component, NC); }
/* Notes that the effect of a component's card is run for a player, where somebody counts. */
static inline void note_effect(C *c, I component, I player) {
  if (UNLIKELY(c->uses != 0)) c->uses[card_of[checked(c, component, NC)] * NP + checked(c, player, NP)]++;
}
static inline int side_up(C *c, I component) { return component < 0 ? 0 : side_of(c, component); }
static int no_effect(C *c, I me, I this) { (void)c; (void)me; (void)this; return THROUGH; }
static int never_starts(C *c, I me, I this) { (void)c; (void)me; (void)this; return 0; }
static int never_starts_then(C *c, I me, I this, const Later *then, I declined) {
  (void)then; (void)declined;
  return never_starts(c, me, this);
}
"""


def sources_of(machine: Machine) -> list[str]:
    """Return the C of the game that a machine plays: one file, or two that are compiled side by side.

    Raises NotTranslated, which says why it cannot be said in C.
    """
    game, program = machine.game, numbering_of(machine.game, machine.layout.players)[0]
    writer = BuildWriter(
        game,
        machine.layout,
        program,
        machine.options,
        ask_forced=machine.ask_forced,
        first_block=FIRST_OWN,
    )
    printed = ModulePrinter(writer.lowered().module, len(game.cards)).printed()
    shared, last = _shared(machine, printed), _last(machine, printed)
    first, second = _halves(printed.bodies)
    if not first:
        return [_joined(["#define OWN static", *shared, *second, *last])]
    seen = "#define OWN extern"
    return [_joined([seen, *shared, *first]), _joined([seen, *shared, *second, *last])]


def _joined(parts: Sequence[str]) -> str:
    return "\n".join(parts) + "\n"


def _halves(bodies: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the functions of a large game in two parts of about the same length; nothing in the first for others."""
    whole = sum(map(len, bodies))
    if whole < MOST_IN_ONE_FILE:
        return (), bodies
    length = number = 0
    while 2 * length < whole:
        length += len(bodies[number])
        number += 1
    return bodies[:number], bodies[number:]


def _shared(machine: Machine, printed: PrintedModule) -> list[str]:
    """Return what the functions of the game need to stand before them."""
    if not machine.layout.ids and printed.abilities:
        raise NotTranslated("there are abilities, but no components")
    most = max(printed.slots, default=0)
    layout = LayoutPrinter(machine, most, printed.longest_key, memos=printed.longest_key > 0)
    return [
        *layout.sizes(),
        *_sizes(machine, printed),
        _runtime("dice.h"),
        _runtime("base.h"),
        *layout.tables(),
        _FIELDS,
        _runtime("lists.h"),
        _runtime("chance.h"),
        *layout.sight(),
        _runtime("shown.h"),
        _runtime("moving.h"),
        _runtime("sight.h"),
        *printed.data,
        *printed.heads,
        _NO_FIELDS,
        *printed.tables,
        *layout.windows(printed.abilities, printed.takes_part),
        *_extras(printed),
        _runtime("windows.h"),
    ]


def _last(machine: Machine, printed: PrintedModule) -> list[str]:
    """Return what stands behind the functions of the game."""
    return [
        *_course(machine, printed),
        *_blocks(printed),
        _runtime("course.h"),
        _runtime("ahead.h"),
        _runtime("dealing.h"),
        _runtime("python.h"),
        _runtime("many.h"),
        _runtime("learning.h"),
        _runtime("batch.h"),
        _runtime("module.h"),
    ]


def _runtime(name: str) -> str:
    return (RUNTIME / name).read_text(encoding="utf-8")


def _sizes(machine: Machine, printed: PrintedModule) -> list[str]:
    phases = max([1, *map(len, _phases(machine))])
    return [
        f"#define N_BLOCKS {FIRST_OWN + len(printed.blocks)}",
        f"#define N_EXTRAS {max(1, len(printed.extras))}",
        f"#define MOST_PHASES {phases}",
    ]


def _phases(machine: Machine) -> list[tuple[str, ...]]:
    return [machine.phase_names(number) for number in range(machine.game.last_round + 1)]


def _extras(printed: PrintedModule) -> list[str]:
    starts = ", ".join(test for test, _ in printed.extras) or "0"
    runs = ", ".join(run for _, run in printed.extras) or "0"
    return [
        "typedef int (*Act)(C *, I player);",
        f"static const Act extra_starts[N_EXTRAS] = {{{starts}}};",
        f"static const Act extra_runs[N_EXTRAS] = {{{runs}}};",
    ]


def _course(machine: Machine, printed: PrintedModule) -> list[str]:
    """Return what the course of the game calls: phases by round, and the parts that every game has."""
    fixed = printed.fixed
    rows = [[printed.phases[name] for name in names] for names in _phases(machine)]
    body = ",\n".join("{" + (", ".join(row) or "0") + "}" for row in rows)
    return [
        "typedef int (*Unit)(C *);",
        "typedef int (*Block)(C *, Fr *);",
        f"#define the_ending {fixed['ENDING']}",
        f"#define set_up {fixed['SETUP']}",
        f"#define set_up_alike {fixed['SETUP_ALIKE']}",
        f"#define the_rounds_end {fixed['UNTIL']}",
        f"#define the_ranked {fixed['RANKED']}",
        f"#define ranked_by {fixed['RANKED_BY']}",
        f"#define the_estimate {fixed['ESTIMATE']}",
        f"#define the_standing {fixed['STANDING']}",
        f"static const Unit phases[LAST_ROUND + 1][MOST_PHASES] = {{\n{body}}};",
        f"static const int phases_in[] = {{{', '.join(str(len(row)) for row in rows)}}};",
    ]


def _blocks(printed: PrintedModule) -> list[str]:
    named: Sequence[str] = [
        *_SHARED_BLOCKS,
        *["no_block"] * (FIRST_OWN - len(_SHARED_BLOCKS)),
        *printed.blocks,
    ]
    slots = [0] * FIRST_OWN + printed.slots
    return [
        "static int main_block(C *, Fr *);",
        "static int no_block(C *, Fr *);",
        f"static const Block blocks[N_BLOCKS] = {{{', '.join(named)}}};",
        f"static const int slots_of_block[N_BLOCKS] = {{{', '.join(map(str, slots))}}};",
    ]
