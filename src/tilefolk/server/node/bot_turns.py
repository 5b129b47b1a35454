"""Bots whose turn it is: asks the bot pool for their answers and writes them."""

import asyncio
from collections.abc import Container
from typing import Protocol
from weakref import WeakKeyDictionary

from tilefolk.core.game import Pace, pace_of
from tilefolk.core.notation import Action
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.registry import MatchRegistry
from tilefolk.server.matches.series import mode_now
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.failures import Failures
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.table import TableRow

TAKEN_BACK = ("pass", "end")  # one press gives these answers: who slipped needs time to take them back


class BotHost(Protocol):
    """What bots need of their node."""

    background: BackgroundTasks
    failures: Failures
    live_matches: MatchRegistry
    table_cache: TableCache

    async def table(self, table_id: str) -> TableRow | None: ...
    async def table_now(self, table_id: str) -> TableRow | None: ...
    def match_grew(self, live: LiveMatch) -> None: ...


class BotTurns:
    """Lets the bots of a match think, each seat at most once at a time.

    The last bot of a round writes its answer after the people have written theirs: else their answer would
    close the round at once and they could not take it back. After a pass it waits `pause_seconds` more; with
    0 no bot waits.
    """

    def __init__(self, host: BotHost, pool: BotPool, pause_seconds: float = 0.0) -> None:
        self._host, self.pool, self._pause_seconds = host, pool, pause_seconds
        self._thinking: set[tuple[str, int]] = set()
        self._held: WeakKeyDictionary[LiveMatch, tuple[int, int, Action | None]] = WeakKeyDictionary()

    def prepare(self, table: TableRow) -> None:
        """Have workers ready for the bots of a table that is played on or may be, before anybody waits."""
        bots = {} if table.newer else _bots(table)
        if bots:
            with self._host.failures.isolate("prepare bots", table.id):
                self.pool.prepare(bots.values(), mode_now(table))

    def wake(self, live: LiveMatch) -> None:
        """Let every bot think whose turn it is in this match."""
        table = self._host.table_cache.peek(live.table)
        if table is None or _bots_of(live, table):
            self._host.background.spawn(self._ask_bots(live))

    async def _ask_bots(self, live: LiveMatch) -> None:
        with self._host.failures.isolate("bots", live.id):
            bots = _bots_of(live, await self._host.table(live.table))
            for seat in live.acting():
                if seat in bots and not self._is_busy(live, seat, bots):
                    self._thinking.add((live.id, seat))
                    self._host.background.spawn(self._answer(live, seat, bots[seat]))

    async def _answer(self, live: LiveMatch, seat: int, bot: str) -> None:
        """Let a bot answer. After a failure it is asked again at the next sweep."""
        wrote: bool | None = None
        try:
            with self._host.failures.isolate("bot", f"{live.id} seat {seat}"):
                wrote = await self._think_and_write(live, seat, bot)
        finally:
            self._thinking.discard((live.id, seat))
        if wrote:
            self._host.match_grew(live)
        elif wrote is not None and live.id not in self._host.live_matches.unreadable:
            self.wake(live)

    async def _think_and_write(self, live: LiveMatch, seat: int, bot: str) -> bool | None:
        """Whether the bot's answer was written; None where it is known and waits for people."""
        action, answered = await self._think(live, seat, bot)
        bots = _bots_of(live, await self._host.table(live.table))
        if self._waits_for_people(live, seat, bots) or not await self._leave_time(live, seat, bots):
            self._held[live] = seat, answered, action
            return None
        return await self._write(live, seat, bot, action, answered)

    async def _think(self, live: LiveMatch, seat: int, bot: str) -> tuple[Action | None, int]:
        """The bot's answer, and how many lines the seat had; what others answer meanwhile does not matter."""
        answered, match = live.lines_of(seat), live.match
        held = self._held.pop(live, None)
        if held and held[:2] == (seat, answered):
            return held[2], answered
        seen = match.game.seen(match.state, seat)
        return await self.pool.answer(bot, match.header.game, seen, seat, live.bots_key, answered), answered

    async def _write(
        self, live: LiveMatch, seat: int, bot: str, action: Action | None, answered: int
    ) -> bool:
        table = await self._host.table_now(live.table)  # the seat's person may have come back, on any node
        wrote = False
        if table and _bots_of(live, table).get(seat) == bot:
            with self._host.live_matches.catch_unreadable(live.id):
                wrote = await live.act_for_bot(seat, action, answered, bool(table.seats[seat].person))
        return wrote

    def _is_busy(self, live: LiveMatch, seat: int, bots: Container[int]) -> bool:
        """Whether the seat's bot thinks, or its answer is known and still waits for people."""
        if (live.id, seat) in self._thinking:
            return True
        held = self._held.get(live)
        known = held is not None and held[:2] == (seat, live.lines_of(seat))
        return known and self._waits_for_people(live, seat, bots)

    def _waits_for_people(self, live: LiveMatch, seat: int, bots: Container[int]) -> bool:
        return self._closes_round(live, seat, bots) and any(other not in bots for other in live.acting())

    def _closes_round(self, live: LiveMatch, seat: int, bots: Container[int]) -> bool:
        """Whether this bot is the one that answers last in a round of bots and people."""
        together = pace_of(dict(live.match.header.options)) is not Pace.OWN
        last = max((other for other in live.acting() if other in bots), default=None)
        return self._pause_seconds > 0 and together and last == seat

    async def _leave_time(self, live: LiveMatch, seat: int, bots: Container[int]) -> bool:
        """Give people who passed time to take that back; False when somebody did and is to act again."""
        known = -1
        while self._closes_round(live, seat, bots) and _somebody_passed(live, bots):
            if len(live.match.lines) == known:
                return True
            known = len(live.match.lines)
            await asyncio.sleep(self._pause_seconds)
        return not self._waits_for_people(live, seat, bots)


def _somebody_passed(live: LiveMatch, bots: Container[int]) -> bool:
    """Whether a person's pass, or the end of their part, could be taken back."""
    people = [seat for seat in range(live.match.header.seats) if seat not in bots]
    return any(live.may_undo(seat) and live.last_verb(seat) in TAKEN_BACK for seat in people)


def _bots_of(live: LiveMatch, table: TableRow | None) -> dict[int, str]:
    """The seats that bots play in a match; none where it is not the newest of its table."""
    return _bots(table) if table is not None and table.match == live.id else {}


def _bots(table: TableRow) -> dict[int, str]:
    """The seats that bots play; none where the table rests: closed, asleep, unreadable, gone on elsewhere."""
    if table.closed or table.asleep or table.unreadable or table.goes_on:
        return {}
    return {number: bot for number, seat in enumerate(table.seats) if (bot := seat.played_by_bot)}
