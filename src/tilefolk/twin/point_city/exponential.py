"""The exponential function, the same to the last bit in every form of the kernels."""

from tilefolk.twin.point_city.arrays import Number, part

PER_DOUBLING = 1.4426950408889634  # 1 / log 2
DOUBLING_HIGH, DOUBLING_LOW = 0.6931471803691238, 1.9082149292705877e-10  # log 2 in two parts
TERMS = 14  # of the series, enough for half a doubling
MOST = 700.0  # beyond it a float has no room


@part
def exp(x: float) -> Number:
    """e to the power of a number."""
    x = min(MOST, max(-MOST, x))
    doublings = int(x * PER_DOUBLING + (0.5 if x > 0.0 else -0.5))
    rest = x - doublings * DOUBLING_HIGH - doublings * DOUBLING_LOW
    total = 1.0
    for term in range(TERMS, 0, -1):
        total = 1.0 + rest * total / term
    factor = 2.0 if doublings > 0 else 0.5
    for _ in range(abs(doublings)):
        total *= factor
    return total
