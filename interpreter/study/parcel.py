"""A game's files packed into plain data, for machines that have none of them: what is played there is what was sent."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from rulewright.interpreter.content.load import load_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.records import record
from rulewright.interpreter.study.plan import Plan


class DigestDiffers(Exception):
    """What was unpacked is not the game that was packed; another version of the program would be a reason."""


@record
class Parcel:
    """The files of a game, and of its packs, with their names below a root; `digest` is that of the game."""

    game: str
    digest: str
    files: tuple[tuple[str, bytes], ...]
    packs: tuple[str, ...]


@record
class Order:
    """A plan without its game, which travels as a parcel."""

    parcel: Parcel
    names: tuple[str, ...]
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    details: bool


def order_of(plan: Plan) -> Order:
    """Pack a plan."""
    options = tuple(sorted(plan.options.items()))
    return Order(parcel_of(plan.game), plan.names, plan.bots, options, plan.seed, plan.details)


def plan_of(order: Order) -> Plan:
    """Unpack a plan. Raises DigestDiffers."""
    game = unpacked(order.parcel)
    return Plan(game, order.names, order.bots, dict(order.options), order.seed, order.details)


def parcel_of(game: Game) -> Parcel:
    """Pack a game."""
    files = [(f"root/{name}", path) for name, path in _files_below(game.root, game.id)]
    packs = []
    for number, pack in enumerate(game.packs):
        # Packs may have the same name and lie in different folders.
        place = f"packs/{number}/{pack.folder.name}"
        packs.append(place)
        files += [(f"{place}/{name}", path) for name, path in _files_below(pack.folder, game.id)]
    return Parcel(
        game.id, game.digest, tuple((name, path.read_bytes()) for name, path in files), tuple(packs)
    )


def _files_below(root: Path, game: str) -> list[tuple[str, Path]]:
    folders = (root / "rules" / game, root / "cards" / game)
    found = (path for folder in folders if folder.is_dir() for path in folder.rglob("*") if path.is_file())
    return sorted((path.relative_to(root).as_posix(), path) for path in found)


@cache
def unpacked(parcel: Parcel) -> Game:
    """Return the game of a parcel, read once in each process. Raises DigestDiffers."""
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        root = Path(folder)
        (root / "root" / "cards").mkdir(parents=True)
        for name, content in parcel.files:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        game = load_game(parcel.game, root / "root", [root / pack for pack in parcel.packs])
    if game.digest != parcel.digest:
        message = (
            f"the game that arrived has the digest {game.digest[:12]}, but {parcel.digest[:12]} was sent"
        )
        raise DigestDiffers(message)
    return game
