"""`tilefolk serve` and `tilefolk export`: the table on the network, and a match out of its store."""

import asyncio
import webbrowser
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import URL

from tilefolk.cli.listening import Listening, listen
from tilefolk.cli.places import clearly, data_folder, database, opened_engine, opened_store
from tilefolk.cli.speaking import stop, stop_file
from tilefolk.locale import Texts
from tilefolk.server.matches.records import Unreadable
from tilefolk.server.matches.registry import load_live_match
from tilefolk.server.matches.series import newest_series_text
from tilefolk.server.run.app import STATIC, Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import run
from tilefolk.server.run.supervisor import Supervisor
from tilefolk.server.storage.engine import database_url, is_postgres, migrate
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.file_modes import make_private_folder


class Wanted(NamedTuple):
    """What to serve, where, and on what."""

    host: str
    port: int | None
    data: Path | None
    url: str | None
    nodes: int
    open_page: bool
    json_logs: bool


def serve_tables(said: Texts, wanted: Wanted) -> None:
    """Serve until told to stop; what was acknowledged is stored."""
    configure_logs(wanted.json_logs)
    if not (STATIC / "index.html").is_file():
        stop(said, "cli.no_client")
    url = _asked_for(said, wanted)
    listening = listen(said, wanted.host, wanted.port)  # first: who cannot listen makes nothing
    with listening.socket:
        where = _ready(said, wanted, url)
        _serve(said, wanted, listening, where, _data(said, wanted))


def _serve(said: Texts, wanted: Wanted, listening: Listening, where: str, folder: Path) -> None:
    message = "cli.serving" if listening.taken is None else "cli.serving.moved"
    names = {"address": "  ".join(listening.pages), "taken": str(listening.taken), "folder": where}
    print(said.say(message, **names), flush=True)
    if wanted.open_page:
        webbrowser.open(listening.pages[-1])
    config = Config(folder, wanted.url or "")
    if wanted.nodes == 1:
        with clearly(said):
            run(config, listening.socket)
    else:
        Supervisor(config, listening.socket, wanted.json_logs).run(wanted.nodes)


def _asked_for(said: Texts, wanted: Wanted) -> URL:
    """The database, of which nothing is touched yet."""
    with clearly(said):
        url = database_url(database(wanted.data, wanted.url))
    if wanted.nodes > 1 and not is_postgres(url):
        stop(said, "cli.database.one_node")
    return url


def _ready(said: Texts, wanted: Wanted, url: URL) -> str:
    """The database, there and up to date before anybody is answered; where it is, without a password."""
    with (
        opened_engine(said, wanted.data, wanted.url, new=True) as engine,
        lock_database_file(url, "tilefolk serve"),
    ):
        migrate(engine)
    return url.render_as_string() if is_postgres(url) else str(url.database)


def _data(said: Texts, wanted: Wanted) -> Path:
    folder = data_folder(wanted.data)
    try:
        make_private_folder(folder)
    except OSError as error:
        stop_file(said, "cli.cannot_write", str(folder), error)
    return folder


def export_match(said: Texts, wanted: str, data: Path | None, url: str | None) -> None:
    """Print the record of a finished match, or the series of a table."""
    with opened_store(said, data, url) as store:
        try:
            room = asyncio.run(load_live_match(store, wanted))
        except Unreadable as error:
            stop(said, f"why.record_{error.code}", code=1)
        text = (
            room.record()
            if room
            else store.read_now(lambda connection: newest_series_text(connection, wanted))
        )
    if text is None:
        stop(said, "cli.no_match", code=1, match=wanted)
    if room and not room.over:
        stop(said, "cli.still_running", code=1, match=wanted)
    print(text, end="")
