"""Roll & Build, the rules of all episodes: churches, sawmill, wells, races, bags, bandits, the last sheet."""

from collections.abc import Sequence

import pytest

from tests.dialect import Position
from tests.games.roll_and_build.sheet import BLANK_SINGLE, COMPASS, Sheets
from tilefolk.core.game import Legacy

SINGLES = "filled-I1"


def mode(number: int) -> str:
    return f"roll_and_build/{number}"


def singles(kind: str, cells: str) -> list[tuple[str, str]]:
    return [(f"{kind}-I1", at) for at in cells.split()]


# Examples of the rulebook


def test_sheet_of_page_4_and_its_groups_in_episode_2() -> None:
    """Seventeen trees and two rocks are visible; the largest groups have 4, 4 and 2 buildings."""
    laid = [
        ("filled-I2", "A1 A2"),
        *singles("filled", "B2 C2 D2"),
        *singles("hatched", "K4 J4 I4 H4"),
        *singles("crossed", "B5 C5 A7"),
    ]
    first, second = Position(mode(1), laid), Position(mode(2), laid)
    assert (first.line("visible.tree"), first.line("visible.rock")) == (17, -2)
    assert second.line("largest_group") == 4 + 4 + 2


def test_episode_12_all_trees_visible_score_20_not_14() -> None:
    assert Position(mode(12)).line("visible.tree.whole") == 20
    assert Position(mode(12), singles("filled", "C1")).line("visible.tree.whole") == 12


# The first building


def test_episode_6_the_first_building_borders_the_printed_church_on_any_side() -> None:
    sheets = Sheets(mode=mode(6)).roll("single", "blank")
    assert sheets.offered() == {frozenset({at}) for at in ("E3", "D4", "F4", "E5")}


@pytest.mark.parametrize("number", [7, 8, 9])
def test_episodes_7_8_9_the_first_building_borders_the_sawmill(number: int) -> None:
    background = {"G8", "H7", "I7"} | ({"J8"} if number > 7 else set())
    assert Sheets(mode=mode(number)).roll("single", "blank").offered() == {
        frozenset({at}) for at in background
    }


def test_episode_7_across_the_wide_river_nothing_borders() -> None:
    position = Position(mode(7), singles("filled", "E1"))
    assert position.why(SINGLES, "C1") == ("beside",)
    assert position.why(SINGLES, "D1") == ("on_land",)
    assert position.legal(SINGLES, "F1")


def test_episode_7_the_rest_of_the_river_stays_thin() -> None:
    position = Position(mode(7), singles("filled", "C4"))
    assert position.legal(SINGLES, "D4")
    assert position.why("filled-I2", "C4 D4") == ("one_bank", "clear")


# Churches


def test_churches_come_in_order_and_have_no_type() -> None:
    sheets = Sheets(mode=mode(4))
    sizes = []
    for _ in range(4):
        sheets.roll("C", "compass", "crossed")
        some = sorted(sorted(cells) for cells in sheets.offered())[0]
        sizes.append(len(some))
        sheets.answer(0, " ".join(some))
    assert sizes == [2, 5, 3, 4]
    assert sheets.points("largest_group") == [0]
    assert all(len(cells) == 3 for cells in sheets.roll("C", "compass").offered())


def test_a_church_follows_all_building_rules() -> None:
    position = Position(mode(4))
    assert position.why("church-I2", "A1 B1") == ("start.river",)
    assert position.why("church-I2", "D1 E1") == ("one_bank",)
    position.lay("filled-I2", "D1 D2")
    assert position.legal("church-I2", "E1 E2")
    assert position.why("church-I2", "G1 H1") == ("beside",)


def test_passing_a_church_fills_two_circles() -> None:
    sheets = Sheets(mode=mode(4)).round(COMPASS, "pass").round(BLANK_SINGLE, "pass").round(COMPASS, "pass")
    assert sheets.state.boards[0].passes == 5
    assert sheets.points("pass_row") == [-7]


def test_with_one_circle_left_a_church_cannot_be_passed() -> None:
    sheets = Sheets(mode=mode(4))
    for _ in range(5):
        sheets.round(BLANK_SINGLE, "pass")
    assert sheets.roll("single", "compass").can() == {"place", "end"}
    assert sheets.game.why(sheets.state, 0, ("pass",)) == ("no.pass_row.church",)
    assert sheets.game.fallback_action(sheets.state, 0) == ("end",)


def test_episode_6_nobody_passes() -> None:
    sheets = Sheets(mode=mode(6)).roll("single", "blank")
    assert sheets.can() == {"place", "end"}
    assert sheets.game.why(sheets.state, 0, ("pass",)) == ("no.passing",)
    assert sheets.game.fallback_action(sheets.state, 0) == ("end",)


def test_who_has_passed_a_church_still_crosses_its_circle() -> None:
    sheets = Sheets(2, mode=mode(5)).round(COMPASS, "pass", "D1 D2").roll("V", "compass")
    assert all(len(cells) == 5 for seat in (0, 1) for cells in sheets.offered(seat))


