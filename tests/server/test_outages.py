"""The database stops, hangs or comes late; hints get lost: people are told, nothing is, play goes on."""

import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psycopg
import pytest

from tests.effort import LONG
from tests.server.faulty import GAME, Node, up
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Visitor, first_choice, wait_until
from tests.server.test_api import operations
from tests.server.test_operator import operator
from tilefolk.locale import texts

# Nodes that give a database up sooner need not be without it for as long.
KIND, AWAY_SECONDS = ("node", 10.0) if LONG else ("impatient_node", 4.5)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@contextmanager
def away(cluster: Postgres, how: str) -> Iterator[None]:
    """The database is gone, or hangs, for as long as a node waits for it at least."""
    back = time.monotonic() + AWAY_SECONDS
    if how == "gone":
        cluster.kill()
    else:
        cluster.tell(signal.SIGSTOP)
    try:
        yield
        time.sleep(max(0.0, back - time.monotonic()))
    finally:
        if how == "gone":
            cluster.start()
        else:
            cluster.tell(signal.SIGCONT)


def two_people(nodes: list[Node]) -> tuple[list[Visitor], list[Live], str]:
    """Each at a node of their own, at one table whose match runs."""
    people = [Visitor(nodes[0], "Ola"), Visitor(nodes[1], "Jan")]
    table = people[0].post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=False)["id"]
    people[1].put(f"/api/tables/{table}/seats/1", sitter="me")
    people[0].post(f"/api/tables/{table}/start")
    lives = [person.live(table) for person in people]
    for seat, live in enumerate(lives):
        taken(live, seat)
    return people, lives, table


def taken(live: Live, seat: int, closed: int = 0) -> dict[str, Any]:
    """The push after so many of the seat's lines, when its next card has come."""
    while (
        seat not in live.pushes
        or seat not in (push := live.pushes[seat])["view"]["to_act"]
        or push["n"] < closed
    ):
        live.take()
    return live.pushes[seat]


def says(live: Live, seat: int) -> str:
    """Send a line and do not wait."""
    push = live.pushes[seat]
    line = first_choice(push["view"])
    live.send(type="act", match=push["match"], seat=seat, n=push["n"], line=line)
    return line


@pytest.mark.parametrize("how", ["gone", "hangs"])
def test_a_database_away_for_a_while(cluster: Postgres, tmp_path: Path, how: str) -> None:
    with up(tmp_path, cluster.url, 2, KIND) as nodes:
        people, lives, table = two_people(nodes)
        quiet = [Visitor(node).live(table) for node in nodes]
        boss = operator(nodes[0])
        boss.put("/api/me", language="pl")
        rounds = 2 if how == "gone" else 1  # a call takes its time to give up a database that hangs
        for round_ in range(1, rounds + 1):
            with away(cluster, how):
                for seat, live in enumerate(lives):
                    says(live, seat)
                for live in lives:
                    told = live.wait_for("problem")
                    assert (told["code"], told["detail"]) == ("waiting", texts("en").say("api.waiting"))
                for live in quiet:
                    assert live.wait_for("problem")["code"] == "waiting", "told without having moved"
                if round_ == 1:
                    late = people[0].live(table)
                    assert late.wait_for("problem")["code"] == "waiting", "let in and told"
                    refused(nodes[0], boss, table)
            for live in quiet:
                live.wait_for("table")
            for live in lives:
                assert live.wait_for("ack")["n"] == round_ - 1
            for seat, live in enumerate(lives):
                assert taken(live, seat, round_)["n"] == round_
        assert taken(late, 0, rounds)["n"] == rounds
        for node in nodes:
            assert 0 < node.said().count("database back") <= node.said().count("database gone") <= 8


def refused(node: Node, boss: Visitor, table: str) -> None:
    """Every call is answered in words, those of the language that was chosen."""
    names = {"table_id": table, "match_id": "ab", "person_id": "ab", "seat": 0, "language": "pl"}
    names |= {"game": "my_city", "mode": "eternal", "seq": 1, "bot_id": "ab", "chapter": "1"}

    def call(operation: tuple[str, str]) -> httpx.Response:
        path, method = operation
        heads = {"accept-language": "en", "origin": node.url, "cookie": boss.cookie()}
        return httpx.request(method, node.url + path.format(**names), headers=heads, timeout=120)

    with ThreadPoolExecutor(50) as pool:
        answers = dict(zip(operations(), pool.map(call, operations()), strict=True))
    away = [answer for answer in answers.values() if answer.status_code == 503]
    assert [
        (where, answer) for where, answer in answers.items() if answer not in away and answer.is_server_error
    ] == []
    for answer in away:
        assert answer.headers["content-type"] == "application/problem+json"
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["code"] == "unavailable"
        assert answer.json()["detail"] == texts("pl").say("api.unavailable")
    assert len(away) >= len(answers) // 2


def test_a_node_waits_for_its_database_and_ends_without_it(cluster: Postgres, tmp_path: Path) -> None:
    with up(tmp_path, cluster.url, kind=KIND) as (node,):
        node.kill()
        cluster.stop()
        node.start()
        wait_until(lambda: "waiting for the database" in node.said())
        cluster.start()
        node.ready()
        ola = Visitor(node)
        cluster.tell(signal.SIGSTOP)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(ola.http.get, "/api/tables", timeout=60)
            assert asked.result().status_code == 503
        node.terminate()
        node.gone()
        cluster.tell(signal.SIGCONT)


def listeners(cluster: Postgres, end: bool = False) -> set[int]:
    """The connections on which nodes hear hints; `end`: they are cut."""
    what = "pg_terminate_backend(pid)" if end else "true"
    query = f"select pid, {what} from pg_stat_activity where query ilike 'listen %'"
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        return {pid for pid, _ in connection.execute(query).fetchall()}


def other_listeners(cluster: Postgres, before: set[int]) -> bool:
    return len(listeners(cluster) - before) == 2


def test_a_connection_for_hints_that_is_cut_comes_back(cluster: Postgres, tmp_path: Path) -> None:
    with up(tmp_path, cluster.url, 2, KIND) as nodes:
        _, lives, _ = two_people(nodes)
        wait_until(lambda: len(listeners(cluster)) == 2)
        for round_ in range(1, 4):
            before = listeners(cluster, end=True)
            for seat, live in enumerate(lives):
                says(live, seat)
            for seat, live in enumerate(lives):
                assert taken(live, seat, round_)["n"] == round_
            wait_until(partial(other_listeners, cluster, before))
        for node in nodes:
            assert node.said().count("change feed lost") == 3
