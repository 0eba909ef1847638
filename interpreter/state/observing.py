"""Who is told what the reference interpreter does beyond what the journal notes, while coverage is counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rulewright.interpreter.content.model import Ability, ValueChange
from rulewright.interpreter.language.checked import Block


class Observer(Protocol):
    """Takes note of what is reached."""

    def began(self, block: Block) -> None:
        """Take note of a block that begins to run."""

    def offered(self, abilities: Iterable[Ability]) -> None:
        """Take note of abilities that a player may use now."""

    def opened(self, window: str) -> None:
        """Take note of a window that opens."""

    def worked_out(self, value: str) -> None:
        """Take note of a value that is worked out."""

    def changed(self, change: ValueChange) -> None:
        """Take note of a change that a card makes to a value."""
