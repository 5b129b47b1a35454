"""The HTTP interface of rules: what is in force in a way to play, with examples to draw."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from tilefolk.core.game import ExplainedGame
from tilefolk.games import UnknownGame, find
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TheNode
from tilefolk.server.tables.offers import read_offers
from tilefolk.threads import run_aside

Part = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]

router = APIRouter(responses=PROBLEMS, dependencies=[Depends(read_offers)])


@router.get("/api/rules/{game}/{mode}")
async def rules_of(game: Part, mode: Part, response: Response, person: Caller, node: TheNode) -> Json:
    """The rules of a way to play by what they are about, for somebody who may know its chapter."""
    name = f"{game}/{mode}"
    try:
        found, _ = find(name)
    except UnknownGame:
        raise ApiError(404, "not_found") from None
    if not isinstance(found, ExplainedGame):
        raise ApiError(404, "not_found")
    await check_mode(node, person.id, name)
    response.headers["cache-control"] = "private, max-age=300"
    return dict(await run_aside(found.rules_page, name))
