"""The layers around every call, from the inside out; sockets pass by all but the outermost."""

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from tilefolk.server import metrics
from tilefolk.server.http.constant import LEAST_BYTES_PACKED
from tilefolk.server.http.live.live_api import LiveSockets
from tilefolk.server.http.security import RequestGuard


def add_middleware(app: FastAPI) -> None:
    app.add_middleware(GZipMiddleware, minimum_size=LEAST_BYTES_PACKED)
    app.add_middleware(RequestGuard)
    app.add_middleware(metrics.RequestCounter)
    app.add_middleware(LiveSockets)
