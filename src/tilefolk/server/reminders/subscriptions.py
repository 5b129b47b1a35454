"""Subscribers in the database: how people want to be reminded, and which of them are away."""

import contextlib
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilefolk.server.storage.schema import devices, matches, seats, subscribers, tables
from tilefolk.server.tables.queries import record_length

MAX_DEVICES = 10  # of one person


class Device(NamedTuple):
    """A browser that takes pushes: the address of its push service, and the keys that encrypt for it."""

    endpoint: str
    key: str
    secret: str


class Subscriber(NamedTuple):
    """A person who wants reminders; `site` is the address at which they know the site."""

    person: str
    site: str
    webhook: str | None = None
    devices: tuple[Device, ...] = ()


class AbsentPlayer(NamedTuple):
    """A subscriber who is away while a match of theirs runs; `head` is the length of its record."""

    match: str
    person: str
    head: int


def load_subscriber(connection: Connection, person: str) -> Subscriber:
    """Load how a person wants to be reminded; without a webhook and devices if they do not."""
    row = connection.execute(
        select(subscribers.c.site, subscribers.c.webhook).where(subscribers.c.person == person)
    ).first()
    if row is None:
        return Subscriber(person, "")
    theirs = select(devices.c.endpoint, devices.c.key, devices.c.secret).where(devices.c.person == person)
    return Subscriber(
        person, row.site, row.webhook, tuple(Device(*found) for found in connection.execute(theirs))
    )


def set_webhook(connection: Connection, person: str, site: str, webhook: str | None, now: float) -> None:
    """Store the webhook of a person; None removes it."""
    _store_subscriber(connection, person, site, now)
    connection.execute(update(subscribers).where(subscribers.c.person == person).values(webhook=webhook))


def add_device(connection: Connection, person: str, site: str, device: Device, now: float) -> None:
    """Store a browser of a person. It belongs to whoever used it last; the oldest of too many go."""
    _store_subscriber(connection, person, site, now)
    remove_device(connection, device.endpoint)
    others = load_subscriber(connection, person).devices
    for old in others[: max(0, len(others) - MAX_DEVICES + 1)]:
        remove_device(connection, old.endpoint)
    try:
        with connection.begin_nested():
            connection.execute(insert(devices).values(person=person, **device._asdict()))
    except IntegrityError:  # another node stored the same browser in this moment
        same = update(devices).where(devices.c.endpoint == device.endpoint)
        connection.execute(same.values(person=person, **device._asdict()))


def remove_device(connection: Connection, endpoint: str, person: str | None = None) -> None:
    """Delete a browser; with `person`, only if it is theirs."""
    which = delete(devices).where(devices.c.endpoint == endpoint)
    connection.execute(which.where(devices.c.person == person) if person else which)


def mark_seen(connection: Connection, people: Collection[str], now: float) -> None:
    """Note that these people are connected to a node now."""
    connection.execute(update(subscribers).where(subscribers.c.person.in_(people)).values(last_seen=now))


def absent_subscribers(connection: Connection, since: float) -> list[AbsentPlayer]:
    """Find the subscribers in running matches whom no node has seen since then (site clock)."""
    reachable = subscribers.c.webhook.is_not(None) | exists().where(devices.c.person == subscribers.c.person)
    joined = (
        subscribers.join(seats, seats.c.person == subscribers.c.person)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(matches, matches.c.table_id == tables.c.id)
    )
    query = select(matches.c.id, subscribers.c.person, record_length()).select_from(joined)
    running = query.where(~matches.c.over, ~tables.c.closed, subscribers.c.last_seen < since, reachable)
    found = {(match, person): head or 0 for match, person, head in connection.execute(running)}
    return [AbsentPlayer(match, person, head) for (match, person), head in found.items()]


def _store_subscriber(connection: Connection, person: str, site: str, now: float) -> None:
    """Note that a person subscribes, at which address of the site, and that they are here now."""
    existing = update(subscribers).where(subscribers.c.person == person).values(site=site, last_seen=now)
    if connection.execute(existing).rowcount == 0:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another node may be faster
            connection.execute(insert(subscribers).values(person=person, site=site, last_seen=now))
