"""What a node looks after every few seconds, whoever remembers it or not."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tilefolk.server.matches.running_match import Room
from tilefolk.server.node.node import House
from tilefolk.server.node.outage_notice import Outage
from tilefolk.server.storage.store import Unavailable
from tilefolk.server.tables import table as tables

SWEEP = 3.0  # seconds between looking after what is due

log = structlog.get_logger()


class Sweep:
    """`duties` are what else has to be looked after: deadlines, series, calls, talk."""

    def __init__(self, house: House, *duties: Callable[[], Awaitable[None]]) -> None:
        self._house, self._duties = house, (house.talk.catch_up, *duties)
        self._outage = Outage(house.guests)

    async def forever(self) -> None:
        """What goes wrong once must not end it."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.once()
            except Unavailable:
                continue
            except Exception as error:
                log.error("sweep failed", error=repr(error))

    async def once(self) -> None:
        """Move the clock on, see what others wrote, wake what is due, forget what nobody uses."""
        house, clock = self._house, self._house.store.clock
        clock.agree(await self._outage.asked(house.store.write(clock.move_on, "clock")))
        await house.guests.store()
        await house.hearing.catch_up()
        house.rooms.keep(self._is_watched)
        for room in house.rooms.all().values():
            if not room.over:
                house.bots.wake(room)
        for duty in self._duties:
            await duty()
        played = {room.table for room in house.rooms.all().values()}
        house.known.keep(lambda table_id: table_id in played or bool(house.guests.at(table_id)))

    def _is_watched(self, room: Room) -> bool:
        return bool(self._house.guests.at(room.table))


async def resume(house: House) -> None:
    """After a start, or when another node is gone: every match that owes something gets it."""
    while True:
        try:
            for match_id in await house.store.read(tables.running_matches):
                await house.room(match_id)
                await asyncio.sleep(0.01)
            return
        except Unavailable:
            await asyncio.sleep(SWEEP)
