"""After every test: whatever it opened is closed."""

from collections.abc import Iterator

import pytest

from tests.server.serving import OPENED


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
