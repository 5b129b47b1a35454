"""Who sits where in an environment, and what its spaces are."""

from typing import Any

import numpy as np
from gymnasium import spaces

from tilefolk.api.errors import Error, error, spoken, unknown
from tilefolk.api.players import Seats, seated
from tilefolk.core.game import BadSetup, check_setup
from tilefolk.games import UnknownGame, find, list_games
from tilefolk.research.course import REWARDS, Course, Table

RENDER_MODES = ["ansi"]
MOST = 10_000.0  # beyond every number of a vector


def make_table(game: str, seats: Seats, reward: str, options: dict[str, str]) -> Table:
    """The table of an environment; raises tilefolk.Error with a sentence."""
    try:
        found, mode = find(game)
    except (UnknownGame, AttributeError):
        raise unknown("cli.unknown_game", str(game), [known.name for known in list_games()]) from None
    bots = seated(mode, seats)
    if reward not in REWARDS:
        raise unknown("research.reward", str(reward), REWARDS)
    try:
        check_setup(mode, len(bots), options, ())
    except BadSetup as bad:
        raise Error(spoken().say(bad.problem, **bad.names)) from None
    table = Table(found, mode, bots, options, reward)
    if not table.seats:
        raise error("research.no_seat")
    return table


def check_render_mode(render_mode: str | None) -> None:
    if render_mode not in (None, *RENDER_MODES):
        raise unknown("research.render_mode", str(render_mode), RENDER_MODES)


def observation_parts(table: Table) -> dict[str, spaces.Space[Any]]:
    """The spaces of planes and vector."""
    observer = table.observer
    return {
        "planes": spaces.Box(0, np.iinfo(np.int8).max, observer.shape, np.int8),
        "vector": spaces.Box(-MOST, MOST, (len(observer.vector_names),), np.float32),
    }


def mask_space(table: Table) -> spaces.Space[Any]:
    return spaces.Box(0, 1, (len(table.actions),), np.int8)


class Seeds:
    """The words that deals follow from: the seed that was given, then one after the other from it."""

    def __init__(self) -> None:
        self._random = np.random.default_rng()

    def next(self, seed: int | None) -> str:
        """`reset(seed=7)` deals what `tilefolk.match(..., seed=7)` deals."""
        if seed is None:
            return str(self._random.integers(1 << 62))
        self._random = np.random.default_rng(seed)
        return str(seed)


def drawn(course: Course, seat: int) -> str:
    """The table as text, as the seat sees it."""
    from tilefolk.cli.terminal.plain_text import drawn as in_text

    return in_text(course.game.view(course.state, seat), spoken(), seat)
