"""The house clock: how many seconds the site has been up, kept in the database and shared by all nodes.

It is moved on by what a node's monotonic clock measures, never by the time of day. It stands still while no
node runs, and while the database does not answer: nobody could move then.
"""

import time
from collections.abc import Callable

from sqlalchemy import Connection, select, update

from tilefolk.server.storage.schema import clock

MAX_UNCONFIRMED_SECONDS = 10.0  # seconds a node counts by itself before the database has to agree


class SiteClock:
    """A node's reading of the clock: what was stored last, and what has passed here since."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._read = seconds, monotonic()

    def now(self) -> float:
        seconds, at = self._read
        return seconds + min(self._monotonic() - at, MAX_UNCONFIRMED_SECONDS)

    def advance(self, connection: Connection) -> float:
        """Store our reading unless another node is ahead; what all agree on now."""
        mine = self.now()
        connection.execute(update(clock).where(clock.c.seconds < mine).values(seconds=mine))
        return stored_seconds(connection)

    def adopt(self, seconds: float) -> None:
        self._read = max(seconds, self.now()), self._monotonic()


def stored_seconds(connection: Connection) -> float:
    return float(connection.execute(select(clock.c.seconds)).scalar_one())
