"""Serves the browser client: its files, and its one page for every address of its own."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from tilefolk.server.errors import ApiError


def add_pages(app: FastAPI, folder: Path) -> None:
    if (folder / "assets").is_dir():
        app.mount("/assets", StaticFiles(directory=folder / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        if path.startswith("api/"):
            raise ApiError(404, "not_found")
        file = (folder / path).resolve()
        if path and file.is_file() and file.is_relative_to(folder.resolve()):
            return FileResponse(file)
        if not (folder / "index.html").is_file():
            raise ApiError(404, "no_client")
        return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})
