"""The compiled kernels as the program uses them: `laying.legal(...)`, arrays, and which form runs.

A native library comes first, then WebAssembly by wasmtime, then no kernels at all: the plain form, in which
bots that search play weaker. The form is chosen once in a process. Developers choose it by TILEFOLK_KERNELS.
"""

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from threading import RLock
from typing import NamedTuple

from tilefolk.twin import WrongForm
from tilefolk.twin.core.arrays import Array, Number
from tilefolk.twin.core.base import Call, Core, array_of, copy_of, rows_of
from tilefolk.twin.core.compiled import CompiledCore
from tilefolk.twin.core.exports import EXPORTS
from tilefolk.twin.core.manifest import FOLDER, WASM, read_manifest
from tilefolk.twin.core.native import NativeCore
from tilefolk.twin.core.plain import PlainCore
from tilefolk.twin.core.wasm import WasmCore, try_out

__all__ = [
    "Array",
    "Form",
    "array",
    "batch",
    "copy",
    "empty",
    "foreseen",
    "form",
    "laying",
    "point_city",
    "rows",
]

VARIABLE = "TILEFOLK_KERNELS"
SUFFIXES = {"Linux": "so", "Darwin": "dylib", "Windows": "dll"}
MACHINES = {"AMD64": "x86_64", "aarch64": "arm64"}  # what some systems call them


class Form(NamedTuple):
    """Which kernels run here: `native`, `wasm`, `numba` or `plain`; and why none that is better."""

    name: str
    why: str = ""

    @property
    def is_compiled(self) -> bool:
        return self.name != PlainCore.name


def native_file(system: str = platform.system(), machine: str = platform.machine()) -> str:
    """The name of the library for a system and a machine."""
    return f"kernels-{system.lower()}-{MACHINES.get(machine, machine)}.{SUFFIXES.get(system, 'so')}"


def _native() -> Core:
    core = NativeCore(FOLDER / native_file())
    if core.digest != read_manifest().digest:
        raise OSError("the library was made from other sources")
    return core


def _wasm() -> Core:
    return WasmCore(WASM)


FORMS: dict[str, Callable[[], Core]] = {
    "native": _native,
    "wasm": _wasm,
    "numba": CompiledCore,
    "plain": PlainCore,
}
_choosing = RLock()


def _chosen() -> tuple[Core, Form]:
    """The core of this process: one, since arrays of two cannot be mixed."""
    with _choosing:
        return _choose()


@cache
def _choose() -> tuple[Core, Form]:
    if asked := _asked():
        try:
            return FORMS[asked.name](), asked
        except Exception as error:
            raise WrongForm(f"{VARIABLE}={asked.name}: {error}") from error
    core, found = _find({"native": _native, "wasm": _wasm})
    return core or PlainCore(), found


def _find(loaders: Mapping[str, Callable[[], Core | None]]) -> tuple[Core | None, Form]:
    """The first form that loads, and why none that is better; the plain form if none does."""
    why: list[str] = []
    for name, load in loaders.items():
        if name == "native" and not (FOLDER / native_file()).exists():
            continue  # nothing is wrong: most are not delivered with one
        try:
            return load(), Form(name, "; ".join(why))
        except Exception as error:  # whatever fails, somebody can play on without it
            why.append(f"{name}: {' '.join(str(error).split())}")
    return None, Form(PlainCore.name, "; ".join(why))


def _asked() -> Form | None:
    """The form that a developer asks for."""
    name = os.environ.get(VARIABLE, "")
    if name and name not in FORMS:
        raise WrongForm(f"{VARIABLE}={name}: it may be {', '.join(FORMS)}")
    return Form(name, f"{VARIABLE} asks for it" if name == PlainCore.name else "") if name else None


def form() -> Form:
    """Which kernels run in this process."""
    return _chosen()[1]


def foreseen() -> Form:
    """The form that processes in which bots search will have, told without compiling kernels here."""
    return form() if _asked() else _find({"native": _native, "wasm": lambda: try_out(WASM)})[1]


def is_compiling() -> bool:
    """Whether sources of kernels are compiled where they are imported."""
    return os.environ.get(VARIABLE) == CompiledCore.name


def has_threads() -> bool:
    """Whether two threads may call kernels at the same time."""
    return _chosen()[0].has_threads


def empty(kind: str, *shape: int) -> Array:
    """An array of zeros in the kernels' memory."""
    return _chosen()[0].empty(kind, *shape)


def array(kind: str, numbers: Iterable[Number]) -> Array:
    return array_of(_chosen()[0], kind, numbers)


def rows(kind: str, numbers: Sequence[Sequence[Number]]) -> Array:
    return rows_of(_chosen()[0], kind, numbers)


def copy(values: Array) -> Array:
    return copy_of(_chosen()[0], values)


class Kernels:
    """The kernels of one part of the list, as attributes."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __getattr__(self, name: str) -> Call:
        export = EXPORTS.get(f"{self._part}.{name}")
        if export is None:
            raise AttributeError(f"no kernel {self._part}.{name}")
        call = _chosen()[0].caller(export)
        setattr(self, name, call)
        return call


laying, point_city, batch = Kernels("laying"), Kernels("point_city"), Kernels("batch")
