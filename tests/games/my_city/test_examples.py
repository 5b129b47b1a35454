"""The worked examples of My City, MC-V01 to MC-V17, and the scoring example of the rulebook.

They are drawn on the legacy board with the rules of the Eternal game (`my_city/examples`) or their episode's.
MC-V10 stands in `campaign/test_stickers`, MC-V08, V11 and V14 in `campaign/test_episodes_13_to_24`.
"""

import re
from pathlib import Path

import pytest

from tests.dialect import END_SCORING, Position
from tests.games.my_city.board import cells_with
from tests.games.my_city.episodes import (
    EXAMPLES,
    EXAMPLES_FILE,
    JUBILEE,
    edited,
    with_deck,
    with_marker,
    with_veins,
    written,
)
from tests.games.my_city.positions import linked, parks
from tests.games.my_city.table import Table
from tilefolk.core.tally import places
from tilefolk.core.track import Booking, Track, fold

# Placing


def test_mc_v01_first_building_alongside_the_river() -> None:
    empty = Position(EXAMPLES)
    assert empty.legal("Y-I2", "C1 D1")
    assert not empty.legal("Y-I2", "F2 G2")
    assert empty.legal("Y-I2", "E2 F2")


def test_mc_v02_crossing_the_river() -> None:
    empty = Position(EXAMPLES)
    assert not empty.legal("Y-I2", "E3 F3")
    assert empty.legal("Y-V3", "E2 F2 F3")
    assert not empty.legal("Y-I2", "E6 E7")
    assert empty.legal("Y-I2", "E7 F7")


def test_mc_v03_bordering_over_the_river_corner_contact_is_not_enough() -> None:
    position = Position(EXAMPLES, [("Y-I2", "C1 D1")])
    assert position.legal("R-O4", "E1 E2 F1 F2")
    assert not position.legal("R-I2", "E2 F2")
    assert not position.legal("R-I2", "B2 A2")
    assert position.legal("R-I2", "D2 D3")


# Lines of the end scoring


def test_mc_v04_groups_count_buildings_and_ignore_the_river() -> None:
    yellow = [("Y-I2", "C1 D1"), ("Y-O4", "E1 F1 E2 F2"), ("Y-V3", "H3 I3 I4")]
    red = [("R-I2", "C2 D2"), ("R-I3", "G1 G2 G3")]
    assert Position(EXAMPLES, yellow + red).line("largest_group") == 3
    assert Position(EXAMPLES, yellow).line("largest_group") == 2


WELL = [("W", "H3")]


def test_mc_v05a_well_with_four_different_buildings_a_church_is_one_of_them() -> None:
    laid = [("Y-I2", "H1 H2"), ("R-V3", "F2 F3 G3"), ("B-I2", "G4 H4"), ("C-J4", "I3 I4 I5 H5")]
    assert Position(EXAMPLES, laid, WELL).line("well.well") == 4


def test_mc_v05b_one_building_on_two_sides_of_the_well() -> None:
    laid = [("Y-I2", "H1 H2"), ("R-V3", "G3 G4 H4"), ("C-J4", "I3 I4 I5 H5")]
    assert Position(EXAMPLES, laid, WELL).line("well.well") == 0


def test_mc_v05c_well_built_over() -> None:
    assert Position(EXAMPLES, [("Y-I2", "H2 H3")], WELL).line("well.well") == 0


PARISH = [("C-Z4", "G2 H2 H3 I3"), ("Y-I2", "F1 G1"), ("R-I2", "H1 I1")]


def test_mc_v06a_church_two_colours_on_one_side_are_fine() -> None:
    assert Position(EXAMPLES, [*PARISH, ("B-I2", "I4 I5")]).line("church") == 3


def test_mc_v06b_church_long_blue_building_touches_it_with_one_edge() -> None:
    assert Position(EXAMPLES, [*PARISH, ("B-I3", "J4 I4 H4")]).line("church") == 3


