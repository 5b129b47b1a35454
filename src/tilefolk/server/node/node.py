"""The house: tables and the matches played at them, shared by everybody who is connected to this node."""

import contextlib
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tilefolk.campaign.record import SeriesRecord
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.registry import MatchRegistry, create_match
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.series import following, stored_series
from tilefolk.server.messages import Act
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.bot_turns import BotTurns
from tilefolk.server.node.peer_events import PeerEvents
from tilefolk.server.node.presence import Presence
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.storage.store import Store, Unavailable
from tilefolk.server.tables import table as tables
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.seating_rules import STAND_IN
from tilefolk.server.tables.table import Seat, TableRow
from tilefolk.server.talk.feed import Talk


class Node:
    """Everything that is shared between requests."""

    def __init__(self, store: Store, thinkers: BotPool) -> None:
        self.store = store
        self.presence, self.table_cache = Presence(store, self._came_or_went), TableCache(store)
        self.talk = Talk(store, self.presence.at)
        self.bots = BotTurns(self, thinkers)
        self.live_matches = MatchRegistry(store, self.bots.wake, lambda live: self.notify_table(live.table))
        self.background, self.peer_events = BackgroundTasks(), PeerEvents(self)
        store.changes.listen(self.peer_events.handle)

    # Tables

    async def table(self, table_id: str) -> TableRow | None:
        return await self.table_cache.get(table_id)

    async def table_now(self, table_id: str) -> TableRow | None:
        """As it is stored, for whoever changes it: beside other nodes what is kept may be a moment old."""
        if self.store.shared:
            self.table_cache.invalidate(table_id)
        return await self.table_cache.get(table_id)

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
        self.table_cache.add(table)
        return table

    async def take_in(self, record: SeriesRecord, host: str) -> TableRow:
        """A table that goes on with a series from elsewhere."""
        return await self.store.write(lambda connection: stored_series(connection, record, host))

    async def forget_names(self) -> None:
        """Somebody has another name: tables are read again when they are next asked for, on all nodes."""
        self.invalidate_all()
        await self.store.write(lambda connection: self.store.changes.announce(connection, "names", "-"))

    def invalidate_all(self) -> None:
        self.table_cache.invalidate()
        self.talk.forget()

    async def change(self, table_id: str, job: Callable[[Connection], None]) -> TableRow:
        """Something about a table; all who are connected to it see it, on all nodes."""

        def change(connection: Connection) -> None:
            job(connection)
            self.store.changes.announce(connection, "table", table_id)

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
            self.store.changes.announce(connection, "gone", person.id)

        await self.store.write(change)
        self.dismiss(person.id)

    def dismiss(self, person: str) -> None:
        self.invalidate_all()
        for table_id in self.presence.tables():
            for listener in self.presence.at(table_id):
                if listener.person.id == person:
                    listener.dismiss()
            self.spawn(self.reloaded(table_id))
            self.spawn(self.talk.refresh(table_id))

    async def start(self, table: TableRow) -> TableRow:
        """The first or the next match of a table; in a series the seats bring along what they have."""
        way, options, legacy = following(table)
        seats, number = len(table.seats), table.number + 1
        with contextlib.suppress(IntegrityError):  # another node was faster
            live = await create_match(self.store, table.id, number, way, seats, options, legacy)
            self.live_matches.add(live)
        return await self.reloaded(table.id)

    async def reloaded(self, table_id: str) -> TableRow:
        """The table was changed, here or on another node: all who are connected to it here see it."""
        self.table_cache.invalidate(table_id)
        table = await self.table(table_id)
        assert table is not None
        self.notify_table(table_id)
        if table.match and not table.over:
            live = await self.live_match(table.match)
            if live:
                self.changed(live)
        return table

    # Matches

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """The room of a match; none where there is no such match, or it is unreadable."""
        return await self.live_matches.get(match_id)

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
        live = await self.live_match(act.match)
        if live is not None:
            with self.live_matches.reading(act.match):
                await live.act(act.seat, act.n, act.line)
        if why := self.live_matches.unreadable.get(act.match):
            raise Refused((f"record_{why}",))
        if live is None:
            raise Refused(("no_such_match",))
        self.changed(live)

    async def late(self, live: LiveMatch, clock_from: Mapping[int, float], limit: float) -> set[int]:
        """Answer for those of these seats whose time is up; which ones that were."""
        late: set[int] = set()
        with self.live_matches.reading(live.id):
            late = await live.late(clock_from, limit)
        if late:
            self.changed(live)
        return late

    def changed(self, live: LiveMatch, wake: bool = True) -> None:
        """A match has grown: all who are connected here see it, and its bots think on."""
        if live.over:
            self.table_cache.invalidate(live.table)
            self.spawn(self._over(live))
        for listener in self.presence.at(live.table):
            listener.match_changed(live)
        if wake:
            self.bots.wake(live)

    async def _over(self, live: LiveMatch) -> None:
        await self.table(live.table)
        self.notify_table(live.table)

    # Guests

    def here(self, table: TableRow) -> set[str]:
        """The people connected to a table, on whatever node."""
        elsewhere = {person for node, person in table.here if node != self.store.changes.node}
        return self.presence.people_at(table.id) | elsewhere

    def sizes(self) -> tuple[int, int]:
        """How many rooms and how many sockets are open here."""
        return len(self.live_matches), self.presence.count()

    def _came_or_went(self, table_id: str) -> None:
        self.notify_table(table_id)
        self.spawn(self._store_guests())

    async def _store_guests(self) -> None:
        with contextlib.suppress(Unavailable):  # the next sweep tries again
            await self.presence.store()

    def notify_table(self, table_id: str) -> None:
        for listener in self.presence.at(table_id):
            listener.table_changed()

    # Work beside

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        self.background.spawn(work)

    async def close(self) -> None:
        self.presence.close()
        await self.background.close()
