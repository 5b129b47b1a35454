"""Groups: buildings or symbols of one kind that hang together by their sides."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tilefolk.core.first import first_of
from tilefolk.core.grid import Grid, Mask
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground, Laid


def by_kind(board: Board, kinds: Sequence[str]) -> dict[str, list[Laid]]:
    """The buildings of each of these kinds."""
    out: dict[str, list[Laid]] = {kind: [] for kind in kinds}
    for laid in board.laid:
        if (same := out.get(laid.kind)) is not None:
            same.append(laid)
    return out


def largest_group(left: list[Laid]) -> tuple[int, Mask]:
    """The largest group of these buildings, which it uses up: how many buildings, and their cells."""
    alone, best, best_cells = 0, 0, 0
    for building in left:
        alone |= building.cells
    while len(left) > best:
        first = left.pop()
        count, cells, around = 1, first.cells, first.around
        alone ^= cells
        while around & alone:
            for at, building in enumerate(left):
                if building.cells & around:
                    del left[at]
                    break
            count, cells, around = count + 1, cells | building.cells, around | building.around
            alone ^= building.cells
        if count > best:
            best, best_cells = count, cells
    return best, best_cells


REMEMBERED = 1 << 11  # sets of cells whose groups are known: most placements change one symbol or two


def symbol_groups(ground: Ground, board: Board, mark: int) -> tuple[tuple[int, Mask], ...]:
    """The groups of cells that show a symbol: their size, doubled symbols counted twice, and their cells."""
    return _groups(ground.grid, ground.covered(board.marks, mark), note(board, "doubled"))


@lru_cache(REMEMBERED)
def _groups(grid: Grid, shown: Mask, doubled: Mask) -> tuple[tuple[int, Mask], ...]:
    return tuple((cells.bit_count() + (cells & doubled).bit_count(), cells) for cells in grid.groups(shown))


@lru_cache(REMEMBERED)
def cells_beside(grid: Grid, group: Mask) -> Mask:
    """The cells that share a side with a group, known again when somebody asks again."""
    return grid.around(group)


def largest_symbol_group(ground: Ground, board: Board, mark: int) -> tuple[int, Mask]:
    """The largest group of cells that show a symbol, likewise; the first of equal ones."""
    return _largest(ground.grid, ground.covered(board.marks, mark), note(board, "doubled"))


@lru_cache(REMEMBERED)
def _largest(grid: Grid, shown: Mask, doubled: Mask) -> tuple[int, Mask]:
    return max(_groups(grid, shown, doubled), key=lambda group: group[0], default=(0, 0))


def joined_by(ground: Ground, board: Board, laid: Laid, mark: int) -> Iterator[tuple[int, Mask]]:
    """Those groups of a symbol, likewise, to which a piece on the board belongs, in its reading order."""
    fresh = ground.covered(board.marks, mark) & laid.cells
    groups = symbol_groups(ground, board, mark) if fresh else ()
    while fresh:
        group = first_of(group for group in groups if group[1] & fresh & -fresh)
        yield group
        fresh &= ~group[1]
