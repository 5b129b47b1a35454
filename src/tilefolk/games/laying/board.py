"""A seat's board: what lies on it and what has been booked, a frozen value."""

from typing import Any

from tilefolk.core.grid import Mask
from tilefolk.core.track import ONCE, Booking
from tilefolk.core.value import Value, frozen_value, maker
from tilefolk.games.laying.ground import Ground, Laid, Piece

CHOSEN = "chosen"  # `ended` of a seat that ended its part itself; otherwise the rule that ended it


@frozen_value
class Book(Value):
    """What is written down beside a board: rules' notes, bookings, passes, by which rule the part is over.

    `before` (own pace) is the board one round earlier.
    """

    notes: tuple[tuple[str, int], ...] = ()
    bookings: tuple[Booking, ...] = ()
    passes: int = 0
    ended: str = ""
    before: "Board | None" = None


@frozen_value
class Board(Value):
    """A seat's part of the match.

    `round` is the next draw to answer, `clear` are the cells under nothing, `apart` the cells beside no
    building, `marks` the cells covered per kind, a lane of the int each.
    """

    round: int
    clear: Mask
    apart: Mask
    marks: int
    laid: tuple[Laid, ...]
    book: Book

    @property
    def notes(self) -> tuple[tuple[str, int], ...]:
        return self.book.notes

    @property
    def bookings(self) -> tuple[Booking, ...]:
        return self.book.bookings

    @property
    def passes(self) -> int:
        return self.book.passes

    @property
    def ended(self) -> str:
        return self.book.ended

    def with_book(self, book: Book) -> "Board":
        return new_board(self.round, self.clear, self.apart, self.marks, self.laid, book)

    def written(self, **changes: Any) -> "Board":
        """The board with changes in its book."""
        return self.with_book(self.book._replace(**changes))


class This:
    """A cache key by identity instead of value: boards never change, and comparing them is slow."""

    __slots__ = ("board",)

    def __init__(self, board: Board) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, This) and self.board is other.board


new_book, new_board = maker(Book), maker(Board)
BLANK = Book()


def fresh(ground: Ground) -> Board:
    """The board before the first draw: only what is printed on it."""
    clear = apart = ground.grid.cells
    marks = 0
    for laid in ground.printed:
        clear &= ~laid.cells
        apart &= ~laid.around
        marks |= laid.marks
    return Board(0, clear, apart, marks, ground.printed, BLANK)


def lay(ground: Ground, board: Board, piece: Piece, slot: int) -> Board:
    """The board after the round in which a piece is laid. Does not check legality."""
    laid = piece.lying.get(slot) or piece.laid(ground.grid, slot)
    clear, apart = board.clear, board.apart
    clear ^= clear & laid.cells  # not & ~cells: Python is slow with negative numbers
    apart ^= apart & laid.around
    pieces = board.laid + (laid,)
    after = new_board(board.round + 1, clear, apart, board.marks | laid.marks, pieces, board.book)
    return noted(after, "doubled", note(board, "doubled") | laid.doubled) if laid.doubled else after


def ended_by(board: Board, rule: str) -> Board:
    """The board of a seat whose part is over by a rule."""
    book = board.book
    return board.with_book(new_book(book.notes, book.bookings, book.passes, rule, book.before))


def note(board: Board, key: str, default: int = 0) -> int:
    """What a rule has written down for this board."""
    for name, value in board.book.notes:
        if name == key:
            return value
    return default


def noted(board: Board, key: str, value: int) -> Board:
    return board.written(notes=tuple(sorted({**dict(board.notes), key: value}.items())))


def booked(board: Board, rule: str, points: int, cells: Mask = 0, phase: int = ONCE, at: int = -1) -> Board:
    """The board with points booked in the round it has just closed (or the one given)."""
    when = board.round - 1 if at < 0 else at
    return board.written(bookings=(*board.bookings, Booking(when, phase, rule, points, cells)))
