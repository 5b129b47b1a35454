"""A bot comes in by its token alone, and everything it came in by ends with that token."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from unittest.mock import patch

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import Connection as Database
from sqlalchemy import text

from tests.server.local_app import browser, local_app
from tests.server.nodes import Connected, node_at, people, started
from tilefolk.server.http.live.socket import Connection
from tilefolk.server.http.live.wire import POLICY_VIOLATION
from tilefolk.server.node import people_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Person
from tilefolk.server.people.network_bots import REVOKED, add_bot, find_bot_person, new_token
from tilefolk.server.reminders.subscriptions import Device, add_device, load_subscriber
from tilefolk.server.storage.engine import database_url, engine_for, schema_transaction, upgrade_schema
from tilefolk.server.tables.table import TableRow

OLA, ROBO, TOKEN = "a" * 24, "b" * 24, "tfbot_for_tests"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with local_app(tmp_path) as app:
        yield app


def come_by_token(app: FastAPI, token: str) -> httpx.AsyncClient:
    robo = browser(app)
    robo.headers["authorization"] = f"Bearer {token}"
    return robo


async def test_a_bot_gets_no_personal_link(app: FastAPI) -> None:
    bot = (await browser(app).post("/api/me/bots", json={"name": "Robo"})).json()
    robo = come_by_token(app, bot["token"])
    for answer in (await robo.get("/api/me/link"), await robo.post("/api/me/link")):
        assert (answer.status_code, answer.json()["code"]) == (403, "not_for_bots")
        assert "set-cookie" not in answer.headers
    assert (await robo.get("/api/me")).json()["id"] == bot["id"], "the token is what it was"


async def test_a_link_or_cookie_of_a_bot_is_nobodys(app: FastAPI) -> None:
    """Whoever signed it: a node of an older version may still run beside this one."""
    bot = (await browser(app).post("/api/me/bots", json={"name": "Robo"})).json()
    signer, robo = app.state.services.signer, Person(bot["id"], "Robo", "en")
    thief = browser(app)
    assert (await thief.post(f"/me/{signer.link(robo)}")).status_code == 404
    thief.cookies.set(PERSON_COOKIE, signer.cookie(robo))
    assert (await thief.get("/api/me")).json()["id"] != bot["id"]


# What 0.2.0 gave to bots


def fill_as_0_2_0(folder: Path) -> None:
    """A person and a bot of theirs, as stored before the migration that ends the links of bots."""
    engine = engine_for(database_url(folder / "tilefolk.sqlite"))
    with schema_transaction(engine) as connection:
        upgrade_schema(connection, "0014")
        for person, name in ((OLA, "Ola"), (ROBO, "Robo")):
            row = {"id": person, "name": name}
            connection.execute(text("insert into people values (:id, :name, 'en', 0, 0)"), row)
        row = {"person": ROBO, "owner": OLA, "token": hashlib.sha256(TOKEN.encode()).hexdigest()}
        connection.execute(text("insert into network_bots values (:person, :owner, :token)"), row)
    engine.dispose()


async def test_links_and_cookies_that_bots_had_before_end_with_the_upgrade(tmp_path: Path) -> None:
    fill_as_0_2_0(tmp_path)
    async with local_app(tmp_path) as app:
        signer, taken = app.state.services.signer, Person(ROBO, "Robo", "en")
        thief, owner = browser(app), browser(app)
        assert (await thief.post(f"/me/{signer.link(taken)}")).status_code == 404
        thief.cookies.set(PERSON_COOKIE, signer.cookie(taken))
        assert (await thief.get("/api/me")).json()["id"] != ROBO
        assert (await come_by_token(app, TOKEN).get("/api/me")).json()["id"] == ROBO
        await owner.post(f"/me/{signer.link(Person(OLA, 'Ola', 'en'))}")
        assert (await owner.get("/api/me")).json()["id"] == OLA, "people keep theirs"
        stored = await app.state.services.node.store.read(
            lambda connection: dict(connection.execute(text("select id, link_version from people")).all())
        )
        assert (stored[OLA], stored[ROBO]) == (0, 1), (
            "an older node beside this one takes them no more either"
        )


# Sockets


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


class Wire:
    """A socket of a bot without a network, and with what code it was closed."""

    is_writable = True

    def __init__(self) -> None:
        self.closed_with = 0

    def hand_over(self, listener: object, sends_whole_views: bool) -> None: ...
    def send_texts(self, texts: Sequence[str]) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...

    def close_with(self, code: int) -> None:
        self.closed_with = code


async def make_bot(node: Node) -> tuple[Person, Person, TableRow]:
    """A person, their bot that came in by its token, and a table of both."""
    (ola,) = await people(node, "Ola")
    token = new_token()
    bot = await node.store.write(lambda connection: add_bot(connection, ola, "Robo", token))
    robo = await node.store.read(lambda connection: find_bot_person(connection, token))
    assert bot and robo
    table = await started(node, "my_city/eternal", [ola], None)
    return ola, robo, table


@pytest.mark.parametrize("token", ["tfbot_another", REVOKED])
async def test_a_socket_that_is_still_coming_in_is_closed(node: Node, token: str) -> None:
    ola, robo, table = await make_bot(node)
    wire, generation = Wire(), node.people_cache.generation
    assert await people_changes.renew_token(node, ola, robo.id, token)
    Connection(node, wire, robo, table.id, "http://site/", generation=generation).start()
    async with asyncio.timeout(10):
        while not wire.closed_with:
            await asyncio.sleep(0)
    assert wire.closed_with == POLICY_VIOLATION and not node.presence.at(table.id)


async def test_a_node_that_did_not_hear_of_it_closes_the_socket_at_its_next_look(node: Node) -> None:
    ola, robo, table = await make_bot(node)
    closed = []

    class Page(Connected):
        def disconnect(self) -> None:
            closed.append(self.person.name)

    for person in (ola, robo):
        node.presence.enter(table.id, Page(person))
    with patch.object(node, "disconnect"):  # the announcement is lost
        await people_changes.renew_token(node, ola, robo.id, new_token())
    with patch.object(node.store, "shared", True):
        await node.peer_events.catch_up()
    assert closed == ["Robo"]


@pytest.mark.parametrize("token", ["tfbot_another", REVOKED])
async def test_reminders_of_a_bot_end_with_its_token(node: Node, token: str) -> None:
    ola, robo, _ = await make_bot(node)

    def remind(connection: Database) -> None:
        for person in (ola, robo):
            device = Device(f"https://push.example/{person.name}", "key", "secret")
            add_device(connection, person.id, "https://site.example/", device, 0.0)

    def devices(connection: Database) -> list[int]:
        return [len(load_subscriber(connection, person.id).devices) for person in (ola, robo)]

    await node.store.write(remind)
    await people_changes.renew_token(node, ola, robo.id, token)
    assert await node.store.read(devices) == [1, 0]
