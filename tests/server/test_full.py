"""No room on the disk: people are told, nothing is stored by halves, play goes on when there is room."""

import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, insert, text

from tests.server.faulty import GAME, Node, up
from tests.server.nodes import again, live_match_of, node_at, people, say, started
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Visitor, answers, first_choice, is_ready, wait_until
from tilefolk.locale import texts
from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import lines, matches, tables
from tilefolk.server.storage.schema import people as persons

SEGMENT = 1 << 20  # bytes of a log file of PostgreSQL: tables have to be larger to be the first without room


@contextlib.contextmanager
def no_file_beyond(size: int, node: Node) -> Iterator[None]:
    """A node that cannot make a file longer than this: the system itself refuses."""
    before = resource.prlimit(node.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.pid, resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.prlimit(node.pid, resource.RLIMIT_FSIZE, before)


class Match:
    """Somebody who plays alone, and what was acknowledged."""

    def __init__(self, node: Node) -> None:
        self.person, self.sent = Visitor(node, "Ola"), list[tuple[str, int, str]]()
        self.table = self.person.post("/api/tables", game=GAME, options={}, seats=["me"], listed=False)["id"]
        self._next()

    def _next(self) -> None:
        self.person.post(f"/api/tables/{self.table}/start")
        self.live: Live = self.person.live(self.table)
        while 0 not in self.live.pushes:
            self.live.take()

    def act(self) -> bool:
        """Whether the next line was taken at once; otherwise the person was told."""
        push = self.live.pushes[0]
        line = first_choice(push["view"])
        self.live.send(type="act", match=push["match"], seat=0, n=push["n"], line=line)
        self.sent.append((push["match"], push["n"], f"0 {line}"))
        return self.answered()

    def answered(self) -> bool:
        while (message := self.live.take())["type"] not in ("ack", "problem"):
            pass
        if message["type"] == "problem":
            assert message["code"] == "waiting"
            return False
        while self.live.pushes[0]["n"] < self.sent[-1][1] + 1:
            self.live.take()
        return True

    def go_on(self) -> None:
        if self.live.pushes[0]["view"]["phase"] == "over":
            self._next()


def plays_until_there_is_no_room(match: Match, node: Node, most: int) -> None:
    """Told, and by the node's own word for want of room: a page with a little room may be found yet."""
    for _ in range(most):
        match.go_on()
        if not match.act():
            if "could not extend" in node.said():
                return
            while not match.answered():
                pass
    raise AssertionError("there is room")


def all_is_told_and_kept(match: Match) -> None:
    """While there is no room: looking is possible, nothing else is."""
    assert match.person.get("/api/me") == match.person.me
    refused = match.person.http.post("/api/tables", json={"game": GAME, "seats": ["me"]} | {"options": {}})
    assert refused.status_code in (200, 503)  # what fits into pages that are there still does


def stored(engine: Engine, match: Match) -> None:
    """Every acknowledged line is there once, and nothing is there by halves."""
    with engine.connect() as connection:
        query = lines.select().where(lines.c.n.is_not(None))
        found = [(row.match_id, row.n, row.line) for row in connection.execute(query)]
    assert sorted(found) == sorted(match.sent)
    assert audit_all(engine).differences == []
    engine.dispose()


def test_sqlite_without_room(tmp_path: Path) -> None:
    with up(tmp_path) as (node,):
        match = Match(node)
        assert match.act()
        log = tmp_path / "tilefolk.sqlite-wal"
        with no_file_beyond(log.stat().st_size, node):
            assert not match.act()
            all_is_told_and_kept(match)
            assert not match.answered(), "told again"
            assert not is_ready(node) and answers(node)
        while not match.answered():
            pass
        assert match.act(), "play goes on"
        wait_until(lambda: is_ready(node))
    assert "database gone" in node.said() and "database back" in node.said()
    stored(engine_for(database_url(tmp_path / "tilefolk.sqlite")), match)


def filled(cluster: Postgres) -> int:
    """Lines of an old match, until their table is longer than a log file; how long it is."""
    engine, size = engine_for(database_url(cluster.url)), 0
    host = {"id": "ab", "name": "Ola", "language": "en", "created": 0.0}
    table = {
        "id": "old",
        "game": GAME,
        "options": {},
        "listed": False,
        "host": "ab",
        "created": 0.0,
        "touched": 0.0,
    }
    match = {
        "id": "old",
        "table_id": "old",
        "number": 1,
        "header": "",
        "seed": b"",
        "over": True,
        "created": 0.0,
    }
    with engine.begin() as connection:
        for what, values in ((persons, host), (tables, table), (matches, match)):
            connection.execute(insert(what).values(**values))
        while size <= SEGMENT:
            rows = [{"match_id": "old", "seq": size * 1000 + n, "who": -1, "line": "x"} for n in range(1000)]
            connection.execute(insert(lines), [{**row, "n": None, "at": 0.0, "tick": 0.0} for row in rows])
            size = connection.execute(text("select pg_relation_size('lines')")).scalar_one()
    engine.dispose()
    return size


def test_postgresql_without_room(tmp_path: Path) -> None:
    with postgres(autovacuum="off") as cluster, up(tmp_path, cluster.url) as (node,):
        match, size = Match(node), filled(cluster)
        with cluster.no_file_beyond(size):
            plays_until_there_is_no_room(match, node, 300)
            all_is_told_and_kept(match)
            assert not is_ready(node), "a small row may find room, a line does not"
        while not match.answered():
            pass
        wait_until(lambda: is_ready(node))
        match.go_on()
        assert match.act(), "play goes on"
        engine = engine_for(database_url(cluster.url))
        with engine.begin() as connection:
            for what in (lines.c.match_id, matches.c.id, tables.c.id):
                connection.execute(what.table.delete().where(what == "old"))
        stored(engine, match)


async def test_a_group_without_room_is_stored_whole_or_not_at_all(tmp_path: Path) -> None:
    """SQLite's own word for a full disk, in the middle of a match whose lines come in groups."""
    most = 1 << 30
    async with node_at(tmp_path / "tilefolk.sqlite") as node:

        @event.listens_for(node.store._engine, "checkout")
        def bound(connection: Any, *_: Any) -> None:
            connection.execute(f"PRAGMA max_page_count={most}")

        ola, jan = await people(node, "Ola", "Jan")
        table = await started(node, GAME, [ola, jan], None)
        live = await live_match_of(node, table)
        pages = text("select page_count from pragma_page_count")
        most = await node.store.read(lambda connection: connection.execute(pages).scalar_one())
        node.store._line_writer.close()  # lines have a connection that stays: the next one has the bound
        with pytest.raises(Unavailable, match="full"):
            for _ in range(400):
                await say(node, table, ola)
                await say(node, table, jan)
                if live.over:
                    table = await node.start_match(await again(node, table))
                    live = await live_match_of(node, table)
        there = await load_live_match(node.store, live.id)
        assert there and there.acting(), "no draw is owed: it would have come with the line before"
        most = 1 << 30
        node.store._line_writer.close()  # and the one after it has room again
        await live.refresh()
        assert live.match.lines == there.match.lines
        for seat in live.acting():
            await say(node, table, (ola, jan)[seat])
        whole = await load_live_match(node.store, live.id)
        assert whole and whole.match.lines == live.match.lines


BACKUP = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
from tilefolk.cli import main
main.run()
"""


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_backup_without_room_leaves_nothing_behind(tmp_path: Path, language: str) -> None:
    with postgres() as cluster, up(tmp_path, cluster.url) as (node,):
        match = Match(node)
        for _ in range(5):
            assert match.act()
        folder = tmp_path / "backups"
        folder.mkdir()
        (folder / "site.backup").write_text("the last one")
        words = ["backup", str(folder / "site.backup"), "--database-url", cluster.url, "--lang", language]
        command = [sys.executable, "-c", BACKUP, *words]
        bare = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=bare)
        assert done.returncode == 1 and done.stdout == ""
        assert len(done.stderr.strip().splitlines()) == 1 and str(folder) in done.stderr, done.stderr
        assert (
            texts(language).say("cli.cannot_write", file="", reason="").split(":")[0].split()[0]
            in done.stderr
        )
        assert [file.read_text() for file in folder.iterdir()] == ["the last one"]
