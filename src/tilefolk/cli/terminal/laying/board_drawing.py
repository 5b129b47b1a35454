"""A board in characters: ground, river, outlined buildings, and the draft on top."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.text import Text

from tilefolk.cli.terminal.laying.cell_layout import CellLayout, cell_layout
from tilefolk.cli.terminal.laying.cell_signs import (
    Signs,
    blocked_cells,
    building_letter,
    ground_cells,
    printed_signs,
    signs_of,
)
from tilefolk.cli.terminal.laying.edges import Edges, draw_joins, river_edges
from tilefolk.cli.terminal.laying.hand import cells, grid_of
from tilefolk.cli.terminal.text.canvas import Canvas
from tilefolk.cli.terminal.text.styles import BRACKET_STYLES, FAINT, HEADING
from tilefolk.core.game import Json
from tilefolk.core.grid import SQUARE, Grid, Mask, Position, bits_of


class Overlay(NamedTuple):
    """A piece drawn over the board: its cells, their letters (none: keep what is there), and its brackets."""

    positions: tuple[Position, ...]
    letters: tuple[str, ...]
    brackets: str


class BoardSheet(NamedTuple):
    """A board with everything that is needed to draw it."""

    grid: Grid
    layout: CellLayout
    signs: Signs
    board: Mapping[str, Any]
    owners: dict[Position, int]


def board_sheet(view: Json, seat: int, roomy: bool) -> BoardSheet:
    """The sheet of a seat's board."""
    grid = grid_of(view)
    assert grid is not None
    board = view["boards"][seat]
    owners = {
        grid.position(bit): index
        for index, laid in enumerate(board["laid"])
        for bit in bits_of(cells(laid[3]))
    }
    return BoardSheet(grid, cell_layout(grid, river_of(view), roomy), signs_of(view), board, owners)


def river_of(view: Json) -> list[Position]:
    return [(row, column) for row, column in view["grid"]["river"]]


def draw(
    view: Json, seat: int, roomy: bool, over: Sequence[Overlay] = (), anchors: Sequence[Position] = ()
) -> list[Text]:
    """Draw the board of a seat in lines of text."""
    sheet, canvas = board_sheet(view, seat, roomy), Canvas()
    _draw_names(canvas, sheet)
    ground = view["grounds"][sheet.board["ground"]]
    _draw_ground(canvas, sheet, ground)
    _draw_printed(canvas, sheet, printed_signs(view, sheet.board), cells(ground["open"]))
    styles = _draw_buildings(canvas, sheet, view)
    river = river_edges(river_of(view))
    if sheet.grid.lattice is SQUARE:
        Edges(canvas, sheet.layout, sheet.owners, styles, river).draw()
    else:
        draw_joins(canvas, sheet.layout, sheet.owners)
    for anchor in anchors:
        line, column = sheet.layout.at(anchor)
        canvas.put(line, column + 1, "*", HEADING)
    banks = river.left if sheet.grid.lattice is SQUARE else frozenset()
    for piece in over:
        _draw_over(canvas, sheet.layout, piece, banks)
    return canvas.lines()


def _draw_names(canvas: Canvas, sheet: BoardSheet) -> None:
    first = 1 if sheet.grid.lattice is SQUARE else 0
    for row, line in sheet.layout.lines.items():
        canvas.put(line, 0, f"{row + first:>2}", FAINT)
    if sheet.grid.lattice is SQUARE:
        top = min(sheet.layout.lines)
        for column in {sheet.grid.position(bit)[1] for bit in bits_of(sheet.grid.cells)}:
            canvas.put(0, sheet.layout.at((top, column))[1], chr(ord("A") + column), FAINT)


def _draw_ground(canvas: Canvas, sheet: BoardSheet, ground: Mapping[str, Any]) -> None:
    shown = ground_cells(ground, sheet.signs, sheet.grid.cells)
    for bit in bits_of(sheet.grid.cells):
        if bit in shown:
            canvas.put(*sheet.layout.at(sheet.grid.position(bit)), *shown[bit])
    _draw_lost(canvas, sheet)


def _draw_printed(canvas: Canvas, sheet: BoardSheet, printed: Mapping[int, str], is_open: Mask) -> None:
    """Draw what is printed on the map beside the sign of the ground, which still tells if it is open."""
    for bit, sign in printed.items():
        line, column = sheet.layout.at(sheet.grid.position(bit))
        canvas.put(line, column if is_open >> bit & 1 else column - 1, sign[0], FAINT)


def _draw_lost(canvas: Canvas, sheet: BoardSheet) -> None:
    for bit, name in blocked_cells(sheet.board, sheet.grid.cells).items():
        text = sheet.signs.layers.get(name, "x")
        canvas.put(*sheet.layout.at(sheet.grid.position(bit)), (text * 2)[:2], FAINT)


def _draw_buildings(canvas: Canvas, sheet: BoardSheet, view: Json) -> list[str]:
    """Draw the letters of kind and building on each cell; returns the style of each building."""
    marks = [(kind, cells(mask)) for kind, mask in zip(view["kinds"], sheet.board["marks"], strict=True)]
    styles = []
    for index, (kind, *_, covered) in enumerate(sheet.board["laid"]):
        last = " bold underline" if index == len(sheet.board["laid"]) - 1 else ""
        styles.append(sheet.signs.kind_style(kind))
        for bit in bits_of(cells(covered)):
            shown = next((name for name, mask in marks if mask >> bit & 1), kind)
            place = sheet.layout.at(sheet.grid.position(bit))
            text = sheet.signs.kinds[shown] + building_letter(index)
            canvas.put(*place, text, sheet.signs.kind_style(shown) + last)
    return styles


def _draw_over(canvas: Canvas, layout: CellLayout, piece: Overlay, banks: frozenset[Position]) -> None:
    """Draw a piece between its brackets: [+] fits, <!> does not fit, ( ) is confirmed, { } is only shown.

    Where the river runs beside a cell, the river stays and the bracket moves into the cell.
    """
    before, inner, after = tuple(piece.brackets)
    style, covered = BRACKET_STYLES[piece.brackets], set(piece.positions)
    for index, (row, column) in enumerate(piece.positions):
        line, start = layout.at((row, column))
        begins, ends = (row, column - 1) not in covered, (row, column + 1) not in covered
        wet, far_wet = (row, column) in banks, (row, column + 1) in banks
        if begins and not wet:
            canvas.put(line, start - 1, before, style)
        if piece.letters:
            letter = piece.letters[index]
            text = before + letter if begins and wet else letter + (after if ends and far_wet else inner)
            canvas.put(line, start, text, style)
        if not far_wet:
            canvas.put(line, start + 2, after if ends else " " * (layout.pitch - 2), style)
