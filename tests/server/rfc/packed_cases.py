"""Packed messages (RFC 7692): what a client may offer, and what it may send once that is agreed."""

import zlib
from collections.abc import Iterator

from tests.server.rfc.frame_cases import FAILED, MESSAGE, MOST_PARSED, MOST_TAKEN, Case, fragments, message
from tests.server.rfc.raw_socket import BINARY, CLOSE, CONT, PING, SYNC_FLUSH_END, TEXT, frame

PACKED_BIT = 4  # of the three reserved ones
OFFER = "permessage-deflate; client_max_window_bits"
AGREED_BITS = 12  # that the server asks clients for, where they let it

# What a client offers, and what has to stand in the answer; None: nothing may be agreed on.
OFFERS: dict[str, str | None] = {
    "permessage-deflate": "",
    "permessage-deflate; client_max_window_bits": "client_max_window_bits=12",
    "Permessage-deflate; client_max_window_bits": None,  # names are compared as they are
    **{
        f"permessage-deflate; client_max_window_bits={bits}": f"client_max_window_bits={min(bits, 12)}"
        for bits in range(9, 16)
    },
    **{
        f"permessage-deflate; server_max_window_bits={bits}": f"server_max_window_bits={min(bits, 14)}"
        for bits in range(9, 16)
    },
    "permessage-deflate; server_no_context_takeover": "server_no_context_takeover",
    "permessage-deflate; client_no_context_takeover": "client_no_context_takeover",
    "permessage-deflate; server_no_context_takeover; client_no_context_takeover": "no_context_takeover",
    "permessage-deflate ; client_max_window_bits ; server_max_window_bits=10": "server_max_window_bits=10",
    'permessage-deflate; client_max_window_bits="10"': "client_max_window_bits=10",
    "permessage-deflate; client_max_window_bits=7": None,
    "permessage-deflate; client_max_window_bits=16": None,
    "permessage-deflate; client_max_window_bits=0": None,
    "permessage-deflate; client_max_window_bits=012": None,
    "permessage-deflate; client_max_window_bits=x": None,
    "permessage-deflate; server_max_window_bits": None,
    "permessage-deflate; server_max_window_bits=7": None,
    "permessage-deflate; server_max_window_bits=16": None,
    "permessage-deflate; server_max_window_bits=10; server_max_window_bits=10": None,
    "permessage-deflate; client_max_window_bits; client_max_window_bits": None,
    "permessage-deflate; server_no_context_takeover=1": None,
    "permessage-deflate; client_no_context_takeover=true": None,
    "permessage-deflate; server_no_context_takeover; server_no_context_takeover": None,
    "permessage-deflate; strange": None,
    "permessage-deflate; strange=1": None,
    "permessage-deflate; strange, permessage-deflate": "",
    "x-webkit-deflate-frame": None,
    "x-unknown; a=b, permessage-deflate": "",
    "permessage-bzip2": None,
}


def packed(
    data: bytes, bits: int = AGREED_BITS, level: int = 6, strategy: int = zlib.Z_DEFAULT_STRATEGY
) -> bytes:
    """As 7.2.1 says: without the empty block at the end."""
    compressor = zlib.compressobj(level, zlib.DEFLATED, -bits, 8, strategy)
    return (compressor.compress(data) + compressor.flush(zlib.Z_SYNC_FLUSH)).removesuffix(SYNC_FLUSH_END)


def final(data: bytes) -> bytes:
    """A stream that ends with its last block (7.2.3.4)."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, -AGREED_BITS)
    return compressor.compress(data) + compressor.flush(zlib.Z_FINISH)


def stored(*parts: bytes) -> bytes:
    """Blocks that are not packed (7.2.3.3)."""
    return b"".join(_stored_block(part) for part in parts)


def _stored_block(part: bytes) -> bytes:
    return b"\x00" + len(part).to_bytes(2, "little") + (len(part) ^ 0xFFFF).to_bytes(2, "little") + part


def in_blocks(*parts: bytes) -> bytes:
    """Several packed blocks in one message (7.2.3.5)."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, -AGREED_BITS)
    row = [compressor.compress(part) + compressor.flush(zlib.Z_SYNC_FLUSH) for part in parts]
    return b"".join(row).removesuffix(SYNC_FLUSH_END)


def text(data: bytes) -> bytes:
    return frame(TEXT, data, rsv=PACKED_BIT)


