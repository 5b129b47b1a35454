"""Matches that start without a word: of series whose people need not meet, and rematches all agreed to."""

import contextlib

from sqlalchemy import Connection, select

from tilefolk.server.errors import ApiError
from tilefolk.server.matches.rematch import is_agreed
from tilefolk.server.matches.series import is_next_match_due
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import matches, tables
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.queries import mark_next_checked
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
        for table_id in await self._node.store.read(_unchecked_tables):
            with self._node.failures.isolate("next match", table_id):
                table = await self._find_due(table_id)
                if table is not None:
                    with contextlib.suppress(ApiError):  # a seat was freed, or the table closed, just now
                        await self._node.start_match(table, wait=False)

    async def _find_due(self, table_id: str) -> TableRow | None:
        """The table if its next match is due; otherwise mark it."""

        def check(connection: Connection) -> TableRow | None:
            connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            table = load_table(connection, table_id)
            if is_next_match_due(table) or is_agreed(table):
                return table
            mark_next_checked(connection, table_id)
            return None

        return await self._node.store.write(check, table_id)


def _unchecked_tables(connection: Connection) -> list[str]:
    """Tables with a finished match that no sweep has looked at."""
    query = select(matches.c.table_id).where(matches.c.over & ~matches.c.next_checked)
    return list(connection.execute(query.distinct().limit(MAX_TABLES_PER_SWEEP)).scalars())
