"""Ratings after Bradley and Terry on Elo's scale, with 95 % intervals."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilefolk.sim.intervals import Z_95

ELO = 400 / math.log(10)  # points of rating for one unit of strength
MEAN = 1000.0  # the rating of all that take part, on average
TIES = 1.0  # added to each pairing, so that somebody who always wins has a rating too
STEPS, LONGEST = 100, 2.0  # of Newton's method

Matrix = list[list[float]]


class Met(NamedTuple):
    """What two players have made of their matches: points of the first, and how many matches."""

    points: float
    matches: int


class Rating(NamedTuple):
    """A rating, and how far from it the true one may be in 95 of 100 cases."""

    value: float
    half: float


def ratings(players: Sequence[str], met: Mapping[tuple[str, str], Met]) -> dict[str, Rating]:
    """The ratings under which these results are likeliest; pairings have to join all players."""
    place = {name: number for number, name in enumerate(players)}
    games = [
        (place[one], place[two], of.points + TIES / 2, of.matches + TIES) for (one, two), of in met.items()
    ]
    strength = [0.0] * len(players)
    for _ in range(STEPS):
        slope, weights = _slope(strength, games)
        step = [sum(map(math.prod, zip(row, slope, strict=True))) for row in inverse(weights)]
        longest = max(map(abs, step))
        shorter = min(1.0, LONGEST / longest) if longest else 1.0
        strength = [old + shorter * more for old, more in zip(strength, step, strict=True)]
        if longest < 1e-9:
            break
    spread = inverse(_slope(strength, games)[1])
    middle = math.fsum(strength) / len(players)
    return {
        name: Rating(
            MEAN + ELO * (strength[at] - middle),
            Z_95 * ELO * math.sqrt(max(0.0, spread[at][at] - 1 / len(players))),
        )
        for name, at in place.items()
    }


def _slope(strength: list[float], games: list[tuple[int, int, float, float]]) -> tuple[list[float], Matrix]:
    """How much more each has won than expected, and the information; ones all over keep it regular."""
    n = len(strength)
    slope = [0.0] * n
    weights = [[1 / n] * n for _ in range(n)]
    for one, two, points, matches in games:
        share = 1 / (1 + math.exp(strength[two] - strength[one]))
        slope[one] += points - matches * share
        slope[two] -= points - matches * share
        weight = matches * share * (1 - share)
        for at, other in ((one, two), (two, one)):
            weights[at][at] += weight
            weights[at][other] -= weight
    return slope, weights


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix that has one, after Gauss and Jordan."""
    n = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(n))] for number, row in enumerate(matrix)]
    for at in range(n):
        best = max(range(at, n), key=lambda number: abs(rows[number][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for number in range(n):
            if number != at and (times := rows[number][at]):
                rows[number] = [
                    value - times * other for value, other in zip(rows[number], rows[at], strict=True)
                ]
    return [row[n:] for row in rows]
