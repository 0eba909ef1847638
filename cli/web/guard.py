"""Lets in only who has the key, from this machine and from these pages, with bodies that are not too long."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlencode

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LONGEST_BODY = 1_000_000
"""Bytes; a playthrough of a long game has a tenth of it."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_SAFE_METHODS = ("GET", "HEAD")
_OWN_SITES = ("same-origin", "none")
"""What a browser says of a request that these pages, or a person, made."""


def new_key() -> str:
    """Return a key that nobody guesses."""
    return secrets.token_urlsafe(24)


class Guard:
    """Stands before the pages: refuses strangers, and says in every answer what a browser may do with it."""

    def __init__(self, app: App, *, key: str, port: int) -> None:
        """Guard an app that is served at a port of this machine."""
        self._app = app
        self._key = key
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._cookie = f"rulewright-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, _with_headers(send))

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        named = query.pop("key", [""])[0]
        has_key = bool(named) and secrets.compare_digest(named.encode(), self._key.encode())
        refusal = self._refusal(scope["method"], headers, has_key=has_key)
        if refusal is not None:
            await _answer(send, *refusal)
        elif has_key and scope["method"] in _SAFE_METHODS:
            # The key leaves the address, so that it is not in the history nor in what is copied from there.
            place = scope["path"] + (f"?{urlencode(query, doseq=True)}" if query else "")
            # Two slashes would lead to another machine.
            place = f"/{place.lstrip('/')}"
            cookie = f"{self._cookie}={self._key}; HttpOnly; SameSite=Strict; Path=/"
            await _answer(
                send,
                303,
                "",
                ((b"location", place.encode("latin-1", "replace")), (b"set-cookie", cookie.encode())),
            )
        else:
            await self._pass(scope, receive, send, headers)

    def _refusal(self, method: str, headers: dict[str, str], *, has_key: bool) -> tuple[int, str] | None:
        """Return the status and the words with which a request is refused; None when it is let in."""
        if headers.get("host") not in self._hosts:
            return 421, "These pages are for this machine only: open the address that the program printed."
        origin = headers.get("origin")
        own = [f"http://{host}" for host in self._hosts]
        if origin is not None and origin not in own:
            return 403, "Another page asked for this; only these pages may."
        if method not in _SAFE_METHODS and origin is None:
            return 403, "Only these pages may send something, and a browser says so."
        is_foreign = headers.get("sec-fetch-site", "none") not in _OWN_SITES
        if is_foreign and not (has_key and headers.get("sec-fetch-mode") == "navigate"):
            return 403, "Another page asked for this; only these pages may."
        if not has_key and not self._knows(headers.get("cookie", "")):
            return (
                403,
                "The key is missing: open the whole address that the program printed, with its `?key=`.",
            )
        return None

    def _knows(self, header: str) -> bool:
        try:
            found = SimpleCookie(header).get(self._cookie)
        except CookieError:
            return False
        return found is not None and secrets.compare_digest(found.value.encode(), self._key.encode())

    async def _pass(self, scope: Scope, receive: Receive, send: Send, headers: dict[str, str]) -> None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LONGEST_BODY:
            await _answer(send, 413, _too_long())
            return
        if scope["method"] in _SAFE_METHODS:
            await self._app(scope, receive, send)
            return
        body = await _read(receive)
        if body is None:
            await _answer(send, 413, _too_long())
            return
        handed = False

        async def again() -> Message:
            nonlocal handed
            if handed:
                return await receive()
            handed = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, send)


async def _read(receive: Receive) -> bytes | None:
    """Return the body of a request; None as soon as it is too long, or when nobody is there any more."""
    parts: list[bytes] = []
    read = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        read += len(parts[-1])
        if read > LONGEST_BODY:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def _too_long() -> str:
    return f"That is too long: at most {LONGEST_BODY} bytes are read."


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            known = {name.lower() for name, _ in headers}
            if b"cache-control" not in known:
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*headers, *_HEADERS]}
        await send(message)

    return sent


async def _answer(send: Send, status: int, words: str, headers: tuple[tuple[bytes, bytes], ...] = ()) -> None:
    body = f"{words}\n".encode() if words else b""
    own = ((b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": [*own, *headers]})
    await send({"type": "http.response.body", "body": body})
