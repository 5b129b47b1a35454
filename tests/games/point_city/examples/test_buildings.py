"""Buildings of Point City: permanent resources, civic buildings, and what fills their gaps."""

import pytest

from tests.games.point_city.dialect import Table, city, held

# Permanent resources


def test_a_permanent_resource_pays_and_stays() -> None:
    table = Table({"a1": "IE>C"}, city("CE>I IC>E")).play("take a1 b1").deal()
    assert (table.hand(), table.built()) == ("N", 3)
    table.play("draw").deal()
    assert table.state.free == table.state.cities[0].permanent


def test_a_permanent_resource_pays_once_per_turn_over_both_buildings() -> None:
    pair = {"a1": "IE>C", "b1": "IE>C"}
    assert not Table(pair, city("CE>I IC>E", "E")).may("take a1 b1")
    table = Table(pair, city("CE>I IC>E", "I E")).play("take a1 b1")
    assert table.starting("pay")[0] == "pay permanent-industry permanent-ecology"
    table.play("pay permanent-industry permanent-ecology")
    assert (table.hand(), table.built()) == ("", 4)


def test_two_permanent_resources_of_a_kind_pay_twice() -> None:
    pair = {"a1": "IE>C", "b1": "IE>C"}
    table = Table(pair, city("CE>I ME>I IC>E IM>E")).play("take a1 b1")
    assert (table.hand(), table.built()) == ("", 6)


def test_a_building_built_this_turn_gives_nothing_this_turn() -> None:
    pair = {"a1": "IE>C", "b1": "NC>E"}
    assert not Table(pair, held("I E N")).may("take a1 b1")
    assert Table(pair, held("I E N C")).may("take a1 b1")
    table = Table(pair, held("I E N J")).play("take a1 b1").deal().play("draw").deal()
    assert table.state.free == (0, 0, 0, 1, 1)


def test_next_turn_all_permanent_resources_are_there_again() -> None:
    table = Table({"a1": "IE>C", "c1": "IE>C"}, city("CE>I IC>E"))
    table.play("take a1 b1", "draw")
    assert table.deal().may("take c1 d1")


# Civic buildings


def test_a_civic_building_brings_one_token_of_the_players_choice_at_once() -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), row="flat-5 twice missing").play("take a1 b1")
    assert table.starting("token") == table.lines == ["token flat-5", "token twice", "token missing"]
    table.play("token twice")
    assert table.tokens() == "twice"
    assert table.state.row == ("flat-5", "missing")
    assert table.state.seat == 1


def test_the_token_comes_before_the_second_card() -> None:
    table = Table({"a1": "EEE*", "b1": "IE>C"}, held("E E E I E"), row="flat-5 twice")
    table.play("take a1 b1")
    assert (table.lines, table.built()) == (["token flat-5", "token twice"], 1)
    assert table.play("token flat-5").built() == 2


def test_two_civic_buildings_bring_two_tokens() -> None:
    table = Table({"a1": "EEE*", "b1": "NNN*"}, held("E E E N N N"), row="flat-5 twice missing")
    table.play("take a1 b1", "token missing", "token flat-5")
    assert table.tokens() == "missing flat-5"


def test_the_last_token_is_taken_without_asking() -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), row="twice").play("take a1 b1")
    assert (table.tokens(), table.state.row, table.state.seat) == ("twice", (), 1)


def test_no_token_left_brings_nothing() -> None:
    table = Table({"a1": "EEE*"}, held("E E E")).play("take a1 b1")
    assert (table.tokens(), table.built(), table.state.seat) == ("", 1, 1)


def test_a_civic_building_gives_neither_points_nor_a_resource() -> None:
    table = Table({}, city("EEE* NNNN* IIIII*"))
    assert table.points() == 0
    assert table.state.cities[0].permanent == (0, 0, 0, 0, 0)


# Refill


def test_after_a_resource_the_new_card_comes_building_side_up_after_a_building_resource_side_up() -> None:
    table = Table({"a1": "IE>C"}, held("I E")).play("take a1 b1")
    assert table.sides("a1 b1") == "up down"


@pytest.mark.parametrize(("pair", "gaps"), [("b1 a1", "a1 b1"), ("c3 c2", "c2 c3"), ("a1 a2", "a1 a2")])
def test_gaps_are_refilled_from_top_to_bottom_and_left_to_right(pair: str, gaps: str) -> None:
    table = Table({"b1": "IE>C", "c3": "IE>C"}, held("I E"))
    top = table.state.deck
    table.play(f"take {pair}")
    assert [table.place(cell).position for cell in gaps.split()] == [top, top + 1]


def test_the_top_card_of_the_deck_fills_the_first_gap() -> None:
    table = Table({"a1": "IE>C", "b1": "IE>N"}, held("I E I E"), top="M2").play("take b1 a1")
    assert table.shows("a1") == "M2"
    table.deal("J", "C2")
    assert table.shows("b1") == "J"
    assert table.view["deck"]["top"]["resource"] == "community"


def test_the_view_says_which_side_will_fill_a_gap() -> None:
    table = Table({"a1": "NN>E1"}, held("N N J"))
    cells = {cell["cell"]: cell for cell in table.view["market"]}
    assert (cells["a1"]["then"], cells["b1"]["then"]) == ("up", "down")
    table.play("take a1 b1")
    cells = {cell["cell"]: cell for cell in table.view["market"]}
    assert (cells["a1"], cells["b1"]) == ({"cell": "a1", "then": "up"}, {"cell": "b1", "then": "down"})
