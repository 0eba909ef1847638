"""Makes HTML of data: every text of the content is escaped, unless a template itself has it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from urllib.parse import quote

import jinja2
from markupsafe import Markup

STATIC = Path(__file__).parent / "static"
_TEMPLATES = Path(__file__).parent / "templates"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["data"] = data_block
    environment.filters["counted"] = counted
    environment.filters["in_path"] = lambda text: quote(text, safe="")
    return environment


def drawn(template: str, values: Mapping[str, object]) -> str:
    """Return a template filled with values."""
    return str(_environment().get_template(template).render(values))


def data_block(value: object, id_: str) -> Markup:
    """Return plain data as an element of a page that scripts read; nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return Markup('<script type="application/json" id="{}">{}</script>').format(id_, Markup(text))  # noqa: S704


def counted(number: int, word: str) -> str:
    """Return a number with its noun."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
