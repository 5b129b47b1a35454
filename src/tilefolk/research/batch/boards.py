"""Many boards of one seat, with ids and observations like those of the other environments."""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from tilefolk.api.errors import error
from tilefolk.games import find
from tilefolk.games.laying.state import State
from tilefolk.research.actions import ActionTable, actions_of
from tilefolk.research.actions.laying import LayingActions
from tilefolk.research.batch.arrays import Floats, Ints, Small, Words
from tilefolk.research.batch.dealing import dealer_of
from tilefolk.research.observing import observer_of
from tilefolk.research.observing.laying import LayingObserver
from tilefolk.twin import Unsupported
from tilefolk.twin.board import tables_of
from tilefolk.twin.core import batch
from tilefolk.twin.ground.tables import H_SLOT_INTS, I_ROUND


class Ahead(NamedTuple):
    """What every allowed answer of every board leads to, one after the other.

    `board`: whose answer it is; `action`: its id; `score`: the points if the match ended then; `over`:
    whether the board's part is over with it. `picture` has rows and columns: -1 where nobody builds, 0 where
    a cell is free, else 1 + the number of the kind it shows.
    """

    board: Ints
    action: Ints
    score: Ints
    over: Ints
    picture: Small


class Boards:
    """So many boards of a way that one seat may play; raises tilefolk.Error for others."""

    def __init__(self, name: str, count: int) -> None:
        game, mode = find(name)
        state = game.setup(name, 1, {}, ()) if 1 in mode.seats else None
        if not isinstance(state, State) or state.episode.rules.ask or state.episode.find:
            raise error("research.no_batch", mode=name)
        try:
            self._tables = tables_of(state.setting, 0)
        except Unsupported as rule:
            raise error("research.no_twin", mode=name, rule=str(rule)) from None
        actions, observer = actions_of(name), observer_of(name, 1)
        assert isinstance(actions, LayingActions)
        assert isinstance(observer, LayingObserver)
        self.count, self.observer = count, observer
        self.actions: ActionTable = actions
        self.places = actions.block
        self._dealer = dealer_of(state.episode.source, observer.cards)
        self._take_numbers(state, actions)
        tables = self._tables
        self.words: Words = np.tile(np.array(tables.fresh_words.numbers), (count, 1))
        self.ints: Ints = np.tile(np.array(tables.fresh_ints.numbers), (count, 1))
        self.cards, self.drawn, self.used = self._dealer.deal(np.random.default_rng(0), count)
        self.scores: Ints = np.zeros(count, np.int32)

    def _take_numbers(self, state: State, actions: LayingActions) -> None:
        """How ids, slots, cells and cards of the twin and of the environments belong together."""
        grid, tables = state.ground(0).grid, self._tables
        pieces = [tables.names.index(card) for card in self.observer.cards]
        assert pieces == sorted(pieces) == list(range(len(pieces))), "cards and pieces have one order"
        number = tables.numbers_of_cells
        places = {bit: bit // grid.width * actions.cells.columns + bit % grid.width for bit in number}
        self._where: Ints = np.array([places[bit] for bit in number], np.int32)
        self._next: Ints = np.array(
            [[number.get(bit + shift, -1) for bit in number] for shift in grid.shifts], np.int32
        )
        self._ids: Ints = np.zeros(len(tables.actions), np.int32)
        self._slots: Ints = np.full((len(pieces), self.places), -1, np.int32)
        owners = [slot[0] for slot in tables.table(H_SLOT_INTS, 4)]
        for row, (_, _, orientation, cell) in enumerate(tables.actions):
            bit = grid.bits[str(cell)]
            self._ids[row] = int(str(orientation)) * actions.cells.size + places[bit]
            self._slots[owners[row], self._ids[row]] = row

    def begin(self, random: Generator, which: Ints) -> None:
        """New matches on some boards."""
        cards, drawn, used = self._dealer.deal(random, len(which))
        self.cards[which], self.drawn[which], self.used[which] = cards, drawn, used
        self.begin_with(which)

    def begin_with(self, which: Ints) -> None:
        """The same, with the cards that are there."""
        tables = self._tables
        batch.begin(
            tables.ints, tables.words, self.words, self.ints, self.cards, self._slots, tables.fresh_words,
            tables.fresh_ints, which,
        )  # fmt: skip
        self._count(which)

    @property
    def rounds(self) -> Ints:
        """The number of the card that each board is at."""
        return self.ints[:, I_ROUND].copy()

    def _count(self, which: Ints) -> None:
        """The points of some boards."""
        tables = self._tables
        batch.count_points(tables.ints, tables.words, self.words, self.ints, which, self.scores)

    def step(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Every board answers by an id that is allowed; how its points change, and whether it is over."""
        before, over = self.scores.copy(), np.zeros(self.count, np.int32)
        batch.step(
            self._tables.ints,
            self._tables.words,
            self.words,
            self.ints,
            self.cards,
            self._slots,
            numbers,
            over,
        )
        self._count(np.arange(self.count, dtype=np.int32))
        return self.scores - before, over

    def masks(self) -> Small:
        """What every board may do."""
        out = np.zeros((self.count, len(self.actions)), np.int8)
        tables = self._tables
        batch.masks(tables.ints, tables.words, self.words, self.ints, self.cards, self._ids, self.places, out)
        return out

    def planes(self) -> Small:
        """The planes of every board; those of the map come first."""
        observer = self.observer
        out = np.zeros((self.count, *observer.shape), np.int8)
        map_planes = observer.map_planes
        out[:, : len(map_planes)] = map_planes
        others = np.zeros((self.count, len(out[0]) - len(map_planes), out[0, 0].size), np.int8)
        tables = self._tables
        batch.planes(
            tables.ints, tables.words, self.words, self.ints, self._where, self._next, observer.kinds, others
        )
        out[:, len(map_planes) :] = others.reshape(self.count, -1, *observer.shape[1:])
        return out

    def vectors(self) -> Floats:
        """The numbers of every board."""
        observer, tables = self.observer, self._tables
        out = np.zeros((self.count, len(observer.vector_names)), np.float32)
        sizes = observer.ahead, len(observer.cards), len(tables.rules), len(observer.races)
        to_come = self._dealer.once, self._dealer.chances, self.used
        batch.vectors(self.ints, self.cards, self.drawn, self.scores, *sizes, *to_come, out)
        return out

    def look_ahead(self, mask: Small) -> Ahead:
        """What every allowed answer leads to."""
        total, observer = int(mask.sum()), self.observer
        board, action, score, over = (np.zeros(total, np.int32) for _ in range(4))
        picture = np.zeros((total, observer.rows * observer.columns), np.int8)
        tables = self._tables
        batch.look_ahead(
            tables.ints, tables.words, self.words, self.ints, self.cards, self._slots, mask, self._where,
            observer.kinds, board, action, score, over, picture,
        )  # fmt: skip
        return Ahead(board, action, score, over, picture.reshape(total, observer.rows, observer.columns))
