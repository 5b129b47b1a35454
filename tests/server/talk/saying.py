"""People who talk at the tables of a node, without sockets."""

import secrets
from itertools import count
from typing import Any

import pytest
from sqlalchemy import text

from tests.server.postgres import Postgres
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.messages import React, Say
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.tables.table import TableRow
from tilefolk.server.talk.entries import TalkRefused, set_muted, set_quiet

GAME = "my_city/eternal"
Json = dict[str, Any]
NUMBERS = count(1)


def fresh(cluster: Postgres) -> str:
    """An empty database of the cluster."""
    name = f"talk{next(NUMBERS)}"
    engine = engine_for(database_url(cluster.url)).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {name}"))
    engine.dispose()
    return cluster.url.rpartition("/")[0] + f"/{name}"


class TalkListener:
    """Somebody connected to a table who only counts how often the talk has changed."""

    def __init__(self, person: Person) -> None:
        self.person, self.changes = person, 0

    def table_changed(self) -> None: ...
    def match_changed(self, live: object) -> None: ...
    def shows(self, live: object) -> bool:
        return False

    def outage(self, lasts: bool) -> None: ...
    def disconnect(self) -> None: ...
    def talk_changed(self) -> None:
        self.changes += 1


def words(said: str) -> Say:
    return Say(type="say", id=secrets.token_hex(8), text=said)


async def say(node: Node, table: TableRow, person: Person, said: str) -> int:
    return await node.talk.say(table.id, person, words(said))


async def unsaid(node: Node, table: TableRow, person: Person, message: Say | React) -> str:
    """Why it is refused; there is a sentence for that in every language."""
    with pytest.raises(TalkRefused) as caught:
        await node.talk.say(table.id, person, message)
    assert all(texts(language).has(f"api.{caught.value.code}") for language in LANGUAGES)
    return caught.value.code


async def heard(node: Node, table: TableRow) -> list[tuple[int, str, str]]:
    return [(entry.seq, entry.name, entry.what) for entry in await node.talk.newest(table.id)]


async def hush(node: Node, table: TableRow, quiet: bool) -> None:
    await node.change_table(table.id, lambda connection: set_quiet(connection, table.id, quiet))


async def mute(node: Node, table: TableRow, person: Person, muted: bool = True) -> None:
    await node.change_table(table.id, lambda connection: set_muted(connection, table.id, person.id, muted))


async def counted(node: Node, query: Any) -> int:
    return int(await node.store.read(lambda connection: connection.execute(query).scalar_one()))
