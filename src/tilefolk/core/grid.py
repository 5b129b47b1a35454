"""One grid for squares and hexes: a set of cells is an int, the lattice is data."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

Mask = int
Position = tuple[int, int]
Matrix = tuple[tuple[int, int], tuple[int, int]]


class Lattice(NamedTuple):
    """How positions (row, column) touch, turn and mirror."""

    name: str
    steps: tuple[Position, ...]
    turns: int
    turn: Matrix
    mirror: Matrix


# Hexes are axial: the row is r, the column is q. Turning is clockwise, rows grow downwards.
SQUARE = Lattice("square", ((0, 1), (1, 0), (0, -1), (-1, 0)), 4, ((0, 1), (-1, 0)), ((1, 0), (0, -1)))
HEX = Lattice(
    "hex", ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)), 6, ((1, 1), (-1, 0)), ((1, 0), (-1, -1))
)
LATTICES = {lattice.name: lattice for lattice in (SQUARE, HEX)}


@dataclass(frozen=True, eq=False)
class Grid:
    """Cells of a lattice as bits, with one empty column so that shifts never wrap.

    `lane` is how many bits a set of cells needs, `shifts` are the steps to half of the neighbours.
    """

    lattice: Lattice
    top: int
    left: int
    width: int
    cells: Mask
    joins: tuple[tuple[Mask, Mask], ...] = ()
    lane: int = field(init=False)
    shifts: tuple[int, ...] = field(init=False)
    names: dict[int, str] = field(init=False)
    bits: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        shifts = tuple(s for dy, dx in self.lattice.steps if (s := dy * self.width + dx) > 0)
        names = {bit: cell_name(self.lattice, *self.position(bit)) for bit in bits_of(self.cells)}
        object.__setattr__(self, "lane", self.cells.bit_length())
        object.__setattr__(self, "shifts", shifts)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "bits", {name: bit for bit, name in names.items()})

    @staticmethod
    def of(
        lattice: Lattice, positions: Iterable[Position], joins: Iterable[tuple[Position, Position]] = ()
    ) -> "Grid":
        """The grid of these positions; `joins` are pairs that touch although they lie apart."""
        cells = sorted(positions)
        top, left = cells[0][0], min(x for _, x in cells)
        width = max(x for _, x in cells) - left + 2

        def bit(position: Position) -> Mask:
            return 1 << (position[0] - top) * width + position[1] - left

        pairs = tuple((bit(a), bit(b)) for a, b in joins)
        return Grid(lattice, top, left, width, sum(map(bit, cells)), pairs)

    def position(self, bit: int) -> Position:
        return bit // self.width + self.top, bit % self.width + self.left

    def bit(self, position: Position) -> int:
        return (position[0] - self.top) * self.width + position[1] - self.left

    def has(self, position: Position) -> bool:
        row, column = position[0] - self.top, position[1] - self.left
        return row >= 0 <= column < self.width and bool(self.cells >> row * self.width + column & 1)

    def mask(self, names: Iterable[str]) -> Mask:
        return sum(1 << self.bits[name] for name in set(names))

    def listed(self, mask: Mask) -> tuple[str, ...]:
        """The names of the cells of a mask, in reading order."""
        return tuple(self.names[bit] for bit in bits_of(mask))

    def rows(self) -> dict[int, Mask]:
        """The cells of each row under the number that stands in their names, from the top."""
        first = 1 if self.lattice is SQUARE else 0
        out: dict[int, Mask] = {}
        for bit in bits_of(self.cells):
            row = self.position(bit)[0] + first
            out[row] = out.get(row, 0) | 1 << bit
        return out

    def around(self, mask: Mask) -> Mask:
        """All cells that share a side with a cell of the mask."""
        out = 0
        for shift in self.shifts:
            out |= mask << shift | mask >> shift
        for a, b in self.joins:
            out |= (b if mask & a else 0) | (a if mask & b else 0)
        return out & self.cells

    def spread(self, seed: Mask, within: Mask) -> Mask:
        """The part of `within` that hangs together with the seed."""
        seed &= within
        while seed and (grown := (seed | self.around(seed)) & within) != seed:
            seed = grown
        return seed

    def groups(self, mask: Mask) -> Iterator[Mask]:
        """The connected parts of a mask, in reading order of their first cells."""
        while mask:
            group = self.spread(mask & -mask, mask)
            yield group
            mask &= ~group


def bits_of(mask: Mask) -> Iterator[int]:
    """The positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def nth_bit(mask: Mask, n: int) -> int:
    """The position of the n-th set bit, from 0: first cut close to it, then one by one."""
    skipped, above = 0, mask.bit_count() - 1 - n
    while n > 4 < above:
        cut = mask.bit_length() * n // (n + above)  # where it would be if all lay evenly
        upper = mask >> cut
        count = upper.bit_count()
        if above < count:
            mask, n = upper, count - 1 - above
            skipped += cut
        else:
            mask ^= upper << cut
            above -= count
    if n <= above:
        while n:
            mask &= mask - 1
            n -= 1
        return skipped + (mask & -mask).bit_length() - 1
    while above:
        mask ^= 1 << mask.bit_length() - 1
        above -= 1
    return skipped + mask.bit_length() - 1


def cell_name(lattice: Lattice, row: int, column: int) -> str:
    """`C5` on squares (letter of the column, number of the row), `q,r` on hexes."""
    if lattice is SQUARE:
        return f"{chr(ord('A') + column)}{row + 1}"
    return f"{column},{row}"


def read_cell(lattice: Lattice, name: str) -> Position:
    """The position behind a name that `cell_name` gives; ValueError for any other text."""
    if lattice is SQUARE:
        position = int(name[1:]) - 1, ord(name[:1] or " ") - ord("A")
    else:
        column, row = map(int, name.split(","))
        position = row, column
    if cell_name(lattice, *position) != name:
        raise ValueError(name)
    return position
