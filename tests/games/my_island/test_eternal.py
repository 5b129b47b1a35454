"""My Island's Eternal game: board and tiles, the worked examples that concern it, its rulings, 51 points.

Single symbols of a drawing stand alone, as if tiles had brought them.
"""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from tests.dialect import Position
from tests.games.my_island.test_examples import TILES, Hex, Isle, edited, laid_as, place, row_5
from tilefolk.core.game import Legacy
from tilefolk.core.grid import bits_of
from tilefolk.core.notation import Action
from tilefolk.core.tally import Tally, places
from tilefolk.games import my_island
from tilefolk.games.laying.answers import placements, why_not_there
from tilefolk.games.laying.board import Board, fresh, lay, note, noted
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.links import Road

ETERNAL = "my_island/eternal"
ROAD = "road.P.totem.beach"
BOARD = """
b h h p p r r r r r r p p h h b
 b b h p t r r r r r t p h b b
  b h h p p r r r r p p h h b
   b b h p p t p t p p h b b
    b h h p p p p p p h h b
     b h h h h h h h h h b
      b b h b h h b h b b
       b b b b b b b b b
"""
DRAWN = {
    f"{q},{r}": sign for r, row in enumerate(BOARD.split("\n")[1:-1]) for q, sign in enumerate(row.split())
}
TOTEMS = {"4,1", "5,3", "7,3", "10,1"}


class Shore(Position):
    """The Eternal board with symbols on it: they count as laid, so no tile is the first."""

    def __init__(self, mode: str = ETERNAL, **symbols: tuple[str, ...]) -> None:
        super().__init__(mode)
        for symbol, cells in symbols.items():
            self.show(symbol, " ".join(cells))

    def marked(self, symbol: str, *cells: str) -> Self:
        """With markers on groups that have scored."""
        self.board = noted(self.board, f"new_group.{symbol}", self.ground.grid.mask(cells))
        return self

    def why_not(self, tile: int, rot: int, at: Hex) -> tuple[str, ...]:
        piece = self.ground.pieces[f"tile-t{tile}"]
        return why_not_there(self.episode, self.ground, self.board, piece, place(tile, rot, at))

    def lays(self, tile: int, rot: int, at: Hex) -> Self:
        piece = self.ground.pieces[f"tile-t{tile}"]
        slot = piece.slot(self.ground.grid, place(tile, rot, at))
        assert slot is not None
        laid = lay(self.ground, self.board, piece, slot)
        self.board: Board = brought(self.episode, self.ground, laid, {})
        return self

    def points(self, tile: int, rot: int, at: Hex) -> int:
        """What laying the tile brings."""
        before = self.booked()
        return self.lays(tile, rot, at).booked() - before

    def roads(self) -> dict[str, int | None]:
        """How many cells the road of each totem lacks; None: there is no way left."""
        (rule,) = (rule for rule in self.episode.rules.once if isinstance(rule, Road))
        found = rule.roads(self.ground, self.board)
        lacks = {self.ground.grid.listed(road.start)[0]: road.missing for road in found}
        return {totem: None if cells is None else cells.bit_count() for totem, cells in lacks.items()}


# The board and the tiles


def test_the_board_is_as_drawn() -> None:
    ground = Shore().ground
    names = {"b": "beach", "h": "heath", "p": "palm", "r": "rainforest", "t": "totem"}
    for sign, name in names.items():
        assert set(ground.grid.listed(ground.layer(name))) == {
            at for at, drawn in DRAWN.items() if drawn == sign
        }
    assert Counter(DRAWN.values()) == {"b": 31, "h": 29, "p": 21, "r": 15, "t": 4}
    assert ground.open.bit_count() == 81
    assert [cells.bit_count() for cells in ground.rows.values()] == [16, 15, 14, 13, 12, 11, 10, 9]


def test_the_board_is_the_same_in_a_mirror() -> None:
    for name, sign in DRAWN.items():
        q, r = map(int, name.split(","))
        assert DRAWN[f"{15 - r - q},{r}"] == sign


def test_the_set_has_28_tiles_with_21_of_each_symbol() -> None:
    pieces = Shore().ground.pieces
    assert set(pieces) == {f"tile-t{tile}" for tile in range(1, 29)}
    assert EPISODES[ETERNAL].source.rounds == 28
    assert Counter(len(piece.marks) for piece in pieces.values()) == {2: 6, 3: 8 + 8, 4: 6}
    assert Counter(mark for piece in pieces.values() for mark in piece.marks) == dict.fromkeys(range(4), 21)
    assert all(len(set(piece.marks)) == len(piece.marks) for piece in pieces.values())


