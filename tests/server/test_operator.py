"""The operator: what the page shows and does; deleted people; records nobody here can carry on."""

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from sqlalchemy import Connection, func, insert, select, update
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from tests.server.postgres import postgres
from tests.server.serving import Live, Server, Visitor, first_choice, running, wait_until
from tilefolk.cli.main import app
from tilefolk.core.record import FORMAT
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.people.identity import OPERATOR_COOKIE, Person, Signer
from tilefolk.server.storage.change_feed import CHANNEL
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import devices, lines, matches, people, subscribers, tables

GAME = "my_city/eternal"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("operator")) as server:
        yield server


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two nodes on one database."""
    with postgres() as cluster:
        data = tmp_path_factory.mktemp("nodes")
        with running(data, cluster.url) as one, running(data, cluster.url) as two:
            yield one, two


def operator_key(server: Server) -> str:
    """From the link that the command prints."""
    database = ["--database-url", server.database] if server.database else []
    words = ["operator", "--site", server.url, "--data", str(server.data), *database]
    link = CliRunner().invoke(app, words).stdout.strip()
    assert link.startswith(f"{server.url}/operator#key=")
    return link.partition("#key=")[2]


def operator(server: Server) -> Visitor:
    """Somebody who opens that link."""
    visitor = Visitor(server)
    assert visitor.post("/api/operator/enter", key=operator_key(server)) == {"ok": True}
    return visitor


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    for language in LANGUAGES:
        assert texts(language).has(f"api.{code}")


def alone(server: Server, name: str = "", bots: int = 0) -> tuple[Visitor, Live, str]:
    """Somebody at a table of their own whose match runs."""
    visitor = Visitor(server, name)
    sitters = ["me", *[{"bot": "random"}] * bots]
    table = visitor.post("/api/tables", game=GAME, options={}, seats=sitters, listed=True)["id"]
    visitor.post(f"/api/tables/{table}/start")
    return visitor, until(visitor.live(table), lambda live: 0 in live.pushes), table


def until(live: Live, holds: Callable[[Live], object], seconds: float = 30) -> Live:
    end = time.monotonic() + seconds
    while not holds(live):
        live.take(end - time.monotonic())
    return live


def behind_our_back(server: Server, change: Callable[[Connection], None]) -> None:
    engine = engine_for(database_url(server.database or server.data / "tilefolk.sqlite"))
    with engine.execution_options(writes=True).begin() as connection:
        change(connection)
    engine.dispose()


def asked(server: Server, *columns: object) -> list[tuple[object, ...]]:
    engine = engine_for(database_url(server.database or server.data / "tilefolk.sqlite"))
    with engine.connect() as connection:
        found = [tuple(row) for row in connection.execute(select(*columns))]  # type: ignore[call-overload]
    engine.dispose()
    return found


# Who may come in


def test_only_a_signed_key_opens_the_door(server: Server) -> None:
    visitor = Visitor(server)
    for path in ("", "/tables", "/tables/x/talk", "/people"):
        refused(visitor.http.get(f"/api/operator{path}"), 403, "no_operator")
    refused(visitor.http.put("/api/operator/tables/x", json={"closed": True}), 403, "no_operator")
    for path in ("people/ab", "tables/x/talk/1"):
        refused(visitor.http.delete(f"/api/operator/{path}"), 403, "no_operator")
    for key in ("x", Signer("another", lambda: 0.0).operator_key()):
        refused(visitor.http.post("/api/operator/enter", json={"key": key}), 403, "no_operator")
    boss = operator(server)
    assert boss.get("/api/operator")["version"]
    elsewhere = boss.http.put(
        "/api/operator/tables/x", json={"closed": True}, headers={"origin": "https://x.example"}
    )
    refused(elsewhere, 403, "forbidden")


def test_a_key_holds_for_a_day() -> None:
    """Of the house clock: the time of day may be set."""
    now = 0.0
    signer = Signer("key", lambda: now)
    old, old_cookie = signer.operator_key(), signer.operator_cookie()
    person = signer.cookie(Person("operator", "", "en"))
    assert signer.read_operator_key(old) and signer.is_operator(old_cookie)
    now = 90_000.0
    assert signer.read_operator_key(signer.operator_key()) and signer.is_operator(signer.operator_cookie())
    for worthless in (old, old_cookie, person, signer.operator_cookie()):
        assert signer.read_operator_key(worthless) is None
    for worthless in (old, old_cookie, person, signer.operator_key()):
        assert not signer.is_operator(worthless)


def test_a_key_opens_once_and_the_cookie_is_no_key(server: Server) -> None:
    key = operator_key(server)
    boss, thief = Visitor(server), Visitor(server)
    boss.post("/api/operator/enter", key=key)
    refused(thief.http.post("/api/operator/enter", json={"key": key}), 403, "no_operator")
    cookie = boss.http.cookies[OPERATOR_COOKIE]
    refused(thief.http.post("/api/operator/enter", json={"key": cookie}), 403, "no_operator")
    assert boss.get("/api/operator")["version"]


# What is seen


def test_the_site_in_figures(server: Server) -> None:
    alone(server)
    seen = operator(server).get("/api/operator")
    assert seen["database"]["kind"] == "sqlite"
    assert seen["database"]["bytes"] > 0 < seen["disk"]["free"] < seen["disk"]["total"]
    assert seen["people"] >= 1 <= seen["tables"] and seen["running"] >= 1 <= seen["lines"]
    assert [node["pid"] for node in seen["nodes"]] == [server.process.pid if server.process else 0]


def test_tables_and_people_are_found_by_name(server: Server) -> None:
    _, _, table = alone(server, "Bożena")
    boss = operator(server)
    assert [one["id"] for one in boss.get("/api/operator/tables?q=Bożena")] == [table]
    assert [one["id"] for one in boss.get(f"/api/operator/tables?q={table}")] == [table]
    assert [one["tables"] for one in boss.get("/api/operator/people?q=Bożena")] == [1]
    assert boss.get("/api/operator/people?q=%25") == []
    boss.put(f"/api/operator/tables/{table}", name="Czwartki")
    assert [one["id"] for one in boss.get("/api/operator/tables?q=czwart")] == [table]
    assert boss.get(f"/api/tables/{table}")["name"] == "Czwartki"
    refused(boss.http.put("/api/operator/tables/none", json={}), 404, "not_found")


def test_a_move_is_a_change_of_its_table(server: Server) -> None:
    _, live, table = alone(server, "Aniela")
    _, _, later = alone(server, "Aniela")
    boss = operator(server)

    def changes() -> dict[str, float]:
        return {one["id"]: one["touched"] for one in boss.get("/api/operator/tables?q=Aniela")}

    assert [*changes()] == [later, table]
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
    assert [*changes()] == [table, later]
    moved = changes()[table]
    assert [(moved,)] == asked(server, func.max(lines.c.at)) != asked(server, func.max(tables.c.touched))
    assert boss.put(f"/api/operator/tables/{table}", closed=True)["touched"] > moved


# Closing a table


def test_at_a_closed_table_nothing_goes_on(server: Server) -> None:
    ola, live, table = alone(server, "Ola", bots=1)
    boss = operator(server)
    assert boss.put(f"/api/operator/tables/{table}", closed=True)["closed"]
    until(live, lambda live: live.table["closed"])
    line = first_choice(live.pushes[0]["view"])
    assert live.act(0, line)["rules"] == ["table_closed"]
    refused(ola.http.put(f"/api/tables/{table}/seats/0", json={"sitter": "open"}), 409, "table_closed")
    refused(ola.http.post(f"/api/tables/{table}/start"), 409, "table_closed")
    shown = ola.get("/api/tables")
    assert table not in [one["id"] for one in shown["open"] + shown["mine"]]
    boss.put(f"/api/operator/tables/{table}", closed=False)
    until(live, lambda live: not live.table["closed"])
    assert live.act(0, line)["type"] == "ack"


# Deleting a person


@pytest.mark.parametrize("by", ["the operator", "themselves"])
def test_a_deleted_person_leaves_a_guest_and_the_records(nodes: tuple[Server, Server], by: str) -> None:
    """On the other node as well: the socket there is closed, the others see a guest, a bot plays on."""
    one, two = nodes
    ola, jan = Visitor(one, "Ola"), Visitor(two, "Jan")
    link = ola.get("/api/me/link")["url"].replace(one.url, "")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=True)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table}/start")
    here = until(ola.live(table), lambda live: 0 in live.pushes)
    there = until(jan.live(table), lambda live: 1 in live.pushes)
    line = first_choice(here.pushes[0]["view"])
    assert here.act(0, line)["type"] == "ack"
    behind_our_back(one, lambda connection: _has_a_phone(connection, ola.me["id"]))
    boss, bot = operator(two), ola.post("/api/me/bots", name="Robo")
    if by == "themselves":
        phone = Visitor(two)
        phone.http.post(link)
        assert phone.http.delete("/api/me?sure=true").json() == {"ok": True}
    else:
        assert boss.http.delete(f"/api/operator/people/{ola.me['id']}").json() == {"ok": True}
    with pytest.raises(ConnectionClosed):
        until(here, lambda live: False)
    until(there, lambda live: live.table["seats"][0]["sitter"]["name"] == "")
    assert there.table["seats"][0]["stand_in"] == "greedy"
    assert ola.get("/api/me")["id"] != ola.me["id"], "the cookie is nobody's"
    assert jan.http.get(link).status_code == 404
    headers = {"authorization": f"Bearer {bot['token']}"}
    assert httpx.get(f"{one.url}/api/me", headers=headers).status_code == 401
    assert "Ola" not in str(asked(one, people.c.name)) and not asked(one, subscribers.c.site)
    assert f"0 {line}" in str(asked(one, lines.c.line))
    assert there.act(1, first_choice(there.pushes[1]["view"]))["type"] == "ack"
    refused(boss.http.delete(f"/api/operator/people/{ola.me['id']}"), 404, "not_found")


def _has_a_phone(connection: Connection, person: str) -> None:
    connection.execute(insert(subscribers).values(person=person, site="https://x.example/", last_seen=0.0))
    device = {"endpoint": "https://push.example/1", "key": "k", "secret": "s"}
    connection.execute(insert(devices).values(person=person, **device))


# Records that cannot be carried on


HEADERS = {
    f"{FORMAT}\ngame {GAME}\nversion 99\nseats 1": "newer",
    f"{FORMAT}\ngame my_moon/eternal\nversion 1\nseats 1": "newer",
    f"{FORMAT}\ngame {GAME}\nversion 1\nseats 1\nmoons 3": "newer",
    "tilefolk-match 2\nanything": "newer",
    f"{FORMAT}\ngame {GAME}\nversion 1\nseats 99": "broken",
    f"{FORMAT}\ngame point_city/table\nversion 1\nseats 2": "broken",
    "nonsense": "broken",
}


def spoil(server: Server, headers: dict[str, str]) -> None:
    """Change the headers of matches while the server is down."""

    def change(connection: Connection) -> None:
        for match, header in headers.items():
            connection.execute(update(matches).where(matches.c.id == match).values(header=header))

    server.stop()
    behind_our_back(server, change)
    server.start()


def test_records_that_cannot_be_carried_on_are_shown_and_kept(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola = Visitor(server)
        tables = [ola.post("/api/play", game=GAME, bots=[]) for _ in HEADERS]
        spoil(server, {table["match"]["id"]: header for table, header in zip(tables, HEADERS, strict=True)})
        before = asked(server, lines.c.match_id, lines.c.seq, lines.c.line)
        for table, why in zip(tables, HEADERS.values(), strict=True):
            match = table["match"]["id"]
            live = until(ola.live(table["id"]), lambda live: live.table)
            assert live.table["match"]["unreadable"] == why
            live.send(type="act", match=match, seat=0, n=0, line="end")
            assert live.wait_for("refused")["rules"] == [f"record_{why}"]
            for part in ("record", "check"):
                refused(ola.http.get(f"/api/matches/{match}/{part}"), 409, f"record_{why}")
            assert all(texts(language).has(f"why.record_{why}") for language in LANGUAGES)
        unreadable = operator(server).get("/api/operator")["unreadable"]
        expected = {table["match"]["id"]: why for table, why in zip(tables, HEADERS.values(), strict=True)}
        assert {one["match"]: one["why"] for one in unreadable} == expected
        assert asked(server, lines.c.match_id, lines.c.seq, lines.c.line) == before
        _, live, _ = alone(server)
        assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack", "others play on"


def test_a_finished_match_of_a_newer_version_is_given_out_as_it_is(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola, live, _ = alone(server)
        assert live.act(0, "end")["type"] == "ack"
        match, header = live.pushes[0]["match"], next(iter(HEADERS))
        spoil(server, {match: header})
        text = ola.record(match)
        assert text.startswith(header + "\n\n") and "\n@ end " in text
        refused(ola.http.get(f"/api/matches/{match}/check"), 409, "record_newer")


def test_a_line_of_another_node_that_does_not_fold_closes_the_match(nodes: tuple[Server, Server]) -> None:
    _, live, _ = alone(nodes[0])
    match = live.pushes[0]["match"]

    def intrude(connection: Connection) -> None:
        head = select(func.max(lines.c.seq)).where(lines.c.match_id == match)
        row = {"match_id": match, "seq": (connection.execute(head).scalar() or 0) + 1, "who": 0, "tick": 0.0}
        connection.execute(insert(lines).values(**row, line="0 fly", at=0.0))
        connection.execute(select(func.pg_notify(CHANNEL, f"other match {match}")))

    behind_our_back(nodes[0], intrude)
    until(live, lambda live: live.table["match"]["unreadable"] == "broken")
    assert live.act(0, "end")["rules"] == ["record_broken"]


# Figures


def test_metrics_count_and_name_nobody(server: Server) -> None:
    ola, live, table = alone(server, "Ola-the-Secret", bots=1)
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
    until(live, lambda live: live.pushes[0]["view"]["round"] > 1)
    answer = httpx.get(f"{server.url}/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    shown = answer.text
    for name, least in {
        'tilefolk_requests_total{method="GET",route="/api/me",status="200"}': 1,
        'tilefolk_requests_total{method="POST",route="/api/tables/{table_id}/start",status="200"}': 1,
        "tilefolk_sockets": 1,
        "tilefolk_rooms": 1,
        "tilefolk_lines_total": 3,
        "tilefolk_append_seconds_count": 2,
        "tilefolk_conflicts_total": 0,
        "tilefolk_waiting": 0,
        "tilefolk_database_failures_total": 0,
        'tilefolk_thinking_seconds_count{bot="random"}': 1,
    }.items():
        found = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", shown, re.MULTILINE)
        assert found and float(found[1]) >= least, name
    for secret in (ola.me["id"], ola.me["name"], table, live.pushes[0]["match"]):
        assert secret not in shown


def test_hints_are_counted(nodes: tuple[Server, Server]) -> None:
    _, live, _ = alone(nodes[0])
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
    wait_until(lambda: "tilefolk_changes_total{" in httpx.get(f"{nodes[1].url}/metrics").text)
