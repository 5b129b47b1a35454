"""A Gymnasium environment of many matches at once, on the compiled twin of the laying games."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilefolk.api.errors import unknown
from tilefolk.games import UnknownGame, find, list_games
from tilefolk.research.actions import ActionTable
from tilefolk.research.batch.boards import Ahead, Boards
from tilefolk.research.course import Table
from tilefolk.research.observing import Observer
from tilefolk.research.seating import mask_space, observation_parts

Observation = dict[str, NDArray[Any]]  # `planes`, `vector` and `action_mask`, with a row per match
Step = tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


def vector_env(game: str, count: int) -> "VectorMatchEnv":
    """So many matches at once of a way that one seat may play; a match that is over begins anew at once."""
    try:
        find(game)
    except (UnknownGame, AttributeError):
        raise unknown("cli.unknown_game", str(game), [known.name for known in list_games()]) from None
    return VectorMatchEnv(game, count)


class VectorMatchEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Ids, masks and observations are those of `solo_env`. Deals are its own: they follow from the seed."""

    def __init__(self, game: str, count: int) -> None:
        found, mode = find(game)
        table = Table(found, mode, (None,), {})
        self._boards = Boards(game, count)
        self.num_envs = count
        self.metadata = {"name": game, "render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        parts = {**observation_parts(table), "action_mask": mask_space(table)}
        self.single_observation_space: spaces.Space[Any] = spaces.Dict(parts)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(len(table.actions))
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self._random = np.random.default_rng()
        self._mask = np.zeros((count, len(table.actions)), np.int8)

    @property
    def actions(self) -> ActionTable:
        """What the ids mean."""
        return self._boards.actions

    @property
    def observer(self) -> Observer:
        """What the planes and the numbers of the vector are."""
        return self._boards.observer

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self._boards.begin(self._random, np.arange(self.num_envs, dtype=np.int32))
        return self._observe(), {"scores": self._boards.scores.copy()}

    def step(self, actions: NDArray[Any]) -> Step:
        """Answer everywhere. `infos["scores"]`: the points after that, also of matches that are over."""
        rewards, over = self.advance(actions)
        infos = {"scores": self.last_scores}
        return self._observe(), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def advance(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """A step without looking: rewards, and which matches are over. Needs the masks of `action_masks`."""
        numbers = np.asarray(actions, np.int32).copy()
        boards, places = self._boards, self._boards.places
        wrong = (numbers < 0) | (numbers >= len(boards.actions))
        wrong |= self._mask[np.arange(self.num_envs), np.where(wrong, 0, numbers)] == 0
        fallback = np.where(self._mask[:, places] > 0, places, places + 1)
        rewards, over = boards.step(np.where(wrong, fallback, numbers).astype(np.int32))
        self.last_scores = boards.scores.copy()
        ended = np.flatnonzero(over).astype(np.int32)
        if len(ended):
            boards.begin(self._random, ended)
        return rewards.astype(np.float64), over.astype(np.bool_)

    def action_masks(self) -> NDArray[np.int8]:
        """What may be done in each match."""
        self._mask = self._boards.masks()
        return self._mask

    def rounds(self) -> NDArray[np.int32]:
        """The number of the card that each match is at, from 0."""
        return self._boards.rounds

    def look_ahead(self) -> Ahead:
        """What every allowed answer of every match leads to, before the next card is known."""
        return self._boards.look_ahead(self.action_masks())

    def _observe(self) -> Observation:
        boards = self._boards
        return {"planes": boards.planes(), "vector": boards.vectors(), "action_mask": self.action_masks()}
