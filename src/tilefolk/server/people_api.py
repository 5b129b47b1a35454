"""The HTTP interface of people: who I am here, and how I come in on another device."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from tilefolk.server.asking import PROBLEMS, Json, TheHouse, Who, give_cookies, signer_of
from tilefolk.server.models import ChangeMe, Me
from tilefolk.server.people import change_person, find_person
from tilefolk.server.problems import Trouble
from tilefolk.server.qr import qr

router = APIRouter(responses=PROBLEMS)


@router.get("/api/me")
async def me(person: Who) -> Me:
    return Me(**person._asdict())


@router.put("/api/me")
async def change(wanted: ChangeMe, request: Request, response: Response, person: Who, house: TheHouse) -> Me:
    changed = person._replace(name=wanted.name or person.name, language=wanted.language or person.language)
    await house.store.write(lambda connection: change_person(connection, changed))
    await house.forget_names()
    give_cookies(request, response, changed)
    return Me(**changed._asdict())


@router.get("/api/me/link")
async def my_link(request: Request, person: Who) -> Json:
    url = f"{request.base_url}me/{signer_of(request).link(person.id)}"
    return {"url": url, "qr": qr(url)}


@router.get("/me/{token}", include_in_schema=False)
async def come_in(token: str, request: Request, house: TheHouse) -> Response:
    known = signer_of(request).read_link(token)
    person = await house.store.read(lambda connection: find_person(connection, known))
    if person is None:
        raise Trouble(404, "bad_link")
    answer = RedirectResponse("/", 303)
    give_cookies(request, answer, person)
    return answer
