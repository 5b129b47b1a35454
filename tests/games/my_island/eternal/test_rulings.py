"""Rulings that My Island's Eternal game shows, and what helps to plan there."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.games.my_island.eternal.shore import ETERNAL, ROAD, Shore, tally_of
from tests.games.my_island.isle import TILES, Hex, Isle, edited, laid_as, place, row_5
from tilefolk.core.game import Legacy
from tilefolk.core.grid import bits_of
from tilefolk.core.tally import places
from tilefolk.games import my_island
from tilefolk.games.laying.answers import placements
from tilefolk.games.laying.board import fresh, lay, note
from tilefolk.games.laying.catalogue import EPISODES
from tilefolk.games.laying.rounds import brought
from tilefolk.games.laying.rules.comparison import Most
from tilefolk.games.laying.rules.links import Road

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
