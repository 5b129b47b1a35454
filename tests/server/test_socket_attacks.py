"""What strangers may try on a connection: odd frames, floods of control frames, requests that never end."""

import json
import socket
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from tests.server import commands
from tests.server.commands import serve
from tests.server.serving import OPENED, Live, Server, Visitor
from tilefolk.server.http.socket_limits import MAX_SOCKETS_PER_PERSON

GAME = "my_city/eternal"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As an operator starts it, with logs of one JSON object per line; whoever is slow has a second."""
    with pytest.MonkeyPatch.context() as patched:
        hurry = "from tilefolk.server.run import read_timeouts; read_timeouts.READ_SECONDS = 1.0\n"
        patched.setattr(commands, "PROGRAM", hurry + commands.PROGRAM)
        folder = tmp_path_factory.mktemp("sockets")
        (folder / "static").mkdir()
        (folder / "static/index.html").touch()
        with serve(folder, "--json-logs") as server:
            yield server


def table_of(person: Visitor) -> str:
    return str(person.post("/api/tables", game=GAME, options={}, seats=["me"])["id"])


def close_code(live: Live) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        live.wait_for("nothing")
    assert closed.value.rcvd is not None, "closed with a close frame"
    return closed.value.rcvd.code


def logged(server: Server) -> list[str]:
    return (server.data / "log").read_text().splitlines()


def test_a_binary_frame_is_a_bad_message(server: Server) -> None:
    ola = Visitor(server)
    live = ola.live(table_of(ola))
    live.socket.send(b'{"type":"ping"}')
    assert live.wait_for("problem")["code"] == "bad_request"
    live.send(type="ping")
    live.wait_for("pong")


def test_text_that_is_no_utf_8_closes_the_socket(server: Server) -> None:
    ola = Visitor(server)
    live = ola.live(table_of(ola))
    live.wait_for("table")
    frame = Frame(Opcode.TEXT, b"\xff\xfe")
    live.socket.socket.sendall(frame.serialize(mask=True, extensions=()))
    assert close_code(live) == 1007


@pytest.mark.parametrize("kind", [Opcode.PING, Opcode.PONG])
def test_a_flood_of_control_frames_closes_the_socket(server: Server, kind: Opcode) -> None:
    ola = Visitor(server)
    live = ola.live(table_of(ola))
    live.wait_for("table")
    flood = Frame(kind, b"").serialize(mask=True, extensions=()) * 5000
    live.socket.socket.sendall(flood)
    with pytest.raises(ConnectionClosed):
        live.wait_for("nothing")


def test_a_person_has_so_many_sockets(server: Server) -> None:
    ola, jan = Visitor(server), Visitor(server)
    table = table_of(ola)
    sockets = [ola.live(table) for _ in range(MAX_SOCKETS_PER_PERSON)]
    with pytest.raises((ConnectionClosed, InvalidStatus)):
        ola.live(table).wait_for("table")
    jan.live(table).wait_for("table")
    sockets[0].close()
    OPENED.remove(sockets[0])
    until = time.monotonic() + 60
    while True:
        try:
            ola.live(table).wait_for("table")
            break
        except (ConnectionClosed, InvalidStatus):
            assert time.monotonic() < until, "a closed socket makes room"


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /api/series HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf",
    ],
)
def test_a_request_that_never_ends_is_closed(server: Server, half: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(half)
        got = b""
        while part := connection.recv(1000):
            got += part
        assert b"200" not in got


def test_slow_drops_do_not_stretch_the_time(server: Server) -> None:
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        with pytest.raises(OSError):
            while time.monotonic() - began < 60:
                connection.sendall(b"X: y\r\n")
                time.sleep(0.1)


def test_an_open_socket_outlives_the_time_of_a_request(server: Server) -> None:
    ola = Visitor(server)
    live = ola.live(table_of(ola))
    live.wait_for("table")
    time.sleep(2.5)
    live.send(type="ping")
    live.wait_for("pong")


def test_every_line_of_the_log_is_one_object(server: Server) -> None:
    """Runs last: also what the tests above and a failure of ours made the server say."""
    for line in logged(server):
        json.loads(line)
    assert not any("Traceback" in line for line in logged(server)), "none of the above was a failure of ours"
