"""`tilefolk serve` and `tilefolk export`: the table on the network, and a match out of its store."""

import asyncio
import os
import socket
import webbrowser
from pathlib import Path

from tilefolk.cli.speaking import stop, system_words
from tilefolk.locale import Texts
from tilefolk.server.app import STATIC, Config, quiet_logs
from tilefolk.server.room import load_room
from tilefolk.server.running import BACKLOG, run
from tilefolk.server.runs import table_text
from tilefolk.server.store import Store


def data_folder(given: Path | None) -> Path:
    """Where the server keeps what must not be lost."""
    if given is not None:
        return given
    if named := os.environ.get("TILEFOLK_DATA"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "tilefolk"


def serve_tables(
    said: Texts, host: str, port: int, data: Path | None, open_page: bool, json_logs: bool
) -> None:
    """Serve until told to stop; what was acknowledged is stored."""
    quiet_logs(json_logs)
    folder = data_folder(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        stop(said, "cli.cannot_write", file=str(folder), reason=system_words(said, error))
    listening = _listen(said, host, port)
    address = f"http://{host}:{listening.getsockname()[1]}/"
    if not (STATIC / "index.html").is_file():
        stop(said, "cli.no_client")
    print(said.say("cli.serving", address=address, folder=str(folder)), flush=True)
    if open_page:
        webbrowser.open(address)
    run(Config(folder), listening)


def _listen(said: Texts, host: str, port: int) -> socket.socket:
    """The port asked for; the next free one when it is taken."""
    reason = ""
    for candidate in (*range(port, port + 20), 0) if port else (0,):
        try:
            return socket.create_server((host, candidate), backlog=BACKLOG)
        except OSError as error:
            reason = system_words(said, error)
    return stop(said, "cli.cannot_listen", host=host, port=str(port), reason=reason)


def export_match(said: Texts, wanted: str, data: Path | None) -> None:
    """Print the record of a finished match, or the series of a table."""
    path = data_folder(data) / "tilefolk.sqlite"
    if not path.is_file():
        stop(said, "cli.cannot_read", code=1, file=str(path), reason="-")
    store = Store(path)
    try:
        room = asyncio.run(load_room(store, wanted))
        text = room.record() if room else store.read_now(lambda connection: table_text(connection, wanted))
    finally:
        store.close()
    if text is None:
        stop(said, "cli.no_match", code=1, match=wanted)
    if room and not room.over:
        stop(said, "cli.still_running", code=1, match=wanted)
    print(text, end="")
