"""People have no accounts: a signed cookie says who somebody is, a personal link does so on other devices."""

import secrets
import time
from collections.abc import Callable, Collection
from random import SystemRandom
from typing import Any, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Column, Connection, delete, exists, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilefolk.server.storage.schema import metadata, network_bots, people, used_keys

PERSON_COOKIE = "tilefolk"
OPERATOR_COOKIE = "tilefolk-operator"
DELETED = ""  # the name of somebody who was deleted: readers see "guest" in their own language
OPERATOR_LINK_SECONDS = 86_400  # how long the operator's link is valid, and the cookie it gives


PERSON_COLUMNS = people.c.id, people.c.name, people.c.language, people.c.link_version


class Person(NamedTuple):
    """`link_version` counts renewals of the link or token: what was given before is worth nothing."""

    id: str
    name: str
    language: str
    link_version: int = 0

    @property
    def credential(self) -> "Credential":
        return Credential(self.id, self.link_version)


class Credential(NamedTuple):
    """What a signed cookie or link says: who somebody is, and by which version of their link."""

    person: str
    version: int = 0


class Signer:
    """Signs cookies and links with the server's key; `now` reads the site clock.

    Each purpose has a salt of its own: a link is no cookie, and the operator's cookie is no key.
    """

    def __init__(self, key: str, now: Callable[[], float]) -> None:
        self._now = now
        self._cookies = URLSafeSerializer(key, salt="cookie")
        self._links = URLSafeSerializer(key, salt="link")
        self._operator_keys = URLSafeSerializer(key, salt="operator-key")
        self._operator_cookies = URLSafeSerializer(key, salt="operator-cookie")

    def cookie(self, person: Person) -> str:
        return str(self._cookies.dumps(person.credential))

    def link(self, person: Person) -> str:
        return str(self._links.dumps(person.credential))

    def read_cookie(self, text: str | None) -> Credential | None:
        return _read_credential(self._cookies, text)

    def read_link(self, text: str) -> Credential | None:
        return _read_credential(self._links, text)

    def operator_key(self) -> str:
        """Sign a key to the operator's page: for one use, within a day of the site clock."""
        return str(self._operator_keys.dumps([secrets.token_hex(12), self._now()]))

    def read_operator_key(self, text: str) -> str | None:
        """The id of a key that is signed and not too old; whether it was used, the store knows."""
        return self._read_dated(self._operator_keys, text)

    def operator_cookie(self) -> str:
        return str(self._operator_cookies.dumps(["", self._now()]))

    def is_operator(self, cookie: str | None) -> bool:
        return self._read_dated(self._operator_cookies, cookie) is not None

    def _read_dated(self, serializer: URLSafeSerializer, text: str | None) -> str | None:
        match _read_signed(serializer, text):
            case [str(name), float(signed_at)] if self._now() - signed_at < OPERATOR_LINK_SECONDS:
                return name
        return None


def _read_signed(serializer: URLSafeSerializer, text: str | None) -> Any:
    try:
        return serializer.loads(text) if text else None
    except BadSignature:
        return None


def _read_credential(serializer: URLSafeSerializer, text: str | None) -> Credential | None:
    match _read_signed(serializer, text):
        case str(person):  # before links could be renewed
            return Credential(person)
        case [str(person), int(version)]:
            return Credential(person, version)
    return None


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


def find_person(connection: Connection, person: str) -> Person | None:
    row = connection.execute(select(*PERSON_COLUMNS).where(people.c.id == person)).first()
    return Person(*row) if row else None


def identify(connection: Connection, credential: Credential | None) -> Person | None:
    """Find the person whom a cookie or link means, unless the link was renewed since.

    Bots are never meant: they come in by their token alone.
    """
    if credential is None:
        return None
    is_theirs = (people.c.id == credential.person) & (people.c.link_version == credential.version)
    is_bot = exists().where(network_bots.c.person == people.c.id)
    row = connection.execute(select(*PERSON_COLUMNS).where(is_theirs & ~is_bot)).first()
    return Person(*row) if row else None


def renew_link(connection: Connection, person: Person) -> Person:
    """Make all links and cookies of a person worthless; new ones carry the next version."""
    raise_version(connection, person.id)
    found = find_person(connection, person.id)
    assert found is not None
    return found


def raise_version(connection: Connection, person: str) -> None:
    """Make worthless what a person or a bot has come in by so far."""
    raised = people.c.link_version + 1
    connection.execute(update(people).where(people.c.id == person).values(link_version=raised))


def use_operator_key(connection: Connection, key: str, now: float) -> bool:
    """Note that a key to the operator's page is used; False where it was used before."""
    connection.execute(delete(used_keys).where(used_keys.c.used < now - OPERATOR_LINK_SECONDS))
    try:
        with connection.begin_nested():
            connection.execute(insert(used_keys).values(id=key, used=now))
    except IntegrityError:
        return False
    return True


def find_outdated(connection: Connection, held: Collection[Credential]) -> set[Credential]:
    """Return those of these credentials that are worth nothing (any more)."""
    versions = select(people.c.id, people.c.link_version).where(people.c.id.in_({one.person for one in held}))
    return {*held} - {Credential(*row) for row in connection.execute(versions)}


def change_person(connection: Connection, person: Person) -> Person:
    """Store a person's new name and language."""
    values = {"name": person.name, "language": person.language}
    connection.execute(update(people).where(people.c.id == person.id).values(**values))
    return person


def lock_people(connection: Connection, ids: Collection[str]) -> None:
    """Let nobody store what refers to these people before this transaction ends."""
    connection.execute(
        select(people.c.id).where(people.c.id.in_(ids)).order_by(people.c.id).with_for_update()
    )


def forget_person(connection: Connection, person: str) -> None:
    """Delete a person; a nameless guest, whose cookie nobody has, takes their place.

    Rows that are the person's alone (their id is part of the key) are deleted, with the rows that refer to
    them; in all others the guest's id replaces theirs.
    """
    guest = _store_person(connection, DELETED, "en")
    to_delete: list[Column[str]] = []
    for table in metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.column in to_delete or (key.column is people.c.id and key.parent.primary_key):
                to_delete.append(key.parent)
            elif key.column is people.c.id:
                connection.execute(
                    update(table).where(key.parent == person).values({key.parent.name: guest.id})
                )
    for column in reversed(to_delete):
        connection.execute(delete(column.table).where(column == person))
    connection.execute(delete(people).where(people.c.id == person))
