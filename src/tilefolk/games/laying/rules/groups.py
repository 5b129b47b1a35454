"""Groups: buildings or symbols of one kind that hang together by their sides."""

from collections.abc import Iterator, Sequence

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground, Laid


def by_kind(board: Board, kinds: Sequence[str]) -> dict[str, list[Laid]]:
    """The buildings of each of these kinds."""
    out: dict[str, list[Laid]] = {kind: [] for kind in kinds}
    for laid in board.laid:
        if (buildings := out.get(laid.kind)) is not None:
            buildings.append(laid)
    return out


def largest_group(buildings: Sequence[Laid]) -> tuple[int, Mask]:
    """The largest group of these buildings: how many they are, and their cells."""
    left, best, best_cells = list(buildings), 0, 0
    while len(left) > best:
        first = left.pop()
        cells, around, whole = first.cells, first.around, len(left) + 1
        grows = True
        while grows:
            apart = []
            for building in left:
                if building.cells & around:
                    cells |= building.cells
                    around |= building.around
                else:
                    apart.append(building)
            grows, left = len(apart) < len(left), apart
        if whole - len(left) > best:
            best, best_cells = whole - len(left), cells
    return best, best_cells


def symbol_groups(ground: Ground, board: Board, mark: int) -> Iterator[tuple[int, Mask]]:
    """The groups of cells that show a symbol: their size, doubled symbols counted twice, and their cells."""
    doubled = note(board, "doubled")
    for cells in ground.grid.groups(ground.covered(board.marks, mark)):
        yield cells.bit_count() + (cells & doubled).bit_count(), cells


def joined_by(ground: Ground, board: Board, laid: Laid, mark: int) -> Iterator[tuple[int, Mask]]:
    """Those groups of a symbol, likewise, to which a piece on the board belongs."""
    doubled, shown = note(board, "doubled"), ground.covered(board.marks, mark)
    fresh = shown & laid.cells
    while fresh:
        cells = ground.grid.spread(fresh & -fresh, shown)
        yield cells.bit_count() + (cells & doubled).bit_count(), cells
        fresh &= ~cells


def largest(groups: Sequence[tuple[int, Mask]]) -> tuple[int, Mask]:
    return max(groups, key=lambda group: group[0], default=(0, 0))
