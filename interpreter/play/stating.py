"""Answers what a match asks of chance by what a playthrough states, and by the seed where it states nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from rulewright.interpreter.findings import Span, nearest
from rulewright.interpreter.match.playable import Playable
from rulewright.interpreter.play.choices import Unclear, find_option, listed
from rulewright.interpreter.play.script import Chance, Word
from rulewright.interpreter.play.stated import is_open
from rulewright.interpreter.state.decision import ChanceDecision


class Stop(Protocol):
    """Adds a finding and ends the playthrough."""

    def __call__(self, code: str, span: Span, message: str, suggestion: str | None = None) -> NoReturn: ...


class Stating:
    """What is stated and has not come yet, by names, each in its order.

    `apply` takes an option for a place in the script. What is stated of a zone waits until its components are drawn;
    anything else must come before the next question to a player.
    """

    def __init__(self, match: Playable, apply: Callable[[int, Span], None], stop: Stop) -> None:
        self._match = match
        self._apply = apply
        self._stop = stop
        self._waiting: dict[str, list[Word]] = {}

    def state(self, step: Chance) -> None:
        """Take note of what is stated."""
        for stated in step.stated:
            self._waiting.setdefault(stated.name.text, []).extend(stated.words)

    def settle(self, span: Span) -> None:
        """Answer all that is asked of chance, up to the next question to a player; `span` is the place of the step."""
        while isinstance(decision := self._match.decision, ChanceDecision):
            self._answer(decision, span)
        for name, words in self._waiting.items():
            if words and not is_open(self._match, name):
                self._left(name, words[0])

    def settle_what_is_stated(self, span: Span) -> None:
        """Answer as far as something that is stated is still to come."""
        while isinstance(decision := self._match.decision, ChanceDecision) and any(self._waiting.values()):
            self._answer(decision, span)

    def end(self) -> None:
        """Stop at what has never come."""
        for name, words in self._waiting.items():
            if words:
                self._left(name, words[0])

    def _answer(self, decision: ChanceDecision, span: Span) -> None:
        words = self._waiting.get(decision.name)
        if words:
            word = words.pop(0)
            self._apply(self._meant(decision, word), word.span)
        else:
            self._apply(decision.seeded, span)

    def _meant(self, decision: ChanceDecision, word: Word) -> int:
        found = find_option(self._match, decision, word.text)
        if isinstance(found, Unclear):
            # A copy is meant by its number, and its card stands for all of them.
            component = self._match.layout.by_id.get(word.text, -1)
            if component >= 0:
                card = self._match.game.cards[self._match.layout.card_of[component]].id
                if card in decision.ids:
                    return decision.ids.index(card)
            if found.ambiguous:
                self._stop("RW521", word.span, found.message)
            message = f"chance cannot give {word.text!r} for {decision.name} here; it can give {listed(decision.ids)}"
            self._stop("RW521", word.span, message, nearest(word.text, decision.ids))
        return found

    def _left(self, name: str, word: Word) -> None:
        message = f"chance is not asked for {name} here, so {word.text!r} cannot come"
        self._stop("RW521", word.span, message)
