"""The HTTP interface of tables and matches (docs/api.md)."""

import contextlib
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from sqlalchemy import Connection as SqlConnection
from starlette.websockets import WebSocketState

from tilefolk.campaign import all_offers, offer_json
from tilefolk.core.match import verify
from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import (
    PROBLEMS,
    Caller,
    Json,
    MatchId,
    TableId,
    TheNode,
    finished_match,
    open_table,
    table_of,
)
from tilefolk.server.http.qr import qr
from tilefolk.server.http.security import same_origin
from tilefolk.server.http.services import services_of
from tilefolk.server.http.socket import Connection
from tilefolk.server.http.socket_entry import find_or_wait
from tilefolk.server.http.table_json import table_json
from tilefolk.server.http.tokens import token_of
from tilefolk.server.matches.records import stored_record
from tilefolk.server.messages import NewTable, PlayNow, SitDown
from tilefolk.server.people.identity import PERSON_COOKIE, Person, find_person
from tilefolk.server.people.network_bots import find_bot_person
from tilefolk.server.tables.queries import listed_tables, tables_of_person
from tilefolk.server.tables.seating_rules import (
    bots_for_any_seat,
    check_time_limit,
    find_offer,
    seats_for_quick_match,
    seats_of_new_table,
    times_for,
)
from tilefolk.server.tables.table import TableRow, game_of, table_link

router = APIRouter(responses=PROBLEMS)


@router.get("/healthz")
async def healthz(node: TheNode) -> Json:
    await node.store.read(lambda connection: None)
    return {"ok": True}


@router.get("/api/games")
async def games() -> list[Json]:
    return [{**offer_json(way), "times": times_for(way)} for way in all_offers()]


@router.get("/api/bots")
async def bots() -> list[str]:
    """Those that may sit anywhere."""
    return bots_for_any_seat()


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
    way = find_offer(wanted.game)
    sitting = seats_of_new_table(way, wanted.seats, wanted.options, person)
    limit = check_time_limit(wanted.time, wanted.options)
    table = await node.create_table(way.name, wanted.options, wanted.listed, person.id, sitting, limit)
    return await table_json(node, table, person, str(request.base_url))


@router.post("/api/play")
async def play_now(wanted: PlayNow, request: Request, person: Caller, node: TheNode) -> Json:
    way = find_offer(wanted.game)
    sitting = seats_for_quick_match(way, wanted.bots, person)
    table = await node.start_match(await node.create_table(way.name, {}, False, person.id, sitting))
    return await table_json(node, table, person, str(request.base_url))


@router.get("/api/tables/{table_id}")
async def show_table(table_id: TableId, request: Request, person: Caller, node: TheNode) -> Json:
    return await table_json(node, await table_of(node, table_id), person, str(request.base_url))


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
    table = await node.sit(table, seat, wanted.sitter, person)
    return await table_json(node, table, person, str(request.base_url))


@router.post("/api/tables/{table_id}/start")
async def start(table_id: TableId, request: Request, person: Caller, node: TheNode) -> Json:
    table = await open_table(node, table_id)
    if table.match is not None and not table.over:
        raise ApiError(409, "running")
    if table.host != person.id and not table.held_by(person.id):
        raise ApiError(403, "not_yours")
    return await table_json(node, await node.start_match(table), person, str(request.base_url))


@router.get(
    "/api/tables/{table_id}/qr", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}}
)
async def table_qr(table_id: TableId, request: Request, node: TheNode) -> Response:
    table = await table_of(node, table_id)
    return Response(qr(table_link(str(request.base_url), table.id)), media_type="image/svg+xml")


@router.get("/api/matches/{match_id}/record", response_class=PlainTextResponse)
async def record(match_id: MatchId, node: TheNode) -> str:
    """Also of a match that this version cannot fold: as it is stored."""
    await node.live_match(match_id)
    if match_id in node.live_matches.unreadable:
        text = await node.store.read(lambda connection: stored_record(connection, match_id))
        if text is not None:
            return text
    return (await finished_match(node, match_id)).record()


@router.get("/api/matches/{match_id}/check")
async def check(match_id: MatchId, node: TheNode) -> Json:
    live = await finished_match(node, match_id)
    match = live.match
    assert match.seed is not None
    drawn = sum(kept.line.who == -1 for kept in match.kept)
    return {"draws": drawn, "wrong": len(verify(match)), "seal": match.header.seal, "seed": match.seed.hex()}


@router.get("/api/too-large", include_in_schema=False)
async def too_large() -> None:
    raise ApiError(413, "too_large")


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: TableId) -> None:
    node, signer, *_ = services_of(socket)
    token, known = token_of(socket.headers), signer.read_cookie(socket.cookies.get(PERSON_COOKIE))

    def who(connection: SqlConnection) -> Person | None:
        return find_person(connection, known) if token is None else find_bot_person(connection, token)

    async def look() -> tuple[Person | None, TableRow | None]:
        return await node.store.read(who), await node.table(table_id)

    with contextlib.suppress(WebSocketDisconnect):
        person, table = await find_or_wait(socket, look)
        if not same_origin(socket.headers) or person is None or table is None:
            await socket.close(1008)
            return
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        await Connection(node, socket, person, table_id).run()
