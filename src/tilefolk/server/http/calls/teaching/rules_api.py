"""The HTTP interface of rules: what is in force in a way to play, with examples to draw."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response

from tilefolk.campaign import SERIES, Series, find_series
from tilefolk.campaign.rules_page import rules_page
from tilefolk.core.game import ExplainedGame
from tilefolk.games import UnknownGame, find
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_mode
from tilefolk.server.http.dependencies import PROBLEMS, Caller, Json, TheNode
from tilefolk.server.node.node import Node
from tilefolk.server.tables.offers import read_offers
from tilefolk.threads import run_aside

Part = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]

router = APIRouter(responses=PROBLEMS, dependencies=[Depends(read_offers)])


@router.get("/api/rules/{game}/{mode}")
async def rules_of(game: Part, mode: Part, response: Response, person: Caller, node: TheNode) -> Json:
    """The rules of a mode or a series by what they are about, for somebody who may know its chapter."""
    name = f"{game}/{mode}"
    if name in SERIES:
        series = find_series(name)
        return dict(rules_page(series, await _readable(node, person.id, series)))
    try:
        found, _ = find(name)
    except UnknownGame:
        raise ApiError(404, "not_found") from None
    if not isinstance(found, ExplainedGame):
        raise ApiError(404, "not_found")
    await check_mode(node, person.id, name)
    response.headers["cache-control"] = "private, max-age=300"
    return dict(await run_aside(found.rules_page, name))


async def _readable(node: Node, person: str, series: Series) -> list[str]:
    """The matches of a series whose pages this person may read."""
    if not series.sealed:
        return list(series.modes)
    known = (await node.known_chapters(person))[series.game]
    return [mode for chapter in series.chapters[:known] for mode in chapter.modes]
