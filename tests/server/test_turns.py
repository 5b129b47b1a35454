"""Bots at a table: what they answer follows from the seed of the match and their own turn, as in `sim`."""

import os
import signal
from itertools import count
from pathlib import Path
from random import Random

import pytest

from tests.server.nodes import live_match_of, node_at, people, settled, started
from tilefolk.bots import BOTS
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight
from tilefolk.server.matches.bot_pool import Question, ask_bot, processes_per_node
from tilefolk.server.matches.bot_workers import NICENESS

GAME = "my_city/eternal"


async def test_a_bot_answers_the_same_wherever_the_seed_is_the_same(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        tables = [await started(node, GAME, [ola, "random"], None, "own") for _ in range(2)]
        await settled(node)
        live_matches = [await live_match_of(node, table) for table in tables]
        first, second = (
            [str(kept.act) for kept in live.match.kept if kept.act.who == 1] for live in live_matches
        )
    assert first == second != []


def endless(sight: Sight, stream: Random) -> Action:
    return next(sight.legal[0] for n in count() if n < 0)


async def test_a_bot_that_thinks_for_ever_is_torn_from_its_thoughts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        live = await live_match_of(node, await started(node, GAME, [ola], None))
    game, seen = live.match.game, live.match.game.seen(live.match.state, 0)
    monkeypatch.setitem(BOTS, "endless", endless)
    with pytest.raises(TimeoutError):
        ask_bot(Question("endless", GAME, seen, 0, b"", 0), 0.01)
    assert ask_bot(Question("random", GAME, seen, 0, b"", 0), 60).action in game.legal(seen, 0)
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0), "what the worker does next has its own time"


async def test_bots_think_behind_everybody_elses_moves(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        await started(node, GAME, [ola, "random"], None)
        await settled(node)
        workers = [process.pid or 0 for process in node.bots.pool.workers.processes]
        here = os.getpriority(os.PRIO_PROCESS, 0)
        niceness = min(19, here + NICENESS)
        assert workers and [os.getpriority(os.PRIO_PROCESS, pid) for pid in workers] == [niceness]


def test_nodes_share_the_cores_for_bots() -> None:
    cores = processes_per_node(1)
    assert cores >= 1 and processes_per_node(cores) == processes_per_node(10 * cores) == 1


async def test_a_process_that_dies_costs_nobody_a_move(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        live = await live_match_of(node, await started(node, GAME, [ola], None))
        thinkers, seen = node.bots.pool, live.match.game.seen(live.match.state, 0)
        before = await thinkers.answer("random", GAME, seen, 0, b"", 0)
        for process in thinkers.workers.processes:
            process.kill()
            process.join()
        assert before == await thinkers.answer("random", GAME, seen, 0, b"", 0) is not None
