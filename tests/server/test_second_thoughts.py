"""Second thoughts: behind its last answer a round stays open for a moment, and nothing comes of it before.

Rulings MC-R64, MI-R45, RB-R21 and PC-R22.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.server.nodes import (
    Connected,
    again,
    live_match_of,
    node_at,
    pass_time,
    people,
    say,
    started,
    swept,
)
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Visitor, running
from tilefolk.core.notation import write
from tilefolk.core.record import read_record
from tilefolk.games import find
from tilefolk.server.errors import ApiError
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.matches.view_push import SentViews
from tilefolk.server.messages import Next
from tilefolk.server.node import moves
from tilefolk.server.node.node import Node
from tilefolk.server.node.rematch import answer_rematch
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import TableRow

GAME = "my_city/eternal"
HOLD = 30.0  # on the site clock, which stands unless a test moves it


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tilefolk.sqlite"


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres(fsync="off") as cluster:
        yield cluster


async def think(node: Node, table: TableRow, person: Person, line: str = "pass") -> None:
    """Answer from a browser, which asks for time to think again."""
    await say(node, table, person, line, hold=True)


async def press_next(node: Node, table: TableRow, person: Person, seat: int) -> None:
    assert table.match
    wish = Next(type="next", match=table.match, seat=seat)
    await moves.end_hold(node, await again(node, table), person, wish)


def is_held(live: LiveMatch) -> bool:
    return live.match.held and not live.over and not live.acting()


def texts(live: LiveMatch) -> list[str]:
    return [write(line) for line in live.match.lines]


def draws(live: LiveMatch) -> int:
    return sum(text.startswith("* deck") for text in texts(live))


async def answered(live: LiveMatch) -> None:
    """Wait for the bots."""
    for _ in range(1000):
        if not live.acting():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def sit(node: Node, *sitting: Person | str, limit: int | None = None) -> tuple[TableRow, LiveMatch]:
    """A running match, with a page open of each of its people."""
    table = await started(node, GAME, sitting, limit)
    for person in sitting:
        if isinstance(person, Person):
            node.presence.enter(table.id, Connected(person))
    return table, await live_match_of(node, table)


async def test_alone_the_round_stays_open_until_next(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        table, live = await sit(node, ola)
        await think(node, table, ola)
        assert texts(live)[-2:] == ["@ hold", "0 pass"]
        assert is_held(live)
        hold = live.feed(0).receipts.hold
        assert hold and (hold.seconds, hold.yours) == (HOLD, True)
        assert live.may_undo(0)
        await press_next(node, table, ola, 0)
        assert texts(live)[-2] == "@ close"
        assert draws(live) == 2
        assert live.feed(0).receipts.hold is None
        assert not live.may_undo(0)
        await press_next(node, table, ola, 0)  # too late: nothing happens
        assert texts(live).count("@ close") == 1


async def test_it_stays_open_for_so_long_at_most(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan)
        await think(node, table, ola)
        assert not is_held(live)
        await pass_time(node, HOLD)
        await think(node, table, jan)
        await pass_time(node, HOLD - 1)
        assert is_held(live)
        await pass_time(node, 1)
        assert draws(live) == 2


async def test_nobody_is_sent_a_later_card_or_another_answer_meanwhile(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan)
        sent = {seat: SentViews() for seat in (0, 1, None)}
        before = {seat: views.next_push(live, seat) for seat, views in sent.items()}
        assert all("* deck 0 " in text for text in before.values())
        await think(node, table, ola)
        await think(node, table, jan, "end")
        during = {seat: views.next_push(live, seat) for seat, views in sent.items()}
        tables = [
            str(await table_json(node, await again(node, table), one, "http://here/")) for one in (ola, jan)
        ]
        said = [*during.values(), *tables]
        assert not any("* deck 1 " in text for text in said)
        assert "1 end" not in during[0]
        assert "0 pass" not in during[1]
        assert not any(text in during[None] for text in ("1 end", "0 pass"))
        assert draws(live) == 1  # what nobody has drawn cannot be told
        await press_next(node, table, jan, 1)
        after = {seat: views.next_push(live, seat) for seat, views in sent.items()}
        assert all("* deck 1 " in text for text in after.values())
        assert "1 end" in after[0]


async def test_everybody_may_take_back_but_only_the_last_may_go_on(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan)
        await think(node, table, ola)
        await think(node, table, jan)
        await press_next(node, table, ola, 0)
        await press_next(node, table, ola, 1)
        assert is_held(live)
        await say(node, table, ola, "undo")
        assert live.acting() == (0,)
        await pass_time(node, HOLD)
        assert live.acting() == (0,)
        await think(node, table, ola)
        assert is_held(live)
        await press_next(node, table, ola, 0)
        assert draws(live) == 2
        for person in (ola, jan):
            with pytest.raises(Refused):
                await say(node, table, person, "undo")


async def test_bots_answer_behind_a_person_and_do_not_close_the_round(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        table, live = await sit(node, "greedy", ola, "greedy")
        await think(node, table, ola)
        await answered(live)
        assert is_held(live)
        await say(node, table, ola, "undo")
        assert live.acting() == (1,)
        await think(node, table, ola)
        await press_next(node, table, ola, 1)
        assert draws(live) == 2


async def test_programs_close_the_round_at_once_unless_they_ask(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        table, live = await sit(node, ola)
        await say(node, table, ola, "pass")
        assert draws(live) == 2
        assert "@ hold" not in texts(live)


async def test_a_late_answer_closes_the_round_at_once(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan, limit=300)
        await pass_time(node, 299)
        await think(node, table, ola)
        await pass_time(node, 1)
        assert [text for text in texts(live) if text.startswith("@")] == ["@ late 1 pass"]
        assert draws(live) == 2


async def test_a_deadline_stands_still_for_nobody_and_is_not_made_longer(file: Path) -> None:
    """Taking back in a round that is held open does not start the clock again; the next round starts it."""
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan, limit=300)
        start = live.turn_clock.start(0)
        await pass_time(node, 280)
        await think(node, table, ola)
        await think(node, table, jan)
        await say(node, table, jan, "undo")
        assert live.turn_clock.start(1) == start
        fold = await load_live_match(node.store, live.id)
        assert fold and fold.turn_clock.start(1) == start
        await think(node, table, jan)
        await pass_time(node, 25)  # past the deadline, but all have answered
        assert is_held(live)
        await pass_time(node, 5)
        assert live.turn_clock.start(0).tick == live.turn_clock.start(1).tick == node.store.clock.now()
        fold = await load_live_match(node.store, live.id)
        assert fold and fold.turn_clock.start(1) == live.turn_clock.start(1)
        assert not [text for text in texts(live) if text.startswith("@ late")]


async def test_where_nobody_is_connected_the_next_sweep_closes_it(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        table = await started(node, GAME, [ola], None)
        page = Connected(ola)
        node.presence.enter(table.id, page)
        await think(node, table, ola)
        live = await live_match_of(node, table)
        await swept(node)
        assert is_held(live)
        with patch("tilefolk.server.node.presence.RECONNECT_SECONDS", 0.0):
            node.presence.leave(table.id, page)
            await asyncio.sleep(0.05)
        await swept(node)
        assert draws(live) == 2


async def test_a_node_that_starts_again_closes_what_it_finds_held_open(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        table, live = await sit(node, ola)
        await think(node, table, ola)
        record = live.record()
    async with node_at(file, HOLD) as node:
        live = await live_match_of(node, table)
        assert live.record() == record
        assert is_held(live)  # its time is not up: who comes back in time may still think again
        assert live.may_undo(0)
        await swept(node)
        assert texts(live)[-2] == "@ close"
        assert draws(live) == 2
    async with node_at(file, HOLD) as node:
        again_read = await live_match_of(node, table)
        assert again_read.record() == live.record()
        assert read_record(live.record(), find).state == live.match.state


async def test_of_two_nodes_one_closes_it(database: Postgres) -> None:
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(node_at(database.url, HOLD)) for _ in range(2)]
        ola, jan = await people(one, "Ola", "Jan")
        table, here = await sit(one, ola, jan)
        there = await live_match_of(other, table)
        await think(one, table, ola)
        await there.refresh()
        await think(other, table, jan)
        await here.refresh()
        assert is_held(here)
        assert is_held(there)
        await asyncio.gather(here.close_round(), there.close_round(), there.close_round(1))
        await asyncio.gather(here.refresh(), there.refresh())
        assert here.record() == there.record()
        assert texts(here).count("@ close") == 1
        assert draws(here) == 2


async def test_the_last_round_of_a_match_and_the_rematch(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        ola, jan = await people(node, "Ola", "Jan")
        table, live = await sit(node, ola, jan)
        await think(node, table, ola, "end")
        await think(node, table, jan, "end")
        assert not (await again(node, table)).over
        assert is_held(live)
        with pytest.raises(ApiError):
            await answer_rematch(node, table.id, ola, agrees=True)
        await say(node, table, jan, "undo")
        await think(node, table, jan, "end")
        await press_next(node, table, jan, 1)
        assert live.over
        node.table_cache.invalidate(table.id)
        assert (await again(node, table)).over
        for person in (ola, jan):
            await answer_rematch(node, table.id, person, agrees=True)
        following = await live_match_of(node, await again(node, table))
        assert following.id != live.id
        assert following.acting() == (0, 1)


async def test_no_round_is_held_open_at_own_pace_or_by_turns(file: Path) -> None:
    async with node_at(file, HOLD) as node:
        (ola,) = await people(node, "Ola")
        for game in (GAME, "point_city/table"):
            table = await started(node, game, [ola, "greedy"], None, "own" if game == GAME else "")
            live = await live_match_of(node, table)
            while 0 not in live.acting():
                await asyncio.sleep(0.01)
            await say(node, table, ola, hold=True)
            assert "@ hold" not in texts(live)


def act(live: Live, seat: int, line: str) -> None:
    """Answer as a browser does; return when it is seen."""
    n = live.pushes[seat]["n"]
    live.send(type="act", match=live.pushes[seat]["match"], seat=seat, n=n, line=line, hold=True)
    while live.pushes[seat]["n"] == n:
        live.take()


def wait_for_hold(live: Live) -> dict[str, Any]:
    while not (hold := live.pushes[0]["hold"]):
        live.take()
    return dict(hold)


def test_a_browser_thinks_again_goes_on_and_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through sockets, with bots: taken back, ended by `next`, ended by time, and by a new start."""
    monkeypatch.setenv("TILEFOLK_HOLD", "1")
    with running(tmp_path) as server:
        ola = Visitor(server, "Ola")
        table = ola.post("/api/play", game=GAME, bots=["greedy", "greedy"])
        live = ola.live(table["id"])
        live.wait_for("push")
        act(live, 0, "pass")
        assert live.pushes[0]["may_undo"]
        act(live, 0, "undo")
        assert live.pushes[0]["view"]["round"] == 1
        act(live, 0, "pass")
        assert wait_for_hold(live)["yours"]
        assert not any("* deck 1 " in str(message) for message in live.traffic)
        live.send(type="next", match=live.pushes[0]["match"], seat=0)
        while live.pushes[0]["view"]["round"] == 1:
            live.take()
        assert live.pushes[0]["hold"] is None
        act(live, 0, "pass")
        while live.pushes[0]["view"]["round"] == 2:
            live.take()
        act(live, 0, "pass")
        wait_for_hold(live)
        server.kill()
        server.start()
        live = ola.live(table["id"])
        live.wait_for("push")
        while live.pushes[0]["view"]["round"] == 3:
            live.take()
        assert live.pushes[0]["view"]["round"] == 4
