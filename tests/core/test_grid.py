"""Sets of cells as ints: the n-th cell of a set."""

from random import Random

import pytest

from tilefolk.core.grid import bits_of, nth_bit


def masks(kind: str) -> list[int]:
    """Sets whose cells lie evenly, crowded at one end, or in two crowds far apart."""
    rand = Random(kind)
    crowd = [rand.getrandbits(40) | 1 for _ in range(20)]
    made = {
        "even": [rand.getrandbits(600) & rand.getrandbits(600) for _ in range(20)],
        "low": [one | 1 << 700 for one in crowd],
        "high": [one << 700 | 1 for one in crowd],
        "two crowds": [one << 900 | one for one in crowd],
        "one cell": [1 << rand.randrange(900) for _ in range(20)],
    }
    return made[kind]


@pytest.mark.parametrize("kind", ["even", "low", "high", "two crowds", "one cell"])
def test_the_nth_bit_is_the_nth_of_all(kind: str) -> None:
    for mask in masks(kind):
        bits = list(bits_of(mask))
        assert [nth_bit(mask, n) for n in range(len(bits))] == bits
