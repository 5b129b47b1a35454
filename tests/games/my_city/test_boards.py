"""Facts about the boards, buildings and cards of My City."""

import pytest

from tests.dialect import Position
from tests.games.my_city.board import (
    CHURCHES,
    ETERNAL_BOARD,
    HOUSES,
    LEGACY_BOARD,
    RIVER_CELLS_LEFT,
    RIVER_CELLS_RIGHT,
    at_origin,
    card_of,
    cells_with,
    turned,
)
from tests.games.my_city.episodes import ETERNAL, EXAMPLES, GOLD, JUBILEE
from tests.games.my_city.table import Table
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE
from tilefolk.games.laying.catalogue import EPISODES, ground_of
from tilefolk.games.laying.hand import ground_json

BOARDS = pytest.mark.parametrize(("mode", "board"), [(EXAMPLES, LEGACY_BOARD), (ETERNAL, ETERNAL_BOARD)])


@BOARDS
def test_maps(mode: str, board: list[str]) -> None:
    ground = Position(mode).ground
    listed = ground.grid.listed
    assert len(listed(ground.grid.cells)) == 121
    assert set(listed(ground.layer("mountain"))) == cells_with("M", board)
    assert set(listed(ground.layer("forest"))) == cells_with("F", board)
    assert set(listed(ground.open)) == cells_with(".sTRWG", board)
    for symbol, letter in {"tree": "T", "rock": "R", "well": "W", "vein": "G"}.items():
        there = cells_with(letter, board)
        assert set(listed(ground.layer(symbol) if there else 0)) == there


@BOARDS
def test_26_blocked_cells_and_95_land(mode: str, board: list[str]) -> None:
    ground = Position(mode).ground
    assert ground.open.bit_count() == 95
    assert (ground.grid.cells & ~ground.open).bit_count() == 26
    assert ground.layer("mountain").bit_count() == 10
    assert ground.layer("forest").bit_count() == 16


def test_small_squares_are_shown_to_whoever_draws_the_board() -> None:
    """They lie open in print: one plans where the next rock or tree will go."""
    episode = EPISODES["my_city/1"]
    shown = ground_json(episode, ground_of(episode.name, Legacy()))["layers"]["square"]
    assert [int(cells, 16).bit_count() for cells in shown] == [19]
    assert "square" not in ground_json(EPISODES[ETERNAL], ground_of(ETERNAL, Legacy()))["layers"]


def test_trees_rocks_and_small_squares_of_the_legacy_board() -> None:
    ground = Position(EXAMPLES).ground
    assert set(ground.grid.listed(ground.layer("tree"))) == {"B1", "J3", "G4", "I7", "B10", "F10"}
    assert set(ground.grid.listed(ground.layer("rock"))) == {"A3", "C4", "C7", "A8", "G8", "K1"}
    left, right = ground.banks
    squares = ground.layer("square")
    assert (squares & left, (squares & right).bit_count()) == (0, 19)


def test_wells_and_veins_of_the_eternal_board() -> None:
    ground = Position(ETERNAL).ground
    assert set(ground.grid.listed(ground.layer("well"))) == {"C2", "H3", "G9"}
    assert set(ground.grid.listed(ground.layer("vein"))) == {"A8", "K1"}
    for well in ("C2", "H3", "G9"):
        assert (ground.grid.around(ground.grid.mask([well])) & ground.open).bit_count() == 4
        assert well not in RIVER_CELLS_LEFT + RIVER_CELLS_RIGHT


@BOARDS
def test_banks_of_46_and_75_cells(mode: str, board: list[str]) -> None:
    ground = Position(mode).ground
    left, right = ground.banks
    assert (left.bit_count(), right.bit_count()) == (46, 75)
    assert ((left & ground.open).bit_count(), (right & ground.open).bit_count()) == (36, 59)
    for bank in ground.banks:
        assert len(list(ground.grid.groups(bank & ground.open))) == 1


@BOARDS
def test_eleven_land_river_cells_on_each_bank(mode: str, board: list[str]) -> None:
    ground = Position(mode).ground
    river = ground.select(("river",)) & ground.open
    assert set(ground.grid.listed(river & ground.banks[0])) == set(RIVER_CELLS_LEFT)
    assert set(ground.grid.listed(river & ground.banks[1])) == set(RIVER_CELLS_RIGHT)


def test_mine_cells_have_exactly_two_land_neighbours() -> None:
    ground = Position(EXAMPLES).ground
    around = [ground.grid.around(ground.grid.mask([name])) & ground.open for name in ("A3", "C4", "C7")]
    assert [mask.bit_count() for mask in around] == [2, 2, 2]


def test_27_buildings_in_the_eternal_game() -> None:
    pieces = ground_of(ETERNAL, Legacy()).pieces
    assert set(pieces) == {f"{kind}-{shape}" for kind in "YRB" for shape in HOUSES} | {"C-J4", "C-Z4", "C-V5"}
    assert len(pieces) == 27
    sizes = [len(piece.shape.turned[0].cells) for piece in pieces.values()]
    assert sum(sizes) == 87 + 13


@pytest.mark.parametrize("shape", [*HOUSES, *CHURCHES])
def test_shapes_turn_clockwise_and_are_never_mirrored(shape: str) -> None:
    piece = Position(ETERNAL).ground.pieces[card_of(shape)]
    found = {tuple(at_origin(list(t.cells))): t.orientation for t in piece.shape.turned}
    wanted = {tuple(turned(shape, times)): times for times in (3, 2, 1, 0)}
    assert found == wanted


@pytest.mark.parametrize(("mode", "cards"), [(ETERNAL, 28), (GOLD, 29), (JUBILEE, 29)])
def test_cards_of_the_deck(mode: str, cards: int) -> None:
    table = Table(mode)
    first = table.game.legal(table.state, CHANCE)
    assert len(first) == len(set(first)) == cards
    assert ("deck", 0, "X") in first


@BOARDS
@pytest.mark.parametrize(("card", "left", "right"), [("Y-O4", 8, 10), ("C-V5", 17, 36)])
def test_first_placements_on_each_bank(mode: str, board: list[str], card: str, left: int, right: int) -> None:
    assert first_by_bank(mode, card) == (left, right)


def first_by_bank(mode: str, card: str) -> tuple[int, int]:
    """How many first placements a piece has on the left and on the right bank."""
    table = Table(mode).draw(card)
    ground = ground_of(mode, Legacy())
    left = set(ground.grid.listed(ground.banks[0]))
    firsts = [str(a[3]) for a in table.game.legal(table.state, 0) if a[0] == "place" and a[1] != "X1"]
    return sum(first in left for first in firsts), sum(first not in left for first in firsts)


@BOARDS
def test_o4_has_the_fewest_first_placements(mode: str, board: list[str]) -> None:
    counts = {card: first_by_bank(mode, card) for card in ground_of(mode, Legacy()).pieces}
    assert min(left for left, _ in counts.values()) == 8
    assert min(right for _, right in counts.values()) == 10


@pytest.mark.parametrize(("mode", "fewest"), [(GOLD, 6), (JUBILEE, 4)])
def test_first_placements_at_sawmill_and_palace(mode: str, fewest: int) -> None:
    cards = [*(f"Y-{shape}" for shape in HOUSES), *(f"C-{shape}" for shape in CHURCHES)]
    counts = {card: sum(first_by_bank(mode, card)) for card in cards}
    assert counts["Y-O4"] == min(counts.values()) == fewest
