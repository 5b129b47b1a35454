"""The HTTP interface of tables (docs/api.md)."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls import start_api
from tilefolk.server.http.calls.qr import qr
from tilefolk.server.http.dependencies import (
    LIMITED,
    PROBLEMS,
    Caller,
    Json,
    TableId,
    TheNode,
    open_table,
    table_of,
)
from tilefolk.server.http.limits import MAX_LISTED_OF_HOST
from tilefolk.server.http.table_json import table_json
from tilefolk.server.messages import NewTable, PlayNow, SitDown
from tilefolk.server.node import table_changes
from tilefolk.server.node.rematch import start_if_agreed
from tilefolk.server.tables.queries import count_listed, listed_tables, tables_of_person
from tilefolk.server.tables.seating_rules import (
    check_time_limit,
    find_offer,
    seats_for_quick_match,
    seats_of_new_table,
)
from tilefolk.server.tables.table import game_of, table_link

router = APIRouter(responses=PROBLEMS)
router.include_router(start_api.router)


@router.get("/api/tables")
async def list_tables(request: Request, person: Caller, node: TheNode) -> Json:
    listed = await node.store.read(listed_tables)
    mine = await node.store.read(lambda connection: tables_of_person(connection, person.id))
    base = str(request.base_url)
    known = {table.id for table in mine}
    others = [table for table in listed if table.id not in known]
    chapters = await node.known_chapters(person.id) if others else {}
    return {
        "open": [
            await table_json(node, table, person, base, known=chapters.get(game_of(table)))
            for table in others
        ],
        "mine": [await table_json(node, table, person, base) for table in mine],
    }


@router.post("/api/tables")
async def create_table(wanted: NewTable, request: Request, person: Caller, node: TheNode) -> Json:
    mode = await find_offer(wanted.game)
    if wanted.listed:
        listed = await node.store.read(lambda connection: count_listed(connection, person.id))
        if listed >= MAX_LISTED_OF_HOST:
            raise ApiError(409, "too_many_tables")
    sitting = seats_of_new_table(mode, wanted.seats, wanted.options, person)
    limit = check_time_limit(wanted.time, wanted.options)
    table = await table_changes.create_table(
        node, mode.name, wanted.options, wanted.listed, person.id, sitting, limit
    )
    return await table_json(node, table, person, str(request.base_url))


@router.post("/api/play")
async def play_now(wanted: PlayNow, request: Request, person: Caller, node: TheNode) -> Json:
    mode = await find_offer(wanted.game)
    sitting = seats_for_quick_match(mode, wanted.bots, person)
    table = await node.start_match(
        await table_changes.create_table(node, mode.name, {}, False, person.id, sitting)
    )
    return await table_json(node, table, person, str(request.base_url))


@router.get("/api/tables/{table_id}")
async def show_table(table_id: TableId, request: Request, person: Caller, node: TheNode) -> Json:
    """Whoever is not at the table and does not watch it is told of the chapters that they may know."""
    table = await table_of(node, table_id)
    known = (await node.known_chapters(person.id)).get(game_of(table))
    return await table_json(node, table, person, str(request.base_url), known=known)


@router.put("/api/tables/{table_id}/seats/{seat}")
async def sit(
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=15)],
    wanted: SitDown,
    request: Request,
    person: Caller,
    node: TheNode,
) -> Json:
    table = await open_table(node, table_id)
    if seat >= len(table.seats):
        raise ApiError(404, "not_found")
    table = await table_changes.sit(node, table, seat, wanted.sitter, person)
    table = await start_if_agreed(node, table)  # somebody who had not agreed may have made room
    return await table_json(node, table, person, str(request.base_url))


@router.get(
    "/api/tables/{table_id}/qr",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
    dependencies=LIMITED,
)
async def table_qr(table_id: TableId, request: Request, node: TheNode) -> Response:
    table = await table_of(node, table_id)
    return Response(qr(table_link(str(request.base_url), table.id)), media_type="image/svg+xml")
