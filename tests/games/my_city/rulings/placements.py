"""Where buildings may lie by the words of the rules, and what a seat is offered."""

from itertools import product

from tests.games.my_city.board import (
    ETERNAL_BOARD,
    RIVER_CELLS_LEFT,
    RIVER_CELLS_RIGHT,
    Cell,
    cell,
    cells_with,
    named,
    turned,
)
from tests.games.my_city.table import Table
from tilefolk.core.notation import Action


def allowed(shape: str, laid: set[str]) -> set[frozenset[str]]:
    """All legal placements on the Eternal board as 2.3 has them: the river first, then beside a building."""
    land = cells_with(".TRWG", ETERNAL_BOARD) - laid
    left = {name for name in land if is_left(name)}
    background = {named(at) for name in laid for at in sides(cell(name))}
    near = background or {*RIVER_CELLS_LEFT, *RIVER_CELLS_RIGHT}
    found = set()
    for times, y, x in product(range(4), range(11), range(11)):
        cells = frozenset(named((y + dy, x + dx)) for dy, dx in turned(shape, times))
        if cells & near and (cells <= left or cells <= land - left):
            found.add(cells)
    return found


def is_left(name: str) -> bool:
    """Whether a cell lies west of the river: no further east than the left river cell of its row."""
    border = {name[1:]: name[0] for name in RIVER_CELLS_LEFT}
    return name[0] <= border[name[1:]]


def sides(at: Cell) -> list[Cell]:
    y, x = at
    return [(y + dy, x + dx) for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def covered(action: Action) -> frozenset[str]:
    """The cells a place action covers: its first cell is the first of them in reading order."""
    _, shape, times, first = action
    cells = turned(str(shape), int(times))
    (y, x), (y0, x0) = cell(str(first)), cells[0]
    return frozenset(named((y - y0 + dy, x - x0 + dx)) for dy, dx in cells)


def offered(table: Table, seat: int = 0) -> set[frozenset[str]]:
    places = [covered(a) for a in table.game.legal(table.state, seat) if a[0] == "place"]
    assert len(places) == len(set(places))
    return set(places)
