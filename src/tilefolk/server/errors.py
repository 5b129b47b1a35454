"""The errors that every package of the server may raise or catch."""

from tilefolk.server.messages import About


class ApiError(Exception):
    """A request is refused with this HTTP status; `code` is a message id below `api.`."""

    def __init__(
        self, status: int, code: str, headers: dict[str, str] | None = None, about: About | None = None
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.headers, self.about = status, code, headers or {}, about


class Unavailable(Exception):
    """The database did not answer or is full. The job may have been committed or not: read again."""
