"""A house without sockets for tests: its clock is moved on by weeks and never by itself."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from unittest.mock import patch
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, select, update

from tilefolk.core.notation import write_action
from tilefolk.server.matches.bot_pool import Thinkers
from tilefolk.server.matches.running_match import Room
from tilefolk.server.messages import Act
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.next_match import Onward
from tilefolk.server.node.node import House
from tilefolk.server.node.sweep import Sweep
from tilefolk.server.people.identity import Person, change_person, new_person
from tilefolk.server.reminders.delivery import Post
from tilefolk.server.reminders.outbound_http import Door
from tilefolk.server.reminders.reminders import Calls, site_sender
from tilefolk.server.storage.schema import clock, lines
from tilefolk.server.storage.site_clock import Clock
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import Seat, TableRow

DAY = 86_400
SWEEPS: WeakKeyDictionary[House, Sweep] = WeakKeyDictionary()
KEY = b"tests 5"  # draws with which a seat that never answers passes for a while before its part ends


@contextlib.asynccontextmanager
async def house_at(database: Path | str) -> AsyncIterator[House]:
    """A node that sweeps when it is told to; its clock stands, all its matches have the same draws."""
    store, thinkers = Store(database), Thinkers(1)
    store.clock = Clock(store.clock.now() + 1, lambda: 0.0)  # at 0 begins what came from elsewhere
    house = House(store, thinkers)
    calls = Calls(house, Post(store, await site_sender(store), Door(near=True)))
    SWEEPS[house] = Sweep(house, Deadlines(house).sweep, Onward(house).sweep, calls.sweep)
    with patch("tilefolk.server.matches.running_match.match_key", lambda seed, nonces: KEY):
        yield house
    await house.close()
    thinkers.close()
    store.close()


async def swept(house: House) -> None:
    """The house looks after what is due."""
    await SWEEPS[house].once()


async def pass_time(house: House, seconds: float) -> None:
    """The site has been up for so long again, and the house looks after what is due."""
    later = update(clock).values(seconds=house.store.clock.now() + seconds)
    await house.store.write(lambda connection: connection.execute(later))
    await swept(house)


async def settled(house: House) -> None:
    """Nothing runs beside any more: bots have answered, messages are sent."""
    await house.beside.settled()


async def people(house: House, *names: str) -> list[Person]:
    return await house.store.write(lambda connection: [_named(connection, name) for name in names])


def _named(connection: Connection, name: str) -> Person:
    return change_person(connection, new_person(connection, "pl")._replace(name=name))


async def started(
    house: House, game: str, sitting: Sequence[Person | str], limit: int | None, pace: str = "together"
) -> TableRow:
    """A table with these people, and bots by their names, whose first match runs."""
    seats = [Seat(bot=one) if isinstance(one, str) else Seat(one.id) for one in sitting]
    host = next(one for one in sitting if isinstance(one, Person))
    options = {"pace": pace} if pace else {}
    table = await house.create(game, options, False, host.id, seats, limit)
    return await house.start(table)


async def room_of(house: House, table: TableRow) -> Room:
    assert table.match
    room = await house.room(table.match)
    assert room
    return room


async def say(house: House, table: TableRow, person: Person, line: str = "") -> None:
    """A line of the person's seat that acts: this one, or the first that does not end its part."""
    room = await room_of(house, table)
    seat = next(number for number in table.held_by(person.id) if number in room.acting() or line == "undo")
    legal = room.match.game.legal(room.match.state, seat)
    chosen = line or next((write_action(action) for action in legal if action != ("end",)), "end")
    act = Act(type="act", match=room.id, seat=seat, n=room.next_n(seat), line=chosen)
    await house.act(await again(house, table), person, act)


async def again(house: House, table: TableRow) -> TableRow:
    """The table as it is now."""
    found = await house.table(table.id)
    assert found
    return found


async def visit(house: House, table: TableRow, person: Person) -> int:
    """Play on while there is something to do; how many lines that were."""
    room, said = await room_of(house, table), 0
    while any(seat in room.acting() for seat in table.held_by(person.id)):
        await say(house, table, person)
        said += 1
    return said


class Connected:
    """Somebody with an open page."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def table_changed(self) -> None: ...
    def match_changed(self, room: Room) -> None: ...
    def talk_changed(self) -> None: ...
    def outage(self, lasts: bool) -> None: ...
    def dismiss(self) -> None: ...


async def gone_for_good(house: House, table_id: str, page: Connected) -> None:
    """The page is closed, and nobody comes back in a moment."""
    with patch("tilefolk.server.node.presence.LINGER", 0.0):
        house.guests.leave(table_id, page)
        await asyncio.sleep(0.05)
    await settled(house)


async def late_lines(house: House, match_id: str) -> list[str]:
    query = select(lines.c.line).where(lines.c.match_id == match_id, lines.c.line.startswith("@ late"))
    rows = await house.store.read(lambda connection: connection.execute(query).scalars().all())
    return [str(line) for line in rows]
