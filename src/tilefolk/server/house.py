"""The house: rooms of running matches, the people connected to their tables, bots that are due."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Protocol

import structlog

from tilefolk.campaign.record import SeriesRecord
from tilefolk.core.chance import match_key
from tilefolk.server import tables
from tilefolk.server.people import Person
from tilefolk.server.room import Refused, Room, load_room, new_room
from tilefolk.server.runs import following, stored_series
from tilefolk.server.store import Store
from tilefolk.server.tables import Seat, TableRow
from tilefolk.server.thinking import Thinkers

KEEP = 600.0  # seconds a room without anybody stays folded

log = structlog.get_logger()


class Listener(Protocol):
    """Somebody connected to a table."""

    person: Person

    def table_changed(self) -> None: ...
    def match_changed(self, room: Room) -> None: ...


class House:
    """Everything that is shared between requests."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store, self.thinkers = store, thinkers
        self._rooms: dict[str, Room] = {}
        self._used: dict[str, float] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._tables: dict[str, TableRow] = {}
        self._listeners: dict[str, set[Listener]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._thinking: set[tuple[str, int]] = set()

    # Tables

    async def table(self, table_id: str) -> TableRow | None:
        if table_id not in self._tables:
            found = await self.store.read(lambda connection: tables.load_tables(connection, [table_id]))
            if not found:
                return None
            self._tables[table_id] = found[0]
        return self._tables[table_id]

    async def create(
        self, game: str, options: dict[str, str], listed: bool, host: str, sitting: list[Seat]
    ) -> TableRow:
        table = await self.store.write(
            lambda connection: tables.create_table(connection, game, options, listed, host, sitting)
        )
        self._tables[table.id] = table
        return table

    async def take_in(self, record: SeriesRecord, host: str) -> TableRow:
        """A table that goes on with a series from elsewhere."""
        return await self.store.write(lambda connection: stored_series(connection, record, host))

    def forget_names(self) -> None:
        """Somebody has another name: tables are read again when they are next asked for."""
        self._tables.clear()

    async def sit(self, table: TableRow, number: int, seat: Seat) -> TableRow:
        await self.store.write(lambda connection: tables.set_seat(connection, table.id, number, seat))
        return await self._reloaded(table.id)

    async def start(self, table: TableRow) -> TableRow:
        """The first or the next match of a table; in a series the seats bring along what they have."""
        way, options, legacy = following(table)
        room = await new_room(self.store, table.id, table.number + 1, way, len(table.seats), options, legacy)
        self._rooms[room.id] = room
        self._used[room.id] = time.monotonic()
        await self.store.write(lambda connection: tables.touch(connection, table.id))
        table = await self._reloaded(table.id)
        self._changed(room)
        return table

    async def _reloaded(self, table_id: str) -> TableRow:
        self._tables.pop(table_id, None)
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
                if match_id not in self._rooms:
                    room = await load_room(self.store, match_id)
                    if room is None:
                        return None
                    await room.go_on()
                    self._rooms[match_id] = room
                    self._wake(room)
        return self._rooms[match_id]

    async def act(self, table: TableRow, person: Person, match_id: str, seat: int, n: int, line: str) -> None:
        """A person's line. Raises Refused."""
        if table.match != match_id or not 0 <= seat < len(table.seats):
            raise Refused(("no_such_match",))
        if table.seats[seat].person != person.id:
            raise Refused(("not_your_seat",))
        if table.seats[seat].stand_in:
            raise Refused(("stand_in",))
        room = await self.room(match_id)
        if room is None:
            raise Refused(("no_such_match",))
        await room.act(seat, n, line)
        self._changed(room)

    def _changed(self, room: Room) -> None:
        if room.over and (table := self._tables.get(room.table)) and not table.over:
            self._tables.pop(room.table)
            self._run(self._over(room))
        for listener in self.listeners(room.table):
            listener.match_changed(room)
        self._wake(room)

    async def _over(self, room: Room) -> None:
        await self.table(room.table)
        for listener in self.listeners(room.table):
            listener.table_changed()

    def _wake(self, room: Room) -> None:
        """Let the bots think whose turn it is."""
        self._run(self._bots(room))

    async def _bots(self, room: Room) -> None:
        table = await self.table(room.table)
        if table is None or table.match != room.id:
            return
        for seat in room.acting():
            bot = table.seats[seat].played_by_bot if seat >= 0 else None
            if bot and (room.id, seat) not in self._thinking:
                self._thinking.add((room.id, seat))
                self._run(self._bot_answers(room, seat, bot))

    async def _bot_answers(self, room: Room, seat: int, bot: str) -> None:
        game = room.match.game
        closed = game.closed(room.match.state, seat)
        key = match_key(room.id.encode(), ())
        seen = game.seen(room.match.state, seat)
        action = await self.thinkers.answer(bot, room.match.header.game, seen, seat, key, room.seq)
        try:
            taken = await room.act_for(seat, action, closed)
        finally:
            self._thinking.discard((room.id, seat))
        if taken:
            self._changed(room)
        else:
            self._wake(room)

    # Listeners

    def listeners(self, table_id: str) -> set[Listener]:
        return self._listeners.get(table_id, set())

    def here(self, table_id: str) -> set[str]:
        """The people connected to a table."""
        return {listener.person.id for listener in self.listeners(table_id)}

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
        for match_id in await self.store.read(tables.running_matches):
            await self.room(match_id)
            await asyncio.sleep(0.01)

    async def sweep(self) -> None:
        """Every few seconds: wake what is due, forget rooms nobody uses."""
        while True:
            await asyncio.sleep(5)
            now = time.monotonic()
            for match_id, room in list(self._rooms.items()):
                if self.listeners(room.table):
                    self._used[match_id] = now
                if now - self._used.get(match_id, 0) > KEEP:
                    del self._rooms[match_id]
                    self._used.pop(match_id, None)
                elif not room.over:
                    self._wake(room)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("task failed", error=repr(error))
