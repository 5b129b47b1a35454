"""No compiled kernels: those of Point City run as they stand, on lists; those of the laying games do not."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tilefolk.twin.core.arrays import Array
from tilefolk.twin.core.base import Call
from tilefolk.twin.core.exports import Export


class PlainCore:
    name, has_threads = "plain", False

    def empty(self, kind: str, *shape: int) -> Array:
        raise TypeError("without compiled kernels there is no memory for them")

    def caller(self, export: Export) -> Call:
        function: Callable[..., Any] = getattr(import_module(export.module), export.function)
        return function
