"""What is drawn between cells: outlines of buildings, the river, and what joins the hexes of a tile."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, product

from tilefolk.cli.terminal.canvas import Canvas
from tilefolk.cli.terminal.plan import Plan
from tilefolk.core.grid import Position

BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the lines that meet: 1 up, 2 right, 4 down, 8 left
BANK, WATER = "║", "~"
RIVER_STYLE = "bold #79b3c6"
LINE_STYLE = "#c9bdb4"

Owners = Mapping[Position, int]


def draw_edges(
    canvas: Canvas, plan: Plan, owners: Owners, styles: Sequence[str], river: Sequence[Position]
) -> None:
    """Outlines where there is room, and the river over them."""
    upright, level = _river_edges(river)
    rows, columns = _reach(plan, owners, river)
    for corner in product(rows, columns):
        _draw_side(canvas, plan, corner, owners, styles, upright)
        if plan.edge(corner[0]) is not None:
            _draw_level(canvas, plan, corner, owners, styles, level)
            _draw_corner(canvas, plan, corner, owners, (upright, level))


def draw_joins(canvas: Canvas, plan: Plan, owners: Owners, styles: Sequence[str]) -> None:
    """Lines between the hexes of one tile."""
    for (row, column), owner in owners.items():
        line, start = plan.at((row, column))
        if owners.get((row, column + 1)) == owner:
            canvas.put(line, start + 2, "──", LINE_STYLE)
        if not plan.roomy:
            continue
        for step, place, sign in ((-1, -1, "/"), (0, 2, "\\")):
            if owners.get((row + 1, column + step)) == owner:
                canvas.put(line + 1, start + place, sign, LINE_STYLE)


def _reach(plan: Plan, owners: Owners, river: Sequence[Position]) -> tuple[range, range]:
    """The rows and columns of all corners where something may be drawn."""
    last = (plan.width - plan.origin) // plan.pitch
    return range(min(plan.lines), max(plan.lines) + 2), range((4 - plan.origin) // plan.pitch, last + 1)


def _draw_side(
    canvas: Canvas, plan: Plan, corner: Position, owners: Owners, styles: Sequence[str], upright: set[Position]
) -> None:
    """The edge left of a cell."""
    if corner[0] not in plan.lines:
        return
    line, column = plan.at(corner)
    if corner in upright:
        canvas.put(line, column - 1, BANK, RIVER_STYLE)
        return
    here, before = owners.get(corner), owners.get((corner[0], corner[1] - 1))
    if here is not None and here == before:
        canvas.put(line, column - 1, " ", styles[here])
    elif here != before and plan.roomy:
        canvas.put(line, column - 1, "│", LINE_STYLE)


def _draw_level(
    canvas: Canvas, plan: Plan, corner: Position, owners: Owners, styles: Sequence[str], level: set[Position]
) -> None:
    """The edge above a cell."""
    line, column = plan.edge(corner[0]), _column(plan, corner)
    assert line is not None
    if corner in level:
        canvas.put(line, column, WATER * 2, RIVER_STYLE)
        return
    here, above = owners.get(corner), owners.get((corner[0] - 1, corner[1]))
    if here is not None and here == above:
        canvas.put(line, column, "  ", styles[here])
    elif here != above and plan.roomy:
        canvas.put(line, column, "──", LINE_STYLE)


def _draw_corner(
    canvas: Canvas, plan: Plan, corner: Position, owners: Owners, river: tuple[set[Position], set[Position]]
) -> None:
    """Where four edges meet."""
    line, column = plan.edge(corner[0]), _column(plan, corner) - 1
    assert line is not None
    (row, place), (upright, level) = corner, river
    if corner in level or (row, place - 1) in level:
        canvas.put(line, column, WATER, RIVER_STYLE)
    elif corner in upright or (row - 1, place) in upright:
        canvas.put(line, column, BANK, RIVER_STYLE)
    elif plan.roomy:
        canvas.put(line, column, BOX[_lines_at(owners, row, place)], LINE_STYLE)


def _lines_at(owners: Owners, row: int, column: int) -> int:
    """Which of the four edges at a corner part two owners."""
    around = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
    first, second, third, fourth = (owners.get(position) for position in around)
    parted = (first != second, second != third, third != fourth, fourth != first)
    return sum(1 << place for place, apart in enumerate(parted) if apart)


def _column(plan: Plan, corner: Position) -> int:
    return plan.origin + plan.pitch * corner[1]


def _river_edges(river: Sequence[Position]) -> tuple[set[Position], set[Position]]:
    """The cells with the river at their left side, and those with the river above."""
    upright: set[Position] = set()
    level: set[Position] = set()
    for (y, x), (v, u) in pairwise(river):
        upright |= {(row, x) for row in range(min(y, v), max(y, v)) if x == u}
        level |= {(y, column) for column in range(min(x, u), max(x, u)) if y == v}
    return upright, level
