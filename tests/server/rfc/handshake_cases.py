"""Requests for a socket: which are taken, and which are answered with an error or closed (RFC 6455, 4.2)."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.server.rfc.frame_cases import FAILED, MESSAGE
from tests.server.rfc.raw_socket import CLOSE, KEY, PING, TEXT, frame

HEADERS = {
    "Host": "{host}",
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": KEY,
    "Sec-WebSocket-Version": "13",
    "Origin": "http://{host}",
    "Cookie": "{cookie}",
}
MAX_LINE, MAX_HEADERS = 8_192, 128  # what the parser of requests takes
LINE = "GET {path} HTTP/1.1"
TAKEN, REFUSED, ANSWERED = "taken", "refused", "taken or refused"


class Handshake(NamedTuple):
    """A request with holes for host, cookie and path; whether it has to be taken or refused."""

    name: str
    request: str
    outcome: str


def request(line: str = LINE, *more: str, **changed: str | None) -> str:
    """A request for a socket with headers that are changed, left out (None) or added as lines."""
    headers = {**HEADERS, **{name.replace("_", "-"): value for name, value in changed.items()}}
    row = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    return "\r\n".join([line, *row, *more, "", ""])


def taken() -> Iterator[tuple[str, str]]:
    yield "plain", request()
    yield "without an origin", request(Origin=None)
    yield "with a query", request("GET {path}?deltas=1&x=%20 HTTP/1.1")
    yield (
        "names in small letters",
        request().replace("Upgrade:", "upgrade:").replace("Sec-WebSocket", "sec-websocket"),
    )
    yield "names in capitals", request().replace("Host:", "HOST:").replace("Connection:", "CONNECTION:")
    yield "values in capitals", request(Upgrade="WebSocket", Connection="upgrade")
    yield "several options of the connection", request(Connection="keep-alive, Upgrade")
    yield "options without spaces", request(Connection="Upgrade,keep-alive")
    yield "two headers of the connection", request(LINE, "Connection: keep-alive")
    yield "no space after a colon", request().replace(": ", ":")
    yield "tabs and spaces around values", request(Upgrade=" \twebsocket \t")
    yield "an unknown extension", request(Sec_WebSocket_Extensions="x-unknown; a=1")
    yield "an empty value", request(LINE, "X-Empty:")
    yield "letters that are no ASCII", request(LINE, "X-Name: zażółć")
    yield "most headers", request(LINE, *(f"X-{at}: y" for at in range(MAX_HEADERS - 7)))
    yield "a long header", request(LINE, "X-Long: " + "x" * (MAX_LINE - 100))
    yield "a length of 0", request(Content_Length="0")


def refused() -> Iterator[tuple[str, str]]:
    """4.2.1: everything that has to be there and is not, or is something else."""
    for name in ("Host", "Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version"):
        yield f"without {name}", request(LINE, **{name: None})
        yield f"with an empty {name}", request(LINE, **{name: ""})
        if name not in ("Connection", "Upgrade"):
            yield f"with two of {name}", request(LINE, f"{name}: {HEADERS[name]}")
    for version in ("0", "8", "12", "14", "255", "013", "thirteen", "13, 8"):
        yield f"version {version}", request(Sec_WebSocket_Version=version)
    for key in ("short", KEY[:-2], KEY + "==", "!" * 24, "A" * 24):
        yield f"key {key}", request(Sec_WebSocket_Key=key)
    for method in ("POST", "PUT", "HEAD", "OPTIONS", "DELETE", "get", "CONNECT"):
        yield f"by {method}", request(f"{method} {{path}} HTTP/1.1")
    for protocol in ("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/2", "HTTP", "http/1.1", "ICY/1.1"):
        yield f"by {protocol}", request(f"GET {{path}} {protocol}")
    for first in (
        "GET {path}",
        "GET",
        "GET  HTTP/1.1",
        "GET {path} {path} HTTP/1.1",
        " GET {path} HTTP/1.1",
    ):
        yield f"request line: {first.format(path='/')}", request(first)
    yield "upgrade to something else", request(Upgrade="h2c")
    yield "upgrade to several", request(Upgrade="websocket, h2c")
    yield "a connection that does not upgrade", request(Connection="close")
    yield "from another origin", request(Origin="http://elsewhere.example")
    yield "without a cookie", request(Cookie=None)
    yield "to no table", request("GET /api/tables/none/live HTTP/1.1")
    yield "to another page", request("GET /elsewhere HTTP/1.1")
    yield "a path that is no ASCII", request("GET {path}/ż HTTP/1.1")
    yield "an extension without a name", request(Sec_WebSocket_Extensions="; a=b")
    yield "an extension that is no token", request(Sec_WebSocket_Extensions="permessage-deflate; =")


def malformed() -> Iterator[tuple[str, str]]:
    """Requests that no parser takes; some hung for ever in version 0.2.0."""
    yield "a header line too long", request(LINE, "X-Long: " + "x" * (MAX_LINE + 1))
    yield "a cookie too long", request(LINE, "Cookie: " + "x" * (2 * MAX_LINE))
    yield "a request line too long", request("GET {path}?" + "x" * (MAX_LINE + 1) + " HTTP/1.1")
    yield "too many headers", request(LINE, *(f"X-{at}: y" for at in range(MAX_HEADERS + 1)))
    yield "a nul in a value", request(LINE, "X-Nul: a\x00b")
    yield "a nul in a name", request(LINE, "X-\x00: a")
    yield "a control character", request(LINE, "X-Bell: \x07")
    yield "a bare carriage return", request(LINE, "X-Return: a\rb")
    yield "a length", request(Content_Length="5")
    yield "a length that is no number", request(Content_Length="x")
    yield "two lengths", request(LINE, "Content-Length: 1", "Content-Length: 2")
    yield "chunks", request(Transfer_Encoding="chunked")
    yield "another coding", request(Transfer_Encoding="gzip")
    yield "a line without colon", request(LINE, "nonsense")
    yield "a name with a space", request(LINE, "X Name: a")
    yield "a space before a colon", request(LINE, "X-Name : a")
    yield "an empty name", request(LINE, ": a")
    yield "a name with brackets", request(LINE, "X(1): a")
    yield "a name that is no ASCII", request(LINE, "Xż: a")


# What comes with a request and has to wait until it is answered, and what happens then.
EARLY = {
    "a message": (frame(TEXT, MESSAGE), "reply"),
    "a ping": (frame(PING, b"a") + frame(TEXT, MESSAGE), "pong(a) reply"),
    "a close": (frame(CLOSE, b"\x03\xe8"), "close(1000)"),
    "another request": (request().encode(), FAILED),
    "nonsense": (b"\xff\xff\r\n\r\n", FAILED),
    "half a frame": (frame(TEXT, MESSAGE)[:7], ""),
}

HANDSHAKES = [
    *(Handshake(name, sent, TAKEN) for name, sent in taken()),
    Handshake("a folded line", request(LINE, "X-Folded: one", "  two"), ANSWERED),  # RFC 9112, 5.2
    Handshake("a folded line by a tab", request(LINE, "X-Folded: one", "\ttwo"), ANSWERED),
    *(Handshake(name, sent, REFUSED) for name, sent in (*refused(), *malformed())),
]
