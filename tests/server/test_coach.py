"""The coach at the table: reports after a match, hints against bots alone, nothing against people."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.server.local_app import browser, local_app
from tests.server.serving import Live, Server, Visitor, running, wait_until
from tilefolk.core.notation import write_action

BOT = {"bot": "random"}
COMPILING_SECONDS = 170  # the first hint after a change of the twin


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("coach")) as server:
        yield server


def seated(host: Visitor, *sitters: Any) -> dict[str, Any]:
    """A started table: its host on the first seat, and these on the others."""
    seats = ["me", *("open" if isinstance(sitter, Visitor) else sitter for sitter in sitters)]
    table = host.post("/api/tables", game="roll_and_build/1", options={}, seats=seats, listed=False)
    for seat, sitter in enumerate(sitters, start=1):
        if isinstance(sitter, Visitor):
            sitter.put(f"/api/tables/{table['id']}/seats/{seat}", sitter="me")
    started: dict[str, Any] = host.post(f"/api/tables/{table['id']}/start")
    return started


def until_over(live: Live) -> None:
    while not live.pushes or live.pushes[0]["view"]["phase"] != "over":
        live.take()


def problem(visitor: Visitor, method: str, path: str) -> tuple[int, str]:
    answer = visitor.http.request(method, path)
    return answer.status_code, answer.json().get("code", "")


def test_hints_are_legal_answers_and_the_report_comes_after_the_end(server: Server) -> None:
    ola = Visitor(server)
    table = seated(ola, BOT)
    match, live = table["match"]["id"], ola.live(table["id"])
    live.wait_for("push")
    assert problem(ola, "GET", f"/api/matches/{match}/coach?seat=0") == (403, "running")
    told = ola.http.post(f"/api/matches/{match}/hint?seat=0", timeout=COMPILING_SECONDS)
    hints = told.raise_for_status().json()["answers"]
    assert 1 <= len(hints) <= 3
    assert all(hint["lines"] for hint in hints) or len(hints) == 1, "each says why"
    assert hints[0]["less"] == 0 and all(hint["cells"] != "0" for hint in hints)
    assert problem(ola, "POST", f"/api/matches/{match}/hint?seat=1") == (403, "not_your_seat")
    assert live.play(0, write_action(tuple(hints[0]["answer"])))["type"] == "ack"
    while live.pushes[0]["view"]["to_act"] != [0]:
        live.take()
    live.play(0, "end")
    until_over(live)
    assert problem(ola, "POST", f"/api/matches/{match}/hint?seat=0") == (409, "hint_later")
    path = f"/api/matches/{match}/coach?seat=0"
    wait_until(lambda: ola.get(path)["report"])
    report = ola.get(path)["report"]
    assert report["best"]["value"] >= report["value"] == live.pushes[0]["view"]["boards"][0]["value"]
    assert report["view"]["boards"][0]["value"] == report["best"]["value"]
    assert problem(ola, "GET", f"/api/matches/{match}/coach?seat=2") == (404, "no_such_seat")


def test_nothing_is_told_in_a_match_against_people(server: Server) -> None:
    ola, jan = Visitor(server), Visitor(server)
    match = seated(ola, jan)["match"]["id"]
    for person, seat in ((ola, 0), (jan, 1)):
        assert problem(person, "POST", f"/api/matches/{match}/hint?seat={seat}") == (403, "hint_people")
        assert problem(person, "GET", f"/api/matches/{match}/coach?seat={seat}") == (403, "running")
    told = ola.http.post(f"/api/matches/{match}/hint?seat=0").json()
    assert "answers" not in told and "people" in told["detail"]
    stranger = problem(Visitor(server), "POST", f"/api/matches/{match}/hint?seat=0")
    assert stranger == (403, "not_your_seat")


def test_two_people_at_one_device_are_people(server: Server) -> None:
    ola = Visitor(server)
    match = seated(ola, "me")["match"]["id"]
    assert problem(ola, "POST", f"/api/matches/{match}/hint?seat=0") == (403, "hint_people")


async def test_who_waits_too_long_for_a_hint_is_told_when_to_ask_again(tmp_path: Path) -> None:
    async with local_app(tmp_path) as app:
        ola = browser(app)
        body = {"game": "my_city/eternal", "options": {}, "seats": ["me"], "listed": False}
        table = (await ola.post("/api/tables", json=body)).json()["id"]
        match = (await ola.post(f"/api/tables/{table}/start")).json()["match"]["id"]
        with patch.object(app.state.services.coaching, "hint", side_effect=TimeoutError):
            answer = await ola.post(f"/api/matches/{match}/hint?seat=0")
    assert (answer.status_code, answer.json()["code"]) == (503, "coach_overran")
    assert answer.headers["retry-after"] == "60"
