"""What a client most often sends: one short text message, in one frame of RFC 6455, in one piece.

Everything else, and everything that is wrong, is left to the parser of `websockets`.
"""

import zlib

TEXT, PACKED_TEXT = 0x81, 0xC1  # whole messages; the first bytes of their frames
FIN, OPCODE, MASKED = 0x80, 0x0F, 0x80
SYNC_FLUSH_END = b"\x00\x00\xff\xff"  # left out at the end of every packed message


def whole_text(data: bytes, most: int | None, inflate_bits: int) -> str | None:
    """The text, where the data is one frame with a whole text message of at most so many bytes.

    `inflate_bits`: the window of packed messages, 0 where none are agreed on.
    """
    frame = _frame(data, 0)
    if frame is None or frame[1] != len(data) or not data[1] & MASKED:
        return None
    is_packed = data[0] == PACKED_TEXT and inflate_bits
    payload = _unmasked(data, frame[0])
    if most is None or len(payload) > most or not (data[0] == TEXT or is_packed):
        return None
    try:
        if is_packed:
            payload = zlib.decompressobj(-inflate_bits).decompress(payload + SYNC_FLUSH_END, most + 1)
        return None if len(payload) > most else str(payload, "utf-8")
    except (zlib.error, UnicodeDecodeError):
        return None


def ends_with_frame(data: bytes) -> bool:
    """Whether the data is whole frames of whole messages in a row."""
    at = 0
    while at < len(data):
        frame = _frame(data, at)
        if frame is None or not data[at] & FIN or not data[at] & OPCODE:
            return False
        at = frame[1]
    return at == len(data)


def ends_with_request(data: bytes) -> bool:
    """Whether the data ends with the handshake's request: no frame has come with it."""
    return data.endswith(b"\r\n\r\n")


def _frame(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of a frame begins and where it ends; None where its head is not all there.

    The mask is the four bytes before the payload.
    """
    if len(data) < at + 2:
        return None
    length, begin = data[at + 1] & ~MASKED, at + 2
    if length > 125:
        size = 2 if length == 126 else 8
        length, begin = int.from_bytes(data[begin : begin + size], "big"), begin + size
    begin += 4 if data[at + 1] & MASKED else 0
    return (begin, begin + length) if begin <= len(data) else None


def _unmasked(data: bytes, begin: int) -> bytes:
    size = len(data) - begin
    mask = int.from_bytes((data[begin - 4 : begin] * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(data[begin:], "big") ^ mask).to_bytes(size, "big")
