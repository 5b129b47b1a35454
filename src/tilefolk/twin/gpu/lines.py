"""The score sheet of many boards: what each comes to if the match ended now."""

import numpy as np

from tilefolk.games.laying.rules.ops import Code
from tilefolk.twin.gpu.backend import Array, Cells, jnp, lax
from tilefolk.twin.gpu.boards import Boards, GpuTables, Op
from tilefolk.twin.gpu.sets import beside, constant, largest, meets, size
from tilefolk.twin.ground import tables as t

GROUPS = (Code.GROUP, Code.FULL_GROUP, Code.LARGEST)


def value(gpu: GpuTables, boards: Boards) -> Array:
    """What each board comes to; the lines of one rule are added up before the lock looks at them."""
    ops, lock = gpu.ops(t.H_LINES), gpu.tables.sizes[t.H_LOCK]
    groups = _groups(gpu, boards, ops)
    total, locked, points = boards.value, boards.locked, jnp.zeros_like(boards.value)
    for index, op in enumerate(ops):
        points = points + _line(gpu, boards, groups.get(index), op)
        if index + 1 == len(ops) or ops[index + 1].rule != op.rule:
            grown = total + points
            if lock >= 0:
                grown = jnp.where(locked, total, jnp.minimum(grown, lock))
                locked |= grown >= lock
            total, points = grown, jnp.zeros_like(points)
    return total


def _line(gpu: GpuTables, boards: Boards, group: Array, op: Op) -> Array:
    if op.compares:
        return op.points * (_count(gpu, boards, group, op) >= 1)
    if op.code == Code.CIRCLES:
        return jnp.asarray(gpu.arrays.numbers)[op.numbers + boards.passes]
    if op.code == Code.WHOLE:
        return _whole(boards, op)
    return op.points * _count(gpu, boards, group, op)


def _count(gpu: GpuTables, boards: Boards, group: Array, op: Op) -> Array:
    """What the points of an op are multiplied by."""
    mask = constant(op.mask)
    if op.code == Code.CLEAR:
        return size(mask & (boards.clear | _union(boards.notes, op.notes)))
    if op.code == Code.COVERED:
        return size(mask & _union(boards.marks, op.kinds))
    if op.code in (Code.GROUP, Code.LARGEST):
        return group
    if op.code == Code.FULL_GROUP:
        own = size(_union(boards.marks, op.kinds) & boards.heads)
        return (own > 0) & (group == own)
    if op.code == Code.CHURCH:
        return _churches(gpu, boards, op)
    if op.code == Code.WELL:
        return _wells(gpu, boards, op)
    if op.code == Code.NONE_CLEAR:
        return ~meets(mask, boards.clear)
    if op.code == Code.UNPASSED:
        return boards.passes == 0
    if op.code == Code.AT_LARGE:
        free = constant(gpu.arrays.open)
        return size(mask & beside(gpu.steps, boards.clear & free))
    return jnp.full_like(boards.value, op.number)  # CONSTANT


def _union(sets: Cells, which: tuple[int, ...]) -> Cells:
    out = jnp.zeros_like(sets[0]) if sets.shape[0] else np.uint32(0)
    for index in which:
        out = out | sets[index]
    return out


def _whole(boards: Boards, op: Op) -> Array:
    mask = constant(op.mask)
    clear = size(mask & boards.clear)
    more = sum((size(constant(thing[0]) & boards.clear) for thing in op.things), clear)
    return jnp.where(clear == size(mask), op.number, op.points * more)


def _groups(gpu: GpuTables, boards: Boards, ops: list[Op]) -> dict[int, Array]:
    """The largest groups of all ops that ask for one, flooded together."""
    asking = [index for index, op in enumerate(ops) if op.code in GROUPS]
    if not asking:
        return {}
    within = jnp.stack([_union(boards.marks, ops[index].kinds) for index in asking], 1)
    none, doubled = jnp.zeros_like(boards.clear), boards.notes[gpu.tables.sizes[t.H_DOUBLED]]
    by_cells = [ops[index].code == Code.LARGEST for index in asking]
    counted = jnp.stack([~none if cells else boards.heads for cells in by_cells], 1)
    twice = jnp.stack([doubled if cells else none for cells in by_cells], 1)
    return dict(zip(asking, largest(gpu.steps, within, counted, twice), strict=True))


def _churches(gpu: GpuTables, boards: Boards, op: Op) -> Array:
    """The buildings of a kind that border all kinds they need."""
    kinds = jnp.asarray(gpu.arrays.slot_ints[:, 1])
    needs = [kind for kind in range(len(boards.marks)) if op.number >> kind & 1]

    def look(total: Array, row: Array) -> tuple[Array, None]:
        meets_all = (row >= 0) & jnp.isin(kinds[jnp.maximum(row, 0)], jnp.asarray(op.kinds))
        ring = _around(gpu, row)
        for need in needs:
            meets_all &= meets(ring, boards.marks[need])
        return total + meets_all, None

    return lax.scan(look, jnp.zeros_like(boards.value), _rows(gpu, boards))[0]


def _wells(gpu: GpuTables, boards: Boards, op: Op) -> Array:
    """Clear cells with a different building on each side."""
    cells = [cell for cell in range(len(gpu.arrays.near)) if int(op.mask[cell // 32]) >> cell % 32 & 1]

    def look(sides: list[Array], row: Array) -> tuple[list[Array], None]:
        ring = _around(gpu, row)
        return [total + _has(ring, cell) for cell, total in zip(cells, sides, strict=True)], None

    none = [jnp.zeros_like(boards.value) for _ in cells]
    sides, _ = lax.scan(look, none, _rows(gpu, boards))
    full = [_has(boards.clear, cell) * (total == op.number) for cell, total in zip(cells, sides, strict=True)]
    return sum(full, jnp.zeros_like(boards.value))


def _around(gpu: GpuTables, row: Array) -> Cells:
    """The cells around what lies in a slot, none for no slot."""
    ring = jnp.asarray(gpu.more[:, 0])[jnp.maximum(row, 0).astype(jnp.int32)]
    return jnp.where(row >= 0, jnp.moveaxis(ring, -1, 0), np.uint32(0))


def _rows(gpu: GpuTables, boards: Boards) -> Array:
    """The slots of everything that lies on the boards, what is printed first."""
    printed, slots = gpu.tables.sizes[t.H_PRINTED], len(gpu.cells)
    shape = (printed, *boards.rows.shape[1:])
    fixed = jnp.broadcast_to(jnp.arange(slots - printed, slots, dtype=jnp.int16)[:, None, None], shape)
    return jnp.concatenate([fixed, boards.rows])


def _has(cells: Cells, cell: int) -> Array:
    return (cells[cell // 32] >> np.uint32(cell % 32) & np.uint32(1)).astype(jnp.int32)
