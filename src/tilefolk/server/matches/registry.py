"""The live matches of a node: each folded from its record when asked for, dropped when nobody uses it."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import structlog
from sqlalchemy import Connection, select

from tilefolk.core.chance import open_seed, seal
from tilefolk.core.game import AnyGame, Mode
from tilefolk.core.match import Header, Match
from tilefolk.core.sealing import COMMITTED
from tilefolk.games import find
from tilefolk.server import metrics
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.records import (
    FOLDER,
    Unreadable,
    fold_aside,
    insert_match,
    select_rows,
)
from tilefolk.server.matches.series import NextMatch
from tilefolk.server.matches.turn_clock import TurnClock
from tilefolk.server.storage.schema import matches
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.next_seal import take_seal
from tilefolk.server.tables.queries import lock_table, mark_next_checked
from tilefolk.server.tables.table import TableRow
from tilefolk.threads import run_in_pool

IDLE_SECONDS = 600.0  # how long a running match that nobody watches stays in memory
OVER_SECONDS = 60.0  # how long one that is over does: its people may come back to look at it

log = structlog.get_logger()


class MatchRegistry:
    """Live matches by id. Callbacks: `loaded` when a match was folded, `lost` when it turned unreadable."""

    def __init__(
        self,
        store: Store,
        loaded: Callable[[LiveMatch], None],
        lost: Callable[[LiveMatch], None],
        hold_seconds: float = 0.0,
    ) -> None:
        self.unreadable: dict[str, str] = {}  # matches that can only be looked at, and why
        self._store, self._loaded, self._lost = store, loaded, lost
        self._hold_seconds = hold_seconds
        self._matches: dict[str, LiveMatch] = {}
        self._last_used: dict[str, float] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    def __len__(self) -> int:
        return len(self._matches)

    def all(self) -> dict[str, LiveMatch]:
        return dict(self._matches)

    def peek(self, match_id: str) -> LiveMatch | None:
        """The match if it is in memory."""
        return self._matches.get(match_id)

    def add(self, live: LiveMatch) -> None:
        live.hold.seconds = self._hold_seconds
        self._matches[live.id], self._last_used[live.id] = live, time.monotonic()
        metrics.live_matches.set(len(self._matches))

    async def get(self, match_id: str) -> LiveMatch | None:
        """The match, folded from its record if it is not in memory; None when missing or unreadable."""
        if match_id not in self._matches:
            async with self._loading.setdefault(match_id, asyncio.Lock()):
                if match_id not in self._matches and match_id not in self.unreadable:
                    with self.catch_unreadable(match_id):
                        await self._load(match_id)
            self._loading.pop(match_id, None)
        if match_id in self._matches:
            self._last_used[match_id] = time.monotonic()
        return self._matches.get(match_id)

    async def _load(self, match_id: str) -> None:
        live = await load_live_match(self._store, match_id)
        if live is not None:
            live.hold.seconds = self._hold_seconds
            await live.write_due_lines()
            self.add(live)
            self._loaded(live)

    @contextlib.contextmanager
    def catch_unreadable(self, match_id: str) -> Iterator[None]:
        """When the block finds the record unreadable: log it, drop the match, remember why."""
        try:
            yield
        except Unreadable as error:
            log.error("match unreadable", match=match_id, why=error.code, error=str(error))
            self.unreadable[match_id] = error.code
            if live := self._drop(match_id):
                self._lost(live)

    def evict_idle(self, is_watched: Callable[[LiveMatch], bool]) -> None:
        """Drop the matches that nobody has used for IDLE_SECONDS, finished ones after OVER_SECONDS."""
        now = time.monotonic()
        for match_id, live in self.all().items():
            if is_watched(live):
                self._last_used[match_id] = now
            elif now - self._last_used[match_id] > (OVER_SECONDS if live.over else IDLE_SECONDS):
                self._drop(match_id)

    def _drop(self, match_id: str) -> LiveMatch | None:
        self._last_used.pop(match_id, None)
        live = self._matches.pop(match_id, None)
        metrics.live_matches.set(len(self._matches))
        return live


async def create_match(
    store: Store,
    table: str,
    number: int,
    seats: int,
    planned: NextMatch,
    check: Callable[[TableRow], None] = lambda table: None,
    practice: str = "",
) -> LiveMatch:
    """Store a new match under the table's seal with what the seats bring along, then draw its first cards.

    `practice` is a public word from which the draws follow instead: everybody could know them, and the match
    counts nowhere.

    `check` looks at the table inside the transaction. Raises what it raises, and IntegrityError when the
    table already has a match of that number.
    """
    game, known = await run_in_pool(FOLDER, _prepare, planned, seats)
    tick = store.clock.now()

    def begin(connection: Connection) -> tuple[str, bytes, Match]:
        check(lock_table(connection, table))
        mark_next_checked(connection, table)
        store.changes.announce(connection, "table", table)
        header = Header(
            planned.mode,
            known.version,
            seats,
            tuple(sorted(planned.options.items())),
            lineup=planned.lineup,
        )
        if practice:
            seed = open_seed(practice)
            header = header._replace(seal=seal(seed), open_seed=practice, practice=True)
        else:
            seed, parts = take_seal(connection, table, number)
            header = header._replace(seal=seal(seed), sealing=COMMITTED, parts=parts)
        match = Match(game, header, planned.legacy, planned.asleep)
        return insert_match(connection, table, number, seed, match, tick), seed, match

    match_id, seed, match = await store.write(begin, table)
    live = LiveMatch(store, match_id, table, seed, match, TurnClock())
    await live.write_due_lines()
    return live


def _prepare(planned: NextMatch, seats: int) -> tuple[AnyGame, Mode]:
    """Find what is played and set it up once: neither the event loop nor the store waits for its files."""
    game, mode = find(planned.mode)
    resting = [seat.legacy for seat in planned.asleep]
    game.setup(planned.mode, seats, planned.options, planned.legacy, mode.version, resting)
    return game, mode


async def load_live_match(store: Store, match_id: str) -> LiveMatch | None:
    """Fold a match from its record; call `write_due_lines` to write what it owes. Raises Unreadable."""

    def load(connection: Connection) -> Any:
        row = connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
        return (dict(row), select_rows(connection, match_id)) if row else None

    found = await store.read(load)
    if found is None:
        return None
    row, rows = found
    folded = await fold_aside(row["header"], rows)
    return LiveMatch(store, match_id, row["table_id"], row["seed"], *folded, rows)
