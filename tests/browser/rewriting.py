"""Messages to a page, rewritten on their way."""

import copy
import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute

from tests.browser.driving import Person
from tests.server.serving import WholePushes

LIVE = re.compile(r"/live(\?|$)")  # the socket of a table


def unchanged(_: dict[str, Any]) -> None:
    """Nothing is rewritten."""


def rewritten(
    person: Person,
    change: Callable[[dict[str, Any]], object] = unchanged,
    table: Callable[[dict[str, Any]], object] = unchanged,
) -> None:
    """Every view, and every table, that comes to this page is changed on its way."""

    def route(socket: WebSocketRoute) -> None:
        server, whole = socket.connect_to_server(), WholePushes()

        def on_message(text: str | bytes) -> None:
            message = copy.deepcopy(whole.read(text))
            if message["type"] == "push":
                change(message["view"])
            if message["type"] == "table":
                table(message["table"])
            socket.send(json.dumps(message))

        server.on_message(on_message)

    person.page.route_web_socket(LIVE, route)
