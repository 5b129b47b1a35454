"""Backup, restore, check: what was acknowledged before a backup is in it, wherever it is restored."""

import gzip
import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from sqlalchemy import delete, func, insert, select, text, update
from sqlalchemy.sql.dml import UpdateBase
from typer.testing import CliRunner, Result

from tests.server.postgres import Postgres, postgres
from tests.server.serving import Live, Server, Visitor, running, wait_until
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.cli.main import app
from tilefolk.core.notation import CHANCE, Line, write
from tilefolk.server.matches.records import fold
from tilefolk.server.storage.backup import BadBackup, check_backup
from tilefolk.server.storage.engine import (
    SERVING_LOCK,
    database_url,
    engine_for,
    migrate,
    schema_revision,
    schema_transaction,
    upgrade_schema,
)
from tilefolk.server.storage.schema import lines, matches, people

GAME = "my_city/eternal"
KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


class Place:
    """An empty database of either kind, and the options that name it."""

    def __init__(self, cluster: Postgres, folder: Path, kind: str, name: str) -> None:
        self.folder, self.url = folder / name, ""
        self.folder.mkdir()
        if kind == "postgresql":
            self.url = cluster.url.rpartition("/")[0] + f"/{name}"
            engine = engine_for(database_url(cluster.url)).execution_options(isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                connection.execute(text(f"drop database if exists {name} with (force)"))
                connection.execute(text(f"create database {name}"))
            engine.dispose()

    @property
    def options(self) -> list[str]:
        return ["--data", str(self.folder), *(["--database-url", self.url] if self.url else [])]

    @contextmanager
    def changing(self) -> Iterator[Any]:
        """A connection that writes."""
        engine = engine_for(database_url(self.url or self.folder / "tilefolk.sqlite"))
        migrate(engine)
        with engine.execution_options(writes=True).begin() as connection:
            yield connection
        engine.dispose()


def call(place: Place, command: str, *words: object) -> Result:
    return CliRunner().invoke(app, [command, *map(str, words), *place.options, "--lang", "en"])


def played(place: Place, name: str = "Ola") -> dict[str, str]:
    """A site with one running and one finished match, and their ids."""
    with running(place.folder, place.url) as server:
        ola = Visitor(server, name)
        ids = {}
        for which in ("running", "over"):
            table = ola.post("/api/tables", game=GAME, options={}, seats=["me"], listed=False)
            ids[which] = ola.post(f"/api/tables/{table['id']}/start")["match"]["id"]
            live = seated(ola.live(table["id"]))
            moves = ["end"] if which == "over" else [random_answer(live.pushes[0]["view"], Random(1))]
            assert all(live.act(0, move)["type"] == "ack" for move in moves)
    return ids


def seated(live: Live) -> Live:
    while 0 not in live.pushes:
        live.take()
    return live


@pytest.fixture(scope="module")
def site(cluster: Postgres, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A backup of a played site, and the ids of its matches."""
    folder = tmp_path_factory.mktemp("site")
    place = Place(cluster, folder, "sqlite", "one")
    ids = played(place)
    assert call(place, "backup", folder / "site.backup").exit_code == 0
    return folder / "site.backup", ids


class Player(threading.Thread):
    """Plays alone, match after match, and notes what was acknowledged."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__()
        self.visitor, self.rand = Visitor(server, f"Player {number}"), Random(number)
        self.acknowledged: list[tuple[str, int, str]] = []
        self.stop = threading.Event()

    def run(self) -> None:
        table = self.visitor.post("/api/tables", game=GAME, options={}, seats=["me"], listed=False)["id"]
        while not self.stop.is_set():
            self.visitor.post(f"/api/tables/{table}/start")
            with closing(seated(self.visitor.live(table))) as live:
                self._play(live)

    def _play(self, live: Live) -> None:
        while live.pushes[0]["view"]["phase"] != "over" and not self.stop.is_set():
            push = live.pushes[0]
            line = random_answer(push["view"], self.rand)
            assert live.act(0, line)["type"] == "ack"
            self.acknowledged.append((push["match"], push["n"], f"0 {line}"))
            while live.pushes[0]["n"] == push["n"]:
                live.take()
        if self.stop.is_set():
            return
        while not live.table["match"]["over"]:
            live.take()


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_acknowledged_before_a_backup_is_in_it(cluster: Postgres, tmp_path: Path, kind: str) -> None:
    """Under load from one kind of database to the other; there the same people play on."""
    here = Place(cluster, tmp_path, kind, "here")
    there = Place(cluster, tmp_path, "sqlite" if kind == "postgresql" else "postgresql", "there")
    file = tmp_path / "site.backup"
    with running(here.folder, here.url) as server:
        players = [Player(server, number) for number in range(4)]
        for player in players:
            player.start()
        while min(len(player.acknowledged) for player in players) < 20:
            time.sleep(0.01)
        before = [list(player.acknowledged) for player in players]
        assert call(here, "backup", file).exit_code == 0
        for player in players:
            player.stop.set()
            player.join()
    assert sum(len(player.acknowledged) for player in players) > sum(map(len, before)), "the server played on"
    restored = call(there, "restore", file)
    assert restored.exit_code == 0, restored.output
    with there.changing() as connection:
        query = select(lines.c.match_id, lines.c.n, lines.c.line).where(lines.c.n.is_not(None))
        stored = [tuple(row) for row in connection.execute(query)]
    assert len(stored) == len(set(stored))
    assert {entry for part in before for entry in part} <= set(stored)
    checked = call(there, "check")
    assert checked.exit_code == 0, checked.output
    with running(there.folder, there.url) as server:
        ola = players[0].visitor
        ola.move(server)
        assert ola.get("/api/me") == ola.me, "cookies hold"
        table = ola.get("/api/tables")["mine"][0]["id"]
        live = seated(ola.live(table))
        if live.pushes[0]["view"]["phase"] != "over":
            assert live.act(0, random_answer(live.pushes[0]["view"], Random(0)))["type"] == "ack"


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_backup_of_what_was_restored_has_the_same_rows(
    cluster: Postgres, tmp_path: Path, kind: str
) -> None:
    one, two = (Place(cluster, tmp_path, other, other) for other in (kind, *set(KINDS) - {kind}))
    played(one, "Łucja 😀")
    for place, file in ((one, "one"), (two, "two")):
        assert call(place, "backup", tmp_path / file).exit_code == 0
        if place is one:
            assert call(two, "restore", tmp_path / file).exit_code == 0
    first, second = (gzip.decompress((tmp_path / file).read_bytes()).splitlines() for file in ("one", "two"))
    assert first[1:-1] == second[1:-1]
    assert "Łucja 😀" in b"\n".join(first).decode()


def test_a_backup_holds_keys_and_is_closed_to_others(site: tuple[Path, dict[str, str]]) -> None:
    file, _ = site
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in file.parent.iterdir()) == ["one", "site.backup"]


@pytest.mark.parametrize("kind", KINDS)
def test_restore_overwrites_nothing_that_would_be_lost(cluster: Postgres, tmp_path: Path, kind: str) -> None:
    one, two = Place(cluster, tmp_path, kind, "one"), Place(cluster, tmp_path, kind, "two")
    played(one)
    file = tmp_path / "site.backup"
    assert call(one, "backup", file).exit_code == 0
    assert call(one, "restore", file).exit_code == 0, "nothing is lost: it is all in the backup"
    with running(two.folder, two.url):
        pass  # a server that nobody has visited leaves nothing to lose
    assert call(two, "restore", file).exit_code == 0
    with two.changing() as connection:
        new = {"id": "ab", "name": "Jan", "language": "pl", "created": 1.0}
        connection.execute(insert(people).values(**new))
    refused = call(two, "restore", file)
    assert (refused.exit_code, "rows that the backup does not have: 1" in refused.stderr) == (1, True)
    with two.changing() as connection:
        assert connection.execute(select(people.c.name).where(people.c.id == "ab")).scalar() == "Jan"


def test_restore_wants_the_database_alone(
    cluster: Postgres, tmp_path: Path, site: tuple[Path, dict[str, str]]
) -> None:
    """The server of a file holds it by a lock beside it (test_hosting)."""
    place = Place(cluster, tmp_path, "postgresql", "served")
    with running(place.folder, place.url):
        with place.changing() as connection:
            locks = text("select count(*) from pg_locks where locktype = 'advisory' and objid = :key")
            wait_until(lambda: connection.execute(locks, {"key": SERVING_LOCK}).scalar_one())
        refused = call(place, "restore", site[0])
        assert (refused.exit_code, "stop them all first" in refused.stderr) == (1, True)
    assert call(place, "restore", site[0]).exit_code == 0


def test_restore_waits_for_a_node_that_is_hanging_up(
    cluster: Postgres, tmp_path: Path, site: tuple[Path, dict[str, str]]
) -> None:
    """It has ended, and PostgreSQL is only just to learn of it."""
    place = Place(cluster, tmp_path, "postgresql", "ended")
    with psycopg.connect(place.url, autocommit=True) as node:
        node.execute("select pg_advisory_lock_shared(%s)", [SERVING_LOCK])
        threading.Timer(0.5, node.close).start()
        assert call(place, "restore", site[0]).exit_code == 0


def test_a_damaged_backup_changes_nothing(
    cluster: Postgres, tmp_path: Path, site: tuple[Path, dict[str, str]]
) -> None:
    two, file = Place(cluster, tmp_path, "sqlite", "two"), tmp_path / "site.backup"
    whole = site[0].read_bytes()
    rows = gzip.decompress(whole).splitlines(keepends=True)
    newer = json.loads(rows[0])
    damaged = {
        "cut": whole[: len(whole) // 2],
        "no backup": b"something else",
        "empty": b"",
        "a row less": gzip.compress(b"".join(rows[:-2] + rows[-1:])),
        "no end": gzip.compress(b"".join(rows[:-1])),
        "a changed row": gzip.compress(b"".join(rows).replace(b"Ola", b"Ala")),
        "no json": gzip.compress(b"tilefolk\n"),
        "newer format": gzip.compress(json.dumps({**newer, "format": "tilefolk-backup 2"}).encode() + b"\n"),
    }
    for name, content in damaged.items():
        file.write_bytes(content)
        refused = call(two, "restore", file)
        assert refused.exit_code == 1, name
        assert "Nothing was changed." in refused.stderr, name
    assert not (two.folder / "tilefolk.sqlite").exists()
    file.write_bytes(whole)
    assert call(two, "restore", file).exit_code == 0
    assert call(two, "restore", tmp_path / "nowhere").exit_code == 1


@pytest.mark.parametrize(
    "first", [{}, [], {"format": "other 1"}, {"format": "tilefolk-backup one"}, {"format": 1}]
)
def test_a_packed_file_of_something_else_is_no_backup(tmp_path: Path, first: object) -> None:
    file = tmp_path / "site.backup"
    file.write_bytes(gzip.compress(json.dumps(first).encode() + b"\n"))
    with pytest.raises(BadBackup) as refused:
        check_backup(file)
    assert refused.value.problem == "operator.backup.damaged"


def harm(place: Place, backup: Path, *changes: UpdateBase) -> str:
    """What `check` says of a site that was played well and then changed behind our back."""
    assert call(place, "restore", backup).exit_code == 0
    assert call(place, "check").exit_code == 0
    with place.changing() as connection:
        for change in changes:
            connection.execute(change)
    found = call(place, "check")
    assert found.exit_code == 1
    return found.stderr


def another_draw(place: Place, match: str) -> str:
    """The last line of a record, a draw, as another seed would have it."""
    with place.changing() as connection:
        header = connection.execute(select(matches.c.header).where(matches.c.id == match)).scalar_one()
        query = select(lines.c.line).where(lines.c.match_id == match).order_by(lines.c.seq)
        *before, last = connection.execute(query).scalars()
    state = fold(header, before)
    others = (write(Line(CHANCE, action)) for action in state.game.legal(state.state, CHANCE))
    return next(line for line in others if line != last)


def test_check_reports_every_difference_with_match_and_line(
    cluster: Postgres, tmp_path: Path, site: tuple[Path, dict[str, str]]
) -> None:
    file, ids = site
    mine = (lines.c.match_id == ids["running"]) & lines.c.n.is_not(None)
    end = (lines.c.match_id == ids["over"]) & lines.c.line.startswith("@ end")
    found = harm(
        Place(cluster, tmp_path, "sqlite", "two"),
        file,
        update(lines).where(mine).values(line="0 fly"),
        update(lines).where(end).values(line="@ end {}"),
    )
    assert re.search(rf"Match {ids['running']}, line \d+: 0 fly: ", found)
    assert re.search(rf"Match {ids['over']}, line \d+: @ end {{}}: .*\[end_differs\]", found)
    assert "2 differences." in found


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("gap", "A line before this one is missing."),
        ("draw", "The seed gives another draw"),
        ("seed", "The stored seed does not fit the seal."),
        ("receipt", "The receipt does not follow the one before."),
        ("who", "The line is stored under another seat."),
        ("end", "has no end record"),
        ("mark", "is not marked as over"),
        ("newer", "A newer version of Tilefolk wrote this."),
    ],
)
def test_check_finds(
    cluster: Postgres, tmp_path: Path, site: tuple[Path, dict[str, str]], what: str, said: str
) -> None:
    file, ids = site
    place = Place(cluster, tmp_path, "sqlite", "two")
    assert call(place, "restore", file).exit_code == 0
    here, there = lines.c.match_id == ids["running"], lines.c.match_id == ids["over"]
    head, over = matches.c.id == ids["running"], matches.c.id == ids["over"]
    newest = here & (lines.c.seq == select(func.max(lines.c.seq)).where(here).scalar_subquery())
    changes: dict[str, UpdateBase] = {
        "gap": delete(lines).where(here & (lines.c.seq == 1)),
        "draw": update(lines).where(newest).values(line=another_draw(place, ids["running"])),
        "seed": update(matches).where(head).values(seed=bytes(32)),
        "receipt": update(lines).where(here & lines.c.n.is_not(None)).values(n=7),
        "who": update(lines).where(here & lines.c.n.is_not(None)).values(who=3),
        "end": delete(lines).where(there & lines.c.line.startswith("@ end")),
        "mark": update(matches).where(over).values(over=False),
        "newer": update(matches).where(head).values(header="tilefolk-match 2\ngame x"),
    }
    assert said in harm(place, file, changes[what])


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_older_version_stored_is_checked_as_it_is_and_restored_up_to_date(
    cluster: Postgres, tmp_path: Path, kind: str
) -> None:
    old, new = Place(cluster, tmp_path, kind, "old"), Place(cluster, tmp_path, kind, "new")
    engine = engine_for(database_url(old.url or old.folder / "tilefolk.sqlite"))
    with schema_transaction(engine) as connection:
        upgrade_schema(connection, "0001")
        connection.execute(text("insert into people values ('ab', 'Jan', 'pl', 1.5)"))
    assert call(old, "check").exit_code == 0
    assert call(old, "backup", tmp_path / "site.backup").exit_code == 0
    with engine.connect() as connection:
        assert schema_revision(connection) == "0001", "looking changes nothing"
    engine.dispose()
    assert call(new, "restore", tmp_path / "site.backup").exit_code == 0
    with running(new.folder, new.url) as server:
        assert Visitor(server).me["id"] != "ab"
    with new.changing() as connection:
        assert connection.execute(select(people.c.name).where(people.c.id == "ab")).scalar() == "Jan"
