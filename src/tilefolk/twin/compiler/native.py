"""What kernels need and numba lacks: pointers that cost nothing to hand on, bits, vectors of words."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tilefolk.twin.ground.lanes import FOUR, SETS, SHIFTS

numba: Any = import_module("numba")
types: Any = numba.types
ir: Any = import_module("llvmlite.ir")
extending: Any = import_module("numba.extending")
cgutils: Any = import_module("numba.core.cgutils")
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
        block = _vectors(context, builder, signature.args[0], array, place, eight)
        common = []
        for half, mask in enumerate(masks):
            cells = builder.load(builder.gep(block, [ir.Constant(number, half)]), align=8)
            common.append(builder.and_(cells, _repeated(builder, eight, mask)))
        has = builder.icmp_unsigned("!=", builder.or_(*common), ir.Constant(eight, [0] * 8))
        return builder.zext(builder.bitcast(has, ir.IntType(8)), number)

    return types.uint64(words, types.int64, types.uint64, types.uint64), generate


def _four_lanes(
    typing: Any, words: Any, at: Any, more: Any, built_a: Any, built_b: Any, asked_a: Any, asked_b: Any,
    out: Any, used: Any,
) -> Any:  # fmt: skip
    """Vectors of four lanes, first words and second words: a set is shifted by another distance in each."""
    four = ir.VectorType(ir.IntType(64), FOUR)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, count, *sets, target, end = arguments
        lanes = _vectors(context, builder, signature.args[0], array, place, four)
        results = _vectors(context, builder, signature.args[-2], target, end, four)
        words_of = [_repeated(builder, four, word) for word in sets]
        found = [cgutils.alloca_once_value(builder, word) for word in words_of]
        with cgutils.for_range(builder, count) as cell:
            index = builder.add(cell.index, ir.Constant(cell.index.type, SHIFTS // FOUR))
            shift = builder.load(builder.gep(lanes, [index]), align=8)
            back = builder.sub(ir.Constant(four, [64] * FOUR), shift)
            for low in (0, 2):  # first words of a set, then second ones
                a, b = words_of[low : low + 2]
                both = builder.or_(builder.lshr(a, shift), builder.shl(b, back))
                for place_of, shifted in ((low, both), (low + 1, builder.lshr(b, shift))):
                    builder.store(builder.or_(builder.load(found[place_of]), shifted), found[place_of])
        fits = []
        for half in range(2):
            valid = builder.load(builder.gep(lanes, [ir.Constant(ir.IntType(64), half)]), align=8)
            free = builder.and_(valid, builder.not_(builder.load(found[half])))
            fits.append(builder.and_(free, builder.load(found[half + 2])))
        for index, order in enumerate(((0, 4, 1, 5), (2, 6, 3, 7))):
            mask = ir.Constant(ir.VectorType(ir.IntType(32), FOUR), order)
            pair = builder.gep(results, [ir.Constant(ir.IntType(64), index)])
            builder.store(builder.shuffle_vector(*fits, mask), pair, align=8)
        return context.get_dummy_value()

    word = types.uint64
    return types.void(words, types.int64, types.int64, word, word, word, word, out, types.int64), generate


def _eight_words(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), SETS))
        return builder.bitcast(room, ir.IntType(64).as_pointer())

    return Pointer(types.uint64)(), generate


def _row_of(typing: Any, array: Any, layer: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        whole = context.make_array(kind)(context, builder, arguments[0])
        _, rows, size = cgutils.unpack_tuple(builder, whole.shape, kind.ndim)
        number = builder.add(builder.mul(arguments[1], rows), arguments[2])
        return builder.gep(whole.data, [builder.mul(number, size)])

    return Pointer(array.dtype)(array, types.int64, types.int64), generate


def _vectors(context: Any, builder: Any, kind: Any, array: Any, place: Any, vector: Any) -> Any:
    """A place in an array as a pointer to vectors."""
    data = array if isinstance(kind, types.CPointer) else _begin(context, builder, kind, None, array)
    return builder.bitcast(builder.gep(data, [place]), vector.as_pointer())


def _repeated(builder: Any, vector: Any, word: Any) -> Any:
    """A vector of the same word again and again."""
    undefined = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), vector.count), [0] * vector.count)
    return builder.shuffle_vector(one, undefined, zeros)


# Which of eight sets of cells, in a block, have a cell of another set: as bits.
eight_have: Callable[[Any, Any, Any, Any], Any] = intrinsic(_eight_have)
# The first cells on which a shape fits in each of four lanes (`twin.ground.lanes`), two words a lane: it
# has no cell of one set (`built`) and some cell of another (`asked`).
four_lanes: Callable[[Any, Any, Any, Any, Any, Any, Any, Any, Any], None] = intrinsic(_four_lanes)
eight_words: Callable[[], Any] = intrinsic(_eight_words)  # room for them, as long as a part runs
row_of: Callable[[Any, Any, Any], Any] = intrinsic(_row_of)  # where a row of an array of layers begins
count_ones: Callable[[Any], Any] = intrinsic(_count_ones)
trailing_zeros: Callable[[Any], Any] = intrinsic(_trailing_zeros)
