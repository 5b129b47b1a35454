"""How sure a number of a simulation is: 95 % confidence intervals."""

import math
import statistics
from collections.abc import Sequence

Z_95 = statistics.NormalDist().inv_cdf(0.975)

Interval = tuple[float, float]


def mean_interval(values: Sequence[float]) -> Interval:
    """The interval of a mean, from the normal approximation; a single value says nothing about its spread."""
    mean = statistics.fmean(values)
    half = Z_95 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return mean - half, mean + half


def share_interval(hits: float, tries: int) -> Interval:
    """The interval of a share after Wilson, which holds for few tries and for shares near 0 and 1."""
    share, z = hits / tries, Z_95
    middle = share + z * z / (2 * tries)
    half = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    whole = 1 + z * z / tries
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)
