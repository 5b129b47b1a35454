"""The HTTP interface of series: their text out and in, a look back at a finished match, sheets on paper."""

import asyncio
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from tilefolk.campaign import SERIES, modes_of_series
from tilefolk.campaign.record import SeriesRecord, is_city_name
from tilefolk.core.match import moments
from tilefolk.core.notation import write
from tilefolk.core.record import BadRecord
from tilefolk.games import UnknownGame, find
from tilefolk.printing import MissingExtra, NoSheet, pdf
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import (
    LIMITED,
    PROBLEMS,
    Caller,
    Json,
    KnownCaller,
    MatchId,
    TableId,
    TheNode,
    address_of,
    finished_match,
    open_table,
    table_of,
)
from tilefolk.server.http.limits import HOUR_SECONDS
from tilefolk.server.http.problems import bad_file
from tilefolk.server.http.services import services_of
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.imports import read_import
from tilefolk.server.matches.missed_turns import sum_absences
from tilefolk.server.matches.series import (
    NextMatch,
    check_next_match,
    matches_of_run,
    next_match,
    runs_of,
    series_text,
)
from tilefolk.server.messages import NameCity, Problem
from tilefolk.server.node import table_changes
from tilefolk.threads import run_aside

Part = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]
PAPER: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {}}},
    501: {"model": Problem, "content": {"application/problem+json": {}}},
}

router = APIRouter(responses=PROBLEMS)
_import_lock = asyncio.Lock()  # one text at a time: folding takes its while


@router.put("/api/tables/{table_id}/seats/{seat}/city")
async def name_city(
    table_id: TableId,
    seat: Annotated[int, Path(ge=0, le=15)],
    wanted: NameCity,
    request: Request,
    person: Caller,
    node: TheNode,
) -> Json:
    """Name the city of my seat, or give it another name."""
    table = await open_table(node, table_id)
    series = SERIES.get(table.game)
    if series is None or not series.animals or seat >= len(table.seats):
        raise ApiError(404, "no_cities")
    if table.newer:
        raise ApiError(409, "record_newer")
    name = wanted.name.strip()
    if not is_city_name(name):
        raise ApiError(409, "bad_city")
    table = await table_changes.name_city(node, table, seat, name, person)
    return await table_json(node, table, person, str(request.base_url))


@router.get("/api/tables/{table_id}/series", response_class=PlainTextResponse, dependencies=LIMITED)
async def export_series(
    table_id: TableId,
    caller: KnownCaller,
    node: TheNode,
    run: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> PlainTextResponse:
    """The finished matches of a series as one text; the newest run, or an earlier one."""
    table = await table_of(node, table_id)
    series = SERIES.get(table.game)
    if series is None:
        raise ApiError(404, "no_series")
    newest = len(runs_of(table))
    wanted = run or newest
    if wanted > newest:
        raise ApiError(404, "no_series")
    played = await node.store.read(lambda connection: matches_of_run(connection, table, series, wanted))
    for _, mode in played[-1:]:
        await check_mode(node, caller, mode)
    text = await node.store.read(lambda connection: series_text(connection, table, series, wanted))
    return PlainTextResponse(text, headers=download_headers(f"tilefolk-{file_name_of(table.game)}.txt"))


@router.post("/api/series")
async def import_series(
    text: Annotated[str, Body(media_type="text/plain", min_length=1)],
    request: Request,
    person: Caller,
    node: TheNode,
) -> Json:
    """A table that goes on with a series from elsewhere."""
    if not services_of(request).rates.may_import(person.id, address_of(request)):
        raise ApiError(429, "too_many_imports", {"retry-after": str(HOUR_SECONDS)})
    async with _import_lock:
        record = await run_aside(read_finished, text)
    table = await table_changes.import_series(node, record, person.id, text)
    return await table_json(node, table, person, str(request.base_url))


def read_finished(text: str) -> SeriesRecord:
    """The series that a person sends."""
    try:
        return read_import(text)
    except BadRecord as error:
        raise bad_file(error) from error


@router.get("/api/matches/{match_id}/view")
async def look_back(
    match_id: MatchId,
    person: Caller,
    node: TheNode,
    step: Annotated[int | None, Query(ge=0, le=100_000)] = None,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
) -> Json:
    """A finished match as a spectator or a seat saw it, at its end or after so many closed rounds or turns.

    `absent` is for whoever asks: what was written for their seats after their own last lines.
    `bot_answers` is for all: how many answers a bot gave, on its own seat or for a person. `lines` are those
    that led there: after the end of a match everybody may know them all.
    """
    live = await finished_match(node, match_id)
    await check_mode(node, person.id, live.match.header.game)
    if seat is not None and seat >= live.match.header.seats:
        raise ApiError(404, "no_such_seat")
    table = await table_of(node, live.table)
    absent = sum_absences(live.absence(seat) for seat in table.held_by(person.id))
    steps = moments(live.match)
    at = len(steps) - 1 if step is None else min(step, len(steps) - 1)
    moment = steps[at]
    view = live.match.game.view(moment.state, seat)
    lines = [write(kept.line) for kept in live.match.kept[: moment.lines]]
    told = {"absent": absent.to_json(), "bot_answers": live.bot_answers(), "lines": lines}
    return {"step": at, "steps": len(steps) - 1, "view": view, **told}


@router.get("/api/tables/{table_id}/next")
async def look_ahead(table_id: TableId, person: Caller, node: TheNode) -> Json:
    """The next match of a series as a spectator will see it before its first draw."""
    table = await open_table(node, table_id)
    if table.game not in SERIES:
        raise ApiError(404, "no_series")
    check_next_match(table)
    planned = next_match(table)
    await check_mode(node, person.id, planned.mode)
    return {"view": await run_aside(_first_view, planned, len(table.seats))}


def _first_view(planned: NextMatch, seats: int) -> Json:
    """The next match before its first draw."""
    game, _ = find(planned.mode)
    resting = [seat.legacy for seat in planned.asleep]
    state = game.setup(planned.mode, seats, planned.options, planned.legacy, None, resting)
    return dict(game.view(state, None))


async def known_mode(game: Part, mode: Part, person: Caller, node: TheNode) -> None:
    """Raises ApiError where what is to be printed lies in a sealed chapter."""
    await check_mode(node, person.id, f"{game}/{mode}")


@router.get(
    "/api/print/{game}/{mode}",
    response_class=Response,
    responses=PAPER,
    dependencies=[Depends(known_mode)],
)
async def print_sheets(
    game: Part,
    mode: Part,
    person: Caller,
    paper: Literal["a4", "letter"] = "a4",
    lang: Literal["en", "pl"] | None = None,
    per_page: Annotated[int, Query(ge=1, le=2)] = 1,
) -> Response:
    """The sheet of a way to play, or all sheets of a series, as a PDF."""
    language = lang or person.language
    try:
        drawn = await run_aside(sheets, f"{game}/{mode}", paper, language, per_page)
    except (UnknownGame, NoSheet):
        raise ApiError(404, "no_sheet") from None
    except MissingExtra:
        raise ApiError(501, "no_print") from None
    name = f"tilefolk-{game}-{mode}-{paper}-{language}.pdf"
    return Response(drawn, media_type="application/pdf", headers=download_headers(name))


@lru_cache(64)
def sheets(name: str, paper: str, language: str, per_page: int = 1) -> bytes:
    return pdf(*(modes_of_series(name) or (name,)), paper=paper, language=language, per_page=per_page)


def download_headers(file: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{file}"'}


def file_name_of(name: str) -> str:
    return name.replace("/", "-")
