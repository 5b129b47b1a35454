"""The worked examples of My City, MC-V01 to MC-V17, and the facts about its boards.

They are drawn on the legacy board with the rules of the Eternal game (`my_city/examples`) or their episode's.
MC-V10 stands in `test_campaign`, MC-V08, V11 and V14 in `test_campaign_later`.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest

from tests.dialect import DATA, END_SCORING, Position, game_of
from tilefolk.core.game import Legacy
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.tally import places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games import my_city
from tilefolk.games.laying.board import note
from tilefolk.games.laying.catalogue import ground_of, load_episode
from tilefolk.games.laying.rules.names import Kind
from tilefolk.games.laying.rules.race import RaceLink
from tilefolk.games.laying.state import State, prizes

EXAMPLES, ETERNAL = "my_city/examples", "my_city/eternal"
GOLD, JUBILEE = "my_city/10", "my_city/24"
EXAMPLES_FILE = DATA / "my_city" / "examples.toml"
FILES = {
    EXAMPLES: EXAMPLES_FILE,
    ETERNAL: my_city.GAME.folder / "eternal.toml",
    GOLD: my_city.GAME.folder / "10.toml",
    JUBILEE: my_city.GAME.folder / "24.toml",
}
HOUSES = ("I2", "I3", "V3", "O4", "T4", "S4", "L4", "U5")
CHURCHES = ("J4", "Z4", "V5")
LEGACY_BOARD = [
    ".T...s.s.sR",
    "......s.s..",
    "R....s.s.T.",
    "MMR...T.s.F",
    "MMM..s.s.FF",
    "MMM...s.sFF",
    "MMR..s..T.F",
    "R.....Rs.sF",
    "....s.s..FF",
    ".T...T.sFFF",
    "......sFFFF",
]
ETERNAL_BOARD = [
    ".T........G",
    "..W........",
    "R......W.T.",
    "MMR...T...F",
    "MMM......FF",
    "MMM......FF",
    "MMR.....T.F",
    "G.....R...F",
    "......W..FF",
    ".T...T..FFF",
    ".......FFFF",
]
RIVER_CELLS_LEFT = ["D1", "D2", "E3", "E4", "E5", "E6", "D7", "C8", "C9", "D10", "D11"]
RIVER_CELLS_RIGHT = ["E1", "E2", "F3", "F4", "F5", "F6", "E7", "D8", "D9", "E10", "E11"]
DRAWINGS = {
    "I2": "##",
    "I3": "###",
    "V3": "#./##",
    "O4": "##/##",
    "T4": "###/.#.",
    "S4": ".##/##.",
    "L4": "#./#./##",
    "U5": "#.#/###",
    "J4": ".#/.#/##",
    "Z4": "##./.##",
    "V5": "#../#../###",
    "P5": "##/##/#.",
    "X1": "#",
}

Cell = tuple[int, int]


def cell(name: str) -> Cell:
    return int(name[1:]) - 1, ord(name[0]) - ord("A")


def named(at: Cell) -> str:
    return f"{chr(ord('A') + at[1])}{at[0] + 1}"


def at_origin(cells: list[Cell]) -> list[Cell]:
    """The cells moved so that their bounding box begins at (0, 0)."""
    top, left = min(y for y, _ in cells), min(x for _, x in cells)
    return sorted((y - top, x - left) for y, x in cells)


def turned(shape: str, times: int) -> list[Cell]:
    """Orientation 0 turned clockwise so many times: (y, x) to (x, -y)."""
    rows = DRAWINGS[shape].split("/")
    cells = [(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]
    for _ in range(times):
        cells = [(x, -y) for y, x in cells]
    return at_origin(cells)


def on(shape: str, cells: str) -> Action:
    """The action that lays a shape on these cells; equal orientations have the lowest number."""
    wanted = sorted(map(cell, cells.split()))
    for times in range(4):
        if turned(shape, times) == at_origin(wanted):
            return ("place", shape, times, named(wanted[0]))
    raise AssertionError(f"{shape} never covers {cells}")


class Table:
    """A match played by hand: cards come up by name, seats answer with cells, `pass` or `end`."""

    def __init__(self, mode: str, seats: int = 2, legacy: tuple[Legacy, ...] = (), **options: str) -> None:
        self.game = game_of(mode)
        self.card = ""
        self.state: State = self.game.setup(mode, seats, {"pace": "together", **options}, legacy)
        self.printed = len(self.shown("laid")[0])

    def draw(self, card: str) -> Self:
        self.card = card
        self.state = self.game.apply(self.state, CHANCE, ("deck", len(self.state.draws), card))
        return self

    def answer(self, seat: int, text: str, shape: str = "") -> Self:
        action: Action = (text,) if text in ("pass", "end") else on(shape or self.card.split("-")[1], text)
        self.state = self.game.apply(self.state, seat, action)
        return self

    def round(self, card: str, *answers: str) -> Self:
        """A card and what the seats answer, one after the other; an empty text: the seat is not asked."""
        self.draw(card)
        for seat, text in enumerate(answers):
            if text:
                self.answer(seat, text)
        return self

    def can(self, seat: int = 0) -> set[str]:
        """What the seat may do, in the words of the rules."""
        verbs = {"place": "BUILD", "pass": "PASS", "end": "END"}
        return {"ANNEX" if "X1" in a else verbs[str(a[0])] for a in self.game.legal(self.state, seat)}

    def shown(self, what: str) -> list[Any]:
        """What everybody sees of each seat's board."""
        return [board[what] for board in self.game.view(self.state, None)["boards"]]

    def markers(self) -> list[int]:
        return self.shown("marker")

    def buildings(self) -> list[int]:
        """How many buildings each seat has laid, print apart."""
        return [len(laid) - self.printed for laid in self.shown("laid")]

    def nuggets(self) -> list[int]:
        return [sum(p.nuggets for _, p in prizes(self.state, s)) for s in range(len(self.state.boards))]

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)


