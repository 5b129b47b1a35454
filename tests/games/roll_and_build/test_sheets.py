"""The twelve sheets of Roll & Build: what any change of them must keep, and which rules are on which."""

import pytest

from tests.games.my_city.board import cells_with
from tests.games.roll_and_build.sheet import Sheets
from tilefolk.core.game import Legacy
from tilefolk.games import roll_and_build
from tilefolk.games.laying.catalogue import EPISODES, changes, ground_of
from tilefolk.games.laying.ground import Ground
from tilefolk.locale import texts

EPISODES_IN_ORDER = [f"roll_and_build/{number}" for number in range(1, 13)]
COMPASS_ROWS = {
    **dict.fromkeys((4, 5, 6), ("church-I2", "church-X5", "church-V3", "church-T4")),
    7: ("church-I1", "church-I2", "church-V3"),
    8: ("church-T4", "church-X5"),
    **dict.fromkeys((11, 12), ("fortress-I1",) * 4),
}
SCORE_BLOCKS = {
    1: "pass_row visible.tree visible.rock visible.empty",
    2: "pass_row visible.tree visible.rock visible.empty largest_group",
    3: "pass_row visible.tree visible.rock visible.empty largest_group well.well",
    4: "pass_row.church visible.tree visible.rock visible.empty largest_group well.well",
    5: "pass_row.church visible.tree visible.rock visible.empty largest_group well.well church",
    6: "visible.tree visible.rock visible.empty largest_group well.well church",
    7: "pass_row.church visible.tree visible.rock visible.empty largest_group church race_covered.plateau",
    8: "pass_row.church visible.tree visible.rock visible.empty largest_group church race_covered.forest",
    9: "pass_row visible.tree visible.rock visible.empty largest_group race_covered.gold",
    10: "pass_row visible.tree visible.rock visible.empty largest_group surrounded.bandit",
    11: "pass_row visible.tree visible.rock visible.empty largest_group surrounded.bandit full_groups",
    12: "pass_row visible.tree.whole visible.rock visible.empty largest_group surrounded.bandit full_groups"
    " unpassed all_covered.rock all_covered.empty",
}

each_episode = pytest.mark.parametrize("number", range(1, 13))


def sheet(number: int) -> Ground:
    return ground_of(f"roll_and_build/{number}", Legacy())


def count(number: int, layer: str) -> int:
    return sum(mask.bit_count() for mask in sheet(number).layers.get(layer, ()))


def test_the_modes_are_the_twelve_episodes_in_order() -> None:
    assert list(roll_and_build.GAME.mode_names()) == EPISODES_IN_ORDER


@each_episode
def test_eight_rows_of_eleven_for_one_to_six(number: int) -> None:
    ground = sheet(number)
    assert EPISODES[f"roll_and_build/{number}"].seats == (1, 2, 3, 4, 5, 6)
    assert [row.bit_count() for row in ground.rows.values()] == [11] * 8


@each_episode
def test_the_river_cuts_the_sheet_in_exactly_two(number: int) -> None:
    left, right = sheet(number).banks
    assert left and right and not left & right
    assert left | right == sheet(number).grid.cells


def test_eighteen_trees_on_sheet_1_and_fourteen_on_sheets_7_to_12() -> None:
    assert count(1, "tree") == 18
    assert [count(number, "tree") for number in range(7, 13)] == [14] * 6


def test_four_plateaus_nine_forest_cells_five_gold_cells() -> None:
    assert (count(7, "plateau"), count(8, "forest"), count(9, "gold")) == (4, 9, 5)


@pytest.mark.parametrize(("earlier", "later"), [(10, 11), (10, 12), (11, 12)])
def test_every_bandit_stands_on_a_plain_cell_of_the_later_sheets(earlier: int, later: int) -> None:
    free = sheet(later).layer("empty")
    assert not sheet(earlier).layer("bandit") & ~free


@pytest.mark.parametrize("number", range(3, 7))
def test_each_well_has_four_neighbours_that_may_be_built_on(number: int) -> None:
    ground = sheet(number)
    wells = [ground.grid.mask([name]) for name in ground.grid.listed(ground.layer("well"))]
    assert len(wells) == (1 if number == 3 else 2)
    for well in wells:
        around = ground.grid.around(well)
        assert around.bit_count() == 4 and not around & ~ground.open


