"""A start that fails because somebody stood up: what was committed and shown for it counts no more."""

import secrets
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from tests.server.nodes import again, node_at, people, put_on_seat
from tilefolk.core.sealing import commitment_to
from tilefolk.server.messages import Commit, Reveal
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import seats
from tilefolk.server.tables.next_seal import NextSeal, ask_for_nonces
from tilefolk.server.tables.table import Seat, TableRow

NONCES = [secrets.token_hex(16) for _ in range(2)]


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def commit(node: Node, table: TableRow, person: Person, seat: int) -> bool:
    commitment = commitment_to(seat, NONCES[seat])
    return await node.sealing.commit(
        table.id, person, Commit(type="commit", number=1, seat=seat, commitment=commitment)
    )


async def reveal(node: Node, table: TableRow, person: Person, seat: int) -> None:
    shown = Reveal(type="reveal", number=1, seat=seat, nonce=NONCES[seat])
    await node.sealing.reveal(table.id, person, shown)


async def ask_both_for_nonces(node: Node, ola: Person, jan: Person) -> tuple[TableRow, NextSeal]:
    """A table whose start has asked for the nonces of both, and its seal."""
    sitting = [Seat(ola.id), Seat(jan.id)]
    table = await table_changes.create_table(node, "my_city/eternal", {}, False, ola.id, sitting)
    assert await commit(node, table, ola, 0) and await commit(node, table, jan, 1)
    here = {ola.id, jan.id}
    await node.store.write(partial(ask_for_nonces, table_id=table.id, number=1, here=here, now=0.0))
    table = await node.reload_table(table.id)
    assert table.next_seal and table.next_seal.asked is not None
    return table, table.next_seal


async def test_who_takes_the_seat_of_somebody_who_stood_up_commits_under_another_seal(node: Node) -> None:
    ola, jan, ewa = await people(node, "Ola", "Jan", "Ewa")
    table, seal = await ask_both_for_nonces(node, ola, jan)
    await reveal(node, table, ola, 0)
    table = await put_on_seat(node, table, 1, Seat())
    assert table.next_seal is None, "nonces that were shown are worth nothing now"
    table = await put_on_seat(node, table, 1, Seat(ewa.id))
    assert await commit(node, table, ewa, 1) and await commit(node, table, ola, 0)
    now = (await again(node, table)).next_seal
    assert now and now.seal != seal.seal and now.asked is None
    assert [(one.person, one.nonce) for one in now.commitments] == [(ola.id, None), (ewa.id, None)]


async def test_a_commitment_stays_where_nobody_was_asked_for_nonces(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    sitting = [Seat(ola.id), Seat(jan.id)]
    table = await table_changes.create_table(node, "my_city/eternal", {}, False, ola.id, sitting)
    assert await commit(node, table, ola, 0)
    table = await put_on_seat(node, table, 1, Seat())
    assert table.next_seal and [one.person for one in table.next_seal.commitments] == [ola.id]


async def test_who_does_not_sit_there_any_more_shows_no_nonce(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table, _ = await ask_both_for_nonces(node, ola, jan)
    moved = update(seats).where((seats.c.table_id == table.id) & (seats.c.seat == 1)).values(person=ola.id)
    await node.store.write(lambda connection: connection.execute(moved))
    await reveal(node, table, jan, 1)
    now = (await node.reload_table(table.id)).next_seal
    assert now and [one.nonce for one in now.commitments] == [None, None]
