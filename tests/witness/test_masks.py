"""Masks and turned shapes against plain sets of positions."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.witness.lattice import Place, background, groups, shifted, spread
from tests.witness.shapes import orientations
from tilefolk.core.grid import HEX, SQUARE, Grid
from tilefolk.core.shapes import covers, fitted, touches, turnings

pytestmark = pytest.mark.slow

LATTICES = {"square": SQUARE, "hex": HEX}
boxed = st.tuples(st.integers(-3, 4), st.integers(-2, 5))
small = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, set[Place], set[Place]]:
    """A lattice, a board with holes that is wider than any shape, and a region of it."""
    lattice = draw(st.sampled_from(sorted(LATTICES)))
    board = {(-3, -2), (4, 5)} | draw(st.sets(boxed, max_size=60))
    region = draw(st.sets(st.sampled_from(sorted(board))))
    return lattice, board, region


@st.composite
def drawings(draw: st.DrawFn) -> tuple[list[Place], list[str]]:
    """The cells of a shape, not always in one part, and a mark for each."""
    cells = draw(st.lists(small, min_size=1, max_size=5, unique=True))
    marks = draw(st.lists(st.sampled_from("FWHP"), min_size=len(cells), max_size=len(cells)))
    return cells, draw(st.sampled_from((marks, ["F"] * len(cells))))


def masked(grid: Grid, cells: Iterable[Place]) -> int:
    return sum(1 << grid.bit(place) for place in cells)


def unmasked(grid: Grid, board: Iterable[Place], mask: int) -> set[Place]:
    return {place for place in board if mask >> grid.bit(place) & 1}


@given(boards())
def test_masks_spread_like_sets(drawn: tuple[str, set[Place], set[Place]]) -> None:
    lattice, board, region = drawn
    grid = Grid.of(LATTICES[lattice], board)
    neighbours = {place: background(lattice, place) & board for place in board}
    around = {other for place in region for other in neighbours[place]}
    assert grid.around(masked(grid, region)) == masked(grid, around)
    parts = [unmasked(grid, board, part) for part in grid.groups(masked(grid, region))]
    assert sorted(map(sorted, parts)) == sorted(map(sorted, groups(region, neighbours)))
    seed = set(sorted(region)[::3])
    reached = spread(seed, region, neighbours)
    assert grid.spread(masked(grid, seed), masked(grid, region)) == masked(grid, reached)


@given(st.sampled_from(sorted(LATTICES)), drawings(), st.booleans())
def test_shapes_turn_like_sets(lattice: str, drawing: tuple[list[Place], list[str]], mirror: bool) -> None:
    cells, marks = drawing
    turned = turnings(LATTICES[lattice], cells, marks, mirror)
    mine = [(one.orientation, one.cells) for one in orientations(lattice, cells, marks, mirror)]
    assert [(one.orientation, tuple(one.cells)) for one in turned] == mine


@given(boards(), drawings(), st.booleans())
@settings(max_examples=150)
def test_shapes_lie_like_sets(
    drawn: tuple[str, set[Place], set[Place]], drawing: tuple[list[Place], list[str]], mirror: bool
) -> None:
    (lattice, board, region), (cells, marks) = drawn, drawing
    grid = Grid.of(LATTICES[lattice], board)
    shape = fitted(turnings(LATTICES[lattice], cells, marks, mirror), grid)
    covering = covers(masked(grid, region), shape) & shape.inside
    touching = touches(masked(grid, region), shape) & shape.inside
    for index, turned in enumerate(orientations(lattice, cells, marks, mirror)):
        lying = {first: set(shifted(turned.cells, first)) for first in board}
        inside = {first for first, lies in lying.items() if lies <= board}
        assert shape.firsts(shape.inside, index) == masked(grid, inside)
        inner = {first for first in inside if lying[first] <= region}
        assert shape.firsts(covering, index) == masked(grid, inner)
        meeting = {first for first in inside if lying[first] & region}
        assert shape.firsts(touching, index) == masked(grid, meeting)
