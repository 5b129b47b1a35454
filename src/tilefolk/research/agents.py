"""What the two kinds of PettingZoo environments share: agents by the names of seats, spaces, observations."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilefolk.research.actions import ActionTable
from tilefolk.research.course import Course, Table
from tilefolk.research.observing import Observer
from tilefolk.research.seating import (
    Seeds,
    check_render_mode,
    drawn,
    mask_space,
    observation_parts,
)

Observation = dict[str, Any]  # `observation` with `planes` and `vector`, and `action_mask`


class Agents:
    """The seats of a table that are played by ids, as agents `seat_0`, `seat_1`, ..."""

    def __init__(self, table: Table, render_mode: str | None) -> None:
        check_render_mode(render_mode)
        self.table, self.render_mode = table, render_mode
        self.seats = {f"seat_{seat}": seat for seat in table.seats}
        self.names = {seat: name for name, seat in self.seats.items()}
        self.seeds = Seeds()
        self.course: Course | None = None
        parts = spaces.Dict(observation_parts(table))
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            name: spaces.Dict({"observation": parts, "action_mask": mask_space(table)}) for name in self.seats
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            name: spaces.Discrete(len(table.actions)) for name in self.seats
        }

    @property
    def actions(self) -> ActionTable:
        return self.table.actions

    @property
    def observer(self) -> Observer:
        return self.table.observer

    @property
    def playing(self) -> Course:
        """The running match; a new one where nobody has called `reset` yet."""
        if self.course is None:
            self.deal(None)
        assert self.course is not None
        return self.course

    def deal(self, seed: int | None) -> Course:
        """Begin a match."""
        self.course = Course(self.table, self.seeds.next(seed))
        return self.course

    def observe(self, name: str) -> Observation:
        planes, vector = self.playing.observe(self.seats[name])
        return {"observation": {"planes": planes, "vector": vector}, "action_mask": self.mask(name)}

    def mask(self, name: str) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self.playing.mask(self.seats[name])
        return mask

    def info(self, name: str, allowed: bool = True) -> dict[str, Any]:
        """The points as the seat knows them, and whether its last id was not allowed."""
        return {"scores": self.playing.scores(self.seats[name]), "illegal": not allowed}

    def rendered(self, name: str) -> str | None:
        return drawn(self.playing, self.seats[name]) if self.render_mode == "ansi" else None


class OfAgents:
    """What both kinds of environments tell about their agents."""

    _agents: Agents

    @property
    def actions(self) -> ActionTable:
        """What the ids mean."""
        return self._agents.actions

    @property
    def observer(self) -> Observer:
        """What the planes and the numbers of the vector are."""
        return self._agents.observer

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._agents.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._agents.action_spaces[agent]
