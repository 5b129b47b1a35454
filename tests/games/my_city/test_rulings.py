"""The rulings of My City, MC-R01 to MC-R56, a test or more each, on the Eternal game and the episodes.

Rulings about the campaign (R32, R34, R36, R44 to R49) and the investor (R41) wait for their rules.
"""

from itertools import product
from pathlib import Path

import pytest

from tests.dialect import END_SCORING, Position, random_match
from tests.games.my_city.test_examples import (
    CHURCHES,
    ETERNAL,
    ETERNAL_BOARD,
    EXAMPLES,
    EXAMPLES_FILE,
    FILES,
    GOLD,
    HOUSES,
    JUBILEE,
    RIVER_CELLS_LEFT,
    RIVER_CELLS_RIGHT,
    Cell,
    Table,
    card_of,
    cell,
    cells_with,
    edited,
    linked,
    named,
    on,
    parks,
    turned,
    with_deck,
    with_marker,
    with_veins,
    written,
)
from tilefolk.core.game import Illegal, Legacy
from tilefolk.core.match import UNDO, Header, Match
from tilefolk.core.notation import CHANCE, Action, Line
from tilefolk.core.tally import places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games import my_city
from tilefolk.games.laying.rules.end import Well
from tilefolk.games.laying.rules.names import Layer
from tilefolk.games.laying.state import standing

COG = Legacy((("cog", "B-I2"),))


# Placing


def allowed(shape: str, laid: set[str]) -> set[frozenset[str]]:
    """All legal placements on the Eternal board as 2.3 has them: the river first, then beside a building."""
    land = cells_with(".TRWG", ETERNAL_BOARD) - laid
    left = {name for name in land if is_left(name)}
    background = {named(at) for name in laid for at in sides(cell(name))}
    near = background or {*RIVER_CELLS_LEFT, *RIVER_CELLS_RIGHT}
    found = set()
    for times, y, x in product(range(4), range(11), range(11)):
        cells = frozenset(named((y + dy, x + dx)) for dy, dx in turned(shape, times))
        if cells & near and (cells <= left or cells <= land - left):
            found.add(cells)
    return found


def is_left(name: str) -> bool:
    """Whether a cell lies west of the river: no further east than the left river cell of its row."""
    border = {name[1:]: name[0] for name in RIVER_CELLS_LEFT}
    return name[0] <= border[name[1:]]


def sides(at: Cell) -> list[Cell]:
    y, x = at
    return [(y + dy, x + dx) for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))]


def covered(action: Action) -> frozenset[str]:
    """The cells a place action covers: its first cell is the first of them in reading order."""
    _, shape, times, first = action
    cells = turned(str(shape), int(times))
    (y, x), (y0, x0) = cell(str(first)), cells[0]
    return frozenset(named((y - y0 + dy, x - x0 + dx)) for dy, dx in cells)


def offered(table: Table, seat: int = 0) -> set[frozenset[str]]:
    places = [covered(a) for a in table.game.legal(table.state, seat) if a[0] == "place"]
    assert len(places) == len(set(places))
    return set(places)


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


# Answers


def test_mc_r05_who_does_not_answer_passes_else_ends(tmp_path: Path) -> None:
    table = Table(ETERNAL).draw("Y-I2")
    assert table.game.fallback_action(table.state, 0) == ("pass",)
    table.answer(0, "pass").answer(1, "pass").draw("C-V5")
    assert table.game.fallback_action(table.state, 0) == ("end",)
    broke = Table(with_marker(tmp_path, ETERNAL, 0)).draw("Y-I2")
    assert broke.game.fallback_action(broke.state, 0) == ("end",)


def test_mc_r05_exactly_one_action_per_card() -> None:
    table = Table(ETERNAL).draw("Y-I2").answer(0, "C1 D1")
    assert table.game.to_act(table.state) == (1,)
    assert not table.game.legal(table.state, 0)
    with pytest.raises(Illegal):
        table.answer(0, "pass")


