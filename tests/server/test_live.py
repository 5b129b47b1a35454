"""A table over the network: people, seats, receipts, reconnects, bots, and nothing lost."""

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from tests.server.serving import Live, Server, Visitor, first_choice, running
from tilefolk.cli.main import app
from tilefolk.core.match import verify
from tilefolk.core.record import read_record
from tilefolk.games import find

GAME = "my_city/eternal"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


def sit_two(server: Server) -> tuple[Visitor, Visitor, str]:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=True)
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")
    return ola, jan, table["id"]


def ready(live: Live, seat: int) -> Live:
    while seat not in live.pushes:
        live.take()
    return live


def cards(live: Live, seat: int) -> int:
    """How many cards the seat has seen; a blocking card may come first, so it need not begin at 1."""
    return int(live.pushes[seat]["view"]["round"])


def test_everybody_is_somebody_and_keeps_a_name(server: Server) -> None:
    ola = Visitor(server, "Ola")
    assert ola.get("/api/me")["name"] == "Ola"
    link = ola.get("/api/me/link")
    assert link["qr"].startswith("<svg")
    with httpx.Client(base_url=server.url) as other:
        other.post(link["url"].replace(server.url, ""))
        assert other.get("/api/me").json()["id"] == ola.me["id"]


def test_what_the_last_push_said_is_not_sent_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ola, _, table = sit_two(server)
    live, sizes = ready(ola.live(table), 0), list[int]()
    protocol = live.socket.protocol
    receive = protocol.receive_data

    def weighed(data: bytes) -> None:
        sizes.append(len(data))
        receive(data)

    monkeypatch.setattr(protocol, "receive_data", weighed)
    assert live.play(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
    assert sum(sizes) * 5 < len(json.dumps(live.pushes[0]))


def test_a_match_against_bots_with_one_click(server: Server) -> None:
    ola = Visitor(server)
    table = ola.post("/api/play", game=GAME, bots=["random"])
    live = ready(ola.live(table["id"]), 0)
    while live.pushes[0]["view"]["phase"] != "over":
        if 0 in live.pushes[0]["view"]["to_act"]:
            assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
        live.wait_for("push")
    match = live.pushes[0]["match"]
    record = read_record(ola.record(match), find)
    assert record.end is not None
    assert verify(record) == []
    assert ola.get(f"/api/matches/{match}/check")["wrong"] == 0
    exported = CliRunner().invoke(app, ["export", match, "--data", str(server.data)])
    assert exported.stdout == ola.record(match)
    again = ola.post(f"/api/tables/{table['id']}/start")
    assert again["match"]["number"] == 2


def test_the_record_stays_closed_while_a_match_runs(server: Server) -> None:
    ola = Visitor(server)
    table = ola.post("/api/play", game=GAME, bots=["random"])
    for what in ("record", "check"):
        answer = ola.http.get(f"/api/matches/{table['match']['id']}/{what}")
        assert answer.status_code == 403
        assert answer.headers["content-type"] == "application/problem+json"
    for wanted in (table["match"]["id"], "nowhere"):
        exported = CliRunner().invoke(app, ["export", wanted, "--data", str(server.data), "--lang", "pl"])
        assert exported.exit_code == 1
        assert wanted in exported.stderr


def test_two_people_take_back_and_close_a_round(server: Server) -> None:
    ola, jan, table = sit_two(server)
    one, two = ready(ola.live(table), 0), ready(jan.live(table), 1)
    begin = cards(one, 0)
    line = first_choice(one.pushes[0]["view"])
    assert one.act(0, line)["type"] == "ack"
    while not one.pushes[0]["may_undo"]:
        one.take()
    assert one.pushes[0]["view"]["boards"][0]["laid"] == []
    assert one.act(0, "undo")["type"] == "ack"
    while one.pushes[0]["view"]["commit"]:
        one.take()
    assert one.act(0, line)["type"] == "ack"
    assert two.act(1, first_choice(two.pushes[1]["view"]))["type"] == "ack"
    while cards(one, 0) == begin or cards(two, 1) == begin:
        (one if cards(one, 0) == begin else two).take()
    assert len(one.pushes[0]["view"]["boards"][1]["laid"]) == 1
    told = [text for message in two.traffic if message["type"] == "push" for text in message["news"]]
    assert f"0 {line}" in told
    assert one.act(0, "undo")["type"] in ("refused", "ack")


def test_the_same_receipt_counts_once(server: Server) -> None:
    ola, _, table = sit_two(server)
    live, other_tab = ready(ola.live(table), 0), ready(ola.live(table), 0)
    line = first_choice(live.pushes[0]["view"])
    n = live.pushes[0]["n"]
    assert live.act(0, line, n)["type"] == "ack"
    assert live.act(0, line, n)["type"] == "ack"
    assert other_tab.act(0, line, n)["type"] == "ack"
    assert other_tab.act(0, "pass", n)["rules"] == ["receipt_used"]
    assert other_tab.act(0, line, n + 1)["rules"] == ["has_answered"]
    assert other_tab.act(0, line, n + 5)["rules"] == ["receipt_ahead"]


def test_a_bad_move_is_refused_with_its_rules(server: Server) -> None:
    ola, _, table = sit_two(server)
    live = ready(ola.live(table), 0)
    piece = live.pushes[0]["view"]["pieces"][0]["name"]
    assert live.act(0, f"place {piece} 0 A4")["rules"]
    assert live.act(0, "place Q9 0 A1")["rules"] == ["not_this_piece"]
    assert live.act(0, "  nonsense ")["rules"] == ["no_such_action"]


def test_only_the_own_seat_can_act(server: Server) -> None:
    _, jan, table = sit_two(server)
    live = ready(jan.live(table), 1)
    live.pushes[0] = {**live.pushes[1], "n": 0}
    assert live.act(0, "end")["rules"] == ["not_your_seat"]


def test_a_seat_is_told_what_its_answers_would_bring(server: Server) -> None:
    ola, jan, table = sit_two(server)
    live, other = ready(ola.live(table), 0), ready(jan.live(table), 1)
    match, view = live.pushes[0]["match"], live.pushes[0]["view"]
    live.send(type="foresee", match=match, seat=0, id=7)
    foreseen = live.wait_for("foreseen")
    line = first_choice(view)
    brings = {answer[0]: answer[1:] for answer in foreseen["answers"]}
    assert foreseen["id"] == 7
    assert [(lack[0], lack[3:]) for lack in foreseen["lacks"]] == [("well.well", [4, [], True])] * 3
    assert {"pass", "end", line} <= set(brings)
    live.play(0, line)
    other.play(1, "pass")
    while live.pushes[0]["view"]["boards"][0]["value"] == view["boards"][0]["value"]:
        live.take()
    changed = live.pushes[0]["view"]["boards"][0]["value"] - view["boards"][0]["value"]
    change, won, lines, is_open, compared, *_ = brings[line]
    assert change == changed == sum(points for _, points in lines)
    assert (won, is_open, compared) == (0, False, [])


def test_nobody_is_told_what_answers_of_others_would_bring(server: Server) -> None:
    _, jan, table = sit_two(server)
    live = ready(jan.live(table), 1)
    match = live.pushes[1]["match"]
    for question in ({"match": match, "seat": 0}, {"match": match, "seat": 9}, {"match": "0", "seat": 1}):
        live.send(type="foresee", id=1, **question)
        assert live.wait_for("foreseen")["answers"] == []
    assert live.play(1, "pass")["type"] == "ack"
    live.send(type="foresee", match=match, seat=1, id=2)
    assert live.wait_for("foreseen")["answers"] == []


def test_a_spectator_sees_what_everybody_knows(server: Server) -> None:
    _, _, table = sit_two(server)
    watcher = Visitor(server, "Ida").live(table)
    while None not in watcher.pushes:
        watcher.take()
    view = watcher.pushes[None]["view"]
    assert view["seat"] is None
    assert view["pieces"] == []


def test_one_person_may_hold_several_seats(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "me"], listed=False)
    ola.post(f"/api/tables/{table['id']}/start")
    live = ready(ready(ola.live(table["id"]), 0), 1)
    begin = cards(live, 0)
    for seat in (0, 1):
        assert live.act(seat, first_choice(live.pushes[seat]["view"]))["type"] == "ack"
    while cards(live, 0) == begin:
        live.take()


