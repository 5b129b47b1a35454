"""Churches, wells, symbols, races, the marker and ties: MC-R16 to MC-R28, MC-R50, MC-R56."""

from pathlib import Path

import pytest

from tests.dialect import END_SCORING, Position, random_match
from tests.games.my_city.board import ETERNAL_BOARD, HOUSES, cells_with
from tests.games.my_city.episodes import (
    ETERNAL,
    EXAMPLES,
    FILES,
    GOLD,
    JUBILEE,
    edited,
    with_marker,
    with_veins,
)
from tests.games.my_city.positions import tie_key, wells
from tests.games.my_city.table import Table, finish, kept
from tilefolk.core.tally import places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games import my_city
from tilefolk.games.laying.state import standing

# Churches, wells, symbols


def test_mc_r16_a_church_needs_all_three_colours() -> None:
    church, yellow, red = ("C-Z4", "G2 H2 H3 I3"), ("Y-I2", "F1 G1"), ("R-I2", "H1 I1")
    blue = ("B-I2", "F3 G3")
    assert Position(EXAMPLES, [church, yellow, red]).line("church") == 0
    assert Position(EXAMPLES, [church, yellow, red, blue]).line("church") == 3
    assert Position(EXAMPLES, [church, yellow, blue, ("B-I3", "H4 I4 J4")]).line("church") == 0


def test_mc_r16_another_church_has_no_colour_and_each_church_scores() -> None:
    laid = [("C-Z4", "G2 H2 H3 I3"), ("Y-I2", "F1 G1"), ("R-I2", "H1 I1"), ("C-J4", "H4 H5 H6 G6")]
    assert Position(EXAMPLES, laid).line("church") == 0
    laid.append(("B-I3", "G3 G4 G5"))
    assert Position(EXAMPLES, laid).line("church") == 3
    laid += [("Y-I2", "I4 I5"), ("R-I2", "I6 I7")]
    assert Position(EXAMPLES, laid).line("church") == 6


def test_mc_r16_the_palace_counts_as_red_and_an_annex_for_nothing() -> None:
    church, yellow = ("C-J4", "F6 F7 F8 E8"), ("Y-I3", "F3 F4 F5")
    cog = [("cog", "B-I2")]
    assert Position(JUBILEE, [church, yellow, ("B-I2", "G6 H6")], cog).line("church") == 3
    assert Position(JUBILEE, [church, yellow, ("N-X1", "G6")], cog).line("church") == 0
    away = ("C-J4", "G7 G8 G9 F9")
    assert Position(JUBILEE, [away, ("Y-I2", "G5 G6"), ("B-I2", "H7 H8")], cog).line("church") == 0


def test_mc_r17_a_well_needs_four_different_buildings_of_any_kind() -> None:
    around = [("Y-I2", "H1 H2"), ("Y-I3", "H4 H5 H6"), ("Y-V3", "F2 F3 G3"), ("Y-T4", "I2 I3 I4 J3")]
    assert Position(EXAMPLES, around, [("W", "H3")]).line("well.well") == 4
    assert Position(EXAMPLES, around[:3], [("W", "H3")]).line("well.well") == 0
    two = [*around, ("Y-I2", "C1 D1"), ("Y-I2", "B3 C3"), ("Y-I2", "A2 B2"), ("Y-I2", "D2 D3")]
    assert Position(EXAMPLES, two, [("W", "H3"), ("W", "C2")]).line("well.well") == 8


def test_mc_r17_church_annex_and_palace_stand_beside_a_well_like_any_building(tmp_path: Path) -> None:
    wet = edited(tmp_path, FILES[JUBILEE], ('  { rule = "mark", put = "B", over = ["well"] },\n', ""))
    laid = [("N-X1", "E4"), ("C-J4", "G3 G4 G5 F5"), ("Y-I2", "D4 D5")]
    assert wells(Position(wet, laid, [("W", "E5")])) == 4
    assert wells(Position(wet, laid[1:], [("W", "E5")])) == 0


def test_mc_r18_wells_and_veins_without_a_score_are_worth_nothing_and_not_empty() -> None:
    empty = Position(ETERNAL)
    assert empty.line("well.well") == 0
    assert set(empty.lit("visible.empty")) == cells_with(".", ETERNAL_BOARD)
    assert empty.line("visible.empty") == -80
    assert Table(ETERNAL).game.score(Table(ETERNAL).state)[0].value == 10 + 12 - 8 - 80


