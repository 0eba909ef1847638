"""When an ability can be used, in English: its window, and how often it can be used there."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.interpreter.content.model import Ability, Game, Window
from rulewright.interpreter.english.formulas import Formulas
from rulewright.interpreter.english.known import Called, Known, Names, known
from rulewright.interpreter.english.titles import name_words
from rulewright.interpreter.english.words import clause_of, substituted
from rulewright.interpreter.language import checked as c
from rulewright.interpreter.language.walking import inner_blocks

_LIMITS = {"round": "once a round", "opening": "once each time", "none": "any number of times"}


class WindowWords:
    """Speaks windows: by their documentation, else by their titles."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.formulas = Formulas(game)
        self.titles = self.formulas.titles

    def names(self, ability: Ability) -> Names:
        """Return what the names of an ability mean: the window's parameters as far as `when:` says, `me`, `this`."""
        found: Names = {"me": Called("you", "your"), "this": self.titles.this(ability.card, ability.side)}
        for param, wanted in zip(self.game.windows[ability.window].params, ability.pattern, strict=True):
            words = f"the {name_words(param.name)}"
            value = known(self.game, {}, wanted) if wanted is not None else None
            found[param.name] = (
                Called(words, f"{words}'s", of_head=True) if value is None else Known(value, param.type)
            )
        return found

    def when(self, ability: Ability) -> str:
        """Return the moment as words that can stand in front of a colon."""
        window = self.game.windows[ability.window]
        words = clause_of(window.about) or window.title or name_words(window.name)
        stated = []
        for param, meaning in ((param, self.names(ability)[param.name]) for param in window.params):
            if isinstance(meaning, Known):
                value = self.titles.value(meaning.type, meaning.value)
                changed = substituted(words, param.name, value, f"{value}'s")
                stated += [value] if changed == words else []
                words = changed
        words += f" ({', '.join(stated)})" if stated else ""
        conditions = self._conditions(window, ability)
        return words + (f", if {' and '.join(conditions)}" if conditions else "")

    def _conditions(self, window: Window, ability: Ability) -> list[str]:
        """Return what must hold: to take part at that moment, and for the ability itself."""
        names = self.names(ability)
        wanted = [({**names, "player": names["me"]}, window.takes_part), (names, ability.condition)]
        stated = [(inner, formula) for inner, formula in wanted if formula is not None]
        return [
            f"({self.formulas.condition(inner, formula)})"
            if len(stated) > 1 and isinstance(formula, c.AnyOf)
            else self.formulas.condition(inner, formula)
            for inner, formula in stated
        ]

    def limit(self, ability: Ability) -> str:
        """Return how often the ability can be used; empty where the moment comes no more often anyway."""
        window = self.game.windows[ability.window]
        if ability.limit == "opening" and window.limit == "opening":
            return ""
        if ability.limit == "round" and self._comes_once_a_round(window, ability):
            return ""
        return _LIMITS[ability.limit]

    def _comes_once_a_round(self, window: Window, ability: Ability) -> bool:
        offers = list(_all_offers(self.game, window.name))
        if len(offers) != 1 or window.opens:
            return False
        offer, loops = offers[0]
        return all(_meets_once(loop, offer, ability) for loop in loops)


def _meets_once(loop: c.Stmt, offer: c.Offer, ability: Ability) -> bool:
    """Say whether an ability is met by the offer in one turn of a loop only."""
    match loop:
        case c.ForEach(acting=True) | c.If() | c.OneOf() | c.AsPlayer():
            return True
        case c.May():
            return not loop.repeated
        case c.ForEach():
            return any(
                isinstance(arg, c.Local) and arg.name == loop.items.name and wanted is not None
                for arg, wanted in zip(offer.args, ability.pattern, strict=True)
            )
    return False


def _all_offers(game: Game, window: str) -> Iterator[tuple[c.Offer, tuple[c.Stmt, ...]]]:
    """Yield the offers of a window with the statements around them; those outside of phases count as in a loop."""
    for phase in game.phases.values():
        yield from _offers(phase.body, window, ())
    anywhere = c.While(game.rank.span, game.rank, ())
    blocks = [action.body for action in game.actions.values()]
    blocks += [body for card in game.cards for side in card.sides for body in side.effects.values()]
    blocks += [ability.body for ability in game.abilities]
    for block in blocks:
        yield from _offers(block, window, (anywhere,))
    # What stands in the set-up and the ending happens once a game.
    for block in (game.setup, game.ending):
        yield from _offers(block, window, ())


def _offers(
    block: c.Block, window: str, around: tuple[c.Stmt, ...]
) -> Iterator[tuple[c.Offer, tuple[c.Stmt, ...]]]:
    for statement in block:
        if isinstance(statement, c.Offer) and statement.window == window:
            yield statement, around
        for inner in inner_blocks(statement):
            yield from _offers(inner, window, (*around, statement))
