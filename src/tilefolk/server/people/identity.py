"""People have no accounts: a signed cookie says who somebody is, a personal link does so on other devices."""

import secrets
import time
from collections.abc import Callable, Collection
from random import SystemRandom
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Column, Connection, delete, insert, select, update

from tilefolk.server.storage.schema import metadata, network_bots, people, seats

PERSON_COOKIE = "tilefolk"
OPERATOR_COOKIE = "tilefolk-operator"
OPERATOR_LINK_SECONDS = 86_400  # how long the operator's link is valid, and the cookie it gives


class Person(NamedTuple):
    id: str
    name: str
    language: str


class Signer:
    """Signs cookies and links with the server's key; `now` reads the site clock."""

    def __init__(self, key: str, now: Callable[[], float]) -> None:
        self._now = now
        self._cookies = URLSafeSerializer(key, salt="cookie")
        self._links = URLSafeSerializer(key, salt="link")
        self._operator = URLSafeSerializer(key, salt="operator")

    def cookie(self, person: str) -> str:
        return str(self._cookies.dumps(person))

    def link(self, person: str) -> str:
        return str(self._links.dumps(person))

    def read_cookie(self, text: str | None) -> str | None:
        return _read_signed(self._cookies, text)

    def read_link(self, text: str) -> str | None:
        return _read_signed(self._links, text)

    def operator(self) -> str:
        """Sign a key to the operator's page that is valid for a day of the site clock."""
        return str(self._operator.dumps(self._now()))

    def is_operator(self, text: str | None) -> bool:
        try:
            signed_at = self._operator.loads(text or "")
        except BadSignature:
            return False
        return isinstance(signed_at, float) and self._now() - signed_at < OPERATOR_LINK_SECONDS


def _read_signed(serializer: URLSafeSerializer, text: str | None) -> str | None:
    try:
        person = serializer.loads(text) if text else None
    except BadSignature:
        return None
    return person if isinstance(person, str) else None


def new_person(connection: Connection, language: str) -> Person:
    """Store a newcomer under the name of a guest with a random number."""
    return _store_person(
        connection, f"{_guest_word(language)} {SystemRandom().randrange(100, 1000)}", language
    )


def _guest_word(language: str) -> str:
    return {"en": "Guest", "pl": "Gość"}.get(language, "Guest")


def _store_person(connection: Connection, name: str, language: str) -> Person:
    person = Person(secrets.token_hex(12), name, language)
    connection.execute(insert(people).values(**person._asdict(), created=time.time()))
    return person


def find_person(connection: Connection, person: str | None) -> Person | None:
    if person is None:
        return None
    row = connection.execute(
        select(people.c.id, people.c.name, people.c.language).where(people.c.id == person)
    ).first()
    return Person(*row) if row else None


def unknown_ids(connection: Connection, ids: Collection[str]) -> set[str]:
    """Return those of these ids that belong to nobody (any more)."""
    known = connection.execute(select(people.c.id).where(people.c.id.in_(ids))).scalars()
    return {*ids} - {*known}


def change_person(connection: Connection, person: Person) -> Person:
    """Store a person's new name and language."""
    values = {"name": person.name, "language": person.language}
    connection.execute(update(people).where(people.c.id == person.id).values(**values))
    return person


def forget_person(connection: Connection, person: Person, stand_in: str) -> None:
    """Delete a person. A nameless guest takes their place, and a bot plays on in their seats.

    Nobody has the cookie of that guest. Rows that are the person's alone (their id is part of the key) are
    deleted, with the rows that refer to them; in all others the guest's id replaces theirs.
    """
    guest = _store_person(connection, "", person.language)  # readers see "guest" in their own language
    to_delete: list[Column[str]] = []
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column in to_delete or (key.column is people.c.id and key.parent.primary_key):
                to_delete.append(key.parent)
            elif key.column is people.c.id:
                connection.execute(
                    update(table).where(key.parent == person.id).values({key.parent.name: guest.id})
                )
    for column in reversed(to_delete):
        connection.execute(delete(column.table).where(column == person.id))
    connection.execute(update(seats).where(seats.c.person == guest.id).values(stand_in=stand_in))
    connection.execute(update(network_bots).where(network_bots.c.owner == guest.id).values(token=""))
    connection.execute(delete(people).where(people.c.id == person.id))
