"""Nothing that was acknowledged is ever lost, however the server dies."""

from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from tests.server.serving import OPENED, Live, Visitor, first_choice, running
from tilefolk.cli.load.random_answer import random_answer

GAME = "my_city/eternal"


def test_ten_kills_lose_no_acknowledged_move(tmp_path: Path) -> None:
    """Two people play on while the server is killed ten times; every receipt is in the record, once."""
    rand = Random(10)
    acknowledged: dict[tuple[int, int], str] = {}
    with running(tmp_path) as server:
        ola = Visitor(server)
        table = ola.post("/api/tables", game=GAME, options={"pace": "own"}, seats=["me", "me"], listed=False)
        match = ola.post(f"/api/tables/{table['id']}/start")["match"]["id"]
        for _ in range(10):
            live = _ready(ola.live(table["id"]))
            try:
                for _ in range(rand.randrange(1, 4)):
                    _answer(live, rand, acknowledged)
                _answer_without_waiting(live)
            except ConnectionClosed:
                pass
            server.kill()
            while OPENED and OPENED[-1] is not ola.http:
                OPENED.pop()
            server.start()
        live = _ready(ola.live(table["id"]))
        for seat in (0, 1):
            assert live.pushes[seat]["n"] >= sum(1 for held, _ in acknowledged if held == seat)
        for (seat, n), line in acknowledged.items():
            assert live.act(seat, line, n)["type"] == "ack", "the same line is acknowledged again"
        assert ola.http.get(f"/api/matches/{match}/record").status_code == 403
        _end(live)
        record = ola.record(match)
    lines = record.split("\n")
    for (seat, _), line in acknowledged.items():
        assert f"{seat} {line}" in lines


def _end(live: Live) -> None:
    """Both seats end their part."""
    for seat in (0, 1):
        if live.pushes[seat]["view"]["boards"][seat]["ended"]:
            continue
        while seat not in live.pushes[seat]["view"]["to_act"]:
            live.wait_for("push")
        assert live.act(seat, "end")["type"] == "ack"


def _ready(live: Live) -> Live:
    while not {0, 1} <= set(live.pushes):
        live.take()
    return live


def _answer(live: Live, rand: Random, acknowledged: dict[tuple[int, int], str]) -> None:
    acting = [seat for seat in (0, 1) if seat in live.pushes[seat]["view"]["to_act"]]
    if acting:
        seat = rand.choice(acting)
        n, line = live.pushes[seat]["n"], random_answer(live.pushes[seat]["view"], rand)
        if live.play(seat, line)["type"] == "ack":
            acknowledged[seat, n] = line


def _answer_without_waiting(live: Live) -> None:
    """Sent in the moment the server dies: it may be stored or not, but never half."""
    push = live.pushes[0]
    if 0 in push["view"]["to_act"]:
        line = first_choice(push["view"])
        live.send(type="act", match=push["match"], seat=0, n=push["n"], line=line)
