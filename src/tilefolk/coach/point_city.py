"""Positions of Point City: answers played on to the end on guessed decks, on the game's own twin."""

from functools import cached_property
from random import Random
from typing import Any

from tilefolk.bots.point_city.order import Guessing
from tilefolk.coach.review import Played
from tilefolk.core.notation import Action
from tilefolk.games.point_city.state import State
from tilefolk.twin.core import point_city
from tilefolk.twin.point_city.arrays import floats, ints
from tilefolk.twin.point_city.loading import action_of, faces, load
from tilefolk.twin.point_city.paying import SCRATCH_SIZE
from tilefolk.twin.point_city.policy import weights
from tilefolk.twin.point_city.tables import N_CELLS, STATE_SIZE, table_of
from tilefolk.twin.point_city.turns import MOST_ANSWERS

SCREENED = 4  # guesses on which all answers are tried to find the promising ones
WIN_SCALE = 4.0  # only asked for by `playout`; values here are points


class PointCityPosition:
    """What a seat has seen when it had to answer; values are its own points."""

    def __init__(self, seen: State, seat: int) -> None:
        self.seen, self.seat = seen, seat
        self._start, self._table = load(seen), table_of(len(seen.cities), seen.setting.level)
        self._room, self._scratch = ints([0] * STATE_SIZE), ints([0] * SCRATCH_SIZE)
        self._worth, self._weights = floats([0.0] * N_CELLS), weights(seen.setting.level)

    def promising(self, count: int) -> list[Action]:
        guesses = self.futures(SCREENED, 0)
        sums = {action: sum(self._points(code, guesses)) for action, code in self._codes.items()}
        return sorted(sums, key=lambda action: -sums[action])[:count]

    def futures(self, count: int, seed: int) -> list[tuple[Any, Any]]:
        stream, guessing = Random(seed), Guessing(self.seen)
        told = [faces(*guessing.order(stream)) for _ in range(count)]
        return [(ints(up), ints(down)) for up, down in told]

    def play_on(self, action: Action, futures: list[tuple[Any, Any]], seed: int) -> Played:
        return Played(self._points(self._codes[action], futures), {})

    @cached_property
    def _codes(self) -> dict[Action, int]:
        """All answers with their numbers on the twin."""
        out = ints([0] * MOST_ANSWERS)
        up, down = self.futures(1, 0)[0]
        found = point_city.legal(self._start, self._table, up, down, self._scratch, out)
        return {action_of(self.seen, int(out[at])): int(out[at]) for at in range(found)}

    def _points(self, code: int, futures: list[tuple[Any, Any]]) -> list[float]:
        points = []
        for up, down in futures:
            point_city.playout(
                self._start, self._room, self._table, up, down, self.seat, code, self._weights,
                self._scratch, self._worth, WIN_SCALE,
            )  # fmt: skip
            points.append(float(point_city.score(self._room, self._table, self.seat)))
        return points
