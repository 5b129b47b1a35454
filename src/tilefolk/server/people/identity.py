"""Everybody is somebody at once: a person by signed cookie, and a personal link for other devices."""

import secrets
import time
from collections.abc import Callable, Collection
from random import SystemRandom
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Column, Connection, delete, insert, select, update

from tilefolk.server.storage.schema import metadata, people, seats

PERSON_COOKIE = "tilefolk"
OPERATOR_COOKIE = "tilefolk-operator"  # the operator's cookie
OPERATOR_LINK_SECONDS = 86_400  # seconds the operator's link opens the door, and how long it stays open then


class Person(NamedTuple):
    id: str
    name: str
    language: str


class Signer:
    """Signs who somebody is. The key is a setting that only the server reads; `now` is the house clock."""

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
        return _loaded(self._cookies, text)

    def read_link(self, text: str) -> str | None:
        return _loaded(self._links, text)

    def operator(self) -> str:
        """A key to the operator's page that holds for a day of the house clock."""
        return str(self._operator.dumps(self._now()))

    def is_operator(self, text: str | None) -> bool:
        try:
            since = self._operator.loads(text or "")
        except BadSignature:
            return False
        return isinstance(since, float) and self._now() - since < OPERATOR_LINK_SECONDS


def _loaded(serializer: URLSafeSerializer, text: str | None) -> str | None:
    try:
        person = serializer.loads(text) if text else None
    except BadSignature:
        return None
    return person if isinstance(person, str) else None


def new_person(connection: Connection, language: str) -> Person:
    return _come(connection, f"{_guest(language)} {SystemRandom().randrange(100, 1000)}", language)


def _guest(language: str) -> str:
    return {"en": "Guest", "pl": "Gość"}.get(language, "Guest")


def _come(connection: Connection, name: str, language: str) -> Person:
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
    """Those of them who are nobody here."""
    known = connection.execute(select(people.c.id).where(people.c.id.in_(ids))).scalars()
    return {*ids} - {*known}


def change_person(connection: Connection, person: Person) -> Person:
    values = {"name": person.name, "language": person.language}
    connection.execute(update(people).where(people.c.id == person.id).values(**values))
    return person


def forget_person(connection: Connection, person: Person, stand_in: str) -> None:
    """A nameless guest takes the place of a person, in whose seats a bot plays on; the person is gone.

    Nobody holds the cookie of that guest. What is kept under the person's id alone goes with them.
    """
    guest = _come(connection, "", person.language)  # every reader says "guest" in their own language
    own: list[Column[str]] = []
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column in own or (key.column is people.c.id and key.parent.primary_key):
                own.append(key.parent)
            elif key.column is people.c.id:
                connection.execute(
                    update(table).where(key.parent == person.id).values({key.parent.name: guest.id})
                )
    for column in reversed(own):
        connection.execute(delete(column.table).where(column == person.id))
    connection.execute(update(seats).where(seats.c.person == guest.id).values(stand_in=stand_in))
    connection.execute(delete(people).where(people.c.id == person.id))
