"""The leak test over all traffic of a live match: what others do in secret changes no byte a seat gets."""

import json
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.server.campaigns import CAMPAIGN, cells_to_choose
from tests.server.serving import Live, Server, Visitor, running
from tests.server.test_campaign import at_once_to_the_choices
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.core.match import Header, Match
from tilefolk.core.notation import read
from tilefolk.games import find

GAME = "my_city/eternal"
OPEN = "point_city/table"  # everybody sees all that lies open; the rest nobody does


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("leaks")) as server:
        yield server


def traffic_of_a_quiet_seat(server: Server, pace: str, salt: str) -> list[Any]:
    """All a seat gets while the other one plays as far as it can; names of tables and matches left out."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={"pace": pace}, seats=["me", "open"], listed=False)
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")
    quiet, busy = ola.live(table["id"]), jan.live(table["id"])
    while 0 not in quiet.pushes or not quiet.table.get("match"):
        quiet.take()
    while 1 not in busy.pushes:
        busy.take()
    before = len(quiet.traffic)
    _play_on(busy, Random(salt))
    ola.get("/api/tables")
    told = [_bare(message) for message in quiet.rest()[before:]]
    return [*told, ["deltas", quiet.deltas]]


def _play_on(live: Live, rand: Random) -> None:
    for _ in range(8):
        if 1 not in live.pushes[1]["view"]["to_act"]:
            return
        live.play(1, random_answer(live.pushes[1]["view"], rand))


def _bare(message: dict[str, Any]) -> Any:
    """A message without what differs between any two matches: ids, the first card, what a blockade took."""
    if message["type"] == "table":
        return ["table", message["table"]["match"]["your_turn"]]
    if message["type"] == "talk":
        return ["talk", message["entries"]]
    board = message["view"]["boards"][1]
    behind = {"round": message["view"]["round"] - board["round"]}
    return [message["type"], message["news"], board | behind, message["absent"]]


@pytest.mark.parametrize("pace", ["own", "together"])
def test_a_quiet_seat_sees_nothing_of_what_the_other_does(server: Server, pace: str) -> None:
    one = traffic_of_a_quiet_seat(server, pace, "one")
    other = traffic_of_a_quiet_seat(server, pace, "another")
    if pace == "own":
        assert [message for message in one + other if message[0] == "push"] == []
        return
    pushes = [message for message in one + other if message[0] == "push"]
    assert pushes
    for _, news, board, absent in pushes:
        assert (news, absent) == ([], None)
        assert board["laid"] == []
        assert board["ready"]
    assert json.dumps(one[-1]) == json.dumps(other[-1])


@pytest.mark.parametrize("pace", ["own", "together"])
def test_my_tables_name_whom_they_wait_for_as_far_as_i_may_know(server: Server, pace: str) -> None:
    """Together who has answered is no secret; at own pace that would tell how far the others are."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={"pace": pace}, seats=["me", "open"], listed=True)
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")

    def awaited(who: Visitor) -> list[int] | None:
        asked = next(mine for mine in who.get("/api/tables")["mine"] if mine["id"] == table["id"])
        to_act: list[int] | None = asked["match"]["to_act"]
        return to_act

    busy = jan.live(table["id"])
    while 1 not in busy.pushes:
        busy.take()
    together = pace == "together"
    assert awaited(ola) == ([0, 1] if together else None)
    assert busy.act(1, "end")["type"] == "ack"
    assert awaited(ola) == awaited(jan) == ([0] if together else None)
    assert Visitor(server).get(f"/api/tables/{table['id']}")["match"]["to_act"] is None