def test_mc_r06_commits_are_hidden_until_all_are_in() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "E1 F1").draw("R-I2").answer(0, "C2 D2")
    for looking in (1, None):
        seen = table.game.seen(table.state, looking)
        assert on("I2", "C2 D2") not in seen.commits
        assert seen.commits[0] is not None
        assert seen.boards == table.state.boards
    assert table.game.seen(table.state, 0).commits[0] == on("I2", "C2 D2")
    table.answer(1, "pass")
    assert table.buildings() == [2, 1]
    assert table.game.seen(table.state, 1) == table.state


@pytest.mark.parametrize("first", [("pass",), ("end",), on("I2", "C1 D1")])
def test_mc_r06_nobody_sees_what_a_hidden_commit_was(first: Action) -> None:
    table = Table(ETERNAL, 3).draw("Y-I2")
    seen = [table.game.seen(table.game.apply(table.state, 0, a), 1) for a in (first, on("I2", "E1 F1"))]
    assert seen[0] == seen[1]


def test_mc_r06_a_commit_may_be_taken_back_until_the_round_closes() -> None:
    table = Table(ETERNAL)
    match = Match(table.game, Header(ETERNAL, 1, 2, (("pace", "together"),)))
    match.append(Line(CHANCE, ("deck", 0, "Y-I2")))
    match.append(Line(0, on("I2", "C1 D1")))
    assert match.may_undo(0)
    match.append(Line(0, UNDO))
    match.append(Line(0, ("end",)))
    match.append(Line(0, UNDO))
    match.append(Line(0, on("I2", "E1 F1")))
    assert Line(0, on("I2", "E1 F1")) not in match.told(1)
    match.append(Line(1, ("pass",)))
    assert Line(0, on("I2", "E1 F1")) in match.told(1)
    assert not match.may_undo(0)
    assert not match.may_undo(1)
    with pytest.raises(Illegal):
        match.append(Line(0, UNDO))
    assert match.state.boards[0].clear == Position(ETERNAL, [("Y-I2", "E1 F1")]).board.clear


def test_mc_r07_passing_costs_one_point_at_once() -> None:
    table = Table(ETERNAL).round("Y-I2", "pass", "C1 D1")
    assert table.markers() == [9, 10]
    assert table.shown("passes") == [1, 0]
    assert table.buildings() == [0, 1]


def test_mc_r07_passing_needs_the_marker() -> None:
    table = Table(ETERNAL)
    for n, shape in enumerate([*HOUSES, "I2", "I3"]):
        assert "PASS" in table.draw(f"{'YR'[n // 8]}-{shape}").can()
        table.answer(0, "pass").answer(1, "pass")
    assert table.markers() == [0, 0]
    table.draw("R-V3")
    assert table.can() == {"BUILD", "END"}
    assert [why.endswith("pass") for why in table.game.why(table.state, 0, ("pass",))] == [True]
    with pytest.raises(Illegal):
        table.answer(0, "pass")


def test_mc_r08_without_a_cost_passing_does_not_exist(tmp_path: Path) -> None:
    table = Table(edited(tmp_path, EXAMPLES_FILE, ('  { rule = "pass", cost = 1 },\n', ""))).draw("Y-O4")
    assert table.can() == {"BUILD", "END"}
    assert table.game.why(table.state, 0, ("pass",)) != ()
    assert table.game.fallback_action(table.state, 0) == ("end",)


@pytest.mark.parametrize("card", ["Y-I2", "C-V5"])
def test_mc_r09_ending_is_always_allowed_free_and_final(card: str) -> None:
    table = Table(ETERNAL).round("R-O4", "C1 C2 D1 D2", "E1 E2 F1 F2").draw(card)
    assert {"BUILD", "END"} <= table.can()
    table.answer(0, "end").answer(1, "end")
    assert table.over
    assert table.markers() == [10, 10]


