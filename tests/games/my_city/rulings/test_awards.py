"""What an episode gives for the rest of the campaign: MC-R29 to MC-R35, MC-R53."""

import pytest

from tests.dialect import Position
from tests.games.my_city.episodes import ETERNAL, EXAMPLES, GOLD, SAWMILL
from tests.games.my_city.table import Table, ended_after, finish, kept
from tilefolk.core.game import Legacy
from tilefolk.core.tally import places


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


def test_mc_r53_an_episode_alone_has_no_award() -> None:
    table = ended_after(Table(GOLD), SAWMILL, "end")
    assert table.over
    assert [table.game.takes_along(table.state, seat) for seat in (0, 1)] == [Legacy(), Legacy()]
