"""A PettingZoo environment in which all seats act at once."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from tilefolk.api.players import Seats
from tilefolk.research.agents import Agents, Observation, OfAgents
from tilefolk.research.course import SCORE, Table
from tilefolk.research.seating import RENDER_MODES, make_table

Infos = dict[str, dict[str, Any]]
Step = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


def parallel_env(
    game: str, seats: Seats = None, *, reward: str = SCORE, render_mode: str | None = None, **options: str
) -> "ParallelMatchEnv":
    """An environment for a way to play; the parameters are those of `aec_env`."""
    return ParallelMatchEnv(make_table(game, seats, reward, options), render_mode)


class ParallelMatchEnv(OfAgents, ParallelEnv[str, Observation, Any]):  # type: ignore[misc]  # has no types
    """Agents are seats. All that are to act answer in one step; the others may only wait."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        self._agents = Agents(table, render_mode)
        self.metadata = {"name": table.mode.name, "render_modes": RENDER_MODES}
        self.render_mode = render_mode
        self.possible_agents = list(self._agents.seats)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._agents.deal(seed)
        self.agents = list(self.possible_agents)
        infos = {name: self._agents.info(name) for name in self.agents}
        return {name: self._agents.observe(name) for name in self.agents}, infos

    def step(self, actions: Mapping[str, Any]) -> Step:
        """Every seat that is to act when the step begins answers once, in the order of seats."""
        course, names = self._agents.playing, self.agents
        allowed = dict.fromkeys(names, True)
        for seat in course.to_act:
            name = self._agents.names[seat]
            if seat in course.to_act:
                allowed[name] = course.act(seat, int(actions[name]))
        given = course.rewards()
        over = not course.to_act
        seen = {name: self._agents.observe(name) for name in names}
        infos = {name: self._agents.info(name, allowed[name]) for name in names}
        rewards = {name: given[self._agents.seats[name]] for name in names}
        self.agents = [] if over else names
        return seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, False), infos

    def action_masks(self, agent: str) -> NDArray[np.int8]:
        """What an agent may do."""
        return self._agents.mask(agent)

    def render(self) -> str | None:
        """The table as text, as the first agent that is to act sees it."""
        acting = self._agents.playing.to_act or tuple(self._agents.seats.values())
        return self._agents.rendered(self._agents.names[acting[0]])

    def close(self) -> None:
        """Nothing is open."""