def test_mc_r09_who_has_ended_is_still_scored_and_ranked() -> None:
    table = Table(ETERNAL).round("Y-I2", "C1 D1", "C1 D1").round("R-I2", "end", "pass")
    assert table.markers() == [10, 9]
    for card in ("Y-I3", "X", "B-I2", "C-J4"):
        table.draw(card)
        assert 0 not in table.game.to_act(table.state)
        assert not table.game.legal(table.state, 0)
        if 1 in table.game.to_act(table.state):
            table.answer(1, "end" if card == "C-J4" else "pass")
    assert table.over
    assert places(table.game.score(table.state)) == (1, 2)


NARROW = """
version = 1
seats = [1, 2]
map = ["........", "........", "MMMMMMMM", "MMMMMMMM", "MMMMMMMM", "MMMMMMMM"]
river = [[0, 4], [1, 4], [2, 4], [3, 4], [4, 4], [5, 4], [6, 4]]
rules = [
  { rule = "deck", cards = ["Y-I2", "C-V5", "R-I2", "B-I2", "Y-O4", "R-O4", "B-O4"] },
  { rule = "track", start = 10 },
  { rule = "land", open = ["plain"] },
  { rule = "on_land" },
  { rule = "one_bank" },
  { rule = "clear" },
  { rule = "start", on = ["river"] },
  { rule = "beside" },
  { rule = "pass", cost = 1 },
  { rule = "must", kind = "C" },
  { rule = "visible", what = "empty", per = -1 },
  { rule = "rows", on = ["empty"] },
]
"""


@pytest.fixture
def narrow(tmp_path: Path) -> str:
    """Two rows of eight cells: no room for the church V5."""
    return written(tmp_path, NARROW)


def test_mc_r10_a_church_may_not_be_passed() -> None:
    table = Table(ETERNAL).draw("C-V5")
    assert "PASS" not in table.can()
    assert [why.endswith("must.C") for why in table.game.why(table.state, 0, ("pass",))] == [True]


def test_mc_r10_a_church_that_fits_nowhere_ends_the_part(narrow: str) -> None:
    table = Table(narrow).round("Y-I2", "C1 D1", "E1 F1").draw("C-V5")
    assert table.over
    assert table.markers() == [10, 10]
    assert all(reason.endswith("must.C") for reason in table.shown("ended"))


def test_mc_r10_a_building_that_fits_nowhere_can_be_passed(narrow: str) -> None:
    table = Table(narrow).round("Y-O4", "C1 C2 D1 D2", "").answer(1, "E1 E2 F1 F2")
    table.round("R-O4", "A1 A2 B1 B2", "G1 G2 H1 H2").round("B-O4", "E1 E2 F1 F2", "C1 C2 D1 D2")
    table.round("Y-I2", "G1 H1", "A1 B1").round("R-I2", "G2 H2", "A2 B2").draw("B-I2")
    assert table.can() == {"PASS", "END"}


def test_mc_r11_a_church_that_fits_may_be_answered_with_the_end() -> None:
    table = Table(ETERNAL).draw("C-V5")
    assert table.can() == {"BUILD", "END"}
    assert table.answer(0, "end").answer(1, "end").over
    assert table.markers() == [10, 10]


def test_mc_r12_a_pass_at_exactly_the_cost_is_allowed(tmp_path: Path) -> None:
    table = Table(with_marker(tmp_path, ETERNAL, 1)).round("Y-I2", "pass", "pass")
    assert table.markers()[0] == 0
    assert table.draw("R-I2").can() == {"BUILD", "END"}


# The blocking card


def test_mc_r13_the_blocking_card_as_the_last_card_ends_the_episode(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2", "R-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "pass").round("R-I2", "pass", "C1 D1")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.draw("X").over
    assert (table.markers(), table.buildings()) == ([9, 9], [1, 1])


def test_mc_r13_the_blocking_card_before_the_last_takes_it_away(tmp_path: Path) -> None:
    table = Table(with_deck(tmp_path, 'cards = ["Y-I2", "R-I2"], blocking = 1'))
    table.round("Y-I2", "C1 D1", "pass").draw("X")
    assert not table.over
    assert table.draw("R-I2").over
    assert (table.markers(), table.buildings()) == ([10, 9], [1, 0])


