"""Keys of dice: what Python's own generator is begun with for a text, for machines that have the same generator."""

from __future__ import annotations

from hashlib import sha512


def key_of(text: str) -> bytes:
    """Return what `random.Random(text)` is begun with: bytes, the lowest first, a multiple of four of them."""
    data = text.encode()
    data += sha512(data).digest()
    return data[::-1].ljust(-(-len(data) // 4) * 4, b"\0")
