"""Two servers by two names of one file; a clock that once ran ahead."""

import time
from pathlib import Path

import pytest
from sqlalchemy import select, update

from tests.server.local_app import browser, local_app
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.storage.database_errors import BadDatabase
from tilefolk.server.storage.engine import (
    database_url,
    engine_for,
    known_revisions,
    schema_transaction,
    upgrade_schema,
)
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.schema import tables

GAME = "my_city/eternal"


def test_a_link_to_a_database_finds_its_lock(tmp_path: Path) -> None:
    real, link, folder = tmp_path / "real.sqlite", tmp_path / "link.sqlite", tmp_path / "elsewhere"
    real.touch()
    link.symlink_to(real)
    folder.symlink_to(tmp_path, target_is_directory=True)
    with lock_database_file(database_url(real), "one"):
        for name in (link, folder / "real.sqlite"):
            with pytest.raises(BadDatabase), lock_database_file(database_url(name), "two"):
                pass
    with lock_database_file(database_url(link), "two"):
        pass


async def test_a_clock_that_ran_ahead_leads_no_list(tmp_path: Path) -> None:
    async with local_app(tmp_path) as app:
        ola, node = browser(app), app.state.services.node
        wanted = {"game": GAME, "seats": ["me", "open"], "listed": True}
        old, new = [(await ola.post("/api/tables", json=wanted)).json()["id"] for _ in range(2)]
        ahead = update(tables).where(tables.c.id == old).values(touched=time.time() + 86_400 * 365)
        await node.store.write(lambda connection: connection.execute(ahead))
        await Heartbeat(node).beat()
        await ola.post(f"/api/tables/{new}/start")
        await ola.put(f"/api/tables/{new}/seats/1", json={"sitter": "me"})
        touched = select(tables.c.touched).where(tables.c.id == old)
        assert await node.store.read(lambda connection: connection.execute(touched).scalar()) <= time.time()
        assert [table["id"] for table in (await ola.get("/api/tables")).json()["mine"]] == [new, old]


@pytest.mark.parametrize("revision", [revision for revision in known_revisions() if revision >= "0007"])
def test_the_audit_reads_every_older_schema(tmp_path: Path, revision: str) -> None:
    engine = engine_for(database_url(tmp_path / "old.sqlite"))
    with schema_transaction(engine) as connection:
        upgrade_schema(connection, revision)
    assert audit_all(engine).differences == []
    engine.dispose()
