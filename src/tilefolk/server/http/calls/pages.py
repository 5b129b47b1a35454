"""Serves the browser client: its files, and its one page for every address of its own.

The same page says that an address is unknown, with status 404; programs get a problem instead.

Files below `assets/chapters/{game}/{chapter}/` belong to a sealed chapter: only who may know it gets them.
"""

import mimetypes
import re
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import Response

from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.chapters_api import check_chapter
from tilefolk.server.http.calls.security_txt import add_security_txt
from tilefolk.server.http.constant import Constant
from tilefolk.server.http.dependencies import known_caller
from tilefolk.server.http.html_page import wants_page
from tilefolk.server.http.methods import PAGE_METHODS, PAGE_ROUTE, allowed_methods
from tilefolk.server.http.services import services_of

INDEX = "index.html"
ADDRESSES = re.compile(r"(me|operator|t/[^/]+|rules/[\w-]+/[\w-]+)?", re.ASCII)  # as the client's route.ts
ASSETS = "assets/"  # files whose names hold a hash of what is in them
CHAPTERS = "assets/chapters/"  # then game, chapter and file
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ASK_AGAIN_PRIVATE = "private, no-cache"
MEDIA_TYPES = {
    "favicon.ico": "image/x-icon",
    "manifest.webmanifest": "application/manifest+json",
    "robots.txt": "text/plain",
}  # files that programs ask for by these names: where they are missing, the page does not answer for them


def add_pages(app: FastAPI, folder: Path, security_contact: str = "") -> None:
    """Serve the files that are in the folder now; no path of a request ever reaches the file system."""
    add_security_txt(app, security_contact)
    files = client_files(folder)

    @cache
    def content(path: str) -> Constant:
        return Constant(files[path].read_bytes(), MEDIA_TYPES.get(path) or _media_type(path))

    @app.api_route("/{path:path}", methods=PAGE_METHODS, name=PAGE_ROUTE, include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path in files:
            return content(path).answer(request, await _cache_control(request, path))
        if methods := allowed_methods(request):
            raise ApiError(405, "bad_method", {"allow": ", ".join(methods)})
        is_ours = ADDRESSES.fullmatch("/".join(filter(None, path.split("/"))))
        if not is_ours and (path.startswith(ASSETS) or path in MEDIA_TYPES or not wants_page(request)):
            raise ApiError(404, "not_found")
        if INDEX not in files:
            raise ApiError(404, "no_client")
        return content(INDEX).answer(request, ASK_AGAIN, 200 if is_ours else 404)


def client_files(folder: Path) -> dict[str, Path]:
    """The files of the built client by their path; hidden ones are the build's."""
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    return {path: file for path, file in found.items() if not path.startswith(".")}


def _media_type(path: str) -> str:
    return mimetypes.guess_type(path)[0] or "application/octet-stream"


async def _cache_control(request: Request, path: str) -> str:
    """How long a file may be kept. Raises ApiError where its chapter is still sealed for whoever asks."""
    if not path.startswith(CHAPTERS):
        return FOR_EVER if path.startswith(ASSETS) else ASK_AGAIN
    game, chapter, file = (*path.removeprefix(CHAPTERS).split("/", 2), "", "")[:3]
    if not file:
        raise ApiError(404, "not_found")
    await check_chapter(services_of(request).node, await known_caller(request), game, chapter)
    return ASK_AGAIN_PRIVATE
