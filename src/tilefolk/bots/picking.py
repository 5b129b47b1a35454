"""Which of all answers is taken, once they are ranked by what they seem worth."""

from collections.abc import Callable, Sequence
from random import Random

Pick = Callable[[Sequence[float], Random], int]  # worths, the best first; gives the place of the one taken


def highest(worths: Sequence[float], stream: Random) -> int:
    """The best one."""
    return 0


def by_taste(near: float) -> Pick:
    """Any of those that are worth nearly as much as the best one."""

    def pick(worths: Sequence[float], stream: Random) -> int:
        return stream.randrange(sum(worths[0] - worth <= near for worth in worths))

    return pick


def middling(often: float, share: float) -> Pick:
    """So often any of the better part of all answers, else the best one."""

    def pick(worths: Sequence[float], stream: Random) -> int:
        if stream.random() >= often:
            return 0
        return stream.randrange(max(1, round(share * len(worths))))

    return pick
