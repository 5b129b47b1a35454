"""HTTP connections of uvicorn that have to send a whole request within some time.

Without that, anybody can hold thousands of half requests open, each with its memory and its file descriptor.
A first request that asks for a socket goes to its own parser at once: after a cut thousands come together.
"""

import asyncio
import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

READ_SECONDS = 30.0  # for a whole request, from its first byte or the opening of its connection
SOCKET_REQUEST = re.compile(
    rb"GET /[^\r\n]* HTTP/1\.1\r\n(?:.*\r\n)?upgrade: *websocket\r\n", re.DOTALL | re.IGNORECASE
)
HEADER_NAME = re.compile(rb"\r\n[^:\r\n]+:")
READING = (h11.IDLE, h11.SEND_BODY)  # states of a client whose request is not complete


class TimedHttp(H11Protocol):
    """Closes a connection whose request takes too long; more bytes do not stretch the time."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._read_timer: asyncio.TimerHandle | None = None
        self._is_new = True  # nothing was received yet

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_new and data.endswith(b"\r\n\r\n") and SOCKET_REQUEST.match(data):
            self._become_socket(data)
            return
        self._is_new = False
        self._start_timer()
        super().data_received(data)
        if self.conn.their_state not in READING:
            self._stop_timer()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timer()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Between two requests uvicorn's own timer counts, unless the next one is there in part."""
        self._stop_timer()
        super().on_response_complete()
        if self.conn.their_state in READING and self.conn.trailing_data[0]:
            self._start_timer()

    def _become_socket(self, request: bytes) -> None:
        """Hand the connection with its whole request to the web socket, which checks all of it."""
        self._stop_timer()
        self.connections.discard(self)
        state = {"config": self.config, "server_state": self.server_state, "app_state": self.app_state}
        socket: Any = self.ws_protocol_class(**state)  # type: ignore[misc]
        socket.connection_made(self.transport)
        self.transport.set_protocol(socket)
        socket.data_received(HEADER_NAME.sub(lambda name: name[0].lower(), request))

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
