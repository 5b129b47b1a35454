"""A proven upper bound: whatever a seat had answered to the same draw, it could not have had more."""

from typing import NamedTuple

from tilefolk.coach.part import Part
from tilefolk.games.laying.board import Board


class Bound(NamedTuple):
    """The number nobody can exceed; None with the reason: a rule, or no solver where that is empty."""

    value: int | None
    lacks: str = ""


def upper_bound(part: Part, board: Board | None = None) -> Bound:
    """The bound of what a board can come to with the draws that are left, or of the whole part."""
    from tilefolk.twin import is_available

    if not is_available():
        return Bound(None)
    from tilefolk.coach.linear import can_solve
    from tilefolk.coach.relaxation import Relaxation, Unbounded

    lock = part.state(part.fresh).episode.track.lock
    if lock is not None:
        return Bound(lock)
    if not can_solve():
        return Bound(None)
    try:
        return Bound(Relaxation(part, part.fresh if board is None else board).program.bound())
    except Unbounded as error:
        return Bound(None, str(error))
