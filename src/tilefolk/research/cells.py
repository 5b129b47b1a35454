"""Sets of cells as planes: a mask of bits becomes rows and columns of numbers."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tilefolk.core.grid import Grid, Mask

Planes = NDArray[np.int8]


class Cells:
    """The rectangle around a grid. Hexes stand in it by their axial coordinates."""

    def __init__(self, grid: Grid) -> None:
        self.columns = grid.width - 1  # one column of the bits is always empty
        self.rows = -(-grid.cells.bit_length() // grid.width)
        self.size = self.rows * self.columns
        self._width = grid.width
        self._bits = self.rows * grid.width
        self._bytes = -(-self._bits // 8)

    def planes(self, masks: Iterable[Mask]) -> Planes:
        """One plane per set of cells."""
        packed = b"".join([mask.to_bytes(self._bytes, "little") for mask in masks])
        rows = np.frombuffer(packed, np.uint8).reshape(-1, self._bytes)
        bits = np.unpackbits(rows, axis=1, count=self._bits, bitorder="little")
        return bits.reshape(-1, self.rows, self._width)[:, :, : self.columns].astype(np.int8)
