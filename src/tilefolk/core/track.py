"""The score track: a value is a fold over bookings in the order of the rounds."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

ONCE, RACE, ROUND = range(3)  # order of the bookings of one round
END = 1 << 20  # round of the end scoring


class Booking(NamedTuple):
    """Points of one rule in one round. `spare`: a provision, if there is one, is spent instead."""

    round: int
    phase: int
    rule: str
    points: int
    cells: int = 0
    spare: bool = False


class Track(NamedTuple):
    """Where the marker starts and at which number, if at any, it is locked."""

    start: int
    lock: int | None = None


class Standing(NamedTuple):
    """What the bookings come to: value may be negative, that is the debt."""

    value: int
    locked: bool
    provisions: int

    @property
    def marker(self) -> int:
        return max(0, self.value)

    @property
    def debt(self) -> int:
        return max(0, -self.value)


def fold(track: Track, bookings: Iterable[Booking], provisions: int = 0) -> Standing:
    """The standing after all bookings, in whatever order they are given.

    What one phase of one round brings is one net sum: the lock looks at sums, not at single points.
    """
    if track.lock is None and not provisions:
        return Standing(track.start + sum([booking.points for booking in bookings]), False, 0)
    value, locked = track.start, False
    for _, together in groupby(sorted(bookings), key=_when):
        if locked:
            break
        for booking in together:
            if booking.spare and provisions:
                provisions -= 1
            else:
                value += booking.points
        if track.lock is not None and value >= track.lock:
            value, locked = track.lock, True
    return Standing(value, locked, provisions)


def _when(booking: Booking) -> tuple[int, int]:
    return booking.round, booking.phase
