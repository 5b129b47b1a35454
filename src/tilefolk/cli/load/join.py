"""Clients join: some at each table, on different nodes where there are several."""

import json
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

from tilefolk.defaults import BOT

CALL_SECONDS = 30.0  # seconds for one call


class TablePlan(NamedTuple):
    """What every table plays, how many seats it has, and on how many of them bots sit."""

    game: str = "my_city/eternal"
    seats: int = 4
    bots: int = 0
    bot: str = BOT

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
    return [guest for number in range(tables) for guest in _table(urls, number, plan)]


def _table(urls: tuple[str, ...], number: int, plan: TablePlan) -> list[Guest]:
    starts = [(number + seat) % len(urls) for seat in range(plan.people)]
    rotated = [urls[start:] + urls[:start] for start in starts]
    cookies = [_cookie(own[0]) for own in rotated]
    sitters = ["me", *["open"] * (plan.people - 1), *[{"bot": plan.bot}] * plan.bots]
    body = {"game": plan.game, "options": {}, "seats": sitters, "listed": False}
    table = _call(rotated[0][0], "POST", "/api/tables", cookies[0], body)["id"]
    guests = [Guest(own, cookies[seat], table, seat) for seat, own in enumerate(rotated)]
    for guest in guests[1:]:
        _call(guest.urls[0], "PUT", f"/api/tables/{table}/seats/{guest.seat}", guest.cookie, {"sitter": "me"})
    start(guests[0])
    return guests


def start(guest: Guest) -> None:
    """Start the first match of a table, or a rematch. Raises OSError."""
    _call(guest.urls[0], "POST", f"/api/tables/{guest.table}/start", guest.cookie, {})


def _cookie(url: str) -> str:
    with urllib.request.urlopen(f"{url}/api/me", timeout=CALL_SECONDS) as answer:
        cookie: SimpleCookie = SimpleCookie(answer.headers["set-cookie"])
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookie.items())


def _call(url: str, method: str, path: str, cookie: str, body: dict[str, Any]) -> Any:
    headers = {"cookie": cookie, "content-type": "application/json", "origin": url}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=CALL_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            answer_text = error.read().decode("utf-8", "replace")
        raise OSError(f"{method} {path}: {error.code} {answer_text}") from error
