"""People delete themselves: asked twice, at once, and everybody else plays on."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, select

from tests.server.campaigns import CAMPAIGN
from tests.server.local_app import browser, local_app
from tests.server.nodes import (
    again,
    live_match_of,
    node_at,
    people,
    say,
    settled,
    started,
)
from tilefolk.core.match import verify
from tilefolk.core.record import read_record, write_record
from tilefolk.games import find
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.bot_workers import Worker
from tilefolk.server.matches.series import is_next_match_due
from tilefolk.server.node import campaign_changes, people_changes, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Person
from tilefolk.server.reminders.subscriptions import Device, add_device
from tilefolk.server.storage import schema
from tilefolk.server.tables.queries import listed_tables
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

GAME = "my_city/eternal"


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    async with local_app(tmp_path) as app:
        yield app


async def run_here(worker: Worker, wait_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
    return job(*call)


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    """A node whose bots think in this process: to start one takes longer than all else."""
    with patch.object(Worker, "run", run_here):
        async with node_at(tmp_path / "tilefolk.sqlite") as node:
            yield node


def come_by_token(app: FastAPI, token: str) -> httpx.AsyncClient:
    robo = browser(app)
    robo.headers["authorization"] = f"Bearer {token}"
    return robo


async def test_who_is_not_sure_is_told_what_ends_and_what_stays(app: FastAPI) -> None:
    ola = browser(app)
    me = (await ola.get("/api/me")).json()["id"]
    for language in LANGUAGES:
        await ola.put("/api/me", json={"language": language})
        for path in ("/api/me", "/api/me?sure=false"):
            answer = await ola.delete(path)
            assert (answer.status_code, answer.json()["code"]) == (409, "not_sure")
            assert answer.json()["detail"] == texts(language).say("api.not_sure")
    assert (await ola.get("/api/me")).json()["id"] == me


async def test_link_cookies_bots_and_reminders_end_at_once(app: FastAPI) -> None:
    node = app.state.services.node
    ola, phone = browser(app), browser(app)
    me = (await ola.put("/api/me", json={"name": "Ola-who-goes"})).json()["id"]
    link = (await ola.get("/api/me/link")).json()["url"]
    await phone.post(link)
    bots = [(await ola.post("/api/me/bots", json={"name": f"Robo {one}"})).json() for one in range(2)]
    await ola.delete(f"/api/me/bots/{bots[1]['id']}")
    await node.store.write(lambda connection: _add_devices(connection, me, bots[0]["id"]))
    await ola.put("/api/chapters/my_city", json={"anyway": True})
    answer = await ola.delete("/api/me?sure=true")
    assert answer.json() == {"ok": True} and PERSON_COOKIE not in ola.cookies
    assert (await browser(app).post(link)).status_code == 404
    for device in (ola, phone):
        assert (await device.get("/api/me")).json()["id"] != me
    assert (await come_by_token(app, bots[0]["token"]).get("/api/me")).status_code == 401
    stored = await node.store.read(_read_everything)
    for told in ("Ola-who-goes", "Robo", "push.example", me, *(bot["id"] for bot in bots)):
        assert told not in stored


def _add_devices(connection: Connection, *people: str) -> None:
    for person in people:
        add_device(connection, person, "site", Device(f"https://push.example/{person}", "key", "secret"), 0)


def _read_everything(connection: Connection) -> str:
    return str([connection.execute(select(table)).all() for table in schema.metadata.sorted_tables])


async def test_what_they_ask_for_in_the_same_moment_leaves_nothing_behind(app: FastAPI) -> None:
    ola, jan = browser(app), browser(app)
    me = (await ola.get("/api/me")).json()["id"]
    body = {"game": GAME, "options": {}, "seats": ["me", "open"], "listed": False}
    table = (await jan.post("/api/tables", json=body)).json()["id"]
    answers = await asyncio.gather(
        ola.delete("/api/me?sure=true"),
        ola.put(f"/api/tables/{table}/seats/1", json={"sitter": "me"}),
        ola.post("/api/tables", json=body),
        ola.put("/api/chapters/my_city", json={"anyway": True}),
        ola.post("/api/me/bots", json={"name": "Robo"}),
        ola.put("/api/me", json={"name": "Back"}),
    )
    refused = [answer for answer in answers if answer.status_code != 200]
    assert answers[0].status_code == 200 and refused
    assert {(answer.status_code, answer.json()["code"]) for answer in refused} == {(401, "unknown_person")}
    stored = await app.state.services.node.store.read(_read_everything)
    assert me not in stored and "Robo" not in stored and "Back" not in stored


async def test_a_bot_does_not_delete_itself_nor_a_foreign_page_anybody(app: FastAPI) -> None:
    ola = browser(app)
    me = (await ola.get("/api/me")).json()["id"]
    bot = (await ola.post("/api/me/bots", json={"name": "Robo"})).json()
    answer = await come_by_token(app, bot["token"]).delete("/api/me?sure=true")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_for_bots")
    ola.headers["origin"] = "https://x.example"
    assert (await ola.delete("/api/me?sure=true")).json()["code"] == "forbidden"
    assert (await ola.get("/api/me")).json()["id"] == me


async def test_a_bot_plays_on_in_running_matches_and_their_records_replay(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await say(node, table, ola)
    await say(node, table, jan)
    await say(node, table, jan)
    live = await live_match_of(node, table)
    assert live.acting() == (0,)
    await people_changes.delete_person(node, ola)
    await settled(node)
    assert live.acting() == (1,), "nobody is there, and the stand-in has answered"
    table = await again(node, table)
    assert table.seats[0].stand_in == STAND_IN and table.names[str(table.seats[0].person)] == ""
    assert table.host == jan.id and table.people == {jan.id}
    await say(node, table, jan, "end")
    await settled(node)
    assert live.over
    match = read_record(write_record(live.match), find)
    assert verify(match) == [] and match.end == live.match.end


async def test_a_seat_where_nothing_was_played_is_free_and_another_is_the_host(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    tables = [
        await table_changes.create_table(node, GAME, {}, True, ola.id, [Seat(ola.id), *others, Seat()])
        for others in ([Seat(jan.id)], [Seat(bot="random")])
    ]
    await people_changes.delete_person(node, ola)
    table, alone = [await again(node, one) for one in tables]
    assert table.seats == (Seat(), Seat(jan.id), Seat()) and table.host == jan.id
    assert not alone.listed and [one.id for one in await node.store.read(listed_tables)] == [table.id]


async def to_the_second_episode(node: Node, *sitting: Person, limit: int | None = None) -> TableRow:
    """A campaign whose first episode is over."""
    table = await started(node, CAMPAIGN, sitting, limit)
    for person in sitting:
        await say(node, table, person, "end")
    for person in sitting:
        await say(node, table, person, "later")
    table = await again(node, table)
    assert table.over and len(table.past) == 1
    return table


async def test_the_campaign_of_the_others_goes_on(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await to_the_second_episode(node, ola, jan, ewa)
    await people_changes.delete_person(node, ola)
    table = await node.start_match(await again(node, table))
    assert table.number == 2
    live = await live_match_of(node, table)
    await settled(node)
    assert 0 not in live.acting(), "the stand-in puts off what the seat has won"
    for person in (jan, ewa):
        while any(seat in live.acting() for seat in table.held_by(person.id)):
            await say(node, table, person, "end" if not live.match.state.setting.owes else "")
    await settled(node)
    assert live.seq and 0 not in live.acting()


async def test_a_restart_asks_the_others_only(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await to_the_second_episode(node, ola, jan, ewa)
    for person in (jan, ewa):
        table = await campaign_changes.ask_restart(node, table, 0, person)
    assert table.restart and not table.goes_on
    await people_changes.delete_person(node, ola)
    table = await again(node, table)
    assert table.goes_on, "it waited for Ola alone"
    with pytest.raises(ApiError, match="goes_on") as refused:
        await table_changes.sit(node, table, 1, "open", jan)
    assert refused.value.status == 409
    new = await node.table(table.goes_on)
    assert new and new.seats[0].stand_in == STAND_IN and new.people == {jan.id, ewa.id}
    assert (await node.start_match(new)).number == 1


async def test_nobody_is_asked_any_more_what_somebody_deleted_wanted(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await to_the_second_episode(node, ola, jan, ewa)
    other = await to_the_second_episode(node, jan, ewa)
    assert (await campaign_changes.ask_restart(node, table, 0, ola)).restart
    kept = (await campaign_changes.ask_restart(node, other, 0, ewa)).restart
    await people_changes.delete_person(node, ola)
    assert (await again(node, table)).restart is None and not (await again(node, table)).goes_on
    assert kept and (await again(node, other)).restart == kept


async def test_others_take_the_seat_of_somebody_deleted_between_matches(node: Node) -> None:
    ola, jan, ewa, iza = await people(node, "Ola", "Jan", "Ewa", "Iza")
    table = await to_the_second_episode(node, jan, ola, ewa)
    await people_changes.delete_person(node, ola)
    table = await table_changes.sit(node, await again(node, table), 1, "me", iza)
    assert table.seats[1] == Seat(iza.id)
    with pytest.raises(ApiError, match="seat_taken"):
        await table_changes.sit(node, table, 1, "me", jan)
    await people_changes.delete_person(node, iza)
    table = await campaign_changes.sleep(node, await again(node, table), 1, ewa)
    assert [one.number for one in table.sleepers] == [1] and table.host == jan.id


async def test_a_campaign_without_people_rests(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await to_the_second_episode(node, ola, jan, limit=604_800)
    assert is_next_match_due(table)
    for person in (ola, jan):
        await people_changes.delete_person(node, person)
    assert not is_next_match_due(await again(node, table))
