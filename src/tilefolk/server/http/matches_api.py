"""The HTTP interface of finished matches: record and check."""

import asyncio

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from tilefolk.core.match import verify
from tilefolk.server.http.chapters_api import check_mode
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
    live = await finished_match(node, match_id)
    await check_mode(node, caller, live.match.header.game)
    match = live.match
    assert match.seed is not None
    drawn = sum(kept.line.who == -1 for kept in match.kept)
    wrong = await asyncio.to_thread(verify, match) if len(match.kept) > LONG_RECORD_LINES else verify(match)
    return {"draws": drawn, "wrong": len(wrong), "seal": match.header.seal, "seed": match.seed.hex()}
