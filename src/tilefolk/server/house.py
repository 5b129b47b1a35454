"""The house: rooms of running matches, the people connected to their tables, bots that are due."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from typing import Any, Protocol

import structlog
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tilefolk.campaign.record import SeriesRecord
from tilefolk.core.chance import match_key
from tilefolk.server import metrics, tables
from tilefolk.server.folding import Unreadable
from tilefolk.server.hints import Hint
from tilefolk.server.models import Act
from tilefolk.server.people import Person, forget_person
from tilefolk.server.room import Refused, Room, load_room, new_room
from tilefolk.server.runs import following, stored_series
from tilefolk.server.seating import STAND_IN
from tilefolk.server.store import Store, Unavailable
from tilefolk.server.tables import Seat, TableRow
from tilefolk.server.thinking import Thinkers

KEEP = 600.0  # seconds a room without anybody stays folded
SWEEP = 3.0  # seconds between looking after what is due

log = structlog.get_logger()


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def table_changed(self) -> None: ...
    def match_changed(self, room: Room) -> None: ...
    def dismiss(self) -> None: ...


class House:
    """Everything that is shared between requests."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store, self.thinkers = store, thinkers
        self.unreadable: dict[str, str] = {}  # matches that are only looked at, and why
        self.duties: list[Callable[[], Awaitable[None]]] = []  # what else every sweep looks after
        self._rooms: dict[str, Room] = {}
        self._used: dict[str, float] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tables: dict[str, TableRow] = {}
        self._outdated = 0  # how often something kept has changed
        self._listeners: dict[str, set[Listener]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[str, int]] = set()
        store.hints.listen(self.hear)

    # Tables

    async def table(self, table_id: str) -> TableRow | None:
        if table_id in self._tables:
            return self._tables[table_id]
        outdated = self._outdated
        found = await self.store.read(lambda connection: tables.load_tables(connection, [table_id]))
        if found and outdated == self._outdated:
            self._tables[table_id] = found[0]
        return found[0] if found else None

    async def table_now(self, table_id: str) -> TableRow | None:
        """As it is stored: another node may have changed it, and its hint may be late."""
        self._outdate(table_id)
        return await self.table(table_id)

    def _outdate(self, table_id: str | None = None) -> None:
        """A table, or every table, has changed: nothing kept or just being read is to be trusted."""
        self._outdated += 1
        if table_id is None:
            self._tables.clear()
        else:
            self._tables.pop(table_id, None)

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
        self._tables[table.id] = table
        return table

    async def take_in(self, record: SeriesRecord, host: str) -> TableRow:
        """A table that goes on with a series from elsewhere."""
        return await self.store.write(lambda connection: stored_series(connection, record, host))

    async def forget_names(self) -> None:
        """Somebody has another name: tables are read again when they are next asked for, on all nodes."""
        self._outdate()
        await self.store.write(lambda connection: self.store.hints.tell(connection, "names", "-"))

    async def sit(self, table: TableRow, number: int, seat: Seat) -> TableRow:
        def change(connection: Connection) -> None:
            tables.set_seat(connection, table.id, number, seat)
            self.store.hints.tell(connection, "table", table.id)

        await self.store.write(change, table.id)
        return await self._reloaded(table.id)

    async def welcome(self, table: TableRow, person: Person) -> TableRow:
        """Seats that a bot got because their person was late are theirs again."""
        for number in table.held_by(person.id):
            if table.seats[number].late:
                table = await self.sit(table, number, Seat(person.id))
        return table

    async def keep(self, table: TableRow, name: str, closed: bool) -> TableRow:
        """What an operator does with a table."""

        def change(connection: Connection) -> None:
            tables.set_table(connection, table.id, name, closed)
            self.store.hints.tell(connection, "table", table.id)

        await self.store.write(change, table.id)
        return await self._reloaded(table.id)

    async def forget(self, person: Person) -> None:
        """A person is gone: their seats are a guest's, their sockets are closed, on all nodes."""

        def change(connection: Connection) -> None:
            forget_person(connection, person, STAND_IN)
            self.store.hints.tell(connection, "gone", person.id)

        await self.store.write(change)
        self._dismiss(person.id)

    def _dismiss(self, person: str) -> None:
        self._outdate()
        for table_id, listening in self._listeners.items():
            for listener in listening:
                if listener.person.id == person:
                    listener.dismiss()
            self.run(self._look_again(table_id))

    async def start(self, table: TableRow) -> TableRow:
        """The first or the next match of a table; in a series the seats bring along what they have."""
        way, options, legacy = following(table)
        seats, number = len(table.seats), table.number + 1
        with contextlib.suppress(IntegrityError):  # another node was faster
            room = await new_room(self.store, table.id, number, way, seats, options, legacy)
            self._rooms[room.id] = room
            self._used[room.id] = time.monotonic()
        return await self._reloaded(table.id)

    async def _reloaded(self, table_id: str) -> TableRow:
        self._outdate(table_id)
        table = await self.table(table_id)
        assert table is not None
        for listener in self.listeners(table_id):
            listener.table_changed()
        if table.match and not table.over:
            room = await self.room(table.match)
            if room:
                self._changed(room)
        return table

    # Matches

    async def room(self, match_id: str) -> Room | None:
        """The room of a match, folded from its record if nobody has used it lately."""
        self._used[match_id] = time.monotonic()
        if match_id not in self._rooms:
            async with self._opening.setdefault(match_id, asyncio.Lock()):
                if match_id not in self._rooms and match_id not in self.unreadable:
                    with self._reading(match_id):
                        await self._open(match_id)
        return self._rooms.get(match_id)

    async def _open(self, match_id: str) -> None:
        room = await load_room(self.store, match_id)
        if room is not None:
            await room.go_on()
            self._rooms[match_id] = room
            metrics.rooms.set(len(self._rooms))
            self._wake(room)

    @contextlib.contextmanager
    def _reading(self, match_id: str) -> Iterator[None]:
        """A record that cannot be carried on closes its room: the match is only to be looked at."""
        try:
            yield
        except Unreadable as error:
            log.error("match unreadable", match=match_id, why=error.code, error=str(error))
            self.unreadable[match_id] = error.code
            if room := self._rooms.pop(match_id, None):
                self._tell(room.table)

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
            with self._reading(act.match):
                await room.act(act.seat, act.n, act.line)
        if why := self.unreadable.get(act.match):
            raise Refused((f"record_{why}",))
        if room is None:
            raise Refused(("no_such_match",))
        self._changed(room)

    async def late(self, room: Room, seats: Collection[int], limit: float) -> set[int]:
        """Answer for those of these seats whose time is up; which ones that were."""
        late: set[int] = set()
        with self._reading(room.id):
            late = await room.late(seats, limit)
        if late:
            self._changed(room)
        return late

    def _changed(self, room: Room, wake: bool = True) -> None:
        table = self._tables.get(room.table)
        if room.over and not (table and table.over):
            self._outdate(room.table)
            self.run(self._over(room))
        metrics.rooms.set(len(self._rooms))
        for listener in self.listeners(room.table):
            listener.match_changed(room)
        if wake:
            self._wake(room)

    def hear(self, hint: Hint) -> None:
        """Another node has written something: look at it if anybody here cares."""
        metrics.hints.labels(hint.what).inc()
        if hint.what == "match" and hint.id in self._rooms:
            self.run(self._refresh(self._rooms[hint.id]))
        elif hint.what == "table":
            known = hint.id in self._tables
            self._outdate(hint.id)
            if known:
                self.run(self._look_again(hint.id))
        elif hint.what == "names":
            self._outdate()
        elif hint.what == "gone":
            self._dismiss(hint.id)

    async def _refresh(self, room: Room) -> None:
        """Fold what others wrote; their node lets the bots think, ours only if that does not happen."""
        with self._reading(room.id):
            if await room.refresh():
                self._changed(room, wake=False)

    async def _look_again(self, table_id: str) -> None:
        await self._reloaded(table_id)

    async def _over(self, room: Room) -> None:
        await self.table(room.table)
        for listener in self.listeners(room.table):
            listener.table_changed()

    def _wake(self, room: Room) -> None:
        """Let the bots think whose turn it is."""
        self.run(self._bots(room))

    async def _bots(self, room: Room) -> None:
        table = await self.table(room.table)
        if table is None or table.match != room.id or table.closed:
            return
        for seat in room.acting():
            bot = table.seats[seat].played_by_bot if seat >= 0 else None
            if bot and (room.id, seat) not in self._thinking:
                self._thinking.add((room.id, seat))
                self.run(self._bot_answers(room, seat, bot))

    async def _bot_answers(self, room: Room, seat: int, bot: str) -> None:
        game = room.match.game
        spoken = room.spoken(seat)
        key = match_key(room.id.encode(), ())
        seen = game.seen(room.match.state, seat)
        action = await self.thinkers.answer(bot, room.match.header.game, seen, seat, key, room.seq)
        taken = False
        try:
            with self._reading(room.id):
                taken = await room.act_for(seat, action, spoken)
        finally:
            self._thinking.discard((room.id, seat))
        if taken:
            self._changed(room)
        elif room.id not in self.unreadable:
            self._wake(room)

    # Listeners

    def listeners(self, table_id: str) -> set[Listener]:
        return self._listeners.get(table_id, set())

    def here(self, table_id: str) -> set[str]:
        """The people connected to a table."""
        return {listener.person.id for listener in self.listeners(table_id)}

    def sizes(self) -> tuple[int, int]:
        """How many rooms and how many sockets are open here."""
        return len(self._rooms), sum(map(len, self._listeners.values()))

    def everybody(self) -> set[str]:
        """The people connected to this node."""
        return {listener.person.id for listening in self._listeners.values() for listener in listening}

    def enter(self, table_id: str, listener: Listener) -> None:
        self._listeners.setdefault(table_id, set()).add(listener)
        self._tell(table_id)

    def leave(self, table_id: str, listener: Listener) -> None:
        self.listeners(table_id).discard(listener)
        self._tell(table_id)

    def _tell(self, table_id: str) -> None:
        for listener in self.listeners(table_id):
            listener.table_changed()

    # Keeping

    async def resume(self) -> None:
        """After a start, beside everything else: every match that owes something gets it."""
        while True:
            try:
                for match_id in await self.store.read(tables.running_matches):
                    await self.room(match_id)
                    await asyncio.sleep(0.01)
                return
            except Unavailable:
                await asyncio.sleep(SWEEP)

    async def sweep(self) -> None:
        """Every few seconds; what goes wrong once must not end it."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.tend()
            except Unavailable:
                continue
            except Exception as error:
                log.error("sweep failed", error=repr(error))

    async def tend(self) -> None:
        """Move the clock on, see what others wrote, wake what is due, forget rooms nobody uses."""
        clock = self.store.clock
        clock.agree(await self.store.write(clock.move_on, "clock"))
        await self._catch_up()
        now = time.monotonic()
        for match_id, room in list(self._rooms.items()):
            if self.listeners(room.table):
                self._used[match_id] = now
            if now - self._used.get(match_id, 0) > KEEP:
                del self._rooms[match_id]
                self._used.pop(match_id, None)
                metrics.rooms.set(len(self._rooms))
            elif not room.over:
                self._wake(room)
        for duty in self.duties:
            await duty()

    async def _catch_up(self) -> None:
        """The safety net for lost hints: heads of the records and of the tables that are looked at here."""
        if not self.store.shared:
            return
        rooms, seen = dict(self._rooms), dict(self._tables)
        heads, touched = await self.store.read(lambda connection: tables.heads(connection, [*rooms], [*seen]))
        for match_id, room in rooms.items():
            if heads.get(match_id, 0) > room.seq:
                await self._refresh(room)
        for table_id, table in seen.items():
            if touched.get(table_id, table.touched) != table.touched:
                await self._look_again(table_id)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or isinstance(task.exception(), Unavailable):
            return  # what is due is still due: the next sweep sees it
        if error := task.exception():
            log.error("task failed", error=repr(error))
