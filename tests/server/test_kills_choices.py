"""The server is killed twenty times while people choose what stays for good at twenty tables."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select

from tests.server.campaigns import CAMPAIGN, stick
from tests.server.faulty import Node, Player, up, visiting
from tests.server.test_kills import compared
from tilefolk.core.notation import TABLE
from tilefolk.core.table_lines import END_PREFIX, read_end
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import lines

KILLS, TABLES, SLOWLY, SEED = 20, 20, 1.0, 14


class Chooser(Player):
    """Somebody who ends their part at once and then chooses, takes back and chooses again."""

    def _choice(self, push: dict[str, Any]) -> str | None:
        view = push["view"]
        if push["n"] != len(self.acknowledged) or self.over:
            return None
        if self.seat in view["to_act"]:
            return stick(view, self.rand) if view["phase"] == "reward" else "end"
        if self.hurry or view["phase"] != "reward" or not push["may_undo"]:
            return None
        return "undo"


async def test_twenty_kills_in_the_choices_lose_nothing_and_ask_nobody_twice(tmp_path: Path) -> None:
    rand = Random(SEED)
    database = tmp_path / "tilefolk.sqlite"
    with up(tmp_path) as nodes:
        several = await asyncio.gather(*(pair(nodes, Random(rand.random())) for _ in range(TABLES)))
        players = [player for two in several for player in two]
        playing = [asyncio.create_task(player.play(SLOWLY)) for player in players]
        while not all(player.match for player in players):
            await asyncio.sleep(0.1)
        for _ in range(KILLS):
            await asyncio.sleep(rand.uniform(0.1, 0.6))
            nodes[0].kill()
            nodes[0].start()
        for player in players:
            player.hurry = True
        await asyncio.wait_for(asyncio.gather(*playing), 120)
    lost, doubled, sent = compared(str(database_url(database)), list(players))
    engine = engine_for(database_url(database))
    checked = audit_all(engine)
    query = select(lines.c.line).where(lines.c.who == TABLE, lines.c.line.startswith(END_PREFIX))
    with engine.connect() as connection:
        ends = [read_end(line) for line in connection.execute(query).scalars()]
    engine.dispose()
    assert (lost, doubled) == (0, 0) and sent >= 4 * TABLES
    assert (checked.running, checked.over, checked.differences) == (0, TABLES, [])
    put = Counter(sum(what == "R" for _, what, *_ in kept) for end in ends for kept in end["kept"])
    assert put == {1: 2 * TABLES}, "each has put the one sticker they were given"
    assert sum(player.resent for player in players) > 0, "some were cut off on their way"


async def pair(nodes: list[Node], rand: Random) -> list[Chooser]:
    """A host and a guest at a table whose campaign begins."""
    url, cookies = nodes[0].url, []
    async with visiting(url) as host, visiting(url) as guest:
        for client in (host, guest):
            (await client.get("/api/me")).raise_for_status()
            cookies.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
        body = {"game": CAMPAIGN, "options": {}, "seats": ["me", "open"], "listed": False}
        table = (await host.post("/api/tables", json=body)).raise_for_status().json()["id"]
        (await guest.put(f"/api/tables/{table}/seats/1", json={"sitter": "me"})).raise_for_status()
        (await host.post(f"/api/tables/{table}/start")).raise_for_status()
    return [Chooser(nodes, cookie, table, seat, Random(rand.random())) for seat, cookie in enumerate(cookies)]
