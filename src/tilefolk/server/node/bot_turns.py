"""Bots whose turn it is: they think in other processes, and what comes of it is written for them."""

from typing import TYPE_CHECKING

from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.tables.table import TableRow

if TYPE_CHECKING:
    from tilefolk.server.node.node import Node


class BotTurns:
    """Whoever wakes a room lets its bots think, each of them once at a time."""

    def __init__(self, node: "Node", thinkers: BotPool) -> None:
        self._node, self._thinkers = node, thinkers
        self._thinking: set[tuple[str, int]] = set()

    def wake(self, live: LiveMatch) -> None:
        self._node.spawn(self._begin(live))

    async def _begin(self, live: LiveMatch) -> None:
        bots = _bots(live, await self._node.table(live.table))
        for seat in live.acting():
            if seat in bots and (live.id, seat) not in self._thinking:
                self._thinking.add((live.id, seat))
                self._node.spawn(self._answer(live, seat, bots[seat]))

    async def _answer(self, live: LiveMatch, seat: int, bot: str) -> None:
        spoken = live.spoken(seat)
        seen = live.match.game.seen(live.match.state, seat)
        action = await self._thinkers.answer(bot, live.match.header.game, seen, seat, live.bots_key, spoken)
        taken = False
        try:
            table = await self._node.table_now(live.table)  # its person may have come back, on any node
            if _bots(live, table).get(seat) == bot:
                with self._node.live_matches.reading(live.id):
                    taken = await live.act_for(seat, action, spoken)
        finally:
            self._thinking.discard((live.id, seat))
        if taken:
            self._node.changed(live)
        elif live.id not in self._node.live_matches.unreadable:
            self.wake(live)


def _bots(live: LiveMatch, table: TableRow | None) -> dict[int, str]:
    """Who plays which seat, where the table neither is closed nor sleeps."""
    if table is None or table.match != live.id or table.closed or table.asleep:
        return {}
    return {number: bot for number, seat in enumerate(table.seats) if (bot := seat.played_by_bot)}
