"""The highest rate that holds, found by trying."""

import math
from collections.abc import Callable

CLOSE_RATIO = 1.1  # what holds and what does not are as near as this
LEAST_RATE = 1.0  # below so many moves a second nothing is tried


def highest_rate(holds: Callable[[float], bool], first: float) -> float:
    """Twice the rate until it breaks, then between what held and what broke; 0 when nothing holds."""
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
