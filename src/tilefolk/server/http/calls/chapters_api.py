"""The HTTP interface of texts and envelopes: what only a sealed chapter says is told to nobody too early."""

import json
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from tilefolk.locale import LANGUAGES, chapter_messages, guide_messages, separate_messages, texts
from tilefolk.server.errors import ApiError
from tilefolk.server.http.constant import Constant
from tilefolk.server.http.dependencies import LIMITED, PROBLEMS, Caller, Json, TheNode
from tilefolk.server.messages import OpenAnyway
from tilefolk.server.node.node import Node
from tilefolk.server.tables.envelopes import open_anyway, opened_anyway_by, sealed_campaigns
from tilefolk.server.tables.offers import read_offers

Language = Annotated[str, Path(max_length=8)]
Game = Annotated[str, Path(max_length=40, pattern=r"^\w+$")]
ChapterName = Annotated[str, Path(max_length=8, pattern=r"^\w+$")]
GUIDE = "guide"  # the part of a game's texts that its guides say

router = APIRouter(responses=PROBLEMS)


@router.get("/api/texts/{language}", dependencies=LIMITED, response_model=Json)
async def open_texts(language: Language, request: Request) -> Response:
    """Everything but what only a chapter of a sealed campaign says, or a guide."""
    if language not in LANGUAGES:
        raise ApiError(404, "not_found")
    return _open_texts(language).answer(request, "no-cache")


@cache
def _open_texts(language: str) -> Constant:
    apart, all_texts = separate_messages(), texts(language)
    forms = {message: forms for message, forms in all_texts.forms.items() if message not in apart}
    said = json.dumps(
        {"plural": all_texts.formula, "forms": forms}, ensure_ascii=False, separators=(",", ":")
    )
    return Constant(said.encode(), "application/json")


@router.get("/api/texts/{language}/{game}/{chapter}")
async def chapter_texts(
    language: Language, game: Game, chapter: ChapterName, response: Response, person: Caller, node: TheNode
) -> Json:
    """What only this chapter says, for somebody who may know it; the part `guide` is for everybody."""
    if language not in LANGUAGES:
        raise ApiError(404, "not_found")
    if chapter != GUIDE:
        await check_chapter(node, person.id, game, chapter)
    messages = guide_messages(game) if chapter == GUIDE else chapter_messages(game, chapter)
    response.headers["cache-control"] = "private, no-cache"
    forms = texts(language).forms
    return {"forms": {message: forms[message] for message in sorted(messages)}}


async def check_chapter(node: Node, person: str | None, game: str, chapter: str) -> None:
    """Raises ApiError unless the person may know this chapter; nobody knows one that is still to come."""
    await read_offers()
    series = sealed_campaigns().get(game)
    if series is None:
        raise ApiError(404, "not_found")
    known = (await node.known_chapters(person))[game] if person else 0
    if chapter not in [one.name for one in series.chapters[:known]]:
        raise ApiError(404, "sealed")


async def check_mode(node: Node, person: str | None, name: str) -> None:
    """Raises ApiError unless the person may know the chapter of this match, or all of this series."""
    await read_offers()
    series = sealed_campaigns().get(name.partition("/")[0])
    if series is not None and name == series.name:
        await check_chapter(node, person, series.game, series.chapters[-1].name)
    elif series is not None and name in series.modes:
        await check_chapter(node, person, series.game, series.chapter_of(name).name)


@router.get("/api/chapters", dependencies=[Depends(read_offers)])
async def my_chapters(person: Caller, node: TheNode) -> list[Json]:
    """The chapters of sealed campaigns that I may know."""
    return [await _chapters_json(node, person.id, game) for game in sealed_campaigns()]


@router.put("/api/chapters/{game}", dependencies=[Depends(read_offers)])
async def change_chapters(game: Game, wanted: OpenAnyway, person: Caller, node: TheNode) -> Json:
    """Open all envelopes of a game before their time, or seal them again."""
    if game not in sealed_campaigns():
        raise ApiError(404, "not_found")
    await node.store.write(lambda connection: open_anyway(connection, person.id, game, wanted.anyway))
    return await _chapters_json(node, person.id, game)


async def _chapters_json(node: Node, person: str, game: str) -> Json:
    series = sealed_campaigns()[game]
    known = (await node.known_chapters(person))[game]
    anyway = await node.store.read(lambda connection: opened_anyway_by(connection, person))
    return {
        "game": game,
        "series": series.name,
        "open": [chapter.name for chapter in series.chapters[:known]],
        "anyway": game in anyway,
    }
