"""Arrays and kernels of Point City: in the memory of compiled kernels, or lists and plain functions."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tilefolk.twin import core

Function = TypeVar("Function", bound=Callable[..., Any])

# What the kernels handle.
Ints = Any
Floats = Any
Number = Any
Flag = Any


def kernel(function: Function) -> Function:
    """A function that is compiled for Python to call."""
    if core.is_compiling():
        from tilefolk.twin.compiler import jit

        return jit.kernel(function)
    return function


def part(function: Function) -> Function:
    """A kernel that only other kernels call."""
    if core.is_compiling():
        from tilefolk.twin.compiler import jit

        return jit.part(function)
    return function


def ints(values: Sequence[int]) -> Ints:
    return core.array("i8", values) if core.form().is_compiled else list(values)


def rows_of_ints(values: Sequence[Sequence[int]]) -> Ints:
    return core.rows("i8", values) if core.form().is_compiled else [list(row) for row in values]


def floats(values: Sequence[float]) -> Floats:
    return core.array("f8", values) if core.form().is_compiled else list(values)
