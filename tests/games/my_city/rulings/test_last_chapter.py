"""What is new in the last chapter, and what the Eternal game leaves out: annexes, parks, links, melting."""

from dataclasses import replace
from pathlib import Path

from tests.dialect import Position
from tests.games.my_city.episodes import ETERNAL, GOLD, JUBILEE, with_marker, with_veins
from tests.games.my_city.positions import parks
from tests.games.my_city.rulings.placements import covered, offered
from tests.games.my_city.table import Table, finish, kept
from tilefolk.core.game import Legacy
from tilefolk.games.laying.rounds import has_room


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


def test_who_has_room_for_an_annex_alone_is_asked() -> None:
    state = Table(JUBILEE).draw("Y-I2").state
    ground, board = state.setting.grounds[0], state.boards[0]
    for cells, room in ((["E5", "E4"], True), (["E5"], True), ([], False)):
        left = replace(state, boards=(replace(board, clear=ground.grid.mask(cells)), *state.boards[1:]))
        assert has_room(left, 0, ground.pieces["Y-I2"]) == room


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


def test_the_eternal_game_uses_nothing_that_a_seat_brings_along() -> None:
    brought = Legacy((("SAW", "E1"), ("T", "D2"), ("cog", "B-I2")), (("nuggets", 3), ("provisions", 2)))
    plain, rich = (Table(ETERNAL, 1, (legacy,)) for legacy in (Legacy(), brought))
    for table in (plain, rich):
        table.round("Y-I2", "C1 D1").draw("B-T4")
    assert list(plain.game.legal(plain.state, 0)) == list(rich.game.legal(rich.state, 0))
    assert plain.game.score(plain.state) == rich.game.score(rich.state)
    assert rich.state.ground(0) is plain.state.ground(0), "the same board, not one of its own"
