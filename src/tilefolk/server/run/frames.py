"""Text messages of the server as frames of RFC 6455, packed by permessage-deflate where that pays.

Clients unpack messages one after the other and may remember what came before. Whoever is sent deltas has a
packer that only knows the last few kilobytes and begins anew with them for every message. Who is sent whole
views again and again has one that goes on where it was, and takes more memory for that.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.typing import ExtensionParameter

LEAST_PACKED_BYTES = 400  # shorter messages gain less than packing them takes
LEVEL, WINDOW_BITS, MEMORY_LEVEL = 3, 13, 5  # a view: 5.6 kB to 1.7 kB in 40 microseconds
DELTA_LEVEL = 6  # a push that closes a round at a table of four: 40 bytes more at level 3
WHOLE_BYTES = 2048  # longer messages are whole views: packed quickly
RECENT_BYTES = 6144  # such a push: 303 bytes with the last 4 kB, 296 with these, 293 with 8 kB
REMEMBERED_BITS = 14  # 16 kB, more than a view: the next one takes 0.2 kB. Costs 80 kB of memory per socket
TEXT, PACKED_TEXT, PING = 0x81, 0xC1, 0x89  # whole messages; the first bytes of their frames
SYNC_FLUSH_END = b"\x00\x00\xff\xff"  # of every packed message; left out


class RecentPacker:
    """Packs the messages of one socket, each with the end of those before as what the client knows."""

    def __init__(self) -> None:
        self._recent = b""

    def pack(self, payload: bytes) -> bytes:
        level = DELTA_LEVEL if len(payload) < WHOLE_BYTES else LEVEL
        compressor = zlib.compressobj(
            level, zlib.DEFLATED, -WINDOW_BITS, MEMORY_LEVEL, zlib.Z_DEFAULT_STRATEGY, self._recent
        )
        self._recent = (self._recent + payload)[-RECENT_BYTES:]
        packed: bytes = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return packed.removesuffix(SYNC_FLUSH_END)


class Packer:
    """Packs messages; one that remembers serves one socket only."""

    def __init__(self, remembers: bool) -> None:
        self._kept = _compressor(REMEMBERED_BITS) if remembers else None

    def pack(self, payload: bytes) -> bytes:
        compressor = self._kept or _compressor(WINDOW_BITS)
        packed: bytes = compressor.compress(payload) + compressor.flush(zlib.Z_SYNC_FLUSH)
        return packed.removesuffix(SYNC_FLUSH_END)


def _compressor(window_bits: int) -> Any:
    return zlib.compressobj(LEVEL, zlib.DEFLATED, -window_bits, MEMORY_LEVEL)


FORGETFUL = Packer(remembers=False)


class Deflate(ServerPerMessageDeflateFactory):
    """Agrees with a client on packed messages; `websockets` itself keeps no memory for a socket."""

    def __init__(self) -> None:
        super().__init__(
            client_no_context_takeover=True,
            server_max_window_bits=REMEMBERED_BITS,
            client_max_window_bits=12,  # clients send little
            compress_settings={"level": LEVEL, "memLevel": MEMORY_LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, deflate = super().process_request_params(params, accepted_extensions)
        if not deflate.local_no_context_takeover:
            deflate.local_no_context_takeover = True  # we need not remember what we may
            del deflate.encoder
        return answer, deflate


def text_frames(texts: Iterable[str], packer: Packer | RecentPacker | None) -> bytes:
    """Messages in a row; packed where the client has agreed to that and they are long enough."""
    return b"".join([_text_frame(text.encode(), packer) for text in texts])


def _text_frame(payload: bytes, packer: Packer | RecentPacker | None) -> bytes:
    if packer is None or len(payload) < LEAST_PACKED_BYTES:
        return _head(TEXT, len(payload)) + payload
    packed = packer.pack(payload)
    return _head(PACKED_TEXT, len(packed)) + packed


def ping_frame(payload: bytes) -> bytes:
    return _head(PING, len(payload)) + payload


def _head(kind: int, length: int) -> bytes:
    if length < 126:
        return bytes((kind, length))
    if length < 65_536:
        return struct.pack("!BBH", kind, 126, length)
    return struct.pack("!BBQ", kind, 127, length)
