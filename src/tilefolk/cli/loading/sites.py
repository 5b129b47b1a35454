"""The site under load: the one that runs already, or one of our own for as long as it takes."""

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import inspect, select

from tilefolk.cli.places import clearly, opened_engine, opened_store
from tilefolk.cli.speaking import stop
from tilefolk.locale import Texts
from tilefolk.server.storage.engine import database_url, is_postgres
from tilefolk.server.storage.schema import tables
from tilefolk.server.storage.store import Store

START = 30.0  # seconds a server may take to answer


class Wanted(NamedTuple):
    """Which site: addresses of one that runs, or what to start."""

    urls: tuple[str, ...] = ()
    data: Path | None = None
    database: str | None = None
    nodes: int = 1


class Site(NamedTuple):
    """Where it is, and what it stores if that can be looked at."""

    urls: tuple[str, ...]
    store: Store | None


@contextlib.contextmanager
def site(said: Texts, wanted: Wanted) -> Iterator[Site]:
    """The site, ready for people. What is wrong is said in a sentence."""
    if wanted.urls:
        yield from _running(said, wanted)
    else:
        yield from _own(said, wanted)


def _running(said: Texts, wanted: Wanted) -> Iterator[Site]:
    urls = tuple(url.rstrip("/") for url in wanted.urls)
    if wanted.nodes > 1:
        stop(said, "cli.load.nodes")
    for url in urls:
        if not url.startswith(("http://", "https://")):
            stop(said, "cli.load.address", given=url)
        if not _answers(url):
            stop(said, "cli.load.no_server", code=1, address=url)
    if wanted.data is None and wanted.database is None:
        yield Site(urls, None)
        return
    with opened_store(said, wanted.data, wanted.database) as store:
        yield Site(urls, store)


def _own(said: Texts, wanted: Wanted) -> Iterator[Site]:
    _check(said, wanted)
    with tempfile.TemporaryDirectory() as folder:
        url = f"http://127.0.0.1:{free_port()}"
        command = [sys.executable, "-m", "tilefolk.server.run.load_server", folder, url.rpartition(":")[2]]
        command += [wanted.database or "", str(wanted.nodes)]
        process = subprocess.Popen(command)
        try:
            if not _comes_up(url, process):
                stop(said, "cli.load.no_start", code=1)
            with opened_store(said, Path(folder), wanted.database) as store:
                yield Site((url,), store)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _check(said: Texts, wanted: Wanted) -> None:
    """Several nodes need PostgreSQL; a database in which people play is not ours to fill."""
    if wanted.database is None:
        if wanted.nodes > 1:
            stop(said, "cli.database.one_node")
        return
    with clearly(said):
        if wanted.nodes > 1 and not is_postgres(database_url(wanted.database)):
            stop(said, "cli.database.one_node")
    with opened_engine(said, None, wanted.database) as engine:
        used = inspect(engine).has_table(tables.name)
        with engine.connect() as connection:
            if used and connection.execute(select(tables.c.id).limit(1)).first():
                stop(said, "cli.load.used", code=1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def _comes_up(url: str, process: subprocess.Popen[bytes]) -> bool:
    end = time.monotonic() + START
    while time.monotonic() < end and process.poll() is None:
        if _answers(url):
            return True
        time.sleep(0.05)
    return False


def _answers(url: str) -> bool:
    with contextlib.suppress(OSError):
        urllib.request.urlopen(f"{url}/healthz", timeout=5).close()
        return True
    return False
