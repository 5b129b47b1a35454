"""Serves the browser client: its files, and its one page for every address of its own."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, Response

from tilefolk.server.errors import ApiError

ASSETS = "assets/"  # files whose names hold a hash of what is in them
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"cache-control": "no-cache"}
MEDIA_TYPES = {
    "favicon.ico": "image/x-icon",
    "manifest.webmanifest": "application/manifest+json",
    "robots.txt": "text/plain",
}  # files that programs ask for by these names: where they are missing, the page does not answer for them


def add_pages(app: FastAPI, folder: Path) -> None:
    """Serve the files that are in the folder now; no path of a request ever reaches the file system."""
    files = client_files(folder)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str) -> Response:
        if file := files.get(path):
            headers = FOR_EVER if path.startswith(ASSETS) else ASK_AGAIN
            return FileResponse(file, headers=headers, media_type=MEDIA_TYPES.get(path))
        if path.startswith(("api/", ASSETS)) or path in MEDIA_TYPES:
            raise ApiError(404, "not_found")
        if "index.html" not in files:
            raise ApiError(404, "no_client")
        return FileResponse(files["index.html"], headers=ASK_AGAIN)


def client_files(folder: Path) -> dict[str, Path]:
    """The files of the built client by their path; hidden ones are the build's."""
    found = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    return {path: file for path, file in found.items() if not path.startswith(".")}