def test_open_choices_of_others_change_no_byte(server: Server) -> None:
    """The other seat chooses, takes it back, chooses otherwise: others get the same each time."""
    ola, jan, eve = (Visitor(server, name) for name in ("Ola", "Jan", "Eve"))
    table = ola.post("/api/tables", game=CAMPAIGN, options={}, seats=["me", "open"], listed=True)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    watching = eve.live(table)
    hers, his = at_once_to_the_choices(ola, jan, table)
    (what,), cells = his.pushes[1]["view"]["choices"][0]["what"], cells_to_choose(his.pushes[1]["view"])
    match = his.pushes[1]["match"]

    def told(line: str) -> str:
        """What the others get because of this line, and what they are answered then."""
        before = [(len(live.rest()), len(live.deltas)) for live in (hers, watching)]
        assert his.play(1, line)["type"] == "ack"
        each = list(zip((hers, watching), before, strict=True))
        sent: list[Any] = [live.rest()[n:] for live, (n, _) in each]
        assert any(message["type"] == "push" for message in sent[0])
        sent += [live.deltas[n:] for live, (_, n) in each]
        sent += [person.get(f"/api/tables/{table}") for person in (ola, eve)]
        sent += [ola.http.get(f"/api/matches/{match}/{asked}").json() for asked in ("view", "record")]
        return re.sub(r'"(seq|number)": \d+', "", json.dumps(sent))

    one, _, other = told(f"stick {what} {cells[0]}"), told("undo"), told(f"stick {what} {cells[5]}")
    assert one == other


def test_no_secret_is_in_any_answer(server: Server, tmp_path: Path) -> None:
    """Seeds, keys and other people's ids never leave the house while a match runs."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=True)
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")
    live = ola.live(table["id"])
    while 0 not in live.pushes:
        live.take()
    everything = json.dumps(live.traffic) + json.dumps(ola.get("/api/tables"))
    assert jan.me["id"] not in everything
    assert '"seed"' not in everything
    with sqlite3.connect(server.data / "tilefolk.sqlite") as stored:
        ((key,),) = stored.execute("select value from settings where name = 'secret.key'")
    assert key not in everything


def test_open_play_shows_what_the_told_lines_show_and_nothing_else(server: Server) -> None:
    """Whoever folds the lines a seat was told, without the seed, gets every view it was sent."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=OPEN, options={}, seats=["me", "open"], listed=True)
    jan.put(f"/api/tables/{table['id']}/seats/1", sitter="me")
    ola.post(f"/api/tables/{table['id']}/start")
    seats = {0: ola.live(table["id"]), 1: jan.live(table["id"])}
    watching = Visitor(server).live(table["id"])
    rand = Random("open")
    for live in (*seats.values(), watching):
        while not live.pushes:
            live.take()
    for _ in range(24):
        acting = next(seat for seat, live in seats.items() if seat in live.pushes[seat]["view"]["to_act"])
        answers = seats[acting].pushes[acting]["view"]["answers"]
        line = " ".join(map(str, rand.choice(answers)))
        assert seats[acting].act(acting, line)["type"] == "ack"
        for live in seats.values():
            live.wait_for("push")
    for seat, live in ((0, seats[0]), (1, seats[1]), (None, watching)):
        told = _folded_as_told(live.rest(), seat)
        assert told > 40
    everything = json.dumps([live.traffic for live in (*seats.values(), watching)])
    asked = json.dumps([ola.get("/api/tables"), ola.get(f"/api/tables/{table['id']}"), ola.get("/api/games")])
    for secret in _seeds(server):
        assert secret not in everything + asked


def _folded_as_told(traffic: list[dict[str, Any]], seat: int | None) -> int:
    """Fold the news of each push and compare its view; how many lines were told in all."""
    game, mode = find(OPEN)
    match = Match(game, Header(OPEN, mode.version, 2))
    for push in (message for message in traffic if message["type"] == "push"):
        for line in push["news"]:
            match.append(read(line))
        assert json.dumps(push["view"]) == json.dumps(json.loads(json.dumps(game.view(match.state, seat))))
    return len(match.lines)


def _seeds(server: Server) -> list[str]:
    """From a seed every hidden side could be computed."""
    with sqlite3.connect(server.data / "tilefolk.sqlite") as stored:
        return [row[0].hex() for row in stored.execute("select seed from matches")]
