"""The site clock: how many seconds the site has been up, stored in the database and shared by all nodes.

Nodes advance it by what their monotonic clocks measure, never by the time of day. It stands still while no
node runs and while the database does not answer, because nobody could move then.
"""

import time
from collections.abc import Callable

from sqlalchemy import Connection, select, update

from tilefolk.server.storage.schema import clock

MAX_UNCONFIRMED_SECONDS = 10.0  # how far a node counts on before the database has to confirm it


class SiteClock:
    """One node's reading of the site clock: the last stored value plus what has passed here since."""

    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._reading = seconds, monotonic()

    def now(self) -> float:
        seconds, read_at = self._reading
        return seconds + min(self._monotonic() - read_at, MAX_UNCONFIRMED_SECONDS)

    def advance(self, connection: Connection) -> float:
        """Store our reading unless another node is ahead; return the stored value."""
        mine = self.now()
        connection.execute(update(clock).where(clock.c.seconds < mine).values(seconds=mine))
        return stored_seconds(connection)

    def adopt(self, seconds: float) -> None:
        """Count on from a stored value; the clock never goes back."""
        self._reading = max(seconds, self.now()), self._monotonic()


def stored_seconds(connection: Connection) -> float:
    """Read the site clock as the database has it."""
    return float(connection.execute(select(clock.c.seconds)).scalar_one())
