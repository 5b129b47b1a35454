"""Series whose people need not meet: when a match is over, the next one starts by itself."""

import contextlib

from sqlalchemy import Connection, select

from tilefolk.campaign import SERIES
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.series import is_next_match_due
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import matches, tables
from tilefolk.server.tables.queries import load_table, mark_next_checked
from tilefolk.server.tables.table import TableRow

MAX_TABLES_PER_SWEEP = 200


class NextMatches:
    """Starts matches that are due. Every node does this; of several that start one, the first counts.

    A finished match is looked at once and marked, and again only when its table changes: a sweep does not
    grow with the matches that were ever played.
    """

    def __init__(self, node: Node) -> None:
        self._node = node

    async def sweep(self) -> None:
        for table_id, is_series in (await self._node.store.read(_unchecked_tables)).items():
            with self._node.failures.isolate("next match", table_id):
                table = await self._find_due(table_id, is_series)
                if table is not None:
                    with contextlib.suppress(ApiError):  # a seat was freed, or the table closed, just now
                        await self._node.start_match(table, wait=False)

    async def _find_due(self, table_id: str, is_series: bool) -> TableRow | None:
        """The table if its next match is due; otherwise mark it."""

        def check(connection: Connection) -> TableRow | None:
            connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            table = load_table(connection, table_id) if is_series else None
            if table is not None and is_next_match_due(table):
                return table
            mark_next_checked(connection, table_id)
            return None

        return await self._node.store.write(check, table_id)


def _unchecked_tables(connection: Connection) -> dict[str, bool]:
    """Tables with a finished match that no sweep has looked at; whether they play a series."""
    unchecked = matches.c.over & ~matches.c.next_checked
    query = select(matches.c.table_id, tables.c.game).join_from(
        matches, tables, matches.c.table_id == tables.c.id
    )
    found = connection.execute(query.where(unchecked).limit(MAX_TABLES_PER_SWEEP))
    return {table: game in SERIES for table, game in found}
