"""The HTTP interface of campaigns between two matches: who plays, branches, restarts."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from tilefolk.campaign import SERIES
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TableId, TheNode, open_table, table_of
from tilefolk.server.http.limits import HOUR_SECONDS
from tilefolk.server.http.services import services_of
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.series import brought_json, next_match
from tilefolk.server.messages import AfterMatches, ChangeLineup, SitDown
from tilefolk.server.node import campaign_changes
from tilefolk.server.people.identity import Person

SeatNumber = Annotated[int, Path(ge=0, le=15)]

router = APIRouter(responses=PROBLEMS)


@router.post("/api/tables/{table_id}/seats")
async def join(table_id: TableId, wanted: SitDown, request: Request, person: Caller, node: TheNode) -> Json:
    """One more seat in a campaign, between two matches."""
    table = await open_table(node, table_id)
    table = await campaign_changes.join(node, table, wanted.sitter, person)
    return await table_json(node, table, person, str(request.base_url))


@router.get("/api/tables/{table_id}/lineup/{seat}")
async def what_seat_brings(table_id: TableId, seat: SeatNumber, node: TheNode, person: Caller) -> Json:
    """What a seat of the campaign brings into the next match: awake, woken, or one that is still to join."""
    table = await table_of(node, table_id)
    series = SERIES.get(table.game)
    if series is None or not series.joining or table.unreadable:
        raise ApiError(409, "no_joining")
    await check_mode(node, person.id, next_match(table).mode)
    if seat > table.seats_of_series:
        raise ApiError(404, "no_such_seat")
    if seat >= max(series.seats):
        raise ApiError(409, "no_more_seats")
    return brought_json(table, series, seat)


@router.put("/api/tables/{table_id}/lineup/{seat}")
async def change_lineup(
    table_id: TableId, seat: SeatNumber, wanted: ChangeLineup, request: Request, person: Caller, node: TheNode
) -> Json:
    """Let a seat of the campaign sleep, or wake it with somebody on it."""
    table = await open_table(node, table_id)
    if wanted.asleep:
        table = await campaign_changes.sleep(node, table, seat, person)
    else:
        table = await campaign_changes.wake(node, table, seat, wanted.sitter, person)
    return await table_json(node, table, person, str(request.base_url))


@router.post("/api/tables/{table_id}/branch")
async def branch(
    table_id: TableId, wanted: AfterMatches, request: Request, person: Caller, node: TheNode
) -> Json:
    """A new table that goes on from the moment after so many matches; the old one stays as it is."""
    table = await table_of(node, table_id)
    _check_rate(request, person)
    made = await campaign_changes.branch(node, table, wanted.after, person)
    return await table_json(node, made, person, str(request.base_url))


@router.put("/api/tables/{table_id}/restart")
async def restart(
    table_id: TableId, wanted: AfterMatches, request: Request, person: Caller, node: TheNode
) -> Json:
    """Ask everybody to play again from the moment after so many matches, or agree to that."""
    table = await open_table(node, table_id)
    table = await campaign_changes.ask_restart(node, table, wanted.after, person)
    return await table_json(node, table, person, str(request.base_url))


@router.delete("/api/tables/{table_id}/restart")
async def keep_going(table_id: TableId, request: Request, person: Caller, node: TheNode) -> Json:
    """Take a restart back, or refuse one: the table stays as it was."""
    table = await open_table(node, table_id)
    table = await campaign_changes.take_restart_back(node, table, person)
    return await table_json(node, table, person, str(request.base_url))


def _check_rate(request: Request, person: Person) -> None:
    """A branch stores as much as an import."""
    address = request.client.host if request.client else ""
    if not services_of(request).rates.may_import(person.id, address):
        raise ApiError(429, "too_many_imports", {"retry-after": str(HOUR_SECONDS)})
