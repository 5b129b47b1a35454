"""Rulings of My Island on single boards: placing, passing, groups, the track, ties."""

from pathlib import Path

import pytest

from tests.dialect import Position
from tests.games.my_city.table import finish, kept
from tests.games.my_island.isle import (
    IDOLS,
    LAVA,
    TILES,
    TRAILS,
    Isle,
    begun,
    edited,
    ended,
    laid_as,
    majority,
    place,
    plots,
    row_5,
)
from tilefolk.core.game import Legacy
from tilefolk.games.laying.catalogue import ground_of
from tilefolk.games.laying.rules.metrics import measured
from tilefolk.games.laying.state import standing


def test_mi_r02_tiles_turn_clockwise_and_are_never_mirrored(tmp_path: Path) -> None:
    further = ", ".join(f'"t{tile}"' for tile in (28, 29, 30, 31, 32))
    mode = edited(tmp_path, ('"t28"', further))
    for tile in TILES:
        start = Isle(mode, 1).reveal(tile)
        offered = set(start.game.legal(start.state, 0))
        for rot in range(6):
            at = next((q, r) for r in range(8) for q in range(16 - r) if place(tile, rot, (q, r)) in offered)
            state = start.game.apply(start.state, 0, place(tile, rot, at))
            ground, board = ground_of(mode, Legacy()), state.boards[0]
            shown = {symbol: measured(f"largest:{symbol}", ground, board)[1] for symbol in "FWHP"}
            found = {cell: symbol for symbol, mask in shown.items() for cell in ground.grid.listed(mask)}
            assert found == {f"{q},{r}": symbol for (q, r), symbol in laid_as(tile, rot, at).items()}


def test_mi_r01_groups_go_through_the_tunnel() -> None:
    isle = begun(LAVA, *plots("P", "6,0", "9,0")).lay(6, 0, (7, -2))
    ground = ground_of(LAVA, Legacy(plots("P", "6,0", "9,0")))
    size, cells = measured("largest:P", ground, isle.state.boards[0])
    assert (size, set(ground.grid.listed(cells))) == (2, {"6,0", "8,-2"})


def test_mi_r03_the_first_tile_lands_on_the_beach_even_on_a_board_full_of_plots() -> None:
    isle = Isle(IDOLS, 1, (Legacy(plots("F", "5,5")),))
    assert not isle.allows(1, 0, (6, 5))
    assert isle.allows(1, 0, (0, 0))
    isle.reveal(2).answer(0, "pass")
    assert not isle.allows(1, 0, (6, 5))


def test_mi_r04_symbols_of_the_same_tile_do_not_match() -> None:
    isle = begun(LAVA)
    assert not isle.allows(29, 0, (2, 5))
    assert begun(LAVA, *plots("P", "1,5")).allows(29, 0, (2, 5))


def test_mi_r06_tiles_may_leave_gaps_but_never_overlap() -> None:
    isle = begun(IDOLS, *plots("F", "5,5"))
    assert isle.allows(1, 0, (6, 5))
    assert not isle.allows(1, 0, (5, 5))
    assert not isle.allows(2, 0, (1, 0))


def test_mi_r08_a_provision_is_spent_instead_of_the_point() -> None:
    isle = Isle(IDOLS, 1, (Legacy((), (("provisions", 1),)),), award="yes")
    assert isle.reveal(1).answer(0, "pass").markers() == [10]
    assert isle.reveal(2).answer(0, "pass").markers() == [9]
    isle.reveal(3).answer(0, "end")
    assert kept(finish(isle), "provisions") == [0]


