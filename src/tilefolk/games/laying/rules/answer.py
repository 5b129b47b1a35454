"""ANSWER rules: passing, pieces that must be built, pieces laid in place of another."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.track import ONCE, Booking, Standing
from tilefolk.games.laying.board import Board, new_book
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.names import Card, Kind
from tilefolk.games.laying.rules.ops import Code, Op, Ops
from tilefolk.games.laying.rules.rule_kinds import Line


@dataclass(frozen=True)
class Pass:
    """Passing costs points at once; the marker, a provision or the lock must be able to bear it."""

    cost: int
    provisions: bool = False

    @cached_property
    def id(self) -> str:
        return "pass.provision" if self.provisions else "pass"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.cost,)

    def allows(self, board: Board, standing: Standing, piece: Piece) -> bool:
        return standing.value >= self.cost or standing.locked or (self.provisions and standing.spares > 0)

    def price(self, board: Board, standing: Standing, piece: Piece) -> int:
        spared = standing.locked or (self.provisions and standing.spares > 0)
        return 0 if spared else -self.cost

    def passed(self, board: Board, piece: Piece) -> Board:
        book = board.book
        booking = Booking(board.round - 1, ONCE, "pass", -self.cost, 0, self.provisions)
        return board.with_book(
            new_book(book.notes, (*book.bookings, booking), book.passes + 1, book.ended, book.before)
        )

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.PASS, -self.cost, number=int(self.provisions)),)


@dataclass(frozen=True)
class PassRow:
    """Passing fills the next circle of a row that is paid for at the end; some kinds fill two."""

    circles: tuple[int, ...]
    twice: tuple[Kind, ...] = ()

    @cached_property
    def id(self) -> str:
        return ".".join(("pass_row", *self.twice))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (len(self.circles), *self.circles)

    def allows(self, board: Board, standing: Standing, piece: Piece) -> bool:
        return board.passes + self._fills(piece) <= len(self.circles)

    def price(self, board: Board, standing: Standing, piece: Piece) -> int:
        filled = (0, *self.circles)
        return filled[min(board.passes + self._fills(piece), len(self.circles))] - filled[board.passes]

    def passed(self, board: Board, piece: Piece) -> Board:
        return board.written(passes=board.passes + self._fills(piece))

    def _fills(self, piece: Piece) -> int:
        return 2 if piece.kind in self.twice else 1

    def line(self, ground: Ground, board: Board) -> Line:
        return (self.circles[board.passes - 1] if board.passes else 0), 0

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.PASS_ROW, number=len(self.circles), numbers=(0, *self.circles), names=self.twice),)


@dataclass(frozen=True)
class Must:
    """A piece of this kind is built or the seat ends its part."""

    kind: Kind

    @cached_property
    def id(self) -> str:
        return f"must.{self.kind}"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()


@dataclass(frozen=True)
class Annex:
    """A few small houses that may be laid in place of a piece, except of a kind that must be built."""

    card: Card
    count: int
    never: tuple[Kind, ...] = ()

    @cached_property
    def id(self) -> str:
        return "annex"

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return (self.count,)

    def instead(self, ground: Ground, board: Board, piece: Piece) -> str:
        used = sum(laid.shape == ground.pieces[self.card].name for laid in board.laid)
        return self.card if used < self.count and piece.kind not in self.never else ""

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.INSTEAD, number=self.count, names=(self.card, *self.never)),)
