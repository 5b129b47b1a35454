"""The way into the live connection of a table."""

import contextlib

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from sqlalchemy import Connection as SqlConnection
from starlette.websockets import WebSocketState

from tilefolk.server.http.dependencies import (
    TableId,
    address_of,
)
from tilefolk.server.http.security import same_origin
from tilefolk.server.http.services import services_of
from tilefolk.server.http.socket import Connection
from tilefolk.server.http.socket_entry import find_or_wait
from tilefolk.server.http.tokens import token_of
from tilefolk.server.http.wire import POLICY_VIOLATION, TRY_AGAIN_LATER, wire_of
from tilefolk.server.people.identity import PERSON_COOKIE, Person, identify
from tilefolk.server.people.network_bots import find_bot_person
from tilefolk.server.tables.table import TableRow

router = APIRouter()


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: TableId) -> None:
    services = services_of(socket)
    node, address = services.node, address_of(socket)
    token, known = token_of(socket.headers), services.signer.read_cookie(socket.cookies.get(PERSON_COOKIE))
    caller = token or (known.person if known else None)
    if caller is None or not services.rates.may_call(caller, address):
        await socket.close(POLICY_VIOLATION if caller is None else TRY_AGAIN_LATER)
        return

    def who(connection: SqlConnection) -> Person | None:
        return identify(connection, known) if token is None else find_bot_person(connection, token)

    async def look() -> tuple[Person | None, TableRow | None]:
        return await node.store.read(who), await node.table(table_id)

    with contextlib.suppress(WebSocketDisconnect), contextlib.ExitStack() as counted:
        if not counted.enter_context(services.sockets.opened(caller, address)):
            await socket.close(TRY_AGAIN_LATER)
            return
        person, table = await find_or_wait(socket, look)
        if not same_origin(socket.headers, socket.url.scheme) or person is None or table is None:
            await socket.close(POLICY_VIOLATION)
            return
        if socket.application_state is WebSocketState.CONNECTING:
            await socket.accept()
        # From here on the socket is the connection's own: it stays open when this call returns.
        is_lost = counted.pop_all().close
        wire, deltas = wire_of(socket), socket.query_params.get("deltas") == "1"
        Connection(node, wire, person, table_id, str(socket.base_url), is_lost, deltas).start()
