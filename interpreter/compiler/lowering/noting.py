"""Lowers what is noted of what happens, for a build that keeps a journal.

Notes stand beside the other statements and change nothing of them: without them the code is that of the build without a
journal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.interpreter.compiler.form import nodes as f
from rulewright.interpreter.compiler.form import runtime
from rulewright.interpreter.compiler.form.code import Code
from rulewright.interpreter.compiler.form.symbols import COURSE, EVERYTHING, Function, Symbol
from rulewright.interpreter.compiler.lowering.tree import draws
from rulewright.interpreter.compiler.notes import (
    CANNOT_START,
    NO_BRANCH,
    NOT_POSSIBLE,
    NOTHING_TO_CHOOSE,
    Sort,
)
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.findings import Span
from rulewright.interpreter.journal.events import NOT_KEPT
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.state.layout import DRAWN, TURN_ORDER

_AT, _WAS, _DRAWN = Symbol("at", "own"), Symbol("was", "own"), Symbol("drawn", "own")
"""What notes keep from before a change: the slot, what was in it, and how many numbers were drawn."""

_NOT_KEPT = f.Num(NOT_KEPT)


@dataclass(frozen=True, slots=True)
class NotedPlace:
    """A statement that notes something: its place, the unit it stands in, and a word of its own.

    The word is the verb of a change, how components move, the name of a field, or a name that is bound.
    """

    span: Span
    unit: Function | None
    word: str


Noted = tuple[f.Stmt, ...]


@dataclass(slots=True)
class Notes:
    """Lowers notes; `unit` is the function being lowered, `sites` numbers the statements met so far."""

    game: Game
    unit: Function | None = None
    sites: dict[NotedPlace, int] = field(default_factory=dict)

    def site(self, span: Span, word: str = "") -> int:
        """Return the number of a statement of the present unit."""
        return self.sites.setdefault(NotedPlace(span, self.unit, word), len(self.sites))

    # ---------------------------------------------------------------- what is called
    def calls(self, code: Code, statement: c.Stmt, span: Span | None = None) -> None:
        """Note the place of what is about to be called: it notes by itself what it does."""
        with code.noted(statement.span) as note:
            note.add(f.NoteSite(self.site(span or statement.span, _word(statement)), note.span))

    def begins(self, action: str, params: list[Symbol]) -> f.Block:
        """Return the note at the head of an action; its parameters follow the player who acts."""
        number = tuple(self.game.actions).index(action)
        rest = f.Tuple(tuple(map(f.Use, params[1:])))
        call = f.Call(runtime.BEGAN, (f.Num(number), f.Use(params[0]), rest))
        return (f.Do(call, None),)

    def not_possible(self, player: f.Expr) -> f.Block:
        """Return the note of an action whose needs are not met."""
        return (f.Tell((f.Num(Sort.SKIPPED), f.NotedSite(), player, f.Num(NOT_POSSIBLE)), None),)

    # ---------------------------------------------------------------- questions
    def nothing_to_choose(self, statement: c.Choose, player: f.Expr) -> f.Block:
        """Return the note of a choice without an option."""
        return self._skipped(statement, player, NOTHING_TO_CHOOSE)

    def nothing_more(self, statement: c.Choose, player: f.Expr, picked: Symbol) -> f.Block:
        """Return the note of a choice of several that offers nothing, or nothing more."""
        span = statement.span
        ended = f.Tell((f.Num(Sort.ENDED), f.Num(self.site(span)), player), span)
        otherwise: f.Block = ()
        if statement.quantity == "some":
            otherwise = self._skipped(statement, player, NOTHING_TO_CHOOSE)
        return (f.If((f.Branch(f.Some(f.Use(picked)), (ended,), span),), otherwise, span),)

    def no_branch(self, statement: c.OneOf, player: f.Expr) -> f.Block:
        """Return the note of a `one of` of which no branch can start."""
        return self._skipped(statement, player, NO_BRANCH)

    def cannot_start(self, statement: c.May, player: f.Expr, left: Symbol | None) -> f.Block:
        """Return the note of a `may` that is not, or no longer, asked; `left` says how often it still could be."""
        if not statement.repeated:
            return self._skipped(statement, player, CANNOT_START)
        used_up: f.Expr = f.Truth(False) if left is None else f.Compare(f.Use(left), "<=", f.Num(0))
        args = (f.Num(self.site(statement.span)), player, used_up)
        return (f.Do(f.Call(runtime.MAY_ENDS, args), statement.span),)

    def may(self, statement: c.May, *, unanswered: bool) -> f.Block:
        """Return the note that says whether nobody has said yes to a repeated `may` yet."""
        return (f.NoteMay(self.site(statement.span), unanswered, statement.span),)

    def _skipped(self, statement: c.Stmt, player: f.Expr, reason: int) -> f.Block:
        entry = (f.Num(Sort.SKIPPED), f.Num(self.site(statement.span)), player, f.Num(reason))
        return (f.Tell(entry, statement.span),)

    # ---------------------------------------------------------------- changes
    def before(self, code: Code, slot: f.Slot) -> None:
        """Keep a slot and what is in it; the change may make its index mean another one."""
        with code.noted() as note:
            note.set(_AT, slot.index)
            note.set(_WAS, _NOW)

    def changed(self, code: Code, statement: c.Stmt) -> None:
        """Note the change of that slot, if it is one."""
        site = f.Num(self.site(statement.span, _word(statement)))
        is_counter = isinstance(statement, c.Change) or (
            isinstance(statement, c.Assign) and isinstance(statement.target, c.PlayerCounter)
        )
        sort = f.Num(Sort.COUNTER if is_counter else Sort.STATE)
        with code.noted() as note, note.when(f.Compare(_NOW, "!=", f.Use(_WAS))) as told:
            told.add(f.Tell((sort, site, f.Use(_AT), f.Use(_WAS), _NOW), told.span))

    def before_sums(self, code: Code, sums: Symbol) -> None:
        """Keep what is in the slots of sums."""
        slot = Symbol("slot", "item")
        pair = f.Pair((f.Use(slot), f.Slot(f.Use(slot), EVERYTHING)))
        with code.noted() as note:
            note.set(_WAS, f.Comprehension(pair, slot, f.Use(sums), None))

    def changed_sums(self, code: Code, statement: c.Change) -> None:
        """Note the changes of those slots."""
        with code.noted() as note:
            note.do(runtime.CHANGES, f.Num(self.site(statement.span, statement.verb)), f.Use(_WAS))

    def before_order(self, code: Code) -> None:
        """Keep the turn order."""
        with code.noted() as note:
            note.set(_WAS, _ORDER)

    def changed_order(self, code: Code, statement: c.Assign) -> None:
        """Note a change of the turn order."""
        with code.noted() as note, note.when(f.Compare(_ORDER, "!=", f.Use(_WAS))) as told:
            entry = (f.Num(Sort.ORDER), f.Num(self.site(statement.span)), f.Use(_WAS), _ORDER)
            told.add(f.Tell(entry, told.span))

    # ---------------------------------------------------------------- chance
    def before_chance(self, code: Code, formula: c.Expr) -> None:
        """Keep how many numbers have been drawn, where a formula may draw some."""
        if draws(formula):
            with code.noted() as note:
                note.set(_DRAWN, _NUMBERS_DRAWN)

    def drawn(
        self, code: Code, formula: c.Expr, name: str, value: f.Expr | None, into: f.Expr = _NOT_KEPT
    ) -> None:
        """Note the value that a formula with chance in it gave to a name, or (None) to the slot kept before.

        `into` is what stands in place of a slot, where it is a name.
        """
        if not draws(formula):
            return
        site = f.Num(self.site(formula.span, name))
        with code.noted() as note, note.when(f.Compare(_NUMBERS_DRAWN, "!=", f.Use(_DRAWN))) as told:
            kept = (_NOW, f.Use(_AT)) if value is None else (value, into)
            told.add(f.Tell((f.Num(Sort.DRAWN), site, *kept), told.span))


_NOW = f.Slot(f.Use(_AT), EVERYTHING)
_ORDER = f.Kept(f.Zone(f.Num(TURN_ORDER)))
_NUMBERS_DRAWN = f.Slot(f.Num(DRAWN), COURSE)


def _word(statement: c.Stmt) -> str:
    match statement:
        case c.Change():
            return statement.verb
        case c.Assign():
            return "set"
        case c.Run():
            return statement.field
    if isinstance(statement, c.Move) and statement.on_top:
        return "top"
    return type(statement).__name__.lower()
