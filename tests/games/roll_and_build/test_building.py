"""Building in Roll & Build, passing, the compass and its fortresses."""

from itertools import product
from pathlib import Path

import pytest

from tests.games.my_city.board import cell, cells_with, named
from tests.games.roll_and_build.sheet import (
    BANDITS,
    BLANK_SINGLE,
    COMPASS,
    DIE_1,
    DIE_2,
    FILE,
    LEFT_BANK,
    MODE,
    RIVER_CELLS,
    SHEET,
    Sheets,
    orientations,
)
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE
from tilefolk.games.laying.catalogue import EPISODES, ground_of, load_episode

# Building


def is_left(name: str) -> bool:
    return name[0] <= LEFT_BANK[int(name[1:]) - 1]


def allowed(first: str, second: str, laid: set[str]) -> set[frozenset[str]]:
    """All places for what the dice show: open, on one bank, at the river or else beside a building."""
    land = cells_with(".To", SHEET) - laid
    sides = ((0, 1), (1, 0), (0, -1), (-1, 0))
    background = {named((y + dy, x + dx)) for y, x in map(cell, laid) for dy, dx in sides}
    near, left = background or RIVER_CELLS, {name for name in land if is_left(name)}
    found = set()
    for form in orientations([*DIE_1[first], *DIE_2[second]]):
        for y, x in product(range(8), range(11)):
            cells = frozenset(named((y + dy, x + dx)) for dy, dx in form)
            if cells & near and (cells <= left or cells <= land - left):
                found.add(cells)
    return found


PAIRS = [(first, second) for first in DIE_1 for second in DIE_2 if second != "compass"]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_the_first_building_has_a_river_edge_and_may_be_turned_and_mirrored(first: str, second: str) -> None:
    assert Sheets().roll(first, second).offered() == allowed(first, second, set())


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_later_building_borders_an_earlier_one_over_the_thin_river_too(first: str, second: str) -> None:
    sheets = Sheets().round(("H", "single", "filled"), "F5 G5 H5")
    assert sheets.roll(first, second).offered() == allowed(first, second, {"F5", "G5", "H5"})


def test_sheet_and_river() -> None:
    ground = ground_of(MODE, Legacy())
    listed = ground.grid.listed
    assert len(listed(ground.grid.cells)) == 88
    assert set(listed(ground.open)) == cells_with(".To", SHEET)
    assert set(listed(ground.layer("bandit"))) == BANDITS
    assert set(listed(ground.select(("river",)))) == RIVER_CELLS
    left, right = ground.banks
    assert set(listed(left)) == {name for name in listed(ground.grid.cells) if is_left(name)}
    assert left | right == ground.grid.cells


def test_one_to_six_seats() -> None:
    assert EPISODES[MODE].seats == (1, 2, 3, 4, 5, 6)


def test_the_episode_goes_on_until_everybody_has_ended() -> None:
    sheets = Sheets(2).round(BLANK_SINGLE, "F1", "end")
    for _ in range(40):
        sheets.roll("single", "blank")
        assert sheets.game.to_act(sheets.state) == (0,)
        sheets.state = sheets.game.apply(sheets.state, 0, sheets.game.legal(sheets.state, 0)[0])
    assert sheets.game.to_act(sheets.state) == (CHANCE,)
    assert sheets.round(BLANK_SINGLE, "end").over


# Not building


@pytest.mark.parametrize(("passes", "points"), list(enumerate((0, -1, -2, -3, -5, -7, -10))))
def test_only_the_last_circle_of_the_pass_row_counts(passes: int, points: int) -> None:
    sheets = Sheets()
    for _ in range(passes):
        sheets.round(BLANK_SINGLE, "pass")
    sheets.round(BLANK_SINGLE, "end")
    assert sheets.points("pass_row") == [points]
    assert sheets.game.score(sheets.state)[0].value == points + 14 - 11 - 61 - 15


def test_no_pass_when_all_circles_are_full() -> None:
    sheets = Sheets()
    for _ in range(6):
        assert "pass" in sheets.roll("single", "blank").can()
        sheets.answer(0, "pass")
    assert sheets.roll("single", "blank").can() == {"place", "end"}
    assert sheets.game.fallback_action(sheets.state, 0) == ("end",)


def test_who_can_neither_build_nor_pass_has_ended(tmp_path: Path) -> None:
    text = FILE.read_text()
    start, end = text.index("map = ["), text.index("rules = [")
    text = text[:start] + 'map = ["...."]\nriver = [[0, 2], [1, 2]]\n' + text[end:]
    text = text.replace('"pass_row"', '"pass_row", circles = [-1]')
    text = "".join(line for line in text.splitlines(keepends=True) if '"bandit"' not in line)
    path = tmp_path / "tiny.toml"
    path.write_text(text)
    mode = load_episode("roll_and_build", path, FILE.parent / "game.toml").name
    sheets = Sheets(mode=mode).roll("V", "V")
    assert sheets.can() == {"pass", "end"}
    assert sheets.answer(0, "pass").roll("V", "V").over


# Compass and fortresses


def test_the_compass_brings_a_fortress_on_any_free_cell() -> None:
    sheets = Sheets().roll("C", "compass", "crossed")
    assert sheets.offered() == {frozenset({name}) for name in cells_with(".To", SHEET)}
    sheets.answer(0, "K8").roll("V", "compass")
    assert sheets.offered() == {frozenset({name}) for name in cells_with(".To", SHEET) - {"K8"}}


def test_a_fortress_cannot_be_passed() -> None:
    sheets = Sheets().roll("C", "compass")
    assert sheets.can() == {"place", "end"}
    assert sheets.game.why(sheets.state, 0, ("pass",)) != ()
    assert sheets.game.fallback_action(sheets.state, 0) == ("end",)


def test_building_goes_on_from_a_fortress_and_the_river_rule_is_used_up() -> None:
    sheets = Sheets().round(COMPASS, "K8").roll("single", "single", "hatched")
    assert sheets.offered() == allowed("single", "single", {"K8"})
    sheets.answer(0, "J8 I8").round(COMPASS, "A1").roll("single", "blank")
    assert frozenset({"B1"}) in sheets.offered()
    assert frozenset({"F1"}) not in sheets.offered()


def test_after_four_fortresses_the_compass_is_a_blank() -> None:
    sheets = Sheets(2)
    for mine, other in zip(("A1", "K1", "A8", "K8"), ("F1", "end", "", ""), strict=True):
        sheets.round(("V", "compass", "filled"), mine, other)
    sheets.roll("V", "compass", "hatched")
    assert "pass" in sheets.can()
    assert all(len(cells) == 2 for cells in sheets.offered())
    assert sheets.answer(0, "B1 C1").points("largest_group")[0] == 1
