"""The sheet itself: the map of an episode on squares, as its data draws it."""

from collections.abc import Iterator, Sequence

from tilefolk.core.game import Legacy
from tilefolk.core.grid import Mask, Position, bits_of
from tilefolk.games.laying.catalogue import ground_of
from tilefolk.games.laying.episode import Episode
from tilefolk.games.laying.ground import Ground
from tilefolk.locale import Texts
from tilefolk.printing.outlines import bent, box, contour, spelled
from tilefolk.printing.pen import ART, INK, LINE, SOFT, TINT, WATER, Pen
from tilefolk.printing.symbols import SYMBOLS, draw, draw_some

INSET = 0.05  # of a cell, left free around what stands on it
STREAM = 0.15  # of a cell, the river's width
BANK = 0.035  # of a cell, the lines on both sides of it
FRAME = 0.5
GUTTER = 4.0  # for the names of rows and columns


class Sheet:
    """A map with cells of this size; its upper left corner lies at (x, y)."""

    def __init__(
        self, episode: Episode, x: float, y: float, cell: float, ground: Ground | None = None
    ) -> None:
        self.episode, self.grid = episode, episode.map.grid
        self.ground: Ground = ground or ground_of(episode.name, Legacy())
        self.x, self.y, self.cell = x, y, cell
        self.rows, self.columns = size_of(episode)
        self.built: Mask = sum(laid.cells for laid in self.ground.printed)

    def draw(self, pen: Pen, *, named: bool = True) -> None:
        area = box(0, 0, self.columns * self.cell, self.rows * self.cell)
        self._areas(pen)
        self._lines(pen)
        for laid in self.ground.printed:
            self._walls(pen, laid.cells)
        with pen.within(area, self.x, self.y):
            self._river(pen)
        pen.path(area, self.x, self.y, line=ART, width=FRAME)
        self.draw_things(pen, ~self.built)
        for laid in self.ground.printed:
            self._building(pen, laid.kind, laid.cells)
        if named:
            self._names(pen)

    def draw_things(self, pen: Pen, cells: Mask) -> None:
        """What stands on some of the cells."""
        for name, mask in things(self.ground):
            for bit in bits_of(mask & cells):
                self._thing(pen, name, bit)

    def _corner(self, bit: int) -> tuple[float, float]:
        row, column = self._place(bit)
        return self.x + column * self.cell, self.y + row * self.cell

    def _place(self, bit: int) -> Position:
        """Row and column from the upper left corner of the map."""
        row, column = self.grid.position(bit)
        return row - self.grid.top, column - self.grid.left

    def _areas(self, pen: Pen) -> None:
        """Where nobody builds is tinted."""
        for bit in bits_of(self.grid.cells & ~self.ground.open & ~self.built):
            pen.path(box(0, 0, self.cell, self.cell), *self._corner(bit), fill=TINT)

    def _lines(self, pen: Pen) -> None:
        width, height, cell = self.columns * self.cell, self.rows * self.cell, self.cell
        down = [spelled("M", column * cell, 0, "v", height) for column in range(1, self.columns)]
        across = [spelled("M", 0, row * cell, "h", width) for row in range(1, self.rows)]
        pen.path(" ".join(down + across), self.x, self.y, line=LINE, width=0.18)

    def _river(self, pen: Pen) -> None:
        """Thin on the sides of cells, as wide as a cell where the map has water: one outline for both."""
        cell = self.cell
        wide = [self._place(bit) for bit in bits_of(self.ground.layer("water"))]
        lakes = " ".join(box(column * cell, row * cell, cell, cell) for row, column in wide)
        top, left = self.grid.top, self.grid.left
        course = [(row - top, column - left) for row, column in self.episode.map.river]
        turns = [0.01 if _at_corner(corner, wide) else 0.3 * cell for corner in course]
        stream = bent([(column * cell, row * cell) for row, column in course], turns) if course else ""
        for colour, bank in ((ART, BANK), (WATER, 0)):
            width = (STREAM + 2 * bank) * cell
            pen.path(stream, self.x, self.y, line=colour, width=width, round_ends=False)
            pen.path(lakes, self.x, self.y, line=ART if bank else "", fill=WATER, width=2 * bank * cell)

    def _thing(self, pen: Pen, name: str, bit: int) -> None:
        x, y = self._corner(bit)
        count = sum(mask >> bit & 1 for mask in self.ground.layers[name])
        free = INSET * self.cell
        draw_some(pen, name, count, x + free, y + free, self.cell - 2 * free)

    def _walls(self, pen: Pen, cells: Mask) -> None:
        """The outline of a printed building, one for all its cells; the river runs over it."""
        places = [self._place(bit) for bit in bits_of(cells)]
        pen.path(contour(places, self.cell), self.x, self.y, line=INK, width=FRAME)

    def _building(self, pen: Pen, kind: str, cells: Mask) -> None:
        """The drawing of a printed building, in the middle of its cells."""
        corners = [self._corner(bit) for bit in bits_of(cells)]
        x, y = (sum(parts) / len(corners) for parts in zip(*corners, strict=True))
        free = INSET * self.cell
        draw(pen, SYMBOLS[kind], x + free, y + free, self.cell - 2 * free)

    def _names(self, pen: Pen) -> None:
        """Letters above the columns, numbers beside the rows: so that a cell can be named."""
        for column in range(self.columns):
            x = self.x + (column + 0.5) * self.cell
            pen.text(chr(ord("A") + column), x, self.y - 1.2, 7, colour=SOFT, align=0.5)
        for row in range(self.rows):
            y = self.y + (row + 0.5) * self.cell + 0.9
            pen.text(str(row + 1), self.x - GUTTER / 2, y, 7, colour=SOFT, align=0.5)


def _at_corner(corner: Position, cells: Sequence[Position]) -> bool:
    row, column = corner
    return any((row - up, column - left) in cells for up in (0, 1) for left in (0, 1))


def size_of(episode: Episode) -> tuple[int, int]:
    """How many rows and columns the map has."""
    grid = episode.map.grid
    places = [grid.position(bit) for bit in bits_of(grid.cells)]
    return 1 + max(row for row, _ in places) - grid.top, 1 + max(column for _, column in places) - grid.left


def things(ground: Ground) -> Iterator[tuple[str, Mask]]:
    """What we have a drawing for, and the cells it stands on."""
    for name, masks in ground.layers.items():
        if name in SYMBOLS and masks[0]:
            yield name, masks[0]


def legend(pen: Pen, said: Texts, sheet: Sheet, y: float) -> None:
    """One line under the map: what its drawings and the tint mean."""
    names = [name for name, _ in things(sheet.ground)]
    size, gap, space = 5.0, 1.2, 4.0
    words = [said.say(f"layer.{name}") for name in names] + [said.say("print.closed")]
    widths = [size + gap + pen.measure(word, 7.5) for word in words]
    x = sheet.x + (sheet.columns * sheet.cell - sum(widths) - space * len(names)) / 2
    for name, word, width in zip((*names, ""), words, widths, strict=True):
        if name:
            draw(pen, SYMBOLS[name], x, y, size)
        else:
            pen.path(box(x + 0.5, y + 0.5, size - 1, size - 1), line=LINE, fill=TINT, width=0.2)
        pen.text(word, x + size + gap, y + 3.5, 7.5, colour=SOFT)
        x += width + space
