"""Time at tables: the house clock, deadlines, stand-ins for those who are late, own pace over weeks."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tests.server.nodes import (
    DAY,
    again,
    late_lines,
    live_match_of,
    node_at,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
    visit,
)
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Server, Visitor, first_choice, running
from tilefolk.campaign import SERIES
from tilefolk.games import all_modes
from tilefolk.server.matches.series import standing_of
from tilefolk.server.node import table_changes
from tilefolk.server.node.deadlines import MAX_LATE_IN_A_ROW
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import lines
from tilefolk.server.storage.site_clock import MAX_UNCONFIRMED_SECONDS, SiteClock, stored_seconds
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import STAND_IN

GAME, TURNS = "my_city/eternal", "point_city/table"
ALWAYS_PASSES = "roll_and_build/1"  # no draw ends the part of a seat that sleeps, as a church does
MINUTE = 60


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


# The clock


class Hands:
    """A monotonic clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


async def moved_on(store: Store, clock: SiteClock) -> float:
    clock.adopt(await store.write(clock.advance, "clock"))
    return clock.now()


async def test_nodes_share_one_clock_that_only_grows(tmp_path: Path) -> None:
    store, here, there = Store(tmp_path / "one.sqlite"), Hands(), Hands()
    one, other = SiteClock(0.0, here), SiteClock(0.0, there)
    for _ in range(10):
        here.at += 3
        there.at += 2.9
        assert await moved_on(store, one) == pytest.approx(await moved_on(store, other))
    assert one.now() == pytest.approx(30)
    there.at += 3
    assert await moved_on(store, other) == pytest.approx(33), "one node alone carries it on"
    late = SiteClock(store.read_now(stored_seconds), Hands())
    assert late.now() == pytest.approx(33), "a new node takes it over"
    assert await moved_on(store, one) == pytest.approx(33), "who was behind is no more"
    store.close()


async def test_it_stands_still_while_the_database_does_not_answer() -> None:
    hands = Hands()
    clock = SiteClock(500.0, hands)
    hands.at += 3600
    assert clock.now() == 500 + MAX_UNCONFIRMED_SECONDS


def test_it_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    file = tmp_path / "one.sqlite"
    hands = Hands()
    store = Store(file)
    clock = SiteClock(0.0, hands)
    hands.at += 7
    asyncio.run(moved_on(store, clock))
    store.close()
    hands.at += 86_400
    again = Store(file)
    assert again.clock.now() == pytest.approx(7, abs=1)
    again.close()


