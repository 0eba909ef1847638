"""The games below a root, each loaded once; whoever only checks them loads nothing that plays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interpreter.content.load import check_game, game_names, packs_for
from rulewright.interpreter.content.packs import Pack, joined
from rulewright.interpreter.findings import Findings

if TYPE_CHECKING:
    from rulewright.interpreter.content.model import Game
    from rulewright.interpreter.play.possible import PossibleOptions
    from rulewright.interpreter.state.layout import Layout


class Games:
    """The games below a root, each loaded and checked once with the packs that are laid over it."""

    def __init__(self, root: Path, packs: Sequence[Pack] = ()) -> None:
        self.root = root
        self.packs = tuple(packs)
        self.names = game_names(root)
        self._loaded: dict[tuple[str, tuple[Pack, ...]], tuple[Game | None, Findings]] = {}
        self._layouts: dict[tuple[str, str, int], Layout] = {}
        self._possible: dict[tuple[str, str, int], PossibleOptions] = {}

    def load(self, name: str, needed: Sequence[Pack] = ()) -> tuple[Game | None, Findings]:
        """Return a game, None when its content has errors, and what was found in its content.

        `needed` are packs that a playthrough asks for; those of all games come behind them, in their own order.
        Raises PackError when two different packs have the same name.
        """
        packs = packs_for(name, joined((*(pack for pack in needed if pack not in self.packs), *self.packs)))
        if (name, packs) not in self._loaded:
            findings = Findings()
            game = check_game(name, self.root, findings, packs)
            self._loaded[name, packs] = (game, findings)
        return self._loaded[name, packs]

    def layout(self, game: Game, players: int) -> Layout:
        """Return the numbering of a game for a number of players."""
        from rulewright.interpreter.state.layout import Layout

        key = (game.id, game.digest, players)
        if key not in self._layouts:
            self._layouts[key] = Layout(game, players)
        return self._layouts[key]

    def possible(self, game: Game, players: int) -> PossibleOptions:
        """Return what the options of a game can be called with a number of players."""
        from rulewright.interpreter.play.possible import PossibleOptions

        key = (game.id, game.digest, players)
        if key not in self._possible:
            self._possible[key] = PossibleOptions(game, self.layout(game, players))
        return self._possible[key]
