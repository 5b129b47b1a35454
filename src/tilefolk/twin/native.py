"""What kernels need and numba lacks: pointers that cost nothing to hand on, bits, vectors of words."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

numba: Any = import_module("numba")
types: Any = numba.types
ir: Any = import_module("llvmlite.ir")
extending: Any = import_module("numba.extending")
intrinsic, safe = extending.intrinsic, import_module("numba.core.typeconv").Conversion.safe


class Pointer(types.CPointer):  # type: ignore[misc]
    """Where the numbers of an array begin; an array is taken for it."""

    def can_convert_from(self, typing: Any, other: Any) -> Any:
        return safe if isinstance(other, types.Array) and other.dtype == self.dtype else None


extending.register_model(Pointer)(extending.models.PointerModel)


@extending.lower_cast(types.Array, Pointer)  # type: ignore[untyped-decorator]
def _begin(context: Any, builder: Any, array_type: Any, pointer_type: Any, array: Any) -> Any:
    return context.make_array(array_type)(context, builder, array).data


def _count_ones(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


def _trailing_zeros(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.uint64(types.uint64), generate


def _eight_have(typing: Any, words: Any, at: Any, a: Any, b: Any) -> Any:
    """Vectors of eight words: LLVM takes what instructions the processor has for them."""
    eight, number = ir.VectorType(ir.IntType(64), 8), ir.IntType(64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, *masks = arguments
        kind = signature.args[0]
        data = array if isinstance(kind, types.CPointer) else _begin(context, builder, kind, None, array)
        block = builder.bitcast(builder.gep(data, [place]), eight.as_pointer())
        common = []
        for half, mask in enumerate(masks):
            cells = builder.load(builder.gep(block, [ir.Constant(number, half)]), align=8)
            common.append(builder.and_(cells, _all_eight(builder, eight, mask)))
        has = builder.icmp_unsigned("!=", builder.or_(*common), ir.Constant(eight, [0] * 8))
        return builder.zext(builder.bitcast(has, ir.IntType(8)), number)

    return types.uint64(words, types.int64, types.uint64, types.uint64), generate


def _all_eight(builder: Any, eight: Any, word: Any) -> Any:
    """A vector of eight times the same word."""
    undefined = ir.Constant(eight, ir.Undefined)
    one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), 8), [0] * 8))


# Which of eight sets of cells, in a block, have a cell of another set: as bits.
eight_have: Callable[[Any, Any, Any, Any], Any] = intrinsic(_eight_have)
count_ones: Callable[[Any], Any] = intrinsic(_count_ones)
trailing_zeros: Callable[[Any], Any] = intrinsic(_trailing_zeros)
