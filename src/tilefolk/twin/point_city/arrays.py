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
    from tilefolk.twin.compiler import jit


def kernel(function: Function) -> Function:
    """A function that numba compiles when it is first called."""
    return jit.kernel(function) if IS_COMPILED else function


def part(function: Function) -> Function:
    """A kernel that only other kernels call."""
    return jit.part(function) if IS_COMPILED else function


def ints(values: Sequence[int]) -> Ints:
    return numpy.array(values, numpy.int64) if IS_COMPILED else list(values)


def rows_of_ints(values: Sequence[Sequence[int]]) -> Ints:
    return numpy.array(values, numpy.int64) if IS_COMPILED else [list(row) for row in values]


def floats(values: Sequence[float]) -> Floats:
    return numpy.array(values, numpy.float64) if IS_COMPILED else list(values)