@pytest.mark.parametrize(
    ("card", "there", "cells", "tree", "rock"),
    [
        pytest.param("R-I2", "C1 D1", "A1 B1", 10, -8, id="tree"),
        pytest.param("R-I3", "D8 E8 F8", "G8 H8", 12, -6, id="rock"),
        pytest.param("R-I2", "D1 D2", "B2 C2", 12, -8, id="well"),
        pytest.param("R-I2", "I1 J1", "K1 K2", 12, -8, id="vein"),
    ],
)
def test_mc_r19_symbols_may_be_built_on_and_count_nothing_then(
    card: str, there: str, cells: str, tree: int, rock: int
) -> None:
    position = Position(ETERNAL, [(card, there)])
    empty = position.line("visible.empty")
    assert position.legal("Y-I2", cells)
    position.lay("Y-I2", cells)
    assert [position.line(f"visible.{what}") for what in ("tree", "rock")] == [tree, rock]
    assert position.line("visible.empty") == empty + 1


# Races


def test_mc_r20_a_vein_is_built_on_by_any_own_building_in_any_order() -> None:
    (race,) = Position(ETERNAL).episode.rules.race
    one, other = ("B-I3", "A8 B8 C8"), ("Y-I2", "J1 K1")
    for laid, reached in [([one], False), ([other], False), ([one, other], True), ([other, one], True)]:
        position = Position(ETERNAL, laid)
        assert race.reached(position.ground, position.board) == reached


def test_mc_r20_one_building_may_cover_both_veins(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "D1")).round("Y-I2", "C1 D1", "D1 D2")
    assert (table.markers(), table.nuggets()) == ([13, 10], [2, 0])


