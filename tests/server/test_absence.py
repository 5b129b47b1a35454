"""Whoever comes back is told what was written for their seat meanwhile: nobody else is.

Which lines a bot wrote is told to everybody who is told these lines.
"""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.houses import DAY, again, house_at, pass_time, people, room_of, say, settled, started, visit
from tests.server.serving import Server, Visitor, first_choice, running
from tilefolk.server.matches.missed_turns import Absence, Absences
from tilefolk.server.matches.registry import load_room
from tilefolk.server.matches.running_match import Room
from tilefolk.server.matches.view_push import Pushes
from tilefolk.server.node.deadlines import PATIENCE
from tilefolk.server.node.node import House
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"
NIGHT = 61


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_at(tmp_path / "tilefolk.sqlite") as house:
        yield house


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as server:
        yield server


def pushed(room: Room, seat: int | None) -> Any:
    """What a new connection of the seat is told."""
    return json.loads(Pushes().push(room, seat))["absent"]


def row(who: int, line: str, n: int | None = None, tick: float = 1.0) -> dict[str, Any]:
    return {"who": who, "n": n, "line": line, "tick": tick, "seq": 1}


def told_by_bot(room: Room, seat: int | None, pushes: Pushes | None = None) -> list[str]:
    """The lines in a push that a bot wrote."""
    push = json.loads((pushes or Pushes()).push(room, seat))
    return [push["news"][index] for index in push["by_bot"]]


async def test_deadlines_missed_and_answers_of_a_bot_are_told_to_the_seat_alone(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, GAME, [ola, jan], 60)
    room = await room_of(house, table)
    for missed in range(PATIENCE):
        assert pushed(room, 1) == ({"late": missed, "bot": 0} if missed else None)
        await say(house, table, ola)
        await pass_time(house, NIGHT)
    await settled(house)
    assert pushed(room, 1) == {"late": PATIENCE, "bot": 1}, "the bot plays on at once"
    assert (pushed(room, 0), pushed(room, None)) == (None, None)
    folded = await load_room(house.store, room.id)
    assert folded and folded.absence(1) == Absence(PATIENCE, 1), "any node reads the same off the record"
    await say(house, table, jan, "undo")
    assert pushed(room, 1) is None, "whoever has answered knows"


async def test_at_own_pace_one_deadline_is_for_all_rounds(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, "roll_and_build/1", [ola, jan], 7 * DAY, "own")
    room = await room_of(house, table)
    await pass_time(house, 8 * DAY)
    assert room.over
    assert pushed(room, 1) == {"late": 1, "bot": 0}
    assert (await again(house, table)).over


async def test_everybody_sees_which_lines_a_bot_wrote_live_and_after_a_reload(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, GAME, [ola, jan], None)
    room, pushes = await room_of(house, table), Pushes()
    await say(house, table, jan, "pass")
    await say(house, table, ola, "pass")
    assert told_by_bot(room, 0, pushes) == []
    await house.sit(table, 1, Seat(jan.id, stand_in="greedy"))
    await settled(house)
    assert told_by_bot(room, 0) == [], "nobody is told before the round closes"
    (line,) = told_by_bot(room, 1)
    await say(house, table, ola, "pass")
    assert told_by_bot(room, 0, pushes) == told_by_bot(room, 0) == told_by_bot(room, None) == [line]
    folded = await load_room(house.store, room.id)
    assert folded and told_by_bot(folded, None) == [line], "any node reads the same off the record"
    assert folded.bot_answers()[0] == 0 < folded.bot_answers()[1]


async def test_a_line_taken_back_and_written_by_a_bot_is_the_bots(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, GAME, [ola, jan], None)
    room, pushes = await room_of(house, table), Pushes()
    await say(house, table, jan, "pass")
    assert told_by_bot(room, 1, pushes) == []
    await say(house, table, jan, "undo")
    await room.act_for(1, ("pass",), room.spoken(1))
    assert told_by_bot(room, 1, pushes) == ["1 pass"]


async def test_at_own_pace_a_bot_is_seen_when_all_are_done(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, "roll_and_build/1", [ola, jan], None, "own")
    room, pushes = await room_of(house, table), Pushes()
    assert pushes.push(room, 0) and pushes.push(room, None)
    await house.sit(table, 1, Seat(jan.id, stand_in="greedy"))
    while 1 in room.acting():
        await settled(house)
    assert (pushes.push(room, 0), pushes.push(room, None)) == ("", "")
    await visit(house, table, ola)
    assert room.over and len(told_by_bot(room, 0, pushes)) == room.bot_answers()[1] > 0


def test_all_lines_of_one_missed_deadline_count_once_and_a_bot_that_fails_is_a_bot() -> None:
    absences = Absences()
    for line in ("@ late 1 pass", "@ late 1 end", "@ late 12 pass", "@ enter 1 late"):
        absences.follow(row(-2, line))
    assert (absences.of(1), absences.of(12)) == (Absence(late=1), Absence(late=1))
    absences.follow(row(-2, "@ late 1 pass", tick=2.0))
    absences.follow(row(-2, "@ late 1", tick=3.0))
    assert absences.of(1) == Absence(late=2, bot=1) and absences.by_bot


def test_of_a_match_from_elsewhere_nobody_knows_who_answered() -> None:
    absences = Absences()
    absences.follow(row(0, "0 pass", tick=0.0))
    assert absences.of(0).told() is None and not absences.by_bot


def test_a_finished_match_tells_whoever_asks_of_their_own_seats(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=False)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    match = ola.post(f"/api/tables/{table}/start")["match"]["id"]
    ola.put(f"/api/tables/{table}/seats/1", sitter={"bot": "random"})
    live = ola.live(table)
    while not live.table.get("match", {}).get("over"):
        if 0 in live.pushes and 0 in live.pushes[0]["view"]["to_act"]:
            live.play(0, first_choice(live.pushes[0]["view"]))
        else:
            live.take()
        assert live.pushes.get(0, {"absent": None})["absent"] is None
    path = f"/api/matches/{match}/view"
    told = jan.get(path)["absent"]
    answered = sum(line.startswith("1 ") for line in ola.record(match).splitlines())
    assert told == {"late": 0, "bot": answered}
    assert Visitor(server).get(path)["bot_answers"] == [0, answered]
    assert (ola.get(path)["absent"], Visitor(server).get(path)["absent"]) == (None, None)
    back = jan.live(table)
    assert back.wait_for("push")["absent"] == told
