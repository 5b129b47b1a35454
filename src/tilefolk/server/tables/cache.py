"""A cache of the tables this node has used lately."""

from collections.abc import Callable

from tilefolk.server.storage.store import Store
from tilefolk.server.tables.queries import load_tables
from tilefolk.server.tables.table import TableRow


class TableCache:
    """Tables as they are stored. An entry is valid until somebody invalidates it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, TableRow] = {}
        self._invalidations = 0  # a table that was being read during one is not cached

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tables

    def all(self) -> dict[str, TableRow]:
        return dict(self._tables)

    def peek(self, table_id: str) -> TableRow | None:
        """Return a table if it is cached."""
        return self._tables.get(table_id)

    def add(self, table: TableRow) -> None:
        self._tables[table.id] = table

    async def get(self, table_id: str) -> TableRow | None:
        """Return a table, read from the database if it is not cached. Raises Unavailable."""
        if table_id in self._tables:
            return self._tables[table_id]
        invalidations = self._invalidations
        found = await self._store.read(lambda connection: load_tables(connection, [table_id]))
        if found and invalidations == self._invalidations:
            self._tables[table_id] = found[0]
        return found[0] if found else None

    def invalidate(self, table_id: str | None = None) -> None:
        """Drop a table that has changed, or all of them; reads that are under way are not cached either."""
        self._invalidations += 1
        if table_id is None:
            self._tables.clear()
        else:
            self._tables.pop(table_id, None)

    def evict_unused(self, is_used: Callable[[str], bool]) -> None:
        """Drop the tables that nobody uses."""
        self._tables = {table_id: table for table_id, table in self._tables.items() if is_used(table_id)}
