"""A house without sockets for tests: its clock is moved on by weeks and never by itself."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from unittest.mock import patch
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, select, update

from tilefolk.core.match import Header
from tilefolk.core.notation import write_action
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.messages import Act
from tilefolk.server.node import moves, table_changes
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.next_match import NextMatches
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import Sweep
from tilefolk.server.people.identity import Person, change_person, new_person
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import OutboundHttp
from tilefolk.server.reminders.reminders import Reminders, load_vapid_key
from tilefolk.server.storage.schema import clock, lines
from tilefolk.server.storage.site_clock import SiteClock
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import Seat, TableRow

DAY = 86_400
SWEEPS: WeakKeyDictionary[Node, Sweep] = WeakKeyDictionary()
KEY = b"tests 5"  # draws with which a seat that never answers passes for a while before its part ends


@contextlib.asynccontextmanager
async def node_at(database: Path | str, hold_seconds: float = 0.0) -> AsyncIterator[Node]:
    """A node that sweeps when it is told to; its clock stands, all its matches have the same draws."""
    store, thinkers = Store(database), BotPool(1)
    store.clock = SiteClock(store.clock.now() + 1, lambda: 0.0)  # at 0 begins what came from elsewhere
    node = Node(store, thinkers, hold_seconds)
    calls = Reminders(node, Mailer(store, await load_vapid_key(store), OutboundHttp(allow_loopback=True)))
    duties = {"deadlines": Deadlines(node).sweep, "next_match": NextMatches(node).sweep, "calls": calls.sweep}
    SWEEPS[node] = Sweep(node, **duties)
    with (
        patch("tilefolk.server.matches.live_match.match_key", lambda seed, nonces: KEY),
        patch.object(Header, "key", lambda header, seed: KEY),
    ):
        yield node
    await node.close()
    thinkers.close()
    store.close()


async def swept(node: Node) -> None:
    """The house looks after what is due."""
    await SWEEPS[node].once()


async def pass_time(node: Node, seconds: float) -> None:
    """The site has been up for so long again, and the house looks after what is due."""
    later = update(clock).values(seconds=node.store.clock.now() + seconds)
    await node.store.write(lambda connection: connection.execute(later))
    await swept(node)


async def settled(node: Node) -> None:
    """Wait until no background task runs: bots have answered, messages are sent."""
    while tasks := node.background.running:
        await asyncio.gather(*tasks, return_exceptions=True)


async def people(node: Node, *names: str) -> list[Person]:
    return await node.store.write(lambda connection: [_named(connection, name) for name in names])


def _named(connection: Connection, name: str) -> Person:
    return change_person(connection, new_person(connection, "pl")._replace(name=name))


async def started(
    node: Node, game: str, sitting: Sequence[Person | str], limit: int | None, pace: str = "together"
) -> TableRow:
    """A table with these people, and bots by their names, whose first match runs."""
    seats = [Seat(bot=one) if isinstance(one, str) else Seat(one.id) for one in sitting]
    host = next(one for one in sitting if isinstance(one, Person))
    options = {"pace": pace} if pace else {}
    table = await table_changes.create_table(node, game, options, False, host.id, seats, limit)
    return await node.start_match(table)


async def live_match_of(node: Node, table: TableRow) -> LiveMatch:
    assert table.match
    live = await node.live_match(table.match)
    assert live
    return live


async def say(node: Node, table: TableRow, person: Person, line: str = "", hold: bool = False) -> None:
    """A line of the person's seat that acts: this one, or the first that does not end its part."""
    live = await live_match_of(node, table)
    seat = next(number for number in table.held_by(person.id) if number in live.acting() or line == "undo")
    legal = live.match.game.legal(live.match.state, seat)
    chosen = line or next((write_action(action) for action in legal if action != ("end",)), "end")
    act = Act(type="act", match=live.id, seat=seat, n=live.next_receipt(seat), line=chosen, hold=hold)
    await moves.act(node, await again(node, table), person, act)


async def again(node: Node, table: TableRow) -> TableRow:
    """The table as it is now."""
    found = await node.table(table.id)
    assert found
    return found


async def visit(node: Node, table: TableRow, person: Person) -> int:
    """Play on while there is something to do; how many lines that were."""
    live, said = await live_match_of(node, table), 0
    while any(seat in live.acting() for seat in table.held_by(person.id)):
        await say(node, table, person)
        said += 1
    return said


async def put_on_seat(node: Node, table: TableRow, number: int, seat: Seat) -> TableRow:
    """Change a seat, whoever may do so."""
    return await table_changes.change_seat(node, table.id, number, lambda _: seat)


class Connected:
    """Somebody with an open page."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def table_changed(self) -> None: ...
    def match_changed(self, live: LiveMatch) -> None: ...
    def shows(self, live: LiveMatch) -> bool:
        return False

    def talk_changed(self) -> None: ...
    def outage(self, lasts: bool) -> None: ...
    def disconnect(self) -> None: ...


async def gone_for_good(node: Node, table_id: str, page: Connected) -> None:
    """The page is closed, and nobody comes back in a moment."""
    with patch("tilefolk.server.node.presence.RECONNECT_SECONDS", 0.0):
        node.presence.leave(table_id, page)
        await asyncio.sleep(0.05)
    await settled(node)


async def late_lines(node: Node, match_id: str) -> list[str]:
    query = select(lines.c.line).where(lines.c.match_id == match_id, lines.c.line.startswith("@ late"))
    rows = await node.store.read(lambda connection: connection.execute(query).scalars().all())
    return [str(line) for line in rows]
