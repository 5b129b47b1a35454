"""The language of an answer: the one the person chose, else the one their browser asks for."""

from starlette.requests import HTTPConnection

from tilefolk.locale import LANGUAGES

LANGUAGE_COOKIE = "tilefolk-language"  # also where the person is not looked up


def language_of(request: HTTPConnection) -> str:
    asked = request.headers.get("accept-language", "")[:2].lower()
    chosen = (getattr(request.state, "language", ""), request.cookies.get(LANGUAGE_COOKIE), asked)
    return next((language for language in chosen if language in LANGUAGES), "en")
