"""How much of everything a screen holds: a roomy or a close board, the side beside or below it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rich.text import Text

from tilefolk.cli.terminal.laying import board_drawing
from tilefolk.cli.terminal.laying.cell_layout import plan_of
from tilefolk.cli.terminal.laying.hand import grid_of
from tilefolk.cli.terminal.market.market_drawing import SIZES, Stalls
from tilefolk.cli.terminal.panels.legend import legend
from tilefolk.cli.terminal.panels.scene import Scene
from tilefolk.cli.terminal.screens import status_lines
from tilefolk.cli.terminal.screens.key_bar import keys
from tilefolk.cli.terminal.table.desk import Desk
from tilefolk.cli.terminal.text.canvas import spread, wrapped

NARROWEST_SIDE = 31
LOWEST_SIDE = 8
FIXED_LINES = 3  # the title and the reason
WIDTH, HEIGHT = 80, 24  # what everything is made for
LEGENDS = ((False, False), (True, False), (True, True))  # whole, in brief, on a key only


class Sheet(NamedTuple):
    """What is played on, in one of its sizes."""

    width: int
    height: int
    draw: Callable[[], list[Text]]


class Layout(NamedTuple):
    """What is shown where; no sheet, no board. `aside` is the legend where it is shown on a key only."""

    sheet: Sheet | None
    below: bool
    news: list[Text]
    legend: list[Text]
    aside: list[Text]
    keys: list[Text]
    side_width: int
    side_height: int


def arrange(desk: Desk, scene: Scene, width: int, height: int) -> Layout:
    """The first arrangement that fits, the most generous first; the closest one if none does."""
    told = status_lines.news(scene, width - 2)
    layout = Layout(None, False, told, [], [], spread(keys(desk, scene), width - 2), width - 4, height)
    for sheet in _sheets(desk, scene):
        for brief, on_key in LEGENDS:
            signs = [] if on_key else spread(legend(scene, brief), width - 2)
            pressed = spread(keys(desk, scene, brief, legend=on_key), width - 2)
            layout = _arranged(sheet, told, signs, pressed, width, height)
            if on_key:
                layout = layout._replace(aside=spread(legend(scene), layout.side_width))
            if _lines(layout) <= height and not (layout.below and desk.picking):
                return layout
    return layout


def _sheets(desk: Desk, scene: Scene) -> Iterator[Sheet]:
    """The board or the market in all its sizes."""
    if grid := grid_of(scene.view):
        for roomy in (True, False):
            plan = plan_of(grid, board_drawing.river_of(scene.view), roomy)
            yield Sheet(plan.width, plan.height, partial(_board, desk, scene, roomy))
    elif desk.picking:
        for size in SIZES:
            stalls = Stalls(desk.picking, scene.texts, size)
            yield Sheet(stalls.width, stalls.height, stalls.draw)


def _board(desk: Desk, scene: Scene, roomy: bool) -> list[Text]:
    return board_drawing.draw(scene.view, scene.looking, roomy, desk.over(), desk.shown_anchors())


def _arranged(
    sheet: Sheet, told: list[Text], signs: list[Text], keys: list[Text], width: int, height: int
) -> Layout:
    below = sheet.width + NARROWEST_SIDE > width
    rest = height - FIXED_LINES - status_lines.NEWS_LINES - len(signs) - len(keys)
    side = width - 4 - (0 if below else sheet.width)
    return Layout(sheet, below, told, signs, [], keys, side, rest - (sheet.height if below else 0))


def _lines(layout: Layout) -> int:
    """How many lines a layout takes; the news may grow, so their room is kept."""
    assert layout.sheet is not None
    side = LOWEST_SIDE if layout.below else 0
    fixed = FIXED_LINES + status_lines.NEWS_LINES
    return layout.sheet.height + side + fixed + len(layout.legend) + len(layout.keys)


def reason_lines(desk: Desk, scene: Scene, width: int) -> list[Text]:
    return wrapped(status_lines.reason(desk, scene), width - 2)
