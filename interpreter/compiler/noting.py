"""Writes the lines that note what happens, for a build that keeps a journal.

They stand beside the others and change nothing of them: without them the source is that of the build without a journal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.compiler.code import Code
from interpreter.compiler.failing import draws
from interpreter.compiler.notes import CANNOT_START, NO_BRANCH, NOT_POSSIBLE, NOTHING_TO_CHOOSE, Sort
from interpreter.content.model import Game
from interpreter.findings import Span
from interpreter.language import checked as c
from interpreter.state.layout import DRAWN, TURN_ORDER


@dataclass(frozen=True, slots=True)
class NotedSite:
    """A statement that notes something: its place, the unit it stands in, and a word of its own.

    The word is the verb of a change, how components move, the name of a field, or a name that is bound.
    """

    span: Span
    unit: str
    word: str


@dataclass(slots=True)
class NoteWriter:
    """Writes notes; `unit` is the one being written, `sites` numbers the statements met so far."""

    game: Game
    unit: str = ""
    sites: dict[NotedSite, int] = field(default_factory=dict)

    def site(self, span: Span, word: str = "") -> int:
        """Return the number of a statement of the present unit."""
        return self.sites.setdefault(NotedSite(span, self.unit, word), len(self.sites))

    # ---------------------------------------------------------------- what is called
    def calls(self, code: Code, statement: c.Stmt, span: Span | None = None) -> None:
        """Note the place of what is about to be called: it notes by itself what it does."""
        code.note(f"s.c = {self.site(span or statement.span, _word(statement))}", statement.span)

    def begins(self, action: str, params: list[str]) -> str:
        """Return the line at the head of an action; its parameters follow the player who acts."""
        number = tuple(self.game.actions).index(action)
        return f"began(s, {number}, {params[0]}, ({''.join(f'{name}, ' for name in params[1:])}))"

    def not_possible(self, player: str) -> str:
        """Return the line of an action whose needs are not met."""
        return f"s.j.append(({Sort.SKIPPED:d}, s.c, {player}, {NOT_POSSIBLE}))"

    # ---------------------------------------------------------------- questions
    def nothing_to_choose(self, statement: c.Choose, player: str) -> str:
        """Return the line of a choice without an option."""
        return f"s.j.append({self._skipped(statement, player, NOTHING_TO_CHOOSE)})"

    def nothing_more(self, statement: c.Choose, player: str, picked: str) -> str:
        """Return the line of a choice of several that offers nothing, or nothing more."""
        ended = f"({Sort.ENDED:d}, {self.site(statement.span)}, {player})"
        if statement.quantity == "some":
            skipped = self._skipped(statement, player, NOTHING_TO_CHOOSE)
            return f"s.j.append({ended} if {picked} else {skipped})"
        return f"if {picked}: s.j.append({ended})"

    def no_branch(self, statement: c.OneOf, player: str) -> str:
        """Return the line of a `one of` of which no branch can start."""
        return f"s.j.append({self._skipped(statement, player, NO_BRANCH)})"

    def cannot_start(self, statement: c.May, player: str, left: str | None) -> str:
        """Return the line of a `may` that is not, or no longer, asked; `left` says how often it still could be."""
        if not statement.repeated:
            return f"s.j.append({self._skipped(statement, player, CANNOT_START)})"
        used_up = "False" if left is None else f"{left} <= 0"
        return f"may_ends(s, {self.site(statement.span)}, {player}, {used_up})"

    def not_yet(self, statement: c.May) -> str:
        """Return the line that says that nobody has said yes to a repeated `may` yet."""
        return f"s.m[{self.site(statement.span)}] = 1"

    def answered(self, statement: c.May) -> str:
        """Return the line that takes this back."""
        return f"s.m[{self.site(statement.span)}] = 0"

    def _skipped(self, statement: c.Stmt, player: str, reason: int) -> str:
        return f"({Sort.SKIPPED:d}, {self.site(statement.span)}, {player}, {reason})"

    # ---------------------------------------------------------------- changes
    def before(self, code: Code, slot: str) -> None:
        """Keep a slot and what is in it; the change may make its text mean another one."""
        code.note(f"at = {slot}; was = v[at]")

    def changed(self, code: Code, statement: c.Stmt) -> None:
        """Note the change of that slot, if it is one."""
        site = self.site(statement.span, _word(statement))
        is_counter = isinstance(statement, c.Change) or (
            isinstance(statement, c.Assign) and isinstance(statement.target, c.PlayerCounter)
        )
        sort = Sort.COUNTER if is_counter else Sort.STATE
        code.note(f"if v[at] != was: s.j.append(({sort:d}, {site}, at, was, v[at]))")

    def before_sums(self, code: Code, sums: str) -> None:
        """Keep what is in the slots of sums."""
        code.note(f"was = {{slot: v[slot] for slot in {sums}}}")

    def changed_sums(self, code: Code, statement: c.Change) -> None:
        """Note the changes of those slots."""
        code.note(f"changes(s, {self.site(statement.span, statement.verb)}, was)")

    def before_order(self, code: Code) -> None:
        """Keep the turn order."""
        code.note(f"was = tuple(z[{TURN_ORDER}])")

    def changed_order(self, code: Code, statement: c.Assign) -> None:
        """Note a change of the turn order."""
        order, site = f"tuple(z[{TURN_ORDER}])", self.site(statement.span)
        code.note(f"if {order} != was: s.j.append(({Sort.ORDER:d}, {site}, was, {order}))")

    # ---------------------------------------------------------------- chance
    def before_chance(self, code: Code, formula: c.Expr) -> None:
        """Keep how many numbers have been drawn, where a formula may draw some."""
        if draws(formula):
            code.note(f"drawn = v[{DRAWN}]")

    def drawn(self, code: Code, formula: c.Expr, name: str, value: str) -> None:
        """Note the value that a formula with chance in it gave to a name."""
        if draws(formula):
            site = self.site(formula.span, name)
            code.note(f"if v[{DRAWN}] != drawn: s.j.append(({Sort.DRAWN:d}, {site}, {value}))")


def _word(statement: c.Stmt) -> str:
    match statement:
        case c.Change():
            return statement.verb
        case c.Assign():
            return "set"
        case c.Run():
            return statement.field
    return type(statement).__name__.lower()
