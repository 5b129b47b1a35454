"""FIT, START and JOIN rules: which anchors a piece may have, as masks."""

from dataclasses import dataclass

from tilefolk.core.grid import Mask
from tilefolk.core.shapes import Fitted
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece, covers, touches

EVERYWHERE = -1


@dataclass(frozen=True)
class OnLand:
    """Every cell lies on ground that is open for building."""

    id = "on_land"
    numbers = ()
    static = True

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        return covers(ground.open, shape)


@dataclass(frozen=True)
class OneBank:
    """The whole piece lies on one bank of the river."""

    id = "one_bank"
    numbers = ()
    static = True

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        out = 0
        for bank in ground.banks:
            out |= covers(bank, shape)
        return out


@dataclass(frozen=True)
class Clear:
    """Nothing lies under the piece yet."""

    id = "clear"
    numbers = ()
    static = False

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        return covers(board.clear, shape)


@dataclass(frozen=True)
class Start:
    """A seat's first piece covers one of these cells. Some kinds need not."""

    on: tuple[str, ...]
    not_kinds: tuple[str, ...] = ()
    static = False

    @property
    def id(self) -> str:
        return ".".join(("start", *self.on))

    @property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        if piece.kind in self.not_kinds:
            return EVERYWHERE
        return touches(ground.select(self.on), shape)


@dataclass(frozen=True)
class Beside:
    """A later piece shares a side with a building. Some kinds need not."""

    not_kinds: tuple[str, ...] = ()
    static = False

    @property
    def id(self) -> str:
        return ".".join(("beside", *self.not_kinds))

    @property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        if piece.kind in self.not_kinds:
            return EVERYWHERE
        return touches(board.touch, shape)


@dataclass(frozen=True)
class Match:
    """A later tile joins at least one of its symbols to the same symbol on the board."""

    id = "match"
    numbers = ()
    static = False

    def anchors(self, ground: Ground, board: Board, piece: Piece, shape: Fitted) -> Mask:
        out = 0
        for mark, offset in zip(piece.marks, shape.offsets, strict=True):
            out |= ground.grid.around(board.marks[mark]) >> offset
        return out