def test_mc_r14_a_blocked_building_is_no_decision() -> None:
    table = Table(ETERNAL).draw("X")
    assert table.game.to_act(table.state) == (CHANCE,)
    table.draw("Y-I2")
    assert table.game.to_act(table.state) == (CHANCE,)
    for action in (("pass",), ("end",), on("I2", "C1 D1")):
        assert table.game.why(table.state, 0, action) != ()
    assert table.markers() == [10, 10]
    assert table.draw("R-I2").can() == {"BUILD", "PASS", "END"}


def test_mc_r14_no_annex_in_place_of_a_blocked_building() -> None:
    table = Table(JUBILEE).draw("X").draw("Y-I2")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.game.why(table.state, 0, ("place", "X1", 0, "E5")) != ()


def test_mc_r15_a_blocked_church_takes_nobody_out(tmp_path: Path) -> None:
    mode = written(tmp_path, NARROW.replace('"B-O4"]', '"B-O4"], blocking = 1'))
    table = Table(mode).draw("X").draw("C-V5").draw("Y-I2")
    assert not any(table.shown("ended"))
    assert table.game.to_act(table.state) == (0, 1)


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


def wells(position: Position) -> int:
    return Well(Layer("well"), 4).line(position.ground, position.board)[0]


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


def tie_key(position: Position) -> tuple[int, ...]:
    (rows,) = position.episode.rules.ties
    return rows.key(position.ground, position.board)


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


def finish(table: Table) -> Table:
    """Everybody takes the first choice left after the rounds."""
    while acting := table.game.to_act(table.state):
        table.state = table.game.apply(table.state, acting[0], table.game.legal(table.state, acting[0])[0])
    return table


def kept(table: Table, what: str) -> list[int]:
    seats = range(len(table.state.boards))
    return [table.game.takes_along(table.state, seat).count(what) for seat in seats]


def ended_after(table: Table, *answers: str) -> Table:
    """One card, answered like this, then everybody ends."""
    table.round("Y-I2", *answers)
    return table.round("R-I2", *("end" if answer != "end" else "" for answer in answers))


SAWMILL = "H10 G10"


def test_mc_r29_two_firsts_share_the_first_row_and_there_is_no_second() -> None:
    table = ended_after(Table(GOLD, 3, award="yes"), SAWMILL, SAWMILL, "end")
    assert places(table.game.score(table.state)) == (1, 1, 3)
    finish(table)
    assert kept(table, "progress") == [2, 2, 0]
    assert kept(table, "nuggets") == [0, 0, 1]


def test_mc_r29_two_seconds_share_the_second_row() -> None:
    table = ended_after(Table(GOLD, 4, award="yes"), "end", SAWMILL, "end", "pass")
    assert places(table.game.score(table.state)) == (2, 1, 2, 4)
    finish(table)
    assert kept(table, "progress") == [1, 2, 1, 0]
    assert kept(table, "nuggets") == [0, 0, 0, 1]


def test_mc_r30_first_second_and_others_with_three_seats() -> None:
    table = finish(ended_after(Table(GOLD, 3, award="yes"), "end", SAWMILL, "pass"))
    assert kept(table, "progress") == [1, 2, 0]
    assert kept(table, "nuggets") == [0, 0, 1]


def test_mc_r30_with_two_seats_the_second_takes_the_row_of_the_others() -> None:
    table = finish(ended_after(Table(GOLD, 2, award="yes"), "end", SAWMILL))
    assert kept(table, "progress") == [0, 2]
    assert kept(table, "nuggets") == [1, 0]
    stickers = [table.game.takes_along(table.state, seat).stickers[-1][0] for seat in (0, 1)]
    assert stickers == ["t", "R"]


