"""numba behind typed names: kernels are compiled once and kept on disk beside their module."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])
Words = np.ndarray[Any, np.dtype[np.uint64]]
Ints = np.ndarray[Any, np.dtype[np.int32]]
Floats = np.ndarray[Any, np.dtype[np.float32]]


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


count_ones: Callable[[Any], int] = intrinsic(_count_ones)
trailing_zeros: Callable[[Any], int] = intrinsic(_trailing_zeros)
