"""FIT, START and JOIN rules: in which slots a piece may lie, as masks."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask
from tilefolk.core.shapes import covers, touches
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece

EVERYWHERE = -1


@dataclass(frozen=True)
class OnLand:
    """Every cell lies on ground that is open for building."""

    id = "on_land"
    numbers = ()
    static = True

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        return covers(ground.open, piece.shape)


@dataclass(frozen=True)
class OneBank:
    """The whole piece lies on one bank of the river."""

    id = "one_bank"
    numbers = ()
    static = True

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        out = 0
        for bank in ground.banks:
            out |= covers(bank, piece.shape)
        return out


@dataclass(frozen=True)
class Clear:
    """Nothing lies under the piece yet."""

    id = "clear"
    numbers = ()
    static = False

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        return covers(board.clear, piece.shape)


@dataclass(frozen=True)
class Start:
    """A seat's first piece covers one of these cells. Some kinds need not."""

    on: tuple[str, ...]
    not_kinds: tuple[str, ...] = ()
    static = False

    @cached_property
    def id(self) -> str:
        return ".".join(("start", *self.on))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        if piece.kind in self.not_kinds:
            return EVERYWHERE
        return touches(ground.select(self.on), piece.shape)


@dataclass(frozen=True)
class Beside:
    """A later piece shares a side with a building. Some kinds need not."""

    not_kinds: tuple[str, ...] = ()
    static = False

    @cached_property
    def id(self) -> str:
        return ".".join(("beside", *self.not_kinds))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        if piece.kind in self.not_kinds:
            return EVERYWHERE
        return touches(board.touch, piece.shape)


@dataclass(frozen=True)
class Match:
    """A later tile joins at least one of its symbols to the same symbol on the board."""

    id = "match"
    numbers = ()
    static = False

    def slots(self, ground: Ground, board: Board, piece: Piece) -> Mask:
        out = 0
        for mark, copy in zip(piece.marks, piece.shape.copies, strict=True):
            out |= ground.grid.around(board.marks[mark]) * copy
        return out
