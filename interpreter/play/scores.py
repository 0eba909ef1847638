"""What final scores are made of, and why somebody is not ranked, in words."""

from __future__ import annotations

from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import nodes
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.wording import Wording
from rulewright.interpreter.state.limits import written


class FinalScores:
    """Tells the parts of the scores of a match that is over."""

    def __init__(self, match: Playable, words: Wording) -> None:
        self._match = match
        self._words = words

    def parts(self, seat: int) -> str:
        """Return what a player's score adds up from; empty where it is one number alone."""
        terms = _terms(self._match.game.rank_by[0])
        if len(terms) < 2:
            return ""
        return " + ".join(self._part(term, seat) for term in terms)

    def tie_break(self, seat: int, others: list[int]) -> str:
        """Return by what a player is before others with the same score; empty where the score decides."""
        keys = self._match.game.rank_by
        if any(self._number(keys[0], other) == self._number(keys[0], seat) for other in others):
            for key in keys[1:]:
                if all(self._number(key, other) != self._number(key, seat) for other in others):
                    return self._part(key, seat)
        return ""

    def why_unranked(self, seat: int) -> str:
        """Return what of a player the rules look at who rank others only: the numbers that are not 0."""
        rank = self._match.game.rank
        if not isinstance(rank, c.Aggregate):
            return ""
        told = []
        for node in nodes(rank.items.where):
            if isinstance(node, c.PlayerCounter) and node.index is None:
                number = self._match.evaluate(node, {rank.items.name: seat})
                if isinstance(number, int) and number:
                    told.append(f"{written(number)} {self._words.counter(node.counter, -1, number)}")
        return ", ".join(dict.fromkeys(told))

    def _number(self, formula: c.Expr, seat: int) -> int:
        number = self._match.evaluate(formula, {"player": seat})
        assert isinstance(number, int)
        return number

    def _part(self, term: c.Expr, seat: int) -> str:
        number = self._number(term, seat)
        if isinstance(term, c.PlayerCounter) and term.index is None:
            return f"{written(number)} {self._words.counter(term.counter, -1, number)}"
        # Few games need it, and English takes long to be read in.
        from rulewright.interpreter.english.formulas import Formulas
        from rulewright.interpreter.english.known import Called

        words = Formulas(self._match.game).noun({"player": Called("they", "their")}, term)
        return f"{written(number)} ({words.removeprefix('their ')})"


def _terms(formula: c.Expr) -> list[c.Expr]:
    """Return what a formula adds up."""
    if isinstance(formula, c.Arithmetic) and formula.op == "+":
        return [*_terms(formula.left), *_terms(formula.right)]
    return [formula]
