"""The worked examples of My Island, EX01 to EX16, on single boards of its episodes.

Those that concern the Eternal game stand in `eternal` too; EX11 (a ring round a megalith) and EX12 (beams)
stand in `campaign`.
"""

from pathlib import Path

import pytest

from tests.dialect import Position
from tests.games.my_city.episodes import with_veins
from tests.games.my_city.table import Table
from tests.games.my_island.isle import (
    FOREST,
    IDOLS,
    LAVA,
    PALMS,
    TRAILS,
    Hex,
    Isle,
    begun,
    ended,
    laid_as,
    majority,
    place,
    plots,
    row_5,
)
from tilefolk.core.game import Legacy
from tilefolk.core.tally import Tally, places
from tilefolk.core.track import Booking, Track, fold
from tilefolk.games.laying.rules.names import Layer
from tilefolk.games.laying.rules.race import RaceCovered

# Placing


def test_ex01a_first_tile_without_beach() -> None:
    assert not Isle(IDOLS, 1).allows(1, 0, (1, 0))


def test_ex01b_first_tile_touching_beach() -> None:
    assert Isle(IDOLS, 1).allows(1, 0, (0, 0))


def test_ex02a_touching_only_different_symbols() -> None:
    assert not Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(5, 0, (2, 6))


def test_ex02b_one_matching_side_is_enough() -> None:
    assert Isle(IDOLS, 1).lay(2, 3, (1, 6)).allows(1, 0, (2, 6))


def test_ex03a_no_mirroring() -> None:
    assert begun(IDOLS, *plots("F", "4,6")).allows(15, 0, (5, 6))


MIRRORED = {(5, 6): "F", (6, 6): "H", (5, 7): "W"}


def offers(tile: int, cells: dict[Hex, str]) -> bool:
    """Whether the tile can lie so, in any rotation the game knows."""
    isle = begun(IDOLS, *plots("F", "4,6")).reveal(tile)
    wanted = [place(tile, rot, at) for rot in range(6) for at in cells if laid_as(tile, rot, at) == cells]
    return any(action in isle.game.legal(isle.state, 0) for action in wanted)


def test_ex03b_mirror_image_is_impossible() -> None:
    assert not offers(15, MIRRORED)
    position = Position(IDOLS)
    assert {t.orientation for t in position.ground.pieces["tile-t15"].shape.turned} == set(range(6))


def test_ex03c_mirror_image_by_another_tile() -> None:
    assert offers(16, MIRRORED)


def test_ex04a_palm_closed_in_episode_2() -> None:
    assert not begun(TRAILS, *plots("H", "2,4"), first=5).allows(4, 3, (4, 4))


def test_ex04b_palm_open_in_episode_3() -> None:
    assert begun(PALMS, *plots("H", "2,4"), first=5).allows(4, 3, (4, 4))


# Points of a placement


def test_ex05_one_tile_completes_two_groups() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4)), *plots("H", *row_5(7, 8, 9, 10)))
    assert isle.points(2, 0, (5, 5)) == 6


def test_ex06a_small_group_joins_a_marked_one() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 7, 8, 9, 10)))
    assert isle.points(3, 4, (5, 5)) == 3
    assert isle.points(1, 2, (6, 5)) == 0


def test_ex06b_two_unmarked_groups_joined() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(3, 4, 5, 7, 8)))
    assert isle.points(1, 2, (6, 5)) == 3


def test_ex06c_two_marked_groups_joined() -> None:
    isle = begun(IDOLS, *plots("F", *row_5(1, 2, 3, 4, 7, 8, 9, 10)))
    assert isle.points(3, 4, (5, 5)) == 3
    assert isle.points(2, 0, (7, 4)) == 3
    assert isle.points(1, 2, (6, 5)) == 0


def test_ex09_trails_and_other_symbols_in_the_rainforest() -> None:
    isle = begun(FOREST, *plots("P", "4,2"))
    assert isle.points(23, 1, (6, 0)) == -2


def test_ex10a_through_the_tunnel() -> None:
    assert begun(LAVA, *plots("H", "6,0")).allows(2, 0, (7, -2))


def test_ex10b_wrong_tunnel_mouth() -> None:
    assert not begun(LAVA, *plots("H", "6,0")).allows(2, 0, (8, -2))


# Track, majorities, ties, races


@pytest.mark.parametrize(
    ("start", "changes", "value", "locked"),
    [
        pytest.param(53, (3, 5, -4), 55, True, id="EX13a"),
        pytest.param(2, (-5, 4), 1, False, id="EX13b"),
        pytest.param(2, (-5,), -3, False, id="EX13c"),
    ],
)
def test_ex13_lock_and_debt(start: int, changes: tuple[int, ...], value: int, locked: bool) -> None:
    bookings = [Booking(number, 0, "change", points) for number, points in enumerate(changes)]
    after = fold(Track(start, 55), bookings)
    assert (after.value, after.locked) == (value, locked)
    assert after.marker == max(0, value)


def test_ex14a_majority_shared_in_full() -> None:
    farms = [Legacy(plots("F", *row_5(*range(1, 1 + size)))) for size in (7, 7, 4)]
    assert majority(ended(IDOLS, *farms), "F") == [5, 5, 0]


def test_ex14b_nobody_has_the_most_of_nothing() -> None:
    assert majority(ended(IDOLS, Legacy(), Legacy()), "F") == [0, 0]


def test_ex15_tie_break() -> None:
    position = Position(IDOLS)
    (rule,) = position.episode.rules.ties
    keys = []
    for rows in ((9, 6, 4, 5, 2, 0, 0, 1), (9, 5, 7, 7, 3, 1, 1, 3)):
        open_cells = [f"{q},{row}" for row, n in enumerate(rows) for q in range(n + (row in (1, 3)))]
        free = position.ground.grid.mask(open_cells) & position.ground.open
        keys.append(rule.key(position.ground, position.board._replace(clear=free)))
    assert places([Tally((), 20, (20, *key)) for key in keys]) == (2, 1)
    assert [-n for n in keys[0]] == [9, 6, 4, 5, 2, 0, 0, 1]


def test_ex16_race_with_a_shared_step() -> None:
    rule = RaceCovered(prizes=(5, 3), what=Layer("vein"))
    assert [rule.prize(step).points for step in range(4)] == [5, 3, 0, 0]


def test_ex16_race_as_a_match(tmp_path: Path) -> None:
    table = Table(with_veins(tmp_path, "C1", "E1", ("prizes = [3]", "prizes = [5, 3]")), 4)
    table.round("Y-I2", "C1 D1", "C1 D1", "C1 D1", "C1 D1").round("R-I2", "E1 F1", "E1 F1", "C2 D2", "C2 D2")
    table.round("B-I2", "end", "end", "E1 F1", "C3 D3")
    assert table.markers() == [15, 15, 13, 10]
    table.round("Y-I3", "", "", "end", "E1 F1 G1")
    assert table.markers() == [15, 15, 13, 10]
