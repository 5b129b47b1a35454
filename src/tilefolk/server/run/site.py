"""What has to be there before anybody is served: the database, and the keys of the site in it."""

import asyncio
import time
from pathlib import Path
from typing import NamedTuple

import structlog

from tilefolk.server.people.identity import Signer, server_key
from tilefolk.server.reminders.reminders import site_sender
from tilefolk.server.reminders.web_push import VapidKey
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.store import Store, Unavailable

AGAIN = 1.0  # seconds before a database that does not answer is asked again

log = structlog.get_logger()


class Site(NamedTuple):
    """A site that can be served."""

    store: Store
    sender: VapidKey
    signer: Signer


def open_site(database: Path | str, data: Path) -> Site:
    """Waits for a database that does not answer yet. Raises BadDatabase when it never will."""
    told = False
    while True:
        try:
            return asyncio.run(_opened(database, data))
        except (Unavailable, BadDatabase) as error:
            if isinstance(error, BadDatabase) and not error.passes:
                raise
            if not told:
                log.warning("waiting for the database", error=str(error))
            told = True
        time.sleep(AGAIN)


async def _opened(database: Path | str, data: Path) -> Site:
    store = Store(database)
    try:
        key = await store.write(lambda connection: server_key(connection, data))
        return Site(store, await site_sender(store), Signer(key, store.clock.now))
    except Unavailable:
        store.close()
        raise
