"""Learn to play My City on one seat, in a few minutes on one core, and beat greedy.

    pip install 'tilefolk[rl]' numba
    python examples/train_my_city.py                    # learns, then plays 200 matches against greedy
    python examples/train_my_city.py --weights my.npz   # keeps what was learned; plays with it the next time

What is learned is what a board is worth beyond its points. Every two neighbouring cells have a weight for
each way in which they and the six cells beside them can be free or not, and one for what the two show; a
board is worth its points and the sum of its weights. Of all answers the best one is given, and the weights
of the board before it move a little towards what the board after it is worth (temporal differences). Many
matches are played side by side by the compiled twin (`vector_env`).
"""

import argparse
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numba import njit

import tilefolk
from tilefolk.bots.laying import alone
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.research import solo_env, vector_env
from tilefolk.research.observing import Observer
from tilefolk.sim.intervals import mean_interval

WAY = "my_city/eternal"
ROUNDS_OF_A_STAGE = 3
STAGES = 10  # weights of their own for every part of a match
FREE_OR_NOT = 256  # two cells and the six beside them
SHOWN = 8  # what one cell shows: nothing can be built there, it is free, or a kind
BOARDS = 256
STEP_AT_FIRST, STEP_AT_LAST = 0.1, 0.02

Array = np.ndarray[Any, Any]


class Value(NamedTuple):
    """What boards are worth beyond their points. `pairs`: two cells and those beside them, -1 beyond the map.

    The weights are by stage, pair, and what is there.
    """

    pairs: Array
    free: Array
    shown: Array


def new_value(picture: Array) -> Value:
    """Nothing learned yet, for boards of this picture (-1: nobody builds there)."""
    rows, columns = picture.shape
    pairs = []
    for row, column in np.argwhere(picture >= 0):
        for down, right in ((0, 1), (1, 0)):
            two = [(row, column), (row + down, column + right)]
            beside = [(y + dy, x + dx) for y, x in two for dy, dx in ((-1, 0), (0, -1), (0, 1), (1, 0))]
            cells = list(dict.fromkeys([*two, *beside]))
            numbers = [y * columns + x if 0 <= y < rows and 0 <= x < columns else -1 for y, x in cells]
            if numbers[1] >= 0 and picture.ravel()[numbers[1]] >= 0:
                pairs.append(numbers)
    weights = [np.zeros((STAGES, len(pairs), size), np.float32) for size in (FREE_OR_NOT, SHOWN * SHOWN)]
    return Value(np.array(pairs, np.int32), *weights)


@njit(cache=True)
def features(picture: Array, pairs: Array, free: Array, shown: Array) -> None:
    """For every pair, which of its cells are free, and what the two show."""
    for pair in range(len(pairs)):
        bits = 0
        for index in range(8):
            cell = pairs[pair, index]
            bits |= (cell >= 0 and picture[cell] == 0) << index
        free[pair] = bits
        shown[pair] = (picture[pairs[pair, 0]] + 1) * SHOWN + picture[pairs[pair, 1]] + 1


@njit(cache=True)
def worth(pictures: Array, stages: Array, pairs: Array, weights: Array, weights_shown: Array) -> Array:
    """The sum of the weights of each board."""
    out = np.zeros(len(pictures), np.float32)
    free, shown = np.empty(len(pairs), np.int64), np.empty(len(pairs), np.int64)
    for index in range(len(pictures)):
        features(pictures[index], pairs, free, shown)
        for pair in range(len(pairs)):
            out[index] += weights[stages[index], pair, free[pair]]
            out[index] += weights_shown[stages[index], pair, shown[pair]]
    return out


@njit(cache=True)
def learn(
    pictures: Array,
    stages: Array,
    aims: Array,
    step: float,
    pairs: Array,
    weights: Array,
    weights_shown: Array,
) -> None:
    """Move the sum of each board's weights a step towards its aim; boards without one (nan) stay."""
    free, shown = np.empty(len(pairs), np.int64), np.empty(len(pairs), np.int64)
    for index in range(len(pictures)):
        if np.isnan(aims[index]):
            continue
        features(pictures[index], pairs, free, shown)
        stage, now = stages[index], np.float32(0)
        for pair in range(len(pairs)):
            now += weights[stage, pair, free[pair]] + weights_shown[stage, pair, shown[pair]]
        change = step * (aims[index] - now) / (2 * len(pairs))
        for pair in range(len(pairs)):
            weights[stage, pair, free[pair]] += change
            weights_shown[stage, pair, shown[pair]] += change


class Last(NamedTuple):
    """The boards after their last answers. `counts`: whether there was one in this match."""

    pictures: Array
    stages: Array
    scores: Array
    counts: Array

    def learn(self, worth_now: Array, which: Array, step: float, value: Value) -> None:
        """What some of them turn out to be worth."""
        learn(self.pictures, self.stages, np.where(which, worth_now - self.scores, np.nan), step, *value)


