"""How a match is opened, whichever machine plays it: the players' names, the variants, and the option that is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index

from rulewright.interpreter.content.model import Game, Option
from rulewright.interpreter.language.checker.world import ANSWERS
from rulewright.interpreter.state.errors import IllegalOption, UnknownOption, WrongPlayers
from rulewright.interpreter.state.setting import Setting, setting_for

_NAME = re.compile(r"[^\W\d_]\w*(-\w+)*")
PLAYER_NAME = "wanted are letters, digits, _ and hyphens inside, beginning with a letter"
"""What a player's name looks like, for people."""

MOST_SEED_DIGITS = 1_000
_SEEDS = 10**MOST_SEED_DIGITS


@dataclass(frozen=True, slots=True)
class Step:
    """A decision that was asked and answered: the seat of the player and the id of the option."""

    player: int
    id: str


def open_setting(
    game: Game, players: int | Sequence[str] | None, options: Mapping[str, str] | None
) -> Setting:
    """Return the setting for players (their number, names, or None for the fewest) and variants by their words.

    Raises WrongPlayers and UnknownOption.
    """
    return setting_for(game, _player_names(game, players), _option_values(game, options or {}))


def position_of(option: int | str, ids: Sequence[str]) -> int:
    """Return the position of an option that is given by its id or its position. Raises IllegalOption."""
    if isinstance(option, str):
        if option in ids:
            return ids.index(option)
    else:
        try:
            position = index(option)
        except TypeError:
            raise IllegalOption(option, ids) from None
        if 0 <= position < len(ids):
            return position
    raise IllegalOption(option, ids)


def seed_as_given(seed: int) -> int:
    """Return a seed that is a whole number. Raises TypeError and, for too many digits, ValueError."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {seed!r}")
    if abs(seed) >= _SEEDS:
        raise ValueError(f"a seed has at most {MOST_SEED_DIGITS} digits")
    return seed


def option_words(setting: Setting) -> dict[str, str]:
    """Return every variant of the game with the word it was opened with."""
    return {name: _word(option, setting.options[name]) for name, option in setting.game.options.items()}


def is_player_name(word: str) -> bool:
    """Say whether a player can be called so; formulas name players, so a name is one word of any alphabet."""
    return _NAME.fullmatch(word) is not None


def _player_names(game: Game, players: int | Sequence[str] | None) -> tuple[str, ...]:
    if players is None:
        players = game.min_players
    if isinstance(players, str):
        raise WrongPlayers("give the players' names as a list, not as one text")
    count = players if isinstance(players, int) else len(players)
    if not game.min_players <= count <= game.max_players:
        wanted = str(game.min_players)
        if game.max_players != game.min_players:
            wanted += f" to {game.max_players}"
        raise WrongPlayers(f"{game.title} is for {wanted} players, not {count}")
    names = tuple(f"Player{n}" for n in range(1, players + 1)) if isinstance(players, int) else tuple(players)
    for name in names:
        if not is_player_name(name):
            raise WrongPlayers(f"{name!r} cannot be a player's name: {PLAYER_NAME}")
        if name in ANSWERS:
            raise WrongPlayers(f"{name!r} cannot be a player's name: it is what is answered at a decision")
    if len(set(names)) < len(names):
        raise WrongPlayers("two players have the same name")
    return names


def _option_values(game: Game, given: Mapping[str, str]) -> dict[str, int]:
    for name in given:
        if name not in game.options:
            raise UnknownOption(f"{game.title} has no option {name!r}", name, list(game.options))
    return {
        name: _option_value(option, str(given[name])) if name in given else option.default
        for name, option in game.options.items()
    }


def _option_value(option: Option, word: str) -> int:
    if word not in option.values:
        raise UnknownOption(f"the option {option.name} cannot be {word!r}", word, option.values)
    if option.type.base == "flag":
        return int(word == "yes")
    return int(word) if option.type.base == "number" else option.values.index(word)


def _word(option: Option, value: int) -> str:
    if option.type.base == "flag":
        return "yes" if value else "no"
    return str(value) if option.type.base == "number" else option.values[value]
