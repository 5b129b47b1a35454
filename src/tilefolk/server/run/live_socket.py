"""The server's web socket. uvicorn and the application let a client in; then messages take the short way.

The handshake goes through the application with all its checks. Afterwards `websockets` parses messages, with
its limits, and they are handed to the listener at once: no queue, no task, no layer.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import CloseCode, Frame
from websockets.protocol import OPEN

from tilefolk.server.http.live.wire import EXTENSION, WireListener
from tilefolk.server.run.frames import (
    FORGETFUL,
    REMEMBERED_BITS,
    Deflate,
    Packer,
    RecentPacker,
    ping_frame,
    text_frames,
)
from tilefolk.server.run.handshake import BAD_REQUEST, StrictProtocol
from tilefolk.server.run.pings import PingClock, Pinged
from tilefolk.server.run.received import ends_with_frame, ends_with_request, whole_text

CONTROL_FRAMES_PER_MINUTE = 120  # pings, pongs and parts of messages; a client answers ours every 20 s
SEND_SECONDS = 20.0  # a client that reads nothing for longer is gone
CLOSE_SECONDS = 10.0  # for a client to answer that we close

PINGS = PingClock()
DEFLATE = Deflate()
EXTENSIONS_HEADER = "Sec-WebSocket-Extensions"
NO_MEMORY = "server_no_context_takeover"  # asked for by a client that keeps none itself


class NobodyWaits:
    """Stands for the queue and the event of sockets whose application has returned."""

    def put_nowait(self, message: object) -> None: ...
    def set(self) -> None: ...
    def clear(self) -> None: ...


NOBODY_WAITS = NobodyWaits()


class LiveSocket(WebSocketsSansIOProtocol):
    """A socket that is closed when its client floods it with control frames or sends no text."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = StrictProtocol(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=self.logger)
        self.is_writable = True
        self._deadline: asyncio.TimerHandle | None = None  # of the handshake
        self._is_lost: Callable[[], None] = lambda: None
        self._early = b""  # received before the handshake was answered
        self._listener: WireListener | None = None
        self._packer: Packer | RecentPacker | None = None  # where the client agreed to packed messages
        self._ping_group: set[Pinged] = set()
        self._awaited_pong: bytes | None = None
        self._send_timer: asyncio.TimerHandle | None = None
        self._control_frames, self._minute_ends = 0, 0.0
        self._is_aligned = (
            True  # what was received so far ends with a whole frame; never again when it did not
        )
        self._inflate_bits = 0  # the window of packed messages of the client, where it agreed to that

    # What the live connection asks for

    def hand_over(self, listener: WireListener, sends_whole_views: bool) -> None:
        self._listener = listener
        if self.conn.extensions:
            deflate = self.conn.extensions[0]
            if isinstance(deflate, PerMessageDeflate) and deflate.remote_no_context_takeover:
                self._inflate_bits = deflate.remote_max_window_bits
            if not isinstance(deflate, PerMessageDeflate) or deflate.local_max_window_bits < REMEMBERED_BITS:
                self._packer = None  # the client unpacks with less than we pack with
            elif NO_MEMORY in self.response.headers[EXTENSIONS_HEADER]:
                self._packer = FORGETFUL
            else:
                self._packer = Packer(remembers=True) if sends_whole_views else RecentPacker()
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for message in waiting:
            if message["type"] == "websocket.receive":
                listener.received(message.get("text") or "")
        if self.disconnected:
            listener.lost()
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def send_texts(self, texts: Sequence[str]) -> None:
        if not self.close_sent and self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(text_frames(texts, self._packer))

    def pause_reading(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def close_with(self, code: int) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_SECONDS, self.transport.close)

    # What uvicorn calls

    def take_over(self, deadline: asyncio.TimerHandle | None, is_lost: Callable[[], None]) -> None:
        """Keep what the connection had before its request for a socket was there."""
        self._deadline, self._is_lost = deadline, is_lost

    def data_received(self, data: bytes) -> None:
        """Most of what clients send is one message in one frame: that needs no parser."""
        if self.handshake_initiated and not self.handshake_complete:
            self._early += data
            self.pause_reading()
            return
        if self._is_aligned:
            if self._listener is not None and self.conn.state is OPEN and not self.close_sent:
                text = whole_text(data, self.conn.max_message_size, self._inflate_bits)
                if text is not None:
                    self._listener.received(text)
                    return
            ends = ends_with_frame if self.handshake_initiated else ends_with_request
            self._is_aligned = ends(data)
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
            self.transport.close()

    async def run_asgi(self) -> None:
        """Let the application decide about the client; it may keep the socket after its call has returned."""
        extensions: dict[str, Any] = {**self.scope["extensions"], EXTENSION: self}
        self.scope["extensions"] = extensions
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self._listener is None:
            if not self.handshake_complete:
                self.send_500_response()
            if self.close_timer is None:
                self.transport.close()
        else:
            self._forget_handshake()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_send_timer()
        self._stop_deadline()
        self._is_lost()
        super().connection_lost(exc)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.lost()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.is_writable = False
        if self._send_timer is None:
            self._send_timer = self.loop.call_later(SEND_SECONDS, self._too_slow)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_send_timer()
        self.is_writable = True
        if self._listener is not None:
            self._listener.writable()

    def start_keepalive(self) -> None:
        """Begin with the frames of a client that is let in, also those it sent too early."""
        self._stop_deadline()
        if self._early:
            self.loop.call_soon(self._read_early)
        self._ping_group = PINGS.add(self)

    def stop_keepalive(self) -> None:
        self._ping_group.discard(self)

    def ping(self, payload: bytes) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        if self._awaited_pong is not None:
            self.conn.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self.handle_parser_exception()
        else:
            self._awaited_pong = payload
            self.transport.write(ping_frame(payload))

    def handle_ping(self) -> None:
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counts() and bytes(event.data) == self._awaited_pong:
            self._awaited_pong = None

    def handle_cont(self, event: Frame) -> None:
        if self._counts():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        is_text = self.curr_msg_data_type == "text"
        data, self.frames = b"".join(self.frames) if is_text else b"", []
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self._fail(CloseCode.INVALID_DATA, "no UTF-8")
            return
        if self.close_sent:
            return
        if self._listener is not None:
            self._listener.received(text)
        else:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            self.pause_reading()

    # Inside

    def _forget_handshake(self) -> None:
        """Give back the memory of what only the handshake needed, and of what waits for an application."""
        del self.scope, self.request, self.response
        self.queue, self.writable = NOBODY_WAITS, NOBODY_WAITS  # type: ignore[assignment]
        if self._is_aligned and self.conn.state is OPEN:
            self.conn.parser = self.conn.parse()  # the one before remembers the request
            next(self.conn.parser)

    def _read_early(self) -> None:
        early, self._early = self._early, b""
        self.resume_reading()
        self.data_received(early)

    def _too_slow(self) -> None:
        self._send_timer = None
        self.transport.abort()

    def _stop_send_timer(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _counts(self) -> bool:
        """Whether one more control frame is taken; a flood ends the connection."""
        if self.close_sent:
            return False
        now = time.monotonic()
        if now >= self._minute_ends:
            self._control_frames, self._minute_ends = 0, now + 60
        self._control_frames += 1
        if self._control_frames > CONTROL_FRAMES_PER_MINUTE:
            self._fail(CloseCode.POLICY_VIOLATION, "too many frames")
        return not self.close_sent

    def _fail(self, code: CloseCode, reason: str) -> None:
        if not self.close_sent and self.conn.close_sent is None:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
