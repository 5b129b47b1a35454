"""The end of Point City: the last turn, points, ties."""

from random import Random

import pytest

from tests.games.point_city.dialect import CELLS, TABLE, Table, city, fresh, held
from tilefolk.core.tally import places
from tilefolk.games import point_city
from tilefolk.games.point_city.state import City
from tilefolk.games.point_city.turn import is_stuck


def last_turn(market: dict[str, str] | None = None, *cities: City) -> Table:
    return Table(market, *cities, left=0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_17_turns_each_and_14_cards_are_left(seats: int) -> None:
    table = fresh(seats=seats)
    stream, turns = Random(seats), [0] * seats
    while not table.over:
        turns[table.state.seat] += 1
        free = table.starting("draw") or [stream.choice(table.starting("take"))]
        table.play(free[0]).deal()
    assert turns == [17] * seats
    assert sum(place is not None for place in table.state.market) == 14
    assert table.why("draw") == ("over",)


def test_in_the_last_turn_the_deck_is_empty() -> None:
    table = last_turn()
    assert table.why("draw") == ("deck_empty",)
    assert table.play("take a1 b1").over
    assert [cell for cell in CELLS if table.is_gap(cell)] == ["a1", "b1"]


def test_the_view_tells_whose_turn_it_is_until_the_end() -> None:
    for seat in (0, 1):
        table = Table(turn_of=seat)
        assert (table.view["turn_of"], table.view["first"]) == (seat, table.state.first)
    assert last_turn().view["turn_of"] == 0
    assert last_turn().play("take a1 b1").view["turn_of"] is None
    nobody = point_city.setup(TABLE, 2, {}, ())
    assert [point_city.view(nobody, 0)[name] for name in ("turn_of", "first")] == [None, None]


def test_a_view_has_the_answers_of_its_own_seat() -> None:
    state = last_turn().state
    shown = [point_city.view(state, seat)["answers"] for seat in (0, 1, None)]
    assert shown == [[list(action) for action in point_city.legal(state, 0)], [], []]
    assert shown[0]


def test_nobody_is_stuck_before_every_card_of_the_market_is_seen() -> None:
    state = last_turn(DEAR, city("IC>N", "I")).state
    assert is_stuck(state)
    sides = list(state.down)
    sides[next(place.position for place in state.market if place)] = ""
    assert not is_stuck(state._replace(down=tuple(sides)))


DEAR = dict.fromkeys(CELLS, "IIM4") | dict.fromkeys(("a1", "c1", "b2", "d2"), "IIIIMMM7")


def test_who_can_take_no_pair_in_the_last_turn_ends_the_game() -> None:
    table = last_turn(DEAR, city("IC>N", "I"), city("EE>M1"))
    assert table.over
    assert table.sheet() == {"buildings": 0, "no_pair": 0}
    assert "no_pair" not in table.sheet(1)
    assert table.points(1) == 1
    view = table.view
    assert (view["phase"], view["stuck"], view["places"]) == ("over", True, [2, 1])


def test_with_one_pair_that_can_be_paid_the_last_turn_is_played() -> None:
    table = last_turn(DEAR, held("I I M J J J"))
    assert not table.over
    assert table.play(table.starting("take")[0]).play(*table.starting("pay")[:1]).over


def test_points_are_printed_points_and_tokens() -> None:
    table = Table({}, city("IIMM5 EE>M1 IE>C EEE*", "I2 N J", "flat-5 economy"))
    assert table.sheet() == {"buildings": 6, "token.flat-5": 5, "token.economy": 2}
    assert table.points() == 13


def test_a_tie_goes_to_more_unspent_resource_cards() -> None:
    table = last_turn({}, city("IIMM5", "I N"), city("IIMM5", "J"))
    assert places(point_city.score(table.state)) == (1, 2)
    assert table.view["ties"] == [[0, 1, "point_city.tie", [2, 1]]]


def test_a_tie_counts_cards_not_symbols() -> None:
    table = last_turn({}, city("IIMM5", "I2"), city("IIMM5", "N J"))
    assert places(point_city.score(table.state)) == (2, 1)


def test_who_is_equal_in_cards_too_shares_the_win() -> None:
    table = last_turn({}, city("IIMM5", "I2"), city("IIMM5", "J"), city("IIM4", "J J J"))
    assert places(point_city.score(table.state)) == (1, 1, 3)
    assert table.view["ties"] == []
