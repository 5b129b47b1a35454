"""Errors of the interface: application/problem+json, in the person's language."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException

from tilefolk.campaign.record import is_series
from tilefolk.core.record import BadRecord, is_newer
from tilefolk.locale import texts
from tilefolk.server.errors import ApiError, Unavailable
from tilefolk.server.http.html_page import problem_page, wants_page
from tilefolk.server.http.language import language_of
from tilefolk.server.http.methods import PAGE_METHODS, allowed_methods
from tilefolk.server.http.security import HEADERS
from tilefolk.server.http.services import services_of
from tilefolk.server.messages import About, Problem
from tilefolk.server.people.identity import find_outdated

MAX_QUOTED_CHARACTERS = 80  # of a line of a file

CODE_BY_STATUS = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "bad_method",
    413: "too_large",
    422: "bad_request",
    429: "too_many",
}
SPECIFIC_PROBLEMS = (
    {"bad_name"},
    {"bad_address"},
    {"bad_city"},
)  # what is wrong with a request and has a sentence of its own
RETRY_AFTER = {"retry-after": "2"}  # seconds


def bad_file(error: BadRecord) -> ApiError:
    """The error for a file that is something else, or has a line that is wrong."""
    other = _other_file(error)
    about = About(
        line=error.number,
        text=error.text[:MAX_QUOTED_CHARACTERS],
        problem=other or error.message,
        names=error.names,
        rules=list(error.rules),
    )
    return ApiError(409, "other_file" if other else "bad_file", about=about)


def _other_file(error: BadRecord) -> str | None:
    """The message that says what a file is, when it is none of a series that can go on here."""
    if error.problem in ("series.is_match", "series.running"):
        return error.problem
    if error.problem == "record.begin":
        return "file.newer" if is_series(error.text) else "file.other"
    if error.problem in ("record.game", "record.version") and is_newer(error):
        return "file.game" if error.problem == "record.game" else "file.newer"
    return None


def problem(
    request: Request,
    status: int,
    code: str,
    headers: dict[str, str] | None = None,
    about: About | None = None,
) -> Response:
    said = texts(language_of(request))
    names = {"reason": said.reason(about.problem, about.names, about.rules)} if about else {}
    detail = said.say(f"api.{code}", *([about.line] if about else []), **names)
    if wants_page(request):
        return HTMLResponse(problem_page(said, detail), status, headers=headers)
    body = Problem(title=code, status=status, detail=detail, code=code, about=about)
    return JSONResponse(
        body.model_dump(exclude_none=True),
        status,
        headers=headers or {},
        media_type="application/problem+json",
    )


def install(app: FastAPI) -> None:
    async def on_trouble(request: Request, error: Exception) -> Response:
        assert isinstance(error, ApiError)
        return problem(request, error.status, error.code, error.headers, error.about)

    async def on_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        wrong = {str(each["type"]) for each in error.errors()}
        return problem(request, 422, wrong.pop() if wrong in SPECIFIC_PROBLEMS else "bad_request")

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        if error.status_code == 405:
            methods = allowed_methods(request)
            if not methods and request.url.path.startswith("/api/"):
                return problem(request, 404, "not_found")
            headers = {"allow": ", ".join(methods or PAGE_METHODS)}
        return problem(
            request, error.status_code, CODE_BY_STATUS.get(error.status_code, "bad_request"), headers
        )

    async def on_unavailable(request: Request, _: Exception) -> Response:
        return problem(request, 503, "unavailable", RETRY_AFTER)

    async def on_conflict(request: Request, error: Exception) -> Response:
        """A row that refers to its caller was refused: they were deleted while they called."""
        person = getattr(request.state, "person", None)
        store = services_of(request).node.store
        if person and await store.read(lambda connection: find_outdated(connection, [person.credential])):
            return problem(request, 401, "unknown_person")
        raise error

    async def on_failure(request: Request, _: Exception) -> Response:
        return problem(request, 500, "failed", HEADERS)  # which nobody outside of us adds here

    app.add_exception_handler(Exception, on_failure)
    app.add_exception_handler(ApiError, on_trouble)
    app.add_exception_handler(Unavailable, on_unavailable)
    app.add_exception_handler(IntegrityError, on_conflict)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
