"""FIT, START and JOIN rules: of some slots of a piece, those a rule allows."""

from dataclasses import dataclass
from functools import cached_property

from tilefolk.core.grid import Mask
from tilefolk.core.shapes import covers, touches
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.names import Kind, Selector
from tilefolk.games.laying.rules.ops import Code, Op, Ops


@dataclass(frozen=True)
class OnLand:
    """Every cell lies on ground that is open for building."""

    id = "on_land"
    numbers = ()
    static = True

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        return slots & covers(ground.open, piece.shape)


@dataclass(frozen=True)
class OneBank:
    """The whole piece lies on one bank of the river."""

    id = "one_bank"
    numbers = ()
    static = True

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        dry = 0
        for bank in ground.banks:
            dry |= covers(bank, piece.shape)
        return slots & dry


@dataclass(frozen=True)
class Clear:
    """Nothing lies under the piece yet."""

    id = "clear"
    numbers = ()
    static = False

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        clear = board.clear
        for copy in piece.copies:
            slots &= clear * copy
        return slots

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.FREE),)


@dataclass(frozen=True)
class Start:
    """A seat's first piece covers one of these cells. Some kinds need not."""

    on: tuple[Selector, ...]
    not_kinds: tuple[Kind, ...] = ()
    static = False

    @cached_property
    def id(self) -> str:
        return ".".join(("start", *self.on, *self.not_kinds))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        if piece.kind in self.not_kinds:
            return slots
        return slots & touches(ground.select(self.on), piece.shape)

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.TOUCH, mask=ground.select(self.on), names=self.not_kinds),)


@dataclass(frozen=True)
class Beside:
    """A later piece shares a side with a building. Some kinds need not."""

    not_kinds: tuple[Kind, ...] = ()
    static = False

    @cached_property
    def id(self) -> str:
        return ".".join(("beside", *self.not_kinds))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        return ()

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        if piece.kind in self.not_kinds:
            return slots
        apart, alone = board.apart, slots
        for copy in piece.copies:
            alone &= apart * copy
            if not alone:
                return slots
        return slots ^ alone

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.BESIDE, names=self.not_kinds),)


@dataclass(frozen=True)
class Match:
    """A later tile joins at least one of its symbols to the same symbol on the board."""

    id = "match"
    numbers = ()
    static = False

    def keep(self, ground: Ground, board: Board, piece: Piece, slots: Mask) -> Mask:
        joined = 0
        for mark, copy in zip(piece.marks, piece.copies, strict=True):
            joined |= ground.grid.around(ground.covered(board.marks, mark)) * copy
        return slots & joined

    def ops(self, ground: Ground) -> Ops:
        return (Op(Code.MATCH),)
