"""The arrays that kernels work in while they rate answers: made once, used for board after board."""

from typing import NamedTuple

import numpy as np

from tilefolk.twin.compiler.jit import kernel
from tilefolk.twin.ground.arrays import Floats, Ints, Words
from tilefolk.twin.ground.tables import H_LINES, H_OPS, H_SLOT_INTS, H_TIES
from tilefolk.twin.kernels.changes import LINE_INTS, MEMBERS
from tilefolk.twin.value.groups import G_END
from tilefolk.twin.value.head import F_GROUPS, F_PAIRS


class Scratch(NamedTuple):
    """What `rate` finds: slots, what they look worth, what they come to. And where it works.

    `known`: the points of every line. `board`, `bi`: a board to try things out. `shares`, `places`: of pairs.
    `counts`, `found`: the states of groups, and groups. `lines`, `members`: what a piece may change.
    """

    rows: Ints
    worth: Floats
    scores: Floats
    known: Ints
    board: Words
    bi: Ints
    shares: Floats
    places: Ints
    counts: Ints
    found: Ints
    lines: Ints
    members: Words


@kernel
def scratch_for(ints: Ints, head: Ints, board: Words, bi: Ints) -> Scratch:
    """Arrays for the boards of a ground, given one of them."""
    slots, lines = (ints[H_OPS] - ints[H_SLOT_INTS]) // 4, ints[H_TIES] - ints[H_LINES]
    return Scratch(
        np.empty(slots, np.int32),
        np.empty(slots + 2, np.float32),
        np.empty(slots + 2, np.float32),
        np.empty(lines + 1, np.int32),
        board.copy(),
        bi.copy(),
        np.empty(head[F_PAIRS], np.float32),
        np.empty(2 * head[F_PAIRS], np.uint32),
        np.empty(head[F_GROUPS], np.int32),
        np.empty(G_END, np.int32),
        np.empty(LINE_INTS * (lines + 1), np.int32),
        np.empty(MEMBERS * lines, np.uint64),
    )
