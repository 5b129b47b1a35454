"""What a message names may exist and belong to another table, match or person: it changes and tells nothing.

One test for every message of a socket (docs/api.md); the socket's address names the table.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import pytest

from tests.server.nodes import (
    again,
    live_match_of,
    node_at,
    people,
    put_on_seat,
    say,
    settled,
    started,
)
from tests.server.serving import WholePushes
from tests.server.talk.saying import heard
from tilefolk.core.sealing import commitment_to
from tilefolk.server.http.live.socket import Connection
from tilefolk.server.http.live.wire import WireListener
from tilefolk.server.messages import Message, Ping
from tilefolk.server.node import table_changes
from tilefolk.server.node.held_rounds import HeldRounds
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.next_seal import Commitment, ask_for_nonces, load_next_seals
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

GAME = "my_city/eternal"
Json = dict[str, Any]


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


class Socket:
    """A person's live connection to a table, without a network."""

    is_writable = True

    def __init__(self, node: Node, person: Person, table: TableRow) -> None:
        self.told: list[Json] = []
        self.resumed = 0
        self._node, self._whole, self._came = node, WholePushes(), asyncio.Event()
        Connection(node, self, person, table.id, "http://site/").start()

    def hand_over(self, listener: WireListener, sends_whole_views: bool) -> None:
        self._listener = listener

    def send_texts(self, texts: Sequence[str]) -> None:
        self.told += map(self._whole.read, texts)
        self._came.set()

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None:
        self.resumed += 1

    def close_with(self, code: int) -> None: ...

    async def answers(self, **message: Any) -> list[Json]:
        """All that comes because of a message, pings apart; what is due is there behind the second pong."""
        await self._all_is_here()
        before = len(self.told)
        self.send(**message)
        await self._all_is_here()
        return [answer for answer in self.told[before:] if answer["type"] != "pong"]

    def send(self, **message: Any) -> None:
        self._listener.received(json.dumps(message))

    async def _all_is_here(self) -> None:
        for _ in range(2):
            pongs = self._pongs()
            self._listener.received('{"type": "ping"}')
            async with asyncio.timeout(20):
                while self._pongs() == pongs:
                    self._came.clear()
                    await self._came.wait()
        await settled(self._node)

    def _pongs(self) -> int:
        return sum(message["type"] == "pong" for message in self.told)

    async def close(self) -> None:
        self._listener.lost()
        await settled(self._node)


async def two_tables(node: Node) -> tuple[list[Person], TableRow, TableRow]:
    """Ola and Jan, whose match runs here; Ida and Ewa, whose match runs there."""
    four = await people(node, "Ola", "Jan", "Ida", "Ewa")
    here, there = [await started(node, GAME, four[at : at + 2], None) for at in (0, 2)]
    return four, here, there


def test_every_message_is_tried() -> None:
    """A new message has its test here; a ping names nothing."""
    for message in {*get_args(Message)} - {Ping}:
        assert any(name.startswith(f"test_{message.__name__.lower()}_") for name in globals())


async def test_act_writes_no_line_in_the_match_of_another_table(node: Node) -> None:
    (_, jan, ida, _), here, there = await two_tables(node)
    for person, seat, own, other in ((jan, 1, here, there), (ida, 0, there, here)):
        act = {"match": other.match, "seat": seat, "n": 0, "line": "pass"}
        before = await lengths(node, here, there)
        assert await refused(Socket(node, person, own), act) == ["no_such_match"]
        assert await refused(Socket(node, person, other), act) == ["not_your_seat"]
        assert await lengths(node, here, there) == before


