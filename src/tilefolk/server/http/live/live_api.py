"""The way into the live connection of a table."""

import contextlib
import re

from fastapi import WebSocket, WebSocketDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketState

from tilefolk.server.http.dependencies import address_of
from tilefolk.server.http.live.socket import Connection
from tilefolk.server.http.live.socket_entry import find_or_wait
from tilefolk.server.http.live.wire import POLICY_VIOLATION, TRY_AGAIN_LATER, wire_of
from tilefolk.server.http.security import same_origin
from tilefolk.server.http.services import services_of
from tilefolk.server.http.tokens import token_of
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import PERSON_COOKIE, Credential, Person
from tilefolk.server.people.network_bots import find_bot_person
from tilefolk.server.tables.table import TableRow

PATH = re.compile(r"/api/tables/([\w-]{1,32})/live")
MAX_KNOWN = 8  # names of what a client says it knows: one for each of its seats, and some


class LiveSockets:
    """Middleware that lets sockets in by a short way: what answers calls is not for them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found:
            await _live(WebSocket(scope, receive, send), found[1])
        else:
            await self.app(scope, receive, send)


async def _live(socket: WebSocket, table_id: str) -> None:
    services = services_of(socket)
    node, address = services.node, address_of(socket)
    token, known = token_of(socket.headers), services.signer.read_cookie(socket.cookies.get(PERSON_COOKIE))
    caller = token or (known.person if known else None)
    if caller is None or not services.rates.may_call(caller, address):
        await socket.close(POLICY_VIOLATION if caller is None else TRY_AGAIN_LATER)
        return
    with contextlib.suppress(WebSocketDisconnect), contextlib.ExitStack() as counted:
        if not counted.enter_context(services.sockets.opened(caller, address)):
            await socket.close(TRY_AGAIN_LATER)
            return
        generation = node.people_cache.generation
        person, table = await _find(socket, node, token, known, table_id)
        if not same_origin(socket.headers, socket.url.scheme) or person is None or table is None:
            await socket.close(POLICY_VIOLATION)
            return
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        # From here on the socket is the connection's own: it stays open when this call returns.
        is_lost = counted.pop_all().close
        wire, asked = wire_of(socket), socket.query_params
        deltas = asked.get("deltas") == "1"
        has = asked.getlist("known")[:MAX_KNOWN] if "known" in asked else None
        base = str(socket.base_url)
        Connection(node, wire, person, table_id, base, is_lost, deltas, has, generation).start()


async def _find(
    socket: WebSocket, node: Node, token: str | None, known: Credential | None, table_id: str
) -> tuple[Person | None, TableRow | None]:
    """Who comes, and to which table; whoever comes back is still known."""
    person, table = None if token else node.people_cache.peek(known), node.table_cache.peek(table_id)
    if person and table:
        return person, table

    async def look() -> tuple[Person | None, TableRow | None]:
        if token is None:
            found = await node.people_cache.get(known)
        else:
            found = await node.store.read(lambda connection: find_bot_person(connection, token))
        return found, await node.table(table_id)

    return await find_or_wait(socket, look)
