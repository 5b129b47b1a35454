"""Sets of cells on many boards at once: `(WORDS, ...)` arrays of uint32."""

from typing import NamedTuple

import numpy as np

from tilefolk.core.grid import bits_of
from tilefolk.twin.gpu.arrays import Words
from tilefolk.twin.gpu.backend import WORDS, Array, Cells, jnp, lax

BITS = 32
GROWTHS = 4  # between two looks whether a flood has come to rest


class Step(NamedTuple):
    """From some cells to neighbours whose numbers are higher by the same difference."""

    difference: int
    cells: tuple[int, ...]  # words


Steps = tuple[Step, ...]


def halves(words: Words) -> Words:
    """Words of 64 bits as twice as many of 32."""
    return np.ascontiguousarray(words).view(np.uint32)


def constant(words: Words) -> Cells:
    """A set that is the same on every board."""
    return jnp.asarray(halves(words).reshape(-1))[:, None, None]


def steps_of(near: Words) -> Steps:
    """The neighbours of all cells, put together by the difference of their numbers."""
    found: dict[int, int] = {}
    for cell, (low, high) in enumerate(near.tolist()):
        for other in bits_of(low | high << 64):
            found[other - cell] = found.get(other - cell, 0) | 1 << cell
    return tuple(Step(difference, _words(cells)) for difference, cells in sorted(found.items()))


def _words(cells: int) -> tuple[int, ...]:
    return tuple(cells >> BITS * word & 0xFFFFFFFF for word in range(WORDS))


def beside(steps: Steps, cells: Cells) -> Cells:
    """All cells that share a side with a cell of the set."""
    out = [jnp.zeros_like(cells[0])] * WORDS
    for difference, sources in steps:
        from_here = [cells[word] & np.uint32(sources[word]) for word in range(WORDS)]
        moved = _shifted(from_here, difference)
        out = [all_so_far | more for all_so_far, more in zip(out, moved, strict=True)]
    return jnp.stack(out)


def _shifted(words: list[Array], by: int) -> list[Array]:
    """A set with all numbers raised, or lowered."""
    whole, part = divmod(by, BITS)
    zero = jnp.zeros_like(words[0])

    def word(index: int) -> Array:
        return words[index] if 0 <= index < WORDS else zero

    if not part:
        return [word(index - whole) for index in range(WORDS)]
    low, high = np.uint32(part), np.uint32(BITS - part)
    return [word(index - whole) << low | word(index - whole - 1) >> high for index in range(WORDS)]


def size(cells: Cells) -> Array:
    return lax.population_count(cells).sum(0).astype(jnp.int32)


def meets(cells: Cells, others: Cells) -> Array:
    """Whether two sets have a cell in common."""
    return ((cells & others) != 0).any(0)


def first_of(cells: Cells) -> Cells:
    """The lowest cell of each set, if it has any."""
    lowest = cells & (~cells + np.uint32(1))
    before = jnp.cumsum(cells != 0, 0) - (cells != 0)
    return jnp.where(before == 0, lowest, np.uint32(0))


def flood(steps: Steps, seed: Cells, within: Cells) -> Cells:
    """The part of a set that hangs together with a seed."""

    def grow(both: tuple[Cells, Cells]) -> tuple[Cells, Cells]:
        before = cells = both[0]
        for _ in range(GROWTHS):
            cells = (cells | beside(steps, cells)) & within
        return cells, before

    def moves(both: tuple[Cells, Cells]) -> Array:
        return (both[0] != both[1]).any()

    seed = seed & within
    return lax.while_loop(moves, grow, grow((seed, seed)))[0]


def largest(steps: Steps, within: Cells, counted: Cells, twice: Cells) -> Array:
    """The largest part that hangs together, by how many cells of a set it has; some of them count twice."""

    def take(both: tuple[Cells, Array]) -> tuple[Cells, Array]:
        left, best = both
        part = flood(steps, first_of(left), left)
        count = size(part & counted) + size(part & counted & twice)
        return left & ~part, jnp.maximum(best, count)

    def is_left(both: tuple[Cells, Array]) -> Array:
        return (both[0] != 0).any()

    return lax.while_loop(is_left, take, (within, jnp.zeros(within.shape[1:], jnp.int32)))[1]
