"""Errors of the interface: application/problem+json, in the person's language."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from tilefolk.locale import LANGUAGES, texts
from tilefolk.server.models import Problem

CODES = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "bad_request",
    413: "too_large",
    422: "bad_request",
    429: "too_many",
}


class Trouble(Exception):
    """Something the interface refuses; `code` is a message id below `api.`."""

    def __init__(self, status: int, code: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(code)
        self.status, self.code, self.headers = status, code, headers or {}


def problem(request: Request, status: int, code: str, headers: dict[str, str] | None = None) -> JSONResponse:
    said = texts(spoken(request))
    body = Problem(title=code, status=status, detail=said.say(f"api.{code}"), code=code)
    return JSONResponse(
        body.model_dump(), status, headers=headers or {}, media_type="application/problem+json"
    )


def spoken(request: Request) -> str:
    """The language the browser asks for."""
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return wanted if wanted in LANGUAGES else "en"


def install(app: FastAPI) -> None:
    async def on_trouble(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, Trouble)
        return problem(request, error.status, error.code, error.headers)

    async def on_invalid(request: Request, _: Exception) -> JSONResponse:
        return problem(request, 422, "bad_request")

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        return problem(request, error.status_code, CODES.get(error.status_code, "bad_request"), headers)

    app.add_exception_handler(Trouble, on_trouble)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
