"""A PettingZoo environment in which seats act one after the other."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from tilefolk.api.players import Seats
from tilefolk.research.agents import Agents, Observation, OfAgents
from tilefolk.research.course import SCORE, Table
from tilefolk.research.seating import RENDER_MODES, make_table


def aec_env(
    game: str, seats: Seats = None, *, reward: str = SCORE, render_mode: str | None = None, **options: str
) -> "AecEnv":
    """An environment for a way to play.

    `seats` as in `tilefolk.match`: how many, or who sits on each, None for an agent. `reward`: `score`, the
    change of the own points, or `difference`, that of the lead over the best rival. `options` are those of
    the game.
    """
    return AecEnv(make_table(game, seats, reward, options), render_mode)


class AecEnv(OfAgents, AECEnv[str, Observation, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """Agents are seats. Of seats that answer at the same time the first comes first, and nobody sees more."""

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self._agents = Agents(table, render_mode)
        self.metadata = {"name": table.mode.name, "render_modes": RENDER_MODES, "is_parallelizable": True}
        self.render_mode = render_mode
        self.possible_agents = list(self._agents.seats)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        course = self._agents.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        over = not course.to_act
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {name: self._agents.info(name) for name in self.agents}
        self._skip_agent_selection: str | None = None
        self._select()

    def step(self, action: Any) -> None:
        name = self.agent_selection
        if self.terminations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        course = self._agents.playing
        allowed = course.act(self._agents.seats[name], int(action))
        self.rewards = {self._agents.names[seat]: reward for seat, reward in course.rewards().items()}
        over = not course.to_act
        self.terminations = dict.fromkeys(self.agents, over)
        self.infos = {agent: self._agents.info(agent, agent != name or allowed) for agent in self.agents}
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        acting = self._agents.playing.to_act
        self.agent_selection = self._agents.names[acting[0]] if acting else self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self._agents.observe(agent)

    def action_masks(self, agent: str | None = None) -> NDArray[np.int8]:
        """What an agent may do; without a name, the one that is to act."""
        return self._agents.mask(agent or self.agent_selection)

    def render(self) -> str | None:
        """The table as text, as the agent that is to act sees it."""
        return self._agents.rendered(self.agent_selection)

    def close(self) -> None:
        """Nothing is open."""
