"""Everything that can go wrong while a match is opened or played, one class for each mistake."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.findings import Span, nearest
from rulewright.interpreter.journal.events import Cause
from rulewright.interpreter.state.limits import written

# An endless recursion has hundreds of rules above it.
_SHOWN = 12


class MatchError(Exception):
    """Any error of a match; its text is plain words for the person who made the mistake."""


class RuleError(MatchError):
    """The content asks for something impossible, found while it was carried out.

    `span` is the place in the content, `message` says what is wrong, `rule` names the card or rule that was running
    ("action x", "card y front", "phase z") and `above` the rules that had called it, innermost first. `cards` are those
    that the rule was carried out for, with their places, where no rule is theirs: a number of theirs may be the cause.
    """

    def __init__(
        self, span: Span, message: str, rule: str | None = None, above: tuple[Cause, ...] = ()
    ) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.rule = rule
        self.above = above
        self.cards: tuple[Cause, ...] = ()
        self._site = span

    def __reduce__(self) -> tuple[object, ...]:
        # As it is: what an error is made with is not what it holds once it has passed through rules.
        return _as_it_was, (type(self), self.args, vars(self))

    def pass_through(self, rule: str, site: Span) -> None:
        """Note that the error leaves `rule`, which had been called at `site` of the rule above."""
        if self.rule is None:
            self.rule = rule
        else:
            self.above += (Cause(self._site, rule),)
        self._site = site

    def concerns(self, cards: tuple[Cause, ...]) -> None:
        """Note the cards that it is about, unless those are known that stand nearer to it."""
        self.cards = self.cards or cards

    def leave_out_cards_with_rules(self) -> None:
        """Take out the cards of which a rule was running, which is told with its place anyway."""
        rules = [self.rule or "", *(cause.rule for cause in self.above)]
        self.cards = tuple(
            card
            for card in self.cards
            if not any(rule == card.rule or rule.startswith(f"{card.rule} ") for rule in rules)
        )

    def __str__(self) -> str:
        place = f"{self.span.file}:{self.span.line}:{self.span.column}"
        lines = [f"{place}: {self.message} (in {self.rule})" if self.rule else f"{place}: {self.message}"]
        lines += [f"  for {card.rule} at {card.span.file}:{card.span.line}" for card in self.cards]
        lines += [
            f"  called from {cause.span.file}:{cause.span.line}:{cause.span.column} (in {cause.rule})"
            for cause in self.above[:_SHOWN]
        ]
        if len(self.above) > _SHOWN:
            lines.append(f"  and so on, {len(self.above) - _SHOWN} more")
        return "\n".join(lines)


class NeverEnds(RuleError):
    """The content goes on and on without a decision, or its rules call one another without end."""


class TooLarge(RuleError):
    """The content makes a number larger than any game needs: a product, a counter or a state."""


class MatchFailed(MatchError):
    """The match stopped at a `RuleError` (kept in `error`) and refuses every further step."""

    def __init__(self, error: RuleError) -> None:
        super().__init__(f"this match stopped at a fault of its content: {error}")
        self.error = error


class TooManyOutcomes(MatchError):
    """Chance was to be asked for one of more numbers than can be put to anybody; `number` says how many."""

    def __init__(self, number: int) -> None:
        super().__init__(f"chance cannot be asked here: it has {written(number)} outcomes, each a number")
        self.number = number


class MatchOver(MatchError):
    """A step was asked of a match that has ended."""

    def __init__(self) -> None:
        super().__init__("the match is over; there is nothing left to decide")


class IllegalOption(MatchError):
    """An option that the present decision does not have.

    `given` is what was asked for, `legal` holds the ids there are, `suggestion` is the nearest of them or None.
    """

    def __init__(self, given: int | str, legal: Sequence[str]) -> None:
        self.given = given
        self.legal = tuple(legal)
        self.suggestion = nearest(given, self.legal) if isinstance(given, str) else None
        if isinstance(given, str):
            hint = f"; did you mean {self.suggestion!r}?" if self.suggestion else ""
            text = f"there is no option {given!r}{hint}"
        else:
            text = f"there is no option number {given}; they run from 0 to {len(self.legal) - 1}"
        super().__init__(f"{text} (legal: {', '.join(self.legal)})")


class WrongPlayers(MatchError):
    """The number of players or their names do not fit the game."""


class UnknownOption(MatchError):
    """A variant that the game does not have, or a value that the variant does not allow.

    `given` is the wrong word, `known` the right ones, `suggestion` the nearest of them or None.
    """

    def __init__(self, message: str, given: str, known: Sequence[str]) -> None:
        self.given = given
        self.known = tuple(known)
        self.suggestion = nearest(given, self.known)
        hint = f"; did you mean {self.suggestion!r}?" if self.suggestion else ""
        super().__init__(f"{message}{hint} (known: {', '.join(self.known) or 'none'})")


class BadPosition(MatchError):
    """A stated position that the game cannot have."""


class BadSave(MatchError):
    """A save that is not whole, or whose moves no longer lead anywhere."""


class ContentChanged(BadSave):
    """A save of another content: `saved` and `present` are the two digests."""

    def __init__(self, saved: str, present: str) -> None:
        super().__init__(f"the save belongs to other content: saved with {saved}, present is {present}")
        self.saved = saved
        self.present = present


class ChanceChanged(BadSave):
    """A save whose chance was drawn in another way, so that its seed brings another game now."""

    def __init__(self, saved: object) -> None:
        way = "from one stream for everything" if saved is None else f"in the way {saved!r}"
        super().__init__(
            f"the save cannot be gone on with: its chance was drawn {way}, and this program draws it by names, so the"
            " same seed brings another game"
        )
        self.saved = saved


class BuildChanged(BadSave):
    """A save of the same content, but of another build of the program: `saved` and `present` are the two digests."""

    def __init__(self, saved: str, present: str) -> None:
        super().__init__(
            "the save was made by another build of this program, which lays out its positions differently: saved with"
            f" {saved}, present is {present}; a playthrough or a save with moves outlives builds"
        )
        self.saved = saved
        self.present = present


def _as_it_was(class_: type[RuleError], args: tuple[object, ...], held: dict[str, object]) -> RuleError:
    """Return an error that comes from another process."""
    error = class_.__new__(class_, *args)
    vars(error).update(held)
    return error
