"""Opens a site before it is served: its database, and the keys that are stored in it."""

import asyncio
import time
from pathlib import Path
from typing import NamedTuple

import structlog

from tilefolk.server.errors import Unavailable
from tilefolk.server.people.identity import Signer
from tilefolk.server.reminders.reminders import load_vapid_key
from tilefolk.server.reminders.web_push import VapidKey
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.settings import server_key
from tilefolk.server.storage.store import Store

RETRY_SECONDS = 1.0  # before a database that does not answer is asked again

log = structlog.get_logger()


class Site(NamedTuple):
    """A site that can be served."""

    store: Store
    vapid: VapidKey
    signer: Signer


def open_site(database: Path | str, data: Path) -> Site:
    """Open a site; wait for a database that does not answer yet. Raises BadDatabase when it never will."""
    logged = False
    while True:
        try:
            return asyncio.run(_open(database, data))
        except (Unavailable, BadDatabase) as error:
            if isinstance(error, BadDatabase) and not error.passes:
                raise
            if not logged:
                log.warning("waiting for the database", error=str(error))
            logged = True
        time.sleep(RETRY_SECONDS)


async def _open(database: Path | str, data: Path) -> Site:
    store = Store(database)
    try:
        key = await store.write(lambda connection: server_key(connection, data))
        return Site(store, await load_vapid_key(store), Signer(key, store.clock.now))
    except Unavailable:
        store.close()
        raise
