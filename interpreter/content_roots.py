"""Where the content lies: a folder that is named, else what a wheel carries, else the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# A wheel carries the content beside the interpreter, where a checkout has links to it (see CONTRIBUTING.md).
_BUNDLED = _PACKAGE.parent / "bundled"
_CHECKOUT = _PACKAGE.parent
_PARTS = ("rules", "cards")


class ContentRootError(Exception):
    """No content where it was looked for; the message says where, and what was wanted."""


def find_root(explicit: Path | None = None) -> Path:
    """The folder with `rules/` and `cards/`.

    `explicit` is the folder that a user names; without one, the folder bundled with the package, else the checkout.
    Raises ContentRootError when the folder does not exist or lacks one of the two.
    """
    if explicit is not None:
        _require(explicit)
        return explicit
    root = installed_root()
    _require(root)
    return root


def installed_root() -> Path:
    """The folder of the content that is there when nobody names one: bundled with the package, else the checkout."""
    return _BUNDLED if _BUNDLED.is_dir() else _CHECKOUT


def schema_dir() -> Path:
    """The folder of the JSON Schemas; they come with the interpreter, not with the content that a user names."""
    bundled = _BUNDLED / "schemas"
    return bundled if bundled.is_dir() else _CHECKOUT / "schemas"


def _require(root: Path) -> None:
    if not root.is_dir():
        raise ContentRootError(f"{root} is no folder; wanted one with the folders rules and cards in it")
    missing = [name for name in _PARTS if not (root / name).is_dir()]
    if missing:
        raise ContentRootError(
            f"{root} has no folder {' and no folder '.join(missing)}; wanted one with rules and cards in it"
        )
