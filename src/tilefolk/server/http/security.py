"""Protection of the interface: origins, sizes of requests, rates, security headers."""

import time
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilefolk.server.http.html_page import STYLE_HASH

MAX_BODY_BYTES = 16_384
MAX_BODY_BYTES_OF = {"/api/series": 1_000_000}  # where whole files come in
HOUR_SECONDS = 3600  # seconds
MESSAGES_PER_SECOND, MESSAGE_BURST = 20.0, 60.0  # messages a second on a socket, and how many at once
TESTS_PER_HOUR, TESTS_PER_HOUR_AND_ADDRESS = 5, 60  # messages in an hour
USUAL_PORTS = {"http": ":80", "https": ":443"}
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    f"style-src 'self' '{STYLE_HASH}'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages; one without an origin (no browser) may pass."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        scheme, place, *_ = urlsplit(origin)
    except ValueError:
        return False
    port = USUAL_PORTS.get(scheme, "")  # browsers leave it away, others and proxies may not
    return place.removesuffix(port) == headers.get("host", "").removesuffix(port)


class RateLimits:
    """How often somebody may call."""

    def __init__(self, calls_per_second: int = 30, newcomers_per_minute: int = 3000) -> None:
        self._calls, self._newcomers = RateWindow(calls_per_second, 1), RateWindow(newcomers_per_minute, 60)
        self._tests, self._testers = (
            RateWindow(TESTS_PER_HOUR, HOUR_SECONDS),
            RateWindow(TESTS_PER_HOUR_AND_ADDRESS, HOUR_SECONDS),
        )

    def may_call(self, who: str) -> bool:
        return self._calls.allows(who)

    def may_come(self, address: str) -> bool:
        return self._newcomers.allows(address)

    def may_test(self, person: str, address: str) -> bool:
        """Whether a test message may be sent; limited per address too, since identities are free."""
        return self._tests.allows(person) and self._testers.allows(address)


class RateWindow:
    """At most so many in so many seconds, counted by a clock that nobody sets."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds, self._ends_at = most, seconds, 0.0
        self._counts: Counter[str] = Counter()

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        if now >= self._ends_at:
            self._counts.clear()
            self._ends_at = now + self._seconds
        self._counts[who] += 1
        return self._counts[who] <= self._most


class MessageAllowance:
    """How many messages a socket's client may still send; who goes on without one overdraws it."""

    def __init__(self) -> None:
        self._left, self._seen_at = MESSAGE_BURST, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(MESSAGE_BURST, self._left + (now - self._seen_at) * MESSAGES_PER_SECOND) - 1
        self._seen_at = now
        return self._left >= 0

    @property
    def overdrawn(self) -> bool:
        return self._left < -MESSAGE_BURST


class RequestGuard:
    """Refuses large bodies and adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        length = Headers(scope=scope).get("content-length", "0")
        if (
            not length.isdigit()
            or int(length) > MAX_BODY_BYTES_OF.get(scope["path"], MAX_BODY_BYTES)
            or b"chunked" in dict(scope["headers"]).get(b"transfer-encoding", b"")
        ):
            scope = {**scope, "method": "GET", "path": "/api/too-large", "raw_path": b"/api/too-large"}
        await self.app(scope, receive, guarded)
