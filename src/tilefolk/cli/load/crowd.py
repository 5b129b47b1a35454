"""The clients of a load, in processes of their own. They keep their seats from one run to the next."""

import asyncio
import gc
import math
import multiprocessing
import time
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from types import TracebackType
from typing import NamedTuple

from tilefolk.cli.load.join import TablePlan, join_tables
from tilefolk.cli.load.player import Acknowledged, Player
from tilefolk.threads import run_aside

PROCESSES = 2
RECONNECT_SHARE = 0.02  # of the sockets, every second
PLAYERS_ASKED = 40  # how many people are asked whether they may act before a move is left out
JOIN_SECONDS = 120.0  # seconds until everybody has seen their board and every table waits for a client
LAST_RECEIPT_SECONDS = 10.0  # seconds for the last receipts of a stretch


class LoadFailed(Exception):
    """The clients could not join or died; carries the reason."""


class LoadRun(NamedTuple):
    """Moves per second, for how many seconds, and which share of the sockets is cut every second."""

    rate: float
    seconds: float
    cut_share: float = RECONNECT_SHARE


class RunResult(NamedTuple):
    """The acknowledged lines of a run, how many were refused or not answered, how long people waited."""

    sent: list[Acknowledged]
    refused: int
    unanswered: int
    waits: list[float]


class Crowd:
    """The clients of all tables. Entering seats them, leaving stops them. Raises LoadFailed."""

    def __init__(self, urls: tuple[str, ...], tables: int, plan: TablePlan) -> None:
        processes = min(PROCESSES, tables)
        shares = [len(range(index, tables, processes)) for index in range(processes)]
        context = multiprocessing.get_context("spawn")
        self.tables, self._plan = tables, plan
        self._pipes: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        for seed, share in enumerate(shares):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_run_clients, args=(theirs, urls, share, plan, seed), daemon=True
            )
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> "Crowd":
        for pipe in self._pipes:
            self._receive(pipe)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(LAST_RECEIPT_SECONDS)

    @property
    def sockets(self) -> int:
        return self.tables * self._plan.people

    def play(self, run: LoadRun) -> RunResult:
        for pipe in self._pipes:
            pipe.send(run._replace(rate=run.rate / len(self._pipes)))
        parts = [self._receive(pipe) for pipe in self._pipes]
        return RunResult(
            [entry for part in parts for entry in part.sent],
            sum(part.refused for part in parts),
            sum(part.unanswered for part in parts),
            [wait for part in parts for wait in part.waits] if self._plan.people == 1 else [],
        )

    def _receive(self, pipe: Connection) -> RunResult:
        try:
            answer = pipe.recv()
        except EOFError:
            raise LoadFailed("a process of the clients died") from None
        if isinstance(answer, str):
            raise LoadFailed(answer)
        assert isinstance(answer, RunResult)
        return answer


def _run_clients(pipe: Connection, urls: tuple[str, ...], tables: int, plan: TablePlan, seed: int) -> None:
    """One process of clients: it joins its tables, then plays runs until the pipe is closed."""
    try:
        gc.disable()  # a pause of ours would count as one of the server
        asyncio.run(_play_runs(pipe, urls, tables, plan, Random(seed)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    except OSError as error:
        pipe.send(str(error))


async def _play_runs(
    pipe: Connection, urls: tuple[str, ...], tables: int, plan: TablePlan, rand: Random
) -> None:
    players = [Player(guest) for guest in await run_aside(join_tables, urls, tables, plan)]
    running = [asyncio.create_task(player.run()) for player in players]
    try:
        await _wait_until_ready(players)
        pipe.send(RunResult([], 0, 0, []))
        while True:
            run = await run_aside(pipe.recv)
            pipe.send(await _play(players, run, rand))
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _wait_until_ready(players: list[Player]) -> None:
    end = time.monotonic() + JOIN_SECONDS
    while not ready_to_play(players):
        if time.monotonic() > end:
            raise TimeoutError("not everybody got to see their board, or a bot did not answer")
        await asyncio.sleep(0.1)


def ready_to_play(players: list[Player]) -> bool:
    """Whether everybody sees their board and every table waits for a client: its bots have answered."""
    tables = {player.guest.table for player in players}
    waiting = {player.guest.table for player in players if player.may_act}
    return tables == waiting and all(player.push for player in players)


async def _play(players: list[Player], run: LoadRun, rand: Random) -> RunResult:
    """Moves and cuts come evenly over the seconds: nothing makes the lines of many people fail at once."""
    now = time.monotonic()
    cuts_per_second = len(players) * run.cut_share
    cut_seconds = 1 / cuts_per_second if cuts_per_second else math.inf
    end, next_act, next_cut = now + run.seconds, now, now + cut_seconds
    while (now := time.monotonic()) < end:
        if now >= next_act:
            next_act += 1 / run.rate
            ready = next(
                (player for player in rand.choices(players, k=PLAYERS_ASKED) if player.may_act), None
            )
            if ready:
                await ready.act(rand)
        if now >= next_cut:
            next_cut += cut_seconds
            rand.choice(players).cut()
        await asyncio.sleep(max(0.0, min(next_act, next_cut) - time.monotonic()))
    return await _collect(players)


async def _collect(players: list[Player]) -> RunResult:
    end = time.monotonic() + LAST_RECEIPT_SECONDS
    while any(player.waiting for player in players) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    unanswered = sum(player.waiting is not None for player in players)
    played = RunResult(
        [entry for player in players for entry in player.sent],
        sum(player.refused for player in players),
        unanswered,
        [wait for player in players for wait in player.take_waits()],
    )
    for player in players:
        player.sent, player.refused = [], 0
    return played
