"""The HTTP interface of people: who I am here, and how I come in on another device."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from sqlalchemy import Connection

from tilefolk.locale import texts
from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TheNode, give_cookies
from tilefolk.server.http.html_page import question_page, wants_page
from tilefolk.server.http.language import language_of
from tilefolk.server.http.qr import qr
from tilefolk.server.http.security import same_origin
from tilefolk.server.http.services import services_of
from tilefolk.server.messages import ChangeMe, Me
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Person, change_person, find_person
from tilefolk.server.tables.queries import tables_of_person

router = APIRouter(responses=PROBLEMS)


@router.get("/api/me")
async def me(person: Caller) -> Me:
    return Me(**person._asdict())


@router.put("/api/me")
async def change(wanted: ChangeMe, request: Request, response: Response, person: Caller, node: TheNode) -> Me:
    changed = person._replace(name=wanted.name or person.name, language=wanted.language or person.language)
    await node.store.write(lambda connection: change_person(connection, changed))
    await node.forget_names()
    give_cookies(request, response, changed)
    return Me(**changed._asdict())


@router.get("/api/me/link")
async def my_link(request: Request, person: Caller) -> Json:
    url = f"{request.base_url}me/{services_of(request).signer.link(person.id)}"
    return {"url": url, "qr": qr(url)}


@router.get("/me/{token}", include_in_schema=False)
async def open_personal_link(token: str, request: Request, node: TheNode) -> Response:
    """Whoever has tables on this device as somebody else is asked first: only their own link leads back."""
    person = await _person_of_link(token, request, node)
    me = services_of(request).signer.read_cookie(request.cookies.get(PERSON_COOKIE))
    other = await node.store.read(lambda connection: _person_with_tables(connection, me))
    if other is None or other.id == person.id or not wants_page(request):
        return _sign_in(request, person)
    said = texts(language_of(request))
    names = {"name": person.name, "me": other.name}
    words = [said.say(f"api.come_in.{part}", **names) for part in ("what", "more", "yes", "no")]
    return HTMLResponse(question_page(said, *words))


@router.post("/me/{token}", include_in_schema=False)
async def confirm_personal_link(token: str, request: Request, node: TheNode) -> Response:
    if not same_origin(request.headers):
        raise ApiError(403, "forbidden")
    return _sign_in(request, await _person_of_link(token, request, node))


async def _person_of_link(token: str, request: Request, node: Node) -> Person:
    known = services_of(request).signer.read_link(token)
    person = await node.store.read(lambda connection: find_person(connection, known))
    if person is None:
        raise ApiError(404, "bad_link")
    return person


def _person_with_tables(connection: Connection, person: str | None) -> Person | None:
    found = find_person(connection, person)
    return found if found and tables_of_person(connection, found.id) else None


def _sign_in(request: Request, person: Person) -> Response:
    answer = RedirectResponse("/", 303)
    give_cookies(request, answer, person)
    return answer
