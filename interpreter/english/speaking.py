"""What every part of the English of formulas shares: the game, its titles, and what the parts ask of one another."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rulewright.interpreter.content.model import Game
from rulewright.interpreter.english.known import Called, Names, ThisCard
from rulewright.interpreter.english.titles import Titles, name_words
from rulewright.interpreter.language import checked as c


class Speaker(ABC):
    """Speaks formulas; `names` says what the bound names of a text mean.

    `apart` are the words for those names of a text of which two would else be called alike.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.titles = Titles(game)
        self.apart: dict[str, str] = {}

    @abstractmethod
    def noun(self, names: Names, expr: c.Expr, among: str = "and") -> str:
        """Return what a formula gives; `among` joins a list's items."""

    @abstractmethod
    def condition(self, names: Names, expr: c.Expr) -> str:
        """Return a clause that is true when the formula holds."""

    @abstractmethod
    def counter(self, names: Names, counter: str, index: c.Expr | None, number: object = None) -> str:
        """Return what is counted: the counter's title, with the value of the enum by which it is kept."""

    @abstractmethod
    def template(self, names: Names, template: c.Template) -> str:
        """Return the words of a template."""

    def possessive(self, names: Names, expr: c.Expr) -> str:
        """Return whose something is: `your`, `the player's`."""
        if isinstance(expr, c.Local):
            meaning = names.get(expr.name)
            if isinstance(meaning, Called | ThisCard):
                return meaning.possessive
        return possessive_of(self.noun(names, expr))

    def zone(self, names: Names, expr: c.ZoneRef) -> str:
        """Return a place."""
        title = self.titles.zone(expr.scope, expr.zone)
        if expr.holder is None:
            return f"the {title}"
        return f"{self.possessive(names, expr.holder)} {title}"

    def local(self, names: Names, expr: c.Local) -> str:
        """Return what a bound name is called."""
        meaning = names.get(expr.name)
        if isinstance(meaning, Called | ThisCard):
            return meaning.words
        return f"the {name_words(expr.name)}"


def possessive_of(words: str) -> str:
    """Return whose something is that words are a name of."""
    if words in ("it", "they", "you"):
        return {"it": "its", "they": "their", "you": "your"}[words]
    return f"{words}'" if words.startswith("those ") and words.endswith("s") else f"{words}'s"


def called(words: str, apart: str = "") -> Called:
    """Return a name that is called by some words."""
    return Called(words, possessive_of(words), apart)
