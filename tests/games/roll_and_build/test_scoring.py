"""The score of Roll & Build: bandits, groups, ties; and what others see."""

import pytest

from tests.dialect import Position, random_match
from tests.games.roll_and_build.sheet import BANDITS, BLANK_SINGLE, COMPASS, MODE, Sheets
from tilefolk.core.game import Legacy
from tilefolk.core.tally import places

# Scoring


def test_an_untouched_sheet() -> None:
    sheets = Sheets().round(BLANK_SINGLE, "end")
    entries = [(e.rule.split(".")[:2], e.points) for e in sheets.game.score(sheets.state)[0].entries]
    assert [points for _, points in entries if points] == [14, -11, -61, -15]
    order = ["pass_row", "visible", "visible", "visible", "largest_group", "surrounded", "full_groups"]
    assert [rule[0] for rule, _ in entries][-7:] == order
    assert [rule[1] for rule, _ in entries if rule[0] == "visible"] == ["tree", "rock", "empty"]


def test_trees_rocks_and_empty_cells_built_on() -> None:
    position = Position(MODE, [("filled-I3", "A1 B1 C1")])
    lines = [position.line(f"visible.{what}") for what in ("tree", "rock", "empty")]
    assert lines == [14 - 2, -11 + 1, -61 + 1]


@pytest.mark.parametrize(
    ("laid", "stickers", "points"),
    [
        pytest.param((), (), -15, id="nobody"),
        pytest.param(("G1", "I1", "H2"), (), -12, id="sheet edge needs nothing"),
        pytest.param(("G1", "I1"), (), -15, id="one side open"),
        pytest.param(("G1", "I1", "G2", "I2"), (), -15, id="corners do not matter"),
        pytest.param(("D2", "F2", "E1", "E3"), (), -12, id="river between"),
        pytest.param(("B7", "D7", "C6", "C8"), (), -12, id="tree built on"),
        pytest.param(("B7", "D7", "C8"), (), -15, id="tree not built on"),
        pytest.param(("C3", "B2"), ("B3",), -15, id="mountain needs nothing"),
        pytest.param(("G1", "H2"), ("I1",), -15, id="bandit needs nothing"),
        pytest.param(("G1", "H2", "J1", "I2"), ("I1",), -12, id="two bandits side by side"),
        pytest.param(("A7", "B8"), ("A8",), -15, id="corner of the sheet"),
    ],
)
def test_bandits_are_surrounded_when_every_side_is_built_on(
    laid: tuple[str, ...], stickers: tuple[str, ...], points: int
) -> None:
    position = Position(MODE, [("fortress-I1", at) for at in laid], [("carried", at) for at in stickers])
    assert position.line("surrounded.bandit") == points


def test_a_building_of_several_cells_surrounds_too() -> None:
    position = Position(MODE, [("filled-U5", "G1 I1 G2 H2 I2")])
    assert position.line("surrounded.bandit") == -12
    assert set(position.lit("surrounded.bandit")) == BANDITS - {"H1"}


def test_bandits_are_never_built_on_and_a_carried_one_counts_like_them() -> None:
    position = Position(MODE, stickers=[("carried", "G4")])
    assert (position.line("surrounded.bandit"), position.line("visible.empty")) == (-18, -60)
    assert position.why("fortress-I1", "G4") == ("on_land",)
    assert position.why("fortress-I1", "H1") == ("on_land",)
    assert position.why("fortress-I1", "A3") == ("on_land",)


def carried(sheets: Sheets, seat: int) -> set[str]:
    return {at for what, at in sheets.game.takes_along(sheets.state, seat).stickers if what == "carried"}


def test_bandits_at_large_are_carried_over() -> None:
    sheets = Sheets(2, (Legacy((("carried", "A8"), ("carried", "G4"))), Legacy()), award="yes")
    for mine, other in (("A7", "G1"), ("B8", "I1"), ("K8", "H2")):
        sheets.round(COMPASS, mine, other)
    sheets.round(BLANK_SINGLE, "end", "end")
    assert sheets.points("surrounded") == [-18, -12]
    assert carried(sheets, 0) == BANDITS | {"G4"}
    assert carried(sheets, 1) == BANDITS - {"H1"}


def test_largest_group_of_each_type() -> None:
    laid = [("filled-I1", "E4"), ("filled-I1", "E5"), ("hatched-I1", "F5"), ("filled-I1", "K8")]
    assert Position(MODE, laid).line("largest_group") == 2 + 1
    laid += [("crossed-I2", "F4 G4"), ("fortress-I1", "J8"), ("fortress-I1", "I8")]
    assert Position(MODE, laid).line("largest_group") == 2 + 1 + 1


@pytest.mark.parametrize(
    ("laid", "points"),
    [
        pytest.param("", 0, id="nothing built"),
        pytest.param("filled:E4", 3, id="one building"),
        pytest.param("filled:E4 filled:E5", 3, id="one group over the river"),
        pytest.param("filled:E4 filled:G4", 0, id="two groups"),
        pytest.param("filled:E4 fortress:F4 filled:G4", 0, id="a fortress joins nothing"),
        pytest.param("filled:E4 hatched:F4 filled:G4", 3, id="another type is whole"),
        pytest.param("filled:E4 hatched:F4 crossed:G4 hatched:F3", 9, id="all three"),
        pytest.param("fortress:A1 fortress:K8", 0, id="fortresses have no type"),
    ],
)
def test_full_groups(laid: str, points: int) -> None:
    buildings = [item.split(":") for item in laid.split()]
    position = Position(MODE, [(f"{kind}-I1", at) for kind, at in buildings])
    assert position.line("full_groups") == points


def test_ties_are_shared() -> None:
    sheets = Sheets(3).round(BLANK_SINGLE, "F1", "E1", "end").round(BLANK_SINGLE, "end", "end", "")
    assert places(sheets.game.score(sheets.state)) == (1, 1, 3)


# Choices are hidden


def test_nobody_sees_another_drawing_of_the_running_round() -> None:
    sheets = Sheets(2).roll("single", "blank")
    seen = []
    for action in sheets.game.legal(sheets.state, 0):
        seen.append(sheets.game.seen(sheets.game.apply(sheets.state, 0, action), 1))
    assert len(seen) > 10
    assert all(state == seen[0] for state in seen)


def test_the_view_names_the_shape_of_every_two_faces_and_the_face_of_the_row() -> None:
    match = random_match(MODE, 1, "together", "faces", stop=4)
    source = match.game.view(match.state, 0)["source"]
    first, second = source["faces"]
    assert source["special"] == "compass" and source["special"] in second
    assert set(source["shapes"]) == set(first)
    for one, shapes in source["shapes"].items():
        for two, shape in shapes.items():
            drawn = "".join(a + b for a, b in zip(first[one], second[two], strict=True))
            assert drawn.count("#") == int(shape[-1])
