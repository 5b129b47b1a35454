"""What every form of the kernels can do: keep arrays in its memory, and call a kernel."""

from collections.abc import Callable, Iterable, Sequence
from math import prod
from struct import Struct
from typing import Any, Protocol

from tilefolk.twin.core.arrays import SIZES, Array, Number, packed
from tilefolk.twin.core.exports import Export

Call = Callable[..., Any]


class Core(Protocol):
    """A form of the kernels. `has_threads`: whether two kernels may run at the same time."""

    name: str
    has_threads: bool

    def empty(self, kind: str, *shape: int) -> Array:
        """An array of zeros."""

    def caller(self, export: Export) -> Call:
        """The function that calls a kernel."""


class Arguments:
    """How the arguments of a kernel are handed over: one block of 64 bits each.

    An array is where it begins, then its lengths.
    """

    def __init__(self, export: Export) -> None:
        self.export = export
        codes = ["q" * (1 + kind.lengths) if kind.lengths else "qd"[kind.is_real] for kind in export.takes]
        self.struct = Struct("".join(codes))
        self.result = Struct("d" if export.gives and export.gives.is_real else "q")

    def flat(
        self, given: Sequence[Any], borrow: Callable[[str, Any], Array], held: list[Array]
    ) -> list[Number]:
        """The numbers of the block; `borrow` brings other arrays than ours to the kernels' memory.

        Borrowed arrays are added to `held`: they have to be there until the call is over.
        """
        out: list[Number] = []
        takes = self.export.takes
        if len(given) != len(takes):
            raise TypeError(f"{self.export.name} takes {len(takes)} arguments, not {len(given)}")
        for kind, value in zip(takes, given, strict=True):
            if not kind.lengths:
                out.append(float(value) if kind.is_real else int(value))
                continue
            array = value
            if type(value) is not Array:
                array = borrow(kind.number, value)
                held.append(array)
            if array.kind != kind.number or len(array.shape) != kind.lengths:
                raise TypeError(f"{self.export.name}: {array.kind} {array.shape} is no {kind}")
            out.append(array.address)
            out += array.shape
        return out

    def others(self, given: Sequence[Any]) -> list[Any]:
        """The arrays among some arguments that are not ours."""
        each = zip(self.export.takes, given, strict=True)
        return [value for kind, value in each if kind.lengths and type(value) is not Array]

    def given(self, result: Number) -> Number:
        """The result as Python has it."""
        if self.export.gives is None:
            return None
        return bool(result) if self.export.gives.number == "b1" else result


def array_of(core: Core, kind: str, numbers: Iterable[Number]) -> Array:
    """An array with these numbers."""
    source = packed(kind, numbers)
    out = core.empty(kind, len(source))
    out.numbers[:] = source
    return out


def rows_of(core: Core, kind: str, rows: Sequence[Sequence[Number]]) -> Array:
    """An array of rows of one length."""
    out = core.empty(kind, len(rows), len(rows[0]) if rows else 0)
    out.numbers[:] = packed(kind, [number for row in rows for number in row])
    return out


def copy_of(core: Core, array: Array) -> Array:
    out = core.empty(array.kind, *array.shape)
    out.numbers[:] = array.numbers
    return out


def size_of(kind: str, shape: Iterable[int]) -> int:
    """How many bytes an array takes."""
    return SIZES[kind] * prod(shape)


def as_view(kind: str, value: Any) -> "memoryview[Any]":
    """Somebody else's array (numpy's, say) as memory; raises TypeError for what a kernel cannot read."""
    view = memoryview(value)
    code = packed(kind, ()).format
    same = view.format == code or {view.format, code} in ({"q", "l"}, {"Q", "L"}, {"b", "?"})
    if not same or not view.c_contiguous:
        raise TypeError(f"a kernel takes {kind} in one piece, not {view.format}")
    return view
