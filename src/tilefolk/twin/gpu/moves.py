"""Rounds on many boards: where a piece may lie, laying it with what it brings, passing, ending."""

from itertools import product
from typing import NamedTuple

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.gpu.backend import WORDS, Array, Cells, jnp, lax
from tilefolk.twin.gpu.boards import ENDED, MOVED_ON, PASSED, Boards, GpuTables, Op
from tilefolk.twin.gpu.sets import constant, first_of, flood, meets, size
from tilefolk.twin.ground import tables as t
from tilefolk.twin.ground.tables import H_DOUBLED, H_LOCK

EVERYWHERE = np.uint32(0xFFFFFFFF)


class Fit(NamedTuple):
    """What a fit rule asks of the slots of a piece, for every board."""

    blocked: Cells  # no cell of these
    wanted: Cells  # at least one of these
    matches: bool  # one cell beside one of its own kind


def named(op: Op, tables: t.Tables) -> Array:
    """For each piece, whether the op names it."""
    return jnp.asarray([bool(op.pieces >> piece & 1) for piece in range(len(tables.names))])


def fit_of(gpu: GpuTables, boards: Boards, piece: Array) -> Fit:
    """The fit rules of the first piece on boards that have none, of a later piece on the others."""
    first, later = gpu.ops(t.H_FIRST), gpu.ops(t.H_LATER)
    starts = joins = jnp.full_like(boards.clear, EVERYWHERE)
    for op in (*first, *later):
        exempt = named(op, gpu.tables)[piece][:, None]
        if op.code == Code.TOUCH:
            starts = jnp.where(exempt, starts, constant(op.mask))
        elif op.code == Code.BESIDE:
            joins = jnp.where(exempt, joins, ~boards.apart)
    wanted = jnp.where(boards.has_built, joins, starts)
    return Fit(~boards.clear, wanted, any(op.code == Code.MATCH for op in later))


def fitting(gpu: GpuTables, boards: Boards, piece: Array, fit: Fit) -> Array:
    """Which slots of each group's piece may be laid: groups x boards x slots of a piece."""
    cells = jnp.asarray(gpu.cells_of_pieces)[:, piece]
    blocked = wanted = np.uint32(0)
    for word in range(WORDS):
        here = cells[word, :, None]
        blocked = blocked | here & fit.blocked[word][..., None]
        wanted = wanted | here & fit.wanted[word][..., None]
    fits = (blocked == 0) & (wanted != 0)
    if fit.matches:
        near, joins = jnp.asarray(gpu.beside_of_pieces)[:, :, piece], np.uint32(0)
        for kind, word in product(range(len(near)), range(WORDS)):
            joins = joins | near[kind, word, :, None] & boards.marks[kind, word][..., None]
        fits &= (joins != 0) | ~boards.has_built[..., None]
    return fits


def may_pass(gpu: GpuTables, boards: Boards, piece: Array) -> Array:
    for op in gpu.ops(t.H_PASS):
        must = jnp.asarray(gpu.arrays.pieces[:, 2] != 0)[piece][:, None]
        if op.code == Code.PASS:
            return ~must & ((boards.value >= -op.points) | boards.locked)
        return ~must & (boards.passes + _circles(op, gpu, piece) <= op.number)
    return jnp.zeros_like(boards.ended)


def _circles(op: Op, gpu: GpuTables, piece: Array) -> Array:
    return 1 + named(op, gpu.tables)[piece][:, None].astype(jnp.int32)


def booked(gpu: GpuTables, boards: Boards, points: Array) -> Boards:
    """Points that come together: the lock looks at their sum."""
    value, lock = boards.value + points, gpu.tables.sizes[H_LOCK]
    if lock < 0:
        return boards._replace(value=value)
    value = jnp.where(boards.locked, boards.value, jnp.minimum(value, lock))
    return boards._replace(value=value, locked=boards.locked | (value >= lock))


def put(gpu: GpuTables, boards: Boards, row: Array) -> Boards:
    """A piece on each board, with everything it brings; `row` is where it lies, below 0 for none."""
    lies = row >= 0
    at = jnp.maximum(row, 0)
    kinds = boards.marks.shape[0]
    cells = jnp.where(lies, jnp.moveaxis(jnp.asarray(gpu.cells)[at], -1, 0), np.uint32(0))
    more = jnp.moveaxis(jnp.asarray(gpu.more[:, : 1 + kinds])[at], (-2, -1), (0, 1))
    more = jnp.where(lies, more, np.uint32(0))
    boards = boards._replace(
        clear=boards.clear & ~cells,
        apart=boards.apart & ~more[0],
        marks=boards.marks | more[1:],
        heads=boards.heads | first_of(cells),
        notes=_doubled(gpu, boards.notes, at, lies),
        has_built=boards.has_built | lies,
    )
    stirs = meets(cells, constant(gpu.arrays.stirring))
    points = jnp.zeros_like(boards.value)
    for op in gpu.ops(t.H_ONCE):
        boards, brought = _once(gpu, boards, op, cells, stirs)
        points += op.points * brought
    return _races(gpu, booked(gpu, boards, points), stirs)


