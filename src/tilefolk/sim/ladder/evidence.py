"""Whether one of two bots is stronger, asked after every few seeds: a sequential test by betting.

Somebody bets on every seed that the first bot gets more than half of it, or less. If both were equally
strong, no way to bet would win money on average, so a fortune of 100 is reached once in a hundred times at
most, however often one looks. That makes it right to stop as soon as it is reached.
"""

import math
from collections.abc import Sequence

STAKES = tuple(side * stake for stake in (0.2, 0.5, 0.9, 1.3, 1.7, 1.95) for side in (1, -1))
ENOUGH = 100.0  # a wrong decision in one of so many pairings


def evidence(scores: Sequence[float]) -> float:
    """What the stakes have made of 1 on average; a score is the first bot's share of a seed, from 0 to 1."""
    fortunes = [math.prod(1 + stake * (score - 0.5) for score in scores) for stake in STAKES]
    return math.fsum(fortunes) / len(fortunes)


def is_decided(scores: Sequence[float]) -> bool:
    return evidence(scores) >= ENOUGH
