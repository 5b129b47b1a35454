"""Roads in the making: how many cells are missing to a goal, and which."""

from tilefolk.core.grid import Grid, Mask

Steps = list[Mask]  # at index n the cells from which n cells are missing, themselves included where free


def to_goal(grid: Grid, laid: Mask, free: Mask, goal: Mask) -> Steps:
    """The way to the goal from everywhere, over cells that are laid already (at no price) or free."""
    steps = [grid.spread(goal & laid, laid)]
    known = steps[0]
    fresh = (goal | grid.around(known)) & free
    while fresh:
        fresh |= grid.spread(grid.around(fresh), laid & ~known)
        steps.append(fresh)
        known |= fresh
        fresh = grid.around(fresh) & free & ~known
    return steps


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
