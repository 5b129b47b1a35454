"""The site under load: a running one, or one that is started for the load and stopped afterwards."""

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import inspect, select

from tilefolk.cli.data_location import open_engine, open_store, stop_on_bad_database
from tilefolk.cli.messages import stop
from tilefolk.locale import Texts
from tilefolk.server.storage.engine import database_url, is_postgres
from tilefolk.server.storage.schema import tables
from tilefolk.server.storage.store import Store

START_SECONDS = 30.0  # seconds a server may take to answer


class SiteRequest(NamedTuple):
    """The addresses of a running site, or what to start."""

    urls: tuple[str, ...] = ()
    data: Path | None = None
    database: str | None = None
    nodes: int = 1


class Site(NamedTuple):
    """The addresses of a site, and its store if that can be read."""

    urls: tuple[str, ...]
    store: Store | None


@contextlib.contextmanager
def site(texts: Texts, request: SiteRequest) -> Iterator[Site]:
    """The site, ready for clients; a problem stops the command with a sentence."""
    if request.urls:
        yield from _running_site(texts, request)
    else:
        yield from _started_site(texts, request)


def _running_site(texts: Texts, request: SiteRequest) -> Iterator[Site]:
    urls = tuple(url.rstrip("/") for url in request.urls)
    if request.nodes > 1:
        stop(texts, "cli.load.nodes")
    for url in urls:
        if not url.startswith(("http://", "https://")):
            stop(texts, "cli.load.address", given=url)
        if not _answers(url):
            stop(texts, "cli.load.no_server", code=1, address=url)
    if request.data is None and request.database is None:
        yield Site(urls, None)
        return
    with open_store(texts, request.data, request.database) as store:
        yield Site(urls, store)


def _started_site(texts: Texts, request: SiteRequest) -> Iterator[Site]:
    _check_database(texts, request)
    with tempfile.TemporaryDirectory() as folder:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            url, given = f"http://127.0.0.1:{listening.getsockname()[1]}", listening.fileno()
            command = [sys.executable, "-m", "tilefolk.server.run.load_server", folder, f"fd:{given}"]
            command += [request.database or "", str(request.nodes)]
            process = subprocess.Popen(command, pass_fds=(given,))
        try:
            if not wait_until_up(url, process):
                stop(texts, "cli.load.no_start", code=1)
            with open_store(texts, Path(folder), request.database) as store:
                yield Site((url,), store)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _check_database(texts: Texts, request: SiteRequest) -> None:
    """Stop if several nodes lack PostgreSQL, or if people already play in the database."""
    if request.database is None:
        if request.nodes > 1:
            stop(texts, "cli.database.one_node")
        return
    with stop_on_bad_database(texts):
        if request.nodes > 1 and not is_postgres(database_url(request.database)):
            stop(texts, "cli.database.one_node")
    with open_engine(texts, None, request.database) as engine:
        used = inspect(engine).has_table(tables.name)
        with engine.connect() as connection:
            if used and connection.execute(select(tables.c.id).limit(1)).first():
                stop(texts, "cli.load.used", code=1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def wait_until_up(url: str, process: subprocess.Popen[Any]) -> bool:
    end = time.monotonic() + START_SECONDS
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
