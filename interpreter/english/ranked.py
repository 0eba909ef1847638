"""Who is ranked at the end of a game, in English: why somebody may have no score."""

from __future__ import annotations

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.english.formulas import Called, Formulas
from rulewright.interpreter.language import checked as c


def who_is_ranked(game: Game) -> str:
    """Return a sentence that tells whom alone the result of a game ranks; empty where it ranks everybody."""
    rank = game.rank
    if isinstance(rank, c.Players):
        return ""
    formulas = Formulas(game)
    if not isinstance(rank, c.Aggregate) or not isinstance(rank.items.list, c.Players):
        one = isinstance(rank, c.MakeList) and len(rank.parts) == 1
        return f"Only {formulas.noun({}, rank)} {'is' if one else 'are'} ranked."
    if rank.items.where is None:
        return ""
    # The verb is that of several, as behind `they`.
    words = formulas.condition({rank.items.name: Called("they", "their")}, rank.items.where)
    told = (
        f"who {words.removeprefix('they ')}" if words.startswith("they ") else f"of whom it is true: {words}"
    )
    return f"Only players {told} are ranked."
