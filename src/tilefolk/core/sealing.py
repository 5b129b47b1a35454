"""Whose secrets a match is drawn from: the server's seed and the parts of the seats (docs/notation.md)."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, get_args

ONE_SIDED = 1  # the header's nonces, if any, were made by whoever made the seed
COMMITTED = 2  # seats committed to nonces of their own before any of them was known

NONCE_PATTERN = r"^[0-9a-f]{32}$"
COMMITMENT_PATTERN = r"^[0-9a-f]{64}$"
NOTES_FORMAT = "tilefolk-seen 1"


class Part(NamedTuple):
    """A seat's part in the draws: what it committed to, and its nonce; none of a seat that was left out."""

    seat: int
    commitment: str
    nonce: str = ""

    @property
    def is_true(self) -> bool:
        """Whether the nonce is the one that was committed to; a part that was left out says nothing false."""
        return not self.nonce or self.commitment == commitment_to(self.seat, self.nonce)


def commitment_to(seat: int, nonce: str) -> str:
    """What a seat shows before it shows its nonce: nobody can read the nonce off it, nor change it later."""
    return hashlib.sha256(f"tilefolk-nonce-2\n{seat}\n{nonce}".encode()).hexdigest()


def committed_key(seed: bytes, parts: Iterable[Part]) -> bytes:
    """The key of all draws, made from the seed and the nonces that were given, with their seats."""
    given = "".join(f"\n{part.seat} {part.nonce}" for part in parts if part.nonce)
    return hmac.new(seed, f"tilefolk-key-2{given}".encode(), hashlib.sha256).digest()


class Notes(NamedTuple):
    """What a client wrote down by itself while a match was prepared and played.

    `before`: it saw the seal before there was a match. `commitments` are by seat, as they were when nonces
    were asked for; none where the client did not see that. `seat` and `nonce` are its own part,
    `revealed` says that it sent that nonce, `restarted` that it had sent one under another seal for the same
    match. `draws` are the draws it was told, as lines, `outcomes` is the digest of what their numbers stand
    for, as it was told before it showed its nonce, or when it first saw the match.
    """

    seal: str
    before: bool = False
    commitments: tuple[str | None, ...] = ()
    seat: int | None = None
    nonce: str = ""
    revealed: bool = False
    restarted: bool = False
    draws: tuple[str, ...] = ()
    outcomes: str = ""


# What the notes of a client object to in a record, the worst first.
Objection = Literal["seal", "commitments", "nonce", "outcomes", "draws", "own_part", "restarted"]
OBJECTIONS: tuple[Objection, ...] = get_args(Objection)


def objections(
    notes: Notes, seal: str, parts: Sequence[Part], draws: Iterable[str], outcomes: str
) -> list[Objection]:
    """Where a finished record contradicts what a client saw.

    `draws` are the record's lines of chance, `outcomes` the digest of what the game lets them stand for.
    """
    told = set(draws)
    own = next((part for part in parts if part.seat == notes.seat), None)
    found = {
        "seal": seal != notes.seal,
        "commitments": any(notes.commitments)
        and [*_parts_seen(notes)] != [(part.seat, part.commitment) for part in parts],
        "nonce": not all(part.is_true for part in parts),
        "outcomes": notes.outcomes not in ("", outcomes),
        "draws": any(draw not in told for draw in notes.draws),
        "own_part": notes.revealed and (own is None or own.nonce != notes.nonce),
        "restarted": notes.restarted,
    }
    return [objection for objection in OBJECTIONS if found[objection]]


def _parts_seen(notes: Notes) -> Iterable[tuple[int, str]]:
    """Seats and their commitments, as the client saw them."""
    return ((seat, seen) for seat, seen in enumerate(notes.commitments) if seen)


def read_notes(text: str) -> list[Notes]:
    """The notes in a file that a browser saved. Raises ValueError."""
    value = json.loads(text)
    if not isinstance(value, dict) or value.get("format") != NOTES_FORMAT:
        raise ValueError(f"not {NOTES_FORMAT}")
    entries = value.get("matches")
    if not isinstance(entries, list):
        raise ValueError("no list of matches")
    return [_read_notes(entry) for entry in entries]


def _read_notes(entry: Any) -> Notes:
    if not isinstance(entry, dict):
        raise ValueError("not the notes of a match")
    known = {name: entry[name] for name in Notes._fields if name in entry}
    commitments, draws = _words(known.pop("commitments", [])), _words(known.pop("draws", []))
    notes = Notes(**{"seal": "", **known}, commitments=commitments, draws=tuple(map(str, draws)))
    flags = (notes.before, notes.revealed, notes.restarted)
    right = (
        isinstance(notes.seal, str)
        and re.match(COMMITMENT_PATTERN, notes.seal)
        and all(isinstance(flag, bool) for flag in flags)
        and (notes.seat is None or type(notes.seat) is int)
        and isinstance(notes.nonce, str)
        and isinstance(notes.outcomes, str)
    )
    if not right:
        raise ValueError("not the notes of a match")
    return notes


def _words(value: Any) -> tuple[str | None, ...]:
    if not isinstance(value, list) or not all(word is None or isinstance(word, str) for word in value):
        raise ValueError("not a list of words")
    return tuple(value)