def test_mi_r10_at_0_a_pass_needs_a_provision(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 0"))
    assert Isle(mode, 1).reveal(1).can() == {"BUILD", "END"}
    rich = Isle(mode, 1, (Legacy((), (("provisions", 1),)),)).reveal(1)
    assert rich.can() == {"BUILD", "END", "PASS"}
    assert rich.answer(0, "pass").draw("tile-t2").can() == {"BUILD", "END"}


def test_mi_r11_a_pass_is_free_at_55_and_no_provision_is_spent(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 53"))
    legacy = Legacy(plots("F", *row_5(2, 3, 4, 5)), (("provisions", 1),))
    isle = Isle(mode, 1, (legacy,), award="yes").lay(4, 0, (0, 0)).lay(1, 2, (6, 5))
    assert (isle.markers(), isle.shown("locked")) == ([55], [True])
    isle.reveal(2).answer(0, "pass").draw("tile-t3").answer(0, "pass")
    assert isle.markers() == [55]
    assert ["pass", -2, "0"] in isle.shown("tally")[0], "told, and without effect"
    finish(isle.draw("tile-t5").answer(0, "end"))
    assert (kept(isle, "provisions"), kept(isle, "progress")) == ([1], [2 + 1])


def test_mi_r12_debt_in_play_is_paid_first(tmp_path: Path) -> None:
    mode = edited(tmp_path, ("start = 10", "start = 0"))
    isle = begun(mode, *plots("P", "6,3"), *plots("F", *row_5(1, 2, 3, 4)))
    assert isle.points(6, 3, (7, 2)) == 0
    assert isle.points(2, 3, (9, 2)) == -2
    assert (isle.markers(), standing(isle.state, 0).value) == ([0], -2)
    assert isle.lay(1, 0, (5, 5)).markers() == [1]


def test_mi_r13_lava_counts_in_the_tie_break_and_a_plot_does_not() -> None:
    rows = [16, 15, 14, 13, 12, 11, 10, 9]
    printed = {0: 2, 1: 3, 2: 2, 3: 2, 4: 2, 5: 1, 7: 3}  # temple, totems, harbours, megaliths, lamps
    wanted = [cells - printed.get(row, 0) for row, cells in enumerate(rows)]
    isle = ended(LAVA, Legacy(), Legacy(plots("F", "2,5")))
    keys = [[-n for n in tally.key[1:]] for tally in isle.game.score(isle.state)]
    assert keys[0][-8:] == wanted
    assert [a - b for a, b in zip(keys[0], keys[1], strict=True)][-8:] == [0, 0, 0, 0, 0, 1, 0, 0]


def test_mi_r13_closed_rainforest_counts_in_the_tie_break() -> None:
    isle = ended(TRAILS, Legacy())
    assert isle.game.score(isle.state)[0].key[1:] == tuple(range(-16, -8))


def test_mi_r17_the_points_of_a_placement_are_one_sum(tmp_path: Path) -> None:
    isle = begun(edited(tmp_path, ("start = 10", "start = 54")), *plots("P", "6,3"))
    assert isle.points(3, 3, (7, 2)) == 0
    assert isle.shown("locked") == [False]


def test_mi_r20_who_ended_early_takes_part_in_majorities() -> None:
    isle = Isle(IDOLS, 2, (Legacy(plots("W", "2,5", "3,5")), Legacy()))
    isle.round("tile-t1", "end", "end")
    assert majority(isle, "W") == [5, 0]


def test_mi_r26_a_group_of_plots_scores_when_a_new_cell_joins_it() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 5)))
    assert isle.markers() == [10]
    assert isle.points(1, 2, (6, 5)) == 3


@pytest.mark.parametrize(("doubled", "points"), [((), 0), ((("double:t1", "0"),), 3)])
def test_mi_r28_a_doubled_symbol_counts_twice_in_groups(
    doubled: tuple[tuple[str, str], ...], points: int
) -> None:
    isle = begun(IDOLS, *plots("F", *row_5(3, 4, 5)), *doubled)
    assert isle.points(1, 2, (6, 5)) == points


@pytest.mark.parametrize("doubled", [(), (("double:t3", "1"),)])
def test_mi_r22_a_doubled_symbol_counts_once_on_the_ground(doubled: tuple[tuple[str, str], ...]) -> None:
    isle = begun(IDOLS, *plots("P", "5,4"), *doubled)
    assert isle.points(3, 2, (7, 2)) == 0


def test_mi_r23_visible_beach() -> None:
    assert Position(IDOLS).line("visible.beach") == -31
    assert Position(LAVA).line("visible.beach") == -31 + 3 + 2
    assert Position(IDOLS, stickers=plots("F", "0,0")).line("visible.beach") == -30
    assert Position(IDOLS, stickers=[("boulder", "0,0")]).line("visible.beach") == -30