async def test_act_writes_no_line_in_an_earlier_match_of_the_table(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    first = await started(node, GAME, [ola, jan], None)
    for person in (ola, jan):
        await say(node, first, person, "end")
    second = await node.start_match(await again(node, first))
    act = {"match": first.match, "seat": 0, "n": 1, "line": "pass"}
    before = await lengths(node, first, second)
    assert await refused(Socket(node, ola, second), act) == ["no_such_match"]
    assert await lengths(node, first, second) == before


async def test_act_writes_no_line_where_a_bot_plays_for_its_person(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan, ola], None)
    table = await put_on_seat(node, table, 2, Seat(ola.id, stand_in=STAND_IN))
    await settled(node)
    before = await lengths(node, table)
    act = {"match": table.match, "seat": 2, "n": 1, "line": "undo"}
    assert await refused(Socket(node, ola, table), act) == ["stand_in"]
    assert await lengths(node, table) == before


async def lengths(node: Node, *tables: TableRow) -> list[int]:
    """How many lines the records have."""
    return [(await live_match_of(node, table)).seq for table in tables]


async def refused(socket: Socket, act: Json) -> object:
    """The rules by which the only answer refuses a line."""
    (answer,) = await socket.answers(type="act", **act)
    return answer.get("rules")


async def test_next_closes_no_round_for_another_person_or_at_another_table(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite", hold_seconds=30) as node:
        with patch.object(HeldRounds, "watch"):  # nothing closes by itself
            (ola, jan, ida, ewa), here, there = await two_tables(node)
            for table, pair in ((here, (ola, jan)), (there, (ida, ewa))):
                for person in pair:
                    await say(node, table, person, "pass", hold=True)
            before = await lengths(node, here, there)
            for person, own, named, seat in (
                (ola, here, here, 1),
                (ola, here, here, 0),
                (ewa, there, here, 1),
                (ewa, here, here, 1),
                (jan, there, here, 1),
                (jan, here, there, 1),
            ):
                wish = {"type": "next", "match": named.match, "seat": seat}
                assert await Socket(node, person, own).answers(**wish) == []
            assert await lengths(node, here, there) == before
            await Socket(node, jan, here).answers(type="next", match=here.match, seat=1)
            assert (await lengths(node, here, there))[0] > before[0]


async def test_nothing_is_read_from_a_connection_that_ended_meanwhile(node: Node) -> None:
    (ola, *_), here, _ = await two_tables(node)
    socket = Socket(node, ola, here)
    await socket.answers(type="ping")
    socket.resumed = 0
    await socket.answers(type="foresee", match=here.match, seat=0, id=1)
    assert socket.resumed
    socket.send(type="foresee", match=here.match, seat=0, id=2)
    socket.resumed = 0
    await socket.close()
    assert not socket.resumed


async def test_foresee_tells_nothing_of_the_match_of_another_table(node: Node) -> None:
    (ola, *_), here, there = await two_tables(node)
    for table, asked, number in ((here, there, 0), (there, here, 0), (here, here, 1)):
        question = {"type": "foresee", "match": asked.match, "seat": number, "id": 7}
        answers = await Socket(node, ola, table).answers(**question)
        assert answers == [{"type": "foreseen", "id": 7, "answers": [], "lacks": []}]
    own = await Socket(node, ola, here).answers(type="foresee", match=here.match, seat=0, id=8)
    assert len(own[0]["answers"]) > 10, "of one's own there is a lot to tell"


async def test_whole_sends_no_view_of_anothers_seat(node: Node) -> None:
    (_, jan, ida, _), here, there = await two_tables(node)
    for person, seat in ((jan, 0), (ida, 0), (ida, 1), (jan, 1)):
        sent = seats_of(await Socket(node, person, here).answers(type="whole", seat=seat))
        assert sent == ([1] if (person, seat) == (jan, 1) else [])
    for table, seats in ((here, {None}), (there, {0})):
        await (socket := Socket(node, ida, table)).answers(type="ping")
        assert set(seats_of(socket.told)) == seats, "she watches here and plays there"


def seats_of(messages: list[Json]) -> list[int | None]:
    """Whose views are in messages; None for those of a spectator."""
    return [message["seat"] for message in messages if message["type"] == "push"]


async def test_say_is_for_those_who_sit_at_this_table(node: Node) -> None:
    await _talk(node, {"type": "say", "text": "Hej"})


async def test_react_is_for_those_who_sit_at_this_table(node: Node) -> None:
    await _talk(node, {"type": "react", "reaction": "tea"})


async def _talk(node: Node, said: Json) -> None:
    """Ida, who may talk there, says something here; a receipt that is used elsewhere is a new one here."""
    (_, jan, ida), here, there = await two_that_wait(node)
    message = {**said, "id": "receipt-1"}
    assert (await Socket(node, ida, here).answers(**message))[0]["code"] == "talk_watching"
    assert await heard(node, here) == await heard(node, there) == []
    for seq, (person, table) in ((1, (ida, there)), (2, (jan, there)), (1, (jan, here))):
        told = await Socket(node, person, table).answers(**message)
        assert {"type": "said", "id": "receipt-1", "seq": seq} in told
    assert [entry[:2] for entry in await heard(node, here)] == [(1, "Jan")]


# Before a match


async def two_that_wait(node: Node) -> tuple[list[Person], TableRow, TableRow]:
    """Ola and Jan sit here, Ida and Jan there; no match has begun."""
    ola, jan, ida = await people(node, "Ola", "Jan", "Ida")
    create = partial(table_changes.create_table, node, GAME, {}, False)
    here, there = [await create(host.id, [Seat(host.id), Seat(jan.id)]) for host in (ola, ida)]
    return [ola, jan, ida], here, there


def commitment(nonce: str) -> Json:
    return {"type": "commit", "number": 1, "seat": 1, "commitment": commitment_to(1, nonce)}


async def commitments(node: Node, table: TableRow) -> tuple[Commitment, ...]:
    """As they are stored."""
    found = await node.store.read(lambda connection: load_next_seals(connection, [table.id]))
    return found[table.id].commitments if found else ()


async def test_commit_counts_for_nobodys_seat_but_ones_own(node: Node) -> None:
    (_, jan, ida), here, there = await two_that_wait(node)
    nonce = secrets.token_hex(16)
    for seat in (0, 1):
        wrong = {**commitment(nonce), "seat": seat}
        assert await Socket(node, ida, here).answers(**wrong) == []
        assert await commitments(node, here) == await commitments(node, there) == ()
    await Socket(node, jan, here).answers(**commitment(nonce))
    assert [one.person for one in await commitments(node, here)] == [jan.id]
    assert await commitments(node, there) == ()


async def test_commit_is_withdrawn_only_where_its_socket_closes(node: Node) -> None:
    (_, jan, _), here, there = await two_that_wait(node)
    message = commitment(secrets.token_hex(16))
    sockets = [Socket(node, jan, table) for table in (here, there)]
    for socket in sockets:
        await socket.answers(**message)
    await sockets[1].close()
    assert await commitments(node, there) == ()
    assert [one.commitment for one in await commitments(node, here)] == [message["commitment"]]


async def test_reveal_takes_a_nonce_from_its_person_at_its_table_alone(node: Node) -> None:
    (_, jan, ida), here, there = await two_that_wait(node)
    sockets = [Socket(node, jan, table) for table in (here, there)]
    nonces = [secrets.token_hex(16) for _ in sockets]
    for table, socket, nonce in zip((here, there), sockets, nonces, strict=True):
        await socket.answers(**commitment(nonce))
        asking = partial(ask_for_nonces, table_id=table.id, here={jan.id}, now=0.0)
        assert await node.store.write(partial(asking, number=2), table.id) is None, "that is another match"
        assert await node.store.write(partial(asking, number=1), table.id) == 0.0
    shown = {"type": "reveal", "number": 1, "seat": 1, "nonce": nonces[0]}
    await Socket(node, ida, here).answers(**shown)
    await sockets[1].answers(**shown)
    for table in (here, there):
        assert [one.nonce for one in await commitments(node, table)] == [None]
    await sockets[0].answers(**shown)
    begun = [(await again(node, table)).match is not None for table in (here, there)]
    assert begun == [True, False], "the last nonce begins the match"
