"""What requests send: objects as JSON, and nothing else."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request


async def body_of(request: Request) -> dict[str, Any]:
    """Return the object that a request sends as JSON; an empty one for anything else."""
    try:
        sent = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    return sent if isinstance(sent, dict) else {}
