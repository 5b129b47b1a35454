"""Stickers and marks of My City's campaign: where they go, and what stays."""

from functools import reduce
from operator import or_

import pytest

from tests.dialect import Position
from tests.games.my_city.campaign.by_hand import GAME, begun, cells, drawn, ended, episode_mode, stick, why
from tilefolk.core.game import Legacy
from tilefolk.core.notation import Action, Line
from tilefolk.games.laying.catalogue import EPISODES, whole_ground

SQUARES = {
    *("F1", "H1", "J1", "G2", "I2", "F3", "H3", "I4", "F5", "H5"),
    *("G6", "I6", "F7", "H8", "J8", "E9", "G9", "H10", "G11"),
}


def test_mc_v10_uncovered_cells_at_the_dike() -> None:
    laid = [("R-O4", "E1 F1 E2 F2"), ("Y-I3", "F3 F4 F5")]
    assert Position(episode_mode(9), laid).line("visible.river") == -6


def test_mc_r32_progress_beyond_the_circles_is_counted() -> None:
    brought = Legacy(counts=(("progress", 60),))
    match = ended(begun(2, (brought, Legacy())), "", "end")
    assert GAME.takes_along(match.state, 0).count("progress") in (60, 62)
    assert max(GAME.takes_along(match.state, seat).count("progress") for seat in (0, 1)) == 62


@pytest.mark.parametrize("number", [7, 8])
def test_mc_r33_and_r37_stickers_may_go_on_the_closed_bank(number: int) -> None:
    assert cells(number, "award.first", 1) == SQUARES
    without = [("t", name) for name in SQUARES]
    assert {"A1", "C9", "D11"} <= cells(number, "award.first", 1, *without), "the left bank is there again"


def test_mc_r33_all_choose_at_once_hidden_until_all_are_done() -> None:
    match = ended(begun(2), "", "")
    assert GAME.to_act(match.state) == (0, 1)
    before = GAME.view(match.state, 1)
    match.append(Line(0, ("stick", "W", "G2")))
    view = GAME.view(match.state, 1)
    assert {**view, "to_act": before["to_act"]} == before
    assert Line(0, ("stick", "W", "G2")) not in match.told(1)
    match.append(Line(0, ("undo",)))
    match.append(Line(0, ("stick", "W", "I2")))
    for seat in (0, 1):
        while seat in GAME.to_act(match.state):
            match.append(Line(seat, GAME.legal(match.state, seat)[0]))
    assert match.over and Line(0, ("stick", "W", "I2")) in match.told(1)
    assert not match.may_undo(0), "the last choice closes it"


def test_mc_r34_the_second_choice_of_cells_and_what_is_forfeited() -> None:
    full = [("t", name) for name in SQUARES]
    assert cells(1, "award.first", 1) == SQUARES
    fallback = cells(1, "award.first", 1, *full)
    assert "C1" in fallback and not fallback & {"B1", "K1", "A4", "E3", "E6", *SQUARES}
    wells = cells(2, "award.everyone", 0, *full)
    assert wells and wells <= fallback and "C2" in wells
    felled = [("B", name) for name in ("B1", "J3", "G4", "I7", "B10", "F10")]
    assert cells(9, "award.first", 1, *felled) == set(), "no tree is left"
    legacy = Legacy(tuple(felled))
    match = ended(begun(9, (legacy, legacy), pace="own"), "", "end")
    first = min((0, 1), key=lambda seat: GAME.view(match.state, None)["places"][seat])
    assert match.end_record()["kept"][first] == [["award.first", "progress", 2], ["award.first", "B", ""]]


@pytest.mark.parametrize(("number", "rule", "gift"), [(1, "award.first", 1), (2, "award.everyone", 0)])
def test_each_cell_takes_a_sticker_or_is_said_to_lack_something(number: int, rule: str, gift: int) -> None:
    choice, ground = stick(number, rule, gift), whole_ground(EPISODES[episode_mode(number)], Legacy())
    shown = choice.shown(ground)
    legal, lacks = int(shown["legal"], 16), [int(cells, 16) for cells in shown["lacks"].values()]
    assert legal and lacks and not any(legal & cells for cells in lacks)
    assert legal | reduce(or_, lacks) == ground.grid.cells


@pytest.mark.parametrize(
    "action", [("stick",), ("stick", "R"), ("stick", "R", "F1", 2), ("place", "R", "F1")]
)
def test_what_is_no_choice_of_a_cell_has_no_reason(action: Action) -> None:
    assert why(1, "award.first", 1, action) == set()


def test_a_choice_of_stickers_lasts() -> None:
    match = ended(begun(2), "", "")
    assert match.state.phase == "reward"
    assert GAME.lasts(match.state, 0) and GAME.lasts(match.state, 1)
    drawn(rounds := begun(2))
    assert not GAME.lasts(rounds.state, 0)


def test_mc_r35_marks_lie_over_everything_and_reserved_cells_take_nothing() -> None:
    position = Position(episode_mode(10), stickers=[("t", "A8"), ("t", "I10"), ("R", "K1")])
    ground = position.ground
    assert set(ground.grid.listed(ground.layer("vein"))) == {"A8", "K1"}
    assert ground.grid.listed(ground.layer("sawmill")) == ("I10",)
    assert "stick.off.reserved" in why(10, "award.first", 1, ("stick", "R", "E3"))


def test_mc_r35_stickers_lie_in_the_order_in_which_they_were_put() -> None:
    later = Position(episode_mode(2), stickers=[("R", "F1"), ("t", "F1")])
    assert "F1" in later.ground.grid.listed(later.ground.layer("tree"))
    assert "F1" not in later.ground.grid.listed(later.ground.layer("rock"))


def test_mc_r36_wells_stay_off_the_river_the_edge_and_each_other() -> None:
    sites = cells(2, "award.everyone", 0)
    assert len(sites) == 10, "as the page says"
    assert not sites & {"F1", "F3", "F5", "J8"}
    assert "stick.off.river" in why(2, "award.everyone", 0, ("stick", "W", "F3"))
    assert "stick.sides.plain" in why(2, "award.everyone", 0, ("stick", "W", "H1"))
    beside = why(2, "award.everyone", 0, ("stick", "W", "G2"), ("W", "G3"))
    assert beside == {"stick.apart.well"}


def test_why_a_sticker_does_not_go_there() -> None:
    assert why(1, "award.first", 1, ("stick", "R", "B1")) == {"stick.on.empty", "stick.on.square"}
    assert why(1, "award.first", 1, ("stick", "R", "C1")) == {"stick.on.square"}
    assert why(9, "award.first", 1, ("stick", "B", "C1")) == {"stick.on.tree"}
    assert why(12, "award.others", 0, ("stick", "B", "C1")) == {"stick.on.rock"}
    assert why(1, "award.first", 1, ("stick", "t", "F1")) == {"not_this_sticker"}
    assert why(1, "award.first", 1, ("stick", "R", "Z9")) == {"no_such_cell"}


def test_the_fourth_church_comes_with_the_place() -> None:
    match = ended(begun(4, seats=3), "", "pass", "end")
    places = GAME.view(match.state, None)["places"]
    for seat, place in enumerate(places):
        shape = {1: "W5", 2: "P5"}.get(place, "V3")
        assert GAME.takes_along(match.state, seat).stickers[-1] == ("C-4th", shape)
    brought = tuple(Legacy((("C-4th", shape),)) for shape in ("W5", "V3"))
    grounds = begun(5, brought).state.setting.grounds
    assert [ground.pieces["C-4th"].name for ground in grounds] == ["W5", "V3"]
