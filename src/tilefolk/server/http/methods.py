"""Which methods an address takes: for a call the router looks at the first of its routes alone."""

from fastapi import Request
from starlette.routing import Match

METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
PAGE_ROUTE, PAGE_METHODS = "page", ["GET", "HEAD"]  # the route that takes every address


def allowed_methods(request: Request) -> list[str]:
    """The methods that a call of the interface takes; none where the address belongs to no call."""
    calls = [route for route in request.app.routes if getattr(route, "name", "") != PAGE_ROUTE]
    scopes = ((method, {**request.scope, "method": method}) for method in METHODS)
    return [method for method, scope in scopes if any(call.matches(scope)[0] is Match.FULL for call in calls)]
