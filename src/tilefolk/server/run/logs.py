"""Structured logs of the server on standard error, those of the libraries included."""

import logging
import sys
import threading
from types import TracebackType
from typing import Any

import structlog

SHARED_PROCESSORS: list[Any] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]


def configure_logs(json_lines: bool) -> None:
    """Log to standard error, as JSON lines or readable. No address is logged: some contain tokens.

    As JSON also a traceback is part of one line: whoever collects the lines reads each by itself.
    A line is one write with its end: nodes share standard error, and an unbuffered `print` writes twice.
    """
    readable = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    renderer: list[Any] = [readable]
    if json_lines:
        renderer = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        sys.excepthook = _log_crash
        threading.excepthook = lambda given: _log_crash(
            given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback
        )
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # we report a lost database ourselves
    _format_library_logs(renderer)
    structlog.configure(
        processors=[*SHARED_PROCESSORS, *renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda: structlog.WriteLogger(sys.stderr),
    )


def _format_library_logs(renderer: list[Any]) -> None:
    handler = _StderrHandler()
    remove_meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[remove_meta, *renderer], foreign_pre_chain=SHARED_PROCESSORS
        )
    )
    root = logging.getLogger()
    for old in [each for each in root.handlers if isinstance(each, _StderrHandler)]:
        root.removeHandler(old)
    root.addHandler(handler)


class _StderrHandler(logging.Handler):
    """Writes to what standard error is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"{self.format(record)}\n")
        sys.stderr.flush()


def _log_crash(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    structlog.get_logger().error("crashed", exc_info=(kind, error, where))
