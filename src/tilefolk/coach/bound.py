"""A proven upper bound: whatever a seat had answered to the same draw, it could not have had more."""

from importlib.util import find_spec
from typing import NamedTuple

from tilefolk.coach.part import Part
from tilefolk.games.laying.board import Board


class Bound(NamedTuple):
    """The number nobody can exceed; None with the reason: a rule, or no solver where that is empty."""

    value: int | None
    lacks: str = ""


def can_solve() -> bool:
    """Whether a solver is installed (extra `tilefolk[fast]`)."""
    return find_spec("scipy") is not None


def upper_bound(part: Part, board: Board | None = None) -> Bound:
    """The bound of what a board can come to with the draws that are left, or of the whole part."""
    lock = part.state(part.fresh).episode.track.lock
    if lock is not None:
        return Bound(lock)
    if not can_solve():
        return Bound(None)
    from tilefolk.coach.relaxation import Relaxation, Unbounded

    try:
        return Bound(Relaxation(part, part.fresh if board is None else board).program.bound())
    except Unbounded as error:
        return Bound(None, str(error))