def _doubled(gpu: GpuTables, notes: Cells, at: Array, lies: Array) -> Cells:
    doubled = gpu.arrays.slot_ints[:, 2]
    if (doubled < 0).all():
        return notes
    cell = jnp.asarray(doubled)[at]
    word = jnp.arange(WORDS)[:, None, None] == cell // 32
    bit = np.uint32(1) << (cell % 32).astype(jnp.uint32)
    more = jnp.where(lies & (cell >= 0) & word, bit, np.uint32(0))
    note = gpu.tables.sizes[H_DOUBLED]
    return notes.at[note].set(notes[note] | more)


def _once(gpu: GpuTables, boards: Boards, op: Op, cells: Cells, stirs: Array) -> tuple[Boards, Array]:
    """What a rule brings for the cells of a new piece: new groups, or roads; how many of them."""
    within, note = boards.marks[op.kinds[0]], op.notes[0]
    twice = boards.notes[gpu.tables.sizes[H_DOUBLED]]

    def take(both: tuple[Cells, Cells, Array]) -> tuple[Cells, Cells, Array]:
        new, noted, total = both
        part = flood(gpu.steps, first_of(new), within)
        more, brought = (_road if op.code == Code.ROAD else _new_group)(op, part, noted, twice)
        return new & ~part, noted | more, total + brought

    def is_left(both: tuple[Cells, Cells, Array]) -> Array:
        return (both[0] != 0).any()

    new = jnp.where(stirs, cells & within, np.uint32(0))
    begin = (new, boards.notes[note], jnp.zeros_like(boards.value))
    _, noted, total = lax.while_loop(is_left, take, begin)
    return boards._replace(notes=boards.notes.at[note].set(noted)), total


def _new_group(op: Op, part: Cells, noted: Cells, twice: Cells) -> tuple[Cells, Array]:
    reaches = (part != 0).any(0) & ~meets(part, noted) & (size(part) + size(part & twice) >= op.number)
    for thing in op.things:
        reaches &= meets(part, constant(thing[0]))
    return jnp.where(reaches, first_of(part), np.uint32(0)), reaches.astype(jnp.int32)


def _road(op: Op, part: Cells, noted: Cells, twice: Cells) -> tuple[Cells, Array]:
    leads = meets(part, constant(op.mask))
    more, total = jnp.zeros_like(part), jnp.zeros(part.shape[1:], jnp.int32)
    for thing in op.things:
        lies, ring = map(constant, thing)
        reaches = leads & ~meets(noted, lies) & meets(part, ring)
        more |= jnp.where(reaches, lies, np.uint32(0))
        total += reaches
    return more, total


def _races(gpu: GpuTables, boards: Boards, stirs: Array) -> Boards:
    """Goals that a board reaches now; alone it takes the first prize."""
    sizes, points = gpu.tables.sizes, jnp.zeros_like(boards.value)
    prizes = t.I_BOOKED + sizes[t.H_RULES] + sizes[t.H_RACES]
    races = boards.races
    for index, op in enumerate(gpu.ops(t.H_RACE)):
        reached = stirs & ~races[index] & ~meets(boards.clear, constant(op.mask))
        points += reached * int(gpu.tables.fresh_ints[prizes + index])
        races = races.at[index].set(races[index] | reached)
    return booked(gpu, boards._replace(races=races), points)


def answered(gpu: GpuTables, boards: Boards, piece: Array, row: Array) -> tuple[Boards, Array]:
    """A round: lay in a slot, or pass where none is given and one may, or else end; what was answered."""
    dealt, passes = (piece >= 0)[:, None], may_pass(gpu, boards, piece)
    acts = dealt & ~boards.ended
    row = jnp.where(acts, row, MOVED_ON)
    laid = put(gpu, boards, row)
    without = acts & (row < 0)
    skips, ends = without & passes, without & ~passes
    for op in gpu.ops(t.H_PASS):
        cost = op.points if op.code == Code.PASS else 0
        laid = booked(gpu, laid, jnp.where(skips, cost, 0))
        circles = 1 if op.code == Code.PASS else _circles(op, gpu, piece)
        laid = laid._replace(passes=laid.passes + jnp.where(skips, circles, 0))
    answer = jnp.where(skips, PASSED, jnp.where(ends, ENDED, row))
    return laid._replace(ended=laid.ended | ends), answer