async def test_the_time_of_day_may_jump(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(node, GAME, await people(node, "Ola", "Jan"), MINUTE)
    for jump in (0.0, 4e9):
        monkeypatch.setattr("time.time", lambda jump=jump: jump)
        await swept(node)
    assert await late_lines(node, str(table.match)) == []
    assert node.store.clock.now() < 30


async def test_lines_carry_the_clock(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await pass_time(node, 1000)
    await say(node, table, ola)
    query = select(lines.c.tick).where(lines.c.match_id == table.match).order_by(lines.c.seq)
    ticks = await node.store.read(lambda connection: connection.execute(query).scalars().all())
    assert [round(tick, -3) for tick in (ticks[0], ticks[-1])] == [0, 1000]


# Deadlines


async def test_whoever_does_not_answer_in_time_is_answered_for(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    await pass_time(node, 50)
    await say(node, table, ola)
    assert await late_lines(node, str(table.match)) == []
    live = await live_match_of(node, table)
    before = live.match.game.closed(live.match.state, 0)
    await pass_time(node, 11)
    assert await late_lines(node, live.id) == ["@ late 1 pass"]
    assert live.match.game.closed(live.match.state, 0) > before, "the round goes on"
    await pass_time(node, 50)
    assert await late_lines(node, live.id) == ["@ late 1 pass"], "everybody has the whole time again"
    await pass_time(node, 11)
    assert sorted(await late_lines(node, live.id)) == ["@ late 0 pass", "@ late 1 pass", "@ late 1 pass"]


async def test_taking_back_gives_no_time(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    live = await live_match_of(node, table)
    began = live.turn_clock.start(0)
    await pass_time(node, 40)
    await say(node, table, ola)
    await say(node, table, ola, "undo")
    assert live.turn_clock.start(0) == began
    await pass_time(node, 21)
    assert sorted(await late_lines(node, live.id)) == ["@ late 0 pass", "@ late 1 pass"]


async def test_turns_have_their_time_one_after_the_other(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, TURNS, [ola, jan], MINUTE, pace="")
    live = await live_match_of(node, table)
    first = live.acting()[0]
    await pass_time(node, 59)
    assert live.acting()[0] == first
    await pass_time(node, 2)
    late = await late_lines(node, live.id)
    assert late and all(line.startswith(f"@ late {first} ") for line in late), "all the turn still asks for"
    assert live.acting()[0] == 1 - first
    await pass_time(node, 30)
    assert live.acting()[0] == 1 - first


async def test_a_forgotten_room_is_due_all_the_same(tmp_path: Path) -> None:
    """Another node, or the same one after years: what is due is read off the record."""
    file = tmp_path / "tilefolk.sqlite"
    async with node_at(file) as node:
        table = await started(node, GAME, await people(node, "Ola", "Jan"), 3 * DAY)
        await pass_time(node, 2 * DAY)
    async with node_at(file) as node:
        await swept(node)
        assert await late_lines(node, str(table.match)) == []
        await pass_time(node, DAY + MINUTE)
        assert len(await late_lines(node, str(table.match))) == 2


async def test_whoever_plays_alone_has_no_clock(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    companies: tuple[list[Person | str], ...] = ([ola], [ola, "greedy"], [ola, ola])
    for sitting in companies:
        table = await started(node, GAME, sitting, 30)
        await pass_time(node, DAY)
        assert await late_lines(node, str(table.match)) == []


async def test_without_time_nobody_is_late(node: Node) -> None:
    table = await started(node, GAME, await people(node, "Ola", "Jan"), None)
    await pass_time(node, 400 * DAY)
    assert await late_lines(node, str(table.match)) == []


async def test_two_nodes_write_what_is_due_once(database: Postgres) -> None:
    async with node_at(database.url) as one, node_at(database.url) as other:
        table = await started(one, GAME, await people(one, "Ola", "Jan", "Ida"), 300)
        for times in (1, 2):
            await pass_time(one, 301)
            await asyncio.gather(*(swept(node) for node in (one, other, one, other)))
            assert len(await late_lines(one, str(table.match))) == 3 * times


# Stand-ins


async def late_thrice(node: Node) -> Any:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    for times in range(3):
        assert (await again(node, table)).seats[1].stand_in is None, times
        await say(node, table, ola)
        await pass_time(node, 61)
    return ola, jan, table


async def test_late_three_times_in_a_row_a_bot_stands_in(node: Node) -> None:
    _, jan, table = await late_thrice(node)
    seat = (await again(node, table)).seats[1]
    assert (seat.person, seat.stand_in, seat.late) == (jan.id, STAND_IN, True)
    live = await live_match_of(node, table)
    await settled(node)
    assert live.match.lines[-1].who == 1, "the bot plays on at once"
    assert len(await late_lines(node, live.id)) == 3


async def test_who_acts_gets_the_seat_back(node: Node) -> None:
    _, jan, table = await late_thrice(node)
    await settled(node)
    await say(node, table, jan, "undo")
    assert (await again(node, table)).seats[1].stand_in is None


async def test_a_table_whose_people_are_all_late_sleeps_until_one_is_back(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan, "random"], MINUTE)
    for _ in range(MAX_LATE_IN_A_ROW):
        await settled(node)
        await pass_time(node, 61)
    assert (await again(node, table)).asleep
    await settled(node)  # the bot still answers what it was asked before
    live = await live_match_of(node, table)
    played = len(live.match.lines)
    for _ in range(3):
        await pass_time(node, DAY)
        await settled(node)
    assert len(live.match.lines) == played
    await table_changes.give_seats_back(node, await again(node, table), ola)
    await settled(node)
    assert not (await again(node, table)).asleep
    assert live.acting() == (0,), "the bots have answered, jan's too"


async def test_a_series_whose_people_all_sleep_waits_for_them(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/campaign", [ola, jan], 7 * DAY, "own")
    for _ in range(10):
        await pass_time(node, 8 * DAY)
        await settled(node)
    table = await again(node, table)
    assert (table.number, table.over, table.asleep) == (MAX_LATE_IN_A_ROW, True, True)
    await table_changes.give_seats_back(node, table, jan)
    await swept(node)
    assert (await again(node, table)).number == MAX_LATE_IN_A_ROW + 1


async def test_an_answer_in_between_counts(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    for sleeps in (True, True, False, True, True):
        await say(node, table, ola)
        if not sleeps:
            await say(node, table, jan)
        else:
            await pass_time(node, 61)
    assert (await again(node, table)).seats[1].stand_in is None


async def test_a_seat_left_on_purpose_stays_with_the_bot(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    left = table.seats[1]._replace(stand_in=STAND_IN)
    table = await table_changes.give_seats_back(node, await put_on_seat(node, table, 1, left), jan)
    assert table.seats[1] == left


# Own pace


@pytest.mark.parametrize("mode", [mode for mode in all_modes() if dict(mode.options).get("pace")])
def test_every_game_of_one_shared_draw_offers_own_pace(mode: Any) -> None:
    assert dict(mode.options)["pace"] == ("together", "own")


async def test_at_own_pace_the_deadline_is_one_for_the_match(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 2 * DAY, "own")
    live = await live_match_of(node, table)
    await pass_time(node, DAY)
    for _ in range(3):
        await say(node, table, jan)
    assert live.turn_clock.start(0) == live.turn_clock.start(1)
    await visit(node, table, ola)
    assert live.match.game.seen(live.match.state, 0).boards[1].round == 0, "not even who is done looks on"
    await pass_time(node, DAY - 10)
    assert live.acting() == (1,)
    await pass_time(node, 11)
    assert live.acting() == (), "the rest of the part is ended"
    late = await late_lines(node, live.id)
    assert late == ["@ late 1 end"]
    assert (await again(node, table)).seats[1].stand_in is None, "one missed deadline"
    assert live.match.game.seen(live.match.state, 0) == live.match.state, "all boards are open"


async def test_a_series_by_people_who_never_meet(node: Node) -> None:
    """Over simulated weeks, one of them asleep: it ends by itself, with one visit per person and episode."""
    ola, jan, ida = await people(node, "Ola", "Jan", "Ida")
    table = await started(node, "roll_and_build/chapter-1", [ola, jan, ida], 7 * DAY, "own")
    visits = []
    for episode in (1, 2, 3):
        live = await live_match_of(node, table)
        assert live.match.header.game == f"roll_and_build/{episode}"
        for person, day in ((ola, 2), (jan, 3)):
            await pass_time(node, day * DAY)
            assert await visit(node, table, person) > 0
            visits.append((episode, person.name))
        assert live.acting() == (2,), "it waits for the one who sleeps"
        await pass_time(node, 2 * DAY + MINUTE)
        assert live.match.end
        assert set(await late_lines(node, live.id)) == {"@ late 2 end"}
        table = await again(node, table)
        assert table.number == min(episode + 1, 3), "the next episode has begun, nobody had to press anything"
    assert table.over and standing_of(table, SERIES[table.game]).over
    await pass_time(node, 30 * DAY)
    assert (await again(node, table)).number == 3, "a new series begins when somebody wants it"
    assert visits == [(episode, name) for episode in (1, 2, 3) for name in ("Ola", "Jan")]
    assert table.seats[2].stand_in == STAND_IN, "three deadlines missed: a bot would play the fourth at once"


async def test_a_series_goes_on_once_on_two_nodes(database: Postgres) -> None:
    async with node_at(database.url) as one, node_at(database.url) as other:
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, "roll_and_build/short", [ola, jan], None, "own")
        for person in (ola, jan):
            await visit(one, table, person)
        await asyncio.gather(swept(one), swept(other))
        found = [await node.table_now(table.id) for node in (one, other)]
        assert found[0] == found[1] and found[0] and (found[0].number, found[0].over) == (2, False)
        live_matches = [await live_match_of(node, found[0]) for node in (one, other)]
        assert live_matches[0].record() == live_matches[1].record()


@pytest.mark.parametrize(
    ("pace", "limit", "sitting"),
    [("together", None, 2), ("together", 60, 2), ("own", 7 * DAY, 1)],
)
async def test_who_sits_together_begins_the_next_match(
    node: Node, pace: str, limit: int | None, sitting: int
) -> None:
    persons = await people(node, *("Ola", "Jan")[:sitting])
    table = await started(node, "roll_and_build/short", [*persons, "greedy"], limit, pace)
    live = await live_match_of(node, table)
    while not live.over:
        for person in persons:
            if table.held_by(person.id)[0] in live.acting():
                await say(node, table, person)
        await settled(node)
    await swept(node)
    await settled(node)
    assert ((await again(node, table)).number, (await again(node, table)).over) == (1, True)


# Over the network


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
