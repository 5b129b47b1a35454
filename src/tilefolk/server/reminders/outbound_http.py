"""HTTP requests to addresses that people gave us, never to a machine of our own network."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from tilefolk.threads import run_in_pool

TIMEOUT_SECONDS = 5.0  # of a request, and of resolving its host
MAX_ADDRESSES = 2  # of one host that are tried
LOOKUP_THREADS = 4  # of their own: a name server that never answers must hold up nothing else
NAT64 = IPv6Network("64:ff9b::/96")
# Wraps of IPv4 addresses and old local networks that Python calls global.
INNER_NETWORKS = tuple(
    map(IPv6Network, ("::/96", "::ffff:0:0:0/96", "64:ff9b:1::/48", "fec0::/10", "2001::/32"))
)
PORTS = {"http": 80, "https": 443}
ALLOWED_PORTS = (80, 443, 8080, 8443)  # of web servers; others are no business of ours


class AddressRefused(Exception):
    """We send nothing to this address.

    There is one `code` (a message id below `api.`) for addresses that are inside and for those that do not
    exist: the difference would tell which names an inner network has.
    """

    code = "address_unknown"


def is_public(address: str) -> bool:
    """Whether an IP address is on the public network, also if an IPv6 address wraps an IPv4 one."""
    given = ip_address(address.partition("%")[0])
    ip = _unwrap(given)
    is_inner = ip is given and isinstance(ip, IPv6Address) and any(ip in each for each in INNER_NETWORKS)
    return ip.is_global and not ip.is_multicast and not is_inner


def _unwrap(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    inner = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None
    return inner or ip.ipv4_mapped or ip.sixtofour or ip


class OutboundHttp:
    """SSRF guard: resolves DNS, connects only to the checked IP, follows no redirects.

    `allow_loopback` lets tests send to this machine.
    """

    def __init__(self, allow_loopback: bool = False) -> None:
        self._allow_loopback = allow_loopback
        self._tls = ssl.create_default_context()
        self._lookups = ThreadPoolExecutor(LOOKUP_THREADS, "lookup")

    async def resolve(self, url: str) -> list[str]:
        """Return the IP addresses of a URL's host. Raises AddressRefused."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._checked_addresses(_split(url))
        except (OSError, UnicodeError, TimeoutError):
            raise AddressRefused from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send a POST request and return the status, 0 if the answer has none.

        Only the first line of the answer is read. Raises AddressRefused, OSError.
        """
        parts = _split(url)
        addresses = await self.resolve(url)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await self._connect(parts, addresses[:MAX_ADDRESSES])
            try:
                writer.write(_request(parts, headers, body))
                await writer.drain()
                status_line = (await reader.readline()).split()
            finally:
                writer.close()
        return int(status_line[1]) if len(status_line) > 1 and status_line[1].isdigit() else 0

    async def _checked_addresses(self, parts: SplitResult) -> list[str]:
        if _port(parts) not in ALLOWED_PORTS and not self._allow_loopback:
            raise AddressRefused
        look_up = partial(socket.getaddrinfo, parts.hostname, _port(parts), type=socket.SOCK_STREAM)
        found = await run_in_pool(self._lookups, look_up)
        addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
        if not all(self._is_allowed(address) for address in addresses):
            raise AddressRefused
        return addresses

    def _is_allowed(self, address: str) -> bool:
        return is_public(address) or (self._allow_loopback and ip_address(address).is_loopback)

    async def _connect(
        self, parts: SplitResult, addresses: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the first address that answers. Raises OSError."""
        tls, name = (self._tls, parts.hostname) if parts.scheme == "https" else (None, None)
        *first, last = addresses
        for address in first:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(address, _port(parts), ssl=tls, server_hostname=name)
        return await asyncio.open_connection(last, _port(parts), ssl=tls, server_hostname=name)


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in PORTS and parts.hostname and "@" not in parts.netloc and _port(parts)
    except ValueError:
        usable = None
    if not usable:
        raise AddressRefused
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    fields = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    return "\r\n".join((f"POST {target} HTTP/1.1", *fields, "", "")).encode("ascii") + body
