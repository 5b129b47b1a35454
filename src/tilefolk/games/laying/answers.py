"""What a seat may answer: one mask of slots per piece, and the few other answers."""

from collections.abc import Iterator, Sequence
from typing import overload

from tilefolk.core.grid import Grid, Mask, bits_of, nth_bit
from tilefolk.core.notation import Action
from tilefolk.core.track import Standing
from tilefolk.games.laying.board import Board, is_first
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.shapes import Fit

PASS: Action = ("pass",)
END: Action = ("end",)

Part = tuple[Piece, Mask]


class Answers(Sequence[Action]):
    """All answers as a lazy sequence: one mask of slots per piece, nothing is listed before somebody asks."""

    __slots__ = ("_grid", "others", "parts")

    def __init__(self, grid: Grid, parts: list[Part], others: tuple[Action, ...]) -> None:
        self._grid, self.parts, self.others = grid, parts, others

    def __len__(self) -> int:
        return self.places + len(self.others)

    @property
    def places(self) -> int:
        """How many of the answers lay a piece; they come first."""
        count = 0
        for part in self.parts:
            count += part[1].bit_count()
        return count

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        rest = index if index >= 0 else index + len(self)
        for piece, slots in self.parts:
            count = slots.bit_count()
            if 0 <= rest < count:
                return self._action(piece, nth_bit(slots, rest))
            rest -= count
        if not 0 <= rest < len(self.others):
            raise IndexError(index)
        return self.others[rest]

    def __iter__(self) -> Iterator[Action]:
        for piece, slots in self.parts:
            for slot in bits_of(slots):
                yield self._action(piece, slot)
        yield from self.others

    def __contains__(self, action: object) -> bool:
        if action in self.others:
            return True
        if not (isinstance(action, tuple) and len(action) == 4 and action[0] == "place"):
            return False
        for piece, slots in self.parts:
            if piece.name == action[1]:
                slot = slot_of(self._grid, piece, action)
                return slot is not None and bool(slots >> slot & 1)
        return False

    def _action(self, piece: Piece, slot: int) -> Action:
        index, bit = piece.shape.place(slot)
        return ("place", piece.name, piece.shape.turned[index].orientation, self._grid.names[bit])


def placements(episode: Episode, ground: Ground, board: Board, piece: Piece) -> Mask:
    """The slots in which the piece may be laid."""
    slots = piece.valid
    for rule in episode.moving:
        slots &= rule.slots(ground, board, piece)
    if slots:
        for rule in episode.rules.start if is_first(ground, board) else episode.rules.join:
            slots &= rule.slots(ground, board, piece)
    return slots


def slot_of(grid: Grid, piece: Piece, action: Action) -> int | None:
    """The slot behind a place action; None when it names no orientation of the piece or no cell inside."""
    index, bit = piece.shape.index(action[2]), grid.bits.get(str(action[3]))
    if index < 0 or bit is None:
        return None
    slot = piece.shape.slot(index, bit)
    return slot if piece.shape.inside >> slot & 1 else None


def may_pass(episode: Episode, ground: Ground, board: Board, standing: Standing, piece: Piece) -> bool:
    offered = False
    for rule in episode.rules.answer:
        says = rule.passing(ground, board, standing, piece)
        if says is False:
            return False
        offered = offered or bool(says)
    return offered


def choices(episode: Episode, ground: Ground, board: Board, piece: Piece) -> list[Piece]:
    """The pieces the seat may lay: the drawn one and what may be laid in its place."""
    out = [piece]
    for rule in episode.rules.instead:
        if card := rule.instead(ground, board, piece):
            out.append(ground.pieces[card])
    return out


def answers(episode: Episode, ground: Ground, board: Board, standing: Standing, piece: Piece) -> Answers:
    """Everything a seat may answer to a piece."""
    parts = [
        (choice, slots)
        for choice in choices(episode, ground, board, piece)
        if (slots := placements(episode, ground, board, choice))
    ]
    others = (PASS, END) if may_pass(episode, ground, board, standing, piece) else (END,)
    return Answers(ground.grid, parts, others)


def fits(episode: Episode, ground: Ground, board: Board) -> list[Fit]:
    """All rules a placement must keep now, for those who ask why."""
    later = episode.rules.start if is_first(ground, board) else episode.rules.join
    return [*episode.rules.fit, *later]


def why_not_there(
    episode: Episode, ground: Ground, board: Board, piece: Piece, action: Action
) -> tuple[str, ...]:
    """The rules a placement of the piece breaks."""
    if piece.shape.index(action[2]) < 0:
        return ("no_such_orientation",)
    if action[3] not in ground.grid.bits:
        return ("no_such_cell",)
    slot = slot_of(ground.grid, piece, action)
    if slot is None:
        return ("edge",)
    rules = fits(episode, ground, board)
    return tuple(rule.id for rule in rules if not rule.slots(ground, board, piece) >> slot & 1)


def why_no_pass(
    episode: Episode, ground: Ground, board: Board, standing: Standing, piece: Piece
) -> tuple[str, ...]:
    says = [(rule.id, rule.passing(ground, board, standing, piece)) for rule in episode.rules.answer]
    if any(said for _, said in says) and all(said is not False for _, said in says):
        return ()
    return tuple(f"no.{rule}" for rule, said in says if said is False) or ("no.pass",)
