"""Where somebody reports a fault of this site (RFC 9116)."""

from datetime import UTC, datetime, timedelta

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse

from tilefolk.locale import LANGUAGES

VALID_DAYS = 180  # after that a copy is too old


def add_security_txt(app: FastAPI, contact: str) -> None:
    """Serve the address that the operator gave; nothing where they gave none."""
    if not contact:
        return

    @app.api_route("/.well-known/security.txt", methods=["GET", "HEAD"], include_in_schema=False)
    async def security_txt() -> PlainTextResponse:
        expires = datetime.now(UTC).replace(microsecond=0) + timedelta(days=VALID_DAYS)
        fields = {
            "Contact": contact,
            "Expires": expires.isoformat(),
            "Preferred-Languages": ", ".join(LANGUAGES),
        }
        return PlainTextResponse("".join(f"{name}: {value}\n" for name, value in fields.items()))
