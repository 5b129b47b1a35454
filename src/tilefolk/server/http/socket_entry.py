"""The entrance to the live connection: who comes while the database does not answer is let in and told."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import WebSocket
from starlette.websockets import WebSocketState

from tilefolk.locale import texts
from tilefolk.server.http.language import spoken
from tilefolk.server.node.outage_notice import TELL
from tilefolk.server.storage.store import Unavailable

AGAIN = 1.0  # seconds before the database is asked again

T = TypeVar("T")


async def found_for(socket: WebSocket, look: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What is found once the database answers; who waits at the door is let in and told."""
    while True:
        looking = asyncio.create_task(look())
        try:
            while not (await asyncio.wait((looking,), timeout=TELL))[0]:
                await _ask_to_wait(socket)
            return looking.result()
        except Unavailable:
            await _ask_to_wait(socket)
            await asyncio.sleep(AGAIN)
        finally:
            looking.cancel()


async def _ask_to_wait(socket: WebSocket) -> None:
    if socket.application_state is WebSocketState.CONNECTING:
        await socket.accept()
    await socket.send_json(problem("waiting", spoken(socket)))


def problem(code: str, language: str) -> dict[str, Any]:
    return {"type": "problem", "code": code, "detail": texts(language).say(f"api.{code}")}


async def closed(socket: WebSocket, code: int = 1013) -> None:
    with contextlib.suppress(RuntimeError, TimeoutError, OSError):
        await asyncio.wait_for(socket.close(code), 1)