def train(seconds: float, seed: int) -> Value:
    """Play and learn for so many seconds of the processor's time."""
    env = vector_env(WAY, BOARDS)
    seen, _ = env.reset(seed=seed)
    value = new_value(env.look_ahead().picture[0])
    last = Last(np.zeros((BOARDS, seen["planes"][0, 0].size), np.int8), *np.zeros((3, BOARDS), np.int64))
    begun, told, finished = time.process_time(), 0.0, []
    while (spent := time.process_time() - begun) < seconds:
        step = STEP_AT_FIRST * (STEP_AT_LAST / STEP_AT_FIRST) ** (spent / seconds)
        ahead, rounds = env.look_ahead(), env.rounds()
        pictures, stages = (
            ahead.picture.reshape(len(ahead.board), -1),
            rounds[ahead.board] // ROUNDS_OF_A_STAGE,
        )
        values = ahead.score + np.where(ahead.over, 0, worth(pictures, stages, *value))
        best = first_of_best(ahead.board, values)
        last.learn(values[best], last.counts, step, value)
        last = Last(pictures[best], stages[best], ahead.score[best], ahead.over[best] == 0)
        _, over = env.advance(ahead.action[best])
        # A card that cannot be laid may end a match by itself: then its points are what the board was worth.
        last.learn(env.last_scores, last.counts & over, step, value)
        last = last._replace(counts=last.counts & ~over)
        finished += env.last_scores[over].tolist()
        if spent - told > 10:
            told, mean = spent, np.mean(finished[-5000:])
            print(f"{spent:4.0f} s, {len(finished):7} matches, {mean:.1f} points", flush=True)
    return value


def first_of_best(boards: Array, values: Array) -> Array:
    """Where the best answer of each board stands; answers of a board stand together."""
    order = np.lexsort((-values, boards))
    return order[np.flatnonzero(np.diff(boards[order], prepend=-1))]


class Learned:
    """A bot that gives the answer whose board is worth most."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.observer: Observer = solo_env(WAY).observer

    def __call__(self, sight: Sight, stream: Random) -> Action:
        mine = alone(sight.state, sight.seat)
        after = [sight.game.apply_trusted(mine, 0, action) for action in sight.legal]
        score = np.array([sight.game.score(state)[0].value for state in after])
        over = np.array([bool(state.boards[0].ended) or not sight.game.to_act(state) for state in after])
        pictures = np.array([self.picture(state) for state in after])
        stages = np.full(len(after), mine.boards[0].round // ROUNDS_OF_A_STAGE)
        values = score + np.where(over, 0, worth(pictures, stages, *self.value))
        return sight.legal[int(values.argmax())]

    def picture(self, state: Any) -> Array:
        """The board as `look_ahead` draws it."""
        planes, names = self.observer.observe(state, 0).planes, self.observer.plane_names
        out = planes[names.index("open")].astype(np.int8) - 1
        kinds = [index for index, name in enumerate(names) if name.startswith("0.shows.")]
        for number, plane in enumerate(kinds):
            out[planes[plane] > 0] = 1 + number
        return out.ravel()


def play(bot: Learned, matches: int, seed: str) -> None:
    """Matches against greedy with the same cards for both; every second one with the seats exchanged."""
    leads, points = [], []
    for number in range(matches):
        seats: list[Any] = ["greedy", bot] if number % 2 else [bot, "greedy"]
        scores = tilefolk.match(WAY, seats, seed=f"{seed}/{number}").score()
        mine, theirs = scores[::-1] if number % 2 else scores
        leads.append(mine - theirs)
        points.append((mine, theirs))
    low, high = mean_interval(leads)
    mine, theirs = np.mean(points, axis=0)
    wins = sum(lead > 0 for lead in leads)
    print(f"{matches} matches: {mine:.1f} points, greedy {theirs:.1f}; {wins} won.")
    print(f"Lead {np.mean(leads):.1f}, with 95 % confidence between {low:.1f} and {high:.1f}.")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument(
        "--seconds", type=float, default=120, help="how long to learn, of the processor's time"
    )
    options.add_argument("--matches", type=int, default=200, help="how many to play against greedy")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--weights", type=Path, help="where to keep what was learned")
    given = options.parse_args()
    if given.weights and given.weights.exists():
        kept = np.load(given.weights)
        value = Value(kept["pairs"], kept["free"], kept["shown"])
    else:
        value = train(given.seconds, given.seed)
        if given.weights:
            np.savez_compressed(given.weights, **value._asdict())
    play(Learned(value), given.matches, f"against greedy {given.seed}")


if __name__ == "__main__":
    main()
