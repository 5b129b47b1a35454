"""The HTTP interface of the coach: reports on finished matches, hints in matches against bots alone."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import (
    LIMITED,
    PROBLEMS,
    Caller,
    Json,
    KnownCaller,
    MatchId,
    TheNode,
    finished_match,
)
from tilefolk.server.http.services import Services, services_of
from tilefolk.server.matches.coaching import HintUnderWay
from tilefolk.server.tables.table import TableRow

PATIENCE_SECONDS = 15.0  # how long a call waits for a report before it says that there is none yet


def the_services(request: Request) -> Services:
    return services_of(request)


TheServices = Annotated[Services, Depends(the_services)]
SeatNumber = Annotated[int, Query(ge=0, le=31)]

router = APIRouter(responses=PROBLEMS)


@router.get("/api/matches/{match_id}/coach", dependencies=LIMITED)
async def coach(
    match_id: MatchId,
    seat: SeatNumber,
    caller: KnownCaller,
    node: TheNode,
    services: TheServices,
    response: Response,
) -> Json:
    """The report on a seat of a finished match, for whoever may read its record; 202 while it is made."""
    live = await finished_match(node, match_id)
    await check_mode(node, caller, live.match.header.game)
    if seat >= live.match.header.seats:
        raise ApiError(404, "no_such_seat")
    try:
        made = await services.coaching.report(live, seat, PATIENCE_SECONDS)
    except TimeoutError:
        raise ApiError(503, "coach_overran", {"retry-after": "60"}) from None
    response.status_code = 200 if made else 202
    return {"report": made}


@router.post("/api/matches/{match_id}/hint")
async def hint(
    match_id: MatchId, seat: SeatNumber, person: Caller, node: TheNode, services: TheServices
) -> Json:
    """The best answers of my seat, from what it has seen; refused where other people play."""
    live = await node.live_match(match_id)
    table = await node.table_now(live.table) if live else None
    if live is None or table is None or table.match != match_id:
        raise ApiError(404, "not_found")
    if seat >= len(table.seats) or table.seats[seat].person != person.id:
        raise ApiError(403, "not_your_seat")
    if not is_alone(table, person.id):
        raise ApiError(403, "hint_people")
    if seat not in live.acting():
        raise ApiError(409, "hint_later")
    try:
        return {"answers": await services.coaching.hint(live, seat, person.id)}
    except HintUnderWay:
        raise ApiError(429, "too_many", {"retry-after": "1"}) from None
    except TimeoutError:
        raise ApiError(503, "coach_overran", {"retry-after": "60"}) from None


def is_alone(table: TableRow, person: str) -> bool:
    """Whether nobody else plays at a table, not even at the same device: all other seats have bots."""
    sitting = [seat.person for seat in (*table.seats, *(sleeper.seat for sleeper in table.sleepers))]
    return [one for one in sitting if one] == [person]
