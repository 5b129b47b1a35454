"""The time left, over the network."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.nodes import DAY
from tests.server.serving import Server, Visitor, first_choice, running
from tests.server.time.games import ALWAYS_PASSES, GAME
from tilefolk.server.node.deadlines import MAX_LATE_IN_A_ROW
from tilefolk.server.storage.store import Store


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("time")) as server:
        yield server


def timed(server: Server, time: int | None, game: str = GAME, **options: str) -> tuple[Visitor, Visitor, str]:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    body = {"game": game, "options": options, "seats": ["me", "open"], "time": time}
    table = ola.post("/api/tables", **body)
    assert table["time"] == time
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")
    return ola, jan, table["id"]


def left(table: dict[str, Any]) -> list[float]:
    """Seconds by seat; nothing for one that does not act."""
    return [seat["left"] or 0 for seat in table["seats"]]


@pytest.mark.parametrize(
    ("time", "pace", "status"),
    [
        (45, "together", 422),
        ("60", "together", 422),
        (60, "own", 409),
        (DAY, "own", 200),
        (300, "together", 200),
    ],
)
def test_only_sensible_times_are_taken(server: Server, time: object, pace: str, status: int) -> None:
    body = {"game": GAME, "options": {"pace": pace}, "seats": ["me", "open"], "time": time}
    answer = Visitor(server).http.post("/api/tables", json=body)
    assert answer.status_code == status
    if status == 409:
        assert answer.json()["detail"] != "api.time_in_days"


def test_a_table_shows_the_time_left(server: Server) -> None:
    ola, jan, table = timed(server, 120)
    for shown in (ola.get(f"/api/tables/{table}"), Visitor(server).get(f"/api/tables/{table}")):
        assert all(110 < one <= 120 for one in left(shown))
    one, two = ola.live(table), jan.live(table)
    for live, seat in ((one, 0), (two, 1)):
        while seat not in live.pushes:
            live.take()
    assert one.act(0, first_choice(one.pushes[0]["view"]))["type"] == "ack"
    while left(one.table)[0]:
        one.take()
    assert left(one.table)[1], "the other one still has some"
    assert two.act(1, first_choice(two.pushes[1]["view"]))["type"] == "ack"
    while not left(one.table)[0]:
        one.take()
    assert all(110 < one <= 120 for one in left(one.table))


def test_at_own_pace_the_time_left_tells_nothing_about_others(server: Server) -> None:
    ola, jan, table = timed(server, DAY, pace="own")
    quiet, busy = ola.live(table), jan.live(table)
    for live, seat in ((quiet, 0), (busy, 1)):
        while seat not in live.pushes:
            live.take()
    while not all(seat["sitter"]["here"] for seat in quiet.table["seats"]):
        quiet.take()
    before = quiet.rest()
    for _ in range(5):
        assert busy.play(1, first_choice(busy.pushes[1]["view"]))["type"] == "ack"
    assert quiet.rest() == before
    assert all(left(ola.get(f"/api/tables/{table}")))


def test_who_connects_gets_the_seat_back(server: Server) -> None:
    """The server sweeps by itself; only the clock is pushed on, as a long night would."""
    ola, jan, table = timed(server, 30, ALWAYS_PASSES)
    with_store = Store(server.data / "tilefolk.sqlite")
    one = ola.live(table)

    def night(connection: Any) -> None:
        from sqlalchemy import update

        from tilefolk.server.storage.schema import clock

        connection.execute(update(clock).values(seconds=clock.c.seconds + 31))

    for _ in range(MAX_LATE_IN_A_ROW):  # only jan is late; once a bot sits there, ola would be
        while 0 not in one.pushes or 0 not in one.pushes[0]["view"]["to_act"]:
            one.take()
        assert one.play(0, first_choice(one.pushes[0]["view"]))["type"] == "ack"
        asyncio.run(with_store.write(night))
    while one.table["seats"][1]["stand_in"] is None:
        one.take()
    with_store.close()
    two = jan.live(table)
    while two.table.get("seats", [{}, {"stand_in": "?"}])[1]["stand_in"]:
        two.take()
    assert 1 in two.table["mine"]
