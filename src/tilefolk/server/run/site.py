"""Opens a site before it is served: its database, and the keys that are stored in it."""

import asyncio
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
from tilefolk.server.storage.waiting import wait_for_database

log = structlog.get_logger()


class Site(NamedTuple):
    """A site that is ready to be served."""

    store: Store
    vapid: VapidKey
    signer: Signer


def open_site(database: Path | str, data: Path) -> Site:
    """Open a site; wait for a database that does not answer yet. Raises BadDatabase when it never will."""
    logged = False

    async def log_once(error: Unavailable) -> None:
        nonlocal logged
        if not logged:
            log.warning("waiting for the database", error=str(error))
        logged = True

    return asyncio.run(wait_for_database(lambda: _open(database, data), log_once))


async def _open(database: Path | str, data: Path) -> Site:
    try:
        store = Store(database)
    except BadDatabase as error:
        if error.is_temporary:
            raise Unavailable(str(error)) from error
        raise
    try:
        key = await store.write(lambda connection: server_key(connection, data))
        return Site(store, await load_vapid_key(store), Signer(key, store.clock.now))
    except Unavailable:
        store.close()
        raise
