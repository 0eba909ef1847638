"""What the matches on both machines whose chance is asked have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rulewright.interpreter.state.asked import Asking, places_as_open
from rulewright.interpreter.state.errors import MatchOver
from rulewright.interpreter.state.setting import Setting

if TYPE_CHECKING:

    class _Match:
        """What is built on, of the match behind this in the order of bases."""

        @property
        def state(self) -> Any: ...  # noqa: ANN401  # each machine has states of its own
        def resampled(self, seed: int = 0) -> Self: ...

else:
    _Match = object


class AsksChance(_Match):
    """A match in which chance is asked; it stands before the class of a match among the bases."""

    asks_chance: ClassVar[bool] = True
    asks_sure: ClassVar[bool] = False
    """Whether chance is asked also where it has one answer only."""

    _asking: Asking | None = None

    @staticmethod
    def _set(setting: Setting) -> Setting:
        return replace(setting, layout=setting.layout.asked)

    def resampled(self, seed: int = 0) -> Self:
        """Return a copy in which all that the player who decides cannot see is dealt anew, as any match does.

        Raises MatchOver when nobody decides, as where chance does.
        """
        if self._asking is not None:
            raise MatchOver
        copy = super().resampled(seed)
        places_as_open(self.state.z, copy.state.z)
        return copy
