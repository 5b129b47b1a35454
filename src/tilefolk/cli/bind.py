"""The socket `tilefolk serve` listens on, and the addresses under which people find it."""

import contextlib
import errno
import socket
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from tilefolk.cli.messages import os_error_text, stop
from tilefolk.defaults import PORT
from tilefolk.locale import Texts
from tilefolk.server.run.serve import BACKLOG

PORTS_TRIED = 20  # from the usual port upwards, before any free one is taken
ALL_ADDRESSES = ("", "0.0.0.0", "::")
EXAMPLE_ADDRESSES = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # reserved, nobody has them


class Listening(NamedTuple):
    """A listening socket, its pages (for other machines first, for this one last), and the port it wanted
    if that was taken."""

    socket: socket.socket
    pages: list[str]
    taken: int | None


def listen(texts: Texts, host: str, port: int | None) -> Listening:
    """Listen on the given port and no other; without one on the usual port, or the next that is free."""
    usual = PORT if port is None else port
    for candidate in (*range(PORT, PORT + PORTS_TRIED), 0) if port is None else (port,):
        try:
            listening = _bind(host, candidate)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            _stop(texts, host, candidate, error)
        got = int(listening.getsockname()[1])
        return Listening(listening, pages(host, got), usual if usual not in (got, 0) else None)
    raise AssertionError("the system always has a free port")


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    socket.getaddrinfo(host or None, port, family)  # raises gaierror for an unknown name
    return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=host == "::")


def _stop(texts: Texts, host: str, port: int, error: OSError) -> NoReturn:
    if error.errno == errno.EADDRINUSE:
        stop(texts, "cli.port_taken", host=host, port=str(port))
    stop(texts, "cli.cannot_listen", host=host, port=str(port), reason=os_error_text(texts, error))


def pages(host: str, port: int) -> list[str]:
    """The addresses to type into a browser."""
    hosts = [*dict.fromkeys(_own_addresses(host)), "localhost"] if host in ALL_ADDRESSES else [host]
    return [f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/" for name in hosts]


def _own_addresses(host: str) -> Iterator[str]:
    """The addresses of this machine as others see them. Connecting a UDP socket sends nothing."""
    for family in EXAMPLE_ADDRESSES if host == "::" else (socket.AF_INET,):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((EXAMPLE_ADDRESSES[family], 9))
            yield str(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not str(found[4][0]).startswith("127."):
                yield str(found[4][0])
