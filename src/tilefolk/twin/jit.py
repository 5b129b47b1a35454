"""numba behind typed names: kernels are compiled once and kept on disk beside their module."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

import numpy as np

numba: Any = import_module("numba")  # so that types can be checked where it is not installed
types, intrinsic = numba.types, import_module("numba.extending").intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])
Words = np.ndarray[Any, Any]  # of uint64
Ints = np.ndarray[Any, Any]  # of int32
Floats = np.ndarray[Any, Any]  # of float32

# What kernels handle: numba gives these their machine types.
Number = Any
Word = Any
Flag = Any
Cells = tuple[Any, Any]  # two words


def kernel(function: Function) -> Function:
    """A function that numba compiles when it is first called."""
    compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return compiled


def _count_ones(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _trailing_zeros(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


count_ones: Callable[[Word], Number] = intrinsic(_count_ones)
trailing_zeros: Callable[[Word], Number] = intrinsic(_trailing_zeros)
