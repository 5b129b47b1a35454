"""Seats that a game gives to a bot of its own: filled from the start, and nobody else's."""

from collections.abc import Iterator
from typing import Any

import httpx2 as httpx
import pytest

from tests.server.serving import Server, Visitor, running, wait_until
from tilefolk.bots import CHARACTERS
from tilefolk.campaign import all_offers
from tilefolk.core.table_lines import read_end
from tilefolk.games import GAMES, all_modes, fixed_bot_names
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.messages import TIMES
from tilefolk.server.tables.table import DAY_SECONDS

OWNED = [mode for mode in all_modes() if mode.fixed_bots]
FREE = next(mode for mode in all_modes() if not mode.fixed_bots and 2 in mode.seats)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("seats")) as server:
        yield server


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    for language in LANGUAGES:
        assert texts(language).has(f"api.{code}")


def sitters(table: dict[str, Any]) -> list[Any]:
    return [
        seat["sitter"] and (seat["sitter"].get("bot") or seat["sitter"]["kind"]) for seat in table["seats"]
    ]


def asked(server: Server, game: str, *seats: Any) -> httpx.Response:
    body = {"game": game, "options": {}, "seats": seats, "listed": False}
    return Visitor(server).http.post("/api/tables", json=body)


def test_the_offer_tells_which_seats_belong_to_whom(server: Server) -> None:
    offers = {offer["game"]: offer["sits"] for offer in Visitor(server).get("/api/games")}
    assert offers == {
        mode.name: [{"seat": n, "bot": bot} for n, bot in mode.fixed_bots] for mode in all_offers()
    }
    assert any(offers.values())


def test_the_offer_tells_how_much_time_a_table_may_give(server: Server) -> None:
    offers = {offer["game"]: offer for offer in Visitor(server).get("/api/games")}
    for mode in all_offers():
        times = offers[mode.name]["times"]
        assert list(times) == list(dict(mode.options).get("pace", ["together"]))
        assert times["together"] == list(TIMES)
        assert all(time >= DAY_SECONDS for time in times.get("own", [DAY_SECONDS]))


def test_menus_offer_the_bots_that_may_sit_anywhere(server: Server) -> None:
    bots = {bot["id"]: bot for bot in Visitor(server).get("/api/bots")}
    assert list(bots) == [*CHARACTERS, "greedy", "random"]
    assert not fixed_bot_names() & set(bots)
    assert [bots[name]["level"] for name in CHARACTERS] == [1, 2, 3, 4, 5]
    assert bots["mole"]["games"] == bots["greedy"]["games"] == [*GAMES]


@pytest.mark.parametrize("mode", OWNED, ids=lambda mode: mode.name)
def test_a_new_table_has_its_own_bot_on_its_seat(server: Server, mode: Any) -> None:
    ((seat, bot),) = mode.fixed_bots
    for wish in ("open", {"bot": bot}):
        table = asked(server, mode.name, "me", wish).json()
        assert sitters(table) == ["person", bot]
        assert [one["own"] for one in table["seats"]] == [n == seat for n in range(2)]


def test_nobody_else_gets_that_seat(server: Server) -> None:
    mode = OWNED[0]
    ((seat, bot),) = mode.fixed_bots
    for wish in ("me", {"bot": "random"}):
        refused(asked(server, mode.name, "me", wish), 409, "own_seat")
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=mode.name, options={}, seats=["me", "open"], listed=True)
    path = f"/api/tables/{table['id']}"
    for person in (ola, jan):
        for sitter in ("me", "open", {"bot": "random"}, {"bot": bot}):
            refused(person.http.put(f"{path}/seats/{seat}", json={"sitter": sitter}), 409, "own_seat")
    ola.post(f"{path}/start")
    refused(ola.http.put(f"{path}/seats/{seat}", json={"sitter": "me"}), 409, "own_seat")
    assert sitters(ola.get(path)) == ["person", bot]


def test_that_bot_gets_no_other_seat(server: Server) -> None:
    mode = OWNED[0]
    ((_, bot),) = mode.fixed_bots
    refused(asked(server, mode.name, {"bot": bot}, "open"), 409, "own_bot")
    refused(asked(server, FREE.name, "me", {"bot": bot}), 409, "own_bot")
    ola = Visitor(server)
    refused(ola.http.post("/api/play", json={"game": FREE.name, "bots": [bot]}), 409, "own_bot")
    table = ola.post("/api/play", game=mode.name, bots=[])
    stand_in = ola.http.put(f"/api/tables/{table['id']}/seats/0", json={"sitter": {"bot": bot}})
    refused(stand_in, 409, "own_bot")


