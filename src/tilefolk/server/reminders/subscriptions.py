"""How people want to be called back: stored ways to reach them, and who waits to be called."""

import contextlib
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilefolk.server.storage.schema import devices, lines, matches, seats, subscribers, tables

MAX_DEVICES = 10  # devices of one person


class Device(NamedTuple):
    """A browser that takes messages: where to, and the keys that seal them."""

    endpoint: str
    key: str
    secret: str


class Subscriber(NamedTuple):
    """A person who can be called, at which address they know the site."""

    person: str
    site: str
    webhook: str | None = None
    devices: tuple[Device, ...] = ()


class AbsentPlayer(NamedTuple):
    """Somebody who is away while a match of theirs runs, and how long its record is."""

    match: str
    person: str
    head: int


def load_subscriber(connection: Connection, person: str) -> Subscriber:
    row = connection.execute(
        select(subscribers.c.site, subscribers.c.webhook).where(subscribers.c.person == person)
    ).first()
    if row is None:
        return Subscriber(person, "")
    known = select(devices.c.endpoint, devices.c.key, devices.c.secret).where(devices.c.person == person)
    return Subscriber(
        person, row.site, row.webhook, tuple(Device(*found) for found in connection.execute(known))
    )


def set_webhook(connection: Connection, person: str, site: str, webhook: str | None, now: float) -> None:
    _known(connection, person, site, now)
    connection.execute(update(subscribers).where(subscribers.c.person == person).values(webhook=webhook))


def add_device(connection: Connection, person: str, site: str, device: Device, now: float) -> None:
    """A browser belongs to whoever used it last; of too many, the first ones go."""
    _known(connection, person, site, now)
    remove_device(connection, device.endpoint)
    known = load_subscriber(connection, person).devices
    for old in known[: max(0, len(known) - MAX_DEVICES + 1)]:
        remove_device(connection, old.endpoint)
    try:
        with connection.begin_nested():
            connection.execute(insert(devices).values(person=person, **device._asdict()))
    except IntegrityError:  # the same browser on another node in this moment
        same = update(devices).where(devices.c.endpoint == device.endpoint)
        connection.execute(same.values(person=person, **device._asdict()))


def remove_device(connection: Connection, endpoint: str, person: str | None = None) -> None:
    which = delete(devices).where(devices.c.endpoint == endpoint)
    connection.execute(which.where(devices.c.person == person) if person else which)


def mark_seen(connection: Connection, people: Collection[str], now: float) -> None:
    """These are connected to a node now."""
    connection.execute(update(subscribers).where(subscribers.c.person.in_(people)).values(last_seen=now))


def absent_subscribers(connection: Connection, since: float) -> list[AbsentPlayer]:
    """Everybody who can be called, is not connected since then, and plays somewhere."""
    reachable = subscribers.c.webhook.is_not(None) | exists().where(devices.c.person == subscribers.c.person)
    joined = (
        subscribers.join(seats, seats.c.person == subscribers.c.person)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(matches, matches.c.table_id == tables.c.id)
        .join(lines)
    )
    query = select(matches.c.id, subscribers.c.person, func.max(lines.c.seq)).select_from(joined)
    running = query.where(~matches.c.over, ~tables.c.closed, subscribers.c.last_seen < since, reachable)
    return [
        AbsentPlayer(*row) for row in connection.execute(running.group_by(matches.c.id, subscribers.c.person))
    ]


def _known(connection: Connection, person: str, site: str, now: float) -> None:
    known = update(subscribers).where(subscribers.c.person == person).values(site=site, last_seen=now)
    if connection.execute(known).rowcount == 0:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another node may be faster
            connection.execute(insert(subscribers).values(person=person, site=site, last_seen=now))
