"""A Gymnasium environment: one seat learns, bots sit on the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilefolk.api.errors import error
from tilefolk.api.players import Player, Seats
from tilefolk.games import UnknownGame, find
from tilefolk.research.actions import ActionTable
from tilefolk.research.course import SCORE, Course, Table
from tilefolk.research.observing import Observer
from tilefolk.research.seating import (
    RENDER_MODES,
    Seeds,
    check_render_mode,
    drawn,
    make_table,
    mask_space,
    observation_parts,
)

Observation = dict[str, NDArray[Any]]  # `planes`, `vector` and `action_mask`
RIVAL = "random"  # who sits on the other seats where a way needs more than one


def solo_env(
    game: str,
    rivals: Sequence[Player] | None = None,
    *,
    reward: str = SCORE,
    render_mode: str | None = None,
    **options: str,
) -> "SoloEnv":
    """An environment for one seat of a way to play.

    `rivals` are the bots on the other seats, by name, by file or as functions; without any there are as few
    as the way allows, and they play at random. The other parameters are those of `aec_env`.
    """
    table = make_table(game, _seats(game, rivals), reward, options)
    if len(table.seats) != 1:
        raise error("research.one_seat")
    return SoloEnv(table, render_mode)


def _seats(game: str, rivals: Sequence[Player] | None) -> Seats:
    if rivals is not None:
        return (None, *rivals)
    try:
        mode = find(game)[1]
    except (UnknownGame, AttributeError):
        return None  # `make_table` says so
    return (None, *(RIVAL,) * (min(mode.seats) - len(mode.fixed_bots) - 1))


class SoloEnv(gymnasium.Env[Observation, Any]):
    """One match after the other for one seat."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        check_render_mode(render_mode)
        self.table, self.seat = table, table.seats[0]
        self.metadata = {"name": table.mode.name, "render_modes": RENDER_MODES, "render_fps": 1}
        self.render_mode = render_mode
        parts = {**observation_parts(table), "action_mask": mask_space(table)}
        self.observation_space: spaces.Space[Any] = spaces.Dict(parts)
        self.action_space = spaces.Discrete(len(table.actions))
        self._seeds = Seeds()
        self._course: Course | None = None

    @property
    def actions(self) -> ActionTable:
        """What the ids mean."""
        return self.table.actions

    @property
    def observer(self) -> Observer:
        """What the planes and the numbers of the vector are."""
        return self.table.observer

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._course = Course(self.table, self._seeds.next(seed))
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        course = self._playing
        allowed = course.act(self.seat, int(action))
        reward = course.rewards()[self.seat]
        return self._observe(), reward, not course.to_act, False, self._info(allowed)

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, as programs with masks ask for it."""
        mask: NDArray[np.int8] = self._playing.mask(self.seat)
        return mask.astype(np.bool_)

    def render(self) -> str | None:
        """The table as text, as the seat sees it."""
        return drawn(self._playing, self.seat) if self.render_mode == "ansi" else None

    @property
    def _playing(self) -> Course:
        if self._course is None:
            raise error("research.reset_first")
        return self._course

    def _observe(self) -> Observation:
        planes, vector = self._playing.observe(self.seat)
        return {"planes": planes, "vector": vector, "action_mask": self._playing.mask(self.seat)}

    def _info(self, allowed: bool = True) -> dict[str, Any]:
        """The points as the seat knows them, and whether the last id was not allowed."""
        return {"scores": self._playing.scores(self.seat), "illegal": not allowed}
