"""The kernels that Python calls for one board: they hand everything on to the parts of the same names."""

from tilefolk.twin.compiler.jit import Flag, Number, kernel
from tilefolk.twin.ground.arrays import Ints, Words
from tilefolk.twin.kernels import counting, fitting, moves


@kernel
def legal(ints: Ints, words: Words, board: Words, bi: Ints, piece: Number, out: Ints, most: Number) -> Number:
    return fitting.legal(ints, words, board, bi, piece, out, most)


@kernel
def may_pass(ints: Ints, words: Words, bi: Ints, piece: Number) -> Flag:
    return fitting.may_pass(ints, words, bi, piece)


@kernel
def lay(ints: Ints, words: Words, board: Words, bi: Ints, row: Number) -> None:
    moves.lay(ints, words, board, bi, row)


@kernel
def skip(ints: Ints, words: Words, board: Words, bi: Ints, piece: Number) -> None:
    moves.skip(ints, words, board, bi, piece)


@kernel
def move_on(ints: Ints, words: Words, board: Words, bi: Ints, ends: Flag) -> None:
    moves.move_on(ints, words, board, bi, ends)


@kernel
def value(ints: Ints, words: Words, board: Words, bi: Ints, known: Ints) -> Number:
    return counting.value(ints, words, board, bi, known)


@kernel
def tie_key(ints: Ints, words: Words, board: Words, out: Ints) -> Number:
    return counting.tie_key(ints, words, board, out)
