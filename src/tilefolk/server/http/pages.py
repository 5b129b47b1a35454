"""Serves the browser client: its files, and its one page for every address of its own.

Files below `assets/chapters/{game}/{chapter}/` belong to a sealed chapter: only who may know it gets them.
"""

from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tilefolk.server.errors import ApiError
from tilefolk.server.http.chapters_api import check_chapter
from tilefolk.server.http.services import services_of
from tilefolk.server.http.tokens import token_of
from tilefolk.server.people.identity import PERSON_COOKIE
from tilefolk.server.people.network_bots import find_bot_person

ASSETS, CHAPTERS = "assets", "chapters"


def add_pages(app: FastAPI, folder: Path) -> None:
    if (folder / ASSETS).is_dir():
        app.mount(f"/{ASSETS}", Assets(directory=folder / ASSETS), name=ASSETS)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith("api/"):
            raise ApiError(404, "not_found")
        file = (folder / path).resolve()
        if path and file.is_file() and file.is_relative_to(folder.resolve()):
            headers = await _check_file(request, file.relative_to(folder.resolve()).parts)
            return FileResponse(file, headers=headers)
        if not (folder / "index.html").is_file():
            raise ApiError(404, "no_client")
        return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})


class Assets(StaticFiles):
    """The files of the client that its page names."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        headers = await _check_file(Request(scope), (ASSETS, *Path(path).parts))
        response = await super().get_response(path, scope)
        response.headers.update(headers)
        return response


async def _check_file(request: Request, parts: tuple[str, ...]) -> dict[str, str]:
    """The headers of a file of the client. Raises ApiError where it belongs to a chapter that is sealed."""
    if parts[:2] != (ASSETS, CHAPTERS):
        return {}
    if len(parts) < 5:  # assets, chapters, game, chapter, file
        raise ApiError(404, "not_found")
    await check_chapter(services_of(request).node, await _person(request), parts[2], parts[3])
    return {"cache-control": "private, no-cache"}


async def _person(request: Request) -> str | None:
    """Who asks; a file makes nobody a person."""
    node, signer, *_ = services_of(request)
    token = token_of(request.headers)
    if token is None:
        return signer.read_cookie(request.cookies.get(PERSON_COOKIE))
    bot = await node.store.read(lambda connection: find_bot_person(connection, token))
    return bot.id if bot else None
