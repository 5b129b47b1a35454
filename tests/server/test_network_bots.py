"""Bots over the network come in by a token and are marked; the operator admits bots from files."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from tests.server.faulty import up
from tests.server.serving import Server, Visitor, running, wait_until
from tests.server.test_operator import operator
from tilefolk.bots import BOTS, CHARACTERS
from tilefolk.server.http.live.wire import POLICY_VIOLATION
from tilefolk.server.people.network_bots import MAX_BOTS

EXAMPLE = Path(__file__).parents[2] / "examples" / "network_bot.py"
GAMES = ("my_city/eternal", "my_island/eternal", "roll_and_build/4", "point_city/table")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running(tmp_path_factory.mktemp("bots")) as one:
        yield one


def call(server: Server, method: str, path: str, token: str, **body: Any) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.request(method, f"{server.url}{path}", headers=headers, json=body or None, timeout=60)


def open_table(owner: Visitor, game: str) -> str:
    seats = ["open", {"bot": "random"}]
    return str(owner.post("/api/tables", game=game, options={}, seats=seats, listed=False)["id"])


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40


@pytest.mark.parametrize("game", GAMES)
def test_the_example_plays_a_whole_match(server: Server, game: str) -> None:
    owner = Visitor(server, "Ola")
    bot = owner.post("/api/me/bots", name="Clever")
    table = open_table(owner, game)
    playing = subprocess.Popen([sys.executable, str(EXAMPLE), server.url, table, bot["token"]])
    try:
        wait_until(lambda: owner.get(f"/api/tables/{table}")["seats"][0]["sitter"])
        sitter = owner.get(f"/api/tables/{table}")["seats"][0]["sitter"]
        assert (sitter["kind"], sitter["name"], sitter["bot_of"]) == ("person", "Clever", "Ola")
        match = owner.post(f"/api/tables/{table}/start")["match"]["id"]
        assert playing.wait(60) == 0
    finally:
        playing.kill()
        playing.wait()
    record = owner.record(match)
    assert "\n@ end " in record and "\n0 " in record and "@ late" not in record


def test_people_are_not_marked(server: Server) -> None:
    owner = Visitor(server, "Ola")
    table = owner.post("/api/tables", game="my_city/eternal", options={}, seats=["me"], listed=False)
    assert table["seats"][0]["sitter"]["bot_of"] is None


def test_a_token_is_who_the_bot_is_and_sets_no_cookie(server: Server) -> None:
    bot = Visitor(server, "Ola").post("/api/me/bots", name="Clever")
    answer = call(server, "GET", "/api/me", bot["token"])
    assert (answer.json()["id"], answer.json()["name"]) == (bot["id"], "Clever")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "given", ["Bearer", "bearer x", "Bearer tfbot_unknown", "Bearer \u00e9", f"Bearer {'x' * 999}"]
)
def test_a_wrong_token_is_nobody(server: Server, given: str) -> None:
    headers = {b"authorization": given.encode()}
    answer = httpx.get(f"{server.url}/api/me", headers=headers, timeout=60)
    assert answer.status_code == 401 and answer.json()["code"] == "bad_token"


def test_a_renewed_token_ends_the_old_one_and_a_revoked_bot_is_out(server: Server) -> None:
    owner, stranger = Visitor(server, "Ola"), Visitor(server, "Jan")
    bot = owner.post("/api/me/bots", name="Clever")
    path = f"/api/me/bots/{bot['id']}"
    assert stranger.http.post(f"{path}/token").status_code == 404
    assert stranger.http.delete(path).status_code == 404
    token = owner.post(f"{path}/token")["token"]
    assert call(server, "GET", "/api/me", bot["token"]).status_code == 401
    assert call(server, "GET", "/api/me", token).status_code == 200
    assert [one["id"] for one in owner.get("/api/me/bots")] == [bot["id"]]
    owner.http.delete(path).raise_for_status()
    assert call(server, "GET", "/api/me", token).status_code == 401
    assert owner.get("/api/me/bots") == [] and owner.http.delete(path).status_code == 404
    assert owner.http.post(f"{path}/token").status_code == 404


def end_by_renewal(owner: Visitor, bot: str) -> None:
    owner.post(f"/api/me/bots/{bot}/token")


def end_by_revocation(owner: Visitor, bot: str) -> None:
    owner.http.delete(f"/api/me/bots/{bot}").raise_for_status()


def end_with_its_owner(owner: Visitor, bot: str) -> None:
    operator(owner.server).http.delete(f"/api/operator/people/{owner.me['id']}").raise_for_status()


@pytest.mark.parametrize("end", [end_by_renewal, end_by_revocation, end_with_its_owner])
def test_the_sockets_of_a_token_that_ends_are_closed(server: Server, end: Any) -> None:
    owner = Visitor(server, "Ola")
    bot, other = (owner.post("/api/me/bots", name=name) for name in ("Clever", "Other"))
    table = open_table(owner, "my_city/eternal")
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    theirs, others = (
        connect(url, additional_headers={"authorization": f"Bearer {one['token']}"}) for one in (bot, other)
    )
    with theirs as live, others as stays:
        for socket in (live, stays):
            assert json.loads(socket.recv(20))["type"] == "table"
        end(owner, bot["id"])
        with pytest.raises(ConnectionClosedError) as closed:
            while True:
                live.recv(20)
        assert closed.value.rcvd and closed.value.rcvd.code == POLICY_VIOLATION
        if end is not end_with_its_owner:
            stays.send('{"type": "ping"}')
            while json.loads(stays.recv(20))["type"] != "pong":
                pass


def test_there_is_a_limit_and_bots_have_no_bots(server: Server) -> None:
    owner = Visitor(server, "Ola")
    bots = [owner.post("/api/me/bots", name=f"Bot {number}") for number in range(MAX_BOTS)]
    answer = owner.http.post("/api/me/bots", json={"name": "One more"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_bots")
    answer = call(server, "POST", "/api/me/bots", bots[0]["token"], name="Child")
    assert (answer.status_code, answer.json()["code"]) == (403, "bot_of_bot")


def test_the_bots_of_a_deleted_person_are_out(server: Server) -> None:
    owner = Visitor(server, "Ola")
    bot = owner.post("/api/me/bots", name="Clever")
    operator(server).http.delete(f"/api/operator/people/{owner.me['id']}").raise_for_status()
    assert call(server, "GET", "/api/me", bot["token"]).status_code == 401


def test_a_deleted_bot_is_out(server: Server) -> None:
    owner = Visitor(server, "Ola")
    bot = owner.post("/api/me/bots", name="Clever")
    operator(server).http.delete(f"/api/operator/people/{bot['id']}").raise_for_status()
    assert call(server, "GET", "/api/me", bot["token"]).status_code == 401
    assert owner.get("/api/me/bots") == []


def test_the_operator_admits_bots_from_files(tmp_path: Path) -> None:
    file = tmp_path / "my_bots.py"
    file.write_text("def clever(sight, stream):\n    return sight.legal[-1]\n", encoding="utf-8")
    with up(tmp_path, bots=(f"{file}:clever",)) as (site,):
        visitor = Visitor(site, "Ola")
        assert [bot["id"] for bot in visitor.get("/api/bots")] == [*CHARACTERS, "clever", "greedy", "random"]
        seats = ["me", {"bot": "clever"}]
        table = visitor.post("/api/tables", game="my_city/eternal", options={}, seats=seats, listed=False)
        match = visitor.post(f"/api/tables/{table['id']}/start")["match"]["id"]
        live = visitor.live(table["id"])
        while 0 not in live.pushes:
            live.take()
        assert live.act(0, "end")["type"] == "ack"
        wait_until(lambda: visitor.get(f"/api/tables/{table['id']}")["match"]["over"])
        record = visitor.record(match)
        assert "\n1 end\n" in record and "@ late" not in record
        answer = visitor.http.post("/api/play", json={"game": "my_city/eternal", "bots": [f"{file}:clever"]})
        assert answer.status_code in (404, 422), "a caller names no file"
    assert "clever" not in BOTS
