"""Bots that play over the network: people of their own with an owner, who come in by a token."""

import hashlib
import secrets
import time
from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from tilefolk.server.people.identity import PERSON_COLUMNS, Person, raise_version
from tilefolk.server.storage.schema import devices, network_bots, people, subscribers
from tilefolk.server.storage.statements import ByIds

MAX_BOTS = 10  # of one owner
TOKEN_PREFIX = "tfbot_"  # so that a lost token is recognised
REVOKED = ""

BOT_OWNERS = ByIds(
    network_bots.c.person,
    lambda among: (
        select(network_bots.c.person, people.c.name)
        .select_from(network_bots.join(people, network_bots.c.owner == people.c.id))
        .where(among)
    ),
)


class NetworkBot(NamedTuple):
    """A bot as its owner sees it."""

    id: str
    name: str
    created: float


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(24)


def _digest(token: str) -> str:
    """What is stored of a token: whoever reads the database cannot come in with it."""
    return hashlib.sha256(token.encode()).hexdigest()


def bots_of(connection: Connection, owner: str) -> list[NetworkBot]:
    """The bots of a person whose tokens hold, the oldest first."""
    joined = network_bots.join(people, network_bots.c.person == people.c.id)
    query = select(people.c.id, people.c.name, people.c.created).select_from(joined)
    mine = (network_bots.c.owner == owner) & (network_bots.c.token != REVOKED)
    return [NetworkBot(*row) for row in connection.execute(query.where(mine).order_by(people.c.created))]


def ids_of_bots(connection: Connection, owner: str) -> list[str]:
    """All bots of a person, those that were revoked included."""
    return list(
        connection.execute(select(network_bots.c.person).where(network_bots.c.owner == owner)).scalars()
    )


def add_bot(connection: Connection, owner: Person, name: str, token: str) -> NetworkBot | None:
    """A new bot of this person; None if they have as many as they may."""
    counted = select(func.count()).where(
        (network_bots.c.owner == owner.id) & (network_bots.c.token != REVOKED)
    )
    if connection.execute(counted).scalar_one() >= MAX_BOTS:
        return None
    bot = NetworkBot(secrets.token_hex(12), name, time.time())
    connection.execute(insert(people).values(**bot._asdict(), language=owner.language))
    connection.execute(insert(network_bots).values(person=bot.id, owner=owner.id, token=_digest(token)))
    return bot


def renew_token(connection: Connection, owner: str, bot: str, token: str) -> bool:
    """Give a bot another token, or none (`REVOKED`); False if this person has no such bot.

    All that it had by the old one ends, its reminders too: a thief may have turned them on.
    """
    known = (
        (network_bots.c.person == bot) & (network_bots.c.owner == owner) & (network_bots.c.token != REVOKED)
    )
    stored = _digest(token) if token else REVOKED
    if connection.execute(update(network_bots).where(known).values(token=stored)).rowcount == 0:
        return False
    raise_version(connection, bot)
    connection.execute(delete(devices).where(devices.c.person == bot))
    connection.execute(delete(subscribers).where(subscribers.c.person == bot))
    return True


def find_bot_person(connection: Connection, token: str) -> Person | None:
    """The bot behind a token."""
    joined = network_bots.join(people, network_bots.c.person == people.c.id)
    query = select(*PERSON_COLUMNS).select_from(joined).where(network_bots.c.token == _digest(token))
    row = connection.execute(query).first()
    return Person(*row) if row else None


def owners(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Of these people those that are bots, each with the name of its owner."""
    return {row.person: row.name for row in BOT_OWNERS.execute(connection, [*ids])}
