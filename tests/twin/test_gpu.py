"""The twin as a JAX program, here on the processor: every answer legal, every score the engine's."""

from typing import Any

import numpy as np
import pytest

from tests.effort import LONG, times
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.notation import CHANCE
from tilefolk.games import find
from tilefolk.games.laying.scoring import score_of
from tilefolk.games.laying.state import alone
from tilefolk.twin import Unsupported
from tilefolk.twin.gpu.boards import ENDED, PASSED, GpuTables
from tilefolk.twin.gpu.check import differences
from tilefolk.twin.gpu.play import Played, deal, greedy_play, random_play
from tilefolk.twin.ground.arrays import Ints
from tilefolk.twin.ground.emit import emit

EVERY_RUN = ["my_city/eternal"]
MODES = [*EVERY_RUN, "my_island/eternal", "roll_and_build/1", "roll_and_build/12"] if LONG else EVERY_RUN
DICE_ROUNDS = 60


class Ground:
    """A mode with its tables and what some seeds deal."""

    def __init__(self, name: str, groups: int, rounds: int | None = None) -> None:
        self.game: AnyGame
        self.mode: Mode
        self.game, self.mode = find(name)
        self.fresh: Any = alone(self.game.setup(self.mode.name, min(self.mode.seats), {}, ()), 0)
        setting = self.fresh.setting
        self.gpu = GpuTables(emit(setting.episode, setting.grounds[0], tuple(setting.races)))
        self.seeds = [f"gpu/{group}" for group in range(groups)]
        source = setting.episode.source
        self.cards = deal(source, self.gpu.tables, self.seeds, rounds or source.rounds or DICE_ROUNDS)

    def wrong(self, rows: Ints, values: Ints) -> list[str]:
        args = self.game, self.mode, self.gpu.tables
        each = enumerate(self.seeds)
        return [
            one for group, seed in each for one in differences(*args, seed, rows[:, group], values[group])
        ]


def arrays(played: Played) -> tuple[Ints, Ints]:
    return np.asarray(played.rows), np.asarray(played.values)


@pytest.mark.parametrize("mode", MODES)
def test_random_matches_are_the_engines(mode: str) -> None:
    ground = Ground(mode, 4)
    rows, values = arrays(random_play(ground.gpu, ground.cards, times(16, 250), 3))
    assert ground.wrong(rows, values) == []
    assert {PASSED, ENDED} & set(rows.ravel().tolist()), "some board came to where nothing fits"
    assert len(set(values.ravel().tolist())) > 3, "boards play apart from each other"
    assert len(ground.wrong(rows, values + 1)) == values.size, "a score that is not the engine's is found"
    again, other = (arrays(random_play(ground.gpu, ground.cards, times(16, 250), seed))[0] for seed in (3, 4))
    assert (again == rows).all()
    assert (other != rows).any()


def test_greedy_lays_where_the_board_is_worth_most() -> None:
    ground = Ground("roll_and_build/1", 2, rounds=5)
    rows, values = arrays(greedy_play(ground.gpu, ground.cards, 2, 3))
    assert ground.wrong(rows, values) == []
    game, actions = ground.game, ground.gpu.tables.actions
    for group, seed in enumerate(ground.seeds):
        state = ground.fresh
        for index in range(len(rows)):
            state = dealt(game, state, seed)
            places = [action for action in game.legal(state, 0) if action[0] == "place"]
            worth = {action: score_of(game.apply_trusted(state, 0, action), 0).value for action in places}
            chosen = actions[rows[index, group, 0]]
            assert worth[chosen] == max(worth.values())
            state = game.apply_trusted(state, 0, chosen)


def dealt(game: AnyGame, state: Any, seed: str) -> Any:
    """After the draws that the seat waits for."""
    while game.to_act(state)[0] == CHANCE:
        drawn = outcome(match_key(open_seed(seed), ()), game.draws(state)[0])
        state = game.apply_trusted(state, CHANCE, drawn)
    return state


def test_an_episode_with_other_op_codes_says_so() -> None:
    with pytest.raises(Unsupported, match="has no kernel for a GPU"):
        Ground("my_city/24", 1)
