"""The databases a store can stand on: an SQLite file, or PostgreSQL for several nodes."""

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

MIGRATION_LOCK = 7_453_301  # the advisory lock of whoever brings the schema up to date
SERVING_LOCK = 7_453_302  # the one that all nodes share while they are up
MIGRATIONS = Path(__file__).parent / "migrations"
POSTGRES_KEEPALIVE: dict[
    str, Any
] = {  # that a machine is gone without a word: in seconds, the last in milliseconds
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
POSTGRES_OPTIONS = {**POSTGRES_KEEPALIVE, "client_encoding": "utf8"}

log = structlog.get_logger()


def database_url(database: Path | str) -> URL:
    """The address behind a file or a text such as `postgresql://user@host/name`."""
    if isinstance(database, Path):
        return URL.create("sqlite", database=str(database))
    if database.startswith("postgresql") and database.count("@") > 1:
        raise BadDatabase("cli.database.signs")  # or a part of the password is told as a host
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
    def _set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that reads first and writes later would fail at once beside another writer.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; of several nodes that start at once, one does it and the others wait."""
    with schema_transaction(engine) as connection:
        _check_encoding(connection)
        before, known = schema_revision(connection), known_revisions()
        if before is not None and before not in known:
            raise BadDatabase("cli.database.newer", schema=before)
        if before != known[-1]:
            upgrade_schema(connection)
            log.info("migrated", schema=known[-1], before=before)


def _check_encoding(connection: Connection) -> None:
    """Names of people may have any letters."""
    if is_postgres(connection.engine.url):
        encoding = str(connection.execute(text("show server_encoding")).scalar())
        if encoding != "UTF8":
            raise BadDatabase(
                "cli.database.encoding", encoding=encoding, **connection_words(connection.engine.url)
            )


def is_current(engine: Engine) -> bool:
    """Whether the schema is the newest. Raises BadDatabase."""
    with snapshot(engine) as connection:
        return schema_revision(connection) == known_revisions()[-1]


@contextlib.contextmanager
def schema_transaction(engine: Engine) -> Iterator[Connection]:
    """One transaction for a change of the schema, of one node at a time. Raises BadDatabase."""
    with translate_errors(engine.url), engine.execution_options(writes=True).begin() as connection:
        if is_postgres(engine.url):
            connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        yield connection


@contextlib.contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """All that is read here is as it was in one moment; nobody waits for it. Raises BadDatabase."""
    if is_postgres(engine.url):
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with translate_errors(engine.url), engine.connect() as connection:
        yield connection


def upgrade_schema(connection: Connection, target: str = "head") -> None:
    import alembic.command  # takes its while, and most starts do not need it
    import alembic.config

    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, target)


def schema_revision(connection: Connection) -> str | None:
    """Which schema a database has."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("select version_num from alembic_version")).scalar()


def known_revisions() -> list[str]:
    """All schemas there have been, as the migrations are numbered, the newest last."""
    return sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))
