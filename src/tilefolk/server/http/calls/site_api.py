"""The HTTP interface of the site itself: whether it is up, what it offers, its texts."""

from fastapi import APIRouter, Depends, Request
from sqlalchemy import select

from tilefolk.bots import CHARACTERS
from tilefolk.campaign import SERIES, all_offers, offer_json
from tilefolk.games import GAMES
from tilefolk.games.guides import find_guide
from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import LIMITED, PROBLEM_MODEL, PROBLEMS, Json, TheNode, person_of
from tilefolk.server.http.services import services_of
from tilefolk.server.messages import PrepareBots
from tilefolk.server.storage.schema import settings
from tilefolk.server.tables.offers import read_offers
from tilefolk.server.tables.seating_rules import bots_for_any_seat, find_offer, times_for

router = APIRouter(responses=PROBLEMS)

STRONGEST = max(CHARACTERS.values(), key=lambda character: character.level).id


@router.get("/healthz", responses=PROBLEM_MODEL)
@router.head("/healthz", include_in_schema=False)
async def healthz(node: TheNode) -> Json:
    """Whether this node and its database answer."""
    await node.store.read(lambda connection: connection.execute(select(settings.c.name).limit(1)).first())
    return {"ok": True}


@router.get("/readyz", responses=PROBLEM_MODEL)
@router.head("/readyz", include_in_schema=False)
async def readyz(request: Request) -> Json:
    """Whether moves can be stored: 503 while the database is away, locked or without room."""
    await services_of(request).readiness.check()
    return {"ok": True}


@router.get("/api/games", dependencies=[*LIMITED, Depends(read_offers)])
async def games() -> list[Json]:
    return [
        {**offer_json(mode), "times": times_for(mode), "guide": find_guide(mode.name) is not None}
        for mode in all_offers()
    ]


@router.get("/api/bots", dependencies=LIMITED)
async def bots() -> list[Json]:
    """Those that may sit anywhere, with their level and the games each plays in a way of its own."""
    return [_bot_json(name) for name in bots_for_any_seat()]


@router.post("/api/bots/prepare", dependencies=[Depends(person_of)])
async def prepare_bots(wanted: PrepareBots, node: TheNode) -> Json:
    """Somebody is about to choose a bot: what the strongest needs is loaded before it is seated."""
    mode = await find_offer(wanted.game)
    series = SERIES.get(mode.name)
    node.bots.pool.prepare([STRONGEST], series.modes[0] if series else mode.name)
    return {"ok": True}


def _bot_json(name: str) -> Json:
    character = CHARACTERS.get(name)
    games = character.plays([*GAMES]) if character else [*GAMES]
    return {"id": name, "level": character.level if character else None, "games": games}


@router.get("/api/too-large", include_in_schema=False)
async def too_large() -> None:
    raise ApiError(413, "too_large")
