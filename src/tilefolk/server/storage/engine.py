"""Connections and schema of the two databases we support: an SQLite file, PostgreSQL for several nodes."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from tilefolk.server.storage.database_errors import BadDatabase, connection_words, translate_errors
from tilefolk.server.storage.file_modes import make_database_private

MIGRATION_LOCK = 7_453_301  # advisory lock of the node that brings the schema up to date
SERVING_LOCK = 7_453_302  # advisory lock that all nodes share while they are up
LOG_BYTES = 4 << 20  # what an SQLite log is cut to that a long backup let grow: as much as is written anyhow
MIGRATIONS = Path(__file__).parent / "migrations"
# These notice that the other machine is gone: in seconds, the last in milliseconds.
POSTGRES_KEEPALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
POSTGRES_OPTIONS = {**POSTGRES_KEEPALIVE, "client_encoding": "utf8"}

log = structlog.get_logger()


def database_url(database: Path | str) -> URL:
    """Return the URL of an SQLite file, or check one such as `postgresql://user@host/name`.

    Raises BadDatabase.
    """
    if isinstance(database, Path):
        return URL.create("sqlite", database=str(database))
    if database.startswith("postgresql") and database.count("@") > 1:
        raise BadDatabase("cli.database.signs")  # a part of the password would be shown as host
    try:
        url = make_url(database)
        usable = url.port is None or 0 < url.port < 65_536
    except (ArgumentError, ValueError) as error:
        raise BadDatabase("cli.database.address") from error
    if not usable:
        raise BadDatabase("cli.database.address")
    if url.get_backend_name() not in ("postgresql", "sqlite"):
        raise BadDatabase("cli.database.kind", kind=url.get_backend_name())
    return url.set(drivername="postgresql+psycopg" if is_postgres(url) else "sqlite")


def is_postgres(url: URL) -> bool:
    return url.get_backend_name() == "postgresql"


def engine_for(url: URL) -> Engine:
    return _postgres(url) if is_postgres(url) else _sqlite(url)


def _postgres(url: URL) -> Engine:
    try:
        return create_engine(url, pool_pre_ping=True, pool_size=4, connect_args=POSTGRES_OPTIONS)
    except ModuleNotFoundError as error:
        raise BadDatabase("cli.database.extra") from error


def _sqlite(url: URL) -> Engine:
    make_database_private(url)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # `_begin` sends BEGIN
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=30000",
            f"journal_size_limit={LOG_BYTES}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and writes later would fail at once beside another writer.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; of several nodes that start at once one does it, the others wait.

    Raises BadDatabase.
    """
    with schema_transaction(engine) as connection:
        _check_encoding(connection)
        current, newest = known_revision(connection), known_revisions()[-1]
        if current != newest:
            upgrade_schema(connection)
            log.info("migrated", schema=newest, before=current)


def _check_encoding(connection: Connection) -> None:
    """Refuse a database that cannot store every letter of people's names."""
    if is_postgres(connection.engine.url):
        encoding = str(connection.execute(text("show server_encoding")).scalar())
        if encoding != "UTF8":
            raise BadDatabase(
                "cli.database.encoding", encoding=encoding, **connection_words(connection.engine.url)
            )


def is_current(engine: Engine) -> bool:
    """Whether the schema is the newest one. Raises BadDatabase."""
    with snapshot(engine) as connection:
        return schema_revision(connection) == known_revisions()[-1]


@contextlib.contextmanager
def schema_transaction(engine: Engine) -> Iterator[Connection]:
    """Open a transaction that may change the schema; only one node has one at a time. Raises BadDatabase."""
    with translate_errors(engine.url), engine.execution_options(writes=True).begin() as connection:
        if is_postgres(engine.url):
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        yield connection


@contextlib.contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """Open a connection that reads the state of one moment and blocks no writer. Raises BadDatabase."""
    if is_postgres(engine.url):
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with translate_errors(engine.url), engine.connect() as connection:
        yield connection


def upgrade_schema(connection: Connection, target: str = "head") -> None:
    """Run the migrations up to a revision."""
    import alembic.command  # slow to import, and most starts need no migration
    import alembic.config

    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, target)


def schema_revision(connection: Connection) -> str | None:
    """Return the number of the newest migration that was run; None in an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def known_revision(connection: Connection) -> str | None:
    """Return the revision of the schema. Raises BadDatabase if this version does not know it."""
    revision = schema_revision(connection)
    if revision is not None and revision not in known_revisions():
        raise BadDatabase("cli.database.newer", schema=revision)
    return revision


def known_revisions() -> list[str]:
    """Return the numbers of all migrations, the newest last."""
    return sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
