"""What a node has in memory is never ahead of what is stored, whatever fails in the middle."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select

from tests.server.nodes import (
    again,
    live_match_of,
    node_at,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
)
from tilefolk.server.matches import live_match
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import lines
from tilefolk.server.tables.table import STAND_IN, Seat

GAME = "my_city/eternal"


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


def failing(*_: Any) -> Any:
    raise KeyError("a fault while drawing")


async def stored(node: Node, match_id: str) -> list[tuple[int, str]]:
    query = select(lines.c.seq, lines.c.line).where(lines.c.match_id == match_id).order_by(lines.c.seq)
    rows = await node.store.read(lambda connection: connection.execute(query).all())
    return [(seq, line) for seq, line in rows]


async def assert_same_as_stored(node: Node, live: LiveMatch) -> None:
    """The record has no gap, folds, and is what this node has in memory."""
    rows = await stored(node, live.id)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1))
    fold = await load_live_match(node.store, live.id)
    assert fold and fold.match.lines == live.match.lines and fold.seq == live.seq
    assert fold.match.state == live.match.state


def fault_in_the_middle(function: str) -> Any:
    return patch.object(live_match, function, failing)


async def test_a_fault_in_the_middle_of_folding_leaves_no_gap_in_the_record(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live = await live_match_of(node, table)
    await say(node, table, ola, "pass")
    before = await stored(node, live.id)
    with fault_in_the_middle("outcome"), pytest.raises(KeyError):
        await say(node, table, jan, "pass")  # closes the round: the next card is drawn
    assert await stored(node, live.id) == before, "nothing of it was stored or acknowledged"
    await live.act(1, 0, "pass")
    await assert_same_as_stored(node, live)
    assert [line for _, line in await stored(node, live.id)][: len(before) + 1][-1] == "1 pass"


async def test_another_seat_does_not_write_behind_what_was_never_stored(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live = await live_match_of(node, table)
    await say(node, table, ola, "pass")
    with fault_in_the_middle("outcome"), pytest.raises(KeyError):
        await say(node, table, jan, "pass")
    await live.act(0, 1, "undo")  # possible only as long as the round is open, as it is in the store
    await assert_same_as_stored(node, live)


async def test_the_sweep_shows_what_is_stored_after_a_fault(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live = await live_match_of(node, table)
    await say(node, table, ola, "pass")
    with fault_in_the_middle("outcome"), pytest.raises(KeyError):
        await say(node, table, jan, "pass")
    await swept(node)
    await assert_same_as_stored(node, live)
    assert live.acting() == (1,)


@pytest.mark.parametrize("fault", [KeyError("a fault"), AttributeError("a fault")])
async def test_a_fault_while_reading_what_others_wrote_is_read_again(node: Node, fault: Exception) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    live = await live_match_of(node, table)
    other = await load_live_match(node.store, live.id)
    assert other
    await other.act(0, 0, "pass")
    await other.act(1, 0, "pass")
    fold: Callable[..., None] = live._fold
    folded: list[int] = []

    def fail_at_the_second(line: Any, tick: float) -> None:
        folded.append(1)
        if len(folded) == 2:
            raise fault
        fold(line, tick)

    with patch.object(live, "_fold", fail_at_the_second), pytest.raises(Exception):  # noqa: B017
        await live.refresh()
    await live.refresh()
    await assert_same_as_stored(node, live)


async def test_a_closed_table_gives_no_seat_back(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 60)
    late = Seat(jan.id, stand_in=STAND_IN, late=True)
    table = await put_on_seat(node, table, 1, late)
    await settled(node)
    table = await table_changes.set_name_and_closed(node, table, "", True)
    with pytest.raises(Refused, match="table_closed"):
        await say(node, table, jan, "undo")
    assert (await again(node, table)).seats[1] == late


async def test_nothing_stays_of_matches_that_somebody_asked_for(node: Node) -> None:
    """Anybody may name matches that there are not, as many as they like."""
    (ola,) = await people(node, "Ola")
    table = await started(node, GAME, [ola], None)
    node.live_matches._drop(str(table.match))
    for match_id in ("0", "1", str(table.match)):
        found = await asyncio.gather(*(node.live_match(match_id) for _ in range(3)))
        assert all(live is not None for live in found) == (match_id == table.match)
    assert len(node.live_matches) == 1 and not node.live_matches._loading