def test_a_bot_stands_in_and_gives_back(server: Server) -> None:
    ola, jan, table = sit_two(server)
    live = ready(ola.live(table), 0)
    begin = cards(live, 0)
    jan.put(f"/api/tables/{table}/seats/1", sitter={"bot": "random"})
    assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
    while cards(live, 0) == begin:
        live.take()
    seats = jan.put(f"/api/tables/{table}/seats/1", sitter="me")["seats"]
    assert seats[1]["stand_in"] is None
    assert seats[1]["sitter"]["name"] == "Jan"


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/tables", {"game": "chess", "options": {}, "seats": ["me"], "listed": False}, 404),
        ("POST", "/api/tables", {"game": GAME, "options": {}, "seats": ["me"] * 5, "listed": False}, 409),
        ("POST", "/api/tables", {"game": GAME, "options": {}, "seats": ["me"], "listed": 1}, 422),
        ("POST", "/api/tables", {"game": GAME, "seats": ["me"], "extra": 1}, 422),
        ("POST", "/api/play", {"game": GAME, "bots": ["clever"]}, 404),
        ("GET", "/api/tables/nowhere", None, 404),
        ("GET", "/api/nothing", None, 404),
        ("PUT", "/api/me", {"name": ""}, 422),
        ("PUT", "/api/me", {"name": "x" * 20000}, 413),
        ("GET", "/api/texts/xx", None, 404),
    ],
)
def test_errors_are_problems(server: Server, method: str, path: str, body: object, status: int) -> None:
    answer = Visitor(server).http.request(method, path, json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["detail"] != f"api.{answer.json()['code']}"


def test_another_origin_is_refused(server: Server) -> None:
    ola = Visitor(server)
    answer = ola.http.post(
        "/api/play", json={"game": GAME, "bots": []}, headers={"origin": "http://evil.example"}
    )
    assert answer.status_code == 403
    table = ola.post("/api/play", game=GAME, bots=[])
    ola.server = Server(server.data, server.port)
    ola.server.url = "http://evil.example"
    with pytest.raises(InvalidStatus):
        ola.live(table["id"])


def test_answers_carry_the_security_headers(server: Server) -> None:
    headers = httpx.get(f"{server.url}/api/games").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_nothing_but_the_worker_for_kernels_may_compile_what_it_fetches(server: Server) -> None:
    """It is fetched by itself alone: no other script, no page, no style may come into it."""
    paths = "/", "/assets/index.js", "/assets/kernels-1.js", "/api/games", "/assets/kernel_worker-1.js"
    policies = [httpx.get(f"{server.url}{path}").headers["content-security-policy"] for path in paths]
    assert [policy for policy in policies if "eval" in policy] == policies[-1:]
    assert policies[-1] == "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"


def test_a_killed_server_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        ola, jan, table = sit_two(server)
        live = ready(ola.live(table), 0)
        line = first_choice(live.pushes[0]["view"])
        assert live.act(0, line)["type"] == "ack"
        server.kill()
        server.start()
        again = ready(ola.live(table), 0)
        assert again.pushes[0]["view"]["commit"] == line.split(" ")[:2] + [
            int(line.split(" ")[2]),
            line.split(" ")[3],
        ]
        assert again.act(0, line, 0)["type"] == "ack"
        two = ready(jan.live(table), 1)
        assert two.act(1, "end")["type"] == "ack"


def test_a_flood_is_stopped_and_nobody_else_notices(server: Server) -> None:
    ola, jan, table = sit_two(server)
    flood, calm = ready(ola.live(table), 0), ready(jan.live(table), 1)
    from websockets.exceptions import ConnectionClosed

    with contextlib.suppress(ConnectionClosed):  # perhaps already while it is sent
        for _ in range(2000):
            flood.send(type="ping")
    with pytest.raises(ConnectionClosed):
        while True:
            flood.take()
    assert calm.act(1, first_choice(calm.pushes[1]["view"]))["type"] == "ack"
    assert any(message.get("code") == "too_many" for message in flood.traffic)


def test_malformed_and_oversized_messages_are_refused_and_nobody_else_notices(server: Server) -> None:
    ola, jan, table = sit_two(server)
    rude, calm = ready(ola.live(table), 0), ready(jan.live(table), 1)
    for text in ("", "{", "[]", '"act"', '{"type": "act"}', '{"type": "act", "seat": "0"}', "\u0000"):
        rude.socket.send(text)
        assert rude.wait_for("problem")["code"] == "bad_request"
    rude.socket.send("x" * 5000)
    assert rude.wait_for("problem")["code"] == "too_large"
    assert calm.act(1, first_choice(calm.pushes[1]["view"]))["type"] == "ack"
    again = ready(ola.live(table), 0)
    assert again.act(0, first_choice(again.pushes[0]["view"]))["type"] == "ack"