@pytest.mark.parametrize("number", [1, 2, 3, 9, 10])
def test_elsewhere_the_compass_is_a_blank(number: int) -> None:
    sheets = Sheets(mode=mode(number)).roll("C", "compass", "hatched")
    assert {len(cells) for cells in sheets.offered()} == {3}
    assert sheets.state.cards == ("hatched-V3",)


@pytest.mark.parametrize("number", [5, 6, 7, 8])
def test_a_church_beside_all_three_types_scores_3(number: int) -> None:
    position = Position(mode(number), [("church-T4" if number == 8 else "church-I2", _church(number))])
    assert position.line("church") == 0
    for kind, at in zip(("filled", "hatched", "crossed"), ("G3", "H3", "F4"), strict=True):
        assert position.line("church") == 0
        position.lay(f"{kind}-I1", at)
    assert position.line("church") == 3


def _church(number: int) -> str:
    return "G4 H4 I4 H5" if number == 8 else "G4 H4"


def test_the_printed_church_scores_too_over_the_river() -> None:
    laid = [("filled-I1", "E3"), ("hatched-I1", "F4"), ("crossed-I1", "E5")]
    assert Position(mode(6), laid).line("church") == 3
    assert Position(mode(6), laid[:2]).line("church") == 0


# Wells


def test_four_different_buildings_at_a_well_a_church_among_them() -> None:
    laid = [("filled-I1", "G4"), ("filled-I1", "I4"), ("church-I2", "H2 H3"), ("hatched-I1", "H5")]
    assert Position(mode(4), laid).line("well.well") == 4
    assert Position(mode(4), laid[:3]).line("well.well") == 0


def test_a_well_with_one_building_on_two_sides_or_built_on_scores_nothing() -> None:
    around = [("filled-V3", "G4 G5 H5"), ("filled-I1", "I4"), ("hatched-I1", "H3")]
    assert Position(mode(3), around).line("well.well") == 0
    assert Position(mode(3), singles("filled", "G4 I4 H3 H5 H4")).line("well.well") == 0


def test_two_wells_count_each_and_sheet_6_keeps_them() -> None:
    laid = singles("filled", "G4 I4 H3 H5 F1 F3 E2 G2")
    assert [Position(mode(number), laid).line("well.well") for number in (4, 5, 6)] == [8] * 3


def test_a_visible_well_is_not_empty() -> None:
    before, after = Position(mode(3)), Position(mode(3), singles("filled", "H4"))
    assert before.line("visible.empty") == after.line("visible.empty")


# Races of chapter 3

PLATEAUS, FOREST, GOLD = "A2 B3 B5 A6", "K2 K3 K5 J6 K6 J7 K7 J8 K8", "D1 G1 A2 B5 A8"


def booked(number: int, *boards: Sequence[str]) -> list[int]:
    """The race points of seats that have built on these cells, one a round, wherever they lie."""
    sheets = Sheets(len(boards), mode=mode(number))
    after = []
    for seat, cells in enumerate(boards):
        position = Position(mode(number))
        for at in cells:
            position.lay(SINGLES, at, bring=True)
        position.board = position.board.written(ended="chosen")
        after.append(position.board)
        assert sheets.state.ground(seat) is position.ground
    state = sheets.state._replace(boards=tuple(after))
    tallies = sheets.game.score(state)
    return [sum(e.points for e in tally.entries if e.rule.startswith("race")) for tally in tallies]


@pytest.mark.parametrize(("number", "goal"), [(7, PLATEAUS), (9, GOLD)])
def test_the_first_gets_5_all_of_that_round_get_it_later_ones_nothing(number: int, goal: str) -> None:
    cells = goal.split()
    assert booked(number, cells, cells[::-1], ["E4", *cells], cells[1:]) == [5, 5, 0, 0]


def test_episode_8_all_nine_forest_cells() -> None:
    forest = FOREST.split()
    assert booked(8, forest, forest[:8]) == [5, 0]


def test_solo_the_goal_alone_is_worth_5() -> None:
    assert booked(7, PLATEAUS.split()) == [5]


def test_empty_plateau_and_forest_cost_a_point_and_gold_nothing() -> None:
    for number, at, cost in ((7, "A2", 1), (8, "K2", 1), (9, "D1", 0)):
        before, after = Position(mode(number)), Position(mode(number), singles("filled", at))
        assert after.line("visible.empty") - before.line("visible.empty") == cost


# Money bags


def bags(number: int, covered: str, passes: int, brought_along: int = 0) -> int:
    """The bags a seat has after the episode."""
    legacy = Legacy(counts=(("bags", brought_along),)) if brought_along else Legacy()
    sheets = Sheets(1, (legacy,), mode(number), award="yes")
    for _ in range(passes):
        sheets.round(BLANK_SINGLE, "pass")
    board = Position(mode(number), singles("filled", covered)).board
    board = board._replace(round=passes).with_book(sheets.state.boards[0].book)
    sheets.state = sheets.state._replace(boards=(board,))
    sheets.round(BLANK_SINGLE, "end")
    return sheets.game.takes_along(sheets.state, 0).count("bags")


