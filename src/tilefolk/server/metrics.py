"""Prometheus metrics. No label names a person, a table or a match."""

import os
import secrets
from ipaddress import IPv6Address, ip_address

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
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MULTIPROCESS_FOLDER_VARIABLE = (
    "PROMETHEUS_MULTIPROC_DIR"  # a folder where the nodes of one machine share theirs
)
TOKEN_VARIABLE = "TILEFOLK_METRICS_TOKEN"  # with one, every reader sends it as a bearer token
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
divided_answers = Counter(
    "tilefolk_divided_answers", "Answers of bots with a part of their budget, because many waited", ("bot",)
)
kernels = Gauge(
    "tilefolk_kernels",
    "1 for the form of the kernels that bots search with",
    ("form",),
    multiprocess_mode="max",
)
changes = Counter("tilefolk_changes", "Changes heard of from other nodes", ("what",))


def may_read(request: Request) -> bool:
    """Whoever has the token; where none is set, this machine: on a quiet site figures tell who moves when."""
    if token := os.environ.get(TOKEN_VARIABLE):
        given = request.headers.get("authorization", "").encode()
        return secrets.compare_digest(given, f"Bearer {token}".encode())
    try:
        address = ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (inner or address).is_loopback


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


async def show_metrics(request: Request) -> Response:
    """Return the metrics of this node, or of all nodes on this machine; to others there is nothing here."""
    if not may_read(request):
        return Response(status_code=404)
    registry = REGISTRY
    if MULTIPROCESS_FOLDER_VARIABLE in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
