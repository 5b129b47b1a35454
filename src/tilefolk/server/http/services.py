"""What all requests of a node share, as one typed value behind the application."""

from pathlib import Path
from typing import NamedTuple

from starlette.requests import HTTPConnection

from tilefolk.server.http.limits import RateLimits
from tilefolk.server.http.socket_limits import SocketLimits
from tilefolk.server.matches.coaching import Coaching
from tilefolk.server.node.node import Node
from tilefolk.server.node.readiness import Readiness
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
    coaching: Coaching
    readiness: Readiness


def make_services(
    node: Node,
    signer: Signer,
    vapid: VapidKey,
    data: Path,
    *,
    calls_per_second: int,
    newcomers_per_minute: int,
    sockets_per_address: int,
    loopback_webhooks: bool,
) -> Services:
    """The services of a node; reminders go out by one guarded way."""
    outbound = OutboundHttp(loopback_webhooks)
    mailer = Mailer(node.store, vapid, outbound)
    rates = RateLimits(calls_per_second, newcomers_per_minute)
    sockets = SocketLimits(per_address=sockets_per_address)
    coaching, readiness = Coaching(node.bots.pool), Readiness(node.store)
    return Services(node, signer, rates, sockets, outbound, mailer, vapid, data, coaching, readiness)


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
