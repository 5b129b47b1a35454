"""Protection of the interface: origins, sizes of requests, security headers."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilefolk.server.http.html_page import STYLE_HASH

MAX_BODY_BYTES = 16_384
MAX_BODY_BYTES_OF = {"/api/series": 1_000_000}  # where whole files come in
USUAL_PORTS = {"http": ":80", "https": ":443"}
OWN_FETCH_SITES = ("same-origin", "none")  # of Sec-Fetch-Site; none: typed into the address bar
PERSONAL_PATHS = ("/api/me", "/api/operator", "/me/")  # answers that tell or change who somebody is
LINK_PATH = "/me/"  # a page below it names its secret address to nobody
LINK_REFERRER_POLICY = "strict-origin"  # no-referrer would also hide the origin of its form
KERNEL_WORKER = "/assets/kernel_worker-"  # a hash follows; a worker goes by the policy of its own file
KERNEL_WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"
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


def same_origin(headers: Headers, scheme_here: str = "http") -> bool:
    """Whether a request comes from our own pages; one without an origin (no browser) may pass.

    An http page is none of an https site's. The other way round it may be: not every proxy tells the scheme.
    """
    if headers.get("sec-fetch-site", "same-origin") not in OWN_FETCH_SITES:
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        scheme, place, *_ = urlsplit(origin)
    except ValueError:
        return False
    if scheme == "http" and scheme_here in ("https", "wss"):
        return False
    port = USUAL_PORTS.get(scheme, "")  # browsers leave it away, others and proxies may not
    return place.removesuffix(port) == headers.get("host", "").removesuffix(port)


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
                message["headers"] = _with_own_headers(message.get("headers", []), scope["path"])
            await send(message)

        length = Headers(scope=scope).get("content-length", "0")
        if (
            not length.isdigit()
            or int(length) > MAX_BODY_BYTES_OF.get(scope["path"], MAX_BODY_BYTES)
            or b"chunked" in dict(scope["headers"]).get(b"transfer-encoding", b"")
        ):
            scope = {**scope, "method": "GET", "path": "/api/too-large", "raw_path": b"/api/too-large"}
        await self.app(scope, receive, guarded)


def _with_own_headers(headers: Iterable[tuple[bytes, bytes]], path: str) -> list[tuple[bytes, bytes]]:
    """Add the security headers; what is personal or sets a cookie is kept by no cache."""
    given, own = dict(headers), dict(HEADERS)
    if path.startswith(LINK_PATH):
        own["referrer-policy"] = LINK_REFERRER_POLICY
    if path.startswith(KERNEL_WORKER):
        own["content-security-policy"] = KERNEL_WORKER_POLICY
    if path.startswith(PERSONAL_PATHS) or b"set-cookie" in given:
        own["cache-control"] = "no-store"
    replaced = {name.encode() for name in own}
    kept = [(name, value) for name, value in headers if name not in replaced]
    return [*kept, *((name.encode(), value.encode()) for name, value in own.items())]