@pytest.mark.parametrize(
    ("number", "covered", "passes", "expected"),
    [
        (7, PLATEAUS, 0, 2),
        (7, PLATEAUS, 1, 1),
        (7, "A2 B3 B5", 0, 1),
        (7, "", 1, 0),
        (8, FOREST, 0, 2),
        (8, FOREST, 2, 1),
        (9, GOLD, 0, 3),
        (9, GOLD, 1, 2),
        (9, "D1", 0, 1),
    ],
)
def test_money_bags(number: int, covered: str, passes: int, expected: int) -> None:
    assert bags(number, covered, passes) == expected


def test_bags_add_up_to_seven_at_most() -> None:
    two = bags(7, PLATEAUS, 0)
    four = bags(8, FOREST, 0, two)
    assert bags(9, GOLD, 0, four) == 7


def test_an_episode_by_itself_keeps_nothing() -> None:
    sheets = Sheets(1, mode=mode(7)).round(BLANK_SINGLE, "end")
    assert sheets.game.takes_along(sheets.state, 0) == Legacy()


# Bandits


def test_bandits_carried_from_10_over_11_to_12() -> None:
    legacy = Legacy()
    for number, at_large in ((10, 6), (11, 11)):
        sheets = Sheets(1, (legacy,), mode(number), award="yes").round(BLANK_SINGLE, "end")
        assert sheets.points("surrounded") == [-3 * at_large]
        legacy = sheets.game.takes_along(sheets.state, 0)
    last = Sheets(1, (legacy,), mode(12)).round(BLANK_SINGLE, "end")
    assert len(legacy.stickers) == 11
    assert last.points("surrounded") == [-6 * 13]


def test_from_11_on_sheets_can_differ() -> None:
    sheets = Sheets(2, (Legacy((("carried", "F1"),)), Legacy()), mode(11), award="yes").roll(*COMPASS)
    assert sheets.offered(1) - sheets.offered(0) == {frozenset({"F1"})}
    view = sheets.game.view(sheets.state, 0)
    assert [board["ground"] for board in view["boards"]] == [0, 1]


def test_in_12_a_bandit_costs_6_and_a_full_group_brings_6() -> None:
    laid = singles("filled", "I3 H4 J4 I5")
    position = Position(mode(12), laid)
    assert position.line("surrounded.bandit") == -6
    assert position.line("full_groups") == 0
    assert Position(mode(12), laid[:1]).line("full_groups") == 6


# The last sheet


def test_never_passed_brings_6() -> None:
    sheets = Sheets(2, mode=mode(12)).round(BLANK_SINGLE, "end", "pass").round(BLANK_SINGLE, "", "end")
    assert sheets.points("unpassed") == [6, 0]


def test_every_rock_built_on_brings_6() -> None:
    rocks = "A1 K1 A2 K3 K5 A7 F8 H8 J8"
    assert Position(mode(12), singles("filled", rocks)).line("all_covered.rock") == 6
    assert Position(mode(12), singles("filled", rocks[3:])).line("all_covered.rock") == 0


def test_no_empty_cell_brings_12_trees_and_rocks_may_stay() -> None:
    ground = Position(mode(12)).ground
    empty = " ".join(ground.grid.listed(ground.layer("empty")))
    assert Position(mode(12), singles("filled", empty)).line("all_covered.empty") == 12
    assert Position(mode(12), singles("filled", empty[3:])).line("all_covered.empty") == 0


# What clients show


def test_the_view_shows_dice_odds_and_what_is_still_to_come() -> None:
    sheets = Sheets(mode=mode(4)).roll("C", "compass", "hatched")
    view = sheets.game.view(sheets.state, 0)
    assert view["draw"] == ["C", "compass", "hatched"]
    assert view["card"] == "church-I2"
    assert view["left"] == ["church-X5", "church-V3", "church-T4"]
    assert dict(view["source"]["odds"])["church-X5"] == 6
    assert sum(n for _, n in view["source"]["odds"]) == 36
    assert view["source"]["faces"][0]["C"] == ["#.", "##"]
    assert view["circles"] == [-1, -2, -3, -5, -7, -10]
    assert (view["pass_price"], view["track"]) == (-2, False)


def test_the_odds_are_the_table_of_the_rulebook() -> None:
    sheets = Sheets(mode=mode(1))
    assert dict(sheets.game.view(sheets.state, None)["source"]["odds"]) == {
        **{"I1": 4, "I2": 8, "I3": 3, "V3": 8, "I4": 1},
        **{"O4": 4, "L4": 5, "L5": 1, "U5": 2},
    }


def test_the_view_of_a_finished_episode_shows_what_is_taken_along() -> None:
    sheets = Sheets(1, (Legacy(counts=(("bags", 2),)),), mode(8), award="yes").round(BLANK_SINGLE, "end")
    (board,) = sheets.game.view(sheets.state, 0)["boards"]
    assert board["brought"]["counts"] == {"bags": 2}
    assert board["takes"]["counts"] == {"bags": 3}