def test_every_tile_turns_in_six_ways_as_the_rules_say() -> None:
    shore, middle = Shore(), (6, 4)
    for tile in range(1, 29):
        piece = shore.ground.pieces[f"tile-t{tile}"]
        assert [turned.orientation for turned in piece.shape.turned] == list(range(6))
        for rot in range(6):
            slot = piece.slot(shore.ground.grid, place(tile, rot, middle))
            assert slot is not None
            marks = piece.laid(shore.ground.grid, slot).marks
            wanted = laid_as(tile, rot, middle).items()
            for kind, symbol in enumerate("FWHP"):
                cells = {f"{q},{r}" for (q, r), shown in wanted if shown == symbol}
                assert set(shore.ground.grid.listed(shore.ground.covered(marks, kind))) == cells


def test_no_two_tiles_are_equal() -> None:
    looks = [frozenset(min(_turns(tile), key=sorted).items()) for tile in range(1, 29)]
    assert len(set(looks)) == 28


def _turns(tile: int) -> list[dict[Hex, str]]:
    """The tile in all its turns, each moved so that its first cell is (0, 0)."""
    out = []
    for rot in range(6):
        cells = laid_as(tile, rot, (0, 0))
        q0, r0 = min(cells, key=lambda cell: (cell[1], cell[0]))
        out.append({(q - q0, r - r0): symbol for (q, r), symbol in cells.items()})
    return out


def test_the_shortest_road_of_every_totem_is_3_paths() -> None:
    assert Shore().roads() == dict.fromkeys(TOTEMS, 3)


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


def tally_of(isle: Isle, seat: int = 0) -> dict[str, int]:
    return {entry.rule: entry.points for entry in isle.game.score(isle.state)[seat].entries}


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


# Rulings


def test_mi_r03_earlier_passes_do_not_matter() -> None:
    isle = Isle(ETERNAL, 1).reveal(2).answer(0, "pass")
    assert not isle.allows(1, 0, (1, 0))
    assert isle.allows(1, 0, (0, 0))


def test_mi_r04_symbols_of_the_same_tile_do_not_match() -> None:
    assert Shore(W=("0,0",)).why_not(3, 0, (4, 5)) == ("match",)


@pytest.mark.parametrize("at", [(4, 0), (3, 1), (4, 3)])
def test_mi_r05_rainforest_and_totems_are_closed_even_under_one_cell(at: Hex) -> None:
    neighbour = f"{at[0] - 1},{at[1]}"
    assert Shore(F=(neighbour,)).why_not(1, 0, at) == ("on_land",)


def test_mi_r06_gaps_are_allowed_overlaps_are_not() -> None:
    shore = Shore(F=("5,5",))
    assert shore.why_not(2, 0, (6, 5)) == ()
    assert shore.why_not(2, 0, (5, 5)) == ("clear", "match")
    assert shore.why_not(1, 0, (4, 5)) == ("clear",)


def test_mi_r07_a_seat_without_an_answer_passes_and_at_0_ends() -> None:
    isle = Isle(ETERNAL, 1)
    for tile in range(1, 11):
        isle.reveal(tile)
        assert isle.game.fallback_action(isle.state, 0) == ("pass",)
        isle.answer(0, "pass")
    isle.reveal(11)
    assert isle.game.fallback_action(isle.state, 0) == ("end",)


def test_mi_r08_passing_is_allowed_although_the_tile_fits() -> None:
    isle = Isle(ETERNAL, 1).reveal(1)
    assert isle.can() == {"BUILD", "PASS", "END"}
    assert isle.answer(0, "pass").markers() == [9]
    assert "tile-t1" not in isle.game.view(isle.state, 0)["left"]


def test_mi_r09_ending_is_free_and_the_board_is_scored() -> None:
    isle = Isle(ETERNAL, 2).lay(3, 0, (0, 0))
    isle.round("tile-t1", "end", "end")
    assert isle.over
    tally = tally_of(isle)
    assert (tally["most.largest:F"], tally["most.largest:P"]) == (5, 5)
    assert isle.game.score(isle.state)[0].value == 10 + 10 - 30


def test_mi_r10_at_0_there_is_no_pass() -> None:
    isle = Isle(ETERNAL, 1)
    for tile in range(1, 11):
        isle.reveal(tile).answer(0, "pass")
    assert isle.markers() == [0]
    assert isle.reveal(11).can() == {"BUILD", "END"}
    assert isle.game.why(isle.state, 0, ("pass",)) == ("no.pass",)


@pytest.mark.parametrize(("answer", "price"), [("pass", -1), ("end", 0)])
def test_mi_r10_on_the_last_card_a_pass_costs_and_the_end_is_free(answer: str, price: int) -> None:
    isle = Isle(ETERNAL, 1)
    for tile in range(1, 28):
        isle.reveal(tile)
        isle.state = isle.game.apply(isle.state, 0, isle.game.legal(isle.state, 0)[0])
    (before,) = isle.markers()
    isle.reveal(28).answer(0, answer)
    assert isle.over
    assert isle.markers() == [before + price]


