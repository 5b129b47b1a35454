"""People at one table: they come from addresses of their own, play, stay away for a while, and leave."""

import asyncio
import http.client
import json
import time
from collections.abc import Sequence
from http.cookies import SimpleCookie
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tilefolk.cli.load.client_socket import open_socket
from tilefolk.cli.load.join import CALL_SECONDS, Guest
from tilefolk.cli.load.player import RETRY_SECONDS, Acknowledged, Player
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.core.grid import LATTICES, cell_name

ADDRESSES = 20  # 127.0.0.2 and so on
LATE_SECONDS = 60.0  # after its time a table is left in the middle of a match


class TableKind(NamedTuple):
    """What a table plays, how many people sit there and which bots beside them."""

    game: str
    people: int
    bots: tuple[str, ...] = ()
    own_pace: bool = False

    @property
    def name(self) -> str:
        bots = f" + {' + '.join(self.bots)}" if self.bots else ""
        return f"{self.game}, {self.people}{bots}{', own pace' if self.own_pace else ''}"


KINDS = (
    TableKind("my_city/eternal", 4),
    TableKind("my_city/eternal", 2, ("random",)),
    TableKind("my_city/eternal", 3, own_pace=True),
    TableKind("my_city/campaign", 2),
    TableKind("my_island/eternal", 3),
    TableKind("my_island/campaign", 2, ("greedy",)),
    TableKind("roll_and_build/short", 2),
    TableKind("roll_and_build/campaign", 3, own_pace=True),
    TableKind("point_city/table", 2),
    TableKind("point_city/table", 3, ("random",)),
    TableKind("point_city/solo-medium", 1, ("automaton",)),
)


class SoakPlayer(Player):
    """Comes from an address of its own; whoever is away comes back by themselves."""

    def __init__(self, guest: Guest, address: str) -> None:
        super().__init__(guest)
        self.address, self.is_here, self.goes_on = address, False, True
        self._away_seconds = 0.0

    async def run(self) -> None:
        while True:
            try:
                self._sees_board = False
                source = self.address, 0
                self._socket = await open_socket(
                    self.guest.urls[0], self._path(), self.guest.cookie, self._received, source
                )
                self.is_here = True
                await self._socket.closed
            except OSError:
                pass
            finally:
                self.is_here = False
                if self._socket is not None:
                    self._socket.abort()
            await asyncio.sleep(self._away_seconds or RETRY_SECONDS)
            self._away_seconds = 0.0

    def go_away(self, seconds: float) -> None:
        self._away_seconds = seconds
        self.cut()

    async def act(self, rand: Random) -> None:
        assert self.push is not None
        self.send_line(choose(self.push["view"], rand))

    async def _rematch(self) -> None:
        if self.goes_on:
            await super()._rematch()

    @property
    def is_between_matches(self) -> bool:
        return self.push is not None and not self.push["view"]["to_act"]

    def leave(self) -> None:
        self.goes_on = False
        if self._asking is not None:
            self._asking.cancel()
        if self._socket is not None:
            self._socket.abort()


class Table:
    """A table of some kind for some time."""

    def __init__(self, kind: TableKind, players: list[SoakPlayer], ends_at: float) -> None:
        self.kind, self.players, self.ends_at = kind, players, ends_at
        self._running = [asyncio.create_task(player.run()) for player in players]

    def is_over(self, now: float) -> bool:
        """Its people leave after the match in which its time is up, or at last in the middle of one."""
        if now < self.ends_at:
            return False
        for player in self.players:
            player.goes_on = False
        has_ended = all(player.is_between_matches for player in self.players)
        return has_ended or now > self.ends_at + LATE_SECONDS

    async def close(self) -> list[Acknowledged]:
        """Everybody leaves for good; what was acknowledged to them."""
        for player, task in zip(self.players, self._running, strict=True):
            player.leave()
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        return [line for player in self.players for line in player.sent]


async def open_table(url: str, kind: TableKind, rand: Random, lasts_seconds: float) -> Table:
    """New people at a new table whose first match runs. Raises OSError."""
    addresses = [f"127.0.0.{2 + rand.randrange(ADDRESSES)}" for _ in range(kind.people)]
    guests = await asyncio.to_thread(_sit_down, url, kind, addresses)
    players = [SoakPlayer(guest, address) for guest, address in zip(guests, addresses, strict=True)]
    return Table(kind, players, time.monotonic() + lasts_seconds)


def _sit_down(url: str, kind: TableKind, addresses: Sequence[str]) -> list[Guest]:
    cookies = [_newcomer(url, address) for address in addresses]
    seats = ["me", *["open"] * (kind.people - 1), *[{"bot": bot} for bot in kind.bots]]
    options = {"pace": "own"} if kind.own_pace else {}
    body = {"game": kind.game, "options": options, "seats": seats, "listed": False}
    table = _call(url, addresses[0], "POST", "/api/tables", cookies[0], body)["id"]
    for seat in range(1, kind.people):
        path = f"/api/tables/{table}/seats/{seat}"
        _call(url, addresses[seat], "PUT", path, cookies[seat], {"sitter": "me"})
    _call(url, addresses[0], "POST", f"/api/tables/{table}/start", cookies[0], {})
    return [Guest((url,), cookie, table, seat) for seat, cookie in enumerate(cookies)]


def _newcomer(url: str, address: str) -> str:
    """The cookies of somebody who comes for the first time."""
    answer, _ = _request(url, address, "GET", "/api/me", {})
    cookie: SimpleCookie = SimpleCookie()
    for given in answer.headers.get_all("set-cookie") or ():
        cookie.load(given)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookie.items())


def _call(url: str, address: str, method: str, path: str, cookie: str, body: dict[str, Any]) -> Any:
    heads = {"cookie": cookie, "content-type": "application/json", "origin": url}
    answer, text = _request(url, address, method, path, heads, json.dumps(body).encode())
    if answer.status >= 400:
        raise OSError(f"{method} {path}: {answer.status} {text.decode('utf-8', 'replace')}")
    return json.loads(text)


def _request(
    url: str, address: str, method: str, path: str, heads: dict[str, str], body: bytes | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    site = urlsplit(url)
    assert site.hostname and site.port
    source = (address, 0)
    connection = http.client.HTTPConnection(
        site.hostname, site.port, timeout=CALL_SECONDS, source_address=source
    )
    try:
        connection.request(method, path, body, heads)
        answer = connection.getresponse()
        return answer, answer.read()
    except http.client.HTTPException as error:
        raise OSError(f"{method} {path}: {error!r}") from error
    finally:
        connection.close()


def choose(view: dict[str, Any], rand: Random) -> str:
    """A random legal line, also where something is chosen for good."""
    first: dict[str, Any] = next(iter(view.get("choices") or ()), {})
    if legal := int(first.get("legal", "0"), 16):
        grid, bits = view["grid"], [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
        row, column = divmod(rand.choice(bits), grid["width"])
        cell = cell_name(LATTICES[grid["lattice"]], row + grid["top"], column + grid["left"])
        return f"{first['verb']} {rand.choice(first['what'])} {cell}"
    return random_answer(view, rand)
