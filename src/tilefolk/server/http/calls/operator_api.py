"""The operator's part of the interface. Who comes with a signed key gets a cookie for a day."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.operator_queries import (
    entry_json,
    find_people,
    find_tables,
    operator_table_json,
    site_figures,
)
from tilefolk.server.http.calls.talk_api import EntrySeq
from tilefolk.server.http.dependencies import (
    PROBLEMS,
    TableId,
    TheNode,
    address_of,
    check_origin,
    table_of,
)
from tilefolk.server.http.services import services_of
from tilefolk.server.messages import ChangeTable, Enter
from tilefolk.server.node import people_changes, table_changes
from tilefolk.server.people.identity import (
    OPERATOR_COOKIE,
    OPERATOR_LINK_SECONDS,
    find_person,
    use_operator_key,
)
from tilefolk.server.talk.entries import newest_entries

Json = dict[str, Any]
PersonId = Annotated[str, Path(max_length=32, pattern=r"^[0-9a-f]+$")]
Words = Annotated[str, Query(alias="q", max_length=40, pattern=r"^[^\x00-\x1f]*$")]


async def check_caller(request: Request) -> None:
    check_origin(request)
    if not services_of(request).rates.may_call(f"operator {address_of(request)}"):
        raise ApiError(429, "too_many", {"retry-after": "1"})


async def require_operator(request: Request) -> None:
    if not services_of(request).signer.is_operator(request.cookies.get(OPERATOR_COOKIE)):
        raise ApiError(403, "no_operator")


enter_router = APIRouter(prefix="/api/operator", responses=PROBLEMS, dependencies=[Depends(check_caller)])
router = APIRouter(
    prefix="/api/operator",
    responses=PROBLEMS,
    dependencies=[Depends(check_caller), Depends(require_operator)],
)


@enter_router.post("/enter")
async def enter(given: Enter, request: Request, response: Response, node: TheNode) -> Json:
    """A key opens the page once; the cookie it gives is no key."""
    signer = services_of(request).signer
    key = signer.read_operator_key(given.key)
    now = node.store.clock.now()
    if key is None or not await node.store.write(
        lambda connection: use_operator_key(connection, key, now), "operator"
    ):
        raise ApiError(403, "no_operator")
    secure = request.url.scheme == "https"
    response.set_cookie(
        OPERATOR_COOKIE,
        signer.operator_cookie(),
        max_age=OPERATOR_LINK_SECONDS,
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return {"ok": True}


@router.get("")
async def overview(request: Request, node: TheNode) -> Json:
    data = services_of(request).data
    shown = await node.store.read(lambda connection: site_figures(connection, data))
    return {
        **shown,
        "unreadable": [{"match": match, "why": why} for match, why in node.live_matches.unreadable.items()],
    }


@router.get("/tables")
async def tables(node: TheNode, words: Words = "") -> list[Json]:
    return await node.store.read(lambda connection: find_tables(connection, words))


@router.put("/tables/{table_id}")
async def change_table(table_id: TableId, wanted: ChangeTable, node: TheNode) -> Json:
    table = await table_of(node, table_id)
    name = table.name if wanted.name is None else wanted.name
    closed = table.closed if wanted.closed is None else wanted.closed
    return operator_table_json(await table_changes.set_name_and_closed(node, table, name, closed))


@router.get("/tables/{table_id}/talk")
async def talk(table_id: TableId, node: TheNode) -> list[Json]:
    """The newest first; also of a closed table."""
    await table_of(node, table_id)
    entries = await node.store.read(lambda connection: newest_entries(connection, table_id))
    return [entry_json(entry) for entry in reversed(entries)]


@router.delete("/tables/{table_id}/talk/{seq}")
async def remove_entry(table_id: TableId, seq: EntrySeq, node: TheNode) -> Json:
    if not await node.talk.remove(await table_of(node, table_id), seq, by=None):
        raise ApiError(404, "not_found")
    return {"ok": True}


@router.get("/people")
async def people(node: TheNode, words: Words = "") -> list[Json]:
    return await node.store.read(lambda connection: find_people(connection, words))


@router.delete("/people/{person_id}")
async def delete_person(person_id: PersonId, node: TheNode) -> Json:
    person = await node.store.read(lambda connection: find_person(connection, person_id))
    if person is None:
        raise ApiError(404, "not_found")
    await people_changes.delete_person(node, person)
    return {"ok": True}
