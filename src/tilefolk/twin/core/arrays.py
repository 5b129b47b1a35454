"""Arrays in the memory of the kernels: numbers of one kind, in rows where there is a second length."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

# The kinds of numbers by their names in signatures: how `memoryview` calls them, and their size in bytes.
CODES = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"}
SIZES = {"i1": 1, "u1": 1, "i2": 2, "i4": 4, "i8": 8, "u8": 8, "f4": 4, "f8": 8}

Number = Any  # an int, or a float in arrays of such


class Array:
    """Numbers in memory that kernels read and write. `address`: where they begin there.

    `numbers` are all of them, one after the other; `owner` keeps the memory taken as long as the array lives.
    """

    __slots__ = ("__weakref__", "_owner", "address", "kind", "numbers", "shape")

    def __init__(
        self, kind: str, shape: tuple[int, ...], address: int, numbers: "memoryview[Any]", owner: object
    ) -> None:
        self.kind, self.shape, self.address, self.numbers, self._owner = kind, shape, address, numbers, owner

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: int) -> Number:
        """A number, or a row as an array in the same memory."""
        if len(self.shape) == 1:
            return self.numbers[index]
        if index < 0 or index >= len(self):
            raise IndexError(index)
        size = prod(self.shape[1:])
        part = self.numbers[size * index : size * (index + 1)]
        return Array(self.kind, self.shape[1:], self.address + SIZES[self.kind] * size * index, part, self)

    def __setitem__(self, index: int, number: Number) -> None:
        self.numbers[index] = number

    def __iter__(self) -> Iterator[Number]:
        return (self[index] for index in range(len(self)))

    def put(self, numbers: "Sequence[Number] | Array", first: int = 0) -> None:
        """Write numbers from a place on."""
        source = numbers.numbers if isinstance(numbers, Array) else packed(self.kind, numbers)
        self.numbers[first : first + len(source)] = source

    def tolist(self) -> list[Any]:
        """The numbers as a list, or as a list of rows."""
        if len(self.shape) == 1:
            return self.numbers.tolist()
        return [row.tolist() for row in self]


def seen_as(view: "memoryview[Any]", kind: str) -> "memoryview[Any]":
    """Bytes as numbers of a kind."""
    cast: Any = view.cast
    numbers: memoryview[Any] = cast(CODES[kind])
    return numbers


def packed(kind: str, numbers: Iterable[Number]) -> "memoryview[Any]":
    """Numbers as the kernels have them, in memory of Python's."""
    if isinstance(numbers, array | memoryview) and memoryview(numbers).format == CODES[kind]:
        return memoryview(numbers)
    return memoryview(array(CODES[kind], numbers))
