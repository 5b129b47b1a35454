"""Everybody at the tables, in processes of their own; they stay seated from one stretch to the next."""

import asyncio
import gc
import multiprocessing
import time
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from types import TracebackType
from typing import NamedTuple

from tilefolk.cli.load.join import SEATS, seated
from tilefolk.cli.load.player import Player, Sent

PROCESSES = 2
RECONNECT = 0.02  # of the sockets, every second
GLANCES = 40  # how many people are asked whether they may act before a move is left out
PATIENCE = 60.0  # seconds until everybody has seen their board
RECEIPTS = 10.0  # seconds for the last receipts of a stretch


class Failed(Exception):
    """People could not come in: the reason in the words of the system."""


class Stretch(NamedTuple):
    """So many moves a second, for so long."""

    rate: float
    seconds: float


class Played(NamedTuple):
    """What came of a stretch."""

    sent: list[Sent]
    refused: int
    unanswered: int


class Crowd:
    """Four people at each table. Entering seats them, leaving sends them home. Raises Failed."""

    def __init__(self, urls: tuple[str, ...], tables: int) -> None:
        processes = min(PROCESSES, tables)
        shares = [len(range(index, tables, processes)) for index in range(processes)]
        context = multiprocessing.get_context("spawn")
        self.tables = tables
        self._pipes: list[Connection] = []
        self._processes: list[SpawnProcess] = []
        for seed, share in enumerate(shares):
            ours, theirs = context.Pipe()
            process = context.Process(target=_attend, args=(theirs, urls, share, seed), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def __enter__(self) -> "Crowd":
        for pipe in self._pipes:
            self._told(pipe)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(RECEIPTS)

    @property
    def sockets(self) -> int:
        return self.tables * SEATS

    def play(self, stretch: Stretch) -> Played:
        for pipe in self._pipes:
            pipe.send(stretch._replace(rate=stretch.rate / len(self._pipes)))
        parts = [self._told(pipe) for pipe in self._pipes]
        sent = [entry for part in parts for entry in part.sent]
        return Played(sent, sum(part.refused for part in parts), sum(part.unanswered for part in parts))

    def _told(self, pipe: Connection) -> Played:
        try:
            answer = pipe.recv()
        except EOFError:
            raise Failed("a process of the clients died") from None
        if isinstance(answer, str):
            raise Failed(answer)
        assert isinstance(answer, Played)
        return answer


def _attend(pipe: Connection, urls: tuple[str, ...], tables: int, seed: int) -> None:
    """One process of clients: seated, then one stretch after the other until nobody asks any more."""
    try:
        gc.disable()  # a pause of ours would count as one of the server
        asyncio.run(_stay(pipe, urls, tables, Random(seed)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    except OSError as error:
        pipe.send(str(error))


async def _stay(pipe: Connection, urls: tuple[str, ...], tables: int, rand: Random) -> None:
    players = [Player(guest) for guest in await asyncio.to_thread(seated, urls, tables)]
    running = [asyncio.create_task(player.run()) for player in players]
    try:
        await _all_see(players)
        pipe.send(Played([], 0, 0))
        while True:
            stretch = await asyncio.to_thread(pipe.recv)
            pipe.send(await _play(players, stretch, rand))
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _all_see(players: list[Player]) -> None:
    end = time.monotonic() + PATIENCE
    while not all(player.push for player in players):
        if time.monotonic() > end:
            raise TimeoutError("not everybody got to see their board")
        await asyncio.sleep(0.1)


async def _play(players: list[Player], stretch: Stretch, rand: Random) -> Played:
    now = time.monotonic()
    end, next_act, next_cut = now + stretch.seconds, now, now + 1
    while (now := time.monotonic()) < end:
        if now >= next_act:
            next_act += 1 / stretch.rate
            ready = next((player for player in rand.choices(players, k=GLANCES) if player.may_act), None)
            if ready:
                await ready.act(rand)
        if now >= next_cut:
            next_cut += 1
            for player in rand.sample(players, max(1, int(len(players) * RECONNECT))):
                asyncio.get_running_loop().create_task(player.cut())
        await asyncio.sleep(max(0.0, min(next_act, next_cut) - time.monotonic()))
    return await _receipts(players)


async def _receipts(players: list[Player]) -> Played:
    end = time.monotonic() + RECEIPTS
    while any(player.waiting for player in players) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    unanswered = sum(player.waiting is not None for player in players)
    played = Played(
        [entry for player in players for entry in player.sent],
        sum(player.refused for player in players),
        unanswered,
    )
    for player in players:
        player.sent, player.refused = [], 0
    return played
