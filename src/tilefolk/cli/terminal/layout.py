"""How much of everything a screen holds: a roomy or a close board, the side beside or below it."""

from typing import NamedTuple

from rich.text import Text

from tilefolk.cli.terminal import status
from tilefolk.cli.terminal.board import river_of
from tilefolk.cli.terminal.canvas import spread, wrapped
from tilefolk.cli.terminal.desk import Desk
from tilefolk.cli.terminal.hand import grid_of
from tilefolk.cli.terminal.legend import legend
from tilefolk.cli.terminal.plan import Plan, plan_of
from tilefolk.cli.terminal.scene import Scene

NARROWEST_SIDE = 32
LOWEST_SIDE = 8
FIXED_LINES = 3  # the title and the reason


class Layout(NamedTuple):
    """What is shown where; no plan, no board. `aside` is the legend where only the side has room for it."""

    plan: Plan | None
    below: bool
    legend: list[Text]
    aside: list[Text]
    keys: list[Text]
    side_width: int


def arrange(desk: Desk, scene: Scene, width: int, height: int) -> Layout:
    """The first arrangement that fits, the most generous first; the closest one if none does."""
    grid = grid_of(scene.view)
    if grid is None:
        return Layout(None, False, [], [], spread(status.keys(desk, scene), width - 2), width - 4)
    for roomy, brief in ((True, False), (True, True), (False, False), (False, True)):
        tried = _arranged(desk, scene, plan_of(grid, river_of(scene.view), roomy), brief, width)
        if _lines(tried) <= height:
            return tried
    return tried._replace(legend=[], aside=tried.legend)


def _arranged(desk: Desk, scene: Scene, plan: Plan, brief: bool, width: int) -> Layout:
    below = plan.width + NARROWEST_SIDE > width
    signs = spread(legend(scene, brief), width - 2)
    keys = spread(status.keys(desk, scene, brief), width - 2)
    return Layout(plan, below, signs, [], keys, width - 4 - (0 if below else plan.width))


def _lines(layout: Layout) -> int:
    assert layout.plan is not None
    side = LOWEST_SIDE if layout.below else 0
    return layout.plan.height + side + FIXED_LINES + len(layout.legend) + len(layout.keys)


def reason_lines(desk: Desk, scene: Scene, width: int) -> list[Text]:
    return wrapped(status.reason(desk, scene), width - 2)