def edited(folder: Path, source: Path, *changes: tuple[str, str]) -> str:
    """The way to play a copy of an episode with some texts replaced."""
    text = source.read_text()
    for old, new in changes:
        assert text.count(old) == 1, f"{old} stands {text.count(old)} times in {source.name}"
        text = text.replace(old, new)
    return written(folder, text)


def written(folder: Path, text: str) -> str:
    """The way to play an episode with the pieces of My City; it is named after the folder of its test."""
    path = folder / f"{folder.name}.toml"
    path.write_text(text)
    return load_episode("my_city", path, my_city.GAME.folder / "game.toml").name


def with_deck(folder: Path, deck: str) -> str:
    """The examples' episode with another deck."""
    whole = next(line for line in EXAMPLES_FILE.read_text().splitlines() if '"deck"' in line)
    return edited(folder, EXAMPLES_FILE, (whole, f'  {{ rule = "deck", {deck} }},'))


def with_veins(folder: Path, one: str, other: str, *changes: tuple[str, str]) -> str:
    """Episode 10 with the veins elsewhere and the start at the river."""
    moved = ('at = ["A8", "K1"]', f'at = ["{one}", "{other}"]'), ('on = ["near:sawmill"]', 'on = ["river"]')
    return edited(folder, FILES[GOLD], *moved, *changes)


def with_marker(folder: Path, mode: str, marker: int) -> str:
    """An episode in which the marker starts on this number."""
    start = re.search(r"start = \d+", FILES[mode].read_text())
    assert start is not None
    return edited(folder, FILES[mode], (start[0], f"start = {marker}"))


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


def linked(position: Position, kinds: str = "YR") -> bool:
    """Whether port and track are linked by buildings of these kinds."""
    (rule,) = position.episode.rules.race
    assert isinstance(rule, RaceLink)
    assert rule.kinds == ("Y", "R")
    return replace(rule, kinds=tuple(map(Kind, kinds))).reached(position.ground, position.board)


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


def parks(position: Position) -> tuple[str, ...]:
    return position.ground.grid.listed(note(position.board, "park"))


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


# Boards, pieces and cards


def cells_with(letters: str, board: list[str]) -> set[str]:
    return {named((y, x)) for y, row in enumerate(board) for x, sign in enumerate(row) if sign in letters}


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


def card_of(shape: str) -> str:
    return f"{'C' if shape in CHURCHES else 'Y'}-{shape}"


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