def messages() -> Iterator[Case]:
    for bits in range(9, AGREED_BITS + 1):
        yield Case(f"window of {bits} bits", text(packed(message(2000), bits)), "reply")
    for level in range(10):
        yield Case(f"level {level}", text(packed(message(1000), level=level)), "reply")
    for strategy in (zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
        yield Case(f"strategy {strategy}", text(packed(message(1000), strategy=strategy)), "reply")
    for size in (15, 125, 126, 127, 1000, MOST_TAKEN):
        yield Case(f"text of {size} bytes", text(packed(message(size))), "reply")
    yield Case("not packed, though it may be", frame(TEXT, MESSAGE), "reply")
    yield Case("one packed, one not", text(packed(MESSAGE)) + frame(TEXT, MESSAGE), "reply reply")
    yield Case("two packed, each by itself", text(packed(message(900))) * 2, "reply reply")
    yield Case("stored block", text(stored(MESSAGE) + b"\x00"), "reply")
    yield Case("two stored blocks", text(stored(MESSAGE[:5], MESSAGE[5:]) + b"\x00"), "reply")
    yield Case("two packed blocks", text(in_blocks(MESSAGE[:5], MESSAGE[5:])), "reply")
    yield Case("five packed blocks", text(in_blocks(MESSAGE, b" ", b" " * 500, b" ", b" ")), "reply")
    yield Case("empty block at the end", text(packed(MESSAGE) + SYNC_FLUSH_END + b"\x00"), "reply")
    yield Case("last block", text(final(MESSAGE) + b"\x00"), "reply")
    yield Case("empty message", text(b"\x00"), "problem")
    yield Case("empty message, unpacked", frame(TEXT), "problem")
    yield Case("valid UTF-8", text(packed("κόσμε".encode())), "problem")
    yield Case("invalid UTF-8", text(packed(b"\xff\xfe")), "close(1007)")
    yield Case("invalid UTF-8 at the end", text(packed(b"x" * 500 + b"\xe2\x82")), "close(1007)")
    yield Case("binary", frame(BINARY, packed(MESSAGE), rsv=PACKED_BIT), "problem")
    yield Case("ping before and after", frame(PING, b"1") + text(packed(MESSAGE)), "pong(1) reply")
    yield Case(
        "close after", text(packed(MESSAGE)) + frame(CLOSE, b"\x03\xe8"), "reply close(1000)|close(1000)"
    )


def parts() -> Iterator[Case]:
    whole = packed(message(1000))
    for count in (2, 3, len(whole)):
        step = -(-len(whole) // count)
        row = fragments(TEXT, *(whole[at : at + step] for at in range(0, len(whole), step)), rsv=PACKED_BIT)
        yield Case(f"in {len(row)} fragments", b"".join(row), "reply")
    first, last = fragments(TEXT, whole[:5], whole[5:], rsv=PACKED_BIT)
    yield Case("ping between fragments", first + frame(PING, b"p") + last, "pong(p) reply")
    yield Case("close between fragments", first + frame(CLOSE, b"\x03\xe8"), "close(1000)")
    yield Case("empty last fragment", b"".join(fragments(TEXT, whole, b"", rsv=PACKED_BIT)), "reply")
    yield Case("empty first fragment", b"".join(fragments(TEXT, b"", whole, rsv=PACKED_BIT)), "reply")
    yield Case("bit on a continuation", first + frame(CONT, whole[5:], rsv=PACKED_BIT), FAILED)
    yield Case("bit on a continuation of nothing", frame(CONT, whole, rsv=PACKED_BIT), FAILED)
    split = "ó".encode()
    row = fragments(TEXT, packed(split)[:2], packed(split)[2:], rsv=PACKED_BIT)
    yield Case("letter in two fragments", b"".join(row), "problem")


def faults() -> Iterator[Case]:
    broken = f"{FAILED}|close(1007)"
    for rsv in (5, 6, 7, 1, 2, 3):
        yield Case(f"bits {rsv:03b}", frame(TEXT, packed(MESSAGE), rsv=rsv), FAILED)
    yield Case("packed ping", frame(PING, packed(b"a"), rsv=PACKED_BIT), FAILED)
    yield Case("packed close", frame(CLOSE, packed(b"\x03\xe8"), rsv=PACKED_BIT), FAILED)
    yield Case("unmasked", frame(TEXT, packed(MESSAGE), rsv=PACKED_BIT, mask=None), FAILED)
    yield Case("plain text called packed", text(MESSAGE), broken)
    yield Case("reserved kind of block", text(b"\x07\x00\x00"), broken)
    yield Case("stored block with a wrong length", text(b"\x00\x05\x00\xff\xff" + MESSAGE), broken)
    yield Case("distance before the beginning", text(bytes.fromhex("02840000")), broken)
    yield Case("with zlib's head", text(zlib.compress(MESSAGE)), broken)
    yield Case(
        "with gzip's head", text(zlib.compressobj(wbits=31).compress(MESSAGE) + b"\x1f\x8b\x08\x00"), broken
    )
    remembering = zlib.compressobj(6, zlib.DEFLATED, -AGREED_BITS)
    row = [remembering.compress(message(900)) + remembering.flush(zlib.Z_SYNC_FLUSH) for _ in range(2)]
    sent = b"".join(text(part.removesuffix(SYNC_FLUSH_END)) for part in row)
    # it may remember nothing: client_no_context_takeover is agreed on
    yield Case(
        "what it may not remember", sent, "reply close(1002)|reply close(1007)|close(1002)|close(1007)"
    )
    for size in (MOST_TAKEN + 1, MOST_PARSED):
        yield Case(f"unpacked {size} bytes", text(packed(message(size))), "problem close(1008)")
    for size in (MOST_PARSED + 1, 100_000, 10_000_000):
        yield Case(f"unpacked {size} bytes", text(packed(message(size))), "close(1009)")
    half = packed(message(10_000_000))
    row = fragments(TEXT, half[: len(half) // 2], half[len(half) // 2 :], rsv=PACKED_BIT)
    yield Case("10 MB in fragments", b"".join(row), "close(1009)")
    many = in_blocks(*(b" " * 5000 for _ in range(4)))
    yield Case("too many blocks", text(many), "close(1009)")


PACKED_CASES = [*messages(), *parts(), *faults()]
