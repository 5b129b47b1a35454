"""How a socket comes in: also while the database does not answer, so that the client can be told to wait."""

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import WebSocket
from starlette.websockets import WebSocketState

from tilefolk.locale import texts
from tilefolk.server.http.language import language_of
from tilefolk.server.storage.waiting import NOTICE_SECONDS, notify_while_waiting, wait_for_database

T = TypeVar("T")


async def find_or_wait(socket: WebSocket, query: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """The result of the query once the database answers; meanwhile the client is let in and told to wait."""

    async def ask_to_wait(*_: object) -> None:
        await _ask_to_wait(socket)

    return await wait_for_database(
        lambda: notify_while_waiting(query(), ask_to_wait, NOTICE_SECONDS), ask_to_wait
    )


async def _ask_to_wait(socket: WebSocket) -> None:
    if socket.application_state is WebSocketState.CONNECTING:
        await socket.accept()
    await socket.send_json(problem_message("waiting", language_of(socket)))


def problem_message(code: str, language: str) -> dict[str, Any]:
    return {"type": "problem", "code": code, "detail": texts(language).say(f"api.{code}")}
