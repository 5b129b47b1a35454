"""Bots whose turn it is: they think in other processes, and what comes of it is written for them."""

from typing import TYPE_CHECKING

from tilefolk.server.matches.bot_pool import Thinkers
from tilefolk.server.matches.running_match import Room
from tilefolk.server.tables.table import TableRow

if TYPE_CHECKING:
    from tilefolk.server.node.node import House


class BotTurns:
    """Whoever wakes a room lets its bots think, each of them once at a time."""

    def __init__(self, house: "House", thinkers: Thinkers) -> None:
        self._house, self._thinkers = house, thinkers
        self._thinking: set[tuple[str, int]] = set()

    def wake(self, room: Room) -> None:
        self._house.run(self._begin(room))

    async def _begin(self, room: Room) -> None:
        bots = _bots(room, await self._house.table(room.table))
        for seat in room.acting():
            if seat in bots and (room.id, seat) not in self._thinking:
                self._thinking.add((room.id, seat))
                self._house.run(self._answer(room, seat, bots[seat]))

    async def _answer(self, room: Room, seat: int, bot: str) -> None:
        spoken = room.spoken(seat)
        seen = room.match.game.seen(room.match.state, seat)
        action = await self._thinkers.answer(bot, room.match.header.game, seen, seat, room.bots_key, spoken)
        taken = False
        try:
            table = await self._house.table_now(room.table)  # its person may have come back, on any node
            if _bots(room, table).get(seat) == bot:
                with self._house.rooms.reading(room.id):
                    taken = await room.act_for(seat, action, spoken)
        finally:
            self._thinking.discard((room.id, seat))
        if taken:
            self._house.changed(room)
        elif room.id not in self._house.rooms.unreadable:
            self.wake(room)


def _bots(room: Room, table: TableRow | None) -> dict[int, str]:
    """Who plays which seat, where the table neither is closed nor sleeps."""
    if table is None or table.match != room.id or table.closed or table.asleep:
        return {}
    return {number: bot for number, seat in enumerate(table.seats) if (bot := seat.played_by_bot)}
