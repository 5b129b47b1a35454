"""After every test whatever it opened is closed; a client to serve for those that ask for one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import OPENED
from tilefolk.cli import serve_command


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that is built, whether ours is or not."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").touch()
    monkeypatch.setattr(serve_command, "STATIC", tmp_path / "static")
