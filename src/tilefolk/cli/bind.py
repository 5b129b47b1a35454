"""Where `tilefolk serve` listens, and the addresses under which people find it."""

import contextlib
import errno
import socket
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from tilefolk.cli.messages import stop, system_words
from tilefolk.locale import Texts
from tilefolk.server.run.serve import BACKLOG

PORT = 8080
NEXT = 20  # ports to try behind it
EVERYWHERE = ("", "0.0.0.0", "::")
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # addresses of nobody, for examples


class Listening(NamedTuple):
    """A socket, its pages (for others first, for this machine last), and the port it had to give way for."""

    socket: socket.socket
    pages: list[str]
    taken: int | None


def listen(said: Texts, host: str, port: int | None) -> Listening:
    """The port asked for and no other; without one the usual port, or the next that is free."""
    usual = PORT if port is None else port
    for candidate in (*range(PORT, PORT + NEXT), 0) if port is None else (port,):
        try:
            listening = _listening(host, candidate)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            _stop(said, host, candidate, error)
        got = int(listening.getsockname()[1])
        return Listening(listening, pages(host, got), usual if usual not in (got, 0) else None)
    raise AssertionError("the system always has a free port")


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    socket.getaddrinfo(host or None, port, family)  # tells a name that nobody has from all else
    return socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=host == "::")


def _stop(said: Texts, host: str, port: int, error: OSError) -> NoReturn:
    if error.errno == errno.EADDRINUSE:
        stop(said, "cli.port_taken", host=host, port=str(port))
    stop(said, "cli.cannot_listen", host=host, port=str(port), reason=system_words(said, error))


def pages(host: str, port: int) -> list[str]:
    """What to type into a browser."""
    hosts = [*dict.fromkeys(_own_addresses(host)), "localhost"] if host in EVERYWHERE else [host]
    return [f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/" for name in hosts]


def _own_addresses(host: str) -> Iterator[str]:
    """The addresses this machine would speak from to somebody far away; nothing is sent to find out."""
    for family in FAR if host == "::" else (socket.AF_INET,):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((FAR[family], 9))
            yield str(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            if not str(found[4][0]).startswith("127."):
                yield str(found[4][0])
