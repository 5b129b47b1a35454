"""What other nodes have written: a node hears of it and looks, if anybody here cares."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tilefolk.server import metrics
from tilefolk.server.matches.running_match import Room
from tilefolk.server.people.identity import strangers
from tilefolk.server.storage.change_feed import Hint
from tilefolk.server.tables.table import heads, who_is_here

if TYPE_CHECKING:
    from tilefolk.server.node.node import House


class Hearing:
    """A hint only says where to look: what counts is what is stored."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._shown_out: set[str] = set()  # who is deleted and may not have gone yet

    def hear(self, hint: Hint) -> None:
        metrics.hints.labels(hint.what).inc()
        house = self._house
        if hint.what == "match" and (room := house.rooms.glance(hint.id)):
            house.run(self.refresh(room))
        elif hint.what == "table":
            known = hint.id in house.known
            house.known.outdate(hint.id)
            if known:
                house.run(house.reloaded(hint.id))
        elif hint.what == "here" and hint.id in house.known:
            house.run(self._count_heads(hint.id))
        elif hint.what == "talk":
            house.run(house.talk.refresh(hint.id))
        elif hint.what == "names":
            house.outdate_all()
        elif hint.what == "gone":
            house.dismiss(hint.id)

    async def catch_up(self) -> None:
        """The safety net for lost hints: records and tables that are looked at here, people who are here."""
        house = self._house
        if not house.store.shared:
            return
        rooms, seen = house.rooms.all(), house.known.all()
        records, rows = await house.store.read(lambda connection: heads(connection, [*rooms], [*seen]))
        for match_id, room in rooms.items():
            if records.get(match_id, 0) > room.seq:
                await self.refresh(room)
        for table_id, table in seen.items():
            if rows.get(table_id) != (table.touched, table.here):
                await house.reloaded(table_id)
        here = house.guests.everybody()
        nobody = await house.store.read(lambda connection: strangers(connection, here))
        for person in nobody - self._shown_out:
            house.dismiss(person)
        self._shown_out = nobody

    async def refresh(self, room: Room) -> None:
        """Fold what others wrote; their node lets the bots think, ours only if that does not happen."""
        with self._house.rooms.reading(room.id):
            if await room.refresh():
                self._house.changed(room, wake=False)

    async def _count_heads(self, table_id: str) -> None:
        """Somebody came or went on another node: only if that is news is the table shown again."""
        house = self._house
        found = await house.store.read(lambda connection: who_is_here(connection, [table_id]))
        if table := house.known.glance(table_id):
            now = replace(table, here=found.get(table_id, frozenset()))
            house.known.add(now)
            if house.here(now) != house.here(table):
                house.tell(table_id)
