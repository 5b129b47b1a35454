"""Web sockets of uvicorn with a larger deflate window, and with limits on what is no message.

A view is 5 to 9 kB and mostly equal to the one before. While that one lies in the window, a push takes 0.2 kB
and a third of the time.
"""

import time
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame

SERVER_WINDOW_BITS = 14  # 16 kB; costs 80 kB of memory per socket
CLIENT_WINDOW_BITS = 12  # clients send little
CONTROL_FRAMES_PER_MINUTE = 120  # pings, pongs and parts of messages; a client answers ours every 20 s


class CompressedSocket(WebSocketsSansIOProtocol):
    """A socket that is closed when its client floods it with control frames or sends no text."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=SERVER_WINDOW_BITS,
            client_max_window_bits=CLIENT_WINDOW_BITS,
            compress_settings={"memLevel": 5},
        )
        self.conn.available_extensions = [deflate]
        self._control_frames, self._minute_ends = 0, 0.0

    def handle_ping(self) -> None:
        if self._counts():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counts():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counts():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_utf_8(b"".join(self.frames)):
            self.frames = []
            self._fail(CloseCode.INVALID_DATA, "no UTF-8")
        else:
            super().send_receive_event_to_app()

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


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
