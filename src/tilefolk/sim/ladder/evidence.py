"""Whether a bot gets more than some share of the seeds, or less: a sequential test by betting.

Somebody bets on every seed that the first bot gets more than the share, and somebody else that it gets less.
If the share were right, no way to bet would win money on average, so both together make 100 of 1 once in a
hundred times at most, however often one looks. That makes it right to stop as soon as one has that much.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

HALF = 0.5  # equally strong
STAKES = (0.1, 0.25, 0.45, 0.65, 0.85, 0.975)  # parts of what may be bet without ever owing anything
ENOUGH = 100.0  # a wrong decision in one of so many pairings


class Evidence(NamedTuple):
    """What those who bet on more, and those who bet on less, have made of one half each."""

    more: float
    less: float


def evidence(scores: Sequence[float], share: float = HALF) -> Evidence:
    """For more and for less than a share; a score is the first bot's part of a seed, from 0 to 1."""
    more = [math.prod(1 + stake / share * (score - share) for score in scores) for stake in STAKES]
    less = [math.prod(1 - stake / (1 - share) * (score - share) for score in scores) for stake in STAKES]
    return Evidence(math.fsum(more) / len(more) / 2, math.fsum(less) / len(less) / 2)


def verdict(scores: Sequence[float], share: float = HALF) -> bool | None:
    """Whether the first bot gets more than a share; None while that is open."""
    more, less = evidence(scores, share)
    return more > less if max(more, less) >= ENOUGH else None


def is_decided(scores: Sequence[float], share: float = HALF) -> bool:
    """Whether it is clear if the stronger of two gets more than this share, or less.

    Nobody knows beforehand which of them is the stronger one, so both are asked about.
    """
    return all(verdict(scores, bound) is not None for bound in {share, 1 - share})
