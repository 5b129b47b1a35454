"""The tables a node has lately looked at, as they are stored."""

from collections.abc import Callable

from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import TableRow, load_tables


class TableCache:
    """What is kept here may be trusted until it is said to be outdated."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[str, TableRow] = {}
        self._outdated = 0  # how often something kept has changed

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tables

    def all(self) -> dict[str, TableRow]:
        return dict(self._tables)

    def peek(self, table_id: str) -> TableRow | None:
        """What is kept of it, without a look."""
        return self._tables.get(table_id)

    def add(self, table: TableRow) -> None:
        self._tables[table.id] = table

    async def get(self, table_id: str) -> TableRow | None:
        if table_id in self._tables:
            return self._tables[table_id]
        outdated = self._outdated
        found = await self._store.read(lambda connection: load_tables(connection, [table_id]))
        if found and outdated == self._outdated:
            self._tables[table_id] = found[0]
        return found[0] if found else None

    def invalidate(self, table_id: str | None = None) -> None:
        """A table, or every table, has changed: nothing kept or just being read is to be trusted."""
        self._outdated += 1
        if table_id is None:
            self._tables.clear()
        else:
            self._tables.pop(table_id, None)

    def evict_unused(self, used: Callable[[str], bool]) -> None:
        """Forget what nobody uses."""
        self._tables = {table_id: table for table_id, table in self._tables.items() if used(table_id)}
