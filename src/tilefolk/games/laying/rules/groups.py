"""Groups: buildings or symbols of one kind that hang together by their sides."""

from collections.abc import Iterator, Sequence

from tilefolk.core.grid import Mask
from tilefolk.games.laying.board import Board, note
from tilefolk.games.laying.ground import Ground, Laid


def building_groups(laid: Sequence[Laid], kind: str) -> list[tuple[int, Mask]]:
    """The groups of buildings of a kind: how many buildings, and their cells."""
    groups: list[tuple[int, Mask, Mask]] = []
    for building in laid:
        if building.kind != kind:
            continue
        count, cells, around = 1, building.cells, building.around
        apart = []
        for group in groups:
            if group[2] & building.cells:
                count, cells, around = count + group[0], cells | group[1], around | group[2]
            else:
                apart.append(group)
        apart.append((count, cells, around))
        groups = apart
    return [(count, cells) for count, cells, _ in groups]


def symbol_groups(ground: Ground, board: Board, mark: int) -> Iterator[tuple[int, Mask]]:
    """The groups of cells that show a symbol: their size, doubled symbols counted twice, and their cells."""
    doubled = note(board, "doubled")
    for cells in ground.grid.groups(board.marks[mark]):
        yield cells.bit_count() + (cells & doubled).bit_count(), cells


def largest(groups: Sequence[tuple[int, Mask]]) -> tuple[int, Mask]:
    return max(groups, key=lambda group: group[0], default=(0, 0))
