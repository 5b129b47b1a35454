"""How many connections a node has: of one address, all together, and when descriptors are used up."""

import contextlib
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.faulty import Node, up
from tests.server.rfc.handshake_cases import request
from tests.server.rfc.raw_socket import RawSocket
from tests.server.serving import Visitor, answers, wait_until
from tilefolk.server.run.connections import Connections

ASKED = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
def opened() -> Iterator[list[socket.socket]]:
    """Connections that are closed after the test."""
    connections: list[socket.socket] = []
    yield connections
    for connection in connections:
        connection.close()


def connect(node: Node, address: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", node.port), timeout=10, source_address=(address, 0))


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0.02)
    try:
        return bool(connection.recv(1))
    except TimeoutError:
        return True
    except OSError:
        return False


def is_served(node: Node, address: str) -> bool:
    with contextlib.suppress(OSError), connect(node, address) as connection:
        connection.sendall(ASKED)
        return b"200 OK" in connection.recv(1000)
    return False


def count(node: Node, event: str) -> int:
    return len(re.findall(f'"event": "{event}"', node.said()))


def test_one_address_cannot_shut_a_site(tmp_path: Path, opened: list[socket.socket]) -> None:
    with up(tmp_path, kind="small_node") as (node,):
        opened += [connect(node, "127.0.0.7") for _ in range(200)]
        assert is_served(node, "127.0.0.8") and answers(node)
        assert sum(map(is_open, opened)) <= 48
        assert not is_served(node, "127.0.0.7")
        wait_until(lambda: is_served(node, "127.0.0.7"))  # once its half requests are late
        assert count(node, "no room for connections") == 0


@pytest.mark.parametrize("kind", ["small_node", "careless_node"])
def test_want_of_descriptors_is_said_once(tmp_path: Path, kind: str, opened: list[socket.socket]) -> None:
    with up(tmp_path, kind=kind) as (node,):
        opened += [connect(node, f"127.0.0.{10 + at % 10}") for at in range(250)]
        wait_until(lambda: count(node, "no room for connections"))
        while opened:
            opened.pop().close()
        wait_until(lambda: count(node, "room for connections again"))
        assert is_served(node, "127.0.0.7")
        assert count(node, "no room for connections") == count(node, "room for connections again") == 1
        assert "system resource" not in node.said()


def test_a_place_is_given_back_with_its_connection(tmp_path: Path) -> None:
    """Also by sockets, which take it over, and by requests that are refused."""
    with up(tmp_path, kind="small_node") as (node,):
        visitor = Visitor(node)
        table = visitor.post("/api/tables", game="my_city/eternal", options={}, seats=["me"])["id"]
        for path, statuses in {
            f"/api/tables/{table}/live": (101, 403),
            "/none": (403,),
            "/x y": (400,),
        }.items():
            text = request(f"GET {path} HTTP/1.1", Cookie=visitor.cookie(), Host="x", Origin=None)
            for _ in range(60):
                with RawSocket(node.port, "127.0.0.7") as raw:
                    raw.send(text.encode())
                    assert raw.answer().status in statuses


def test_a_handshake_has_a_deadline_as_every_request(tmp_path: Path) -> None:
    """Here the application never answers it."""
    asked = request("GET /api/tables/x/live HTTP/1.1", Host="x").encode()
    with up(tmp_path, kind="silent_node") as (node,):
        for segments in ([asked], [asked[:50], asked[50:]], [asked, b"\x81"]):
            with RawSocket(node.port) as raw:
                for segment in segments:
                    raw.send(segment)
                    time.sleep(0.01)  # the server reads them one by one
                assert raw.answer().status == 0


def test_proxies_have_no_limit_of_their_own() -> None:
    connections = Connections(2, "127.0.0.1,10.0.0.0/8")
    assert [connections.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert all(connections.take(proxy) for proxy in ("127.0.0.1", "10.1.2.3") for _ in range(5))
    connections.give_back("192.0.2.1")
    assert connections.take("192.0.2.1") and not connections.take("192.0.2.1")
