"""What a client sends after the handshake, and what RFC 6455 has the server do.

An outcome is what comes back, in words: `reply` and `problem` are the application's answers to a text, `pong`
and `close` frames of the protocol with their payload or code. Every case is followed by one more message:
where nothing closes, its `reply` is understood.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.server.rfc.raw_socket import BINARY, CLOSE, CONT, PING, PONG, TEXT, frame

MESSAGE = b'{"type":"ping"}'
MOST_PARSED, MOST_TAKEN = 16_384, 4_096  # bytes of a message: what is parsed, what the application takes
FAILED = "close(1002)"
NAMES = {CONT: "continuation", TEXT: "text", BINARY: "binary", CLOSE: "close", PING: "ping", PONG: "pong"}


class Case(NamedTuple):
    """Bytes in a row of frames; outcomes that the RFC allows are parted by a bar."""

    name: str
    sent: bytes
    outcome: str


def message(size: int) -> bytes:
    """The application's own ping, with white space up to a size."""
    return MESSAGE.ljust(size)


def fragments(opcode: int, *parts: bytes, rsv: int = 0) -> list[bytes]:
    """A message in several frames; only the first has reserved bits."""
    last = len(parts) - 1
    return [
        frame(CONT if at else opcode, part, fin=at == last, rsv=0 if at else rsv)
        for at, part in enumerate(parts)
    ]


def framing() -> Iterator[Case]:
    """5.1 and 5.2: masks, reserved bits and opcodes, lengths."""
    for mask in (b"\x00" * 4, b"\xff" * 4, b"\x00\xff\x00\xff", b"\x80\x00\x00\x01"):
        yield Case(f"masked by {mask.hex()}", frame(TEXT, MESSAGE, mask=mask), "reply")
    for opcode, name in NAMES.items():
        yield Case(f"unmasked {name}", frame(opcode, b"", mask=None), FAILED)
    yield Case("unmasked text with payload", frame(TEXT, MESSAGE, mask=None), FAILED)
    yield Case(
        "unmasked after a masked one", frame(PING, b"a") + frame(TEXT, b"", mask=None), f"pong(a) {FAILED}"
    )
    for opcode in (*range(3, 8), *range(11, 16)):
        yield Case(f"reserved opcode {opcode}", frame(opcode), FAILED)
        yield Case(f"reserved opcode {opcode}, payload", frame(opcode, MESSAGE), FAILED)
        yield Case(f"reserved opcode {opcode}, a part", frame(opcode, b"a", fin=False), FAILED)
    for rsv in range(1, 8):
        yield Case(f"reserved bits {rsv:03b} of text", frame(TEXT, MESSAGE, rsv=rsv), FAILED)
        yield Case(f"reserved bits {rsv:03b} of ping", frame(PING, b"a", rsv=rsv), FAILED)
    for rsv in (1, 2, 4):
        yield Case(f"reserved bits {rsv:03b} of binary", frame(BINARY, b"a", rsv=rsv), FAILED)
        yield Case(f"reserved bits {rsv:03b} of pong", frame(PONG, b"a", rsv=rsv), FAILED)
        yield Case(f"reserved bits {rsv:03b} of close", frame(CLOSE, b"\x03\xe8", rsv=rsv), FAILED)
        row = frame(TEXT, MESSAGE, fin=False) + frame(CONT, b"", rsv=rsv)
        yield Case(f"reserved bits {rsv:03b} of a continuation", row, FAILED)
    yield from lengths()


def lengths() -> Iterator[Case]:
    for size in (15, 16, 125, 126, 127, 128, 255, 256, 1000, MOST_TAKEN - 1, MOST_TAKEN):
        yield Case(f"text of {size} bytes", frame(TEXT, message(size)), "reply")
    yield Case("empty text", frame(TEXT), "problem")
    yield Case("empty binary", frame(BINARY), "problem")
    yield Case("binary", frame(BINARY, MESSAGE), "problem")
    for size in (MOST_TAKEN + 1, MOST_PARSED):
        yield Case(f"text of {size} bytes", frame(TEXT, message(size)), "problem close(1008)")
    for size in (MOST_PARSED + 1, 65_535, 65_536, 1 << 31, 1 << 40, (1 << 63) - 1):
        yield Case(f"text that says {size} bytes", frame(TEXT, message(100), length=size), "close(1009)")
    for size in (1 << 63, (1 << 64) - 1):
        said = frame(TEXT, message(100), length=size)
        yield Case(f"text that says {size} bytes", said, f"{FAILED}|close(1009)")
    for length, size in ((15, 2), (125, 2), (15, 8), (125, 8), (200, 8), (4000, 8)):  # up to the client: 5.2
        said = frame(TEXT, message(length), size=size)
        yield Case(f"length {length} in {size} bytes", said, f"reply|{FAILED}")
    row = b"".join(frame(TEXT, message(20 + at)) for at in range(20))
    yield Case("twenty texts", row, " ".join(["reply"] * 20))


