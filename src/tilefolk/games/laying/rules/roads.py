"""Roads in the making: how many cells are missing to a goal, and which."""

from collections.abc import Iterator, Sequence

from tilefolk.core.grid import Grid, Mask

Steps = list[Mask]  # at index n the cells from which n cells are missing, themselves included where free


def to_goal(grid: Grid, laid: Mask, free: Mask, goal: Mask) -> Steps:
    """The way to the goal from everywhere, over cells that are laid already (at no price) or free."""
    return list(_steps(grid, laid, free, goal))


def _steps(grid: Grid, laid: Mask, free: Mask, goal: Mask) -> Iterator[Mask]:
    known = grid.spread(goal & laid, laid)
    yield known
    fresh = (goal | grid.around(known)) & free
    while fresh:
        fresh |= grid.spread(grid.around(fresh), laid & ~known)
        yield fresh
        known |= fresh
        fresh = grid.around(fresh) & free & ~known


def lengths(grid: Grid, laid: Mask, free: Mask, goal: Mask, begins: Sequence[Mask]) -> list[int]:
    """How many cells are missing from each beginning to the goal, without those that have no way there."""
    found: dict[Mask, int] = {}
    left = set(begins)
    for length, cells in enumerate(_steps(grid, laid, free, goal)):
        for begin in [begin for begin in left if begin & cells]:
            found[begin] = length
            left.remove(begin)
        if not left:
            break
    return [found[begin] for begin in begins if begin in found]


def missing(grid: Grid, laid: Mask, steps: Steps, begin: Mask) -> Mask | None:
    """The fewest cells that lead from one of these to the goal; None where there is no way."""
    length = 0
    while not steps[length] & begin:
        length += 1
        if length == len(steps):
            return None
    out = 0
    for cells in steps[length:0:-1]:
        at = begin & cells
        here = at & ~laid or grid.around(grid.spread(at, laid)) & cells & ~laid
        out |= here & -here
        begin = grid.around(here & -here)
    return out
