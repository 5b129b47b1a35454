"""Whoever comes back is told what was written for their seat meanwhile: nobody else is.

Which lines a bot wrote is told to everybody who is told these lines.
"""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.nodes import (
    DAY,
    again,
    live_match_of,
    node_at,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    visit,
)
from tests.server.serving import Server, Visitor, first_choice, running
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.missed_turns import Absence, MissedTurns
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.matches.view_push import SentViews
from tilefolk.server.node.deadlines import MAX_LATE_IN_A_ROW
from tilefolk.server.node.node import Node
from tilefolk.server.storage.line_writer import LineRow
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"
NIGHT = 61


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path) as server:
        yield server


def pushed(live: LiveMatch, seat: int | None) -> Any:
    """What a new connection of the seat is told."""
    return json.loads(SentViews().next_push(live, seat))["absent"]


def row(who: int, line: str, n: int | None = None, tick: float = 1.0) -> LineRow:
    return LineRow("m", 1, who, n, line, 0.0, tick)


def told_by_bot(live: LiveMatch, seat: int | None, pushes: SentViews | None = None) -> list[str]:
    """The lines in a push that a bot wrote."""
    push = json.loads((pushes or SentViews()).next_push(live, seat))
    return [push["news"][index] for index in push["by_bot"]]


async def test_deadlines_missed_and_answers_of_a_bot_are_told_to_the_seat_alone(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 60)
    live = await live_match_of(node, table)
    for missed in range(MAX_LATE_IN_A_ROW):
        assert pushed(live, 1) == ({"late": missed, "bot": 0} if missed else None)
        await say(node, table, ola)
        await pass_time(node, NIGHT)
    await settled(node)
    assert pushed(live, 1) == {"late": MAX_LATE_IN_A_ROW, "bot": 1}, "the bot plays on at once"
    assert (pushed(live, 0), pushed(live, None)) == (None, None)
    fold = await load_live_match(node.store, live.id)
    assert fold and fold.absence(1) == Absence(MAX_LATE_IN_A_ROW, 1), "any node reads the same off the record"
    await say(node, table, jan, "undo")
    assert pushed(live, 1) is None, "whoever has answered knows"


async def test_at_own_pace_one_deadline_is_for_all_rounds(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/1", [ola, jan], 7 * DAY, "own")
    live = await live_match_of(node, table)
    await pass_time(node, 8 * DAY)
    assert live.over
    assert pushed(live, 1) == {"late": 1, "bot": 0}
    assert (await again(node, table)).over


async def test_everybody_sees_which_lines_a_bot_wrote_live_and_after_a_reload(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live, pushes = await live_match_of(node, table), SentViews()
    await say(node, table, jan, "pass")
    await say(node, table, ola, "pass")
    assert told_by_bot(live, 0, pushes) == []
    await put_on_seat(node, table, 1, Seat(jan.id, stand_in="greedy"))
    await settled(node)
    assert told_by_bot(live, 0) == [], "nobody is told before the round closes"
    (line,) = told_by_bot(live, 1)
    await say(node, table, ola, "pass")
    assert told_by_bot(live, 0, pushes) == told_by_bot(live, 0) == told_by_bot(live, None) == [line]
    fold = await load_live_match(node.store, live.id)
    assert fold and told_by_bot(fold, None) == [line], "any node reads the same off the record"
    assert fold.bot_answers()[0] == 0 < fold.bot_answers()[1]


async def test_a_line_taken_back_and_written_by_a_bot_is_the_bots(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live, pushes = await live_match_of(node, table), SentViews()
    await say(node, table, jan, "pass")
    assert told_by_bot(live, 1, pushes) == []
    await say(node, table, jan, "undo")
    await live.act_for_bot(1, ("pass",), live.lines_of(1))
    assert told_by_bot(live, 1, pushes) == ["1 pass"]


async def test_at_own_pace_a_bot_is_seen_when_all_are_done(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/1", [ola, jan], None, "own")
    live, pushes = await live_match_of(node, table), SentViews()
    assert pushes.next_push(live, 0) and pushes.next_push(live, None)
    await put_on_seat(node, table, 1, Seat(jan.id, stand_in="greedy"))
    while 1 in live.acting():
        await settled(node)
    assert (pushes.next_push(live, 0), pushes.next_push(live, None)) == ("", "")
    await visit(node, table, ola)
    assert live.over and len(told_by_bot(live, 0, pushes)) == live.bot_answers()[1] > 0


def test_all_lines_of_one_missed_deadline_count_once_and_a_bot_that_fails_is_a_bot() -> None:
    absences = MissedTurns()
    for line in ("@ late 1 pass", "@ late 1 end", "@ late 12 pass", "@ enter 1 late"):
        absences.follow(row(-2, line))
    assert (absences.of(1), absences.of(12)) == (Absence(late=1), Absence(late=1))
    absences.follow(row(-2, "@ late 1 pass", tick=2.0))
    absences.follow(row(-2, "@ late 1", tick=3.0))
    assert absences.of(1) == Absence(late=2, bot=1) and absences.by_bot


def test_of_a_match_from_elsewhere_nobody_knows_who_answered() -> None:
    absences = MissedTurns()
    absences.follow(row(0, "0 pass", tick=0.0))
    assert absences.of(0).to_json() is None and not absences.by_bot


def test_a_finished_match_tells_whoever_asks_of_their_own_seats(server: Server) -> None:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "open"], listed=False)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    match = ola.post(f"/api/tables/{table}/start")["match"]["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter={"bot": "random"})
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
