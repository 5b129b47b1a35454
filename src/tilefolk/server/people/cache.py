"""The people who came lately, so that whoever comes back is known without a look into the database."""

from tilefolk.server.people.identity import Credential, Person, identify
from tilefolk.server.storage.store import Store

MAX_PEOPLE = 50_000


class PeopleCache:
    """People by what their cookies say, where this node alone changes them: other nodes might, unheard."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: dict[Credential, Person] = {}
        self.generation = 0  # how often somebody has changed

    def peek(self, credential: Credential | None) -> Person | None:
        return self._people.get(credential) if credential else None

    async def get(self, credential: Credential | None) -> Person | None:
        """The person whom a cookie means; None if it is worth nothing (any more). Raises Unavailable."""
        if credential is None:
            return None
        people = self._people  # another one after somebody has changed: what is read meanwhile may be old
        if credential in people:
            return people[credential]
        person = await self._store.read(lambda connection: identify(connection, credential))
        if person is not None and not self._store.shared:
            if len(people) >= MAX_PEOPLE:
                people.clear()
            people[credential] = person
        return person

    def invalidate(self) -> None:
        """Somebody has another name or link, or is gone."""
        self._people = {}
        self.generation += 1
