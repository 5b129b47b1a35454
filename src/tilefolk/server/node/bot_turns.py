"""Bots whose turn it is: asks the bot pool for their answers and writes them."""

from typing import Protocol

from tilefolk.core.notation import Action
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.registry import MatchRegistry
from tilefolk.server.matches.series import mode_now
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.failures import Failures
from tilefolk.server.node.held_rounds import HeldRounds
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.table import TableRow


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
    """Lets the bots of a match think, each seat at most once at a time."""

    def __init__(self, host: BotHost, pool: BotPool) -> None:
        self._host, self.pool, self.held_rounds = host, pool, HeldRounds(host)
        self._thinking: set[tuple[str, int]] = set()

    def prepare(self, table: TableRow) -> None:
        """Have workers ready for the bots of a table that is played on or may be, before anybody waits."""
        bots = {} if table.newer else _bots(table)
        if bots:
            with self._host.failures.isolate("prepare bots", table.id):
                self.pool.prepare(bots.values(), mode_now(table))

    def wake(self, live: LiveMatch) -> None:
        """Let every bot think whose turn it is in this match; one that is held open closes in time."""
        self.held_rounds.watch(live)
        table = self._host.table_cache.peek(live.table)
        if table is None or _bots_of(live, table):
            self._host.background.spawn(self._ask_bots(live))

    async def _ask_bots(self, live: LiveMatch) -> None:
        with self._host.failures.isolate("bots", live.id):
            bots = _bots_of(live, await self._host.table(live.table))
            for seat in live.acting():
                if seat in bots and (live.id, seat) not in self._thinking:
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

    async def _think_and_write(self, live: LiveMatch, seat: int, bot: str) -> bool:
        """Whether the bot's answer was written; what others answer while it thinks does not matter."""
        answered, match = live.lines_of(seat), live.match
        seen = match.game.seen(match.state, seat)
        action = await self.pool.answer(bot, match.header.game, seen, seat, live.bots_key, answered)
        return await self._write(live, seat, bot, action, answered)

    async def _write(
        self, live: LiveMatch, seat: int, bot: str, action: Action | None, answered: int
    ) -> bool:
        table = await self._host.table_now(live.table)  # the seat's person may have come back, on any node
        wrote = False
        if table and _bots_of(live, table).get(seat) == bot:
            with self._host.live_matches.catch_unreadable(live.id):
                wrote = await live.act_for_bot(seat, action, answered, bool(table.seats[seat].person))
        return wrote


def _bots_of(live: LiveMatch, table: TableRow | None) -> dict[int, str]:
    """The seats that bots play in a match; none where it is not the newest of its table."""
    return _bots(table) if table is not None and table.match == live.id else {}


def _bots(table: TableRow) -> dict[int, str]:
    """The seats that bots play; none where the table rests: closed, asleep, unreadable, gone on elsewhere."""
    if table.closed or table.asleep or table.unreadable or table.goes_on:
        return {}
    return {number: bot for number, seat in enumerate(table.seats) if (bot := seat.played_by_bot)}
