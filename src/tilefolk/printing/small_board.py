"""A rule's example on paper: a small board with buildings drawn in, and what they bring."""

from tilefolk.core.grid import bits_of
from tilefolk.games.laying.pictures.picture import BoardPicture, NumberPicture, Picture
from tilefolk.locale import Texts
from tilefolk.printing.outlines import box, ring
from tilefolk.printing.pen import INK, WHITE, Pen
from tilefolk.printing.sheet import Sheet
from tilefolk.printing.symbols import draw_building

CELL = 4.6
SIGN = 2.1  # the radius of a sign
TICK, CROSS = "M-1 .1l.7.8L1.1-.8", "M-.8-.8l1.6 1.6M.8-.8l-1.6 1.6"


def size_of_picture(picture: Picture) -> tuple[float, float]:
    """Width and height, the sign at the corner included."""
    if isinstance(picture, BoardPicture):
        rows, columns = _span(picture)
        return columns * CELL + SIGN, rows * CELL + SIGN
    return (12.0, 6.0) if isinstance(picture, NumberPicture) else (0.0, 0.0)


def draw_picture(pen: Pen, said: Texts, picture: Picture, x: float, y: float) -> None:
    """A picture with its upper left corner at (x, y); pieces on no board stand in the key to the dice."""
    if isinstance(picture, NumberPicture):
        pen.text(_number(said, picture.number), x + 6, y + 4.4, 11, bold=True, align=0.5)
    elif isinstance(picture, BoardPicture):
        _board(pen, said, picture, x, y + SIGN)


def _board(pen: Pen, said: Texts, picture: BoardPicture, x: float, y: float) -> None:
    sketch, grid = picture.sketch, picture.sketch.grid
    sheet = Sheet(sketch.small, x, y, CELL, sketch.ground)
    sheet.draw(pen, named=False)
    for laid in sketch.board.laid[len(sketch.ground.printed) :]:
        cells = [grid.position(bit) for bit in bits_of(laid.cells)]
        rows, columns = [row - grid.top for row, _ in cells], [column - grid.left for _, column in cells]
        middle = (min(columns) + max(columns) + 1) / 2 * CELL, (min(rows) + max(rows) + 1) / 2 * CELL
        draw_building(pen, laid.kind, cells, x + middle[0], y + middle[1], CELL)
    sheet.draw_things(pen, picture.lit)
    at = x + _span(picture)[1] * CELL, y
    if picture.allowed is not None:
        pen.path(ring(*at, SIGN), line=INK, fill=INK if picture.allowed else WHITE, width=0.35)
        pen.path(TICK if picture.allowed else CROSS, *at, line=WHITE if picture.allowed else INK, width=0.5)
    elif picture.points is not None:
        words = _number(said, picture.points)
        wide = pen.measure(words, 8.5, bold=True) + 2
        pen.path(box(at[0] - wide + SIGN, y - SIGN, wide, 4.2, 1.6), line=INK, fill=WHITE, width=0.35)
        pen.text(words, at[0] - wide / 2 + SIGN, y + 1.05, 8.5, bold=True, align=0.5)


def _span(picture: BoardPicture) -> tuple[int, int]:
    rows = [row for row, _ in picture.sketch.cells]
    columns = [column for _, column in picture.sketch.cells]
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def _number(said: Texts, number: int) -> str:
    return f"+{number}" if number > 0 else said.number(number)
