"""Roll & Build by its rules, on episode 11: dice, building, passing, fortresses, bandits, score."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.dialect import Position, game_of, random_match
from tests.games.my_city.board import Cell, at_origin, cell, cells_with, named
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.tally import places
from tilefolk.games import roll_and_build
from tilefolk.games.laying.catalogue import EPISODES, ground_of, load_episode
from tilefolk.games.laying.state import State

MODE = "roll_and_build/11"
FILE = roll_and_build.GAME.folder / "11.toml"
SHEET = [
    "o.T....B..o",
    "o...B...T.T",
    "M.....T...o",
    "MM.........",
    "Mo.......To",
    "o.T...T.B..",
    "o.B....B...",
    ".....o.o.o.",
]
BANDITS = {"H1", "E2", "I6", "C7", "H7"}
LEFT_BANK = "EDDCEEDC"  # the last column of each row before the river
RIVER_CELLS = {
    *("E1", "D2", "D3", "C4", "D5", "E5", "E6", "D7", "C8"),
    *("F1", "E2", "E3", "D4", "E4", "F5", "F6", "E7", "D8"),
}
DIE_1 = {
    "C": [(0, 0), (1, 0), (1, 1)],
    "V": [(0, 1), (1, 1)],
    "H": [(1, 0), (1, 1)],
    "single": [(1, 1)],
}
DIE_2: dict[str, list[Cell]] = {
    "V": [(0, 2), (1, 2)],
    "H": [(1, 2), (1, 3)],
    "single": [(1, 2)],
    "blank": [],
    "compass": [],
}
BLANK_SINGLE, COMPASS = ("single", "blank", "filled"), ("single", "compass", "filled")


class Sheets:
    """A match played by hand: dice are rolled by name, seats answer with cells, `pass` or `end`."""

    def __init__(
        self, seats: int = 1, legacy: tuple[Legacy, ...] = (), mode: str = MODE, **options: str
    ) -> None:
        self.game, self.mode = game_of(mode), mode
        self.state: State = self.game.setup(mode, seats, {"pace": "together", **options}, legacy)

    def roll(self, first: str, second: str, kind: str = "filled") -> "Sheets":
        self.state = self.game.apply(self.state, CHANCE, ("dice", len(self.state.draws), first, second, kind))
        return self

    def answer(self, seat: int, text: str) -> "Sheets":
        action = next(
            a for a in self.game.legal(self.state, seat) if self.covered(a, seat) == frozenset(text.split())
        )
        self.state = self.game.apply(self.state, seat, action)
        return self

    def round(self, dice: tuple[str, str, str], *answers: str) -> "Sheets":
        self.roll(*dice)
        for seat, text in enumerate(answers):
            if text:
                self.answer(seat, text)
        return self

    def covered(self, action: Action, seat: int = 0) -> frozenset[str]:
        """The cells an action covers; `pass` and `end` stand for themselves."""
        if action[0] != "place":
            return frozenset(map(str, action))
        ground = self.state.ground(seat)
        shape = next(piece.shape for piece in ground.pieces.values() if piece.name == action[1])
        index = next(i for i, turned in enumerate(shape.turned) if turned.orientation == action[2])
        return frozenset(ground.grid.listed(shape.masks[index] << ground.grid.bits[str(action[3])]))

    def offered(self, seat: int = 0) -> set[frozenset[str]]:
        """The places where the seat may build."""
        return {self.covered(a, seat) for a in self.game.legal(self.state, seat) if a[0] == "place"}

    def can(self, seat: int = 0) -> set[str]:
        return {str(action[0]) for action in self.game.legal(self.state, seat)}

    def points(self, rule: str) -> list[int]:
        """What one line of the scoring comes to for each seat."""
        tallies = self.game.score(self.state)
        return [next(e.points for e in tally.entries if e.rule.startswith(rule)) for tally in tallies]

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)


# Dice


def rolls() -> list[tuple[str, ...]]:
    """All faces of the three dice together, each as often as it comes up in 216 rolls."""
    sheets = Sheets()
    (draw,) = sheets.game.draws(sheets.state)
    assert draw.again
    return [tuple(map(str, item)) for item in draw.items]


def test_the_six_faces_of_each_die() -> None:
    assert len(rolls()) == 216
    faces = [
        Counter({face: n // 36 for face, n in Counter(roll[die] for roll in rolls()).items()})
        for die in range(3)
    ]
    assert faces[0] == {"C": 1, "V": 2, "H": 1, "single": 2}
    assert faces[1] == {"V": 2, "H": 1, "single": 1, "blank": 1, "compass": 1}
    assert faces[2] == {"filled": 2, "hatched": 2, "crossed": 2}


def test_shapes_in_36_rolls_with_the_compass_read_as_blank() -> None:
    sheets = Sheets()
    for corner in ("A1", "A2", "K1", "J1"):
        sheets.round(COMPASS, corner)
    count: Counter[str] = Counter()
    for first, second in (roll[:2] for roll in rolls() if roll[2] == "filled"):
        count[drawn(sheets, first, second)] += 1
    # "filled" is on two faces
    assert {shape: n // 2 for shape, n in count.items()} == {
        "one": 4,
        "two": 8,
        "three-row": 3,
        "three-L": 8,
        "four-row": 1,
        "square": 4,
        "four-L": 5,
        "five-L": 1,
        "U": 2,
    }


NAMES = {
    "#": "one",
    "##": "two",
    "###": "three-row",
    "#./##": "three-L",
    "####": "four-row",
    "##/##": "square",
    "#../###": "four-L",
    "#.../####": "five-L",
    "#.#/###": "U",
}


def drawn(sheets: Sheets, first: str, second: str) -> str:
    """The name of the shape the dice show, as the game lets it be built."""
    state = sheets.game.apply(
        sheets.state, CHANCE, ("dice", len(sheets.state.draws), first, second, "filled")
    )
    rolled = Sheets()
    rolled.state = state
    some = next(iter(rolled.offered()))
    forms = orientations([cell(name) for name in some])
    return next(name for drawing, name in NAMES.items() if from_drawing(drawing) in forms)


def from_drawing(drawing: str) -> tuple[Cell, ...]:
    rows = enumerate(drawing.split("/"))
    return tuple((y, x) for y, row in rows for x, sign in enumerate(row) if sign == "#")


def orientations(cells: list[Cell]) -> set[tuple[Cell, ...]]:
    """A shape turned and mirrored freely."""
    found = set()
    for mirrored, times in product((False, True), range(4)):
        turned = [(y, -x) for y, x in cells] if mirrored else cells
        for _ in range(times):
            turned = [(x, -y) for y, x in turned]
        found.add(tuple(at_origin(turned)))
    return found


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
