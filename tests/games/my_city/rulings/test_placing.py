"""Where buildings may lie: MC-R01 to MC-R04, MC-R51."""

import pytest

from tests.dialect import Position
from tests.games.my_city.board import CHURCHES, HOUSES, RIVER_CELLS_LEFT, RIVER_CELLS_RIGHT, card_of, on
from tests.games.my_city.episodes import ETERNAL, EXAMPLES
from tests.games.my_city.rulings.placements import allowed, offered
from tests.games.my_city.table import Table
from tilefolk.core.game import Illegal


@pytest.mark.parametrize("shape", [*HOUSES, *CHURCHES])
def test_mc_r01_the_first_building_lies_alongside_the_river_on_either_bank(shape: str) -> None:
    table = Table(ETERNAL).draw(card_of(shape))
    assert offered(table) == allowed(shape, set())


def test_mc_r01_a_corner_on_the_river_is_not_enough() -> None:
    table = Table(ETERNAL).draw("Y-I2")
    assert table.game.why(table.state, 0, on("I2", "F2 G2")) == ("start.river",)
    with pytest.raises(Illegal):
        table.answer(0, "F2 G2")


@pytest.mark.parametrize("shape", [*HOUSES, *CHURCHES])
def test_mc_r02_bordering_needs_a_common_side_and_the_river_changes_nothing(shape: str) -> None:
    table = Table(ETERNAL).round("R-L4", "G1 E2 F2 G2", "end").round("B-V3", "D2 D3 E3", "")
    table.draw(card_of(shape))
    assert offered(table) == allowed(shape, {"G1", "E2", "F2", "G2", "D2", "D3", "E3"})


def test_mc_r02_the_river_does_not_part_groups_churches_and_wells() -> None:
    over_the_river = Position(EXAMPLES, [("Y-I2", "E4 E5"), ("Y-I3", "F4 F5 F6")])
    assert over_the_river.line("largest_group") == 2
    row = Position(EXAMPLES, [("Y-I2", "G1 H1"), ("Y-I2", "C1 D1"), ("Y-I2", "E1 F1"), ("Y-I2", "I1 J1")])
    assert row.line("largest_group") == 4
    only_corner = Position(EXAMPLES, [("Y-I2", "E2 F2"), ("Y-I2", "D3 D4")])
    assert only_corner.line("largest_group") == 1
    parish = [("C-V5", "F3 F4 F5 G5 H5"), ("Y-I2", "E3 E4"), ("R-I2", "D5 E5"), ("B-I2", "F6 G6")]
    assert Position(EXAMPLES, parish).line("church") == 3
    around = [("Y-I2", "F3 F4"), ("R-I2", "E2 F2"), ("B-I2", "C3 D3"), ("Y-V3", "D4 E4 D5")]
    assert Position(EXAMPLES, around, [("W", "E3")]).line("well.well") == 4


def test_mc_r03_no_building_on_both_banks() -> None:
    empty = Position(EXAMPLES)
    assert empty.why("Y-I2", "E3 F3") == ("one_bank",)
    assert empty.why("Y-I2", "E6 E7") == ("one_bank",)
    assert empty.why("Y-V3", "E2 E3 F3") == ("one_bank",)
    assert empty.legal("Y-V3", "E2 F2 F3")


def test_mc_r04_the_first_building_placed_starts_at_the_river_whatever_was_passed_or_blocked() -> None:
    table = Table(ETERNAL).round("Y-I2", "pass", "C1 D1").round("X").round("Y-V3").draw("R-I2")
    river = set(RIVER_CELLS_LEFT + RIVER_CELLS_RIGHT)
    assert all(cells & river for cells in offered(table, 0))
    assert table.game.why(table.state, 0, on("I2", "A1 B1")) == ("start.river",)
    assert table.game.why(table.state, 1, on("I2", "A1 B1")) == ()


def test_mc_r51_mirror_images_are_never_allowed() -> None:
    empty = Position(ETERNAL)
    for node, church, cells in [("Y-L4", "C-J4", "D1 D2 D3 C3"), ("Y-S4", "C-Z4", "B2 C2 C3 D3")]:
        assert empty.can_be(church, cells)
        assert not empty.can_be(node, cells)
    assert empty.can_be("Y-L4", "C1 C2 C3 D3")
    assert not empty.can_be("C-J4", "C1 C2 C3 D3")
    assert empty.can_be("Y-S4", "C2 D2 B3 C3")
    assert not empty.can_be("C-Z4", "C2 D2 B3 C3")
