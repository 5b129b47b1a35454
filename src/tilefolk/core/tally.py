"""Tallies: named score lines with the cells they come from, and the ranking they lead to."""

from collections.abc import Sequence
from typing import NamedTuple


class Entry(NamedTuple):
    """One line of a tally."""

    rule: str
    points: int
    cells: int = 0


class Tally(NamedTuple):
    """One seat's score. `key` ranks: the value first, then the tie-breaks, more is better."""

    entries: tuple[Entry, ...]
    value: int
    key: tuple[int, ...]


def places(tallies: Sequence[Tally]) -> tuple[int, ...]:
    """The place of each seat. Equal seats share the better place and the next one is skipped."""
    return tuple(1 + sum(other.key > tally.key for other in tallies) for tally in tallies)
