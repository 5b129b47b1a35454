"""The HTTP interface of guided first matches: their steps, and a table to play one at (docs/guides.md)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from tilefolk.games.guides import Guide, find_guide, guide_json
from tilefolk.server.errors import ApiError
from tilefolk.server.http.dependencies import LIMITED, PROBLEMS, Caller, Json, TheNode
from tilefolk.server.http.table_json import table_json
from tilefolk.server.node import table_changes
from tilefolk.server.tables.offers import read_offers
from tilefolk.server.tables.seating_rules import find_offer, seats_for_quick_match

Name = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]

router = APIRouter(responses=PROBLEMS, dependencies=[Depends(read_offers)])


@router.get("/api/guides/{game}/{mode}", dependencies=LIMITED)
async def show_guide(game: Name, mode: Name) -> Json:
    """The steps of a guide; its texts are those of the game's part `guide`."""
    return guide_json(_guide(game, mode))


@router.post("/api/guides/{game}/{mode}")
async def play_guided(game: Name, mode: Name, request: Request, person: Caller, node: TheNode) -> Json:
    """A table of one's own with the guide's bots, started: practice, with draws that everybody may know."""
    guide = _guide(game, mode)
    offered = await find_offer(guide.mode)
    sitting = seats_for_quick_match(offered, guide.bots, person)
    table = await table_changes.create_table(node, guide.mode, {}, False, person.id, sitting)
    table = await node.create_next_match(table, practice=guide.seed)
    return await table_json(node, table, person, str(request.base_url))


def _guide(game: str, mode: str) -> Guide:
    """Raises ApiError where there is none."""
    guide = find_guide(f"{game}/{mode}")
    if guide is None:
        raise ApiError(404, "not_found")
    return guide
