"""The coach in the bots' worker processes: reports on finished matches, kept for a while, and hints."""

import asyncio
from collections import OrderedDict
from typing import Any

from tilefolk.core.game import Json
from tilefolk.core.play import Sight
from tilefolk.core.record import read_record
from tilefolk.games import find
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch

KEPT = 64  # reports
REPORT_CPU_SECONDS = 240.0
HINT_CPU_SECONDS = 120.0  # the first one in a process may have to compile the twin

Asked = tuple[str, int]  # a match and a seat


def make_report(record: str, seat: int) -> Json:
    """The report on a seat as JSON values, with the boards it speaks of as views; runs in a worker."""
    from tilefolk.coach.report import report
    from tilefolk.coach.told import finished, told

    match = read_record(record, find)
    found = report(match, seat)
    out = {**told(found), "view": None}
    part, best = found.part, found.best
    if best is not None and part is not None:
        out["view"] = match.game.view(finished(part, best.board), seat)
        for told_of, named in zip(out["costliest"], found.named, strict=True):
            before = part.turns[named.cost.answer.number - 1].before
            told_of["view"] = match.game.view(part.state(before), seat)
    if part is None:
        for told_of, named in zip(out["costliest"], found.named, strict=True):
            told_of["view"] = match.game.view(match.kept[named.cost.answer.place].before, seat)
    return out


def make_hint(mode: str, seen: Any, seat: int) -> list[Json]:
    """The best answers to what a seat has seen; runs in a worker."""
    from tilefolk.coach.advice import advice_json

    game, _ = find(mode)
    return advice_json(Sight(game, seat, seen, game.legal(seen, seat)))


class HintUnderWay(Exception):
    """The person waits for another hint."""


class Coaching:
    """Makes one report and one hint at a time, so that bots always have the other workers."""

    def __init__(self, pool: BotPool) -> None:
        self._pool, self._turn, self._hint_turn = pool, asyncio.Lock(), asyncio.Lock()
        self._hinted: set[str] = set()  # people for whom a hint is under way
        self._reports: OrderedDict[Asked, asyncio.Task[Json]] = OrderedDict()

    async def report(self, live: LiveMatch, seat: int, patience_seconds: float) -> Json | None:
        """The report on a seat of a finished match; None while it is not ready after so long."""
        asked = live.id, seat
        task = self._reports.get(asked)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = asyncio.create_task(self._make(live.record(), seat))
            self._reports[asked] = task
        self._reports.move_to_end(asked)
        while len(self._reports) > KEPT:
            self._reports.popitem(last=False)[1].cancel()
        done, _ = await asyncio.wait({task}, timeout=patience_seconds)
        return task.result() if done else None

    async def hint(self, live: LiveMatch, seat: int, person: str) -> list[Json]:
        """The best answers of a person's seat, from what it has seen. Raises HintUnderWay."""
        if person in self._hinted:
            raise HintUnderWay
        match = live.match
        seen = match.game.seen(match.state, seat)
        self._hinted.add(person)
        try:
            async with self._hint_turn:
                call = make_hint, match.header.game, seen, seat
                hints: list[Json] = await self._pool.run(HINT_CPU_SECONDS, *call)
                return hints
        finally:
            self._hinted.discard(person)

    async def _make(self, record: str, seat: int) -> Json:
        async with self._turn:
            made: Json = await self._pool.run(REPORT_CPU_SECONDS, make_report, record, seat)
            return made
