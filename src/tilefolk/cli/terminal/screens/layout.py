"""The layout of the table screen: the size of the board, and the side panel beside or below it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rich.text import Text

from tilefolk.cli.terminal.laying import board_drawing
from tilefolk.cli.terminal.laying.cell_layout import cell_layout
from tilefolk.cli.terminal.laying.hand import grid_of
from tilefolk.cli.terminal.market.market_drawing import SIZES, MarketDrawing
from tilefolk.cli.terminal.panels.legend import legend
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.screens import status_lines
from tilefolk.cli.terminal.screens.key_bar import keys
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.text.canvas import spread, wrapped

SIDE_COLUMNS = 31
SIDE_LINES = 8
FIXED_LINES = 3  # the title and the reason
SMALLEST_WIDTH, SMALLEST_HEIGHT = 80, 24  # what everything is made for
LEGENDS = ((False, False), (True, False), (True, True))  # whole, in brief, on a key only


class Drawing(NamedTuple):
    """The board or market in one of its sizes."""

    width: int
    height: int
    draw: Callable[[], list[Text]]


class Layout(NamedTuple):
    """What is shown where. Without a drawing there is no board; `hidden_legend` is shown on a key only."""

    drawing: Drawing | None
    below: bool
    news: list[Text]
    legend: list[Text]
    hidden_legend: list[Text]
    keys: list[Text]
    side_width: int
    side_height: int


def arrange(desk: Desk, scene: Scene, width: int, height: int) -> Layout:
    """The first layout that fits, the most generous first; the tightest one if none fits."""
    told = status_lines.news(scene, width - 2)
    layout = Layout(None, False, told, [], [], spread(keys(desk, scene), width - 2), width - 4, height)
    for drawing in _drawings(desk, scene):
        for brief, on_key in LEGENDS:
            signs = [] if on_key else spread(legend(scene, brief), width - 2)
            pressed = spread(keys(desk, scene, brief, legend=on_key), width - 2)
            layout = _arranged(drawing, told, signs, pressed, width, height)
            if on_key:
                layout = layout._replace(hidden_legend=spread(legend(scene), layout.side_width))
            if _line_count(layout) <= height and not (layout.below and desk.picker):
                return layout
    return layout


def _drawings(desk: Desk, scene: Scene) -> Iterator[Drawing]:
    """The board or the market in all its sizes, the largest first."""
    if grid := grid_of(scene.view):
        for roomy in (True, False):
            cells = cell_layout(grid, board_drawing.river_of(scene.view), roomy)
            yield Drawing(cells.width, cells.height, partial(_board, desk, scene, roomy))
    elif desk.picker:
        for size in SIZES:
            stalls = MarketDrawing(desk.picker, scene.texts, size)
            yield Drawing(stalls.width, stalls.height, stalls.draw)


def _board(desk: Desk, scene: Scene, roomy: bool) -> list[Text]:
    return board_drawing.draw(scene.view, scene.shown_seat, roomy, desk.overlays(), desk.shown_anchors())


def _arranged(
    drawing: Drawing, told: list[Text], signs: list[Text], keys: list[Text], width: int, height: int
) -> Layout:
    below = drawing.width + SIDE_COLUMNS > width
    rest = height - FIXED_LINES - status_lines.NEWS_LINES - len(signs) - len(keys)
    side = width - 4 - (0 if below else drawing.width)
    return Layout(drawing, below, told, signs, [], keys, side, rest - (drawing.height if below else 0))


def _line_count(layout: Layout) -> int:
    """The lines a layout takes; space for the news is reserved, because they change."""
    assert layout.drawing is not None
    side = SIDE_LINES if layout.below else 0
    fixed = FIXED_LINES + status_lines.NEWS_LINES
    return layout.drawing.height + side + fixed + len(layout.legend) + len(layout.keys)


def reason_lines(desk: Desk, scene: Scene, width: int) -> list[Text]:
    return wrapped(status_lines.reason(desk, scene), width - 2)
