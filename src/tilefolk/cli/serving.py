"""`tilefolk serve` and `tilefolk export`: the table on the network, and a match out of its store."""

import os
import socket
import webbrowser
from pathlib import Path

import uvicorn
from sqlalchemy import select

from tilefolk.cli.speaking import stop, system_words
from tilefolk.core.match import Match
from tilefolk.core.notation import read
from tilefolk.core.record import read_header, write_record
from tilefolk.games import find
from tilefolk.locale import Texts
from tilefolk.server.app import STATIC, Config, create_app, quiet_logs
from tilefolk.server.schema import lines, matches
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
    config = uvicorn.Config(
        create_app(Config(folder)),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=16_384,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _listen(said: Texts, host: str, port: int) -> socket.socket:
    """The port asked for; the next free one when it is taken."""
    reason = ""
    for candidate in (*range(port, port + 20), 0) if port else (0,):
        try:
            return socket.create_server((host, candidate), backlog=2048)
        except OSError as error:
            reason = system_words(said, error)
    return stop(said, "cli.cannot_listen", host=host, port=str(port), reason=reason)


def export_match(said: Texts, match_id: str, data: Path | None) -> None:
    """Print the record of a finished match."""
    path = data_folder(data) / "tilefolk.sqlite"
    if not path.is_file():
        stop(said, "cli.cannot_read", code=1, file=str(path), reason="-")
    store = Store(path)
    try:
        found = store.read_now(
            lambda connection: (
                connection.execute(select(matches).where(matches.c.id == match_id)).mappings().first()
            )
        )
        if found is None:
            stop(said, "cli.no_match", code=1, match=match_id)
        if not found["over"]:
            stop(said, "cli.still_running", code=1, match=match_id)
        rows = store.read_now(
            lambda connection: (
                connection.execute(
                    select(lines.c.line).where(lines.c.match_id == match_id).order_by(lines.c.seq)
                )
                .scalars()
                .all()
            )
        )
    finally:
        store.close()
    header = read_header(enumerate(found["header"].split("\n"), start=1))
    match = Match(find(header.game)[0], header)
    for text in rows:
        match.append(read(text))
    print(write_record(match), end="")