def test_mc_r31_who_ended_at_once_is_ranked_by_value_like_all() -> None:
    table = Table(ETERNAL).draw("Y-I2").answer(0, "end").answer(1, "pass").round("R-I2", "", "end")
    assert [tally.value for tally in table.game.score(table.state)] == [-66, -67]
    assert places(table.game.score(table.state)) == (1, 2)


def test_mc_r33_stickers_go_on_the_cleared_board_on_any_empty_plain_cell() -> None:
    table = ended_after(Table(GOLD, award="yes"), SAWMILL, "end")
    rocks = {str(a[2]) for a in table.game.legal(table.state, 0) if a[0] == "stick"}
    assert rocks == set(Position(GOLD).lit("visible.empty")) - {"E3", "E6", "G2"}, "a well stands on G2"
    assert {"H10", "G10"} <= rocks
    table.state = table.game.apply(table.state, 0, ("stick", "R", "H10"))
    finish(table)
    assert ("R", "H10") in table.game.takes_along(table.state, 0).stickers


@pytest.mark.parametrize(
    ("sticker", "at", "tree", "rock", "empty"),
    [
        ("t", "C1", 13, -12, -82),
        ("R", "F1", 12, -14, -82),
        (".", "B1", 10, -12, -84),
        (".", "K1", 12, -10, -84),
    ],
)
def test_mc_r33_a_sticker_replaces_what_was_on_the_cell(
    sticker: str, at: str, tree: int, rock: int, empty: int
) -> None:
    position = Position(EXAMPLES, stickers=[(sticker, at)])
    assert [position.line(f"visible.{what}") for what in ("tree", "rock", "empty")] == [tree, rock, empty]
    assert at not in position.ground.grid.listed(position.ground.layer("square"))


def test_mc_r35_reserved_cells_never_take_a_sticker() -> None:
    table = ended_after(Table(GOLD, award="yes"), SAWMILL, "end")
    for reserved in ("E3", "E6"):
        assert table.game.why(table.state, 0, ("stick", "R", reserved)) != ()


# Land of the chapters


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
    assert table.game.to_act(table.state) == (0,)
    for action in (("pass",), ("end",), ("place", "X1", 0, "E5"), on("I2", "E4 E5")):
        assert table.game.why(table.state, 1, action) != ()
    table.answer(0, "E4 E5").draw("B-O4")
    assert table.game.to_act(table.state) == (CHANCE,)
    assert table.markers() == [0, 0]
    assert table.buildings() == [1, 0]
    assert table.draw("Y-I3").game.to_act(table.state) == (0, 1)


def test_mc_r50_a_tie_in_all_rows_is_a_shared_victory() -> None:
    table = Table(ETERNAL, 3).round("Y-I2", "C1 D1", "end", "C1 D1").round("R-I2", "end", "", "end")
    assert places(table.game.score(table.state)) == (1, 3, 1)


def test_mc_r51_mirror_images_are_never_allowed() -> None:
    empty = Position(ETERNAL)
    for node, church, cells in [("Y-L4", "C-J4", "D1 D2 D3 C3"), ("Y-S4", "C-Z4", "B2 C2 C3 D3")]:
        assert empty.can_be(church, cells)
        assert not empty.can_be(node, cells)
    assert empty.can_be("Y-L4", "C1 C2 C3 D3")
    assert not empty.can_be("C-J4", "C1 C2 C3 D3")
    assert empty.can_be("Y-S4", "C2 D2 B3 C3")
    assert not empty.can_be("C-Z4", "C2 D2 B3 C3")


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


# Modules of the last chapter


def test_annexes_two_for_each_seat_free_of_charge_and_the_building_is_lost() -> None:
    table = Table(JUBILEE).round("Y-I2", "E4 E5", "E4 E5")
    table.draw("R-I2").answer(0, "E7", "X1").answer(1, "F6 G6")
    table.draw("Y-I3").answer(0, "D6", "X1").answer(1, "end")
    assert table.markers() == [0, 0]
    assert table.buildings() == [3, 2]
    assert table.draw("R-I3").can() == {"BUILD", "END"}


