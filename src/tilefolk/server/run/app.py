"""The server as an ASGI application."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import structlog
from fastapi import FastAPI
from fastapi.responses import FileResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from tilefolk import __version__
from tilefolk.server import metrics
from tilefolk.server.http import operator_api as operator
from tilefolk.server.http import people_api, problems, series_api, talk_api
from tilefolk.server.http import reminders_api as calls_api
from tilefolk.server.http import tables_api as api
from tilefolk.server.http.problems import ApiError
from tilefolk.server.http.security import RateLimits, RequestGuard
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.next_match import NextMatches
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import Sweep, resume
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import OutboundHttp
from tilefolk.server.reminders.reminders import Reminders
from tilefolk.server.run.site import Site

STATIC = Path(__file__).parent.parent / "static"

log = structlog.get_logger()


class Config(NamedTuple):
    """Where data lives and how much is allowed."""

    data: Path
    database: str = ""  # an SQLite file among the data unless another is named
    bot_processes: int = 1
    calls_per_second: int = 30
    newcomers_per_minute: int = 3000
    loopback_webhooks: bool = False  # whether people may be called at addresses of this machine, for tests
    static: Path = STATIC


def create_app(config: Config, site: Site | None = None) -> FastAPI:
    """The application; without a site it can be described but not served."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        assert site is not None
        store = site.store
        thinkers = BotPool(config.bot_processes)
        node = app.state.node = Node(store, thinkers)
        door = app.state.door = OutboundHttp(config.loopback_webhooks)
        app.state.sender, app.state.signer = site.sender, site.signer
        post = app.state.post = Mailer(store, site.sender, door)
        sweep = Sweep(node, Deadlines(node).sweep, NextMatches(node).sweep, Reminders(node, post).sweep)
        app.state.rates = RateLimits(config.calls_per_second, config.newcomers_per_minute)
        roll = Heartbeat(node)
        background = [asyncio.create_task(work) for work in (resume(node), sweep.forever(), roll.call())]
        log.info("started", version=__version__, pid=os.getpid(), shared=store.shared)
        yield
        for task in background:
            task.cancel()
        await node.close()
        await roll.leave()
        thinkers.close()
        store.close()
        log.info("stopped", pid=os.getpid())

    app = FastAPI(
        title="Tilefolk",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.data = config.data
    for part in (api, people_api, series_api, calls_api, talk_api):
        app.include_router(part.router)
    for router in (operator.door, operator.router):
        app.include_router(router)
    app.add_api_route("/metrics", metrics.show_metrics, include_in_schema=False)
    problems.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(RequestGuard)
    app.add_middleware(metrics.RequestCounter)
    _serve_pages(app, config.static)
    return app


def _serve_pages(app: FastAPI, folder: Path) -> None:
    """The browser client: its files, and its one page for every address of its own."""
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


def configure_logs(json_lines: bool) -> None:
    """Structured logs beside what the program says; addresses with tokens never appear in them."""
    plain = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    renderer = structlog.processors.JSONRenderer() if json_lines else plain
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # that the database is gone we say ourselves
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda: structlog.PrintLogger(sys.stderr),
    )
