"""Series whose people need not meet: when a match is over, the next one begins by itself."""

from sqlalchemy import Connection, Integer, func, select

from tilefolk.campaign import SERIES
from tilefolk.server.matches.series import goes_on
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import matches, tables


class NextMatches:
    """Every node looks after all series; of several that begin a match, one is the first."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._rests: dict[str, tuple[int, float]] = {}  # tables that were looked at and do not go on

    async def sweep(self) -> None:
        between = await self._node.store.read(_between_matches)
        self._rests = {table: rests for table, rests in self._rests.items() if table in between}
        for table_id, now in between.items():
            if self._rests.get(table_id) == now:
                continue
            table = await self._node.table_now(table_id)
            if table is not None and goes_on(table):
                await self._node.start(table)
            else:
                self._rests[table_id] = now


def _between_matches(connection: Connection) -> dict[str, tuple[int, float]]:
    """Tables of series at which no match runs; how many they have played, and when they were last touched."""
    ended = func.sum(matches.c.over.cast(Integer))
    query = (
        select(tables.c.id, func.count(), tables.c.touched)
        .join(matches)
        .where(tables.c.game.in_(SERIES), ~tables.c.closed)
        .group_by(tables.c.id)
        .having(ended == func.count())
    )
    return {table: (played, touched) for table, played, touched in connection.execute(query)}