def test_an_annex_needs_the_normal_placement_test() -> None:
    table = Table(JUBILEE).draw("Y-I2")
    annexes = {covered(a) for a in table.game.legal(table.state, 0) if a[1:2] == ("X1",)}
    assert annexes == {frozenset({name}) for name in ("E5", "D6", "F6", "E7")}
    table.answer(0, "E5", "X1").answer(1, "end").draw("R-I2")
    annexes = {covered(a) for a in table.game.legal(table.state, 0) if a[1:2] == ("X1",)}
    assert annexes == {frozenset({name}) for name in ("D6", "F6", "E7", "E4", "D5", "F5")}


def test_a_park_on_rocks_counts_as_trees_and_no_longer_as_rocks() -> None:
    position = Position(JUBILEE, [("Y-I3", "F7 F8 F9"), ("R-I2", "G6 G7"), ("R-I3", "G9 G10 G11")])
    assert (position.line("visible.tree.park"), position.line("visible.rock")) == (12, -2)
    position.lay("Y-I2", "H8 I8", bring=True)
    assert parks(position) == ("G8",)
    assert (position.line("visible.tree.park"), position.line("visible.rock")) == (14, 0)


def test_veins_and_trees_become_no_parks() -> None:
    vein = Position(JUBILEE).lay("R-I2", "I1 J1", bring=True).lay("R-V3", "J2 K2 K3", bring=True)
    assert parks(vein) == ()
    tree = Position(JUBILEE).lay("R-I2", "A1 A2", bring=True).lay("R-O4", "C1 D1 C2 D2", bring=True)
    assert parks(tree.lay("R-I2", "B2 B3", bring=True)) == ()


def test_a_park_is_no_longer_free() -> None:
    position = Position(JUBILEE).lay("R-I2", "J2 K2", bring=True).lay("R-I2", "I3 J3", bring=True)
    assert parks(position) == ("K3",)
    assert position.why("N-X1", "K3") == ("clear",)


def test_the_link_begins_at_one_of_the_four_cells_around_the_port() -> None:
    ground = Position(JUBILEE).ground
    assert set(ground.grid.listed(ground.select(("near:port",)))) == {"E2", "D3", "F3", "E4"}


def test_the_fourth_church_is_built_like_the_others() -> None:
    table = Table(GOLD).draw("C-4th")
    assert table.can() == {"BUILD", "END"}
    assert {len(cells) for cells in offered(table)} == {5}
    assert table.answer(0, "H8 I8 H9 I9 H10", "P5").answer(1, "end").buildings() == [1, 0]


def test_link_race_later_arrivals_get_two_points() -> None:
    table = Table(JUBILEE).round("R-I3", "F6 F7 F8", "F6 F7 F8").round("Y-I3", "F3 F4 F5", "F3 F4 F5")
    table.round("R-T4", "F9 F10 F11 G10", "end")
    assert table.markers() == [2 + 5, 0]
    late = Table(JUBILEE).round("R-I3", "F6 F7 F8", "F6 F7 F8").round("Y-I3", "F3 F4 F5", "F3 F4 F5")
    late.round("R-T4", "F9 F10 F11 G10", "G4 G5 G6 H5").round("Y-T4", "end", "F9 F10 F11 G10")
    assert late.markers() == [7, 2 + 2]


def test_melting_up_to_two_nuggets_for_two_points_each() -> None:
    rich, poor = Legacy((), (("nuggets", 3), ("nuggets_ever", 3))), Legacy((), (("nuggets", 1),))
    table = Table(JUBILEE, 3, (rich, poor, Legacy()), award="yes").round("Y-I2", "end", "end", "end")
    assert set(table.game.legal(table.state, 0)) == {("melt", n) for n in (0, 1, 2)}
    assert set(table.game.legal(table.state, 1)) == {("melt", n) for n in (0, 1)}
    assert table.game.to_act(table.state) == (0, 1)
    before = table.game.score(table.state)
    hidden = [table.game.seen(table.game.apply(table.state, 0, ("melt", n)), 1) for n in (0, 2)]
    assert hidden[0] == hidden[1]
    table.state = table.game.apply(table.state, 0, ("melt", 2))
    table.state = table.game.apply(table.state, 1, ("melt", 0))
    gains = [a.value - b.value for a, b in zip(table.game.score(table.state), before, strict=True)]
    assert gains == [4, 0, 0]
    assert kept(finish(table), "nuggets") == [1, 1, 0]
    assert kept(table, "nuggets_ever")[0] == 3


