"""Hunts for differences between the compiled machine and the native one, in generated games.

`python -m tests.generated.natively SECONDS SEED [--edits | --shipped]` builds and plays one game after another, from a
seed on, until the seconds are over, and prints what differs: generated games, shipped ones edited at random, or shipped
ones as they are. With `CFLAGS=-fsanitize=address,undefined` and the library that belongs to it preloaded, it hunts for
accesses outside of bounds, too.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from rulewright.interpreter.content.load import check_game, game_names, load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content_roots import find_root
from rulewright.interpreter.fast.match import FastMatch
from rulewright.interpreter.findings import ContentError, Findings
from rulewright.interpreter.native.match import NativeMatch
from rulewright.interpreter.state.errors import MatchError, RuleError
from tests.generated.edits import _copied, edited
from tests.generated.files import loaded
from tests.generated.games import generated
from tests.generated.in_step import opening_of

M = TypeVar("M", bound=FastMatch)
MOST = 40
"""How many decisions are taken of a game."""


def numbers_of(match: FastMatch) -> object:
    """Everything that a position is made of."""
    state = match.state
    return state.v, [list(zone) for zone in state.z], state.k[2:], state.f, tuple(state.o), state.p


def opened(how: Callable[[], M]) -> M | str:
    """Open a match, or return the words of the fault that its set-up meets."""
    try:
        return how()
    except RuleError as error:
        return str(error)


def outcome(match: FastMatch) -> object:
    """What a match comes to as it stands; the words of the fault where the result has one."""
    try:
        return match.scores(), match.winners(), match.estimates()
    except RuleError as error:
        return str(error)


def tried(match: FastMatch, option: int) -> str:
    """Take an option, and return the words of the fault that it meets."""
    try:
        match.apply(option)
    except MatchError as error:
        return str(error)
    return ""


def play_in_step(game: Game, seed: int) -> str:
    """Play a game on both machines; return in a word how it ended. Raises AssertionError where they differ."""
    opening = opening_of(game, seed)
    given = {"seed": opening.seed, "options": opening.options, "ask_forced": opening.ask}
    fast = opened(lambda: FastMatch(game, opening.players, **given))  # type: ignore[arg-type]
    native = opened(lambda: NativeMatch(game, opening.players, wait=True, **given))  # type: ignore[arg-type]
    if isinstance(fast, str) or isinstance(native, str):
        assert fast == native
        return "fault at once"
    if not native.is_native:
        assert native._natives is not None
        assert not native._natives.message, native._natives.message
        return native.why_not
    chance = random.Random(seed)
    for _ in range(MOST):
        assert numbers_of(fast) == numbers_of(native)
        assert outcome(fast) == outcome(native)
        if not fast.choices:
            return "over"
        if chance.random() < 0.2:
            native = native.clone()
        if chance.random() < 0.1:
            native = NativeMatch.resume(game, native.save())
        option = chance.randrange(fast.choices)
        one, other = tried(fast, option), tried(native, option)
        assert one == other
        if one:
            return "fault"
        assert native.is_native, f"more than there is room for: {native.why_not}"
    here, there = playouts_of(native), playouts_of(on_python(native))
    assert here == there
    return "stopped"


def playouts_of(match: NativeMatch) -> object:
    """Some playouts of a match, not too deep; the words of a fault where they meet one."""
    try:
        return match.playouts(5, seed=3, depth=30)
    except RuleError as error:
        return str(error)


def on_python(match: NativeMatch) -> NativeMatch:
    """The same match on the Python machine."""
    copy = match.clone()
    copy._natives = None
    copy._go_to_python()
    return copy


def game_of(seed: int, *, edits: bool) -> Game | None:
    """A generated game, or a shipped one edited at random; None for one that is refused."""
    if not edits:
        return loaded(generated(seed, frozenset()))[0]
    return edited_game(seed)


def edited_game(seed: int) -> Game | None:
    """A shipped game edited at random; None for one that is refused."""
    edit = edited(seed)
    folder = _copied(edit.root, edit.game)
    path = folder / edit.file
    path.write_text(edit.after, encoding="utf-8")
    try:
        return check_game(edit.game, folder, Findings())
    except ContentError:
        return None
    finally:
        path.write_text(edit.before, encoding="utf-8")


def main(words: list[str]) -> int:
    """Hunt, and return 1 when something was found."""
    if len(words) < 2 or not all(word.isdecimal() for word in words[:2]):
        print(__doc__)
        return 2
    end, seed = time.monotonic() + int(words[0]), int(words[1])
    names = game_names(find_root()) if "--shipped" in words else []
    met, first = Counter[str](), seed
    while time.monotonic() < end:
        game = load_game(names[seed % len(names)]) if names else game_of(seed, edits="--edits" in words)
        try:
            met["refused" if game is None else play_in_step(game, seed)] += 1
        except Exception:  # noqa: BLE001  # whatever goes wrong is what is looked for
            met["failed"] += 1
            print(f"seed {seed}:", traceback.format_exc(), flush=True)
        seed += 1
    print(f"seeds {first} to {seed - 1}: {', '.join(f'{count} {word}' for word, count in met.most_common())}")
    return 1 if met["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
