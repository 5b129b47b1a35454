"""The base of observers: names for every plane and every number of the vector, and the arrays themselves."""

from abc import abstractmethod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilefolk.core.game import AnyGame

Planes = NDArray[np.int8]
Vector = NDArray[np.float32]


class Observed(NamedTuple):
    """What a seat sees, as numbers."""

    planes: Planes
    vector: Vector


class Observer:
    """Turns what a seat has seen into numbers. The own seat comes first, then the others in their order."""

    plane_names: tuple[str, ...]
    vector_names: tuple[str, ...]
    rows: int
    columns: int

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.game, self.seats = game, seats

    @property
    def shape(self) -> tuple[int, int, int]:
        """The shape of the planes."""
        return len(self.plane_names), self.rows, self.columns

    def order(self, seat: int) -> list[int]:
        """All seats, the own one first."""
        return [(seat + step) % self.seats for step in range(self.seats)]

    @abstractmethod
    def observe(self, seen: Any, seat: int) -> Observed:
        """The numbers of a state that holds nothing but what the seat has seen."""
