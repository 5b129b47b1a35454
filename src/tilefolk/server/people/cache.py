"""The people who came lately, so that whoever comes back is known without a look into the database."""

import time

from tilefolk.server.people.identity import Credential, Person, identify
from tilefolk.server.storage.store import Store

MAX_PEOPLE = 10_000
IDLE_SECONDS = 600.0  # how long somebody who does not come is known, at least; at most twice as long


class PeopleCache:
    """People by what their cookies say, where this node alone changes them: other nodes might, unheard."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[Credential, Person] = {}
        self._before: dict[Credential, Person] = {}  # who came in the time before, and has not come since
        self._since = time.monotonic()
        self.generation = 0  # how often somebody has changed

    def __len__(self) -> int:
        return len(self._people) + len(self._before)

    def peek(self, credential: Credential | None) -> Person | None:
        if credential is None:
            return None
        if credential in self._before:
            self._people[credential] = self._before.pop(credential)
        return self._people.get(credential)

    async def get(self, credential: Credential | None) -> Person | None:
        """The person whom a cookie means; None if it is worth nothing (any more). Raises Unavailable."""
        if credential is None:
            return None
        if known := self.peek(credential):
            return known
        generation = self.generation
        person = await self._store.read(lambda connection: identify(connection, credential))
        is_as_read = generation == self.generation  # what was read before somebody has changed may be old
        if person is not None and is_as_read and not self._store.shared:
            if len(self._people) >= MAX_PEOPLE // 2:
                self._age()
            self._people[credential] = person
        return person

    def evict_idle(self) -> None:
        """Forget who has not come for IDLE_SECONDS."""
        if time.monotonic() - self._since >= IDLE_SECONDS:
            self._age()

    def _age(self) -> None:
        self._people, self._before, self._since = {}, self._people, time.monotonic()

    def invalidate(self) -> None:
        """Somebody has another name or link, or is gone."""
        self._people, self._before = {}, {}
        self.generation += 1
