"""Taking two cards of Point City: which pairs, in which order, from the deck."""

import pytest

from tests.games.point_city.dialect import Table, held
from tilefolk.core.game import Illegal

# Take


def test_two_cards_that_share_a_side() -> None:
    table = Table()
    assert len(table.starting("take")) == 24
    assert table.may("take a1 b1")
    assert table.may("take a1 a2")


@pytest.mark.parametrize("pair", ["a1 b2", "a1 c1", "a1 a3", "d1 a2", "a1 d1", "a1 a4", "b2 b2", "d4 a1"])
def test_not_side_by_side(pair: str) -> None:
    assert Table().why(f"take {pair}") == ("not_side_by_side",)


def test_resources_are_free_and_go_in_front_of_the_player() -> None:
    table = Table({"a1": "N2", "b1": "J"}, held("I")).play("take a1 b1")
    assert table.hand() == "I N2 J"


def test_two_resources_have_one_order_the_reading_one() -> None:
    assert Table().why("take b1 a1") == ("reading_order",)
    assert Table().why("take a2 a1") == ("reading_order",)


def test_cards_are_not_turned_when_taken() -> None:
    table = Table({"a1": "IE>C", "b1": "N"}, held("I E")).play("take a1 b1")
    assert (table.hand(), table.built()) == ("N", 1)


def test_two_from_the_deck_the_first_seen_the_second_blind_both_resources() -> None:
    table = Table(top="C2")
    assert table.view["deck"]["top"] == {
        "tier": 3,
        "side": "up",
        "resource": "community",
        "symbols": 2,
    }
    table.play("draw")
    assert [(draw.index, draw.told[0][0]) for draw in table.waiting] == [(9, "up"), (10, "up")]
    table.deal("J", "M2")
    assert table.hand() == "C2 J"
    assert table.state.seat == 1
    assert table.view["deck"]["top"]["resource"] == "economy"


def test_never_one_card_from_the_deck_and_one_from_the_market() -> None:
    table = Table()
    assert {len(line.split()) for line in table.starting("take")} == {3}
    assert table.why("draw a1") == ("no_such_action",)
    assert table.why("take a1") == ("no_such_action",)
    table.play("draw").deal()
    assert table.why("take a1 b1", seat=0) == ("not_to_act",)


def test_after_a_deck_draw_nothing_is_refilled() -> None:
    table = Table()
    before = table.state.market
    table.play("draw").deal()
    assert table.state.market == before
    assert table.state.left == 8


# The order of the two cards


def test_a_resource_taken_first_pays_for_the_building() -> None:
    table = Table({"b1": "IE>C"}, held("E"))
    assert table.may("take a1 b1")
    assert table.why("take b1 a1") == ("cannot_pay",)
    table.play("take a1 b1")
    assert (table.hand(), table.built()) == ("", 1)


def test_a_resource_taken_second_is_kept() -> None:
    table = Table({"b1": "IE>C"}, held("I E")).play("take b1 a1")
    assert (table.hand(), table.built()) == ("I", 1)


def test_an_ingenuity_card_taken_first_pays_too() -> None:
    table = Table({"a1": "J", "b1": "IE>C"}, held("E")).play("take a1 b1")
    assert (table.hand(), table.built()) == ("", 1)


def test_who_cannot_pay_may_not_take() -> None:
    assert Table({"b1": "IE>C"}, held("N")).why("take b1 c1") == ("cannot_pay",)
    table = Table({"b1": "IE>C"}, held("N"))
    with pytest.raises(Illegal):
        table.play("take b1 c1")


def test_a_pair_is_legal_only_if_both_can_be_paid() -> None:
    pair = {"a1": "IE>C", "b1": "NN>E1"}
    assert not Table(pair, held("I E N")).may("take a1 b1")
    assert not Table(pair, held("N N I")).may("take a1 b1")
    assert Table(pair, held("I E N N")).may("take a1 b1")
    assert Table(pair, held("I E N N")).may("take b1 a1")


def test_the_first_payment_leaves_the_second_payable() -> None:
    """The joker must not be spent on the first building: only energy cards are offered for it."""
    pair = {"a1": "NN>E1", "b1": "II>C1"}
    table = Table(pair, held("N N I J")).play("take a1 b1")
    assert (table.hand(), table.built()) == ("", 2)


def test_of_several_first_payments_only_those_are_offered_that_leave_the_second() -> None:
    pair = {"a1": "NN>E1", "b1": "II>C1"}
    table = Table(pair, held("N N2 I J J")).play("take a1 b1")
    assert table.starting("pay") == ["pay energy-2", "pay energy-1 ingenuity-energy"]
    assert table.why("pay ingenuity-energy ingenuity-energy") == ("not_this_payment",)
