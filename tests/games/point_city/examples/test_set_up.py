"""The set-up of Point City."""

import pytest

from tests.games.point_city.dialect import TABLE, Table, fresh, held, told_before_the_first_turn
from tilefolk.games.point_city.tokens import worth


@pytest.mark.parametrize(("seats", "tokens"), [(2, 10), (3, 12), (4, 14)])
def test_the_market_is_dealt_from_tier_1_with_the_resource_side_up(seats: int, tokens: int) -> None:
    told = told_before_the_first_turn(TABLE, seats)
    assert [(stream, index) for stream, index, _ in told] == [
        ("first", 0),
        *(("token", place) for place in range(tokens)),
        *(("tier1", place) for place in range(17)),
    ]
    assert all(side == "up" for stream, _, side in told if stream == "tier1")


def test_the_market_is_filled_row_by_row_from_the_top_left() -> None:
    market = fresh().state.market
    assert [place and place.position for place in market] == list(range(16))


@pytest.mark.parametrize(
    ("seats", "tiers"), [(2, [40 - 16, 24, 18]), (3, [52 - 16, 36, 28]), (4, [64 - 16, 48, 38])]
)
def test_tier_1_lies_on_top_then_2_then_3(seats: int, tiers: list[int]) -> None:
    table = fresh(seats=seats)
    deck = table.view["deck"]
    assert deck["tiers"] == tiers
    assert deck["left"] == sum(tiers)
    drawn = [table.state.tier(at) for at in range(table.state.deck, len(table.state.up))]
    assert drawn == [tier for tier, n in enumerate(tiers, 1) for _ in range(n)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_one_starting_ingenuity_card(seats: int) -> None:
    assert fresh(seats=seats).state.cities == (held("J"),) * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_starts_is_drawn_by_lot_and_turns_go_round(seats: int) -> None:
    assert {fresh(seats=seats, seed=str(seed)).state.first for seed in range(40)} == set(range(seats))
    table = fresh(seats=seats)
    first, turns = table.state.first, []
    for _ in range(2 * seats):
        turns.append(table.state.seat)
        table.play("draw").deal()
    assert turns == [(first + turn) % seats for turn in range(2 * seats)]


def test_a_starting_ingenuity_card_is_an_ordinary_one() -> None:
    start = fresh().state.cities[0]
    assert worth("ingenuity", start) == 2
    assert start.cards == 1
    table = Table({"a1": "IE>C"}, start._replace(singles=held("E").singles))
    table.play("take a1 a2")
    assert table.hand() == "E"
