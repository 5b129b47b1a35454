"""Rays: how far the light of a thing reaches over a board."""

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board
from tilefolk.games.laying.ground import Ground


def lit_cells(ground: Ground, board: Board, thing: str, symbols: str) -> Mask:
    """All cells in the rays of a thing that show one of these symbols and are reached."""
    shown = 0
    for symbol in symbols:
        shown |= ground.covered(board.marks, ground.kind(symbol))
    out = 0
    for ray in ground.rays.get(thing, ()):
        for cell in ray:
            if cell & shown:
                out |= cell
            elif not cell & ground.stones:
                break
    return out