def control_frames() -> Iterator[Case]:
    """5.5: control frames are short, whole, and may stand between fragments."""
    for payload in (b"", b"a", b"Hello", b"\x00\xff\xfe", b"x" * 124, b"x" * 125):
        word = payload.decode("latin-1")
        yield Case(f"ping of {len(payload)} bytes", frame(PING, payload), f"pong({word})")
        yield Case(f"pong of {len(payload)} bytes", frame(PONG, payload), "")
    for opcode in (PING, PONG, CLOSE):
        for size in (126, 127, 200, 65_536):
            large = frame(opcode, b"\x03\xe8".ljust(size, b"x"))
            yield Case(f"{NAMES[opcode]} of {size} bytes", large, f"{FAILED}|close(1009)")
        yield Case(f"{NAMES[opcode]} in parts", frame(opcode, b"\x03\xe8", fin=False), FAILED)
        row = frame(opcode, b"\x03\xe8", fin=False) + frame(CONT, b"x")
        yield Case(f"{NAMES[opcode]} in two parts", row, FAILED)
    ten = b"".join(frame(PING, b"%d" % at) for at in range(10))
    yield Case("ten pings", ten, " ".join(f"pong({at})" for at in range(10)))
    first, last = fragments(TEXT, MESSAGE[:5], MESSAGE[5:])
    yield Case("ping between fragments", first + frame(PING, b"p") + last, "pong(p) reply")
    yield Case("pong between fragments", first + frame(PONG, b"p") + last, "reply")
    yield Case("pings and pongs between fragments", first + (ten + frame(PONG)) + last, f"{_pongs(10)} reply")
    yield Case("ping, text, ping", frame(PING, b"1") + frame(TEXT, MESSAGE) + frame(PING, b"2"), ANY_ORDER)
    yield Case("ping without mask between fragments", first + frame(PING, b"p", mask=None), FAILED)


ANY_ORDER = (
    "pong(1) reply pong(2)|pong(1) pong(2) reply"  # an answer of the application is no part of the RFC
)


def _pongs(count: int) -> str:
    return " ".join(f"pong({at})" for at in range(count))


