"""Arrays and compiled functions where numba is installed, lists and plain functions where it is not."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

IS_COMPILED = find_spec("numba") is not None and find_spec("numpy") is not None

# What the kernels handle: numba gives these their machine types.
Ints = Any
Floats = Any
Number = Any
Flag = Any

if IS_COMPILED:
    numpy: Any = import_module("numpy")
    numba: Any = import_module("numba")


def kernel(function: Function) -> Function:
    """A function that numba compiles when it is first called."""
    if not IS_COMPILED:
        return function
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def ints(values: Sequence[int]) -> Ints:
    return numpy.array(values, numpy.int64) if IS_COMPILED else list(values)


def rows_of_ints(values: Sequence[Sequence[int]]) -> Ints:
    return numpy.array(values, numpy.int64) if IS_COMPILED else [list(row) for row in values]


def floats(values: Sequence[float]) -> Floats:
    return numpy.array(values, numpy.float64) if IS_COMPILED else list(values)
