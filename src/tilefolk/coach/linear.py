"""A linear program in whole numbers, and an upper bound of it that is checked in whole numbers.

`Program` maximises a sum over variables in boxes from 0 to some number, under rows `sum <= limit`. By weak
duality *any* prices of the rows, none below 0, give an upper bound: the limits at these prices, plus what
every variable brings beyond its rows' prices, at its largest. HiGHS proposes prices as floating-point
numbers; they are rounded to multiples of 1/SCALE, and the bound is worked out from them in whole numbers. So
a mistake of the solver can make the bound worse, never wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

SCALE = 1 << 20
Terms = Iterable[tuple[int, int]]  # variables with whole numbers before them


@dataclass
class Program:
    """Whole numbers throughout. `constant` is added to the sum."""

    constant: int = 0
    gains: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    limits: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def variable(self, gain: int = 0, most: int = 1) -> int:
        """A new variable: what each unit brings, and how large it may be."""
        self.gains.append(gain)
        self.most.append(most)
        return len(self.gains) - 1

    def at_most(self, terms: Terms, limit: int) -> None:
        """A new row: a sum that never goes over a limit."""
        row = len(self.limits)
        self.limits.append(limit)
        for variable, number in terms:
            self.rows.append(row)
            self.columns.append(variable)
            self.numbers.append(number)

    def bound(self) -> int:
        """A whole number that no solution in whole numbers exceeds."""
        return self.bound_at(self._prices())

    def bound_at(self, prices: np.ndarray[Any, Any]) -> int:
        """The bound that these prices prove, each a number of 1/SCALE; negative ones count as 0."""
        prices = np.maximum(prices, 0).astype(np.int64)
        left = SCALE * np.array(self.gains, np.int64)
        paid = np.array(self.numbers, np.int64) * prices[self.rows]
        np.subtract.at(left, np.array(self.columns, np.int64), paid)
        total = SCALE * self.constant
        total += sum(int(price) * limit for price, limit in zip(prices, self.limits, strict=True))
        total += sum(int(more) * most for more, most in zip(left, self.most, strict=True) if more > 0)
        return total // SCALE

    def _prices(self) -> np.ndarray[Any, Any]:
        """Prices that a solver finds best, rounded."""
        optimize, sparse = import_module("scipy.optimize"), import_module("scipy.sparse")
        shape = len(self.limits), len(self.gains)
        matrix = sparse.csr_matrix((self.numbers, (self.rows, self.columns)), shape=shape)
        bounds = [(0, most) for most in self.most]
        gains = -np.array(self.gains, float)
        found = optimize.linprog(gains, A_ub=matrix, b_ub=self.limits, bounds=bounds, method="highs-ds")
        if found.x is None:
            return np.zeros(len(self.limits), np.int64)
        prices: np.ndarray[Any, Any] = np.rint(-SCALE * found.ineqlin.marginals)
        return prices
