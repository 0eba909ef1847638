"""Lays packs over generated games: cards that come with a pack or replace others, and rules that only the pack has.

The game itself is taken apart: a pack gets some of its cards and declarations, so that whoever plays without it misses
what others refer to, and it adds to what stays.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from tests.generated.files import PACKS, Files

NAMES = ("guests", "second-guests")
_MOVED = ("actions", "values", "windows", "tables", "counters", "state")
"""What a pack may declare in place of the game."""


def with_packs(files: Files, seed: int) -> Files:
    """Return the files of a game, and now and then those of one or two packs, of which some were its own."""
    rng = Random(f"packs of {seed}")
    if rng.random() < 0.7:
        return files
    files = copy.deepcopy(files)
    replaced: set[str] = set()
    for name in NAMES[: rng.choice((1, 1, 2))]:
        _Writer(files, rng, name, replaced).write()
    return files


class _Writer:
    """Writes one pack."""

    def __init__(self, files: Files, rng: Random, name: str, replaced: set[str]) -> None:
        self.files = files
        self.rng = rng
        self.name = name
        self.replaced = replaced
        """What packs before have replaced: silence never replaces it again."""

    def write(self) -> None:
        """Add the files of the pack, if there are any; a pack is never empty."""
        cards = [name for name in self.files if name.startswith("cards/") and "cards" in self.files[name]]
        if cards and self.rng.random() < 0.9:
            self._cards(self.rng.choice(cards))
        rules = self._rules()
        if rules:
            self.files[f"{PACKS}{self.name}/rules/tiny/more.yaml"] = rules

    def _cards(self, file: str) -> None:
        whole = self.files[file]
        ids = [id_ for id_ in whole["cards"] if id_ not in self.replaced]
        if not ids:
            return
        found: dict[str, Any] = {}
        shown, copied = self.rng.choice(ids), self.rng.choice(ids)
        if self.rng.random() < 0.7:
            # The same id, or another one: what the rules say of the old one holds for it.
            id_ = shown if self.rng.random() < 0.4 else f"guest-of-{self.name}"
            found[id_] = copy.deepcopy(whole["cards"][copied]) | {"replaces": shown}
            self.replaced |= {shown, id_}
        if self.rng.random() < 0.5:
            found[f"one-more-of-{self.name}"] = copy.deepcopy(whole["cards"][copied])
        if len(ids) > 2 and self.rng.random() < 0.4:
            moved = self.rng.choice([id_ for id_ in ids if id_ not in self.replaced and id_ != shown])
            found[moved] = whole["cards"].pop(moved)
            self.replaced.add(moved)
        if found:
            self.files[f"{PACKS}{self.name}/{file}"] = {"kind": whole["kind"], "cards": found}

    def _rules(self) -> dict[str, Any]:
        game = self.files["rules/tiny/game.yaml"]
        found: dict[str, Any] = {}
        for section in _MOVED:
            if game.get(section) and self.rng.random() < 0.3:
                name = self.rng.choice(list(game[section]))
                found[section] = {name: game[section].pop(name)}
                if not game[section]:
                    del game[section]
        for section in ("setup", "ending"):
            if section in game and self.rng.random() < 0.3:
                found[section] = copy.deepcopy(game[section])
        if game.get("enums") and self.rng.random() < 0.2:
            found["enums"] = {self.rng.choice(list(game["enums"])): {"more values": [f"new-of-{self.name}"]}}
        return found
