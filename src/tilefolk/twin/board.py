"""A board of the twin, driven from Python: loaded from the engine's board, moved answer by answer."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tilefolk.core.grid import bits_of
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import note
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.rule_kinds import Race
from tilefolk.games.laying.scoring import summed
from tilefolk.games.laying.state import Setting, State, prizes, standing, step_of
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.arrays import Ints
from tilefolk.twin.ground.emit import emit, words_of
from tilefolk.twin.kernels import entries

KEPT = 64  # tables at hand; a seat of a campaign needs its own


@lru_cache(KEPT)
def _tables(episode: Episode, ground: Ground, races: tuple[Race, ...]) -> t.Tables:
    return emit(episode, ground, races)


def tables_of(setting: Setting, seat: int) -> t.Tables:
    """The tables of a seat's ground under the rules of a match; raises Unsupported."""
    return _tables(setting.episode, setting.grounds[seat], tuple(setting.races))


class TwinBoard:
    """One board. `words` and `ints` are its arrays."""

    def __init__(self, tables: t.Tables) -> None:
        self.tables = tables
        self.words = tables.fresh_words.copy()
        self.ints = tables.fresh_ints.copy()
        self._rows = np.zeros(len(tables.cells), np.int32)
        self._out = np.zeros(max(64, len(tables.op_ints)), np.int32)

    def legal(self, card: str) -> tuple[Action, ...]:
        """All answers to a card, in the engine's order."""
        piece, tables = self.tables.names.index(card), self.tables
        rows = self.rows(piece)
        others = (PASS, END) if entries.may_pass(tables.ints, tables.words, self.ints, piece) else (END,)
        return (*(tables.actions[row] for row in rows), *others)

    def rows(self, piece: int) -> Sequence[int]:
        """The slots in which a piece may be laid."""
        ints, words = self.tables.ints, self.tables.words
        count = entries.legal(ints, words, self.words, self.ints, piece, self._rows, len(self._rows))
        found: list[int] = self._rows[:count].tolist()
        return found

    def settles(self, card: str) -> bool:
        """Move on if a card leaves no choice; whether it does."""
        tables = self.tables
        both = tables.ints, tables.words
        if card not in tables.names:
            entries.move_on(*both, self.words, self.ints, False)
            return True
        piece = tables.names.index(card)
        if entries.may_pass(*both, self.ints, piece) or self.rows(piece):
            return False
        entries.move_on(*both, self.words, self.ints, True)
        return True

    def answer(self, card: str, action: Action) -> None:
        """Carry out one of the legal answers."""
        both = self.tables.ints, self.tables.words
        piece = self.tables.names.index(card)
        if action == PASS:
            entries.skip(*both, self.words, self.ints, piece)
        elif action == END:
            entries.move_on(*both, self.words, self.ints, True)
        else:
            row = next(row for row in self.rows(piece) if self.tables.actions[row] == action)
            entries.lay(*both, self.words, self.ints, row)

    @property
    def has_ended(self) -> bool:
        return bool(self.ints[t.I_ENDED])

    def value(self) -> int:
        """What the board comes to if the match ended now."""
        both = self.tables.ints, self.tables.words
        return int(entries.value(*both, self.words, self.ints, self._out))

    def lines(self) -> dict[str, int]:
        """The points of every rule, booked or of the end scoring."""
        self.value()
        tables = self.tables
        booked = self.ints[t.I_BOOKED : t.I_BOOKED + len(tables.rules)].tolist()
        sums: dict[str, int] = dict(zip(tables.rules, booked, strict=True))
        ops = tables.op_ints[tables.sections[t.H_LINES] : tables.sections[t.H_TIES], t.RULE].tolist()
        for rule, points in zip(ops, self._out.tolist(), strict=False):
            sums[tables.rules[rule]] += points
        return sums

    def tie_key(self) -> tuple[int, ...]:
        count = entries.tie_key(self.tables.ints, self.tables.words, self.words, self._out)
        return tuple(int(number) for number in self._out[:count])


def load(state: State, seat: int) -> TwinBoard:
    """The board of a seat as it stands in a match, with the prizes and leads the others leave it."""
    setting, ground, board = state.setting, state.ground(seat), state.boards[seat]
    tables = tables_of(setting, seat)
    out = TwinBoard(tables)
    ints = out.ints
    notes = [note(board, name) for name in tables.notes]
    heads = sum(laid.cells & -laid.cells for laid in board.laid)
    marks = [ground.covered(board.marks, kind) for kind in range(len(ground.kinds))]
    masks = [board.clear, board.apart, heads, *marks, *notes]
    out.words[:] = words_of([tables.set_of(mask) for mask in masks], 2).ravel()
    now = standing(state, seat)
    ints[: t.I_BOOKED] = [board.round, now.value, now.locked, now.spares, board.passes, bool(board.ended), 0]
    _load_bookings(state, seat, tables, ints, now.spares)
    laid = len(ints) - t.LAID
    slots = _slots_of(ground, tables)
    ints[t.I_LAID] = len(board.laid)
    ints[laid : laid + len(board.laid)] = [slots[_key(one)] for one in board.laid]
    return out


def _load_bookings(state: State, seat: int, tables: t.Tables, ints: Ints, spares: int) -> None:
    board, ground, races = state.boards[seat], state.ground(seat), state.setting.races
    booked = board.bookings + tuple(booking for booking, _ in prizes(state, seat))
    for entry in summed(booked, ground.legacy.count("provisions") - spares):
        ints[t.I_BOOKED + tables.rules.index(entry.rule)] = entry.points
    at = t.I_BOOKED + len(tables.rules)
    for index, race in enumerate(races):
        ints[at + index] = note(board, race.id, -1) + 1
        steps = {step_of(state, race.id, other) for other in range(len(state.boards)) if other != seat}
        ints[at + len(races) + index] = race.prize(len(steps - {None})).points
    rivals = [other for other in range(len(state.boards)) if other != seat]
    for index, (_, rule) in enumerate(state.episode.rules.table):
        if isinstance(rule, Most):
            counts = [measured(rule.metric, state.ground(o), state.boards[o])[0] for o in rivals]
            ints[at + 2 * len(races) + index] = max(counts, default=0)


def _key(laid: Laid) -> tuple[str, str, int]:
    return laid.kind, laid.shape, laid.marks


@lru_cache(KEPT)
def _slots_of(ground: Ground, tables: t.Tables) -> dict[tuple[str, str, int], int]:
    """The slots by what lies in them."""
    lying = [piece.lying[slot] for piece in ground.pieces.values() for slot in bits_of(piece.valid)]
    return {_key(laid): row for row, laid in enumerate([*lying, *ground.printed])}
