"""Tallies: named score lines with the cells they come from, and the ranking they lead to."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tilefolk.core.first import first_of


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


class Lack(NamedTuple):
    """A thing that has no points yet: the rule, its cells, the free cells that help, how many are missing.

    `kinds` are missing or help; without any, everything does. Not possible: it can never have them now.
    """

    rule: str
    thing: int
    free: int
    number: int
    kinds: tuple[str, ...]
    is_possible: bool


class Preview(NamedTuple):
    """What an answer changes in a tally: the value, and the lines by rule; open where a draw adds to it.

    Of the change `won` is booked at once. `compared` has what a line is compared by, where that is another
    number then: the others can change what it brings, so it is in none of the changes. `cells` has all cells
    of the lines that reach further then, `lacks` what lacks something else then than now, where the game
    tells that.
    """

    change: int
    lines: tuple[tuple[str, int], ...]
    is_open: bool = False
    won: int = 0
    compared: tuple[tuple[str, int], ...] = ()
    cells: tuple[tuple[str, int], ...] = ()
    lacks: tuple[Lack, ...] = ()

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


class TieBreak(NamedTuple):
    """Two neighbours in the ranking of the same value: which part of their keys decides, and its numbers."""

    ahead: int
    behind: int
    part: int
    more: int
    less: int


def tie_breaks(tallies: Sequence[Tally]) -> tuple[TieBreak, ...]:
    """What decided between seats of the same value; nothing for seats that share a place."""
    ranked = sorted(range(len(tallies)), key=lambda seat: tallies[seat].key, reverse=True)
    found = []
    for ahead, behind in pairwise(ranked):
        best, next_best = tallies[ahead].key, tallies[behind].key
        if best[0] == next_best[0] and best != next_best:
            part = first_of(
                at for at, (one, two) in enumerate(zip(best, next_best, strict=True)) if one != two
            )
            found.append(TieBreak(ahead, behind, part, best[part], next_best[part]))
    return tuple(found)
