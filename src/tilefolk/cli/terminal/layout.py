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
WIDTH, HEIGHT = 80, 24  # what everything is made for
TRIED = (  # a roomy board, the legend in brief, the legend on a key only
    (True, False, False),
    (True, True, False),
    (True, True, True),
    (False, False, False),
    (False, True, False),
    (False, True, True),
)


class Layout(NamedTuple):
    """What is shown where; no plan, no board. `aside` is the legend where it is shown on a key only."""

    plan: Plan | None
    below: bool
    news: list[Text]
    legend: list[Text]
    aside: list[Text]
    keys: list[Text]
    side_width: int
    side_height: int


def arrange(desk: Desk, scene: Scene, width: int, height: int) -> Layout:
    """The first arrangement that fits, the most generous first; the closest one if none does."""
    grid, told = grid_of(scene.view), status.news(scene, width - 2)
    if grid is None:
        return Layout(
            None, False, told, [], [], spread(status.keys(desk, scene), width - 2), width - 4, height
        )
    for roomy, brief, on_key in TRIED:
        plan = plan_of(grid, river_of(scene.view), roomy)
        signs = [] if on_key else spread(legend(scene, brief), width - 2)
        keys = spread(status.keys(desk, scene, brief, legend=on_key), width - 2)
        tried = _arranged(plan, told, signs, keys, width, height)
        if _lines(tried) <= height:
            break
    return tried._replace(aside=spread(legend(scene), tried.side_width)) if on_key else tried


def _arranged(
    plan: Plan, told: list[Text], signs: list[Text], keys: list[Text], width: int, height: int
) -> Layout:
    below = plan.width + NARROWEST_SIDE > width
    rest = height - FIXED_LINES - status.NEWS_LINES - len(signs) - len(keys)
    side = width - 4 - (0 if below else plan.width)
    return Layout(plan, below, told, signs, [], keys, side, rest - (plan.height if below else 0))


def _lines(layout: Layout) -> int:
    """How many lines a layout takes; the news may grow, so their room is kept."""
    assert layout.plan is not None
    side = LOWEST_SIDE if layout.below else 0
    fixed = FIXED_LINES + status.NEWS_LINES
    return layout.plan.height + side + fixed + len(layout.legend) + len(layout.keys)


def reason_lines(desk: Desk, scene: Scene, width: int) -> list[Text]:
    return wrapped(status.reason(desk, scene), width - 2)
