"""How long people have been away from their tables, as far as this node has seen."""

import asyncio
from collections.abc import Callable, Collection

from tilefolk.defaults import STAND_IN_GRACE_SECONDS
from tilefolk.server.storage.site_clock import SiteClock
from tilefolk.server.tables.table import TableRow


class AwayTimes:
    """Since when (site clock) this node has seen each person away from a table.

    Whoever it has not looked for yet counts as away from now on, so nobody is ever away too early.
    Callback `changed`: somebody has been away for long enough at a table.
    """

    def __init__(
        self,
        clock: Callable[[], SiteClock],
        changed: Callable[[str], None],
        grace_seconds: float = STAND_IN_GRACE_SECONDS,
    ) -> None:
        self._clock, self._changed = clock, changed
        self.grace_seconds = grace_seconds
        self._since: dict[str, dict[str, float]] = {}

    def long_away(self, table: TableRow, here: Collection[str]) -> set[str]:
        """The people of a table who have been away for as long as the grace."""
        now, before = self._clock().now(), self._since.get(table.id, {})
        since = {person: before.get(person, now) for person in table.people - {*here}}
        self._since[table.id] = since
        if since.keys() - before.keys():
            asyncio.get_running_loop().call_later(self.grace_seconds, self._grace_over, table.id)
        return {person for person, at in since.items() if now - at >= self.grace_seconds}

    def _grace_over(self, table_id: str) -> None:
        """Nothing has changed where everybody has come."""
        if self._since.get(table_id):
            self._changed(table_id)

    def forget(self, table_id: str) -> None:
        """Nobody here follows who comes to this table: count anew."""
        self._since.pop(table_id, None)

    def keep(self, is_followed: Callable[[str], bool]) -> None:
        """Forget all other tables."""
        self._since = {table: since for table, since in self._since.items() if is_followed(table)}
