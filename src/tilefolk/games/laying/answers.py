"""What a seat may answer: one mask of slots per piece, and the few other answers."""

from collections.abc import Iterator, Sequence
from typing import overload

from tilefolk.core.grid import Grid, Mask, bits_of, nth_bit
from tilefolk.core.notation import Action
from tilefolk.core.value import maker
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.rule_kinds import Fit

PASS: Action = ("pass",)
END: Action = ("end",)
PASS_OR_END, ONLY_END = (PASS, END), (END,)

Part = tuple[Piece, Mask]


class Answers(Sequence[Action]):
    """All answers as a lazy sequence: one mask of slots per piece, nothing is listed before somebody asks.

    `places` is how many of the answers lay a piece; they come first.
    """

    __slots__ = ("_grid", "others", "parts", "places")

    def __init__(self, grid: Grid, others: tuple[Action, ...], parts: list[Part], places: int) -> None:
        self._grid, self.others, self.parts, self.places = grid, others, parts, places

    def __len__(self) -> int:
        return self.places + len(self.others)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        rest = index if index >= 0 else index + len(self)
        if rest < 0:
            raise IndexError(index)
        for piece, slots in self.parts:
            count = slots.bit_count()
            if rest < count:
                slot = nth_bit(slots, rest)
                return piece.spelled.get(slot) or piece.spell(self._grid, slot)
            rest -= count
        return self.others[rest]

    def __iter__(self) -> Iterator[Action]:
        for piece, slots in self.parts:
            for slot in bits_of(slots):
                yield piece.spelled.get(slot) or piece.spell(self._grid, slot)
        yield from self.others

    def __contains__(self, action: object) -> bool:
        if action in self.others:
            return True
        if not (isinstance(action, tuple) and len(action) == 4 and action[0] == "place"):
            return False
        for piece, slots in self.parts:
            if piece.name == action[1]:
                slot = piece.slot(self._grid, action)
                return slot is not None and bool(slots >> slot & 1)
        return False


new_answers = maker(Answers)


def placements(episode: Episode, ground: Ground, board: Board, piece: Piece) -> Mask:
    """The slots in which the piece may be laid."""
    slots, first = piece.valid, len(board.laid) == len(ground.printed)
    for keep in episode.first_fits if first else episode.later_fits:
        slots = keep(ground, board, piece, slots)
        if not slots:
            break
    return slots


def choices(episode: Episode, ground: Ground, board: Board, piece: Piece) -> list[Piece]:
    """The pieces the seat may lay: the drawn one and what may be laid in its place."""
    out = [piece]
    for rule in episode.rules.instead:
        if card := rule.instead(ground, board, piece):
            out.append(ground.pieces[card])
    return out


def answers(episode: Episode, ground: Ground, board: Board, piece: Piece, passing: bool) -> Answers:
    """Everything a seat may answer to a piece."""
    slots = placements(episode, ground, board, piece)
    parts, places = [(piece, slots)] if slots else [], slots.bit_count()
    if episode.rules.instead:
        for choice in choices(episode, ground, board, piece)[1:]:
            if slots := placements(episode, ground, board, choice):
                parts.append((choice, slots))
                places += slots.bit_count()
    return new_answers(ground.grid, PASS_OR_END if passing else ONLY_END, parts, places)


def fits(episode: Episode, ground: Ground, board: Board) -> list[Fit]:
    """All rules a placement must keep now, for those who ask why."""
    first = len(board.laid) == len(ground.printed)
    return [*episode.rules.fit, *(episode.rules.start if first else episode.rules.join)]


def why_not_there(
    episode: Episode, ground: Ground, board: Board, piece: Piece, action: Action
) -> tuple[str, ...]:
    """The rules a placement of the piece breaks."""
    if piece.shape.lane_of(action[2]) < 0:
        return ("no_such_orientation",)
    if action[3] not in ground.grid.bits:
        return ("no_such_cell",)
    slot = piece.slot(ground.grid, action)
    if slot is None:
        return ("edge",)
    rules = fits(episode, ground, board)
    return tuple(rule.id for rule in rules if not rule.keep(ground, board, piece, 1 << slot))
