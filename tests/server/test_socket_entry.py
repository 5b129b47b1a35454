"""Who may open a socket to a table, asked before anything is read for them."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from fastapi import FastAPI

from tests.server.local_app import BASE_URL, browser, local_app
from tilefolk.server.http.live.wire import POLICY_VIOLATION, TRY_AGAIN_LATER


async def knock(app: FastAPI, cookie: str, origin: str = BASE_URL) -> list[dict[str, Any]]:
    """What a socket without a network is told; None of them is let in here, there is no such table."""
    told: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        told.append(message)

    named = {"host": "test", "origin": origin, "cookie": cookie}
    scope = {
        "type": "websocket",
        "path": "/api/tables/EeHiCMrWPNpE/live",
        "scheme": "ws",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in named.items() if value],
        "client": ("192.0.2.7", 5000),
        "app": app,
        "extensions": {},
    }
    await app(scope, receive, send)
    return told


@pytest.mark.parametrize(
    ("comes_back", "may_call", "code"),
    [(True, True, POLICY_VIOLATION), (True, False, TRY_AGAIN_LATER), (False, True, POLICY_VIOLATION)],
)
async def test_who_asks_too_often_or_is_nobody_is_sent_away(
    tmp_path: Path, comes_back: bool, may_call: bool, code: int
) -> None:
    async with local_app(tmp_path) as app:
        ola = browser(app)
        await ola.get("/api/me")
        cookie = "; ".join(f"{name}={value}" for name, value in ola.cookies.items()) if comes_back else ""
        with patch.object(app.state.services.rates, "may_call", return_value=may_call) as asked:
            (told,) = await knock(app, cookie)
    assert (told["type"], told["code"]) == ("websocket.close", code)
    assert asked.call_count == comes_back, "nobody is counted under their address alone"
