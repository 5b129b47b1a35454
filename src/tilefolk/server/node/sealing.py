"""How people take part in the draws: browsers commit, a start asks for nonces, nobody waits long."""

import asyncio
import contextlib
import time
from typing import Protocol

from sqlalchemy import Connection

from tilefolk.server.errors import ApiError, Unavailable
from tilefolk.server.messages import Commit, Reveal
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.store import Store
from tilefolk.server.tables import next_seal
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.queries import touch
from tilefolk.server.tables.table import TableRow

REVEAL_SECONDS = 3.0  # whoever has not shown their nonce by then is left out
POLL_SECONDS = 0.03  # between two looks whether the match has started


class SealingHost(Protocol):
    """What sealing needs of its node."""

    store: Store

    async def table(self, table_id: str) -> TableRow | None: ...
    async def reload_table(self, table_id: str) -> TableRow: ...
    async def create_next_match(self, table: TableRow) -> TableRow: ...
    def people_at(self, table: TableRow) -> set[str]: ...


class Sealing:
    """Takes commitments and nonces, and says when a match may be stored."""

    def __init__(self, host: SealingHost) -> None:
        self._host = host

    async def commit(self, table_id: str, person: Person, message: Commit) -> bool:
        """Take a commitment; False when it does not count, or the database does not answer.

        A browser sends what is not in the table again when the table is next shown.
        """

        def job(connection: Connection) -> bool:
            table = load_table(connection, table_id)
            counts = _may_commit(table, person, message) and next_seal.commit(
                connection, table_id, message.number, message.seat, person.id, message.commitment
            )
            if counts:
                self._announce(connection, table_id)
            return counts

        with contextlib.suppress(Unavailable):
            counts = await self._host.store.write(job, table_id)
            if counts:
                await self._host.reload_table(table_id)
            return counts
        return False

    async def withdraw(self, table_id: str, person: Person, commitment: str) -> None:
        """Forget what a browser that is gone committed to: it could not show its nonce."""

        def job(connection: Connection) -> bool:
            is_gone = next_seal.withdraw(connection, table_id, person.id, commitment)
            if is_gone:
                self._announce(connection, table_id)
            return is_gone

        with contextlib.suppress(Unavailable):  # the start leaves out those who are away
            if await self._host.store.write(job, table_id):
                await self._host.reload_table(table_id)

    async def reveal(self, table_id: str, person: Person, message: Reveal) -> None:
        """Take a nonce; with the last one the match begins."""
        with contextlib.suppress(Unavailable):  # sent again with the next table
            await self._reveal(table_id, person, message)

    async def _reveal(self, table_id: str, person: Person, message: Reveal) -> None:
        are_all_known = await self._host.store.write(
            lambda connection: next_seal.reveal(
                connection, table_id, message.number, message.seat, person.id, message.nonce
            ),
            table_id,
        )
        table = await self._host.table(table_id)
        if are_all_known and table is not None and table.number + 1 == message.number:
            with contextlib.suppress(ApiError):  # a seat was freed just now: whoever starts again is told
                await self._host.create_next_match(table)

    async def is_ready(self, table: TableRow, wait: bool) -> bool:
        """Whether the next match is to be stored now: nonces are known, nobody has any, or time is up.

        Asks for the nonces first. Without `wait` somebody has to ask again after REVEAL_SECONDS.
        """
        host, number = self._host, table.number + 1
        if table.next_seal is None:
            return True
        here, now = host.people_at(table), host.store.clock.now()

        def job(connection: Connection) -> float | None:
            asked = next_seal.ask_for_nonces(connection, table.id, number, here, now)
            if asked == now:
                touch(connection, table.id)
                self._announce(connection, table.id)
            return asked

        asked = await host.store.write(job, table.id)
        if asked is None:
            return True
        await host.reload_table(table.id)
        seconds_left = min(asked + REVEAL_SECONDS - now, REVEAL_SECONDS)
        if wait and seconds_left > 0:
            return not await self._has_started(table.id, number, seconds_left)
        return seconds_left <= 0

    async def _has_started(self, table_id: str, number: int, seconds: float) -> bool:
        """Wait until the match is there, which the last nonce brings about, but not longer than that."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            table = await self._host.table(table_id)
            if table is not None and table.number >= number:
                return True
            await asyncio.sleep(POLL_SECONDS)
        return False

    def _announce(self, connection: Connection, table_id: str) -> None:
        self._host.store.changes.announce(connection, "table", table_id)


def _may_commit(table: TableRow, person: Person, message: Commit) -> bool:
    """Whether the person's first seat takes part in the table's next match."""
    is_between = (table.match is None or table.over) and not table.closed
    is_theirs = table.held_by(person.id)[:1] == [message.seat]
    return (
        is_between
        and is_theirs
        and message.number == table.number + 1
        and len(table.people) >= next_seal.LEAST_PEOPLE
    )
