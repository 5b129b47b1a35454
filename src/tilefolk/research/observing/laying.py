"""What a seat of a laying game sees: the map, every board, the card, and what may still come."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tilefolk.core.game import AnyGame
from tilefolk.core.grid import Mask, bits_of
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.episode import cards_of
from tilefolk.games.laying.ground import Ground
from tilefolk.games.laying.state import PHASES, State
from tilefolk.research.cells import Cells
from tilefolk.research.observing.observer import Observed, Observer

OF_A_SEAT = ("value", "passes", "ended", "answered", "round")


class LayingObserver(Observer):
    """Planes: the map of the own ground, then per seat what is free, what its cells show, how pieces lie.

    Vector: round, phase, the card to lay, cards known ahead, how often each card may still come, goals,
    finds, then per seat its points, passes, whether it has ended or answered, its round, and its races.
    """

    def __init__(self, game: AnyGame, state: State) -> None:
        super().__init__(game, len(state.boards))
        episode, ground = state.episode, state.ground(0)
        self.cells = Cells(ground.grid)
        self.rows, self.columns = self.cells.rows, self.cells.columns
        self.kinds = len(episode.kinds_played)
        self.cards = {card: number for number, card in enumerate(dict.fromkeys(cards_of(episode)))}
        goals = episode.goals
        self.goals = {goal: number for number, goal in enumerate(goals.of if goals else ())}
        self.sites = len(list(bits_of(episode.map.cells[episode.find.at]))) if episode.find else 0
        drawn = goals.races.values() if goals else ()
        self.races = tuple(race.id for race in (*episode.rules.race, *drawn))
        self.ahead = episode.ahead
        named = dict(_ground_planes(ground))
        self.map_planes = self.cells.planes(named.values())
        self.plane_names = (*named, *self._seat_planes(ground))
        self.vector_names = tuple(self._vector_names())

    def _seat_planes(self, ground: Ground) -> Iterator[str]:
        for seat in range(self.seats):
            yield f"{seat}.free"
            yield f"{seat}.doubled"
            yield from (f"{seat}.shows.{kind}" for kind in ground.kinds[: self.kinds])
            yield from (f"{seat}.joined.{step}" for step in range(len(ground.grid.shifts)))

    def _vector_names(self) -> Iterator[str]:
        yield "round"
        yield from (f"phase.{phase}" for phase in PHASES)
        for place in ("card", *(f"ahead.{step + 1}" for step in range(self.ahead)), "left"):
            yield from (f"{place}.{card}" for card in self.cards)
        yield from (f"goal.{goal}" for goal in self.goals)
        for site in range(self.sites):
            yield from (f"found.{site}", f"find.{site}")
        for seat in range(self.seats):
            yield from (f"{seat}.{name}" for name in (*OF_A_SEAT, *(f"race.{race}" for race in self.races)))

    def observe(self, seen: State, seat: int) -> Observed:
        order = self.order(seat)
        masks = [mask for other in order for mask in self._masks(seen.ground(other), seen.boards[other])]
        planes = np.concatenate((self.map_planes, self.cells.planes(masks)))
        return Observed(planes, np.array(self._numbers(seen, order), np.float32))

    def _masks(self, ground: Ground, board: Board) -> list[Mask]:
        """The own sets of cells of a board, in the order of their planes."""
        shown = [ground.covered(board.marks, kind) for kind in range(self.kinds)]
        shifts = ground.grid.shifts
        joined = [0] * len(shifts)
        for laid in board.laid:
            cells = laid.cells
            for index, shift in enumerate(shifts):
                joined[index] |= cells & cells >> shift
        return [board.clear & ground.open, note(board, "doubled"), *shown, *joined]

    def _numbers(self, seen: State, order: list[int]) -> list[float]:
        seat = order[0]
        now = seen.boards[seat].round
        out: list[float] = [now, *(phase == seen.phase for phase in PHASES)]
        for number in range(now, now + self.ahead + 1):
            out += self._one_card(seen.card(number))
        out += self._left(seen)
        drawn = set(seen.setting.goals)
        out += [goal in drawn for goal in self.goals]
        finds = dict(seen.finds)
        for site in range(self.sites):
            out += (site in finds, finds.get(site, 0))
        tallies = self.game.score(seen)
        for other in order:
            board = seen.boards[other]
            answered = seen.commits[other] is not None or self._has_chosen(seen, other)
            out += (tallies[other].value, board.passes, bool(board.ended), answered, board.round)
            out += [note(board, race, -1) >= 0 for race in self.races]
        return out

    def _one_card(self, card: str | None) -> list[float]:
        out = [0.0] * len(self.cards)
        if card in self.cards:
            out[self.cards[card]] = 1
        return out

    def _left(self, seen: State) -> list[float]:
        """How many outcomes of the next unknown draw bring each card."""
        chances = seen.episode.source.chances(seen.draws)
        return [chances.get(card, 0) for card in self.cards]

    @staticmethod
    def _has_chosen(seen: State, seat: int) -> bool:
        asked: Any = seen.ending.asked
        return bool(asked and asked[seat])


def _ground_planes(ground: Ground) -> Iterator[tuple[str, Mask]]:
    """What is printed on a board: where one may build, terrain and symbols, what they want, banks."""
    yield "open", ground.open
    for name, masks in sorted(ground.layers.items()):
        for number, mask in enumerate(masks):
            yield f"map.{name}" if not number else f"map.{name}.{number + 1}", mask
    for (symbol, kind), mask in sorted(ground.wants.items()):
        yield f"wants.{symbol}.{kind}", mask
    for number, mask in enumerate(ground.banks):
        yield f"bank.{number}", mask
    yield "stones", ground.stones
