"""Log lines of nodes that share standard error stay whole."""

import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from tilefolk.server.run.logs import configure_logs


class Terminal:
    """Standard error as PYTHONUNBUFFERED makes it: everything is written at once, piece by piece."""

    def __init__(self) -> None:
        self.writes: list[str] = []

    def write(self, words: str) -> int:
        self.writes.append(words)
        return len(words)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


@pytest.fixture
def settings() -> Iterator[None]:
    """Give back what others had set."""
    before, handlers = structlog.get_config(), logging.getLogger().handlers[:]
    yield
    structlog.configure(**before)
    logging.getLogger().handlers[:] = handlers


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("json_lines", [False, True])
def test_a_line_and_its_end_are_one_write(monkeypatch: pytest.MonkeyPatch, json_lines: bool) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    configure_logs(json_lines)
    structlog.get_logger().info("started", pid=1)
    logging.getLogger("uvicorn").error("a word of a library")
    assert len(terminal.writes) == 2
    assert all(words.endswith("\n") and words.count("\n") == 1 for words in terminal.writes)
