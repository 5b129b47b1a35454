"""`TEST_ORDER=7`: files, and the tests in each, come in another order, the same one for the same word."""

import os
from itertools import chain, groupby
from random import Random

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests stay together: they share fixtures."""
    if word := os.environ.get("TEST_ORDER"):
        files = [list(tests) for _, tests in groupby(items, lambda item: item.path)]
        Random(word).shuffle(files)
        for tests in files:
            Random(word).shuffle(tests)
        items[:] = chain(*files)
