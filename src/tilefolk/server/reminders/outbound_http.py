"""The door outwards: messages to addresses that people gave us, never to a machine of our own network."""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

TIMEOUT_SECONDS = 5.0  # seconds a message may take
MAX_ADDRESSES = 2  # addresses of one host
NAT64 = IPv6Network("64:ff9b::/96")
PORTS = {"http": 80, "https": 443}


class AddressRefused(Exception):
    """An address we do not call. `code`: it leads inside, or nowhere."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def is_public(text: str) -> bool:
    """Whether an address belongs to the public network, also where it is wrapped in another."""
    ip = _unwrapped(ip_address(text.partition("%")[0]))
    return ip.is_global and not ip.is_multicast


def _unwrapped(ip: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    if isinstance(ip, IPv4Address):
        return ip
    inner = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None
    return inner or ip.ipv4_mapped or ip.sixtofour or ip


class OutboundHttp:
    """Looks names up itself and connects to what it has looked at; follows nobody elsewhere.

    `allow_loopback`: this machine may be called too, for tests.
    """

    def __init__(self, allow_loopback: bool = False) -> None:
        self._allow_loopback = allow_loopback
        self._trust = ssl.create_default_context()

    async def resolve(self, url: str) -> list[str]:
        """The addresses behind a URL. Raises NotOutside."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._addresses(_parts(url))
        except (OSError, UnicodeError, TimeoutError):
            raise AddressRefused("address_unknown") from None

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer, which is not read further. Raises NotOutside, OSError."""
        parts = _parts(url)
        addresses = await self.resolve(url)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await self._connected(parts, addresses[:MAX_ADDRESSES])
            try:
                writer.write(_request(parts, headers, body))
                await writer.drain()
                answer = (await reader.readline()).split()
            finally:
                writer.close()
        return int(answer[1]) if len(answer) > 1 and answer[1].isdigit() else 0

    async def _addresses(self, parts: SplitResult) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(parts.hostname, _port(parts), type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        if not all(
            is_public(one) or (self._allow_loopback and ip_address(one).is_loopback) for one in addresses
        ):
            raise AddressRefused("address_inside")
        return addresses

    async def _connected(
        self, parts: SplitResult, addresses: list[str]
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        trust, name = (self._trust, parts.hostname) if parts.scheme == "https" else (None, None)
        *first, last = addresses
        for address in first:
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(address, _port(parts), ssl=trust, server_hostname=name)
        return await asyncio.open_connection(last, _port(parts), ssl=trust, server_hostname=name)


def _parts(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in PORTS and parts.hostname and "@" not in parts.netloc and _port(parts)
    except ValueError:
        usable = None
    if not usable:
        raise AddressRefused("address_unknown")
    return parts


def _port(parts: SplitResult) -> int:
    return parts.port or PORTS[parts.scheme]


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join((*lines, "", "")).encode("ascii") + body
