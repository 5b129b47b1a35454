"""The HTTP interface of finished matches: record and check."""

from collections import defaultdict

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from tilefolk.core.chance import Draw
from tilefolk.core.match import Match, verify
from tilefolk.core.notation import CHANCE, write_action
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import (
    LIMITED,
    PROBLEMS,
    Json,
    KnownCaller,
    MatchId,
    TheNode,
    finished_match,
)
from tilefolk.server.matches.records import LONG_RECORD_LINES, stored_record
from tilefolk.threads import run_aside

router = APIRouter(responses=PROBLEMS)


@router.get("/api/matches/{match_id}/record", response_class=PlainTextResponse, dependencies=LIMITED)
async def record(match_id: MatchId, caller: KnownCaller, node: TheNode) -> str:
    """Also of a match that this version cannot fold: as it is stored."""
    live = await node.live_match(match_id)
    if live:
        await check_mode(node, caller, live.match.header.game)
    if match_id in node.live_matches.unreadable:
        text = await node.store.read(lambda connection: stored_record(connection, match_id))
        if text is not None:
            return text
    return (await finished_match(node, match_id)).record()


@router.get("/api/matches/{match_id}/check", dependencies=LIMITED)
async def check(match_id: MatchId, caller: KnownCaller, node: TheNode) -> Json:
    """What this site worked out, and what it takes to work the draws out oneself from the record."""
    live = await finished_match(node, match_id)
    await check_mode(node, caller, live.match.header.game)
    is_long = len(live.match.kept) > LONG_RECORD_LINES
    return await run_aside(_check, live.match) if is_long else _check(live.match)


def _check(match: Match) -> Json:
    assert match.seed is not None
    streams: dict[str, list[Draw]] = defaultdict(list)
    for draw in match.streams:
        streams[draw.stream].append(draw)
    outcomes = {
        name: {"again": draws[0].again, "faces": [list(map(write_action, draw.told)) for draw in draws]}
        for name, draws in streams.items()
    }
    drawn = sum(kept.line.who == CHANCE for kept in match.kept)
    seal, seed = match.header.seal, match.seed.hex()
    return {"draws": drawn, "wrong": len(verify(match)), "seal": seal, "seed": seed, "streams": outcomes}
