"""Table talk: who may say what and how often, who may stop it, and that nothing said is lost or doubled."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, func, select, text
from typer.testing import CliRunner

from tests.server.nodes import again, node_at, pass_time, people, put_on_seat, settled, started, swept
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, running
from tests.server.test_operator import operator, refused, until
from tilefolk.cli.main import app
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.messages import React, Reaction, Say
from tilefolk.server.node import people_changes, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person, forget_person
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import mutes, talk
from tilefolk.server.tables.table import Seat, TableRow
from tilefolk.server.talk import entries as sayings
from tilefolk.server.talk.entries import (
    MAX_ENTRIES,
    MAX_SENT_ENTRIES,
    MAX_TEXT_LENGTH,
    WINDOW_SECONDS,
    TalkRefused,
    clean_text,
    set_muted,
    set_quiet,
)

GAME = "my_city/eternal"
Json = dict[str, Any]
NUMBERS = count(1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "tilefolk.sqlite"
    return fresh(request.getfixturevalue("cluster"))


def fresh(cluster: Postgres) -> str:
    """An empty database of the cluster."""
    name = f"talk{next(NUMBERS)}"
    engine = engine_for(database_url(cluster.url)).execution_options(isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {name}"))
    engine.dispose()
    return cluster.url.rpartition("/")[0] + f"/{name}"


@pytest.fixture
async def node(database: Path | str) -> AsyncIterator[Node]:
    async with node_at(database) as node:
        yield node


@pytest.fixture
async def nodes(cluster: Postgres) -> AsyncIterator[tuple[Node, Node]]:
    """Two nodes on one database."""
    url = fresh(cluster)
    async with AsyncExitStack() as open_now:
        one = await open_now.enter_async_context(node_at(url))
        yield one, await open_now.enter_async_context(node_at(url))


class TalkListener:
    """Somebody connected to a table who only counts how often the talk has changed."""

    def __init__(self, person: Person) -> None:
        self.person, self.changes = person, 0

    def table_changed(self) -> None: ...
    def match_changed(self, live: object) -> None: ...
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


# What is said


async def test_what_is_said_is_kept_in_order_and_comes_back_after_a_restart(database: Path | str) -> None:
    async with node_at(database) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table = await started(node, GAME, [ola, jan], None)
        assert await say(node, table, ola, "  Dobry wieczór ") == 1
        assert await node.talk.say(table.id, jan, React(type="react", id="receipt-1", reaction="tea")) == 2
    async with node_at(database) as node:
        assert await heard(node, table) == [(1, "Ola", "Dobry wieczór"), (2, "Jan", "tea")]
        assert await say(node, table, ola, "<b>2 < 3</b> https://tilefolk.example") == 3
        assert (await heard(node, table))[2][2] == "<b>2 < 3</b> https://tilefolk.example", "text is text"


async def test_the_same_receipt_is_said_once(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    first = words("raz")
    assert [await node.talk.say(table.id, ola, first) for _ in range(2 * MAX_ENTRIES)] == [
        1
    ] * 2 * MAX_ENTRIES
    assert await node.talk.say(table.id, jan, first.model_copy()) == 2, "another person's receipt"
    await hush(node, table, True)
    assert await node.talk.say(table.id, ola, first) == 1, "it was stored before"
    assert len(await heard(node, table)) == 2


@pytest.mark.parametrize(
    "said", ["", "  ", "a" * (MAX_TEXT_LENGTH + 1), "a\nb", "a\0b", "\u202eabc", "\u200b", "\ud800"]
)
async def test_what_is_not_for_reading_is_refused(node: Node, said: str) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    message = Say.model_construct(type="say", id="receipt-1", text=said)
    assert await unsaid(node, table, ola, message) == "talk_text"


def test_what_is_for_reading_is_taken() -> None:
    for said in ("a" * MAX_TEXT_LENGTH, "zażółć gęślą jaźń", "♣ 2×3 = 6", "👩\u200d🌾", "🪿"):
        assert clean_text(f" {said} ") == said


def test_every_reaction_has_a_name() -> None:
    for language in LANGUAGES:
        assert all(texts(language).has(f"talk.reaction.{name}") for name in get_args(Reaction))


async def test_the_oldest_are_dropped(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    kept = MAX_SENT_ENTRIES + 10
    with patch.multiple(sayings, MAX_ENTRIES=2 * kept, MAX_STORED_ENTRIES=kept):
        for n in range(kept + 7):
            await say(node, table, ola, str(n))
    here = select(func.count()).where(talk.c.table_id == table.id)
    assert await counted(node, here) == kept
    last = await heard(node, table)
    assert (len(last), last[-1][0]) == (MAX_SENT_ENTRIES, kept + 7)


# Who may, and how often


async def test_those_at_the_table_talk_and_others_read(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await table_changes.create_table(node, GAME, {}, False, ewa.id, [Seat(ola.id), Seat()])
    for person in (ola, ewa):
        await say(node, table, person, "jestem")
    assert await unsaid(node, table, jan, words("ja też")) == "talk_watching"
    await put_on_seat(node, table, 1, Seat(jan.id))
    await say(node, table, jan, "teraz ja")
    await table_changes.set_name_and_closed(node, await again(node, table), "", closed=True)
    assert await unsaid(node, table, ewa, words("halo")) == "table_closed"


async def test_nobody_talks_without_end(node: Node) -> None:
    """At all tables together, and reactions count."""
    ola, jan = await people(node, "Ola", "Jan")
    one = await started(node, GAME, [ola, jan], None)
    other = await started(node, GAME, [ola, jan], None)
    for n in range(MAX_ENTRIES):
        await say(node, (one, other)[n % 2], ola, str(n))
    for table in (one, other):
        assert await unsaid(node, table, ola, words("i jeszcze")) == "talk_fast"
        react = React(type="react", id="receipt-9", reaction="hat")
        assert await unsaid(node, table, ola, react) == "talk_fast"
    await say(node, one, jan, "a ja mogę")
    await pass_time(node, WINDOW_SECONDS + 1)
    await say(node, one, ola, "już")


async def test_two_nodes_count_together_and_keep_one_order(nodes: tuple[Node, Node]) -> None:
    ola, jan = await people(nodes[0], "Ola", "Jan")
    table = await started(nodes[0], GAME, [ola, jan], None)
    for _ in range(5):
        await asyncio.gather(*(pass_time(node, WINDOW_SECONDS + 1) for node in nodes))
        tries = [
            (node, person, str(n)) for n in range(MAX_ENTRIES) for node in nodes for person in (ola, jan)
        ]
        done = await asyncio.gather(
            *(say(node, table, person, what) for node, person, what in tries), return_exceptions=True
        )
        places = sorted(seq for seq in done if isinstance(seq, int))
        assert len(places) == 2 * MAX_ENTRIES, "each of both says as much as one may"
        assert {str(error) for error in done if not isinstance(error, int)} == {"talk_fast"}
    await settled(nodes[1])
    rows = select(talk.c.seq).where(talk.c.table_id == table.id).order_by(talk.c.seq)
    order = await nodes[1].store.read(lambda connection: list(connection.execute(rows).scalars()))
    assert order == list(range(1, 10 * MAX_ENTRIES + 1))


async def test_nobody_talks_more_at_two_tables_on_two_nodes_at_once(nodes: tuple[Node, Node]) -> None:
    ola, jan = await people(nodes[0], "Ola", "Jan")
    tables = [await started(nodes[0], GAME, [ola, jan], None) for _ in nodes]
    for _ in range(5):
        await asyncio.gather(*(pass_time(node, WINDOW_SECONDS + 1) for node in nodes))
        tries = [(*place, str(n)) for n in range(MAX_ENTRIES) for place in zip(nodes, tables, strict=True)]
        done = await asyncio.gather(
            *(say(node, table, ola, what) for node, table, what in tries), return_exceptions=True
        )
        assert 0 < sum(isinstance(seq, int) for seq in done) <= MAX_ENTRIES
        assert {str(error) for error in done if not isinstance(error, int)} == {"talk_fast"}


async def test_other_nodes_hear_it_even_when_a_hint_is_lost(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    page = TalkListener(jan)
    there.presence.enter(table.id, page)
    assert await heard(there, table) == []
    await say(here, table, ola, "słychać?")
    await _soon(lambda: page.changes == 1)
    assert await heard(there, table) == [(1, "Ola", "słychać?")]
    missed: list[str] = []

    async def deaf(table_id: str) -> None:
        missed.append(table_id)

    with patch.object(there.talk, "refresh", deaf):
        await say(here, table, ola, "a teraz?")
        await here.talk.remove(await again(here, table), 1, ola)
        await _soon(lambda: len(missed) == 2)
        assert len(await heard(there, table)) == 1
    await swept(there)
    assert await heard(there, table) == [(1, "Ola", ""), (2, "Ola", "a teraz?")]
    before = page.changes
    await swept(there)
    assert page.changes == before, "nothing new"
    there.presence.leave(table.id, page)
    await swept(there)
    assert there.talk._cache == {}


async def _soon(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not holds() and time.monotonic() < until:
        await asyncio.sleep(0.02)
    assert holds()


# Order and peace


async def test_the_host_mutes_a_person_or_everybody_on_all_nodes(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    await again(there, table)  # known there as it was
    await mute(here, table, jan)
    assert await unsaid(there, table, jan, words("czemu")) == "talk_muted"
    await say(there, table, ola, "bo tak")
    await mute(here, table, jan, False)
    await say(there, table, jan, "no dobrze")
    await hush(here, table, True)
    for person in (ola, jan):
        assert await unsaid(there, table, person, words("cicho")) == "talk_quiet"
    await hush(here, table, False)
    await say(there, table, jan, "znowu")


async def test_whoever_is_deleted_is_a_guest_in_the_talk(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await say(node, table, jan, "to ja")
    await mute(node, table, jan)
    node.presence.enter(table.id, page := TalkListener(ola))
    assert await heard(node, table) == [(1, "Jan", "to ja")]
    await people_changes.delete_person(node, jan)
    await settled(node)
    assert await heard(node, table) == [(1, "", "to ja")]
    assert page.changes == 1
    assert await counted(node, select(func.count()).select_from(mutes)) == 0


async def test_two_deleted_people_may_have_had_the_same_receipt(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await started(node, GAME, [ola, jan, ewa], None)
    for person in (jan, ewa):
        await node.talk.say(table.id, person, Say(type="say", id="receipt-1", text="hej"))

    def forget(connection: Connection) -> None:
        for person in (jan, ewa):
            forget_person(connection, person, "greedy")

    await node.store.write(forget)
    assert [name for _, name, _ in await heard(node, table)] == ["", ""]


# Over the network


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("talk")) as server:
        yield server


class Talker:
    """A person at a table, and what they have heard there so far."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        self.visitor, self.table = visitor, table
        self.live: Live = visitor.live(table)
        self.live.wait_for("table")

    def sends(self, receipt: str = "", **message: str) -> Json:
        """A message and its answer."""
        receipt = receipt or secrets.token_hex(8)
        self.live.send(id=receipt, **message)
        while True:
            answer = self.live.take()
            if answer["type"] in ("said", "unsaid") and answer["id"] == receipt:
                return answer

    def says(self, said: str, receipt: str = "") -> Json:
        return self.sends(receipt, type="say", text=said)

    @property
    def heard(self) -> dict[int, Json]:
        """Every entry as it was told last."""
        told = [message["entries"] for message in self.live.traffic if message["type"] == "talk"]
        return {entry["seq"]: entry for entries in told for entry in entries}

    def hears(self, what: str) -> Json:
        until(self.live, lambda _: any(entry["what"] == what for entry in self.heard.values()))
        return next(entry for entry in self.heard.values() if entry["what"] == what)

    def misses(self, seq: int) -> None:
        """What was said there is not there any more."""
        until(self.live, lambda _: self.heard.get(seq, {}).get("kind") == "removed")
        assert self.heard[seq]["what"] == ""

    def sees(self, holds: Callable[[Json], object]) -> None:
        until(self.live, lambda live: holds(live.table))