def fragmentation() -> Iterator[Case]:
    """5.4: messages in several frames."""
    for count in (2, 3, 5, len(MESSAGE)):
        step = -(-len(MESSAGE) // count)
        parts = [MESSAGE[at : at + step] for at in range(0, len(MESSAGE), step)]
        yield Case(f"text in {len(parts)} fragments", b"".join(fragments(TEXT, *parts)), "reply")
        yield Case(f"binary in {len(parts)} fragments", b"".join(fragments(BINARY, *parts)), "problem")
    for name, parts in {
        "first": [b"", MESSAGE],
        "last": [MESSAGE, b""],
        "middle": [MESSAGE[:3], b"", MESSAGE[3:]],
    }.items():
        yield Case(f"empty {name} fragment", b"".join(fragments(TEXT, *parts)), "reply")
    yield Case("nothing in three fragments", b"".join(fragments(TEXT, b"", b"", b"")), "problem")
    start = frame(TEXT, b"{", fin=False)
    whole = b"".join(fragments(TEXT, MESSAGE[:5], MESSAGE[5:]))
    yield Case("continuation of nothing", frame(CONT, MESSAGE), FAILED)
    yield Case("continuation of nothing, a part", frame(CONT, MESSAGE, fin=False), FAILED)
    yield Case("empty continuation of nothing", frame(CONT), FAILED)
    yield Case(
        "continuation after a whole text", frame(TEXT, MESSAGE) + frame(CONT), f"reply {FAILED}|{FAILED}"
    )
    yield Case("continuation after a message in parts", whole + frame(CONT), f"reply {FAILED}|{FAILED}")
    for opcode in (TEXT, BINARY):
        yield Case(f"{NAMES[opcode]} between fragments", start + frame(opcode, MESSAGE), FAILED)
        row = start + frame(opcode, MESSAGE, fin=False)
        yield Case(f"a part of {NAMES[opcode]} between fragments", row, FAILED)
        row = start + frame(CONT, b"", fin=False) + frame(opcode, MESSAGE)
        yield Case(f"{NAMES[opcode]} after a continuation", row, FAILED)
    yield Case("two messages in parts", whole + whole, "reply reply")
    yield Case("a whole text after one in parts", whole + frame(TEXT, MESSAGE), "reply reply")
    half = message(MOST_PARSED // 2)
    row = b"".join(fragments(TEXT, half, half, b"x"))
    yield Case("too large in fragments", row, "close(1009)")
    row = b"".join(fragments(TEXT, message(MOST_PARSED), b" "))
    yield Case("too large by one byte in the last fragment", row, "close(1009)")
    yield Case("fragments of the largest text", b"".join(fragments(TEXT, message(15), b" " * 4081)), "reply")


VALID_TEXT = {
    "greek": "κόσμε",
    "one byte, the last": "\x7f",
    "nul": "\x00",
    "two bytes": "\x80\u07ff",
    "three bytes": "\u0800\uffff",
    "four bytes": "\U00010000\U0010ffff",
    "beside surrogates": "\ud7ff\ue000",
    "no characters": "\ufffe\uffff\U0001fffe\ufdd0",
    "replacement": "\ufffd",
    "byte order mark": "\ufeff",
    "emoji": "🏠🏝️",
}
INVALID_TEXT = {
    "continuation alone": "80",
    "last continuation alone": "bf",
    "two continuations": "80bf",
    "after a letter": "6180",
    "no continuation of two": "c3",
    "a letter for a continuation": "c361",
    "three bytes cut": "e282",
    "three bytes, one there": "e2",
    "four bytes cut": "f09f8f",
    "four bytes, two there": "f09f",
    "four bytes, one there": "f0",
    "overlong slash of two": "c0af",
    "overlong slash of three": "e080af",
    "overlong slash of four": "f08080af",
    "overlong slash of five": "f8808080af",
    "overlong nul": "c080",
    "largest overlong of two": "c1bf",
    "largest overlong of three": "e09fbf",
    "largest overlong of four": "f08fbfbf",
    "high surrogate": "eda080",
    "last high surrogate": "edafbf",
    "low surrogate": "edb080",
    "last low surrogate": "edbfbf",
    "pair of surrogates": "eda080edb080",
    "above the last": "f4908080",
    "far above the last": "f5808080",
    "five bytes": "f888808080",
    "six bytes": "fc8480808080",
    "fe": "fe",
    "ff": "ff",
    "fe and ff": "fefeffff",
    "in the middle": "cebae1bdb9cf83eda080656469746564",
}


def utf_8() -> Iterator[Case]:
    """8.1: text is UTF-8, of the whole message and not of its frames."""
    for name, text in VALID_TEXT.items():
        payload = text.encode()
        yield Case(f"valid: {name}", frame(TEXT, payload), "problem")
        split = fragments(TEXT, *(bytes((byte,)) for byte in payload))
        yield Case(f"valid, byte by byte: {name}", b"".join(split), "problem")
    for name, text in INVALID_TEXT.items():
        payload = bytes.fromhex(text)
        yield Case(f"invalid: {name}", frame(TEXT, payload), "close(1007)")
        split = fragments(TEXT, payload[:1], payload[1:])
        yield Case(f"invalid, in two: {name}", b"".join(split), "close(1007)")
    yield Case("binary that is no UTF-8", frame(BINARY, b"\xff\xfe"), "problem")
    yield Case("ping that is no UTF-8", frame(PING, b"\xff"), "pong(\xff)")


GOOD_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999)
LATER_CODES = (1012, 1013, 1014)  # registered since: not known to everybody
BAD_CODES = (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535)


def closing() -> Iterator[Case]:
    """5.5.1, 7.4: a close frame is echoed; a wrong one fails the connection."""

    def close(code: int, reason: bytes = b"") -> bytes:
        return frame(CLOSE, code.to_bytes(2, "big") + reason)

    yield Case("close without a code", frame(CLOSE), "close()")
    yield Case("close with half a code", frame(CLOSE, b"\x03"), FAILED)
    for code in GOOD_CODES:
        yield Case(f"close {code}", close(code), f"close({code})")
    for code in LATER_CODES:
        yield Case(f"close {code}", close(code), f"close({code})|{FAILED}")
    for code in BAD_CODES:
        yield Case(f"close {code}", close(code), FAILED)
        yield Case(f"close {code} with a reason", close(code, b"why"), FAILED)
    for reason in (b"bye", "do widzenia, żółw".encode(), b"x" * 123):
        yield Case(f"close with a reason of {len(reason)} bytes", close(1000, reason), "close(1000)")
    yield Case("close with a reason too long", close(1000, b"x" * 124), FAILED)
    for name in ("continuation alone", "three bytes cut", "overlong slash of two", "high surrogate", "ff"):
        reason = bytes.fromhex(INVALID_TEXT[name])
        yield Case(f"close with a reason that is no UTF-8: {name}", close(1000, reason), "close(1007)")
    for name, after in {
        "text": frame(TEXT, MESSAGE),
        "ping": frame(PING, b"a"),
        "close": close(1001),
        "nonsense": b"\xff" * 50,
        "half a frame": frame(TEXT, MESSAGE)[:5],
    }.items():
        yield Case(f"{name} after close", close(1000) + after, "close(1000)")
    yield Case("ping before close", frame(PING, b"a") + close(1000), "pong(a) close(1000)")
    start = frame(TEXT, b"{", fin=False)
    yield Case("close between fragments", start + close(1000), "close(1000)")
    yield Case("close without a code between fragments", start + frame(CLOSE), "close()")
    row = start + frame(CONT, b"", fin=False) + close(4000, b"bye")
    yield Case("close after a continuation", row, "close(4000)")
    yield Case("close 1005 between fragments", start + close(1005), FAILED)


FRAME_CASES = [*framing(), *control_frames(), *fragmentation(), *utf_8(), *closing()]
