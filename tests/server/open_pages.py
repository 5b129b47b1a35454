"""Pages that people have open at a table, without a network: everything else of a connection is real."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from tests.server.nodes import settled
from tilefolk.server.http.live.socket import Connection
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person


class OpenPage:
    """A socket's two ends in one: what the server sends is in `received`."""

    is_writable = True

    def __init__(self, node: Node, person: Person, table_id: str) -> None:
        self.received: list[dict[str, Any]] = []
        self.closed_with = 0
        self.connection = Connection(node, self, person, table_id, "http://site/")
        self.connection.start()

    def hand_over(self, listener: object, sends_whole_views: bool) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...

    def send_texts(self, texts: Sequence[str]) -> None:
        self.received += map(json.loads, texts)

    def close_with(self, code: int) -> None:
        self.closed_with = code

    def send(self, **message: Any) -> None:
        self.connection.received(json.dumps(message))

    def act(self, match: str, seat: int, n: int, line: str) -> None:
        self.send(type="act", match=match, seat=seat, n=n, line=line)

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.received if message["type"] == kind]

    def newest(self, kind: str) -> dict[str, Any]:
        return self.of_type(kind)[-1]

    def shut(self) -> None:
        self.connection.lost()


async def quiet(node: Node) -> None:
    """Wait until everything is handled and everybody was sent what has changed."""
    for _ in range(3):
        await settled(node)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
