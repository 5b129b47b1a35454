"""A cache of the tables this node has used lately."""

import asyncio
from collections.abc import Callable

from tilefolk.server.storage.store import Store
from tilefolk.server.tables.loading import load_tables
from tilefolk.server.tables.table import TableRow


class TableCache:
    """Tables as they are stored. An entry is valid until somebody invalidates it.

    Whoever asks for a table while it is read waits for that read, unless it was invalidated since it began:
    a table that changes several times in a round of the event loop is read once. `cached` is called with
    every table that comes or has changed.
    """

    def __init__(self, store: Store, cached: Callable[[TableRow], None] = lambda table: None) -> None:
        self._store, self._cached = store, cached
        self._tables: dict[str, TableRow] = {}
        self._reads: dict[str, asyncio.Task[TableRow | None]] = {}
        self._begun: set[asyncio.Task[TableRow | None]] = set()

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tables

    def all(self) -> dict[str, TableRow]:
        return dict(self._tables)

    def peek(self, table_id: str) -> TableRow | None:
        """Return a table if it is cached."""
        return self._tables.get(table_id)

    def add(self, table: TableRow) -> None:
        self._tables[table.id] = table
        self._cached(table)

    async def get(self, table_id: str) -> TableRow | None:
        """Return a table, read from the database if it is not cached. Raises Unavailable."""
        if table_id in self._tables:
            return self._tables[table_id]
        if table_id not in self._reads:
            self._reads[table_id] = asyncio.create_task(self._read(table_id))
        return await asyncio.shield(self._reads[table_id])  # the others wait on if this one is cancelled

    async def _read(self, table_id: str) -> TableRow | None:
        """Read a table, and cache it if it was not invalidated meanwhile."""
        this_read = self._reads[table_id]
        self._begun.add(this_read)
        try:
            found = await self._store.read(lambda connection: load_tables(connection, [table_id]))
            if found and self._reads.get(table_id) is this_read:
                self.add(found[0])
        finally:
            self._begun.discard(this_read)
            if self._reads.get(table_id) is this_read:
                del self._reads[table_id]
        return found[0] if found else None

    def invalidate(self, table_id: str | None = None) -> None:
        """Drop a table that has changed, or all of them; reads that are under way are not cached either."""
        if table_id is None:
            self._tables.clear()
            self._reads = {name: read for name, read in self._reads.items() if read not in self._begun}
        else:
            self._tables.pop(table_id, None)
            if self._reads.get(table_id) in self._begun:
                del self._reads[table_id]

    def evict_unused(self, is_used: Callable[[str], bool]) -> None:
        """Drop the tables that nobody uses."""
        self._tables = {table_id: table for table_id, table in self._tables.items() if is_used(table_id)}
