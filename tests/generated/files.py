"""The files of a generated game: as data, as YAML, and loaded."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rulewright.interpreter.content.load import check_game
from rulewright.interpreter.content.model import Game
from rulewright.interpreter.content.packs import open_packs
from rulewright.interpreter.findings import Finding, Findings

Files = dict[str, dict[str, Any]]
"""What stands in each file, by its name below the root; that of a pack begins with `PACKS` and the name of the pack."""

PACKS = "packs/"


class _Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """Writes texts of several lines as a person would."""


def _text(dumper: Any, text: str) -> yaml.ScalarNode:
    if text in ("yes", "no"):
        return dumper.represent_scalar("tag:yaml.org,2002:bool", text)  # type: ignore[no-any-return]
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # type: ignore[no-any-return]


_Dumper.add_representer(str, _text)


def as_yaml(data: object) -> str:
    """Return data as YAML."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


def shown(files: Files) -> str:
    """Return all files as one text."""
    return "\n".join(f"# {name}\n{as_yaml(data)}" for name, data in files.items())


@cache
def _folder() -> Path:
    """Return a folder of this process for the files of one game after another, and for the packs beside it."""
    folder = tempfile.mkdtemp(prefix="rulewright-generated-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def loaded(files: Files) -> tuple[Game | None, list[Finding]]:
    """Check the game that the files make, with its packs; return it, if it has no errors, and what was found."""
    root = _folder() / "game"
    for old in [*_folder().glob("*/*/tiny/*"), *_folder().glob("packs/*/*/tiny/*")]:
        old.unlink()
    for name in ("rules/tiny", "cards/tiny"):
        (root / name).mkdir(parents=True, exist_ok=True)
    packs: dict[str, Path] = {}
    for name, data in files.items():
        path = (_folder() if name.startswith(PACKS) else root) / name
        if name.startswith(PACKS):
            pack = name.split("/")[1]
            packs[pack] = _folder() / PACKS / pack
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_yaml(data), encoding="utf-8")
    findings = Findings()
    game = check_game("tiny", root, findings, open_packs(packs.values(), root, ["tiny"]))
    return game, list(findings)
