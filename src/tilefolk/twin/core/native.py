"""The kernels as a library of this machine's, called through ctypes; arrays are memory of Python's."""

import ctypes
from pathlib import Path
from typing import Any

from tilefolk.twin.core.arrays import Array, seen_as
from tilefolk.twin.core.base import Arguments, Call, as_view, size_of
from tilefolk.twin.core.exports import Export

DIGEST = 64  # letters of the digest of sources
LEAST = 8  # bytes of an array: one without numbers has an address too


class NativeCore:
    name, has_threads = "native", True

    def __init__(self, file: Path) -> None:
        self._library = ctypes.CDLL(str(file))

    @property
    def digest(self) -> str:
        """The sources that the library was made from."""
        text = (ctypes.c_char * DIGEST).in_dll(self._library, "tilefolk_digest")
        return bytes(text).decode()

    def empty(self, kind: str, *shape: int) -> Array:
        return new_array(kind, shape)

    def caller(self, export: Export) -> Call:
        arguments = Arguments(export)
        function = getattr(self._library, export.symbol)
        function.argtypes, function.restype = (ctypes.c_char_p, ctypes.c_void_p), ctypes.c_int32
        pack, flat, given = arguments.struct.pack, arguments.flat, arguments.given
        number = ctypes.c_double if export.gives and export.gives.is_real else ctypes.c_int64

        def call(*values: Any) -> Any:
            result, held = number(), list[Array]()
            if function(pack(*flat(values, borrow, held)), ctypes.byref(result)):
                raise MemoryError(f"{export.name} had no room to work in")
            return given(result.value)

        return call


def new_array(kind: str, shape: tuple[int, ...]) -> Array:
    """An array of zeros in memory of Python's."""
    memory = bytearray(max(LEAST, size_of(kind, shape)))
    begin = ctypes.c_char.from_buffer(memory)
    view = seen_as(memoryview(memory)[: size_of(kind, shape)], kind)
    return Array(kind, shape, ctypes.addressof(begin), view, begin)


def borrow(kind: str, value: Any) -> Array:
    """Somebody else's array where it is, or a copy of one that must not be written to."""
    view = as_view(kind, value)
    shape = view.shape or (len(view),)
    if view.readonly or not view.nbytes:
        out = new_array(kind, shape)
        out.numbers[:] = seen_as(view.cast("B"), kind) if view.nbytes else out.numbers
        return out
    flat = view.cast("B")
    return Array(kind, shape, ctypes.addressof(ctypes.c_char.from_buffer(flat)), seen_as(flat, kind), flat)