def talkers(server: Server, listed: bool = False) -> tuple[Talker, Talker, Talker]:
    """The host, somebody else at the table, and somebody who watches."""
    ola, jan, ewa = (Visitor(server, name) for name in ("Ola", "Jan", "Ewa"))
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=listed)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    return Talker(ola, table), Talker(jan, table), Talker(ewa, table)


def test_people_talk_and_everybody_at_the_table_hears(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    assert ola.says("Cześć", "receipt-1") == {"type": "said", "id": "receipt-1", "seq": 1}
    assert jan.sends(type="react", reaction="luck")["seq"] == 2
    mine = ola.hears("Cześć")
    assert (mine["me"], mine["id"], mine["seat"], mine["kind"]) == (True, "receipt-1", 0, "text")
    for other in (jan, ewa):
        entry = other.hears("Cześć")
        assert (entry["me"], entry["id"], entry["name"]) == (False, None, "Ola")
    reaction = ewa.hears("luck")
    assert (reaction["kind"], reaction["seat"], reaction["name"]) == ("reaction", 1, "Jan")
    assert ewa.says("ja też")["code"] == "talk_watching"
    assert abs(time.time() - mine["at"]) < 60


def test_it_is_there_for_whoever_comes_later_and_after_a_crash(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola, jan, _ = talkers(server)
        ola.says("Zostaje", "receipt-1")
        server.kill()
        server.start()
        back = Talker(ola.visitor, ola.table)
        assert back.hears("Zostaje")["seq"] == 1
        assert back.says("Zostaje", "receipt-1")["seq"] == 1, "sent again, stored once"
        assert list(Talker(jan.visitor, ola.table).live.wait_for("talk")["entries"][0]) == list(back.heard[1])


def test_a_flood_is_refused_in_words_over_all_sockets_of_a_person(server: Server) -> None:
    ola, jan, _ = talkers(server)
    twin = Talker(ola.visitor, ola.table)
    answers = [(ola, twin)[n % 2].says(str(n)) for n in range(MAX_ENTRIES + 2)]
    assert [answer["type"] for answer in answers] == ["said"] * MAX_ENTRIES + ["unsaid"] * 2
    assert answers[-1]["code"] == "talk_fast"
    assert answers[-1]["detail"] == texts("en").say("api.talk_fast")
    assert jan.says("a ja?")["type"] == "said"


def test_nonsense_is_refused(server: Server) -> None:
    ola, _, _ = talkers(server)
    assert ola.says(" ")["code"] == "talk_text"
    for wrong in ({"type": "react", "reaction": "skull"}, {"type": "say"}, {"type": "say", "text": 5}):
        ola.live.send(id="receipt-1", **wrong)
        assert ola.live.wait_for("problem")["code"] == "bad_request"
    ola.live.send(type="say", text="bez numeru")
    assert ola.live.wait_for("problem")["code"] == "bad_request"


def test_the_host_mutes_and_everybody_sees_it(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    http = ola.visitor.http
    path = f"/api/tables/{ola.table}/talk"
    for other in (jan, ewa):
        refused(other.visitor.http.put(path, json={"quiet": True}), 403, "not_yours")
        refused(other.visitor.http.put(f"{path}/seats/0", json={"muted": True}), 403, "not_yours")
    refused(http.put(f"{path}/seats/0", json={"muted": True}), 409, "talk_host")
    refused(http.put(f"{path}/seats/7", json={"muted": True}), 404, "not_found")
    assert ola.visitor.put(f"{path}/seats/1", muted=True)["seats"][1]["sitter"]["muted"]
    for each in (ola, jan, ewa):
        each.sees(lambda table: table["seats"][1]["sitter"]["muted"])
    assert jan.says("czemu?")["code"] == "talk_muted"
    ola.visitor.put(f"{path}/seats/1", muted=False)
    assert jan.says("dziękuję")["type"] == "said"
    assert ola.visitor.put(path, quiet=True)["quiet"]
    for each in (ola, jan, ewa):
        each.sees(lambda table: table["quiet"])
    assert {ola.says("hm")["code"], jan.says("hm")["code"]} == {"talk_quiet"}
    ola.visitor.put(path, quiet=False)
    assert ola.says("znowu wolno")["type"] == "said"


def test_what_is_removed_is_gone_for_everybody(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    first, second = jan.says("brzydkie słowo")["seq"], jan.says("literówka")["seq"]
    theirs = ola.says("gospodyni")["seq"]
    path = f"/api/tables/{ola.table}/talk"
    for seq, by, status in ((first, ewa, 404), (theirs, jan, 404), (99, ola, 404), (first, ola, 200)):
        assert by.visitor.http.delete(f"{path}/{seq}").status_code == status
    assert jan.visitor.http.delete(f"{path}/{second}").status_code == 200, "one's own"
    for each in (ola, jan, ewa):
        each.misses(first)
        each.misses(second)
    late = Talker(ewa.visitor, ola.table)
    late.hears("gospodyni")
    assert "brzydkie" not in str(late.live.traffic)
    refused(ola.visitor.http.delete(f"{path}/{first}"), 404, "not_found")


def test_an_operator_removes_single_entries_also_at_a_closed_table(server: Server) -> None:
    ola, jan, ewa = talkers(server)
    first = jan.says("brzydkie słowo")["seq"]
    second = ola.sends(type="react", reaction="tea")["seq"]
    boss, path = operator(server), f"/api/operator/tables/{ola.table}/talk"
    seen = [(entry["seq"], entry["name"], entry["kind"], entry["what"]) for entry in boss.get(path)]
    assert seen == [(second, "Ola", "reaction", "tea"), (first, "Jan", "text", "brzydkie słowo")]
    assert boss.get(path)[1]["person"] == jan.visitor.me["id"] and boss.get(path)[1]["at"] > 1e9
    assert boss.http.delete(f"{path}/{first}").json() == {"ok": True}
    for each in (ola, jan, ewa):
        each.misses(first)
    boss.put(f"/api/operator/tables/{ola.table}", closed=True)
    assert boss.http.delete(f"{path}/{second}").json() == {"ok": True}
    assert [(entry["kind"], entry["what"]) for entry in boss.get(path)] == [("removed", "")] * 2
    refused(boss.http.delete(f"{path}/{first}"), 404, "not_found")
    refused(boss.http.get("/api/operator/tables/none/talk"), 404, "not_found")
    refused(boss.http.delete("/api/operator/tables/none/talk/1"), 404, "not_found")


def test_what_an_operator_removes_is_gone_on_all_nodes(cluster: Postgres, tmp_path: Path) -> None:
    url = fresh(cluster)
    with running(tmp_path, url) as one, running(tmp_path, url) as two:
        ola, _, _ = talkers(one)
        seq = ola.says("brzydkie słowo")["seq"]
        far = Talker(Visitor(two), ola.table)
        far.hears("brzydkie słowo")
        answer = operator(two).http.delete(f"/api/operator/tables/{ola.table}/talk/{seq}")
        assert answer.json() == {"ok": True}
        for each in (ola, far):
            each.misses(seq)


def test_a_closed_table_has_no_talk(server: Server) -> None:
    ola, jan, _ = talkers(server)
    ola.says("przed zamknięciem")
    operator(server).put(f"/api/operator/tables/{ola.table}", closed=True)
    jan.sees(lambda table: table["closed"])
    assert jan.says("po")["code"] == "table_closed"
    late = Talker(jan.visitor, ola.table)
    late.live.send(type="ping")
    late.live.wait_for("pong")
    assert late.heard == {}


def test_only_who_sees_the_table_hears_its_talk_and_no_record_has_it(server: Server) -> None:
    """Nothing of it is in any list, table or match."""
    secret = f"tajne {secrets.token_hex(8)}"
    ola, jan, _ = talkers(server)
    ola.visitor.post(f"/api/tables/{ola.table}/start")
    for seat, each in enumerate((ola, jan)):
        while seat not in each.live.pushes:
            each.live.take()
        each.says(secret)
        assert each.live.act(seat, "end")["type"] == "ack"
    until(ola.live, lambda live: live.table["match"] and live.table["match"]["over"])
    match = ola.live.table["match"]["id"]
    stranger = Visitor(server)
    other = Talker(stranger, talkers(server)[0].table)
    other.live.send(type="ping")
    other.live.wait_for("pong")
    paths = (
        "/api/tables",
        f"/api/tables/{ola.table}",
        f"/api/matches/{match}/record",
        f"/api/matches/{match}/view",
    )
    for path in paths:
        assert secret not in stranger.http.get(path).raise_for_status().text
    pushes = [message for message in ola.live.traffic if message["type"] in ("push", "table")]
    assert pushes and secret not in str(pushes) + str(other.live.traffic)
    assert Talker(stranger, ola.table).hears(secret)["name"] == "Ola", "whoever has the link may read"


def test_while_the_database_is_away_people_are_told_and_nothing_is_doubled(tmp_path: Path) -> None:
    with postgres() as cluster, running(tmp_path, cluster.url) as server:
        ola, _, _ = talkers(server)
        assert ola.says("przed", "receipt-1")["seq"] == 1
        cluster.kill()
        assert ola.says("w trakcie", "receipt-2")["code"] == "talk_later"
        cluster.start()
        answers = iter(lambda: ola.says("w trakcie", "receipt-2"), None)
        assert next(answer for answer in answers if answer["type"] == "said")["seq"] == 2
        assert ola.says("w trakcie", "receipt-2")["seq"] == 2
        assert ola.says("po")["seq"] == 3


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_backup_holds_the_talk(cluster: Postgres, tmp_path: Path, kind: str) -> None:
    def options(name: str) -> tuple[Path, str, list[str]]:
        url = fresh(cluster) if kind == "postgresql" else ""
        return (
            tmp_path / name,
            url,
            ["--data", str(tmp_path / name), *(["--database-url", url] if url else [])],
        )

    data, url, here = options("here")
    with running(data, url) as server:
        ola, jan, _ = talkers(server)
        ola.says("na zawsze")
        ola.visitor.put(f"/api/tables/{ola.table}/talk/seats/1", muted=True)
    data, url, there = options("there")
    file = str(tmp_path / "all.tilefolk")
    for command, place in (("backup", here), ("restore", there)):
        assert CliRunner().invoke(app, [command, file, *place]).exit_code == 0
    with running(data, url) as server:
        jan.visitor.move(server)
        back = Talker(jan.visitor, jan.table)
        assert back.hears("na zawsze")["name"] == "Ola"
        assert back.says("i ja")["code"] == "talk_muted"
