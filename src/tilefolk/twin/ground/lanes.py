"""Slots of a piece as lanes: one orientation each, whose slots differ by nothing but their first cell.

On a square map the cells of such slots lie at the same distances from the first one, so all of them are found
by a few shifts of the whole board. Where rows differ in length (hexes) the distances change from row to row;
then a piece has no lanes, and its slots are looked at one by one.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tilefolk.core.grid import bits_of

MOST = 8  # lanes of a piece
FOUR = 4  # lanes that are looked at together
SETS = 2 * FOUR  # words that they give: two for each
SHIFTS = 3 * SETS  # their words before the distances of cells
REACH = 64  # how far a cell lies from the first one, at most


class Lane(NamedTuple):
    """How far the other cells lie from the first one, the first cells, and the first slot."""

    distances: tuple[int, ...]
    firsts: list[int]
    slot: int


def lanes_of(cells: Sequence[int], pieces: Sequence[tuple[int, int]]) -> tuple[list[list[int]], list[int]]:
    """Of every piece: where its lanes begin in the words, how many fours, how many other cells; the words.

    `cells`: those of each slot as bits; `pieces`: their slots, from the first to before the last. Four lanes
    are the first cells that are valid (four first words, four second ones, then again two words a lane), the
    slots that the first of these are (two a lane), then the distances of each other cell. What a piece lacks
    to four is valid nowhere.
    """
    rows: list[list[int]] = []
    words: list[int] = []
    for first, last in pieces:
        lanes = _lanes(cells[first:last], first)
        if lanes is None:
            rows.append([0, 0, 0])
            continue
        more = len(lanes[0].distances)
        rows.append([len(words), -(-len(lanes) // FOUR), more])
        for at in range(0, len(lanes), FOUR):
            words += _four(lanes[at : at + FOUR], more)
    return rows, words


def _lanes(cells: Sequence[int], first: int) -> list[Lane] | None:
    """The lanes of a piece in the order of its slots; None where there are too many, or none."""
    out: list[Lane] = []
    for index, mask in enumerate(cells):
        begin, *others = bits_of(mask)
        distances = tuple(cell - begin for cell in others)
        if not out or out[-1].distances != distances or begin <= out[-1].firsts[-1]:
            if len(out) == MOST or max(distances, default=0) >= REACH:
                return None
            out.append(Lane(distances, [], first + index))
        out[-1].firsts.append(begin)
    return out or None


def _four(lanes: Sequence[Lane], more: int) -> list[int]:
    """Up to four lanes as words."""
    valid = [sum(1 << cell for cell in lane.firsts) for lane in lanes] + [0] * (FOUR - len(lanes))
    low, high = [both & (1 << 64) - 1 for both in valid], [both >> 64 for both in valid]
    begins = [lane.slot for lane in lanes] + [0] * (FOUR - len(lanes))
    slots = [(begin, begin + a.bit_count()) for begin, a in zip(begins, low, strict=True)]
    lacking = [(1,) * more] * (FOUR - len(lanes))
    distances = zip(*[lane.distances for lane in lanes], *lacking, strict=True)
    rows = [low, high, *zip(low, high, strict=True), *slots, *distances]
    return [word for row in rows for word in row]
