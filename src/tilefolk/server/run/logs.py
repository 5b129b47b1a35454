"""Structured logs of the server on standard error."""

import logging
import sys

import structlog


def configure_logs(json_lines: bool) -> None:
    """Log to standard error, as JSON lines or readable. No address is logged: some contain tokens."""
    readable = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    renderer = structlog.processors.JSONRenderer() if json_lines else readable
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # we report a lost database ourselves
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=lambda: structlog.PrintLogger(sys.stderr),
    )
