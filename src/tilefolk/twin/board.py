"""A board of the twin, driven from Python: loaded from the engine's board, moved answer by answer."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from tilefolk.core.first import first_of
from tilefolk.core.grid import bits_of
from tilefolk.core.notation import Action
from tilefolk.games.laying.answers import END, PASS
from tilefolk.games.laying.board import note
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Laid
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.rules.ops import Code
from tilefolk.games.laying.rules.rule_kinds import Race
from tilefolk.games.laying.scoring import summed
from tilefolk.games.laying.state import Setting, State, prizes, standing, step_of
from tilefolk.twin import core
from tilefolk.twin.core import Array, laying
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.emit import emit

KEPT = 64  # tables at hand; a seat of a campaign needs its own


@lru_cache(KEPT)
def _tables(episode: Episode, ground: Ground, races: tuple[Race, ...]) -> t.Tables:
    return emit(episode, ground, races)


Finds = tuple[tuple[int, int], ...]  # sites and what was found there


def tables_of(setting: Setting, seat: int, finds: Finds = ()) -> t.Tables:
    """The tables of a seat's ground under the rules of a match; raises Unsupported."""
    tables = _tables(setting.episode, setting.grounds[seat], tuple(setting.races))
    return _tables_after(tables, setting.episode, finds) if finds else tables


@lru_cache(KEPT)
def _tables_after(tables: t.Tables, episode: Episode, finds: Finds) -> t.Tables:
    """The same with what was found so far."""
    assert episode.find is not None
    at = tables.numbers_of(Code.FIND)
    ints = core.copy(tables.ints)
    ints.put(episode.find.expected(dict(finds), len(at)), at.start)
    return replace(tables, ints=ints)


class TwinBoard:
    """One board. `words` and `ints` are its arrays."""

    def __init__(self, tables: t.Tables) -> None:
        self.tables = tables
        self.words = core.copy(tables.fresh_words)
        self.ints = core.copy(tables.fresh_ints)
        self._rows = core.empty("i4", tables.count_slots)
        self._out = core.empty("i4", max(64, tables.sections[t.H_END]))

    def legal(self, card: str) -> tuple[Action, ...]:
        """All answers to a card, in the engine's order."""
        piece, tables = self.tables.names.index(card), self.tables
        rows = self.rows(piece)
        others = (PASS, END) if laying.may_pass(tables.ints, tables.words, self.ints, piece) else (END,)
        return (*(tables.actions[row] for row in rows), *others)

    def rows(self, piece: int) -> Sequence[int]:
        """The slots in which a piece may be laid."""
        ints, words = self.tables.ints, self.tables.words
        count = laying.legal(ints, words, self.words, self.ints, piece, self._rows, len(self._rows))
        found: list[int] = self._rows.numbers[:count].tolist()
        return found

    def settles(self, card: str) -> bool:
        """Move on if a card leaves no choice; whether it does."""
        tables = self.tables
        both = tables.ints, tables.words
        if card not in tables.names:
            laying.move_on(*both, self.words, self.ints, False)
            return True
        piece = tables.names.index(card)
        if laying.may_pass(*both, self.ints, piece) or self.rows(piece):
            return False
        laying.move_on(*both, self.words, self.ints, True)
        return True

    def answer(self, card: str, action: Action) -> None:
        """Carry out one of the legal answers."""
        both = self.tables.ints, self.tables.words
        piece = self.tables.names.index(card)
        if action == PASS:
            laying.skip(*both, self.words, self.ints, piece)
        elif action == END:
            laying.move_on(*both, self.words, self.ints, True)
        else:
            row = first_of(row for row in self.rows(piece) if self.tables.actions[row] == action)
            laying.lay(*both, self.words, self.ints, row)

    @property
    def has_ended(self) -> bool:
        return bool(self.ints[t.I_ENDED])

    def value(self) -> int:
        """What the board comes to if the match ended now."""
        both = self.tables.ints, self.tables.words
        value: int = laying.value(*both, self.words, self.ints, self._out)
        return value

    def lines(self) -> dict[str, int]:
        """The points of every rule, booked or of the end scoring."""
        self.value()
        tables = self.tables
        booked = self.ints.numbers[t.I_BOOKED : t.I_BOOKED + len(tables.rules)]
        sums: dict[str, int] = dict(zip(tables.rules, booked, strict=True))
        for rule, points in zip(tables.rules_of_lines(), self._out.numbers, strict=False):
            sums[tables.rules[rule]] += points
        return sums

    def tie_key(self) -> tuple[int, ...]:
        count = laying.tie_key(self.tables.ints, self.tables.words, self.words, self._out)
        return tuple(self._out.numbers[:count])


def load(state: State, seat: int) -> TwinBoard:
    """The board of a seat as it stands in a match, with the prizes and leads the others leave it."""
    setting, ground, board = state.setting, state.ground(seat), state.boards[seat]
    tables = tables_of(setting, seat, state.finds)
    out = TwinBoard(tables)
    ints = out.ints
    notes = [note(board, name) for name in tables.notes]
    heads = sum(laid.cells & -laid.cells for laid in board.laid)
    marks = [ground.covered(board.marks, kind) for kind in range(len(ground.kinds))]
    masks = [board.clear, board.apart, heads, *marks, *notes]
    out.words.put(array("Q", (word for mask in masks for word in tables.set_of(mask))))
    now = standing(state, seat)
    ints.put([board.round, now.value, now.locked, now.spares, board.passes, bool(board.ended), 0])
    _load_bookings(state, seat, tables, ints, now.spares)
    laid = len(ints) - t.LAID
    slots = _slots_of(ground, tables)
    ints[t.I_LAID] = len(board.laid)
    ints.put([slots[_key(one)] for one in board.laid], laid)
    return out


def _load_bookings(state: State, seat: int, tables: t.Tables, ints: Array, spares: int) -> None:
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