def test_sheets_2_and_3_are_sheet_1_but_for_the_well() -> None:
    one, two, three = (EPISODES[f"roll_and_build/{number}"].map.letters for number in (1, 2, 3))
    assert one == two
    assert [three[bit] for bit in one if one[bit] != three[bit]] == ["W"]


@each_episode
def test_what_the_compass_brings(number: int) -> None:
    assert EPISODES[f"roll_and_build/{number}"].source.left(()) == COMPASS_ROWS.get(number, ())


@each_episode
def test_the_lines_of_the_score_block_and_their_order(number: int) -> None:
    sheets = Sheets(2, mode=f"roll_and_build/{number}")
    expected = SCORE_BLOCKS[number].split()
    view = sheets.game.view(sheets.state, 0)
    assert view["score"] == expected
    shown = [rule for rule, _, _ in view["boards"][0]["tally"]]
    assert shown == [rule for rule in expected if not rule.startswith("race")]


@each_episode
def test_what_is_new_is_told_and_can_be_said(number: int) -> None:
    new, gone = changes(EPISODES[f"roll_and_build/{number}"])
    assert bool(new) == (number > 1)
    for language in ("en", "pl"):
        assert all(texts(language).has(rule.id) for rule in (*new, *gone))


@pytest.mark.parametrize(
    ("number", "new", "gone"),
    [
        (2, {"largest_group"}, set()),
        (3, {"well.well"}, set()),
        (4, {"dice.compass.church", "pass_row.church"}, {"dice", "pass_row"}),
        (5, {"church"}, set()),
        (6, {"start.near:church"}, {"start.river", "pass_row.church"}),
        (10, {"start.river", "surrounded.bandit", "carry_over.bandit"}, {"start.near:sawmill"}),
    ],
)
def test_what_is_new_in_an_episode(number: int, new: set[str], gone: set[str]) -> None:
    fresh, left = changes(EPISODES[f"roll_and_build/{number}"])
    assert {rule.id for rule in fresh} == new
    assert gone <= {rule.id for rule in left}


def test_numbers_that_change_are_new_too() -> None:
    new, gone = changes(EPISODES["roll_and_build/12"])
    assert {"surrounded.bandit", "full_groups"} <= {rule.id for rule in new}
    assert not {"surrounded.bandit", "full_groups"} & {rule.id for rule in gone}


def test_forest_is_closed_before_episode_8_and_mountain_and_wide_river_always() -> None:
    for number in range(1, 13):
        ground = sheet(number)
        for layer in ("mountain", "water", "camp"):
            assert not ground.layer(layer) & ground.open
        forest = ground.layer("forest")
        assert forest & ground.open == (forest if number >= 8 else 0)


def test_plateau_gold_and_wells_may_be_built_on() -> None:
    for number, layer in ((7, "plateau"), (9, "gold"), (3, "well")):
        cells = sheet(number).layer(layer)
        assert cells and not cells & ~sheet(number).open


def test_empty_are_plain_plateau_and_cleared_forest_never_gold_or_wells() -> None:
    drawn = {number: _rows(number) for number in (1, 3, 7, 8, 9)}
    for number, letters in ((1, "."), (3, "."), (7, ".P"), (8, ".F"), (9, ".F")):
        assert set(sheet(number).grid.listed(sheet(number).layer("empty"))) == cells_with(
            letters, drawn[number]
        )


def _rows(number: int) -> list[str]:
    episode = EPISODES[f"roll_and_build/{number}"]
    return [
        "".join(episode.map.letters[row * episode.map.grid.width + x] for x in range(11)) for row in range(8)
    ]


def test_the_sawmill_is_one_building_of_two_cells_and_of_no_type() -> None:
    for number in (7, 8, 9):
        (mill,) = sheet(number).printed
        assert mill.kind == "sawmill"
        assert sheet(number).grid.listed(mill.cells) == ("H8", "I8")


def test_the_printed_church_stands_on_e4() -> None:
    (church,) = sheet(6).printed
    assert church.kind == "church"
    assert sheet(6).grid.listed(church.cells) == ("E4",)