def test_mi_r12_the_value_may_be_negative() -> None:
    isle = Isle(ETERNAL, 1).round("tile-t1", "end")
    assert isle.game.score(isle.state)[0].value == 10 - 31


def test_mi_r13_totems_are_not_counted_in_the_tie_break_closed_rainforest_is() -> None:
    isle = Isle(ETERNAL, 1).round("tile-t1", "end")
    assert isle.game.score(isle.state)[0].key[1:] == (-16, -13, -14, -11, -12, -11, -10, -9)


def test_mi_r14_equal_boards_share_the_place() -> None:
    isle = Isle(ETERNAL, 3).reveal(1)
    for seat in (0, 1):
        isle.state = isle.game.apply(isle.state, seat, place(1, 0, (0, 0)))
    isle.answer(2, "end").round("tile-t2", "end", "end")
    assert isle.game.view(isle.state, None)["places"] == [1, 1, 3]


def test_mi_r15_a_marked_group_stays_one_group_however_large() -> None:
    shore = Shore(F=row_5(1, 2, 3, 4))
    assert shore.points(1, 0, (5, 5)) == 3
    shore.show("F", "2,4 3,4 4,4 5,4")
    assert shore.points(2, 0, (1, 4)) == 0


def test_mi_r15_two_marked_groups_may_be_joined_without_a_loss() -> None:
    shore = Shore(F=row_5(1, 2, 3, 4, 7, 8, 9, 10))
    assert shore.points(3, 4, (5, 5)) == 3
    assert shore.points(2, 0, (7, 4)) == 3
    assert shore.points(1, 2, (6, 5)) == 0
    assert shore.booked() == 6


def test_mi_r15_paths_are_no_group_that_scores_at_once() -> None:
    assert Shore(P=row_5(3, 4, 5, 6)).points(3, 3, (8, 5)) == 0


def test_mi_r16_three_groups_by_one_tile() -> None:
    shore = Shore(F=row_5(1, 2, 3, 4), W=("5,4", "6,4", "7,4", "8,4"), H=("4,6", "3,6", "2,6", "2,7"))
    assert shore.points(15, 0, (5, 5)) == 9


def test_mi_r18_the_top_row_is_no_sea() -> None:
    assert Shore(P=("3,0",)).points(3, 3, (2, 0)) == 0
    assert Shore(P=("3,0", "2,0", "1,0")).points(3, 2, (1, 0)) == 0


def test_mi_r19_a_road_may_bend_and_branch() -> None:
    shore = Shore(P=("4,4", "5,4", "6,4", "7,4", "6,5", "6,6"))
    assert shore.points(3, 2, (7, 6)) == 10
    assert set(shore.ground.grid.listed(note(shore.board, ROAD))) == {"5,3", "7,3"}


def test_mi_r19_a_second_road_to_a_totem_is_worth_nothing() -> None:
    shore = Shore(P=("4,4", "4,5"))
    assert shore.points(3, 0, (2, 6)) == 5
    shore.show("P", "5,4 5,5")
    assert shore.points(5, 0, (5, 6)) == 0


def test_mi_r19_a_totem_joins_no_roads() -> None:
    """Paths on two sides of a totem are two networks: the totem's cell is no path."""
    shore = Shore(P=("4,3",))
    assert shore.points(3, 3, (7, 3)) == 0
    (rule,) = (rule for _, rule in shore.episode.rules.table if rule.id == "most.largest:P")
    assert isinstance(rule, Most)
    assert rule.counts([shore.ground], [shore.board])[0][0] == 1


def test_mi_r19_one_cell_may_be_both_ends_of_a_road(tmp_path: Path) -> None:
    """No beach lies beside a totem, so palms are the goal here."""
    mode = edited(
        tmp_path, ('goal = ["beach"]', 'goal = ["palm"]'), source=my_island.GAME.folder / "eternal.toml"
    )
    assert Shore(mode, F=("2,2",)).points(3, 0, (3, 2)) == 5


def test_mi_r20_all_four_symbols_are_compared() -> None:
    metrics = [rule.metric for _, rule in EPISODES[ETERNAL].rules.table if isinstance(rule, Most)]
    assert metrics == ["largest:F", "largest:H", "largest:W", "largest:P"]


def test_mi_r20_no_minimum_besides_one_and_who_ended_takes_part() -> None:
    isle = Isle(ETERNAL, 2).lay(3, 0, (0, 0))
    isle.round("tile-t4", "end", "pass")
    isle.round("tile-t5", "", "end")
    assert [tally_of(isle, seat)["most.largest:F"] for seat in (0, 1)] == [5, 0]
    assert [tally_of(isle, seat)["most.largest:W"] for seat in (0, 1)] == [0, 0]


