"""The kernels as WebAssembly, run by wasmtime: one file for every machine.

Arrays are in the memory of the one instance of this process; calls take their turns.
"""

import atexit
import ctypes
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import finalize

from tilefolk.twin.core.arrays import Array, seen_as
from tilefolk.twin.core.base import Arguments, Call, as_view, size_of
from tilefolk.twin.core.exports import Export

BLOCK = 1024  # bytes for the arguments of a call, more than any kernel takes; the result stands before them
RESULT = 8
LEAST = '(module (memory 1) (func (export "run")))'


def import_wasmtime() -> Any:
    """The package that runs WebAssembly; raises OSError where there is none for this machine."""
    if find_spec("wasmtime") is None:
        raise OSError("wasmtime is not installed")
    try:
        return import_module("wasmtime")
    except Exception as error:
        raise OSError(f"wasmtime has no library for this machine ({error})") from error


def _engine(wasmtime: Any) -> Any:
    config = wasmtime.Config()
    config.parallel_compilation = False  # one thread compiles it sooner than a pool of threads starts
    return wasmtime.Engine(config)


def try_out(file: Path) -> None:
    """Raise what loading a file would, without the time it takes: memory and new machine code are tried."""
    wasmtime = import_wasmtime()
    with _engine(wasmtime) as engine, wasmtime.Store(engine) as store:
        wasmtime.Module.validate(engine, file.read_bytes())
        with wasmtime.Module(engine, LEAST) as module:
            wasmtime.Instance(store, module, [])


class WasmCore:
    name, has_threads = "wasm", False

    def __init__(self, file: Path) -> None:
        wasmtime = import_wasmtime()
        self._engine = _engine(wasmtime)
        self._store = wasmtime.Store(self._engine)
        with wasmtime.Module(self._engine, file.read_bytes()) as module:
            self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory, self._take = self._exports["memory"], self._exports["take"]
        self._lock = RLock()
        self._left: list[int] = []  # where arrays were that nobody has any more
        self._pages, self._begin = 0, 0
        self._bytes: memoryview[Any] = memoryview(b"")
        self._result = self._place(RESULT + BLOCK)
        atexit.register(self._close)

    def _close(self) -> None:
        """End before the interpreter takes wasmtime apart: it would complain then."""
        if self._lock.acquire(blocking=False):
            self._store.close()
            self._engine.close()

    def empty(self, kind: str, *shape: int) -> Array:
        size = size_of(kind, shape)
        with self._lock:
            at = self._place(size)
            numbers = self._bytes[at : at + size]
        numbers[:] = bytes(size)
        out = Array(kind, shape, at, seen_as(numbers, kind), self)
        finalize(out, self._left.append, at).atexit = False
        return out

    def _place(self, size: int) -> int:
        """Memory for an array; what others have left is given back first."""
        while self._left:
            self._exports["give_back"](self._store, self._left.pop())
        at: int = self._take(self._store, size) & 0xFFFFFFFF
        if not at:
            raise MemoryError(f"the kernels have no {size} bytes left")
        self._look()
        return at

    def _look(self) -> None:
        """See the whole memory again where it has grown; it never moves (wasmtime reserves all of it)."""
        pages = self._memory.size(self._store)
        if pages != self._pages:
            begin = ctypes.addressof(self._memory.data_ptr(self._store).contents)
            if self._begin not in (0, begin):
                raise MemoryError("the memory of the kernels has moved")
            length = self._memory.data_len(self._store)
            whole = (ctypes.c_ubyte * length).from_address(begin)
            self._pages, self._begin, self._bytes = pages, begin, memoryview(whole).cast("B")

    def caller(self, export: Export) -> Call:
        arguments = Arguments(export)
        assert arguments.struct.size <= BLOCK
        function, store, lock = self._exports[export.symbol], self._store, self._lock
        pack_into, flat, given = arguments.struct.pack_into, arguments.flat, arguments.given
        unpack_from, block, result = arguments.result.unpack_from, self._result + RESULT, self._result

        def call(*values: Any) -> Any:
            held: list[Array] = []
            with lock:
                numbers = flat(values, self._borrow, held)
                pack_into(self._bytes, block, *numbers)
                if function(store, block, result):
                    raise MemoryError(f"{export.name} had no room to work in")
                (value,) = unpack_from(self._bytes, result)
                if held:
                    _write_back(arguments.others(values), held)
            return given(value)

        return call

    def _borrow(self, kind: str, value: Any) -> Array:
        """A copy of somebody else's array."""
        view = as_view(kind, value)
        copied = self.empty(kind, *(view.shape or (len(view),)))
        if view.nbytes:
            copied.numbers.cast("B")[:] = view.cast("B")
        return copied


def _write_back(values: Sequence[Any], copies: Sequence[Array]) -> None:
    """What a kernel has written to copies goes to the arrays that they are copies of."""
    for value, copied in zip(values, copies, strict=True):
        view = memoryview(value)
        if view.nbytes and not view.readonly:
            view.cast("B")[:] = copied.numbers.cast("B")
