"""numba behind typed names: kernels are compiled once and kept on disk.

numba forgets a kernel on disk when its own file changes, but not when a constant or a kernel of another file
does. So all kernels are kept in one folder that is named by the text of all of them.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from tilefolk.games.laying.rules import ops

numba: Any = import_module("numba")  # so that types can be checked where it is not installed
types, intrinsic = numba.types, import_module("numba.extending").intrinsic

Function = TypeVar("Function", bound=Callable[..., Any])

# What kernels handle: numba gives these their machine types.
Number = Any
Word = Any
Flag = Any
Cells = tuple[Any, Any]  # two words


def _cache_folder() -> str:
    here, digest = Path(__file__).parent, sha256(numba.__version__.encode())
    for file in (*sorted(here.glob("*.py")), Path(ops.__file__)):
        digest.update(file.read_bytes())
    name = f"twin-{digest.hexdigest()[:16]}"
    beside = here / "__pycache__"
    home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "tilefolk"
    return str((beside if os.access(beside, os.W_OK) else home) / name)


CACHE_FOLDER = _cache_folder()


def kernel(function: Function) -> Function:
    """A function that numba compiles when it is first called."""
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, CACHE_FOLDER
    try:
        compiled: Function = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        numba.config.CACHE_DIR = before
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
