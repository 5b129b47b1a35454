"""What a seat may answer: one mask of anchors per orientation, and the few other answers."""

from collections.abc import Iterator, Sequence
from typing import overload

from tilefolk.core.grid import Mask, bits_of, nth_bit
from tilefolk.core.notation import Action
from tilefolk.core.shapes import Fitted
from tilefolk.core.track import Standing
from tilefolk.games.laying.board import Board, is_first
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground, Piece
from tilefolk.games.laying.rules.shapes import Fit

PASS: Action = ("pass",)
END: Action = ("end",)

Part = tuple[Piece, Fitted, Mask]


class Answers(Sequence[Action]):
    """All answers as a lazy sequence: nothing is listed before somebody asks."""

    __slots__ = ("others", "parts", "_names")

    def __init__(self, names: dict[int, str], parts: list[Part], others: tuple[Action, ...]) -> None:
        self._names, self.parts, self.others = names, parts, others

    def __len__(self) -> int:
        size = len(self.others)
        for part in self.parts:
            size += part[2].bit_count()
        return size

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        rest = index if index >= 0 else index + len(self)
        for piece, shape, mask in self.parts:
            count = mask.bit_count()
            if 0 <= rest < count:
                return ("place", piece.name, shape.orientation, self._names[nth_bit(mask, rest)])
            rest -= count
        if not 0 <= rest < len(self.others):
            raise IndexError(index)
        return self.others[rest]

    def __iter__(self) -> Iterator[Action]:
        for piece, shape, mask in self.parts:
            for bit in bits_of(mask):
                yield ("place", piece.name, shape.orientation, self._names[bit])
        yield from self.others

    def __contains__(self, action: object) -> bool:
        if action in self.others:
            return True
        if not (isinstance(action, tuple) and len(action) == 4 and action[0] == "place"):
            return False
        for piece, shape, mask in self.parts:
            if piece.name == action[1] and shape.orientation == action[2]:
                return any(self._names[bit] == action[3] for bit in bits_of(mask))
        return False


def placements(episode: Episode, ground: Ground, board: Board, piece: Piece) -> list[Part]:
    """Every orientation of the piece with the mask of its legal anchors, empty ones left out."""
    rules = episode.rules.start if is_first(ground, board) else episode.rules.join
    moving = episode.moving
    parts: list[Part] = []
    for shape, mask in zip(piece.shapes, piece.valid, strict=True):
        for rule in moving:
            mask &= rule.anchors(ground, board, piece, shape)
        if mask:
            for rule in rules:
                mask &= rule.anchors(ground, board, piece, shape)
            if mask:
                parts.append((piece, shape, mask))
    return parts


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
    instead = [rule.instead(ground, board, piece) for rule in episode.rules.answer]
    return [piece, *(ground.pieces[card] for card in instead if card)]


def answers(episode: Episode, ground: Ground, board: Board, standing: Standing, piece: Piece) -> Answers:
    """Everything a seat may answer to a piece."""
    parts = []
    for choice in choices(episode, ground, board, piece):
        parts += placements(episode, ground, board, choice)
    others = (PASS, END) if may_pass(episode, ground, board, standing, piece) else (END,)
    return Answers(ground.grid.names, parts, others)


def fits(episode: Episode, ground: Ground, board: Board) -> list[Fit]:
    """All rules a placement must keep now, for those who ask why."""
    later = episode.rules.start if is_first(ground, board) else episode.rules.join
    return [*episode.rules.fit, *later]


def why_not_there(episode: Episode, ground: Ground, board: Board, piece: Piece, action: Action) -> tuple[str, ...]:
    """The rules a placement of the piece breaks."""
    index = piece.shape(action[2])
    if index < 0:
        return ("no_such_orientation",)
    bit = ground.grid.bits.get(str(action[3]))
    if bit is None:
        return ("no_such_cell",)
    shape = piece.shapes[index]
    if not shape.inside >> bit & 1:
        return ("edge",)
    rules = fits(episode, ground, board)
    return tuple(rule.id for rule in rules if not rule.anchors(ground, board, piece, shape) >> bit & 1)


def why_no_pass(
    episode: Episode, ground: Ground, board: Board, standing: Standing, piece: Piece
) -> tuple[str, ...]:
    says = [(rule.id, rule.passing(ground, board, standing, piece)) for rule in episode.rules.answer]
    if any(said for _, said in says) and all(said is not False for _, said in says):
        return ()
    return tuple(f"no.{rule}" for rule, said in says if said is False) or ("no.pass",)
