"""Search on guessed decks: answers are played on to the end on the same guesses, the better half again."""

import math
from random import Random
from typing import Any

from tilefolk.bots.point_city.decks import guessed_decks
from tilefolk.core.first import first_of
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, first_sights
from tilefolk.games import find
from tilefolk.games.point_city.state import State
from tilefolk.twin import core
from tilefolk.twin.core import point_city
from tilefolk.twin.point_city.arrays import floats, ints
from tilefolk.twin.point_city.loading import action_of, load
from tilefolk.twin.point_city.paying import SCRATCH_SIZE
from tilefolk.twin.point_city.policy import weights
from tilefolk.twin.point_city.tables import N_CELLS, STATE_SIZE, table_of
from tilefolk.twin.point_city.turns import MOST_ANSWERS

SCALE = 4.0  # points of a lead that make a win likely
_warm: list[bool] = []  # whether the kernels have been called in this process
SLOWER = 25  # how many fewer playouts there are without the compiler


def search(sight: Sight, stream: Random, playouts: int, guesses: int) -> Action:
    """The answer that wins most often in so many playouts over so many guesses of the deck."""
    if len(sight.legal) == 1:
        return sight.legal[0]
    if not core.form().is_compiled:
        playouts, guesses = playouts // SLOWER, min(guesses, max(2, playouts // SLOWER // 4))
    halving = Halving(sight.state, sight.seat, stream, guesses)
    return action_of(sight.state, halving.best(playouts))


def warm_up(mode: str) -> None:
    """Load the kernels, once in a process."""
    if not _warm:
        _warm.append(True)
        sight = first_of(first_sights(*find(mode), "warm up"))
        Halving(sight.state, sight.seat, Random(0), 1).best(1)


class Halving:
    """One decision: all answers, the guesses they share, and what their playouts came to."""

    def __init__(self, state: State, seat: int, stream: Random, guesses: int) -> None:
        self.seat, self.start = seat, load(state)
        self.table = table_of(len(state.cities), state.setting.level)
        self.ups, self.downs = guessed_decks(state, guesses, stream)
        self.guesses = guesses
        self.room: Any = ints([0] * STATE_SIZE)
        self.scratch, self.worth = ints([0] * SCRATCH_SIZE), floats([0.0] * N_CELLS)
        self.weights = weights(state.setting.level)
        out = ints([0] * MOST_ANSWERS)
        found = point_city.legal(self.start, self.table, self.ups[0], self.downs[0], self.scratch, out)
        self.answers = ints([int(out[number]) for number in range(found)])

    def best(self, playouts: int) -> int:
        """Halve the answers until one is left: in each round so many playouts as in any other."""
        count = len(self.answers)
        rounds = max(1, math.ceil(math.log2(count)))
        alive, sums = list(range(count)), floats([0.0] * count)
        played = 0
        for _ in range(rounds):
            more = max(1, playouts // (rounds * len(alive)))
            until = min(self.guesses, played + more)
            self._play(alive, played, until, sums)
            played = until
            alive = sorted(alive, key=lambda number: (-sums[number], number))[: max(1, len(alive) // 2)]
        return int(self.answers[alive[0]])

    def _play(self, alive: list[int], first: int, last: int, sums: Any) -> None:
        plays = ints([int(number in alive) for number in range(len(self.answers))])
        point_city.add_playouts(
            self.start,
            self.room,
            self.table,
            self.ups,
            self.downs,
            first,
            last,
            self.seat,
            self.answers,
            plays,
            self.weights,
            self.scratch,
            self.worth,
            SCALE,
            sums,
        )
