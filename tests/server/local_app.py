"""A site within the process of a test: no sockets, but everything else a server has."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
from fastapi import FastAPI

from tilefolk.server.run.app import Config, create_app
from tilefolk.server.run.site import open_site

BASE_URL = "http://test"
OPEN_PAGE = {"accept": "text/html"}  # as a browser asks that follows a link


@contextlib.asynccontextmanager
async def local_app(folder: Path, **settings: Any) -> AsyncIterator[FastAPI]:
    site = await asyncio.to_thread(open_site, folder / "tilefolk.sqlite", folder)
    app = create_app(Config(folder, **{"calls_per_second": 1000, **settings}), site)
    async with app.router.lifespan_context(app):
        yield app


def browser(app: FastAPI, address: str = "192.0.2.7", base_url: str = BASE_URL) -> httpx.AsyncClient:
    """Somebody at a network address, without a cookie yet."""
    transport = httpx.ASGITransport(app=app, client=(address, 5000), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=base_url, headers={"origin": base_url})
