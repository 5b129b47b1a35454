"""Isolates duties, matches and tables from each other: a failure of one is logged and ends nothing else."""

import contextlib
from collections.abc import Iterator

import structlog

from tilefolk.server.errors import Unavailable

log = structlog.get_logger()


class Failures:
    """Logs each failure once with its id, not at every sweep; again only after it worked in between."""

    def __init__(self) -> None:
        self._failing: set[tuple[str, str]] = set()

    @contextlib.contextmanager
    def isolate(self, duty: str, about: str = "") -> Iterator[None]:
        """Log what the block raises. `about` is the id of the match or table that the duty looks at.

        Unavailable is raised on: the database is gone for all of them.
        """
        try:
            yield
        except Unavailable:
            raise
        except Exception as error:
            if (duty, about) not in self._failing:
                self._failing.add((duty, about))
                log.error("duty failed", duty=duty, about=about, error=repr(error))
        else:
            self._failing.discard((duty, about))