def test_mi_r23_visible_beach() -> None:
    assert Shore().line("visible.beach") == -31
    assert Shore(F=("0,0", "3,6", "1,0")).line("visible.beach") == -29


def test_mi_r35_nothing_brought_along_is_used() -> None:
    rich = Legacy(
        (("double:t1", "0"), ("plot:F", "5,5"), ("boulder", "0,0")), (("provisions", 3), ("progress", 7))
    )
    isle = Isle(ETERNAL, 1, (rich,))
    plain = Isle(ETERNAL, 1)
    for table in (isle, plain):
        table.lay(1, 0, (0, 0)).reveal(2).answer(0, "pass").draw("tile-t3").answer(0, "end")
    assert isle.game.score(isle.state) == plain.game.score(plain.state)
    shown: list[Any] = [dict(table.game.view(table.state, 0)) for table in (isle, plain)]
    for view in shown:  # what was brought is given back, which is all that differs
        view["boards"] = [{**board, "takes": None} for board in view["boards"]]
    assert shown[0] == shown[1]
    assert isle.game.takes_along(isle.state, 0) == rich


def test_mi_r35_no_points_for_houses_on_the_beach_and_no_lock() -> None:
    assert Shore(H=("0,0",)).points(2, 1, (1, 0)) == 0
    assert EPISODES[ETERNAL].track.lock is None
    assert not any(tile > 28 for tile in TILES if f"tile-t{tile}" in Shore().ground.pieces)


# Hints


def test_the_missing_road_goes_over_free_cells_and_laid_paths() -> None:
    shore = Shore(P=("4,4",))
    assert shore.roads() == {"4,1": 3, "5,3": 2, "7,3": 3, "10,1": 3}


def test_a_totem_that_is_walled_in_has_no_road() -> None:
    shore = Shore(W=("3,1", "4,0", "3,2", "4,2", "5,0", "5,1"))
    assert shore.roads()["4,1"] is None


def test_roads_lack_as_many_cells_as_the_shortest_ways_have() -> None:
    shore, chance = Shore(), Random("roads")
    (rule,) = (rule for rule in shore.episode.rules.once if isinstance(rule, Road))
    for _ in range(5):
        shore.board = fresh(shore.ground)
        for piece in chance.sample(list(shore.ground.pieces.values()), 20):
            if slots := list(bits_of(placements(shore.episode, shore.ground, shore.board, piece))):
                laid = lay(shore.ground, shore.board, piece, chance.choice(slots))
                shore.board = brought(shore.episode, shore.ground, laid, {})
            roads = list(rule.roads(shore.ground, shore.board))
            missing = [road.missing for road in roads if not road.scored and road.missing is not None]
            assert rule.lacking(shore.ground, shore.board) == [cells.bit_count() for cells in missing]


def test_the_view_has_the_cells_of_every_tile_to_come() -> None:
    isle = Isle(ETERNAL, 1).reveal(1)
    view = isle.game.view(isle.state, 0)
    for card in view["left"]:
        cells, marks = view["shapes"][card.partition("-")[2]]
        wanted = {(q, r): symbol for (q, r), symbol in laid_as(int(card[6:]), 0, (0, 0)).items()}
        q0, r0 = min(wanted, key=lambda cell: (cell[1], cell[0]))
        assert {(q + q0, r + r0): mark for (r, q), mark in zip(cells, marks, strict=True)} == wanted


def test_mi_r40_alone_one_leads_every_comparison_in_which_one_shows_the_symbol() -> None:
    isle = Isle(ETERNAL, 1).lay(3, 0, (0, 0))  # a field and a path
    isle.round("tile-t4", "end")
    assert isle.over and places(isle.game.score(isle.state)) == (1,)
    compared = {rule: points for rule, points in tally_of(isle).items() if rule.startswith("most.")}
    assert compared == {
        "most.largest:F": 5,
        "most.largest:H": 0,
        "most.largest:W": 0,
        "most.largest:P": 5,
    }


def test_the_eternal_game_uses_nothing_that_a_seat_brings_along() -> None:
    brought = Legacy((("double:t3", "0"), ("plot:F", "4,4"), ("temple", "3,3")), (("provisions", 2),))
    plain, rich = (Isle(ETERNAL, 1, (legacy,)) for legacy in (Legacy(), brought))
    for isle in (plain, rich):
        isle.lay(3, 0, (0, 0)).reveal(4)
    assert list(plain.game.legal(plain.state, 0)) == list(rich.game.legal(rich.state, 0))
    assert plain.game.score(plain.state) == rich.game.score(rich.state)
    assert plain.shown("laid") == rich.shown("laid") and plain.markers() == rich.markers()
    assert rich.state.ground(0) is plain.state.ground(0), "the same island, not one of its own"
