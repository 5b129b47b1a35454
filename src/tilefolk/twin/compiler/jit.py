"""numba behind typed names: kernels are compiled once and kept on disk.

numba forgets a kernel on disk when its own file changes, but not when a constant or a kernel of another file
does. So all kernels are kept in one folder that is named by the text of all of them. One process at a time
compiles into it; others wait and load what it has compiled.
"""

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from tilefolk.games.laying.rules import ops
from tilefolk.twin.compiler import native
from tilefolk.twin.compiler.native import Pointer

numba: Any = import_module("numba")  # so that types can be checked where it is not installed
types: Any = numba.types
_compiler_lock: Any = import_module("numba.core.compiler_lock").global_compiler_lock

Function = TypeVar("Function", bound=Callable[..., Any])

# What kernels handle: numba gives these their machine types.
Number = Any
Word = Any
Flag = Any
Cells = tuple[Any, Any]  # two words


def _cache_folder() -> str:
    here = Path(__file__).parents[1]
    digest = sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    for file in (*sorted(here.rglob("*.py")), Path(ops.__file__)):
        digest.update(file.read_bytes())
    name = f"twin-{digest.hexdigest()[:16]}"
    beside = here / "__pycache__"
    home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "tilefolk"
    return str((beside if os.access(beside, os.W_OK) else home) / name)


CACHE_FOLDER = _cache_folder()
OPTIONS = {"cache": True}  # the library is made without: from its cache numba gives no code to go on with


_files: list[int] = []  # the lock of the folder, while this process has it


@contextmanager
def _alone() -> Iterator[None]:
    """Only one process compiles at a time. Kernels that are compiled for another one are under its lock."""
    with _compiler_lock:
        if _files:
            yield
            return
        Path(CACHE_FOLDER).mkdir(parents=True, exist_ok=True)
        _files.append(os.open(Path(CACHE_FOLDER) / "lock", os.O_CREAT | os.O_RDWR, 0o600))
        try:
            fcntl.flock(_files[0], fcntl.LOCK_EX)
            yield
        finally:
            os.close(_files.pop())


def _plain(kind: Any) -> Any:
    """A type as kernels are compiled for it: all signed numbers are of 64 bits, and none is a constant."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


def _plainer(kind: Any) -> Any:
    """A type as parts are compiled for it: an array is where its numbers begin, unless bounds are checked."""
    kind = _plain(kind)
    is_row = isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C"
    return Pointer(kind.dtype) if is_row and not numba.config.BOUNDSCHECK else kind


def kernel(function: Function) -> Function:
    """A function that numba compiles when it is first called, for one kind of number only."""
    return _compiled(function, _plain)


def part(function: Function) -> Function:
    """A kernel that only other kernels call: it cannot be called from Python, and compiles sooner.

    It gets arrays of one dimension as pointers, which cost less to hand on; they have no length.
    """
    compiled: Any = _compiled(function, _plainer, no_cpython_wrapper=True)

    def refuse(*arguments: Any, **names: Any) -> None:
        raise TypeError(f"{function.__qualname__} can only be called from kernels")

    def keep(result: Any) -> None:
        compiled.overloads[tuple(result.signature.args)] = result

    compiled._compile_for_args, compiled.add_overload = refuse, keep
    out: Function = compiled
    return out


def _compiled(function: Function, plain: Callable[[Any], Any], **options: Any) -> Function:
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, CACHE_FOLDER
    try:
        compiled: Any = numba.njit(
            **OPTIONS, nogil=True, error_model="numpy", no_cfunc_wrapper=True, **options
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    compile_for = compiled.compile

    def compile_plainly(kinds: Sequence[Any]) -> Any:
        with _alone():
            return compile_for(tuple(plain(kind) for kind in kinds))

    compiled.compile = compile_plainly
    out: Function = compiled
    return out


@kernel
def copy_into(out: Any, values: Any) -> None:
    """The values of an array in another one of the same size; numba's slices take seconds to compile."""
    for index in range(len(values)):
        out[index] = values[index]


@part
def copy_row(out: Any, values: Any, count: Number) -> None:
    """So many values of an array in another one."""
    for index in range(count):
        out[index] = values[index]


@part
def _view(array: Any, layer: Number, row: Number) -> Any:
    return array[layer, row]


# A row of an array of layers, for parts: numba counts who uses a view of one, but not a pointer.
row_of = _view if numba.config.BOUNDSCHECK else native.row_of
