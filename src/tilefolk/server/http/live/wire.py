"""What a live connection needs of its socket. The server's socket is `run.live_socket`."""

from collections.abc import Sequence
from typing import Protocol

from fastapi import WebSocket

POLICY_VIOLATION = 1008  # the close code for those who may not stay
TRY_AGAIN_LATER = 1013  # the usual close code
EXTENSION = "tilefolk.wire"  # where a socket of ours stands among the extensions of a request


class WireListener(Protocol):
    """Whoever handles the messages of a socket. All of it runs in the event loop, without a task."""

    def received(self, text: str) -> None:
        """A message; a binary one is empty."""

    def writable(self) -> None:
        """The client has read enough: more can be sent."""

    def lost(self) -> None:
        """The connection is over, whoever ended it."""


class Wire(Protocol):
    """A socket without layers in between."""

    is_writable: bool  # False while the client reads more slowly than we write

    def hand_over(self, listener: WireListener, sends_whole_views: bool) -> None:
        """From now on messages go to the listener; the application's call may return."""

    def send_texts(self, texts: Sequence[str]) -> None:
        """Send messages, in one write. One that is closed already swallows them."""

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...

    def close_with(self, code: int) -> None:
        """Send what was written before, then close."""


def wire_of(socket: WebSocket) -> Wire:
    wire: Wire = socket.scope["extensions"][EXTENSION]
    return wire
