"""How many sockets one person and one network address may have open on a node."""

import contextlib
from collections import Counter
from collections.abc import Iterator

MAX_SOCKETS_PER_PERSON = 20  # tables in tabs, on a few devices
MAX_SOCKETS_PER_ADDRESS = 500  # a school behind one address


class SocketLimits:
    """Counts open sockets by person and by address."""

    def __init__(
        self, per_person: int = MAX_SOCKETS_PER_PERSON, per_address: int = MAX_SOCKETS_PER_ADDRESS
    ) -> None:
        self._per_person, self._per_address = per_person, per_address
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextlib.contextmanager
    def opened(self, person: str, address: str) -> Iterator[bool]:
        """Count a socket while the block runs; yields whether there was room for it."""
        has_room = self._people[person] < self._per_person and self._addresses[address] < self._per_address
        if not has_room:
            yield False
            return
        self._people[person] += 1
        self._addresses[address] += 1
        try:
            yield True
        finally:
            _count_down(self._people, person)
            _count_down(self._addresses, address)


def _count_down(counts: Counter[str], who: str) -> None:
    counts[who] -= 1
    if counts[who] <= 0:
        del counts[who]
