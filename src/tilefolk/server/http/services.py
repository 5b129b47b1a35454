"""What all requests of a node share, as one typed value behind the application."""

from pathlib import Path
from typing import NamedTuple

from starlette.requests import HTTPConnection

from tilefolk.server.http.limits import RateLimits
from tilefolk.server.http.socket_limits import SocketLimits
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Signer
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import OutboundHttp
from tilefolk.server.reminders.web_push import VapidKey


class Services(NamedTuple):
    """Made once at the start of a node."""

    node: Node
    signer: Signer
    rates: RateLimits
    sockets: SocketLimits
    outbound: OutboundHttp
    mailer: Mailer
    vapid: VapidKey
    data: Path


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
