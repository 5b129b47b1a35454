"""Limits of what one person and one network address may ask of a node."""

import time
from collections import Counter

HOUR_SECONDS = 3600
MINUTE_SECONDS = 60
MESSAGES_PER_SECOND, MESSAGE_BURST = 20.0, 60.0  # messages a second on a socket, and how many at once
TESTS_PER_HOUR, TESTS_PER_HOUR_AND_ADDRESS = 5, 60  # test messages of reminders
IMPORTS_PER_HOUR, IMPORTS_PER_HOUR_AND_ADDRESS = 20, 100
LOOKUPS_PER_MINUTE, LOOKUPS_PER_MINUTE_AND_ADDRESS = 6, 30  # host names that are resolved
MAX_LISTED_OF_HOST = 10  # tables of one person on the public list that still have a free seat
CALLS_OF_ADDRESS = 20  # an address may call as often as so many people: some share one


class RateLimits:
    """How often somebody may do what costs something."""

    def __init__(self, calls_per_second: int = 30, newcomers_per_minute: int = 600) -> None:
        self._calls = RateWindow(calls_per_second, 1)
        self._address_calls = RateWindow(calls_per_second * CALLS_OF_ADDRESS, 1)
        self._newcomers = RateWindow(newcomers_per_minute, MINUTE_SECONDS)
        self._tests = PersonAndAddress(TESTS_PER_HOUR, TESTS_PER_HOUR_AND_ADDRESS, HOUR_SECONDS)
        # a site that allows many calls has many people behind one address, as under load
        per_address = max(IMPORTS_PER_HOUR_AND_ADDRESS, calls_per_second)
        self._imports = PersonAndAddress(IMPORTS_PER_HOUR, per_address, HOUR_SECONDS)
        per_address = max(LOOKUPS_PER_MINUTE_AND_ADDRESS, calls_per_second)
        self._lookups = PersonAndAddress(LOOKUPS_PER_MINUTE, per_address, MINUTE_SECONDS)

    def may_call(self, who: str, address: str = "") -> bool:
        """Whether a person may call once more, or an address where nobody is known."""
        return self._calls.allows(who) and (not address or self._address_calls.allows(address))

    def may_come(self, address: str) -> bool:
        return self._newcomers.allows(address)

    def may_test(self, person: str, address: str) -> bool:
        """Whether we send a message just to try it: somebody else may get it, and to be new is easy."""
        return self._tests.allows(person, address)

    def may_import(self, person: str, address: str) -> bool:
        return self._imports.allows(person, address)

    def may_look_up(self, person: str, address: str) -> bool:
        """Whether we ask the name server: each question may take a thread for many seconds."""
        return self._lookups.allows(person, address)


class RateWindow:
    """At most so many in so many seconds, counted by a clock that nobody sets."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds, self._ends_at = most, seconds, 0.0
        self._counts: Counter[str] = Counter()

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        if now >= self._ends_at:
            self._counts.clear()
            self._ends_at = now + self._seconds
        self._counts[who] += 1
        return self._counts[who] <= self._most


class PersonAndAddress:
    """So many for a person, and so many for all people of a network address: to be new is easy."""

    def __init__(self, per_person: int, per_address: int, seconds: float) -> None:
        self._people, self._addresses = RateWindow(per_person, seconds), RateWindow(per_address, seconds)

    def allows(self, person: str, address: str) -> bool:
        return self._people.allows(person) and self._addresses.allows(address)


class MessageAllowance:
    """How many messages a socket's client may still send; who goes on without one overdraws it."""

    def __init__(self) -> None:
        self._left, self._seen_at = MESSAGE_BURST, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(MESSAGE_BURST, self._left + (now - self._seen_at) * MESSAGES_PER_SECOND) - 1
        self._seen_at = now
        return self._left >= 0

    @property
    def overdrawn(self) -> bool:
        return self._left < -MESSAGE_BURST
