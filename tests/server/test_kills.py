"""Nodes and their database are killed again and again while many tables play on."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from sqlalchemy import select

from tests.effort import times
from tests.server.faulty import GAME, Node, Player, up, visiting
from tests.server.postgres import Postgres, postgres
from tilefolk.defaults import DATABASE_FILE
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import lines

SEED = 7
# A killed process leaves what it wrote to the system: only a power cut needs the disk itself.
SETTINGS = {"fsync": "off", "synchronous_commit": "on"}


class Crowd(NamedTuple):
    """So many kills while so many tables play, whose people take their time: so many seconds at most."""

    kills: int
    tables: int
    slowly: float


TWO_NODES, ONE_FILE = Crowd(times(15, 100), times(20, 100), 4.0), Crowd(times(5, 25), times(10, 30), 0.5)


async def test_kills_lose_and_double_no_acknowledged_move(tmp_path: Path) -> None:
    with postgres(**SETTINGS) as cluster:
        killed = await play_on(tmp_path, cluster.url, TWO_NODES, 2, cluster)
    assert min(killed["node"], killed["database"]) >= TWO_NODES.kills // 10


async def test_kills_on_a_file_lose_and_double_no_acknowledged_move(tmp_path: Path) -> None:
    await play_on(tmp_path, "", ONE_FILE, 1, None)


async def play_on(
    data: Path, database: str, crowd: Crowd, count: int, cluster: Postgres | None
) -> Counter[str]:
    """All tables play to their end while nodes, and a cluster, are killed; what was killed how often."""
    rand = Random(SEED)
    url = database or str(database_url(data / DATABASE_FILE))
    with up(data, database, count) as nodes:
        players = await seated(nodes, crowd.tables, rand)
        playing = [asyncio.create_task(player.play(crowd.slowly)) for player in players]
        while not all(player.match for player in players):
            await asyncio.sleep(0.1)
        killed = await kills(nodes, cluster, crowd.kills, rand)
        for player in players:
            player.hurry = True
        await asyncio.wait_for(asyncio.gather(*playing), 120)
    lost, doubled, sent = compared(url, players)
    engine = engine_for(database_url(url))
    checked = audit_all(engine)
    engine.dispose()
    resent, cut = (sum(getattr(player, name) for player in players) for name in ("resent", "cut"))
    print(f"{dict(killed)}, {sent} acknowledged, {resent} again, {cut} cuts, lost {lost}, doubled {doubled}")
    assert killed.total() == crowd.kills
    assert (lost, doubled) == (0, 0)
    assert (checked.running, checked.over, checked.differences) == (0, crowd.tables, [])
    assert resent > 0, "some were cut off on their way"
    return killed


async def seated(nodes: list[Node], tables: int, rand: Random) -> list[Player]:
    """Two people at every table, who know each other from any node; a few sit down at a time."""
    door = asyncio.Semaphore(10)

    async def sit() -> list[Player]:
        async with door:
            return await pair(nodes, Random(rand.random()))

    several = await asyncio.gather(*(sit() for _ in range(tables)))
    return [player for two in several for player in two]


async def pair(nodes: list[Node], rand: Random) -> list[Player]:
    """A host and a guest at a table whose match runs."""
    url, cookies = rand.choice(nodes).url, []
    async with visiting(url) as host, visiting(url) as guest:
        for client in (host, guest):
            (await client.get("/api/me")).raise_for_status()
            cookies.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
        body = {"game": GAME, "options": {}, "seats": ["me", "open"], "listed": False}
        table = (await host.post("/api/tables", json=body)).raise_for_status().json()["id"]
        (await guest.put(f"/api/tables/{table}/seats/1", json={"sitter": "me"})).raise_for_status()
        (await host.post(f"/api/tables/{table}/start")).raise_for_status()
    return [Player(nodes, cookie, table, seat, Random(rand.random())) for seat, cookie in enumerate(cookies)]


async def kills(nodes: list[Node], cluster: Postgres | None, number: int, rand: Random) -> Counter[str]:
    """Now a node, now the database; all come back at once, or soon. The only node plays on in between."""
    done: Counter[str] = Counter()
    while done.total() < number:
        await asyncio.sleep(rand.uniform(0.1, 0.8))
        if cluster and rand.random() < 0.2:
            await asyncio.to_thread(cluster.kill)
            await asyncio.sleep(rand.uniform(0, 1))
            await asyncio.to_thread(cluster.start)
            done["database"] += 1
        else:
            node = rand.choice(nodes)
            node.kill()
            node.start()
            if cluster is None:
                await asyncio.to_thread(node.ready)
            done["node"] += 1
    return done


def compared(url: str, players: list[Player]) -> tuple[int, int, int]:
    """Acknowledged lines that are not stored, stored ones that nobody knows of, and how many there are."""
    engine = engine_for(database_url(url))
    query = select(lines.c.match_id, lines.c.who, lines.c.n, lines.c.line).where(lines.c.n.is_not(None))
    with engine.connect() as connection:
        assert connection.execute(select(lines.c.line).where(lines.c.line == "@ close")).first()
        stored = Counter(tuple(row) for row in connection.execute(query))
    engine.dispose()
    sent = Counter(
        (player.match, player.seat, n, f"{player.seat} {line}")
        for player in players
        for n, line in enumerate(player.acknowledged)
    )
    return (sent - stored).total(), (stored - sent).total(), sent.total()
