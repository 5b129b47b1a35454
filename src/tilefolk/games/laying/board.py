"""A seat's board: what lies on it and what has been booked, a frozen value."""

from typing import NamedTuple

from tilefolk.core.grid import Mask
from tilefolk.core.track import ONCE, ROUND, Booking
from tilefolk.games.laying.ground import Ground, Laid, Piece

CHOSEN = "chosen"  # `ended` of a seat that ended its part itself; otherwise the rule that ended it


class Board(NamedTuple):
    """A seat's part of the match.

    `round` is the next draw to answer, `clear` are the cells under nothing, `touch` the cells beside a
    building, `marks` the cells covered per kind, `before` (own pace) the board one round earlier.
    """

    round: int
    before: "Board | None"
    clear: Mask
    touch: Mask
    marks: tuple[Mask, ...]
    laid: tuple[Laid, ...]
    notes: tuple[tuple[str, int], ...] = ()
    bookings: tuple[Booking, ...] = ()
    passes: int = 0
    ended: str = ""


def fresh(ground: Ground) -> Board:
    """The board before the first draw: only what is printed on it."""
    clear, touch, marks = ground.grid.cells, 0, [0] * len(ground.kinds)
    for laid in ground.printed:
        clear &= ~laid.cells
        touch |= laid.around
        marks[ground.kinds.index(laid.kind)] |= laid.cells
    return Board(0, None, clear, touch, tuple(marks), ground.printed)


def lay(ground: Ground, board: Board, piece: Piece, slot: int) -> Board:
    """The board with a piece laid, unchecked: the trusted door."""
    shape = piece.shape
    index, bit = divmod(slot - shape.base, shape.lane)
    cells = shape.masks[index] << bit
    around = ground.grid.around(cells)
    marks = list(board.marks)
    notes = board.notes
    if piece.mark is not None:
        marks[piece.mark] |= cells
    else:
        for mark, offset in zip(piece.marks, shape.offsets[index], strict=True):
            marks[mark] |= 1 << offset + bit
        if piece.doubled is not None:
            cell = 1 << shape.offsets[index][piece.doubled] + bit
            notes = _with(notes, "doubled", note(board, "doubled") | cell)
    laid = Laid(piece.kind, cells, around, piece.name, shape.turned[index].orientation)
    return Board(
        board.round,
        board.before,
        board.clear & ~cells,
        board.touch | around,
        tuple(marks),
        (*board.laid, laid),
        notes,
        *board[7:],
    )


def note(board: Board, key: str, default: int = 0) -> int:
    """What a rule has written down for this board."""
    for name, value in board.notes:
        if name == key:
            return value
    return default


def noted(board: Board, key: str, value: int) -> Board:
    return board._replace(notes=_with(board.notes, key, value))


def booked(board: Board, rule: str, points: int, cells: Mask = 0, phase: int = ONCE, at: int = -1) -> Board:
    """The board with points booked in its running round (or the one given)."""
    when = board.round if at < 0 else at
    return board._replace(bookings=(*board.bookings, Booking(when, phase, rule, points, cells)))


def struck(board: Board, rule: str, points: int, cells: Mask, at: int) -> Board:
    """The board after cells were lost to a hazard of that round."""
    return booked(board, rule, points, cells, ROUND, at)


def is_first(ground: Ground, board: Board) -> bool:
    """Whether nothing but print lies on the board yet."""
    return len(board.laid) == len(ground.printed)


def _with(notes: tuple[tuple[str, int], ...], key: str, value: int) -> tuple[tuple[str, int], ...]:
    return tuple(sorted({**dict(notes), key: value}.items()))
