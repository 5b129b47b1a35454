"""Land, buildings and cards of the chapters, and what lies open: MC-R37 to MC-R43, MC-R52."""

from pathlib import Path

import pytest

from tests.dialect import Position
from tests.games.my_city.board import ETERNAL_BOARD, HOUSES, cells_with, on
from tests.games.my_city.episodes import ETERNAL, EXAMPLES, EXAMPLES_FILE, FILES, GOLD, JUBILEE, edited
from tests.games.my_city.positions import linked, parks, tie_key, wells
from tests.games.my_city.rulings.placements import covered, is_left, offered
from tests.games.my_city.table import Table
from tilefolk.core.game import Illegal, Legacy
from tilefolk.core.notation import CHANCE

COG = Legacy((("cog", "B-I2"),))
CLOSED = ('open = ["plain"] }', 'open = ["plain"], closed = "left" }')


def test_mc_r37_a_closed_bank_does_not_exist(tmp_path: Path) -> None:
    mode = edited(tmp_path, EXAMPLES_FILE, CLOSED)
    table = Table(mode).draw("Y-I2")
    assert not any(is_left(name) for cells in offered(table) for name in cells)
    position = Position(mode)
    lines = [position.line(f"visible.{what}") for what in ("tree", "rock", "empty")]
    assert lines == [8, -4, -(59 - 6)]
    right = [-sum(not is_left(name) for name in row) for row in empty_rows()]
    assert list(tie_key(position)) == right


def empty_rows() -> list[list[str]]:
    """The empty cells of the legacy board, row by row."""
    position = Position(EXAMPLES)
    return [[c for c in position.lit("visible.empty") if c[1:] == str(row)] for row in range(1, 12)]


def test_mc_r37_wells_of_a_closed_bank_do_not_count(tmp_path: Path) -> None:
    mode = edited(tmp_path, EXAMPLES_FILE, CLOSED)
    around = [("Y-I2", "C1 D1"), ("Y-I2", "B3 C3"), ("Y-I2", "A2 B2"), ("Y-I2", "D2 D3")]
    assert Position(EXAMPLES, around, [("W", "C2")]).line("well.well") == 4
    assert Position(mode, around, [("W", "C2")]).line("well.well") == 0


def test_mc_r38_open_forest_is_never_empty_and_may_be_built_on_in_part() -> None:
    position = Position(GOLD)
    assert position.line("visible.empty") == -83
    assert not set(position.lit("visible.empty")) & cells_with("F", ETERNAL_BOARD)
    assert position.legal("Y-I2", "H10 H11")
    assert position.lay("Y-I2", "H10 H11").line("visible.empty") == -82
    assert position.legal("R-I3", "I11 J11 K11")


def test_mc_r38_forest_stays_closed_in_the_eternal_game() -> None:
    position = Position(ETERNAL, [("Y-O4", "H8 I8 H9 I9")])
    assert position.why("R-I2", "I10 J10") == ("on_land",)


def test_mc_r39_the_sawmill_borders_nothing() -> None:
    position = Position(GOLD)
    assert position.legal("Y-I2", "I8 I9")
    position.lay("Y-I2", "I8 I9")
    assert position.why("R-I2", "J10 K10") == ("beside",)
    assert position.legal("R-I2", "J9 J10")
    assert position.why("R-I2", "I10 J10") == ("on_land",)


def test_mc_r39_port_and_mines_close_a_park_and_fill_no_well_side(tmp_path: Path) -> None:
    wet = edited(tmp_path, FILES[JUBILEE], ('  { rule = "mark", put = "B", over = ["well"] },\n', ""))
    park = Position(JUBILEE).lay("R-I2", "A1 B1", bring=True).lay("R-I3", "B2 C2 D2", bring=True)
    assert parks(park) == ("A2",)
    well = [("Y-I2", "C3 B3"), ("R-I2", "C2 D2"), ("R-I3", "D4 D5 D6")]
    assert wells(Position(wet, well, [("W", "D3")])) == 0
    assert wells(Position(EXAMPLES, [*well, ("Y-I2", "E3 E4")], [("W", "D3")])) == 4


