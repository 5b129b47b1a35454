"""In which language somebody is spoken to: the one they chose, else the one their browser asks for."""

from starlette.requests import HTTPConnection

from tilefolk.locale import LANGUAGES

LANGUAGE = "tilefolk-language"  # the cookie that says it where the person is not looked up, or cannot be


def spoken(request: HTTPConnection) -> str:
    asked = request.headers.get("accept-language", "")[:2].lower()
    chosen = (getattr(request.state, "language", ""), request.cookies.get(LANGUAGE), asked)
    return next((language for language in chosen if language in LANGUAGES), "en")