def test_mc_r21_all_who_arrive_in_the_first_round_take_the_first_prize(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1"), 3).round("Y-I2", "C1 D1", "C1 D1", "C1 D1")
    table.round("R-I2", "E1 F1", "E1 F1", "pass")
    assert table.markers() == [13, 13, 9]
    table.round("B-I2", "C2 D2", "pass", "E1 F1").round("Y-I3", "pass", "pass", "pass")
    assert (table.markers(), table.nuggets()) == ([12, 11, 8], [2, 2, 1])


def test_mc_r21_in_the_eternal_game_later_brings_nothing(tmp_path: Path) -> None:
    moved = ('".T........G"', '".TG.G......"'), ('"G.....R...F"', '"......R...F"')
    table = Table(edited(tmp_path, my_city.GAME.folder / "eternal.toml", *moved))
    table.round("Y-I2", "C1 D1", "C1 D1").round("R-I2", "E1 F1", "pass").round("B-I2", "pass", "E1 F1")
    assert table.markers() == [12, 9]


def test_mc_r22_only_who_builds_can_win_a_race(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1"), 3).round("Y-I2", "C1 D1", "C1 D1", "C1 D1")
    table.round("R-I2", "end", "pass", "E1 F1").round("B-I2", "", "pass", "pass")
    assert (table.markers(), table.nuggets()) == ([10, 8, 12], [0, 0, 2])


# Scoring


def test_mc_r23_order_of_the_lines() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "pass").round("R-I2", "end", "end")
    lines = ["visible.tree", "visible.rock", "largest_group", "church", "well.well", "visible.empty"]
    for tally in table.game.score(table.state):
        assert [entry.rule for entry in tally.entries][-6:] == lines
        assert sum(entry.points for entry in tally.entries) == tally.value


def test_mc_r24_the_lock_at_50_holds_against_every_later_line(tmp_path: Path) -> None:
    table = Table(with_marker(tmp_path, GOLD, 45), award="yes").round("Y-I2", "end", "pass")
    for shape in HOUSES[1:]:
        table.round(f"Y-{shape}", "", "pass")
    table.round("R-I2", "", "end")
    assert [tally.value for tally in table.game.score(table.state)] == [50, 45 - 8 + 12 - 8 - 82]
    finish(table)
    assert kept(table, "progress") == [2 + 1, 0]


def test_mc_r24_an_immediate_gain_locks_once(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1", ("start = 10", "start = 48")), award="yes")
    table.round("Y-I2", "C1 D1", "C1 D1").round("R-I2", "E1 F1", "pass")
    assert table.shown("locked") == [True, False]
    table.round("B-I2", "pass", "pass")
    assert table.markers() == [50, 46]
    finish(table.round("Y-I3", "end", "end"))
    assert [tally.value for tally in table.game.score(table.state)] == [50, 50]
    assert kept(table, "progress") == [2 + 1, 1]


def test_mc_r24_line_sums_decide() -> None:
    lines = [Booking(END_SCORING, number, "line", points) for number, points in enumerate((8, -2, 2, -6))]
    assert not fold(Track(41, 50), lines).locked


def test_mc_r25_debt_is_kept_and_ranks_below_zero() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "end").round("R-I2", "end", "")
    values = [tally.value for tally in table.game.score(table.state)]
    assert values == [10 + 12 - 8 + 1 - 78, 10 + 12 - 8 - 80]
    assert places(table.game.score(table.state)) == (1, 2)


@pytest.mark.parametrize("mode", [ETERNAL, GOLD, JUBILEE])
def test_mc_r26_no_debt_arises_in_play(mode: str) -> None:
    match = random_match(mode, 2, "together", "thrift", quits=0)
    states = [line.before for line in match.kept if line.before.phase == "rounds"]
    assert min(standing(state, seat).value for state in states for seat in (0, 1)) >= 0


def test_mc_r27_the_eternal_game_has_no_lock(tmp_path: Path) -> None:
    table = Table(with_marker(tmp_path, ETERNAL, 150)).round("Y-I2", "pass", "end").round("R-I2", "end", "")
    assert [tally.value for tally in table.game.score(table.state)] == [149 + 12 - 8 - 80, 150 + 12 - 8 - 80]
    assert table.shown("locked") == [False, False]


# Ranking


def test_mc_r28_fewer_empty_cells_in_the_upper_rows() -> None:
    boards = [Position(ETERNAL, [("Y-I2", cells)]) for cells in ("C1 D1", "D1 D2", "D2 C2", "D10 D11")]
    keys = [tie_key(position) for position in boards]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == 4
    assert len(keys[0]) == 11


def test_mc_r28_the_view_tells_what_decided() -> None:
    table = Table(ETERNAL).round("Y-I2", "D1 D2", "C1 D1").round("R-I2", "end", "end")
    assert [tally.value for tally in table.game.score(table.state)] == [-63, -63]
    (tie,) = table.game.view(table.state, None)["ties"]
    top = [tie_key(Position(ETERNAL, [("Y-I2", cells)]))[0] for cells in ("D1 D2", "C1 D1")]
    assert tie == [1, 0, "rows.empty", [1, -top[1], -top[0]]]


def test_mc_r28_only_empty_cells_count_in_the_tie_break() -> None:
    fresh = tie_key(Position(ETERNAL))
    for card, cells in [("Y-I2", "A1 B1"), ("Y-I2", "J1 K1"), ("Y-I2", "C2 D2"), ("Y-I2", "A2 A3")]:
        changed = [a - b for a, b in zip(tie_key(Position(ETERNAL, [(card, cells)])), fresh, strict=True)]
        assert sorted(changed) == [0] * 10 + [1]
    forest = Position(GOLD, [("Y-I2", "J10 K10")])
    assert tie_key(forest) == tie_key(Position(GOLD))


def test_mc_r28_a_park_does_not_count_in_the_tie_break() -> None:
    closed = Position(JUBILEE).lay("R-I2", "J2 K2").lay("R-I2", "I3 J3")
    park = Position(JUBILEE).lay("R-I2", "J2 K2", bring=True).lay("R-I2", "I3 J3", bring=True)
    changed = [a - b for a, b in zip(tie_key(park), tie_key(closed), strict=True)]
    assert changed == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert park.line("visible.empty") == closed.line("visible.empty") + 1
    assert park.line("visible.tree.park") == closed.line("visible.tree.park") + 2


def test_mc_r50_a_tie_in_all_rows_is_a_shared_victory() -> None:
    table = Table(ETERNAL, 3).round("Y-I2", "C1 D1", "end", "C1 D1").round("R-I2", "end", "", "end")
    assert places(table.game.score(table.state)) == (1, 3, 1)


@pytest.mark.parametrize("pace", ["together", "own"])
def test_mc_r56_one_seat_alone_wins_the_race_whenever_it_reaches_the_goal(tmp_path: Path, pace: str) -> None:
    moved = ('".T........G"', '".TG.G......"'), ('"G.....R...F"', '"......R...F"')
    table = Table(edited(tmp_path, my_city.GAME.folder / "eternal.toml", *moved), 1, pace=pace)
    table.round("Y-I2", "C1 D1").round("B-I2", "pass").round("B-I3", "pass").round("R-I2", "E1 F1")
    board = table.game.view(table.state, 0)["boards"][0]
    assert board["marker"] == 11, "10, two passes, the full prize of 3"
    table.round("Y-I3", "end")
    assert table.over and places(table.game.score(table.state)) == (1,)
