"""What the operations of the interface ask first: of which house, who calls, which table or match."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response

from tilefolk.server.http.language import LANGUAGE, spoken
from tilefolk.server.http.problems import ApiError
from tilefolk.server.http.security import RateLimits, same_origin
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.messages import Problem
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import COOKIE, Person, Signer, find_person, new_person
from tilefolk.server.tables.table import TableRow

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "content": {"application/problem+json": {}}}
    for status in (400, 403, 404, 405, 409, 413, 422, 429, 503)
}
COOKIE_HOLDS = 10 * 365 * 86_400  # seconds
Json = dict[str, Any]
TableId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$")]
MatchId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


def shared(name: str) -> Callable[[Request], Any]:
    """What all requests share, by its name, as something to depend on."""

    def kept(request: Request) -> Any:
        return getattr(request.app.state, name)

    return kept


def node_of(request: Request) -> Node:
    node: Node = request.app.state.node
    return node


async def person_of(request: Request, response: Response) -> Person:
    """Whoever calls; somebody without a cookie becomes somebody."""
    node, rates, address = node_of(request), rates_of(request), address_of(request)
    if request.method != "GET" and not same_origin(request.headers):
        raise ApiError(403, "forbidden")
    known = signer_of(request).read_cookie(request.cookies.get(COOKIE))
    if not rates.may_call(known or address):
        raise ApiError(429, "too_many", {"retry-after": "1"})
    person = await node.store.read(lambda connection: find_person(connection, known))
    if person is None:
        if not rates.may_come(address):
            raise ApiError(429, "too_many", {"retry-after": "60"})
        person = await node.store.write(lambda connection: new_person(connection, spoken(request)))
    if (known, request.cookies.get(LANGUAGE)) != (person.id, person.language):
        give_cookies(request, response, person)
    request.state.language = person.language
    return person


def give_cookies(request: Request, response: Response, person: Person) -> None:
    """Who somebody is, and how they are spoken to."""
    secure = request.url.scheme == "https"
    for name, value in ((COOKIE, signer_of(request).cookie(person.id)), (LANGUAGE, person.language)):
        response.set_cookie(name, value, max_age=COOKIE_HOLDS, httponly=True, samesite="lax", secure=secure)


def signer_of(request: Request) -> Signer:
    signer: Signer = request.app.state.signer
    return signer


def rates_of(request: Request) -> RateLimits:
    rates: RateLimits = request.app.state.rates
    return rates


def address_of(request: Request) -> str:
    """The address somebody calls from."""
    return request.client.host if request.client else ""


Caller = Annotated[Person, Depends(person_of)]
TheNode = Annotated[Node, Depends(node_of)]


async def table_of(node: Node, table_id: str) -> TableRow:
    table = await node.table(table_id)
    if table is None:
        raise ApiError(404, "not_found")
    return table


async def open_table(node: Node, table_id: str) -> TableRow:
    table = await node.table_now(table_id)
    if table is None:
        raise ApiError(404, "not_found")
    if table.closed:
        raise ApiError(409, "table_closed")
    return table


async def finished(node: Node, match_id: str) -> LiveMatch:
    live = await node.live_match(match_id)
    if why := node.live_matches.unreadable.get(match_id):
        raise ApiError(409, f"record_{why}")
    if live is None:
        raise ApiError(404, "not_found")
    if not live.over:
        raise ApiError(403, "running")
    return live
