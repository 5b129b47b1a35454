"""The worked examples that concern My Island's Eternal game, and the rulebook's 51 points."""

import re

import pytest

from tests.dialect import Position
from tests.games.my_island.eternal.shore import DRAWN, ETERNAL, ROAD, Shore, tally_of
from tests.games.my_island.isle import Isle, laid_as, place, row_5
from tilefolk.core.notation import Action
from tilefolk.core.tally import Tally, places

# The worked examples


def test_ex01a_first_tile_without_beach() -> None:
    assert Shore().why_not(1, 0, (1, 0)) == ("start.beach",)


def test_ex01b_first_tile_touching_beach() -> None:
    assert Shore().why_not(1, 0, (0, 0)) == ()


def test_ex02a_touching_only_different_symbols() -> None:
    assert Shore(H=("0,6",), F=("1,6",)).why_not(5, 0, (2, 6)) == ("match",)


def test_ex02b_one_matching_side_is_enough() -> None:
    assert Shore(H=("0,6",), F=("1,6",)).why_not(1, 0, (2, 6)) == ()


def test_ex03a_no_mirroring() -> None:
    assert Shore(F=("4,6",)).why_not(15, 0, (5, 6)) == ()


@pytest.mark.parametrize(
    ("tile", "possible"), [pytest.param(15, False, id="EX03b"), pytest.param(16, True, id="EX03c")]
)
def test_ex03_mirror_image(tile: int, possible: bool) -> None:
    wanted = {(5, 6): "F", (6, 6): "H", (5, 7): "W"}
    assert any(laid_as(tile, rot, at) == wanted for rot in range(6) for at in wanted) == possible


def test_ex04b_palm_is_open() -> None:
    assert Shore(H=("2,4",)).why_not(4, 3, (4, 4)) == ()


def test_ex05_one_tile_completes_two_groups() -> None:
    assert Shore(F=row_5(1, 2, 3, 4), H=row_5(7, 8, 9, 10)).points(2, 0, (5, 5)) == 6


def test_ex06a_small_group_joins_a_marked_one() -> None:
    shore = Shore(F=row_5(1, 2, 3, 4, 5, 7, 8, 9, 10)).marked("F", "3,5")
    assert shore.points(1, 2, (6, 5)) == 0


def test_ex06b_two_unmarked_groups_joined() -> None:
    assert Shore(F=row_5(3, 4, 5, 7, 8)).points(1, 2, (6, 5)) == 3


def test_ex06c_two_marked_groups_joined() -> None:
    shore = Shore(F=(*row_5(1, 2, 3, 4, 5, 7, 8, 9, 10), "7,4")).marked("F", "3,5", "8,5")
    assert shore.points(1, 2, (6, 5)) == 0


def test_ex07_one_network_two_totems() -> None:
    assert Shore(P=("6,3", "6,4", "5,5", "5,6")).points(3, 0, (4, 7)) == 10


def test_ex08a_inner_beach_counts_as_sea() -> None:
    assert Shore(P=("4,4", "4,5")).points(3, 0, (2, 6)) == 5


def test_ex08b_heath_beside_the_beach_does_not() -> None:
    assert Shore(P=("4,4", "4,5")).points(6, 2, (5, 5)) == 0


@pytest.mark.parametrize(
    ("sizes", "points"),
    [pytest.param((7, 7, 4), [5, 5, 0], id="EX14a"), pytest.param((0, 0), [0, 0], id="EX14b")],
)
@pytest.mark.parametrize("symbol", "FHWP")
def test_ex14_majorities(symbol: str, sizes: tuple[int, ...], points: list[int]) -> None:
    shores = [Position(ETERNAL).show(symbol, " ".join(row_5(*range(size)))) for size in sizes]
    rule = next(rule for _, rule in shores[0].episode.rules.table if rule.id == f"most.largest:{symbol}")
    lines = rule.lines([shore.ground for shore in shores], [shore.board for shore in shores])
    assert [line[0] for line in lines] == points


