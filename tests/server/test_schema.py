"""The migrations and the schema say the same."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.server.postgres import postgres
from tilefolk.server.storage.engine import (
    MIGRATIONS,
    database_url,
    engine_for,
    known_revisions,
    migrate,
    schema_revision,
)
from tilefolk.server.storage.schema import metadata


def test_migrations_are_numbered_in_their_order() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    scripts = ScriptDirectory.from_config(config)
    assert [script.revision for script in scripts.walk_revisions()] == known_revisions()[::-1]
    assert scripts.get_heads() == known_revisions()[-1:]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_lead_to_the_schema(kind: str, tmp_path: Path) -> None:
    if kind == "sqlite":
        differences(tmp_path / "tilefolk.sqlite")
    else:
        with postgres() as server:
            differences(server.url)


def differences(database: Path | str) -> None:
    engine = engine_for(database_url(database))
    migrate(engine)
    with engine.connect() as connection:
        assert schema_revision(connection) == known_revisions()[-1]
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
