"""Prometheus metrics. No label names a person, a table or a match."""

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MULTIPROCESS_FOLDER_VARIABLE = (
    "PROMETHEUS_MULTIPROC_DIR"  # a folder where the nodes of one machine share theirs
)
DURATION_BUCKETS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

requests = Counter("tilefolk_requests", "HTTP requests answered", ("method", "route", "status"))
sockets = Gauge("tilefolk_sockets", "Sockets open now", multiprocess_mode="livesum")
live_matches = Gauge("tilefolk_rooms", "Matches folded in memory", multiprocess_mode="livesum")
lines = Counter("tilefolk_lines", "Lines appended to records")
append_seconds = Histogram(
    "tilefolk_append_seconds", "From a line to its commit", buckets=DURATION_BUCKETS_SECONDS
)
conflicts = Counter("tilefolk_conflicts", "Appends that found their place taken and tried again")
waiting_appends = Gauge(
    "tilefolk_waiting", "Appends that wait for the database now", multiprocess_mode="livesum"
)
database_failures = Counter("tilefolk_database_failures", "Times the database did not answer")
thinking_seconds = Histogram(
    "tilefolk_thinking_seconds", "How long bots think", ("bot",), buckets=DURATION_BUCKETS_SECONDS
)
changes = Counter("tilefolk_hints", "Hints heard from other nodes", ("what",))


class RequestCounter:
    """Middleware that counts responses by route, never by address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def count_and_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "-")
                requests.labels(scope["method"], route, message["status"]).inc()
            await send(message)

        await self.app(scope, receive, count_and_send)


async def show_metrics() -> Response:
    """Return the metrics of this node, or of all nodes on this machine."""
    registry = REGISTRY
    if MULTIPROCESS_FOLDER_VARIABLE in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