def test_ex15_tie_break() -> None:
    keys = []
    for left in ((9, 6, 4, 5, 2, 0, 0, 1), (9, 5, 7, 7, 3, 1, 1, 3)):
        shore = Shore()
        (rule,) = shore.episode.rules.ties
        bare = [cell for row, n in enumerate(left) for cell in _countable(row)[:n]]
        keys.append(rule.key(shore.ground, shore.board._replace(clear=shore.ground.grid.mask(bare))))
        assert keys[-1] == tuple(-n for n in left)
    assert places([Tally((), 20, (20, *key)) for key in keys]) == (2, 1)


def _countable(row: int) -> list[str]:
    return [cell for cell, sign in DRAWN.items() if cell.endswith(f",{row}") and sign != "t"]


# The rulebook's example: 51 points

EXAMPLE = """
26:3@1,7 25:3@3,7 9:4@4,7 20:0@3,4 28:0@5,6 23:3@1,5 4:1@2,4 24:0@0,2 16:5@7,7 27:3@1,1 10:0@2,3 3:0@3,2
1:2@3,1 17:4@2,1 12:2@11,4 11:5@9,5 2:1@7,5 22:5@5,5 5:2@6,3 18:4@12,3 7:2@10,3 19:4@9,3 13:1@11,0 14:0@12,0
15:3@8,4 6:pass 21:end
"""
RIVAL = """
26:4@12,3 25:2@12,1 9:3@13,0 20:5@8,3 28:2@11,3 23:0@7,4 4:0@14,0 24:3@7,7 16:3@5,7 27:1@9,5 10:5@4,6
3:5@3,6 1:5@10,5 17:4@3,5 12:3@2,6 11:5@1,5 2:3@3,7 22:0@1,3 5:1@4,2 18:2@3,1 7:1@0,2 19:4@1,1 13:pass
14:pass 15:pass 6:2@6,3 21:end
"""


def rulebook_example() -> Isle:
    """The example's board, and one of the same tiles with a larger fortification and path network."""
    isle = Isle(ETERNAL, 2)
    for moves in zip(EXAMPLE.split(), RIVAL.split(), strict=True):
        isle.reveal(int(moves[0].partition(":")[0]))
        for seat, move in enumerate(moves):
            isle.state = isle.game.apply(isle.state, seat, read_move(move))
    return isle


def read_move(move: str) -> Action:
    """`tile:turns@q,r` as the rules write it, or `tile:pass`, `tile:end`."""
    tile, _, how = move.partition(":")
    if "@" not in how:
        return (how,)
    turns, q, r = map(int, re.split("[@,]", how))
    return place(int(tile), turns, (q, r))


def test_the_rulebook_example_of_51_points() -> None:
    isle = rulebook_example()
    assert isle.over
    assert isle.buildings()[0] == 25
    assert isle.markers()[0] == 44
    assert tally_of(isle) == {
        "start": 10,
        "new_group.H": 2 * 3,
        "new_group.F": 2 * 3,
        "new_group.W": 3,
        ROAD: 4 * 5,
        "pass": -1,
        "most.largest:F": 5,
        "most.largest:H": 5,
        "most.largest:W": 0,
        "most.largest:P": 0,
        "visible.beach": -3,
    }
    assert isle.game.score(isle.state)[0].value == 51


def test_the_rulebook_example_in_the_view() -> None:
    isle = rulebook_example()
    view = isle.game.view(isle.state, None)
    counts = {rule: (numbers[0], leaders) for rule, numbers, leaders in view["majorities"]}
    assert counts == {
        "most.largest:F": (7, [0]),
        "most.largest:H": (7, [0]),
        "most.largest:W": (5, [1]),
        "most.largest:P": (7, [1]),
    }
    board = view["boards"][0]
    assert sorted(size for *_, size, scored in board["groups"] if scored) == [5, 5, 6, 7, 7]
    assert [(scored, missing) for *_, scored, missing in board["roads"]] == [(True, "0")] * 4
