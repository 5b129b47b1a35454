"""What the server packs is what a client unpacks, message by message, with the memory it agreed to."""

import zlib
from random import Random

import pytest

from tilefolk.server.run.frames import (
    FORGETFUL,
    LEAST_PACKED_BYTES,
    RECENT_BYTES,
    REMEMBERED_BITS,
    SYNC_FLUSH_END,
    Packer,
    RecentPacker,
)


def texts(rand: Random) -> list[bytes]:
    """Messages that share words with those before them, some longer than what is remembered."""
    words = [rand.randbytes(rand.choice((3, 8, 20))).hex() for _ in range(60)]
    sizes = [rand.choice((LEAST_PACKED_BYTES, 1000, RECENT_BYTES, 20_000)) for _ in range(40)]
    return [" ".join(rand.choices(words, k=size // 15)).encode() for size in sizes]


@pytest.mark.parametrize("packer", [RecentPacker(), Packer(remembers=True), FORGETFUL])
def test_a_client_that_remembers_unpacks_every_message(packer: Packer | RecentPacker) -> None:
    client = zlib.decompressobj(-REMEMBERED_BITS)
    for text in texts(Random(0)):
        assert client.decompress(packer.pack(text) + SYNC_FLUSH_END) == text


def test_what_was_sent_before_makes_the_next_message_shorter() -> None:
    packer, message = RecentPacker(), Random(1).randbytes(600).hex().encode()
    first, second = packer.pack(message), packer.pack(message)
    assert len(second) * 10 < len(first)
    packer.pack(Random(2).randbytes(RECENT_BYTES).hex().encode())
    assert len(packer.pack(message)) > len(first) / 2, "only so much is remembered"
