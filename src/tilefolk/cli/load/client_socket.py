"""The web socket of a load client. It does as little as the protocol allows: clients share the machine.

It offers what browsers offer, so that messages are packed on the way in both directions.
"""

import asyncio
import base64
import os
import re
import zlib
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FIN, PACKED, OPCODE, MASKED = 0x80, 0x40, 0x0F, 0x80
SYNC_FLUSH_END = b"\x00\x00\xff\xff"  # left out at the end of every packed message
REGULAR_END = (1000).to_bytes(2, "big")
OPEN_SECONDS = 30.0  # seconds for the handshake
WINDOW_BITS, LEVEL, MEMORY_LEVEL = 12, 1, 1  # of what we send: short lines


class ClientSocket(asyncio.Protocol):
    """A socket that hands itself and each text it receives to a function, without a task.

    `closed` ends with it; its result says whether we closed it ourselves.
    """

    def __init__(self, request: bytes, received: "Received") -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[bool] = loop.create_future()
        self._request, self._received = request, received
        self._data = b""  # of which no whole frame has come yet
        self._unpacker: zlib._Decompress | None = None
        self._is_closing = False

    def send(self, text: str) -> None:
        """Send a text; one that comes too late is lost, as with a cut line."""
        if self._is_closing or self._transport.is_closing():
            return
        if self._unpacker is None:
            self._transport.write(_frame(FIN | TEXT, text.encode()))
            return
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW_BITS, MEMORY_LEVEL)
        packed = packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
        self._transport.write(_frame(FIN | PACKED | TEXT, packed.removesuffix(SYNC_FLUSH_END)))

    def close(self) -> None:
        """Say goodbye; the server ends the connection."""
        if self.opened.done() and not self._is_closing:
            self._is_closing = True
            self._transport.write(_frame(FIN | CLOSE, REGULAR_END))

    def abort(self) -> None:
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("closed before it was open"))
        if not self.closed.done():
            self.closed.set_result(self._is_closing)

    def data_received(self, data: bytes) -> None:
        data = self._data + data if self._data else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._data = head
                return
            self._open(head)
        at = 0
        while (frame := _payload(data, at)) is not None:
            begin, end_of_frame = frame
            self._handle(data[at], data[begin:end_of_frame])
            at = end_of_frame
        self._data = data[at:]

    def _open(self, head: bytes) -> None:
        if not head.startswith(b"HTTP/1.1 101 "):
            self.opened.set_exception(ConnectionRefusedError(head.partition(b"\r\n")[0].decode("latin-1")))
            self.abort()
            return
        if b"permessage-deflate" in head:
            bits = re.search(rb"server_max_window_bits=(\d+)", head)
            self._unpacker = zlib.decompressobj(-int(bits[1]) if bits else -15)
        self.opened.set_result(None)

    def _handle(self, first: int, payload: bytes) -> None:
        opcode = first & OPCODE
        if opcode == TEXT:
            if first & PACKED and self._unpacker is not None:
                payload = self._unpacker.decompress(payload + SYNC_FLUSH_END)
            self._received(self, payload.decode())
        elif opcode == PING and not self._is_closing:
            self._transport.write(_frame(FIN | PONG, payload))
        elif opcode == CLOSE:
            if not self._is_closing:
                self._transport.write(_frame(FIN | CLOSE, payload))
            self._transport.close()


Received = Callable[[ClientSocket, str], None]


async def open_socket(
    url: str, path: str, cookie: str, received: Received, source: tuple[str, int] | None = None
) -> ClientSocket:
    """Open a socket at a site, from an address of ours. Raises OSError when it does not let us in."""
    site = urlsplit(url)
    is_secure = site.scheme == "https"
    request = (
        f"GET {path} HTTP/1.1\r\nHost: {site.netloc}\r\nOrigin: {url}\r\nCookie: {cookie}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
    )
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: ClientSocket(request.encode(), received),
        site.hostname or "",
        site.port or (443 if is_secure else 80),
        ssl=is_secure or None,
        local_addr=source,
    )
    try:
        async with asyncio.timeout(OPEN_SECONDS):
            await socket.opened
    except BaseException:
        socket.abort()
        raise
    return socket


def _frame(first: int, payload: bytes) -> bytes:
    """A masked frame of at most 64 kB."""
    size, mask = len(payload), os.urandom(4)
    head = bytes((first, MASKED | size)) if size < 126 else bytes((first, MASKED | 126, *divmod(size, 256)))
    repeated = (mask * (size // 4 + 1))[:size]
    masked = int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")
    return head + mask + masked.to_bytes(size, "big")


def _payload(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a place begins and ends; None while it is not all there."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        size, begin = int.from_bytes(data[begin : begin + wide], "big"), begin + wide
    return (begin, begin + size) if len(data) >= begin + size and begin <= len(data) else None
