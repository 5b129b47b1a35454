"""The start of a match between people: browsers commit to nonces and show them, and nobody waits long."""

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from typer.testing import CliRunner

from tests.effort import times
from tests.server.nodes import node_at, people
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, first_choice, running
from tilefolk.cli.main import app
from tilefolk.core.chance import outcomes_digest
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import CHANCE, write
from tilefolk.core.record import read_record
from tilefolk.core.sealing import COMMITTED, Notes, Objection, commitment_to, objections
from tilefolk.games import find
from tilefolk.server.messages import Commit, Reveal
from tilefolk.server.node import table_changes
from tilefolk.server.node.sealing import REVEAL_SECONDS
from tilefolk.server.storage.backup import read_rows
from tilefolk.server.tables.next_seal import ask_for_nonces
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data")) as server:
        yield server


class Player:
    """Somebody whose client takes part in the draws, as ours does."""

    def __init__(self, visitor: Visitor, table: str, seat: int) -> None:
        self.visitor, self.seat = visitor, seat
        self.live: Live = visitor.live(table)
        self.nonce = secrets.token_hex(16)
        self.sealing: dict[str, Any] = {}

    def commit(self, number: int = 1) -> None:
        commitment = commitment_to(self.seat, self.nonce)
        self.live.send(type="commit", number=number, seat=self.seat, commitment=commitment)
        self.see(lambda sealing: sealing and sealing["commitments"][self.seat] == commitment)

    def see(self, holds: Callable[[Any], object]) -> None:
        while not (self.live.table and holds(self.live.table["sealing"])):
            self.live.take()
        self.sealing = self.live.table["sealing"]

    def reveal(self, number: int = 1, nonce: str = "") -> None:
        self.live.send(type="reveal", number=number, seat=self.seat, nonce=nonce or self.nonce)

    def notes(self, match: Match) -> Notes:
        seen, told = self.sealing["commitments"], tuple(drawn(match)[:1])
        seal, fixed = self.sealing["seal"], self.sealing["outcomes"]
        return Notes(seal, True, tuple(seen), self.seat, self.nonce, True, draws=told, outcomes=fixed)


class Starting(threading.Thread):
    """A start somebody asked for; it is answered when the match is there."""

    def __init__(self, visitor: Visitor, table: str) -> None:
        super().__init__()
        self.visitor, self.path, self.seconds = visitor, f"/api/tables/{table}/start", 0.0
        self.start()

    def run(self) -> None:
        began = time.monotonic()
        self.table = self.visitor.post(self.path)
        self.seconds = time.monotonic() - began

    def wait(self) -> Any:
        self.join()
        return self.table


def sit(server: Server, *others: str, commits: bool = True) -> tuple[str, Player, Player]:
    ola, jan = Visitor(server, "Ola"), Visitor(server, "Jan")
    seats = ["me", "open", *({"bot": bot} for bot in others)]
    table = ola.post("/api/tables", game=GAME, options={}, seats=seats, listed=False)["id"]
    jan.put(f"/api/tables/{table}/seats/1", sitter="me")
    players = Player(ola, table, 0), Player(jan, table, 1)
    for player in players if commits else ():
        player.commit()
    return table, *players


def finish(*players: Player) -> Match:
    """Everybody ends as soon as they may; the record."""
    first = players[0]
    for one in players:
        while one.seat not in one.live.pushes:
            one.live.take()
    while first.live.pushes[first.seat]["view"]["phase"] != "over":
        for one in players:
            one.live.rest()
            view = one.live.pushes[one.seat]["view"]
            if one.seat in view["to_act"]:
                one.live.act(one.seat, "end" if ["end"] in view["answers"] else first_choice(view))
        first.live.rest()
    return read_record(first.visitor.record(first.live.pushes[first.seat]["match"]), find)


def begin(asking: Player, *players: Player, table: str) -> None:
    """Start a match in which these players show their nonces."""
    starting = Starting(asking.visitor, table)
    for player in players:
        player.see(lambda sealing: sealing and sealing["revealing"])
        player.reveal()
    starting.wait()


def drawn(match: Match) -> list[str]:
    return [write(line) for line in match.lines if line.who == CHANCE]


def judged(player: Player, match: Match) -> list[Objection]:
    """What a player's notes have against a record."""
    notes, header = player.notes(match), match.header
    assert notes.outcomes, "told before nonces were shown"
    return objections(notes, header.seal, header.parts, drawn(match), outcomes_digest(match.streams))


