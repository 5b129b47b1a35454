"""Tunes the weights of playouts against the automaton: a cross-entropy search, one process, minutes of CPU.

`python -m tilefolk.twin.point_city.tuning` prints weights for `policy.AGAINST_AUTOMATON` and
`SAME_AGAINST_AUTOMATON` after every generation. The best are the last, but for luck: try some of them in a
search (`tilefolk sim point_city/solo-hard --bots owl`) before you take them.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from tilefolk.games import find
from tilefolk.games.point_city.state import State
from tilefolk.twin import core
from tilefolk.twin.core import point_city
from tilefolk.twin.point_city.arrays import Floats, Ints, floats, ints, rows_of_ints
from tilefolk.twin.point_city.deals import shuffled, told
from tilefolk.twin.point_city.loading import faces, load
from tilefolk.twin.point_city.paying import SCRATCH_SIZE
from tilefolk.twin.point_city.policy import AGAINST_AUTOMATON, SAME_AGAINST_AUTOMATON, spread
from tilefolk.twin.point_city.tables import N_CELLS, table_of

SCALE = 6.0  # points of a lead that make a win likely
CROWD, BEST = 64, 12  # weights tried in a generation, and those that the next one is made from
FOLLOW = 0.7  # how far the next generation moves to them
LEAST = 1e-3  # how far weights are spread, at least

# Weights to begin with: those of greedy, some looks ahead at the automaton, and what the next of a kind is
# worth; then how far the first generation is spread around them, and their limits.
BEGIN = (0.1, 0.42, 1.2, 1.2, 3.0, 0.0, 1.0, 1.0, 0.0, 0.01, 1.0, 0.5, 0.5, 0.2, 0.8, 0.8)
SPREAD = (0.05, 0.5, 0.5, 0.7, 1.0, 0.05, 0.3, 0.3, 0.6, 0.01, 0.4, 0.4, 0.4, 0.3, 0.08, 0.08)
LOWEST = (0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, -3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3)
HIGHEST = (1.0, 4.0, 8.0, 8.0, 10.0, 1.0, 3.0, 3.0, 3.0, 0.05, 4.0, 4.0, 4.0, 4.0, 0.99, 0.99)


class Deals(NamedTuple):
    """Matches before the first answer, and both faces of every position of their decks."""

    starts: Ints
    ups: Ints
    downs: Ints
    level: str


class Generation(NamedTuple):
    """What a search has come to: the middle of its weights, and the share of deals won with it."""

    weights: tuple[float, ...]
    wins: float


def dealt(mode: str, count: int, seed: str) -> Deals:
    """So many deals of a mode with the automaton; the same ones for the same seed."""
    game, found = find(mode)
    rows = []
    for number in range(count):
        state: State = game.setup(found.name, min(found.seats), {}, ())
        order = shuffled(state, Random(f"{seed}/{number}"))
        rows.append((load(told(state, order)), *faces(order.up, order.down)))
    starts, ups, downs = (rows_of_ints(column) for column in zip(*rows, strict=True))
    return Deals(starts, ups, downs, state.setting.level)


def leads(deals: Deals, weights: tuple[float, ...]) -> Floats:
    """How far the first seat is ahead of the automaton in the end of each deal."""
    *values, symbol, permanent = weights
    out, room = floats([0.0] * len(deals.starts)), (ints([0] * SCRATCH_SIZE), floats([0.0] * N_CELLS))
    table = table_of(2, deals.level)
    point_city.play_deals(
        core.copy(deals.starts), deals.ups, deals.downs, table, spread(values, symbol, permanent), *room, out
    )
    return np.array(out.tolist())


def tune(mode: str, deals: int, generations: int, seed: int, crowd: int = CROWD) -> Iterator[Generation]:
    """Search for weights; each generation is judged on deals that the search does not see."""
    seen, unseen = dealt(mode, deals, f"{seed}/seen"), dealt(mode, deals, f"{seed}/unseen")
    generator = np.random.default_rng(seed)
    middle, spread_now = np.array(BEGIN), np.array(SPREAD)
    for _ in range(generations):
        tried = middle + spread_now * generator.standard_normal((crowd, len(BEGIN)))
        tried = np.clip(tried, LOWEST, HIGHEST)
        worth = [(1 / (1 + np.exp(-leads(seen, tuple(one)) / SCALE))).mean() for one in tried]
        best = tried[np.argsort(worth)[::-1][: max(2, crowd * BEST // CROWD)]]
        middle = (1 - FOLLOW) * middle + FOLLOW * best.mean(axis=0)
        spread_now = (1 - FOLLOW) * spread_now + FOLLOW * best.std(axis=0) + LEAST
        weights = tuple(float(weight) for weight in middle)
        yield Generation(weights, float((leads(unseen, weights) > 0).mean()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of playouts against the automaton.")
    parser.add_argument("--mode", default="point_city/solo-hard")
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    shipped = leads(
        dealt(given.mode, given.deals, f"{given.seed}/unseen"), (*AGAINST_AUTOMATON, *SAME_AGAINST_AUTOMATON)
    )
    print(f"the weights that are shipped win {(shipped > 0).mean():.3f}", flush=True)
    for number, (weights, wins) in enumerate(tune(given.mode, given.deals, given.generations, given.seed), 1):
        print(f"{number:>3} {wins:.3f} {' '.join(f'{weight:.3f}' for weight in weights)}", flush=True)


if __name__ == "__main__":
    main()
