"""Tokens in the `authorization` header: how a program says who it is."""

from starlette.datastructures import Headers

SCHEME = "bearer"
MAX_TOKEN_CHARACTERS = 100


def token_of(headers: Headers) -> str | None:
    """The token of a request; None without one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip()[:MAX_TOKEN_CHARACTERS] if scheme.lower() == SCHEME else None
