"""Messages that need no parser are read like those that do, however they arrive."""

import zlib
from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.protocol import SERVER, Protocol

from tests.effort import times
from tilefolk.server.run.received import ends_with_frame, ends_with_request, whole_text

MOST, BITS = 300, 12
PACKING = PerMessageDeflate(True, True, BITS, BITS)


def sent(text: str, packed: bool = False, opcode: Opcode = Opcode.TEXT, fin: bool = True) -> bytes:
    return Frame(opcode, text.encode(), fin).serialize(mask=True, extensions=[PACKING] if packed else [])


def parsed(data: bytes) -> list[str]:
    """What the parser of `websockets` makes of it: texts, and a word for what ends the connection."""
    parser = Protocol(SERVER, max_size=MOST)
    parser.extensions = [PerMessageDeflate(True, True, BITS, BITS)]
    parser.receive_data(data)
    frames = [event for event in parser.events_received() if isinstance(event, Frame)]
    texts = [str(bytes(one.data), "utf-8") for one in frames if one.opcode is Opcode.TEXT and one.fin]
    return [*texts, *(["failed"] if parser.parser_exc else [])]


@settings(max_examples=times(100, 5000), deadline=None)
@given(st.text(max_size=400), st.booleans())
def test_a_message_in_one_frame_is_what_the_parser_reads(text: str, packed: bool) -> None:
    data = sent(text, packed)
    found = whole_text(data, MOST, BITS)
    assert (["failed"] if found is None else [found]) == parsed(data)
    assert ends_with_frame(data)


def others() -> Iterator[bytes]:
    yield sent("a part", fin=False)
    yield sent("the rest", opcode=Opcode.CONT)
    yield sent("bytes", opcode=Opcode.BINARY)
    yield sent("ping", opcode=Opcode.PING)
    yield sent("one") + sent("two")
    yield Frame(Opcode.TEXT, b"unmasked").serialize(mask=False)
    yield bytes((sent("reserved")[0] | 0x20,)) + sent("reserved")[1:]
    yield sent("x" * (MOST + 1))
    yield sent("x" * 5000, packed=True)
    yield Frame(Opcode.TEXT, b"\xff").serialize(mask=True)
    yield from (sent("cut off")[:length] for length in range(len(sent("cut off"))))


def test_everything_else_is_left_to_the_parser() -> None:
    assert [data for data in others() if whole_text(data, MOST, BITS) is not None] == []


def test_nothing_is_unpacked_that_was_not_agreed_on() -> None:
    data = sent("hello", packed=True)
    assert whole_text(data, MOST, BITS) == "hello"
    assert whole_text(data, MOST, 0) is None
    broken = Frame(Opcode.TEXT, zlib.compress(b"hello")).serialize(mask=True)
    assert whole_text(bytes((broken[0] | 0x40,)) + broken[1:], MOST, BITS) is None


def test_a_row_of_frames_ends_where_its_last_one_does() -> None:
    rand = Random(0)
    row = [sent("x" * rand.choice((0, 5, 130, 70_000)), opcode=Opcode.BINARY) for _ in range(4)]
    data = b"".join([*row, sent("pong", opcode=Opcode.PONG)])
    ends = {sum(map(len, row[:count])) for count in range(5)} | {len(data)}
    assert all(ends_with_frame(data[:length]) == (length in ends) for length in (*range(400), *ends))
    assert not ends_with_frame(data + sent("a part", fin=False))
    assert ends_with_request(b"GET / HTTP/1.1\r\n\r\n")
    assert not ends_with_request(b"GET / HTTP/1.1\r\n\r\n" + sent("early"))