def test_mc_r40_the_first_building_borders_the_palace() -> None:
    table = Table(JUBILEE).draw("Y-I2")
    background = {"E5", "D6", "F6", "E7"}
    houses = [covered(a) for a in table.game.legal(table.state, 0) if a[:2] == ("place", "I2")]
    assert houses
    assert all(cells & background for cells in houses)
    assert set().union(*(cells & background for cells in houses)) == background


def test_mc_r40_the_palace_is_a_red_building_for_later_ones() -> None:
    position = Position(JUBILEE, [("Y-I2", "E4 E5")])
    assert position.legal("R-I2", "F6 G6")
    assert position.why("R-I2", "E6 E7") != ()
    assert position.why("R-I2", "G6 H6") == ("beside",)


def test_mc_r40_the_palace_is_part_of_links_and_parks_but_not_counted_in_the_chain() -> None:
    laid = [("Y-I2", "E4 E5"), ("R-I3", "F6 F7 F8"), ("Y-I3", "F9 F10 F11")]
    assert linked(Position(JUBILEE, laid))
    assert not linked(Position(JUBILEE, [laid[0], laid[2]]))
    position = Position(JUBILEE)
    assert position.line("chain.R.palace") == 0
    assert Position(JUBILEE, [("R-I3", "F6 F7 F8"), ("R-I2", "F9 F10")]).line("chain.R.palace") == 2
    assert Position(JUBILEE, [("Y-I3", "F6 F7 F8"), ("R-I2", "F9 F10")]).line("chain.R.palace") == 0
    position.lay("R-I2", "D4 D5", bring=True)
    assert parks(position) == ()
    assert parks(position.lay("N-X1", "D7", bring=True)) == ("D6",)


@pytest.mark.parametrize(
    ("card", "cells", "points"),
    [
        ("Y-I2", "E11 F11", 2),
        ("Y-I3", "F9 F10 F11", 2),
        ("Y-O4", "E10 F10 E11 F11", 2),
        ("N-X1", "A11", 2),
        ("Y-I2", "E10 F10", 0),
    ],
)
def test_mc_r42_one_award_for_each_building_at_the_track(card: str, cells: str, points: int) -> None:
    position = Position(JUBILEE).lay(card, cells, bring=True)
    assert position.booked() == points
    assert position.lay("R-I2", "C11 D11", bring=True).booked() == points + 2


def test_mc_r43_a_retired_building_is_skipped_without_loss() -> None:
    table = Table(JUBILEE, 2, (COG, Legacy())).draw("B-I2")
    retired = [f"B-{shape}" for shape in ("I2", "I3", "V3", "O4", "T4", "S4", "L4", "U5")]
    assert table.shown("retired") == [retired[1:], retired]
    assert table.game.to_act(table.state) == (0,)
    for action in (("pass",), ("end",), ("place", "X1", 0, "E5"), on("I2", "E4 E5")):
        assert table.game.why(table.state, 1, action) != ()
    table.answer(0, "E4 E5").draw("B-O4")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.markers() == [0, 0]
    assert table.buildings() == [1, 0]
    assert table.draw("Y-I3").game.to_act(table.state) == (0, 1)


def test_mc_r52_everything_is_open_but_commits_and_the_order_of_the_deck() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "pass").draw("C-V5")
    cards = {f"{kind}-{shape}" for kind in "YRB" for shape in HOUSES} | {"C-J4", "C-Z4", "X"}
    for seat in (0, 1, None):
        assert table.game.seen(table.state, seat) == table.state
        assert set(table.game.view(table.state, seat)["left"]) == cards - {"Y-I2"}


def test_mc_r52_any_card_left_may_come_next() -> None:
    table = Table(ETERNAL).round("Y-I2", "pass", "pass")
    outcomes = table.game.legal(table.state, CHANCE)
    assert len(outcomes) == 27
    assert ("deck", 1, "Y-I2") not in outcomes
    assert all(action[:2] == ("deck", 1) for action in outcomes)
    with pytest.raises(Illegal):
        table.draw("Y-I2")
