"""The setting of a match: all that stays the same while it is played, shared by its clones."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.interpreter.content.model import Game, RoundKind
from rulewright.interpreter.state.layout import PHASE, PLAYING, ROUND, STAGE, Layout
from rulewright.interpreter.state.naming import Naming
from rulewright.interpreter.state.program import Program
from rulewright.interpreter.state.state import State


@dataclass(frozen=True, slots=True)
class Setting:
    """The game, its numbering, the variants it was opened with (by name) and the players' names in seat order."""

    game: Game
    layout: Layout
    program: Program
    naming: Naming
    options: dict[str, int]
    names: tuple[str, ...]

    def round_kind(self, number: int) -> RoundKind | None:
        """Return the kind of a round, or None when the rules name no phases for it."""
        return next((kind for kind in self.game.round_kinds if number in kind.rounds), None)

    def phases(self, number: int) -> tuple[str, ...]:
        """Return the names of the phases of a round, in order."""
        kind = self.round_kind(number)
        return kind.phases if kind is not None else ()

    def phase(self, state: State) -> str | None:
        """Return the name of the running phase; None outside of the rounds."""
        v = state.v
        phases = self.phases(v[ROUND]) if v[STAGE] == PLAYING else ()
        return phases[v[PHASE]] if 0 <= v[PHASE] < len(phases) else None


# Numbering a big game takes longer than a small match; the last few games are kept.
_KEPT = 8
_numbered: list[tuple[Game, Program, dict[int, Layout]]] = []


def numbering_of(game: Game, players: int) -> tuple[Program, Layout]:
    """Return the numbers of a game's statements and, for a number of players, of its components, zones and slots."""
    found = next((entry for entry in _numbered if entry[0] is game), None)
    if found is None:
        found = (game, Program(game), {})
        _numbered.append(found)
        del _numbered[:-_KEPT]
    _, program, layouts = found
    if players not in layouts:
        layouts[players] = Layout(game, players)
    return program, layouts[players]


def setting_for(game: Game, names: tuple[str, ...], options: dict[str, int]) -> Setting:
    """Return the setting of a match, numbering the game when it is met for the first time."""
    program, layout = numbering_of(game, len(names))
    return Setting(game, layout, program, Naming(game, layout, names), options, names)