def test_both_take_part_and_their_notes_agree_with_the_record(server: Server) -> None:
    table, ola, jan = sit(server)
    starting = Starting(ola.visitor, table)
    for player in (ola, jan):
        player.see(lambda sealing: sealing and sealing["revealing"])
        player.reveal()
    assert starting.wait()["match"]
    assert starting.seconds < REVEAL_SECONDS
    match = finish(ola, jan)
    assert match.header.sealing == COMMITTED
    assert [part.nonce for part in match.header.parts] == [ola.nonce, jan.nonce]
    assert verify(match) == []
    for player in (ola, jan):
        assert player.sealing == ola.sealing
        assert judged(player, match) == []


def test_the_seal_of_the_next_match_is_another_one(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.luck("two seals")
        table, ola, jan = sit(server)
        first = ola.sealing["seal"]
        begin(ola, ola, jan, table=table)
        assert finish(ola, jan).header.seal == first
        ola.commit(number=2)
        assert (ola.sealing["number"], ola.sealing["seal"] == first) == (2, False)


def test_whoever_does_not_show_their_nonce_is_left_out_and_named(server: Server) -> None:
    table, ola, jan = sit(server)
    starting = Starting(ola.visitor, table)
    ola.see(lambda sealing: sealing and sealing["revealing"])
    ola.reveal()
    jan.reveal(nonce=secrets.token_hex(16))  # not what he committed to
    assert starting.wait()["match"]
    match = finish(ola, jan)
    assert [(part.seat, bool(part.nonce)) for part in match.header.parts] == [(0, True), (1, False)]
    assert match.header.parts[1].commitment == commitment_to(1, jan.nonce)
    assert verify(match) == []


def test_whoever_is_away_is_not_waited_for(server: Server) -> None:
    table, ola, jan = sit(server)
    jan.live.close()
    ola.see(lambda sealing: sealing and sealing["commitments"][1] is None)
    starting = Starting(ola.visitor, table)
    ola.see(lambda sealing: sealing and sealing["revealing"])
    ola.reveal()
    starting.wait()
    assert starting.seconds < REVEAL_SECONDS
    jan.live = jan.visitor.live(table)
    assert [part.seat for part in finish(ola, jan).header.parts] == [0]


def test_clients_that_take_no_part_are_not_waited_for(server: Server) -> None:
    table, ola, jan = sit(server, commits=False)
    starting = Starting(ola.visitor, table)
    starting.wait()
    assert starting.seconds < REVEAL_SECONDS
    assert finish(ola, jan).header.parts == ()


def test_a_commitment_is_fixed_once_the_start_was_asked_for(server: Server) -> None:
    table, ola, jan = sit(server, commits=False)
    ola.commit()
    starting = Starting(ola.visitor, table)
    ola.see(lambda sealing: sealing and sealing["revealing"])
    late = commitment_to(1, jan.nonce)
    jan.live.send(type="commit", number=1, seat=1, commitment=late)
    other = secrets.token_hex(16)
    ola.live.send(type="commit", number=1, seat=0, commitment=commitment_to(0, other))
    jan.live.rest()
    ola.reveal(nonce=other)
    ola.reveal()
    starting.wait()
    [part] = finish(ola, jan).header.parts
    assert part.nonce == ola.nonce


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2},
        {"seat": 1},
        {"seat": 7},
        {"commitment": "A" * 64},
        {"commitment": "a" * 63},
        {"number": "1"},
        {"extra": 1},
    ],
)
def test_a_commitment_for_another_seat_or_match_does_not_count(server: Server, change: Any) -> None:
    _, ola, _ = sit(server, commits=False)
    right = {"type": "commit", "number": 1, "seat": 0, "commitment": "a" * 64}
    ola.live.send(**{**right, **change})
    ola.live.rest()
    assert ola.live.table["sealing"] is None


def test_alone_nobody_commits(server: Server) -> None:
    ola = Visitor(server, "Ola")
    table = ola.post("/api/tables", game=GAME, options={}, seats=["me", "me"], listed=False)["id"]
    player = Player(ola, table, 0)
    player.live.send(type="commit", number=1, seat=0, commitment="a" * 64)
    player.live.rest()
    assert player.live.table["sealing"] is None


def test_a_nonce_before_the_start_was_asked_for_is_not_taken(server: Server) -> None:
    table, ola, jan = sit(server)
    ola.reveal()
    ola.live.rest()
    starting = Starting(jan.visitor, table)
    jan.see(lambda sealing: sealing and sealing["revealing"])
    jan.reveal()
    starting.wait()
    assert [bool(part.nonce) for part in finish(ola, jan).header.parts] == [False, True]


