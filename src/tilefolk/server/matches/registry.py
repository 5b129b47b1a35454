"""The rooms of a node: matches folded from their records, as long as somebody uses them."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import structlog
from sqlalchemy import Connection, select

from tilefolk.core.chance import new_seed, seal
from tilefolk.core.game import Legacy, Options
from tilefolk.core.match import Header, Match
from tilefolk.games import find
from tilefolk.server import metrics
from tilefolk.server.matches.records import Unreadable
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.rows import folded_lines, store_match, stored_lines
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.schema import matches
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import touch

KEEP = 600.0  # seconds a room without anybody stays folded

log = structlog.get_logger()


class MatchRegistry:
    """`opened` and `closed` are told of every room that comes, and of one that cannot be carried on."""

    def __init__(
        self, store: Store, opened: Callable[[LiveMatch], None], closed: Callable[[LiveMatch], None]
    ) -> None:
        self.unreadable: dict[str, str] = {}  # matches that are only looked at, and why
        self._store, self._opened, self._closed = store, opened, closed
        self._live: dict[str, LiveMatch] = {}
        self._used: dict[str, float] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._live)

    def all(self) -> dict[str, LiveMatch]:
        return dict(self._live)

    def peek(self, match_id: str) -> LiveMatch | None:
        """The room if it is open."""
        return self._live.get(match_id)

    def add(self, live: LiveMatch) -> None:
        self._live[live.id], self._used[live.id] = live, time.monotonic()
        metrics.live_matches.set(len(self._live))

    async def get(self, match_id: str) -> LiveMatch | None:
        """The room of a match, folded from its record if nobody has used it lately."""
        if match_id not in self._live:
            async with self._opening.setdefault(match_id, asyncio.Lock()):
                if match_id not in self._live and match_id not in self.unreadable:
                    with self.reading(match_id):
                        await self._open(match_id)
            self._opening.pop(match_id, None)
        if match_id in self._live:
            self._used[match_id] = time.monotonic()
        return self._live.get(match_id)

    async def _open(self, match_id: str) -> None:
        live = await load_live_match(self._store, match_id)
        if live is not None:
            await live.go_on()
            self.add(live)
            self._opened(live)

    @contextlib.contextmanager
    def reading(self, match_id: str) -> Iterator[None]:
        """A record that cannot be carried on closes its room: the match is only to be looked at."""
        try:
            yield
        except Unreadable as error:
            log.error("match unreadable", match=match_id, why=error.code, error=str(error))
            self.unreadable[match_id] = error.code
            if live := self._leave(match_id):
                self._closed(live)

    def evict_idle(self, used: Callable[[LiveMatch], bool]) -> None:
        """Leave the rooms that nobody has used for long."""
        now = time.monotonic()
        for match_id, live in self.all().items():
            if used(live):
                self._used[match_id] = now
            elif now - self._used[match_id] > KEEP:
                self._leave(match_id)

    def _leave(self, match_id: str) -> LiveMatch | None:
        self._used.pop(match_id, None)
        live = self._live.pop(match_id, None)
        metrics.live_matches.set(len(self._live))
        return live


async def create_match(
    store: Store,
    table: str,
    number: int,
    way: str,
    seats: int,
    options: Options,
    legacy: Sequence[Legacy] = (),
) -> LiveMatch:
    """A new sealed match, stored with what the seats bring along before anybody sees it.

    Raises IntegrityError when the table has that match already.
    """
    game, known = find(way)
    seed = new_seed()
    nonces = tuple(secrets.token_hex(8) for _ in range(seats))
    header = Header(way, known.version, seats, tuple(sorted(options.items())), seal(seed), nonces)
    match, tick = Match(game, header, legacy), store.clock.now()

    def begin(connection: Connection) -> str:
        touch(connection, table)
        store.changes.announce(connection, "table", table)
        return store_match(connection, table, number, seed, match, tick)

    live = LiveMatch(store, await store.write(begin, table), table, seed, match, TurnClock())
    await live.go_on()
    return live


async def load_live_match(store: Store, match_id: str) -> LiveMatch | None:
    """A match from its record; what it owes is written when somebody calls `go_on`. Raises Unreadable."""

    def load(connection: Connection) -> Any:
        row = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
        return (dict(row), stored_lines(connection, match_id)) if row else None

    found = await store.read(load)
    if found is None:
        return None
    row, rows = found
    return LiveMatch(store, match_id, row["table_id"], row["seed"], *folded_lines(row["header"], rows), rows)
