"""Sealed chance: every draw has a name, and its outcome follows from the seed and that name alone."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tilefolk.core.notation import Action, Token, write_action

Outcome = tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw somebody waits for: the stream's items in the order of the data, and what is told of each.

    A deck gives every item once, in a shuffled order; dice (`again`) give any item every time.
    """

    stream: str
    index: int
    items: tuple[Outcome, ...]
    told: tuple[Outcome, ...]
    again: bool = False


def outcomes_digest(streams: Iterable[Draw]) -> str:
    """The SHA-256 of what the numbers of all streams stand for: fixed before anybody knows the key."""
    lists = [
        "\n".join([f"{draw.stream} {'again' if draw.again else 'once'}", *map(write_action, draw.told)])
        for draw in sorted(streams, key=lambda draw: draw.stream)
    ]
    return hashlib.sha256("\n\n".join(["tilefolk-outcomes-1", *lists]).encode()).hexdigest()


def new_seed() -> bytes:
    return secrets.token_bytes(32)


def open_seed(text: str) -> bytes:
    """The seed that follows from a public word: for simulation, tests and practice only."""
    return hashlib.sha256(b"tilefolk-seed-1\n" + text.encode()).digest()


def seal(seed: bytes) -> str:
    """The SHA-256 of the seed, shown before the first draw so that nobody can change the seed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def match_key(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The key of all draws, made from the seed and the seats' nonces: neither side chooses it alone."""
    return hmac.new(seed, "\n".join(nonces).encode(), hashlib.sha256).digest()


def number(key: bytes, stream: str, index: int, n: int) -> int:
    """A number below n; its bias is below n / 2**256."""
    text = f"tilefolk-draw-1\n{stream}\n{index}"
    return int.from_bytes(hmac.new(key, text.encode(), hashlib.sha256).digest(), "big") * n >> 256


@lru_cache(maxsize=256)
def order(key: bytes, stream: str, size: int) -> tuple[int, ...]:
    """The Fisher-Yates order of a stream."""
    deck = list(range(size))
    for last in range(size - 1, 0, -1):
        other = number(key, stream, last, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def outcome(key: bytes, draw: Draw) -> Action:
    """The line that chance writes for a draw: stream, index and what is told."""
    if draw.again:
        chosen = number(key, draw.stream, draw.index, len(draw.items))
    else:
        chosen = order(key, draw.stream, len(draw.items))[draw.index]
    return (draw.stream, draw.index, *draw.told[chosen])
