"""Changes of values in English: whom they concern, under which condition, and what the value becomes."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game, ValueChange
from rulewright.interpreter.english.formulas import Formulas
from rulewright.interpreter.english.known import Called, Names, ThisCard, known
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import clause_of, sentence, substituted
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes

_YOU = Called("you", "your")
_PLAYERS = {"opponents": "each opponent", "all": "each player"}
_WHOSE = {"owner": " of yours", "opponents": " of your opponents", "all": ""}


class Changes:
    """Speaks the changes that cards make to values of the rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.formulas = Formulas(game)
        self.titles = self.formulas.titles

    def change(self, change: ValueChange) -> str:
        """Return a change to a value of the rules as a sentence."""
        value = self.game.values[change.value]
        subject = value.params[0].name
        names = self._names(change)
        about, rest = self._put_in(clause_of(value.about) or f"“{value.title}”", change)
        each, later = self._subject(change)
        # A condition on the subject can be told only behind the words for it.
        asked = each is not _YOU and rest is not None and _speaks_of(rest, subject)
        named = substituted(about, subject, each.words, each.possessive, (later.words, later.possessive))
        untold = named == about and (change.whose != "owner" or _speaks_of(change.number, subject))
        before = ""
        player = value.params[0].type.base == "player"
        if asked or (each is not _YOU and (untold or (not player and _owns_first(about, subject)))):
            before = f"for {each.words}, "
            named = substituted(about, subject, later.words, later.possessive)
        names[subject] = later
        if rest is not None and asked:
            before += f"if {self.formulas.condition(names, rest)}, "
        this = self.titles.this(change.card, change.side)
        also = ""
        if rest is not None and not asked:
            here: Names = {**names, "this": ThisCard(change.card, change.side, "it", "its")}
            also = f" and {self.formulas.condition(here, rest)}"
        number = known(self.game, names, change.number)
        changed = _changed(named, change.op, number, self.formulas.noun(names, change.number))
        return sentence(f"As long as you have {this.words}{also}: {before}{changed}")

    def _names(self, change: ValueChange) -> Names:
        """Return what `this` and the parameters of the value mean."""
        names: Names = {"this": self.titles.this(change.card, change.side)}
        for param in self.game.values[change.value].params:
            words = f"the {name_words(param.name)}"
            names[param.name] = Called(words, f"{words}'s", of_head=True)
        return names

    def _subject(self, change: ValueChange) -> tuple[Called, Called]:
        """Return whom or what the change concerns: as it is met first, and as it is called from there on."""
        subject = self.game.values[change.value].params[0]
        if subject.type.base != "player":
            is_kind = subject.type.base == "component" and subject.type.names == (subject.name,)
            noun = self.titles.item(subject.type) if is_kind else name_words(subject.name)
            each, that = f"each {noun}{_WHOSE[change.whose]}", f"that {noun}"
            return Called(each, f"{each}'s"), Called(that, f"{that}'s")
        if change.whose == "owner":
            return _YOU, _YOU
        each = _PLAYERS[change.whose]
        that = each.replace("each", "that")
        return Called(each, f"{each}'s"), Called(that, f"{that}'s")

    def _put_in(self, about: str, change: ValueChange) -> tuple[str, c.Expr | None]:
        """Return the documentation with what the condition says of parameters put in, and the rest of the condition."""
        condition = change.condition
        parts = (
            condition.parts if isinstance(condition, c.AllOf) else (() if condition is None else (condition,))
        )
        left: list[c.Expr] = []
        for part in parts:
            changed = about
            if isinstance(part, c.Compare) and part.op == "==" and isinstance(part.left, c.Local):
                value = known(self.game, {}, part.right)
                if value is not None:
                    words = self.titles.value(part.right.type, value)
                    changed = substituted(about, part.left.name, words, f"{words}'s")
            if changed == about:
                left.append(part)
            about = changed
        if not left:
            return about, None
        return about, left[0] if len(left) == 1 else c.AllOf(left[0].span, left[0].type, tuple(left))


def _speaks_of(formula: c.Expr, name: str) -> bool:
    return any(isinstance(node, c.Local) and node.name == name for node in nodes(formula))


def _owns_first(about: str, subject: str) -> bool:
    """Say whether what belongs to the subject is met first: `each tile of yours` has no possessive."""
    first = about.lower().partition(f"the {name_words(subject)}")[2]
    return first.startswith("'s")


def _changed(about: str, op: str, number: int | tuple[int, ...] | None, words: str) -> str:
    """Return what a value becomes: as a plain clause where the value's documentation allows it."""
    text = about[:1].lower() + about[1:]
    if text.startswith("whether ") and op == "to" and number in (0, 1):
        clause = text.removeprefix("whether ")
        return clause if number else f"it is not so that {clause}"
    # Behind `of` stand many; what follows other words may be a clause, and one needs another verb.
    if text.startswith("how many of ") and isinstance(number, int) and number > 1:
        rest = text.removeprefix("how many ")
        if op == "add":
            return f"{number} more {rest}"
        if op in ("at_least", "at_most"):
            return f"{op.replace('_', ' ')} {number} {rest}"
    mark = "," if "," in text else ""
    if op == "add":
        falls = isinstance(number, int) and number < 0
        by = words.removeprefix("-") if falls else words
        return f"{text}{mark} {'falls' if falls else 'rises'} by {by}"
    bound = {"to": "", "at_least": "at least ", "at_most": "at most "}[op]
    return f"{text}{mark} is {bound}{words}"


__all__ = ["Changes"]
