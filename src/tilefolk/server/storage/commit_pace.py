"""When the next commit begins: at once, or a little later where others are likely to come along.

Syncing a file takes the processor as long as everything else a line needs of the database, however many lines
there are. So when many matches are played, commits keep a distance, and lines that come meanwhile share one.
A single table never waits.
"""

from collections.abc import Iterable

DISTANCE_SECONDS = 0.01  # between the beginnings of two commits; nobody notices it at a table
BUSY_MATCHES = 4  # so many others have written lately: company is likely
RECENT_SECONDS = 0.1


class CommitPace:
    """Knows when the last commit began and which matches have written lately. Times are of one clock."""

    def __init__(self) -> None:
        self._began = 0.0
        self._wrote: dict[str, float] = {}  # matches by the time they wrote last, the latest at the end

    def delay(self, now: float) -> float:
        """How many seconds the next commit still waits for company."""
        wrote = self._wrote
        while wrote and now - wrote[first := next(iter(wrote))] > RECENT_SECONDS:
            del wrote[first]
        return max(0.0, self._began + DISTANCE_SECONDS - now) if len(wrote) >= BUSY_MATCHES else 0.0

    def began(self, now: float, matches: Iterable[str]) -> None:
        """A commit with lines of these matches begins."""
        self._began = now
        for match in matches:
            self._wrote.pop(match, None)
            self._wrote[match] = now
