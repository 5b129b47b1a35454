"""Series whose people need not meet: when a match is over, the next one starts by itself."""

import contextlib

from sqlalchemy import Connection, Integer, func, select

from tilefolk.campaign import SERIES
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.series import is_next_match_due
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import matches, tables


class NextMatches:
    """Starts matches that are due. Every node does this; of several that start one, the first counts."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._not_due: dict[str, tuple[int, float]] = {}  # tables looked at in this state: nothing to start

    async def sweep(self) -> None:
        idle = await self._node.store.read(_between_matches)
        self._not_due = {table: state for table, state in self._not_due.items() if table in idle}
        for table_id, state in idle.items():
            if self._not_due.get(table_id) == state:
                continue
            with self._node.failures.isolate("next match", table_id):
                table = await self._node.table_now(table_id)
                if table is not None and is_next_match_due(table):
                    with contextlib.suppress(ApiError):  # a seat was freed, or the table closed, just now
                        await self._node.start_match(table)
                else:
                    self._not_due[table_id] = state


def _between_matches(connection: Connection) -> dict[str, tuple[int, float]]:
    """Tables of series at which no match runs: how many they have played, and when they were last touched."""
    ended = func.sum(matches.c.over.cast(Integer))
    query = (
        select(tables.c.id, func.count(), tables.c.touched)
        .join(matches)
        .where(tables.c.game.in_(SERIES), ~tables.c.closed)
        .group_by(tables.c.id)
        .having(ended == func.count())
    )
    return {table: (played, touched) for table, played, touched in connection.execute(query)}