def test_one_click_fills_the_other_seats(server: Server) -> None:
    mode = OWNED[0]
    ola = Visitor(server)
    table = ola.post("/api/play", game=mode.name, bots=[])
    assert sitters(table) == ["person", mode.fixed_bots[0][1]]
    assert table["mine"] == [0]
    assert table["match"]
    refused(ola.http.post("/api/play", json={"game": mode.name, "bots": ["random"]}), 409, "too_many_seats")
    refused(ola.http.post("/api/play", json={"game": FREE.name, "bots": ["nobody"]}), 404, "unknown_bot")


def correspondence_table(
    server: Server, options: dict[str, str], time: int | None
) -> tuple[Visitor, Visitor, str]:
    """A running table of two who are both away; the first is the host."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    body = {"game": "my_city/eternal", "options": options, "seats": ["me", "open"], "time": time}
    path = f"/api/tables/{ola.post('/api/tables', **body)['id']}"
    jan.put(f"{path}/seats/1", sitter="me")
    ola.post(f"{path}/start")
    return ola, jan, path


def test_everybody_may_always_leave_their_own_seat_to_a_bot(server: Server) -> None:
    _, jan, path = correspondence_table(server, {"pace": "own"}, DAY_SECONDS)
    assert jan.put(f"{path}/seats/1", sitter={"bot": "greedy"})["seats"][1]["stand_in"] == "greedy"


@pytest.mark.parametrize("game", ["my_city/eternal", "roll_and_build/1"])
def test_mc_r47_and_rb_r04_a_bot_plays_on_for_who_leaves(server: Server, game: str) -> None:
    """Leaving ends nobody's part: the seat is played to its end, and scored and ranked like the other."""
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    path = f"/api/tables/{ola.post('/api/tables', game=game, seats=['me', 'open'])['id']}"
    jan.put(f"{path}/seats/1", sitter="me")
    match = ola.post(f"{path}/start")["match"]["id"]
    left = jan.put(f"{path}/seats/1", sitter="open")["seats"][1]
    assert (left["stand_in"], left["sitter"]["name"]) == ("greedy", "Jan"), "it is still Jan's seat"
    live = ola.live(path.rpartition("/")[2])
    while 0 not in live.pushes or 0 not in live.pushes[0]["view"]["to_act"]:
        live.take()
    assert live.act(0, "end")["type"] == "ack"
    wait_until(lambda: ola.get(path)["match"]["over"])
    rows = ola.record(match).split("\n")
    assert len([row for row in rows if row.startswith("1 place ")]) > 3
    assert not [row for row in rows if row.startswith("@ late")]
    assert sorted(read_end(rows[-2])["places"]) in ([1, 2], [1, 1])


def own_pace_table(server: Server, *seats: Any) -> tuple[Visitor, str]:
    ola = Visitor(server, "Ola")
    body = {"game": "my_city/eternal", "options": {"pace": "own"}, "seats": seats}
    return ola, f"/api/tables/{ola.post('/api/tables', **body)['id']}"


def test_at_own_pace_against_others_everybody_has_one_seat(server: Server) -> None:
    """Whoever played two would know on the second what the first has drawn."""
    ola, path = own_pace_table(server, "me", "open", "open")
    jan = Visitor(server, "Jan")
    jan.put(f"{path}/seats/1", sitter="me")
    for person in (jan, ola):
        answer = person.http.put(f"{path}/seats/2", json={"sitter": "me"})
        refused(answer, 409, "one_seat")
    assert sitters(ola.get(path)) == ["person", "person", None]
    jan.put(f"{path}/seats/1", sitter="open")
    jan.put(f"{path}/seats/2", sitter="me")
    assert sitters(ola.get(path)) == ["person", None, "person"], "another seat instead is fine"


def test_at_own_pace_nobody_joins_somebody_with_two_seats(server: Server) -> None:
    ola, path = own_pace_table(server, "me", "me", "open")
    refused(Visitor(server, "Jan").http.put(f"{path}/seats/2", json={"sitter": "me"}), 409, "one_seat")
    ola.put(f"{path}/seats/2", sitter="me")
    assert sitters(ola.get(path)) == ["person"] * 3, "alone one may play them all"


def test_together_one_person_may_have_several_seats(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    body = {"game": "my_city/eternal", "options": {"pace": "together"}, "seats": ["me", "me", "open"]}
    path = f"/api/tables/{ola.post('/api/tables', **body)['id']}"
    assert jan.put(f"{path}/seats/2", sitter="me")["mine"] == [2]
