"""Who may talk, how often, and who may stop it, on all nodes."""

import asyncio
import time
from collections.abc import Callable
from unittest.mock import patch

from sqlalchemy import Connection, func, select

from tests.server.nodes import again, pass_time, people, put_on_seat, settled, started, swept
from tests.server.talk.saying import GAME, TalkListener, counted, heard, hush, mute, say, unsaid, words
from tilefolk.server.messages import React, Say
from tilefolk.server.node import people_changes, table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import forget_person
from tilefolk.server.storage.schema import mutes, talk
from tilefolk.server.tables.table import Seat
from tilefolk.server.talk.entries import MAX_ENTRIES, WINDOW_SECONDS

# Who may, and how often


async def test_those_at_the_table_talk_and_others_read(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await table_changes.create_table(node, GAME, {}, False, ewa.id, [Seat(ola.id), Seat()])
    for person in (ola, ewa):
        await say(node, table, person, "jestem")
    assert await unsaid(node, table, jan, words("ja też")) == "talk_watching"
    await put_on_seat(node, table, 1, Seat(jan.id))
    await say(node, table, jan, "teraz ja")
    await table_changes.set_name_and_closed(node, await again(node, table), "", closed=True)
    assert await unsaid(node, table, ewa, words("halo")) == "table_closed"


async def test_nobody_talks_without_end(node: Node) -> None:
    """At all tables together, and reactions count."""
    ola, jan = await people(node, "Ola", "Jan")
    one = await started(node, GAME, [ola, jan], None)
    other = await started(node, GAME, [ola, jan], None)
    for n in range(MAX_ENTRIES):
        await say(node, (one, other)[n % 2], ola, str(n))
    for table in (one, other):
        assert await unsaid(node, table, ola, words("i jeszcze")) == "talk_fast"
        react = React(type="react", id="receipt-9", reaction="hat")
        assert await unsaid(node, table, ola, react) == "talk_fast"
    await say(node, one, jan, "a ja mogę")
    await pass_time(node, WINDOW_SECONDS + 1)
    await say(node, one, ola, "już")


async def test_two_nodes_count_together_and_keep_one_order(nodes: tuple[Node, Node]) -> None:
    ola, jan = await people(nodes[0], "Ola", "Jan")
    table = await started(nodes[0], GAME, [ola, jan], None)
    for _ in range(5):
        await asyncio.gather(*(pass_time(node, WINDOW_SECONDS + 1) for node in nodes))
        tries = [
            (node, person, str(n)) for n in range(MAX_ENTRIES) for node in nodes for person in (ola, jan)
        ]
        done = await asyncio.gather(
            *(say(node, table, person, what) for node, person, what in tries), return_exceptions=True
        )
        places = sorted(seq for seq in done if isinstance(seq, int))
        assert len(places) == 2 * MAX_ENTRIES, "each of both says as much as one may"
        assert {str(error) for error in done if not isinstance(error, int)} == {"talk_fast"}
    await settled(nodes[1])
    rows = select(talk.c.seq).where(talk.c.table_id == table.id).order_by(talk.c.seq)
    order = await nodes[1].store.read(lambda connection: list(connection.execute(rows).scalars()))
    assert order == list(range(1, 10 * MAX_ENTRIES + 1))


async def test_nobody_talks_more_at_two_tables_on_two_nodes_at_once(nodes: tuple[Node, Node]) -> None:
    ola, jan = await people(nodes[0], "Ola", "Jan")
    tables = [await started(nodes[0], GAME, [ola, jan], None) for _ in nodes]
    for _ in range(5):
        await asyncio.gather(*(pass_time(node, WINDOW_SECONDS + 1) for node in nodes))
        tries = [(*place, str(n)) for n in range(MAX_ENTRIES) for place in zip(nodes, tables, strict=True)]
        done = await asyncio.gather(
            *(say(node, table, ola, what) for node, table, what in tries), return_exceptions=True
        )
        assert 0 < sum(isinstance(seq, int) for seq in done) <= MAX_ENTRIES
        assert {str(error) for error in done if not isinstance(error, int)} == {"talk_fast"}


async def test_other_nodes_hear_it_even_when_a_hint_is_lost(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    page = TalkListener(jan)
    there.presence.enter(table.id, page)
    assert await heard(there, table) == []
    await say(here, table, ola, "słychać?")
    await _soon(lambda: page.changes == 1)
    assert await heard(there, table) == [(1, "Ola", "słychać?")]
    missed: list[str] = []

    async def deaf(table_id: str) -> None:
        missed.append(table_id)

    with patch.object(there.talk, "refresh", deaf):
        await say(here, table, ola, "a teraz?")
        await here.talk.remove(await again(here, table), 1, ola)
        await _soon(lambda: len(missed) == 2)
        assert len(await heard(there, table)) == 1
    await swept(there)
    assert await heard(there, table) == [(1, "Ola", ""), (2, "Ola", "a teraz?")]
    before = page.changes
    await swept(there)
    assert page.changes == before, "nothing new"
    there.presence.leave(table.id, page)
    await swept(there)
    assert there.talk._cache == {}


async def _soon(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 60
    while not holds() and time.monotonic() < until:
        await asyncio.sleep(0.02)
    assert holds()


# Order and peace


async def test_the_host_mutes_a_person_or_everybody_on_all_nodes(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    await again(there, table)  # known there as it was
    await mute(here, table, jan)
    assert await unsaid(there, table, jan, words("czemu")) == "talk_muted"
    await say(there, table, ola, "bo tak")
    await mute(here, table, jan, False)
    await say(there, table, jan, "no dobrze")
    await hush(here, table, True)
    for person in (ola, jan):
        assert await unsaid(there, table, person, words("cicho")) == "talk_quiet"
    await hush(here, table, False)
    await say(there, table, jan, "znowu")


async def test_whoever_is_deleted_is_a_guest_in_the_talk(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await say(node, table, jan, "to ja")
    await mute(node, table, jan)
    node.presence.enter(table.id, page := TalkListener(ola))
    assert await heard(node, table) == [(1, "Jan", "to ja")]
    await people_changes.delete_person(node, jan)
    await settled(node)
    assert await heard(node, table) == [(1, "", "to ja")]
    assert page.changes == 1
    assert await counted(node, select(func.count()).select_from(mutes)) == 0


async def test_two_deleted_people_may_have_had_the_same_receipt(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table = await started(node, GAME, [ola, jan, ewa], None)
    for person in (jan, ewa):
        await node.talk.say(table.id, person, Say(type="say", id="receipt-1", text="hej"))

    def forget(connection: Connection) -> None:
        for person in (jan, ewa):
            forget_person(connection, person.id)

    await node.store.write(forget)
    assert [name for _, name, _ in await heard(node, table)] == ["", ""]
