"""The score track: a value is a fold over bookings in the order of the rounds."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

ONCE, RACE, ROUND = range(3)  # order of the bookings of one round


class Booking(NamedTuple):
    """Points of one rule in one round. `spare`: something kept for it, if there is any, is spent instead."""

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
    spares: int

    @property
    def marker(self) -> int:
        return max(0, self.value)


def start_of(track: Track, spares: int = 0) -> Standing:
    """The standing before anything is booked."""
    return Standing(track.start, False, spares)


def after(track: Track, standing: Standing, sums: Iterable[int]) -> Standing:
    """The standing after some sums, one after the other; a locked marker stays where it is."""
    value, locked, spares = standing
    for points in sums:
        if not locked:
            value += points
            if track.lock is not None and value >= track.lock:
                value, locked = track.lock, True
    return Standing(value, locked, spares)


def fold(track: Track, bookings: Iterable[Booking], spares: int = 0) -> Standing:
    """The standing after all bookings, in whatever order they are given.

    What one phase of one round brings is one net sum: the lock looks at sums, not at single points.
    """
    if track.lock is None and not spares:
        return Standing(track.start + sum([booking.points for booking in bookings]), False, 0)
    standing = start_of(track, spares)
    for _, together in groupby(sorted(bookings), key=_when):
        points = 0
        for booking in together:
            if booking.spare and standing.spares and not standing.locked:
                standing = standing._replace(spares=standing.spares - 1)
            else:
                points += booking.points
        standing = after(track, standing, (points,))
    return standing


def _when(booking: Booking) -> tuple[int, int]:
    return booking.round, booking.phase
