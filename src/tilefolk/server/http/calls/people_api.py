"""The HTTP interface of people: who I am here, and how I come in on another device."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from tilefolk.locale import texts
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls import bots_api
from tilefolk.server.http.calls.qr import qr
from tilefolk.server.http.dependencies import (
    LIMITED,
    PROBLEMS,
    Caller,
    Json,
    NoBot,
    TheNode,
    check_origin,
    give_cookies,
    take_cookies,
)
from tilefolk.server.http.html_page import question_page
from tilefolk.server.http.language import language_of
from tilefolk.server.http.services import services_of
from tilefolk.server.messages import ChangeMe, Me
from tilefolk.server.node import people_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Person, change_person, identify
from tilefolk.server.tables.queries import tables_of_person

router = APIRouter(responses=PROBLEMS)
router.include_router(bots_api.router)  # bots belong to people


@router.get("/api/me")
async def me(request: Request, response: Response, person: Caller) -> Me:
    """Who I am; every page asks for it first, so the cookies of those who come back are renewed here."""
    give_cookies(request, response, person)
    return _me(person)


@router.put("/api/me")
async def change(wanted: ChangeMe, request: Request, response: Response, person: Caller, node: TheNode) -> Me:
    changed = person._replace(name=wanted.name or person.name, language=wanted.language or person.language)
    await node.store.write(lambda connection: change_person(connection, changed))
    await people_changes.forget_names(node)
    give_cookies(request, response, changed)
    return _me(changed)


@router.delete("/api/me")
async def delete_me(
    request: Request,
    response: Response,
    person: NoBot,
    node: TheNode,
    sure: Annotated[bool, Query()] = False,
) -> Json:
    """Delete me for good; without `sure` it only says what ends by that and what stays."""
    if not sure:
        raise ApiError(409, "not_sure")
    await people_changes.delete_person(node, person)
    take_cookies(request, response)
    return {"ok": True}


@router.get("/api/me/link")
async def my_link(request: Request, person: NoBot) -> Json:
    return _link_json(request, person)


@router.post("/api/me/link")
async def new_link(request: Request, response: Response, person: NoBot, node: TheNode) -> Json:
    """A new personal link; the old one and all other devices are signed out."""
    renewed = await people_changes.renew_link(node, person)
    give_cookies(request, response, renewed)
    return _link_json(request, renewed)


def _me(person: Person) -> Me:
    return Me(id=person.id, name=person.name, language=person.language)


def _link_json(request: Request, person: Person) -> Json:
    url = f"{request.base_url}me/{services_of(request).signer.link(person)}"
    return {"url": url, "qr": qr(url)}


@router.get("/me/{token}", include_in_schema=False, dependencies=LIMITED)
async def open_personal_link(token: str, request: Request, node: TheNode) -> Response:
    """Ask before somebody becomes another person: the link may come from a stranger.

    Whoever has tables on this device is told as well that only their own link leads back to them.
    """
    person = await _person_of_link(token, request, node)
    cookie = services_of(request).signer.read_cookie(request.cookies.get(PERSON_COOKIE))
    me = await node.store.read(lambda connection: identify(connection, cookie))
    if me and me.id == person.id:
        return RedirectResponse("/", 303)
    tables = await node.store.read(lambda connection: tables_of_person(connection, me.id)) if me else []
    said = texts(language_of(request))
    kind = "come_in" if me and tables else "come_in.new"
    names = {"name": person.name, "me": me.name if me else ""}
    words = [said.say(f"api.{kind}.{part}", **names) for part in ("what", "more", "yes", "no")]
    return HTMLResponse(question_page(said, *words))


@router.post("/me/{token}", include_in_schema=False, dependencies=LIMITED)
async def confirm_personal_link(token: str, request: Request, node: TheNode) -> Response:
    check_origin(request)
    return _sign_in(request, await _person_of_link(token, request, node))


async def _person_of_link(token: str, request: Request, node: Node) -> Person:
    known = services_of(request).signer.read_link(token)
    person = await node.store.read(lambda connection: identify(connection, known))
    if person is None:
        raise ApiError(404, "bad_link")
    return person


def _sign_in(request: Request, person: Person) -> Response:
    answer = RedirectResponse("/", 303)
    give_cookies(request, answer, person)
    return answer
