"""`tilefolk serve`: check the options, listen, migrate the database, then run the server."""

import re
import webbrowser
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.engine import URL

from tilefolk.cli.bind import Listening, listen
from tilefolk.cli.data_location import data_folder, database, open_engine, stop_on_bad_database
from tilefolk.cli.messages import stop, stop_file
from tilefolk.cli.names import admit_to_tables
from tilefolk.locale import Texts
from tilefolk.server.matches.bot_pool import processes_per_node
from tilefolk.server.run.app import STATIC, Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import run
from tilefolk.server.run.supervisor import Supervisor
from tilefolk.server.storage.engine import database_url, is_postgres, migrate
from tilefolk.server.storage.file_lock import lock_database_file
from tilefolk.server.storage.file_modes import make_private_folder
from tilefolk.twin.core import foreseen

CONTACT = re.compile(r"(mailto:|https://)[!-~]+")  # as security.txt may name it


class ServeRequest(NamedTuple):
    """The options of `tilefolk serve`."""

    host: str
    port: int | None
    data: Path | None
    url: str | None
    nodes: int
    open_page: bool
    json_logs: bool
    bots: str | None = None
    security_contact: str | None = None


def serve_tables(texts: Texts, request: ServeRequest) -> None:
    """Serve until a signal stops the server."""
    configure_logs(request.json_logs)
    bots, contact = admit_to_tables(texts, request.bots), request.security_contact or ""
    if contact and not CONTACT.fullmatch(contact):
        stop(texts, "cli.security_contact", given=contact)
    if not (STATIC / "index.html").is_file():
        stop(texts, "cli.no_client")
    url = _database_url(texts, request)
    # before the database is touched: a server that cannot listen leaves no file behind
    listening = listen(texts, request.host, request.port)
    with listening.socket:
        stored_in = _migrate(texts, request, url)
        processes = processes_per_node(request.nodes)
        folder = _make_data_folder(texts, request)
        config = Config(
            folder, request.url or "", bot_processes=processes, bots=bots, security_contact=contact
        )
        _serve(texts, request, listening, stored_in, config)


def _serve(texts: Texts, request: ServeRequest, listening: Listening, stored_in: str, config: Config) -> None:
    message = "cli.serving" if listening.taken is None else "cli.serving.moved"
    names = {"address": "  ".join(listening.pages), "taken": str(listening.taken), "folder": stored_in}
    print(texts.say(message, **names), flush=True)
    print(texts.say(f"kernels.{foreseen().name}", why=foreseen().why), flush=True)
    if request.open_page:
        webbrowser.open(listening.pages[-1])
    if request.nodes == 1:
        with stop_on_bad_database(texts):
            run(config, listening.socket)
    else:
        Supervisor(config, listening.socket, request.json_logs).run(request.nodes)


def _database_url(texts: Texts, request: ServeRequest) -> URL:
    """The URL of the database; only checked, not opened."""
    with stop_on_bad_database(texts):
        url = database_url(database(request.data, request.url))
    if request.nodes > 1 and not is_postgres(url):
        stop(texts, "cli.database.one_node")
    return url


def _migrate(texts: Texts, request: ServeRequest, url: URL) -> str:
    """Create or migrate the database; its name without a password is given back."""
    with (
        open_engine(texts, request.data, request.url, new=True) as engine,
        lock_database_file(url, "tilefolk serve"),
    ):
        migrate(engine)
    return url.render_as_string() if is_postgres(url) else str(url.database)


def _make_data_folder(texts: Texts, request: ServeRequest) -> Path:
    folder = data_folder(request.data)
    try:
        make_private_folder(folder)
    except OSError as error:
        stop_file(texts, "cli.cannot_write", str(folder), error)
    return folder
