"""The kernels as numba compiles them from their sources when they are called first: for who changes them."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tilefolk.twin.core.arrays import Array
from tilefolk.twin.core.base import Call
from tilefolk.twin.core.exports import Export
from tilefolk.twin.core.native import new_array


class CompiledCore:
    name, has_threads = "numba", True

    def __init__(self) -> None:
        self._numpy: Any = import_module("numpy")
        import_module("numba")

    def empty(self, kind: str, *shape: int) -> Array:
        return new_array(kind, shape)

    def caller(self, export: Export) -> Call:
        function: Callable[..., Any] = getattr(import_module(export.module), export.function)
        reals = [kind.is_real and not kind.lengths for kind in export.takes]

        def call(*values: Any) -> Any:
            each = zip(values, reals, strict=True)
            return function(*[self._seen(value, is_real) for value, is_real in each])

        return call

    def _seen(self, value: Any, is_real: bool) -> Any:
        """An array as numpy has it."""
        if isinstance(value, Array):
            return self._numpy.frombuffer(value.numbers, value.kind).reshape(value.shape)
        return float(value) if is_real else value
