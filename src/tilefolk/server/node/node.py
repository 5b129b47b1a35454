"""A node: tables and live matches in memory, shared by everybody who is connected to this process."""

import contextlib
from collections.abc import Callable, Mapping
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tilefolk.campaign.record import SeriesRecord
from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.registry import MatchRegistry, create_match
from tilefolk.server.matches.series import check_next_match, import_series, next_match
from tilefolk.server.messages import Act, Sitter
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.bot_turns import BotTurns
from tilefolk.server.node.failures import Failures
from tilefolk.server.node.peer_events import PeerEvents
from tilefolk.server.node.presence import Presence
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.storage.store import Store
from tilefolk.server.tables import queries
from tilefolk.server.tables.cache import TableCache
from tilefolk.server.tables.envelopes import known_chapters
from tilefolk.server.tables.seating_rules import check_open, check_startable, seat_after
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow
from tilefolk.server.talk.feed import Talk


class Node:
    """Everything that requests and background work share in one process."""

    def __init__(self, store: Store, bot_pool: BotPool) -> None:
        self.store = store
        self.background = BackgroundTasks()
        self.failures = Failures()
        self.table_cache = TableCache(store)
        self.presence = Presence(store, self._presence_changed)
        self.talk = Talk(store, self.presence.at)
        self.bots = BotTurns(self, bot_pool)
        self.live_matches = MatchRegistry(
            store, loaded=self.bots.wake, lost=lambda live: self.notify_table(live.table)
        )
        self.peer_events = PeerEvents(self)
        store.changes.listen(self.peer_events.handle)

    # Tables

    async def table(self, table_id: str) -> TableRow | None:
        return await self.table_cache.get(table_id)

    async def table_now(self, table_id: str) -> TableRow | None:
        """The table as stored now, for whoever changes it: another node may just have changed it."""
        if self.store.shared:
            self.table_cache.invalidate(table_id)
        return await self.table_cache.get(table_id)

    async def create_table(
        self,
        game: str,
        options: dict[str, str],
        listed: bool,
        host: str,
        seats: list[Seat],
        limit_seconds: int | None = None,
    ) -> TableRow:
        table = await self.store.write(
            lambda connection: queries.create_table(
                connection, game, options, listed, host, seats, limit_seconds
            )
        )
        self.table_cache.add(table)
        return table

    async def import_series(self, record: SeriesRecord, host: str, text: str) -> TableRow:
        """A new table that goes on with a series from elsewhere."""
        return await self.store.write(lambda connection: import_series(connection, record, host, text))

    async def name_city(self, table: TableRow, number: int, name: str, person: Person) -> TableRow:
        """Name the city of a person's seat. Raises ApiError where they do not sit there."""
        return await self.change_table(
            table.id, lambda connection: queries.name_city(connection, table.id, number, name, person.id)
        )

    async def known_chapters(self, person: str) -> dict[str, int]:
        """How many chapters of each sealed campaign a person may know, by the tables they are at or watch."""
        watched = self.presence.tables_of(person)
        return await self.store.read(lambda connection: known_chapters(connection, person, watched))

    async def change_table(self, table_id: str, job: Callable[[Connection], None]) -> TableRow:
        """Write a change of a table and show it to all who are connected to it, on every node."""

        def change(connection: Connection) -> None:
            job(connection)
            self.store.changes.announce(connection, "table", table_id)

        await self.store.write(change, table_id)
        return await self.reload_table(table_id)

    async def change_seat(self, table_id: str, number: int, decide: Callable[[TableRow], Seat]) -> TableRow:
        """Change a seat to what `decide` says of the table as it is stored then. Raises what it raises."""
        now = self.store.clock.now()
        return await self.change_table(
            table_id, lambda connection: queries.change_seat(connection, table_id, number, decide, now)
        )

    async def sit(self, table: TableRow, number: int, sitter: Sitter, person: Person) -> TableRow:
        """Change a seat as a person asks. Raises ApiError where they may not, or may no longer."""
        here = self.people_at(table)

        def decide(now: TableRow) -> Seat:
            check_open(now)
            return seat_after(now, number, sitter, person, here)

        return await self.change_seat(table.id, number, decide)

    async def give_seats_back(self, table: TableRow, person: Person) -> TableRow:
        """Give a person back the seats that a bot got because the person was late."""
        for number in table.held_by(person.id):
            if table.seats[number].late:
                table = await self.change_seat(table.id, number, partial(_seat_back, number, person))
        return table

    async def set_name_and_closed(self, table: TableRow, name: str, closed: bool) -> TableRow:
        """The operator names a table, closes it or opens it again."""
        return await self.change_table(
            table.id,
            lambda connection: queries.set_table(connection, table.id, name, closed, self.store.clock.now()),
        )

    async def reload_table(self, table_id: str) -> TableRow:
        """Read a changed table again and show it, with its running match, to all who are connected here."""
        self.table_cache.invalidate(table_id)
        table = await self.table(table_id)
        assert table is not None
        self.notify_table(table_id)
        if table.match and not table.over:
            live = await self.live_match(table.match)
            if live:
                self.match_grew(live)
        return table

    def notify_table(self, table_id: str) -> None:
        for listener in self.presence.at(table_id):
            listener.table_changed()

    # People

    async def forget_names(self) -> None:
        """Somebody has another name: all nodes read tables and talk again."""
        self.invalidate_all()
        await self.store.write(lambda connection: self.store.changes.announce(connection, "names", "-"))

    def invalidate_all(self) -> None:
        self.table_cache.invalidate()
        self.talk.forget()

    async def delete_person(self, person: Person) -> None:
        """Replace a person by a nameless guest and close their sockets, on every node."""

        def delete(connection: Connection) -> None:
            forget_person(connection, person, STAND_IN)
            self.store.changes.announce(connection, "gone", person.id)

        await self.store.write(delete)
        self.disconnect(person.id)

    def disconnect(self, person: str) -> None:
        """Close the sockets of a deleted person here."""
        self.invalidate_all()
        for table_id in self.presence.tables():
            for listener in self.presence.at(table_id):
                if listener.person.id == person:
                    listener.disconnect()
            self.background.spawn(self.reload_table(table_id))
            self.background.spawn(self.talk.refresh(table_id))

    def people_at(self, table: TableRow) -> set[str]:
        """The people connected to a table, on whatever node."""
        elsewhere = {person for node, person in table.presence if node != self.store.changes.node_id}
        return self.presence.people_at(table.id) | elsewhere

    def _presence_changed(self, table_id: str) -> None:
        self.notify_table(table_id)
        self.background.spawn(self._store_presence())

    async def _store_presence(self) -> None:
        with contextlib.suppress(Unavailable):  # the next sweep tries again
            await self.presence.store()

    # Matches

    async def start_match(self, table: TableRow) -> TableRow:
        """Start the first or next match of a table; in a series the seats bring along what they have.

        Raises ApiError when the table is closed or a seat is free by now.
        """
        check_next_match(table)
        way, options, legacy = next_match(table)
        seats, number = len(table.seats), table.number + 1
        with contextlib.suppress(IntegrityError):  # another node was faster
            live = await create_match(
                self.store, table.id, number, way, seats, options, legacy, check_startable
            )
            self.live_matches.add(live)
        return await self.reload_table(table.id)

    async def live_match(self, match_id: str) -> LiveMatch | None:
        """The live match; None where there is no such match or its record is unreadable."""
        return await self.live_matches.get(match_id)

    async def act(self, table: TableRow, person: Person, act: Act) -> None:
        """Write a person's line. Raises Refused, Unavailable."""
        _check_actor(table, person, act)
        table = await self.give_seats_back(table, person)
        if table.seats[act.seat].stand_in:
            raise Refused(("stand_in",))
        live = await self.live_match(act.match)
        if live is not None:
            with self.live_matches.catch_unreadable(act.match):
                await live.act(act.seat, act.n, act.line)
        if why := self.live_matches.unreadable.get(act.match):
            raise Refused((f"record_{why}",))
        if live is None:
            raise Refused(("no_such_match",))
        self.match_grew(live)

    async def write_late_answers(
        self, live: LiveMatch, clock_from: Mapping[int, float], limit_seconds: float
    ) -> set[int]:
        """Answer for those of these seats whose time is up; return which they were."""
        late: set[int] = set()
        with self.live_matches.catch_unreadable(live.id):
            late = await live.answer_late_seats(clock_from, limit_seconds)
        if late:
            self.match_grew(live)
        return late

    def match_grew(self, live: LiveMatch, wake_bots: bool = True) -> None:
        """Show a match that has new lines to all who are connected here, and let its bots think on."""
        if live.over:
            self.table_cache.invalidate(live.table)
            self.background.spawn(self._show_end(live))
        for listener in self.presence.at(live.table):
            listener.match_changed(live)
        if wake_bots:
            self.bots.wake(live)

    async def _show_end(self, live: LiveMatch) -> None:
        await self.table(live.table)
        self.notify_table(live.table)

    def sizes(self) -> tuple[int, int]:
        """How many live matches and how many sockets this node has."""
        return len(self.live_matches), self.presence.count()

    async def close(self) -> None:
        self.presence.close()
        await self.background.close()


def _check_actor(table: TableRow, person: Person, act: Act) -> None:
    """Raises Refused unless the person holds that seat in the table's newest match and the table is open."""
    if table.match != act.match or not 0 <= act.seat < len(table.seats):
        raise Refused(("no_such_match",))
    if table.seats[act.seat].person != person.id:
        raise Refused(("not_your_seat",))
    if table.closed:
        raise Refused(("table_closed",))


def _seat_back(number: int, person: Person, table: TableRow) -> Seat:
    """The seat as its person finds it who comes back; what is another's by now stays."""
    seat = table.seats[number]
    return Seat(person.id) if seat.person == person.id and seat.late and not table.closed else seat
