"""HTTP connections of uvicorn: few enough, and with a whole request within some time.

Without that, anybody can hold thousands of half requests open, each with its memory and its file descriptor.
A first request that asks for a socket goes to its own parser at once: after a cut thousands come together.
The socket takes the deadline over until its handshake is complete, and its place among the connections.
"""

import asyncio
import re
from functools import partial
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilefolk.server.run.connections import Connections

READ_SECONDS = 30.0  # for a whole request, from its first byte or the opening of its connection
SOCKET_REQUEST = re.compile(
    rb"GET /[^\r\n]* HTTP/1\.1\r\n(?:.*\r\n)?upgrade: *websocket\r\n", re.DOTALL | re.IGNORECASE
)
END_OF_LINE, END_OF_REQUEST = b"\r\n", b"\r\n\r\n"
HEADER_NAME = re.compile(rb"\r\n[^:\r\n]+:")
READING = (h11.IDLE, h11.SEND_BODY)  # states of a client whose request is not complete


class TimedHttp(H11Protocol):
    """Closes a connection whose request takes too long; more bytes do not stretch the time."""

    def __init__(self, open_connections: Connections, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._open_connections = open_connections
        self._has_place = False
        self._read_timer: asyncio.TimerHandle | None = None
        self._is_new = True  # nothing was received yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._has_place = self._open_connections.take(self._address)
        if self._has_place:
            self._start_timer()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        if self._has_place:
            self._open_connections.give_back(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_new and data.find(END_OF_REQUEST) == len(data) - 4 and SOCKET_REQUEST.match(data):
            self._become_socket(data)
            return
        self._is_new = False
        self._start_timer()
        super().data_received(data)
        if self.conn.their_state not in READING:
            self._stop_timer()

    def _get_upgrade(self) -> bytes | None:
        """What the client wants instead of HTTP; uvicorn itself looks at the last `Connection` only."""
        options = b",".join(value for name, value in self.headers if name == b"connection").lower()
        wanted = [value.lower() for name, value in self.headers if name == b"upgrade"]
        is_asked = b"upgrade" in (option.strip() for option in options.split(b","))
        return wanted[-1] if wanted and is_asked else None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        head = b"%b %b HTTP/%b\r\n" % (event.method, event.target, event.http_version)
        row = [head, *(b"%b: %b\r\n" % header for header in event.headers), END_OF_LINE]
        self._become_socket(b"".join(row), self.conn.trailing_data[0])

    def on_response_complete(self) -> None:
        """Between two requests uvicorn's own timer counts, unless the next one is there in part."""
        self._stop_timer()
        super().on_response_complete()
        if self.conn.their_state in READING and self.conn.trailing_data[0]:
            self._start_timer()

    def _become_socket(self, request: bytes, rest: bytes = b"") -> None:
        """Hand the connection with its whole request to the web socket, which checks all of it."""
        self.connections.discard(self)
        state = {"config": self.config, "server_state": self.server_state, "app_state": self.app_state}
        socket: Any = self.ws_protocol_class(**state)  # type: ignore[misc]
        socket.take_over(self._read_timer, partial(self._open_connections.give_back, self._address))
        self._read_timer = None
        socket.connection_made(self.transport)
        self.transport.set_protocol(socket)
        socket.data_received(HEADER_NAME.sub(lambda name: name[0].lower(), request))
        if rest:
            socket.data_received(rest)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _start_timer(self) -> None:
        if self._read_timer is None:
            self._read_timer = self.loop.call_later(READ_SECONDS, self._close_late)

    def _stop_timer(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _close_late(self) -> None:
        self._read_timer = None
        self.transport.close()
