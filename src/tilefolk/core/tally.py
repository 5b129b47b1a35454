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


class Preview(NamedTuple):
    """What an answer changes in a tally: the value, and the lines by rule; open where a draw adds to it.

    `cells` has all cells of the lines that reach further then, where the game tells that.
    """

    change: int
    lines: tuple[tuple[str, int], ...]
    is_open: bool = False
    cells: tuple[tuple[str, int], ...] = ()

    @classmethod
    def between(cls, before: Tally, after: Tally, is_open: bool = False) -> "Preview":
        """The change from one tally to another; rules that book several entries count together."""
        sums: dict[str, int] = {}
        for tally, sign in ((before, -1), (after, 1)):
            for entry in tally.entries:
                sums[entry.rule] = sums.get(entry.rule, 0) + sign * entry.points
        lines = tuple((rule, points) for rule, points in sums.items() if points)
        return cls(after.value - before.value, lines, is_open)


def places(tallies: Sequence[Tally]) -> tuple[int, ...]:
    """The place of each seat. Equal seats share the better place and the next one is skipped."""
    return tuple(1 + sum(other.key > tally.key for other in tallies) for tally in tallies)
