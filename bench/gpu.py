"""`python -m bench.gpu`: random play on a GPU beside Pgx's hex in one run; scores as the engine has them."""

import argparse
import json
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median
from typing import Any

import numpy as np

from tilefolk.games import find
from tilefolk.games.laying.rules.rule_kinds import Source
from tilefolk.games.laying.state import alone
from tilefolk.twin.gpu.backend import jax, jnp
from tilefolk.twin.gpu.boards import GpuTables
from tilefolk.twin.gpu.check import differences
from tilefolk.twin.gpu.play import Played, deal, random_play
from tilefolk.twin.ground.emit import emit

ROUNDS = 60  # of dice, which have no last one


class Case:
    """One mode with its tables and deals."""

    def __init__(self, name: str, groups: int) -> None:
        self.game, self.mode = find(name)
        state: Any = alone(self.game.setup(self.mode.name, min(self.mode.seats), {}, ()), 0)
        setting = state.setting
        source: Source = setting.episode.source
        self.gpu = GpuTables(emit(setting.episode, setting.grounds[0], tuple(setting.races)))
        self.seeds = [f"gpu/{group}" for group in range(groups)]
        self.cards = deal(source, self.gpu.tables, self.seeds, source.rounds or ROUNDS)


def seconds(run: Callable[[int], Any], times: int) -> float:
    """The median of some runs, after one that compiles."""
    jax.block_until_ready(run(0))
    taken = []
    for index in range(times):
        begin = time.perf_counter()
        jax.block_until_ready(run(index + 1))
        taken.append(time.perf_counter() - begin)
    return median(taken)


def placements(case: Case, boards: int, times: int) -> dict[str, float]:
    """Placements and whole boards a second, random play."""
    count = jax.jit(lambda rows: (rows >= 0).sum(dtype=jnp.int32))
    taken = seconds(lambda seed: random_play(case.gpu, case.cards, boards, seed).values, times)
    laid = int(count(random_play(case.gpu, case.cards, boards, 1).rows))
    total = boards * len(case.seeds)
    return {
        "boards": total,
        "seconds": taken,
        "placements_per_second": laid / taken,
        "boards_per_second": total / taken,
    }


def wrong(case: Case, played: Played) -> int:
    """On how many boards the engine finds another score, or an answer that is not allowed."""
    rows, values = np.asarray(played.rows), np.asarray(played.values)
    groups = enumerate(case.seeds)
    return sum(
        len(list(differences(case.game, case.mode, case.gpu.tables, seed, rows[:, group], values[group])))
        for group, seed in groups
    )


def pgx_steps(name: str, batch: int, steps: int, times: int) -> float:
    """Random steps a second of a Pgx environment, boards that end begin anew."""
    pgx = import_module("pgx")
    env = pgx.make(name)
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    move = jax.vmap(auto_reset(env.step, env.init))

    def play(key: Any) -> Any:
        def turn(carry: Any, key: Any) -> tuple[Any, None]:
            logits = jnp.where(carry.legal_action_mask, 0.0, -jnp.inf)
            keys = jax.random.split(key, batch + 1)
            action = jax.random.categorical(keys[0], logits, axis=-1)
            return move(carry, action, keys[1:]), None

        first = jax.vmap(env.init)(jax.random.split(key, batch))
        return jax.lax.scan(turn, first, jax.random.split(key, steps))[0].rewards

    run = jax.jit(play)
    return batch * steps / seconds(lambda seed: run(jax.random.PRNGKey(seed)), times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modes", default="my_city/eternal,my_island/eternal,roll_and_build/1")
    parser.add_argument("--groups", type=int, default=64)
    parser.add_argument("--boards", type=int, default=1 << 16, help="of each group")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--compare", type=int, default=10_000, help="boards that the engine plays again")
    parser.add_argument("--pgx", type=int, default=1 << 18, help="boards of Pgx at once, 0 for none")
    asked = parser.parse_args()
    print(json.dumps({"device": str(jax.devices()[0])}), flush=True)
    hex_steps = pgx_steps("hex", asked.pgx, 200, asked.times) if asked.pgx else 0.0
    print(json.dumps({"pgx_hex_steps_per_second": hex_steps}), flush=True)
    for name in asked.modes.split(","):
        case = Case(name, asked.groups)
        figures = {"mode": name, **placements(case, asked.boards, asked.times)}
        figures["times_pgx_hex"] = figures["placements_per_second"] / hex_steps if hex_steps else None
        compared = max(1, -(-asked.compare // asked.groups))
        figures["compared"] = compared * asked.groups
        figures["wrong"] = wrong(case, random_play(case.gpu, case.cards, compared, 5))
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
