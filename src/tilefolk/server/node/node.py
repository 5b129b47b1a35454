"""The house: tables and the matches played at them, shared by everybody who is connected to this node."""

import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tilefolk.campaign.record import SeriesRecord
from tilefolk.server.matches.bot_pool import Thinkers
from tilefolk.server.matches.registry import Rooms, new_room
from tilefolk.server.matches.running_match import Refused, Room
from tilefolk.server.matches.series import following, stored_series
from tilefolk.server.messages import Act
from tilefolk.server.node.background import Beside
from tilefolk.server.node.bot_turns import BotTurns
from tilefolk.server.node.peer_events import Hearing
from tilefolk.server.node.presence import Guests
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.storage.store import Store, Unavailable
from tilefolk.server.tables import table as tables
from tilefolk.server.tables.cache import KnownTables
from tilefolk.server.tables.seating_rules import STAND_IN
from tilefolk.server.tables.table import Seat, TableRow
from tilefolk.server.talk.feed import Talk


class House:
    """Everything that is shared between requests."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.guests, self.known = Guests(store, self._came_or_went), KnownTables(store)
        self.talk = Talk(store, self.guests.at)
        self.bots = BotTurns(self, thinkers)
        self.rooms = Rooms(store, self.bots.wake, lambda room: self.tell(room.table))
        self.beside, self.hearing = Beside(), Hearing(self)
        store.hints.listen(self.hearing.hear)

    # Tables

    async def table(self, table_id: str) -> TableRow | None:
        return await self.known.look(table_id)

    async def table_now(self, table_id: str) -> TableRow | None:
        """As it is stored, for whoever changes it: beside other nodes what is kept may be a moment old."""
        if self.store.shared:
            self.known.outdate(table_id)
        return await self.known.look(table_id)

    async def create(
        self,
        game: str,
        options: dict[str, str],
        listed: bool,
        host: str,
        sitting: list[Seat],
        limit: int | None = None,
    ) -> TableRow:
        table = await self.store.write(
            lambda connection: tables.create_table(connection, game, options, listed, host, sitting, limit)
        )
        self.known.add(table)
        return table

    async def take_in(self, record: SeriesRecord, host: str) -> TableRow:
        """A table that goes on with a series from elsewhere."""
        return await self.store.write(lambda connection: stored_series(connection, record, host))

    async def forget_names(self) -> None:
        """Somebody has another name: tables are read again when they are next asked for, on all nodes."""
        self.outdate_all()
        await self.store.write(lambda connection: self.store.hints.tell(connection, "names", "-"))

    def outdate_all(self) -> None:
        self.known.outdate()
        self.talk.forget()

    async def change(self, table_id: str, job: Callable[[Connection], None]) -> TableRow:
        """Something about a table; all who are connected to it see it, on all nodes."""

        def change(connection: Connection) -> None:
            job(connection)
            self.store.hints.tell(connection, "table", table_id)

        await self.store.write(change, table_id)
        return await self.reloaded(table_id)

    async def sit(self, table: TableRow, number: int, seat: Seat) -> TableRow:
        return await self.change(
            table.id,
            lambda connection: tables.set_seat(connection, table.id, number, seat, self.store.clock.now()),
        )

    async def welcome(self, table: TableRow, person: Person) -> TableRow:
        """Seats that a bot got because their person was late are theirs again."""
        for number in table.held_by(person.id):
            if table.seats[number].late:
                table = await self.sit(table, number, Seat(person.id))
        return table

    async def keep(self, table: TableRow, name: str, closed: bool) -> TableRow:
        """What an operator does with a table."""
        return await self.change(
            table.id,
            lambda connection: tables.set_table(connection, table.id, name, closed, self.store.clock.now()),
        )

    async def forget(self, person: Person) -> None:
        """A person is gone: their seats are a guest's, their sockets are closed, on all nodes."""

        def change(connection: Connection) -> None:
            forget_person(connection, person, STAND_IN)
            self.store.hints.tell(connection, "gone", person.id)

        await self.store.write(change)
        self.dismiss(person.id)

    def dismiss(self, person: str) -> None:
        self.outdate_all()
        for table_id in self.guests.tables():
            for listener in self.guests.at(table_id):
                if listener.person.id == person:
                    listener.dismiss()
            self.run(self.reloaded(table_id))
            self.run(self.talk.refresh(table_id))

    async def start(self, table: TableRow) -> TableRow:
        """The first or the next match of a table; in a series the seats bring along what they have."""
        way, options, legacy = following(table)
        seats, number = len(table.seats), table.number + 1
        with contextlib.suppress(IntegrityError):  # another node was faster
            room = await new_room(self.store, table.id, number, way, seats, options, legacy)
            self.rooms.add(room)
        return await self.reloaded(table.id)

    async def reloaded(self, table_id: str) -> TableRow:
        """The table was changed, here or on another node: all who are connected to it here see it."""
        self.known.outdate(table_id)
        table = await self.table(table_id)
        assert table is not None
        self.tell(table_id)
        if table.match and not table.over:
            room = await self.room(table.match)
            if room:
                self.changed(room)
        return table

    # Matches

    async def room(self, match_id: str) -> Room | None:
        """The room of a match; none where there is no such match, or it is unreadable."""
        return await self.rooms.enter(match_id)

    async def act(self, table: TableRow, person: Person, act: Act) -> None:
        """A person's line. Raises Refused, Unavailable."""
        if table.match != act.match or not 0 <= act.seat < len(table.seats):
            raise Refused(("no_such_match",))
        if table.seats[act.seat].person != person.id:
            raise Refused(("not_your_seat",))
        table = await self.welcome(table, person)
        if table.seats[act.seat].stand_in:
            raise Refused(("stand_in",))
        if table.closed:
            raise Refused(("table_closed",))
        room = await self.room(act.match)
        if room is not None:
            with self.rooms.reading(act.match):
                await room.act(act.seat, act.n, act.line)
        if why := self.rooms.unreadable.get(act.match):
            raise Refused((f"record_{why}",))
        if room is None:
            raise Refused(("no_such_match",))
        self.changed(room)

    async def late(self, room: Room, anew: Mapping[int, float], limit: float) -> set[int]:
        """Answer for those of these seats whose time is up; which ones that were."""
        late: set[int] = set()
        with self.rooms.reading(room.id):
            late = await room.late(anew, limit)
        if late:
            self.changed(room)
        return late

    def changed(self, room: Room, wake: bool = True) -> None:
        """A match has grown: all who are connected here see it, and its bots think on."""
        if room.over:
            self.known.outdate(room.table)
            self.run(self._over(room))
        for listener in self.guests.at(room.table):
            listener.match_changed(room)
        if wake:
            self.bots.wake(room)

    async def _over(self, room: Room) -> None:
        await self.table(room.table)
        self.tell(room.table)

    # Guests

    def here(self, table: TableRow) -> set[str]:
        """The people connected to a table, on whatever node."""
        elsewhere = {person for node, person in table.here if node != self.store.hints.node}
        return self.guests.people_at(table.id) | elsewhere

    def sizes(self) -> tuple[int, int]:
        """How many rooms and how many sockets are open here."""
        return len(self.rooms), self.guests.count()

    def _came_or_went(self, table_id: str) -> None:
        self.tell(table_id)
        self.run(self._store_guests())

    async def _store_guests(self) -> None:
        with contextlib.suppress(Unavailable):  # the next sweep tries again
            await self.guests.store()

    def tell(self, table_id: str) -> None:
        for listener in self.guests.at(table_id):
            listener.table_changed()

    # Work beside

    def run(self, work: Coroutine[Any, Any, object]) -> None:
        self.beside.run(work)

    async def close(self) -> None:
        self.guests.close()
        await self.beside.close()
