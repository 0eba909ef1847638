"""A decision that a player has to make, and the options there are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

Lazy = str | Callable[[], str]


NOBODY_DECIDES = -1
"""The seat that decides where chance does."""

UNKNOWN = -2
"""How many may be picked, where that is not to be told."""


class Choice:
    """One option of a decision.

    `id` is stable and readable, `value` what it stands for: a number, flag (0 or 1), seat, enum position or component
    number for a choice; the position of the branch in a `one of`; the component in a window's menu; 1 for `yes`, 0 for
    `pass`, -1 for `done` and for the action of an `at any decision`.
    """

    __slots__ = ("_label", "id", "value")

    def __init__(self, id_: str, value: int, label: Lazy) -> None:
        self.id = id_
        self.value = value
        self._label = label

    @property
    def label(self) -> str:
        """The words a person reads; made when first asked for."""
        if not isinstance(self._label, str):
            self._label = self._label()
        return self._label

    def __repr__(self) -> str:
        return f"Choice({self.id!r})"


class Decision:
    """A question to one player: `player` is the seat (from 0), `options` has at least one choice, in a stable order.

    `picked` holds the ids picked before in a choice of several, `among` those of the whole list from which they are
    picked in order; of those `least` to `most` are picked (-1: any number, -2: not known). `kind` is choose, may, one
    of, window, or chance (`ChanceDecision`).
    """

    __slots__ = ("_prompt", "among", "kind", "least", "most", "options", "picked", "player")

    def __init__(
        self,
        player: int,
        prompt: Lazy,
        options: tuple[Choice, ...],
        kind: str,
        picked: tuple[str, ...] = (),
        among: tuple[str, ...] = (),
        bounds: tuple[int, int] = (1, 1),
    ) -> None:
        self.player = player
        self._prompt = prompt
        self.options = options
        self.kind = kind
        self.picked = picked
        self.among = among
        self.least, self.most = bounds

    @property
    def prompt(self) -> str:
        """The words of the question; made when first asked for."""
        if not isinstance(self._prompt, str):
            self._prompt = self._prompt()
        return self._prompt

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the options, in their order."""
        return tuple(choice.id for choice in self.options)

    def __repr__(self) -> str:
        return f"Decision(player={self.player}, prompt={self.prompt!r}, options={list(self.ids)})"


class ChanceDecision(Decision):
    """What chance decides in a match opened with `chance="asked"`: a question to nobody (`player` is -1).

    `name` is what a playthrough calls it behind `chance:`, the name that a random number is given to, or a zone.
    `weights` say how likely each option is beside the others, whole numbers from 1 on, and `seeded` is the position of
    the option that the match's seed gives.
    """

    __slots__ = ("name", "seeded", "weights")

    def __init__(
        self, name: str, prompt: Lazy, options: tuple[Choice, ...], weights: tuple[int, ...], seeded: int
    ) -> None:
        super().__init__(NOBODY_DECIDES, prompt, options, "chance")
        self.name = name
        self.weights = weights
        self.seeded = seeded

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The probability of each option, exact; their sum is 1."""
        whole = sum(self.weights)
        return tuple(Fraction(weight, whole) for weight in self.weights)
