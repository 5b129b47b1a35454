"""Everybody is somebody at once: a person by signed cookie, and a personal link for other devices."""

import contextlib
import secrets
import time
from pathlib import Path
from random import SystemRandom
from typing import NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilefolk.server.schema import people, settings
from tilefolk.server.store import Store

COOKIE = "tilefolk"


class Person(NamedTuple):
    id: str
    name: str
    language: str


class Signer:
    """Signs who somebody is. The key lives in a file that only the server reads."""

    def __init__(self, key: str) -> None:
        self._cookies = URLSafeSerializer(key, salt="cookie")
        self._links = URLSafeSerializer(key, salt="link")

    def cookie(self, person: str) -> str:
        return str(self._cookies.dumps(person))

    def link(self, person: str) -> str:
        return str(self._links.dumps(person))

    def read_cookie(self, text: str | None) -> str | None:
        return _loaded(self._cookies, text)

    def read_link(self, text: str) -> str | None:
        return _loaded(self._links, text)


def _loaded(serializer: URLSafeSerializer, text: str | None) -> str | None:
    try:
        person = serializer.loads(text) if text else None
    except BadSignature:
        return None
    return person if isinstance(person, str) else None


async def server_key(store: Store, folder: Path) -> str:
    """The key all nodes sign with: in a file of the one node, or in the database they share."""
    if not store.shared:
        return read_key(folder / "secret.key")
    return await store.write(lambda connection: setting(connection, "secret.key", secrets.token_hex(32)))


def setting(connection: Connection, name: str, new: str) -> str:
    """A setting of the site; the first who asks makes it."""
    known = select(settings.c.value).where(settings.c.name == name)
    if connection.execute(known).first() is None:
        with contextlib.suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(settings).values(name=name, value=new))
    return str(connection.execute(known).scalar_one())


def read_key(path: Path) -> str:
    """The server's key, made at the first start."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_hex(32), encoding="ascii")
    return path.read_text(encoding="ascii")


def new_person(connection: Connection, language: str) -> Person:
    guest = {"en": "Guest", "pl": "Gość"}.get(language, "Guest")
    person = Person(secrets.token_hex(12), f"{guest} {SystemRandom().randrange(100, 1000)}", language)
    connection.execute(insert(people).values(**person._asdict(), created=time.time()))
    return person


def find_person(connection: Connection, person: str | None) -> Person | None:
    if person is None:
        return None
    row = connection.execute(
        select(people.c.id, people.c.name, people.c.language).where(people.c.id == person)
    ).first()
    return Person(*row) if row else None


def change_person(connection: Connection, person: Person) -> Person:
    values = {"name": person.name, "language": person.language}
    connection.execute(update(people).where(people.c.id == person.id).values(**values))
    return person
