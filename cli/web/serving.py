"""Serves the pages at a port of this machine, until somebody interrupts it."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn

from rulewright.cli.output import CommandError
from rulewright.cli.web.guard import App, Guard, new_key

HOST = "127.0.0.1"
_PATIENCE = 1
"""Seconds that answers which are being given may take when the server ends."""


def serve(
    app: App, place: str, *, port: int, told: Callable[[str], None], browser: bool, ends: Callable[[], None]
) -> None:
    """Serve an app until an interrupt. `told` is given the address of a place with its key once somebody listens.

    `port` 0 means any free one. `ends` is called as soon as the end begins, so that whoever waits is let go.
    Raises CommandError when the port cannot be had, and KeyboardInterrupt at the end.
    """
    listening = _bound(port)
    own_port = int(listening.getsockname()[1])
    key = new_key()
    address = f"http://{HOST}:{own_port}{place}{'&' if '?' in place else '?'}key={key}"
    config = uvicorn.Config(
        Guard(app, key=key, port=own_port),
        log_level="warning",
        access_log=False,
        lifespan="off",
        ws="none",
        loop="asyncio",
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    server = uvicorn.Server(config)
    end = server.handle_exit

    def ending(number: int, frame: FrameType | None) -> None:
        ends()
        end(number, frame)

    start = server.startup

    async def starting(sockets: list[socket.socket] | None = None) -> None:
        await start(sockets)
        # Not earlier: an interrupt that meets an import may be lost, so nobody is told before the end can be had.
        told(address)
        if browser:
            # A browser that is started here may keep its caller waiting.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    server.handle_exit = ending  # type: ignore[method-assign,assignment,unused-ignore]
    server.startup = starting  # type: ignore[method-assign,assignment,unused-ignore]
    server.run(sockets=[listening])


def _bound(port: int) -> socket.socket:
    """Return a socket that listens on this machine only. Raises CommandError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"port {port} cannot be used: {why}; without --port a free one is taken") from None
    return listening
