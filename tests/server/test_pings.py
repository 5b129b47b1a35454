"""A client that does not answer a ping until the next one is gone."""

from typing import Any

from websockets.frames import CloseCode, Frame, Opcode

from tilefolk.server.run.frames import ping_frame
from tilefolk.server.run.live_socket import LiveSocket


class Wire:
    """What a socket writes to, and why it was closed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed: list[CloseCode] = []
        self.close_sent: None = None

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def fail(self, code: CloseCode, reason: str) -> None:
        self.closed.append(code)


class Connected(LiveSocket):
    """A socket behind its handshake, without a network."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.conn: Any = self.wire
        self.transport: Any = self.wire
        self.close_sent = False
        self._awaited_pong = None
        self._control_frames, self._minute_ends = 0, 0.0

    def handle_parser_exception(self) -> None:
        self.close_sent = True


def pong(payload: bytes) -> Frame:
    return Frame(Opcode.PONG, payload)


def test_who_answers_each_ping_stays() -> None:
    socket = Connected()
    for payload in (b"one", b"two", b"three"):
        socket.ping(payload)
        socket.handle_pong(pong(payload))
    assert socket.wire.written == [ping_frame(payload) for payload in (b"one", b"two", b"three")]
    assert socket.wire.closed == []


def test_what_answers_no_ping_of_ours_does_not_count() -> None:
    socket = Connected()
    socket.handle_pong(pong(b"early"))
    socket.ping(b"one")
    socket.handle_pong(pong(b"other"))
    assert socket.wire.closed == []
    socket.ping(b"two")
    assert socket.wire.closed == [CloseCode.INTERNAL_ERROR]
    assert socket.wire.written == [ping_frame(b"one")]


def test_pongs_are_counted_whatever_they_answer() -> None:
    socket = Connected()
    for _ in range(121):
        assert socket.wire.closed == []
        socket.handle_pong(pong(b""))
    assert socket.wire.closed == [CloseCode.POLICY_VIOLATION]
