"""A client that sends bytes as they are and reads what comes back, so that it can break every rule."""

import contextlib
import re
import socket
import zlib
from collections.abc import Iterator
from typing import NamedTuple, Self

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FIN, MASKED, PACKED = 0x80, 0x80, 0x40
MASK = b"\x37\xfa\x21\x3d"
PATIENCE_SECONDS = 20.0  # a server that says nothing for longer hangs
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="  # the answer to that key, from RFC 6455, 1.3
SYNC_FLUSH_END = b"\x00\x00\xff\xff"


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    fin: bool = True,
    rsv: int = 0,
    mask: bytes | None = MASK,
    size: int = 0,
    length: int | None = None,
) -> bytes:
    """A frame of a client; `size`: how many bytes hold the length, `length`: what they say."""
    length = len(payload) if length is None else length
    size = size or (1 if length < 126 else 2 if length < 65_536 else 8)
    bit = 0 if mask is None else MASKED
    short = {1: length, 2: 126, 8: 127}[size]
    head = bytes((FIN * fin | rsv << 4 | opcode, bit | short))
    head += b"" if size == 1 else length.to_bytes(size, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


class Answer(NamedTuple):
    """What a handshake was answered with; status 0 where the connection was closed without a word."""

    status: int
    headers: dict[str, str]


class RawSocket:
    """One connection to a server."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS, (address, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._got = b""
        self._unpacker: zlib._Decompress | None = None
        self._unpacker_remembers = False
        self._bits = 0

    def send(self, *segments: bytes) -> None:
        """Send segments one after the other; what the server said before it closed is still there to read."""
        with contextlib.suppress(OSError):
            for segment in segments:
                self.socket.sendall(segment)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def answer(self) -> Answer:
        """The head of the response; what comes behind it stays."""
        while b"\r\n\r\n" not in self._got and self._receive():
            pass
        head, _, self._got = self._got.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        found = re.match(r"HTTP/1\.1 (\d{3})", first)
        headers = dict(line.lower().split(": ", 1) for line in lines)
        self._agree(headers.get("sec-websocket-extensions", ""))
        return Answer(int(found[1]) if found else 0, headers)

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The messages of the server, unpacked, until it closes the connection."""
        while (head := self._take(2)) is not None:
            length = head[1]
            assert not length & MASKED, "a server masks nothing"
            if length > 125:
                length = int.from_bytes(self._take(2 if length == 126 else 8) or b"", "big")
            payload = self._take(length)
            assert payload is not None and head[0] & FIN
            if head[0] & PACKED:
                payload = self._unpacked(payload)
            assert not head[0] & 0x30, "no other bits are agreed on"
            yield head[0] & 0x0F, payload

    def _agree(self, extensions: str) -> None:
        if extensions.startswith("permessage-deflate"):
            found = re.search(r"server_max_window_bits=(\d+)", extensions)
            self._bits = int(found[1]) if found else 15
            self._unpacker_remembers = "server_no_context_takeover" not in extensions
            self._unpacker = zlib.decompressobj(-self._bits)

    def _unpacked(self, payload: bytes) -> bytes:
        assert self._unpacker is not None, "packed, which was not agreed on"
        unpacker = self._unpacker if self._unpacker_remembers else zlib.decompressobj(-self._bits)
        return unpacker.decompress(payload + SYNC_FLUSH_END)

    def _take(self, count: int) -> bytes | None:
        while len(self._got) < count:
            if not self._receive():
                return None
        taken, self._got = self._got[:count], self._got[count:]
        return taken

    def _receive(self) -> bool:
        try:
            part = self.socket.recv(65_536)
        except ConnectionError:
            return False
        self._got += part
        return bool(part)
