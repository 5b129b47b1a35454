"""The server as an ASGI application: routes, middleware, and what runs while it serves."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import structlog
from fastapi import FastAPI

from tilefolk.bots import admit_bots
from tilefolk.defaults import STAND_IN_GRACE_SECONDS
from tilefolk.locale import LANGUAGES, texts
from tilefolk.server import metrics
from tilefolk.server.http import problems
from tilefolk.server.http.calls.pages import add_pages
from tilefolk.server.http.calls.routers import ROUTERS
from tilefolk.server.http.middleware import add_middleware
from tilefolk.server.http.services import Services, make_services
from tilefolk.server.http.socket_limits import MAX_SOCKETS_PER_ADDRESS
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.node.duties import run_duties
from tilefolk.server.node.node import Node
from tilefolk.server.reminders.reminders import Reminders
from tilefolk.server.run.site import Site
from tilefolk.threads import run_aside
from tilefolk.version import __version__

TEXTS_SECONDS = 1.0  # after the start, which is quicker without them
STATIC = Path(__file__).parent.parent / "static"

log = structlog.get_logger()


class Config(NamedTuple):
    """Where data lives and how much is allowed."""

    data: Path
    database: str = ""  # an SQLite file among the data unless another is named
    bot_processes: int = 1
    hold_seconds: float = 3.0  # how long a round stays open behind its last answer, for second thoughts
    stand_in_grace_seconds: float = STAND_IN_GRACE_SECONDS
    calls_per_second: int = 30
    newcomers_per_minute: int = 600
    sockets_per_address: int = MAX_SOCKETS_PER_ADDRESS
    loopback_webhooks: bool = False  # webhooks may lead to this machine, for tests
    static: Path = STATIC
    bots: tuple[str, ...] = ()  # from outside, which the operator admits to tables
    security_contact: str = ""  # a mailto: or https: address for security.txt


def create_app(config: Config, site: Site | None = None) -> FastAPI:
    """The application; without a site it can be described but not served."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        assert site is not None
        admit_bots(config.bots)
        bot_pool = BotPool(config.bot_processes, config.bots)
        services = app.state.services = _services(config, site, bot_pool)
        reminders = Reminders(services.node, services.mailer)
        duties = asyncio.create_task(run_duties(services.node, reminders=reminders.sweep))
        services.node.background.spawn(_read_texts())
        log.info("started", version=__version__, pid=os.getpid(), shared=site.store.shared)
        yield
        duties.cancel()
        await asyncio.gather(duties, return_exceptions=True)
        await services.node.close()
        bot_pool.close()
        site.store.close()
        log.info("stopped", pid=os.getpid())

    app = FastAPI(
        title="Tilefolk",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/metrics", metrics.show_metrics, include_in_schema=False)
    problems.install(app)
    add_middleware(app)
    add_pages(app, config.static, config.security_contact)
    return app


async def _read_texts() -> None:
    """Read all texts beside the event loop before somebody needs one: everybody would wait for that."""
    await asyncio.sleep(TEXTS_SECONDS)
    for language in LANGUAGES:
        await run_aside(texts, language)


def _services(config: Config, site: Site, bot_pool: BotPool) -> Services:
    return make_services(
        Node(site.store, bot_pool, config.hold_seconds, config.stand_in_grace_seconds),
        site.signer,
        site.vapid,
        config.data,
        calls_per_second=config.calls_per_second,
        newcomers_per_minute=config.newcomers_per_minute,
        sockets_per_address=config.sockets_per_address,
        loopback_webhooks=config.loopback_webhooks,
    )
