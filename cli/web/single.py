"""Pages in one file each, to send to somebody: they need no server, no network and nothing beside them."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from rulewright.cli.web.drawing import STATIC, drawn
from rulewright.cli.web.faces import CardFace
from rulewright.cli.web.numbers import comparison_values, statistics_values
from rulewright.cli.web.pages import cards_values

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)


def cards_file(title: str, faces: Sequence[CardFace]) -> str:
    """Return the cards of a game as one page, with search and filter."""
    values = cards_values(faces, None)
    return _page("single_cards.html", title, f"{title}: cards", ("base", "cards"), "cards", values)


def replay_file(title: str, heading: str, values: Mapping[str, Any]) -> str:
    """Return a replay as one page; `values` hold the replay, the faces of the cards and the script."""
    settings: dict[str, Any] = {"id": None, "editor": None, "told": []}
    return _page(
        "single_replay.html",
        title,
        heading,
        ("base", "cards", "table"),
        "replay",
        {**values, "settings": settings, "seats": (), "edits": False, "link": None},
    )


def statistics_file(told: Mapping[str, Any], heading: str, names: Mapping[str, str] | None = None) -> str:
    """Return what `simulate` told as one page; `names` are those of cards by their ids.

    Raises KeyError and TypeError for anything else.
    """
    values = {**statistics_values(told, names or {}), "complaints": ""}
    return _page("single_statistics.html", str(told["game"]), heading, ("base",), "dom", values)


def comparison_file(told: Mapping[str, Any], heading: str) -> str:
    """Return what `compare` told as one page."""
    values = {**comparison_values(told), "complaints": ""}
    return _page("comparison.html", str(told["game"]), heading, ("base",), "dom", values)


def _page(
    body: str, title: str, heading: str, styles: Sequence[str], module: str, values: Mapping[str, Any]
) -> str:
    style = "\n".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in styles)
    program = bundled(module)
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(program)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    own = {
        "policy": policy,
        "title": title,
        "heading": heading,
        "body": body,
        # Our own files, which hold neither a closing tag nor a word of any game.
        "style": Markup(style),  # noqa: S704
        "program": Markup(program),  # noqa: S704
    }
    return drawn("single.html", {**values, **own})


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def bundled(module: str) -> str:
    """Return a module with all that it imports as one, each kept in a function of its own."""
    parts: dict[str, str] = {}
    _bundle(module, parts)
    return "\n".join(parts.values())


def _bundle(name: str, parts: dict[str, str]) -> None:
    text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    for _, other in _IMPORT.findall(text):
        if other not in parts:
            _bundle(other, parts)
    exported = ", ".join(_EXPORT.findall(text))
    inner = _EXPORT.sub("", _IMPORT.sub(r"const { \1 } = of_\2;\n", text))
    parts[name] = f"const of_{name} = (() => {{\n{inner}\nreturn {{ {exported} }};\n}})();"