def test_mc_v06c_church_blue_touches_only_a_corner() -> None:
    assert Position(EXAMPLES, [*PARISH, ("B-I2", "F3 F4")]).line("church") == 0


# Score track


@pytest.mark.parametrize(
    ("start", "lines", "value", "locked"),
    [
        pytest.param(41, (8, -2, 3, -6), 50, True, id="a"),
        pytest.param(41, (8, -2, 2, -6), 43, False, id="b"),
        pytest.param(2, (0, -6, 3, 3, -5), -3, False, id="c"),
        pytest.param(49, (0, -4, 9), 50, True, id="d"),
    ],
)
def test_mc_v07_end_scoring_arithmetic(start: int, lines: tuple[int, ...], value: int, locked: bool) -> None:
    bookings = [Booking(END_SCORING, number, "line", points) for number, points in enumerate(lines)]
    after = fold(Track(start, 50), bookings)
    assert (after.value, after.locked) == (value, locked)
    assert after.marker == max(0, value)


def test_mc_v07c_marker_and_debt_line_by_line() -> None:
    lines = [Booking(END_SCORING, number, "line", points) for number, points in enumerate((-6, 3, 3, -5))]
    shown = [fold(Track(2, 50), lines[: n + 1]) for n in range(4)]
    assert [(after.marker, after.value) for after in shown] == [(0, -4), (0, -1), (2, 2), (0, -3)]


def test_mc_v09_tie_break() -> None:
    boards = [Position(EXAMPLES, [("Y-I2", cells)]) for cells in ("C1 D1", "D1 D2", "A1 B1")]
    empty = [[sum(name[1:] == row for name in p.lit("visible.empty")) for row in "123"] for p in boards]
    assert empty == [[7, 11, 9], [8, 10, 9], [8, 11, 9]]
    table = Table(EXAMPLES, 3)
    table.state = table.state._replace(boards=tuple(position.board for position in boards))
    tied = [tally._replace(key=(20, *tally.key[1:])) for tally in table.game.score(table.state)]
    assert places(tied) == (1, 2, 3)


# The link race, the chain and parks of the last chapter


def test_mc_v12a_link_of_port_and_track_by_yellow_and_red() -> None:
    position = Position(JUBILEE, [("Y-I3", "F3 F4 F5"), ("R-I3", "F6 F7 F8"), ("Y-I3", "F9 F10 F11")])
    assert linked(position)
    assert position.line("chain.R.palace") == 1


def test_mc_v12b_a_church_breaks_the_link() -> None:
    laid = [("Y-I3", "F3 F4 F5"), ("C-J4", "F6 F7 F8 E8"), ("Y-I3", "F9 F10 F11")]
    position = Position(JUBILEE, laid)
    assert not linked(position)
    assert linked(position, "YRBC")
    assert position.line("chain.R.palace") == 0


def test_mc_v13a_park_closed_single_cell_with_two_red_neighbours() -> None:
    position = Position(JUBILEE).lay("R-I2", "J2 K2", bring=True)
    assert parks(position) == ()
    assert parks(position.lay("R-I2", "I3 J3", bring=True)) == ("K3",)


def test_mc_v13b_no_park_only_one_red_building_borders_the_cell() -> None:
    position = Position(JUBILEE).lay("Y-I2", "J2 K2", bring=True)
    assert parks(position.lay("R-I2", "I3 J3", bring=True)) == ()


# Whole matches