def test_melting_does_not_move_a_locked_marker(tmp_path: Path) -> None:
    rich = Legacy((), (("nuggets", 3), ("nuggets_ever", 3)))
    table = Table(with_marker(tmp_path, JUBILEE, 40), 2, (rich, rich)).round("Y-I2", "end", "end")
    table.state = table.game.apply(table.state, 0, ("melt", 2))
    table.state = table.game.apply(table.state, 1, ("melt", 2))
    assert table.game.score(table.state)[0].value == 50


def test_cabinet_progress_for_the_fourth_nugget_ever(tmp_path: Path) -> None:
    brought = Legacy((), (("nuggets", 0), ("nuggets_ever", 2)))
    table = Table(with_veins(tmp_path, "C1", "E1"), 2, (brought, Legacy()), award="yes")
    table.round("Y-I2", "C1 D1", "pass").round("R-I2", "E1 F1", "end").round("B-I2", "end", "")
    finish(table)
    assert kept(table, "progress") == [2 + 1, 0]
    assert kept(table, "nuggets") == [2, 1]
    assert kept(table, "nuggets_ever") == [4, 1]


def test_cabinet_a_milestone_counts_once(tmp_path: Path) -> None:
    brought = Legacy((), (("nuggets", 4), ("nuggets_ever", 4)))
    table = Table(with_veins(tmp_path, "C1", "E1"), 2, (brought, Legacy()), award="yes")
    table.round("Y-I2", "C1 D1", "pass").round("R-I2", "E1 F1", "end").round("B-I2", "end", "")
    finish(table)
    assert kept(table, "nuggets_ever") == [6, 1]
    assert kept(table, "progress") == [2, 0]


def test_mc_r53_an_episode_alone_has_no_award() -> None:
    table = ended_after(Table(GOLD), SAWMILL, "end")
    assert table.over
    assert [table.game.takes_along(table.state, seat) for seat in (0, 1)] == [Legacy(), Legacy()]


@pytest.mark.parametrize("pace", ["together", "own"])
def test_mc_r56_one_seat_alone_wins_the_race_whenever_it_reaches_the_goal(tmp_path: Path, pace: str) -> None:
    moved = ('".T........G"', '".TG.G......"'), ('"G.....R...F"', '"......R...F"')
    table = Table(edited(tmp_path, my_city.GAME.folder / "eternal.toml", *moved), 1, pace=pace)
    table.round("Y-I2", "C1 D1").round("B-I2", "pass").round("B-I3", "pass").round("R-I2", "E1 F1")
    board = table.game.view(table.state, 0)["boards"][0]
    assert board["marker"] == 11, "10, two passes, the full prize of 3"
    table.round("Y-I3", "end")
    assert table.over and places(table.game.score(table.state)) == (1,)


def test_the_eternal_game_uses_nothing_that_a_seat_brings_along() -> None:
    brought = Legacy((("SAW", "E1"), ("T", "D2"), ("cog", "B-I2")), (("nuggets", 3), ("provisions", 2)))
    plain, rich = (Table(ETERNAL, 1, (legacy,)) for legacy in (Legacy(), brought))
    for table in (plain, rich):
        table.round("Y-I2", "C1 D1").draw("B-T4")
    assert list(plain.game.legal(plain.state, 0)) == list(rich.game.legal(rich.state, 0))
    assert plain.game.score(plain.state) == rich.game.score(rich.state)
    assert rich.state.ground(0) is plain.state.ground(0), "the same board, not one of its own"