def test_two_who_start_at_once_start_one_match(server: Server) -> None:
    table, ola, jan = sit(server)
    both = Starting(ola.visitor, table), Starting(jan.visitor, table)
    for player in (ola, jan):
        player.see(lambda sealing: sealing and sealing["revealing"])
        player.reveal()
    ids = {starting.wait()["match"]["id"] for starting in both}
    assert len(ids) == 1
    assert len(finish(ola, jan).header.parts) == 2


def ask_in_vain(visitor: Visitor, table: str) -> None:
    with contextlib.suppress(httpx.TransportError):
        visitor.http.post(f"/api/tables/{table}/start")


def test_a_start_outlives_the_server(tmp_path: Path) -> None:
    """Nonces that were shown count, under the same seal: no start begins anew with another one."""
    with running(tmp_path) as server:
        table, ola, jan = sit(server)
        starting = threading.Thread(target=ask_in_vain, args=(ola.visitor, table))
        starting.start()
        ola.see(lambda sealing: sealing and sealing["revealing"])
        ola.reveal()
        ola.live.rest()
        server.kill()
        starting.join()
        server.start()
        ola.live, jan.live = ola.visitor.live(table), jan.visitor.live(table)
        seal = ola.sealing["seal"]
        ola.see(lambda sealing: sealing and sealing["seal"] == seal and sealing["revealing"])
        ola.visitor.post(f"/api/tables/{table}/start")
        match = finish(ola, jan)
        assert match.header.seal == seal
        assert match.header.parts[0].nonce == ola.nonce


def test_the_seed_of_a_match_to_come_is_in_no_backup(server: Server, tmp_path: Path) -> None:
    """Restored later, it might be the seed of a match that was played and revealed meanwhile."""
    sit(server)
    file = tmp_path / "site.backup"
    assert CliRunner().invoke(app, ["backup", str(file), "--data", str(server.data)]).exit_code == 0
    kept = {table for table, _ in read_rows(file)}
    assert "seats" in kept and not kept & {"next_seals", "commitments"}


# Two nodes


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as database:
        yield database


def test_people_on_two_nodes_take_part(database: Postgres, tmp_path: Path) -> None:
    with running(tmp_path / "one", database.url) as one, running(tmp_path / "other", database.url) as other:
        ola, jan = Visitor(one, "Ola"), Visitor(one, "Jan")
        seats = ["me", "open"]
        table = ola.post("/api/tables", game=GAME, options={}, seats=seats, listed=False)["id"]
        jan.put(f"/api/tables/{table}/seats/1", sitter="me")
        jan.move(other)
        players = Player(ola, table, 0), Player(jan, table, 1)
        for player in players:
            player.commit()
        begin(players[1], *players, table=table)
        match = finish(*players)
        assert [part.nonce for part in match.header.parts] == [player.nonce for player in players]
        assert verify(match) == []
        for player in players:
            assert judged(player, match) == []


async def test_a_nonce_and_the_start_meet_on_two_nodes(database: Postgres) -> None:
    """The nonce is in the record, or its seat is named as left out; there is one match, under the seal."""
    async with node_at(database.url) as one, node_at(database.url) as other:
        ola, jan = await people(one, "Ola", "Jan")
        for _ in range(times(30, 100)):
            table = await table_changes.create_table(
                one, GAME, {}, False, ola.id, [Seat(ola.id), Seat(jan.id)]
            )
            nonce = secrets.token_hex(16)
            commitment = commitment_to(1, nonce)
            await one.sealing.commit(
                table.id, jan, Commit(type="commit", number=1, seat=1, commitment=commitment)
            )
            asking = partial(ask_for_nonces, table_id=table.id, number=1, here={jan.id}, now=0.0)
            assert await one.store.write(asking, table.id) == 0.0
            now = await one.table_now(table.id)
            assert now and now.next_seal
            shown = Reveal(type="reveal", number=1, seat=1, nonce=nonce)
            await asyncio.gather(one.create_next_match(now), other.sealing.reveal(table.id, jan, shown))
            after = await one.table_now(table.id)
            assert after and after.match and after.number == 1 and after.next_seal is None
            live = await one.live_match(after.match)
            assert live
            [part] = live.match.header.parts
            assert (part.commitment, live.match.header.seal) == (commitment, now.next_seal.seal)
            assert part.nonce in (nonce, "")