def test_mc_v15_race_in_the_same_round(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1"), 3)
    table.round("Y-I2", "C1 D1", "E1 F1", "C1 D1")
    assert table.markers() == [10, 10, 10]
    table.round("R-I2", "E1 F1", "C1 D1", "pass")
    assert (table.markers(), table.nuggets()) == ([13, 13, 9], [2, 2, 0])
    table.round("B-I2", "end", "end", "E1 F1")
    assert (table.markers(), table.nuggets()) == ([13, 13, 9], [2, 2, 1])


def test_mc_v16a_blocking_card_as_the_last_card(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "E1 F1").round("X")
    assert table.over
    assert table.markers() == [10, 10]


def test_mc_v16b_blocked_church(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2", "C-V5", "R-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "C1 D1").round("X").round("C-V5")
    assert not any(table.shown("ended"))
    table.round("R-I2", "E1 F1", "pass")
    assert table.over
    assert (table.buildings(), table.markers()) == ([2, 1], [10, 9])


@pytest.mark.parametrize(
    ("mode", "marker", "card", "actions"),
    [
        pytest.param(EXAMPLES, 0, "Y-O4", {"BUILD", "END"}, id="a"),
        pytest.param(EXAMPLES, 1, "Y-O4", {"BUILD", "END", "PASS"}, id="b"),
        pytest.param(EXAMPLES, 10, "C-V5", {"BUILD", "END"}, id="d"),
        pytest.param(JUBILEE, 3, "Y-O4", {"ANNEX", "BUILD", "END", "PASS"}, id="e"),
        pytest.param(JUBILEE, 3, "C-Z4", {"BUILD", "END"}, id="f"),
    ],
)
def test_mc_v17_possible_actions(
    tmp_path: Path, mode: str, marker: int, card: str, actions: set[str]
) -> None:
    table = Table(with_marker(tmp_path, mode, marker)).draw(card)
    assert table.markers()[0] == marker
    assert table.can() == actions


def test_mc_v17c_possible_actions_without_passing(tmp_path: Path) -> None:
    mode = edited(tmp_path, EXAMPLES_FILE, ('  { rule = "pass", cost = 1 },\n', ""))
    assert Table(mode).draw("Y-O4").can() == {"BUILD", "END"}


# The rulebook's scoring example

CITY = [
    "BtBAC.CDDEE",
    "BBBACCC.D.E",
    "GGGAAH.DDtE",
    "MMIIIHtJJ.F",
    "MMMIKHHJJFF",
    "MMMKKLLN.FF",
    "MMQ.LLONN.F",
    "rQQPPSONUUF",
    "VVQPPSOUUFF",
    "VtWWXXYYFFF",
    "ZZWWXYYFFFF",
]
BY_KIND = {
    "L4": "AEH",
    "U5": "BCD",
    "I3": "GO",
    "T4": "INQ",
    "O4": "JPW",
    "V3": "KVX",
    "S4": "LUY",
    "I2": "SZ",
}
ORDER = {letter: f"{'YRB'[n]}-{shape}" for shape, those in BY_KIND.items() for n, letter in enumerate(those)}


def drawn_at(letter: str) -> str:
    """The cells of a building of the drawing."""
    return " ".join(sorted(cells_with(letter, CITY)))


def test_k6_scoring_example_of_the_rulebook() -> None:
    position = Position(EXAMPLES)
    for letter, card in sorted(ORDER.items()):
        assert position.legal(card, drawn_at(letter)), (letter, position.why(card, drawn_at(letter)))
        position.lay(card, drawn_at(letter))
    assert len(ORDER) == 22
    assert [position.line(f"visible.{what}") for what in ("tree", "rock", "empty")] == [8, -2, -8]


def test_k6_scoring_example_as_a_match(tmp_path: Path) -> None:
    first_episode = re.sub(", cards = .*, blocking = 1", "", EXAMPLES_FILE.read_text())
    first_episode = re.sub('.*"(must|largest_group|church|well)".*\n', "", first_episode)
    table = Table(written(tmp_path, first_episode), 1)
    for letter, card in sorted(ORDER.items()):
        table.round(card, drawn_at(letter))
    table.round("B-I2", "pass").round("B-I3", "pass")
    assert table.markers() == [8]
    assert table.over
    assert table.game.score(table.state)[0].value == 6
