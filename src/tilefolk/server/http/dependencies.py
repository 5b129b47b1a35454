"""What the operations of the interface depend on: who calls, and which table or match they mean."""

from typing import Annotated, Any

from fastapi import Depends, Path, Request, Response
from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from tilefolk.server.errors import ApiError
from tilefolk.server.http.language import LANGUAGE_COOKIE, language_of
from tilefolk.server.http.security import same_origin
from tilefolk.server.http.services import services_of
from tilefolk.server.http.tokens import token_of
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.messages import Problem
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Person, identify, new_person
from tilefolk.server.people.network_bots import find_bot_person
from tilefolk.server.tables.seating_rules import check_open
from tilefolk.server.tables.table import TableRow

Responses = dict[int | str, dict[str, Any]]
_PROBLEM_JSON = {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}
# What every call may answer. By reference, since FastAPI builds each model that is named here anew for every
# call, a tenth of the start; `PROBLEM_MODEL` describes it once.
PROBLEMS: Responses = {
    status: {"content": {"application/problem+json": _PROBLEM_JSON}}
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 503)
}
PROBLEM_MODEL: Responses = {503: {"model": Problem, "content": {"application/problem+json": {}}}}
COOKIE_SECONDS = 400 * 86_400  # browsers keep none for longer
Json = dict[str, Any]
TableId = Annotated[str, Path(max_length=32, pattern=r"^[\w-]+$")]
MatchId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]


async def node_of(request: Request) -> Node:
    """The node; a coroutine, since others would be run in a thread."""
    return services_of(request).node


async def person_of(request: Request, response: Response) -> Person:
    """The person who calls; a caller without a cookie becomes a new person."""
    node, signer, rates, *_ = services_of(request)
    address = address_of(request)
    check_origin(request)
    token = token_of(request.headers)
    if token is not None:
        return await _bot_of(request, token)
    await limit_calls(request)
    known = signer.read_cookie(request.cookies.get(PERSON_COOKIE))
    person = await node.people_cache.get(known)
    if person is None:
        if not rates.may_come(address):
            raise ApiError(429, "too_many", {"retry-after": "60"})
        person = await node.store.write(lambda connection: new_person(connection, language_of(request)))
    if known is None or (known.person, request.cookies.get(LANGUAGE_COOKIE)) != (person.id, person.language):
        give_cookies(request, response, person)
    _note_caller(request, person)
    return person


def _note_caller(request: Request, person: Person) -> None:
    """Remember who calls and in which language, for what is said when the call fails."""
    request.state.person, request.state.language = person, person.language


def check_origin(request: Request) -> None:
    """Refuse a change that a foreign page asks for."""
    if request.method not in ("GET", "HEAD") and not same_origin(request.headers, request.url.scheme):
        raise ApiError(403, "forbidden")


async def limit_calls(request: Request) -> None:
    """Refuse who calls too often: a person, or where nobody is known an address."""
    known = services_of(request).signer.read_cookie(request.cookies.get(PERSON_COOKIE))
    _count_call(request, known.person if known else None)


def _count_call(request: Request, person: str | None) -> None:
    address = address_of(request)
    if not services_of(request).rates.may_call(person or address, address):
        raise ApiError(429, "too_many", {"retry-after": "1"})


async def _bot_of(request: Request, token: str) -> Person:
    """The bot that calls with a token. It gets no cookie."""
    node = services_of(request).node
    person = await node.store.read(lambda connection: find_bot_person(connection, token))
    _count_call(request, person.id if person else None)
    if person is None:
        raise ApiError(401, "bad_token", {"www-authenticate": "Bearer"})
    _note_caller(request, person)
    return person


def give_cookies(request: Request, response: Response, person: Person) -> None:
    """Set the cookies that say who somebody is and which language they read; a bot gets none."""
    if token_of(request.headers) is not None:
        return
    secure = request.url.scheme == "https"
    for name, value in (
        (PERSON_COOKIE, services_of(request).signer.cookie(person)),
        (LANGUAGE_COOKIE, person.language),
    ):
        response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)


def take_cookies(request: Request, response: Response) -> None:
    """Remove those cookies from the browser."""
    secure = request.url.scheme == "https"
    for name in (PERSON_COOKIE, LANGUAGE_COOKIE):
        response.delete_cookie(name, httponly=True, samesite="lax", secure=secure)


def address_of(request: HTTPConnection) -> str:
    """The network address of the caller."""
    return request.client.host if request.client else ""


async def known_caller(request: Request) -> str | None:
    """The id of who calls, where that is known; nobody becomes a person by it."""
    services = services_of(request)
    token, known = token_of(request.headers), services.signer.read_cookie(request.cookies.get(PERSON_COOKIE))

    def who(connection: Connection) -> Person | None:
        return identify(connection, known) if token is None else find_bot_person(connection, token)

    person = await services.node.store.read(who)
    return person.id if person else None


LIMITED = [Depends(limit_calls)]  # of calls that do not ask who calls
Caller = Annotated[Person, Depends(person_of)]


async def refuse_bots(request: Request, person: Caller) -> Person:
    """The person who calls, if that is no bot: bots come in by their token alone."""
    if token_of(request.headers) is not None:
        raise ApiError(403, "not_for_bots")
    return person


NoBot = Annotated[Person, Depends(refuse_bots)]
KnownCaller = Annotated[str | None, Depends(known_caller)]
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
    check_open(table)
    return table


async def finished_match(node: Node, match_id: str) -> LiveMatch:
    live = await node.live_match(match_id)
    if why := node.live_matches.unreadable.get(match_id):
        raise ApiError(409, f"record_{why}")
    if live is None:
        raise ApiError(404, "not_found")
    if not live.over:
        raise ApiError(403, "running")
    return live
