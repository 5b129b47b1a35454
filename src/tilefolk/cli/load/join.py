"""Clients join: some at each table, on different nodes where there are several."""

import asyncio
import json
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tilefolk.defaults import BOT

CALL_SECONDS = 30.0  # seconds for one call


class TablePlan(NamedTuple):
    """What every table plays, how many seats it has, and on how many of them bots sit.

    `campaign` is the text of a series with which the tables go on; empty where they begin anew.
    """

    game: str = "my_city/eternal"
    seats: int = 4
    bots: int = 0
    bot: str = BOT
    campaign: str = ""

    @property
    def people(self) -> int:
        return self.seats - self.bots


FOUR_PEOPLE = TablePlan()


class Guest(NamedTuple):
    """A client on a seat. It begins at the first address; every new connection goes to the next one."""

    urls: tuple[str, ...]
    cookie: str
    table: str
    seat: int


def join_tables(urls: tuple[str, ...], tables: int, plan: TablePlan) -> list[Guest]:
    """Open this many tables, seat their clients and start their matches. Raises OSError."""
    return [guest for number in range(tables) for guest in _started_table(urls, number, plan)]


def _started_table(urls: tuple[str, ...], number: int, plan: TablePlan) -> list[Guest]:
    guests = seat_table(urls, number, plan)
    _call(guests[0].urls[0], "POST", _start_path(guests[0]), guests[0].cookie, {})
    return guests


def seat_table(urls: tuple[str, ...], number: int, plan: TablePlan) -> list[Guest]:
    """Open a table and seat its clients; its match can be started. Raises OSError."""
    starts = [(number + seat) % len(urls) for seat in range(plan.people)]
    rotated = [urls[start:] + urls[:start] for start in starts]
    cookies = [_cookie(own[0]) for own in rotated]
    table = (_imported if plan.campaign else _new)(rotated[0][0], cookies[0], plan)
    guests = [Guest(own, cookies[seat], table, seat) for seat, own in enumerate(rotated)]
    for guest in guests[1:]:
        _call(guest.urls[0], "PUT", f"/api/tables/{table}/seats/{guest.seat}", guest.cookie, {"sitter": "me"})
    return guests


def _new(url: str, cookie: str, plan: TablePlan) -> str:
    sitters = ["me", *["open"] * (plan.people - 1), *[{"bot": plan.bot}] * plan.bots]
    body = {"game": plan.game, "options": {}, "seats": sitters, "listed": False}
    return str(_call(url, "POST", "/api/tables", cookie, body)["id"])


def _imported(url: str, cookie: str, plan: TablePlan) -> str:
    """A table that goes on with a campaign; whoever opens it sits on its first seat."""
    table = str(_call(url, "POST", "/api/series", cookie, plan.campaign)["id"])
    for seat in range(plan.people, plan.seats):
        _call(url, "PUT", f"/api/tables/{table}/seats/{seat}", cookie, {"sitter": {"bot": plan.bot}})
    return table


async def start(guest: Guest) -> None:
    """Start a rematch: without a thread, since many start theirs at once. Raises OSError."""
    site, body = urlsplit(guest.urls[0]), b"{}"
    is_secure = site.scheme == "https"
    port = site.port or (443 if is_secure else 80)
    reader, writer = await asyncio.open_connection(site.hostname, port, ssl=is_secure or None)
    request = (
        f"POST {_start_path(guest)} HTTP/1.1\r\nHost: {site.netloc}\r\nOrigin: {guest.urls[0]}\r\n"
        f"Cookie: {guest.cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    try:
        writer.write(request.encode() + body)
        async with asyncio.timeout(CALL_SECONDS):
            await reader.read()  # what it says comes over the socket too
    finally:
        writer.close()


def _start_path(guest: Guest) -> str:
    return f"/api/tables/{guest.table}/start"


def _cookie(url: str) -> str:
    with urllib.request.urlopen(f"{url}/api/me", timeout=CALL_SECONDS) as answer:
        cookie: SimpleCookie = SimpleCookie()
        for given in answer.headers.get_all("set-cookie"):
            cookie.load(given)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookie.items())


def _call(url: str, method: str, path: str, cookie: str, body: dict[str, Any] | str) -> Any:
    """Call with JSON, or with a text as it is."""
    kind, sent = ("text/plain", body) if isinstance(body, str) else ("application/json", json.dumps(body))
    headers = {"cookie": cookie, "content-type": kind, "origin": url}
    request = urllib.request.Request(url + path, sent.encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=CALL_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            answer_text = error.read().decode("utf-8", "replace")
        raise OSError(f"{method} {path}: {error.code} {answer_text}") from error
