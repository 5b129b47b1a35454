"""The search for the highest rate that holds."""

import math
from collections.abc import Callable

CLOSE_RATIO = 1.1  # what holds and what does not are as near as this
LEAST_RATE = 1.0  # below so many moves a second nothing is tried


def highest_rate(holds: Callable[[float], bool], first: float) -> float:
    """Double the rate until it fails, then search between what held and what failed; 0 if nothing holds."""
    held, broke = 0.0, first
    while holds(broke):
        held, broke = broke, broke * 2
    while broke > held * CLOSE_RATIO and broke > LEAST_RATE:
        rate = math.sqrt(held * broke) if held else broke / 2
        if holds(rate):
            held = rate
        else:
            broke = rate
    return held
