"""The examples and sentences of the rules of Point City, in their order: set-up, turn, payment, end, solo.

Where nothing else lies in the market it holds single resources:  I N M C / E I N M / C E I N / M C E I.
"""

from random import Random

import pytest

from tests.games.point_city.dialect import (
    CELLS,
    TABLE,
    Table,
    city,
    code,
    fresh,
    held,
    in_hand,
    told_before_the_first_turn,
)
from tilefolk.core.game import Illegal
from tilefolk.core.notation import CHANCE
from tilefolk.core.tally import places
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDING
from tilefolk.games.point_city.state import City
from tilefolk.games.point_city.tokens import worth

# Tokens: they count permanent resources on buildings

FOUR_ECONOMY = "CE>M IC>M NC>M NE>M"
THREE_ECOLOGY = "IC>E IM>E IN>E"
TWO_ENERGY = "IC>N IE>N"
ONE_COMMUNITY = "IE>C"
SAMPLE = f"{FOUR_ECONOMY} {THREE_ECOLOGY} {TWO_ENERGY} {ONE_COMMUNITY}"  # and no industry


@pytest.mark.parametrize(
    ("token", "points"),
    [
        ("flat-5", 5),
        ("flat-7", 7),
        ("all-five", 0),
        ("twice", 2 * 3),
        ("three-times", 3 * 2),
        ("missing", 4 * 1),
        ("ingenuity", 2 * 3),
        ("economy", 2 * 4),
        ("industry", 0),
        ("community", 2 * 1),
        ("energy", 2 * 2),
        ("ecology", 2 * 3),
        ("industry-energy", 0),
        ("industry-economy", 0),
        ("industry-community", 0),
        ("industry-ecology", 0),
        ("energy-economy", 3 * 2),
        ("energy-community", 3 * 1),
        ("energy-ecology", 3 * 2),
        ("economy-community", 3 * 1),
        ("economy-ecology", 3 * 3),
        ("community-ecology", 3 * 1),
    ],
)
def test_what_a_token_is_worth(token: str, points: int) -> None:
    assert worth(token, city(SAMPLE, "I I2 N J J J")) == points


def test_six_per_set_of_all_five_kinds() -> None:
    five = "CE>I IC>N IE>C IC>M IC>E"
    assert worth("all-five", city(five)) == 6
    assert worth("all-five", city(f"{five} {five} CE>I")) == 12


def test_four_per_kind_not_owned() -> None:
    assert worth("missing", city()) == 20
    assert worth("missing", city("IC>N IE>N IIMM5 EEE*")) == 16


def test_tokens_never_count_resource_cards() -> None:
    rich = held("I I I2 N N N2 M M M2 C C C2 E E E2")
    for token in ("all-five", "twice", "three-times", "energy", "energy-community", "ingenuity"):
        assert worth(token, rich) == 0
    assert worth("missing", rich) == 20


# The rulebook's example of the end


PRINTED_24 = "CCCEEE>M3 IICCC>M2 IIINN>M2 IIE>M2 IIINNN>E3 IIIMM>E2 NMM>E2 IIEEE>N2 CEE>N2 NNEEE>C2 IIM>C2"


def test_the_example_of_48_points() -> None:
    tokens = "economy energy-community three-times ingenuity"
    table = Table({}, city(PRINTED_24, "J J", tokens))
    assert table.sheet() == {
        "buildings": 24,
        "token.economy": 8,
        "token.energy-community": 6,
        "token.three-times": 6,
        "token.ingenuity": 4,
    }
    assert table.points() == 48


# Set-up


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


# Flip


ONE_BUILDING_EACH = {"b1": "IE>C", "c2": "IE>C", "a3": "IE>C", "d4": "IE>C"}  # in every row and column


def test_a_flip_needs_a_row_or_column_of_resources_only() -> None:
    assert Table(ONE_BUILDING_EACH).starting("flip") == []
    assert Table(ONE_BUILDING_EACH).why("flip a1") == ("not_all_resources",)


def test_a_row_of_resources_allows_one_of_its_cards() -> None:
    market = {cell: face for cell, face in ONE_BUILDING_EACH.items() if cell != "c2"} | {"c1": "IE>C"}
    assert Table(market).starting("flip") == [f"flip {cell}" for cell in ("a2", "b2", "c2", "d2")]


def test_a_column_of_resources_allows_one_of_its_cards() -> None:
    market = {cell: face for cell, face in ONE_BUILDING_EACH.items() if cell != "c2"} | {"a2": "IE>C"}
    assert Table(market).starting("flip") == [f"flip {cell}" for cell in ("c1", "c2", "c3", "c4")]


def test_all_16_resources_allow_any_card_once_each() -> None:
    assert Table().starting("flip") == [f"flip {cell}" for cell in CELLS]


def test_a_flip_shows_the_building_of_that_card_and_the_turn_goes_on() -> None:
    table = Table().play("flip c2")
    draw = table.waiting[0]
    assert (draw.stream, draw.told[0][0], len(table.waiting)) == ("tier1", "down", 1)
    table.deal("ME>N")
    assert table.shows("c2") == "ME>N"
    assert table.state.seat == 0
    assert table.hand() == ""


def test_the_building_on_the_other_side_is_of_the_same_card() -> None:
    """Energy lies at c2: no building of tier 1 with another back can appear."""
    table = Table().play("flip c2")
    told = {code(BUILDING[str(action[3])]) for action in point_city.legal(table.state, CHANCE)}
    assert " ".join(sorted(told)) == "CC>N1 CCC* CEE>N2 IC>N ICC>N2 IE4 IE>N II>N1 IM>N MC>N ME>N MMM*"


def test_only_one_flip_per_turn() -> None:
    table = Table().play("flip c2").deal("ME>N")
    assert table.starting("flip") == []
    assert table.why("flip a1") == ("flipped_already",)


def test_never_back() -> None:
    assert Table({"a1": "IE>C"}).why("flip a1") == ("never_back",)
    table = Table().play("flip c2").deal("ME>N")
    assert table.why("flip c2") == ("flipped_already", "never_back")


def test_a_flipped_building_can_be_taken_in_the_same_turn() -> None:
    table = Table({}, held("M E")).play("flip c2").deal("ME>N").play("take c2 c3")
    assert (table.hand(), table.built()) == ("I", 1)


def test_a_flip_comes_before_taking_never_after() -> None:
    table = Table({"a1": "NN>E1"}, held("N N J")).play("take a1 b1")
    assert table.why("flip a2") == ("pay_first",)
    table.play("pay energy-1 energy-1").deal()
    assert table.state.seat == 1


def test_the_next_player_may_flip_again() -> None:
    table = Table().play("flip c2", "draw").deal()
    assert table.state.seat == 1
    assert table.may("flip a1")


def test_after_a_flip_one_may_still_draw_from_the_deck() -> None:
    assert Table().play("flip c2").deal().may("draw")


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


# Payment


def pays_for(face: str, purse: City) -> list[str]:
    """The payments offered for a building that lies beside a resource of no use for it."""
    table = Table({"a1": face, "b1": "M"}, purse)
    before = in_hand(purse)
    table.play("take a1 b1")
    return [line.removeprefix("pay ") for line in table.starting("pay")] or [f"at once: {before}"]


def test_no_change_is_given_for_a_double_card() -> None:
    table = Table({"a1": "IE>C", "b1": "M"}, held("I2 E2")).play("take a1 b1")
    assert table.hand() == "M"


def test_a_card_pays_for_one_building_only() -> None:
    assert not Table({"a1": "IE>C", "b1": "IN>E"}, held("I2 E N")).may("take a1 b1")


def test_only_minimal_payments_are_offered() -> None:
    assert pays_for("NN>E1", held("N N N2")) == ["energy-2", "energy-1 energy-1"]
    assert pays_for("NNN*", held("N N2 N2")) == ["energy-1 energy-2", "energy-2 energy-2"]


def test_a_single_beside_a_double_that_is_enough_could_be_left_out() -> None:
    assert "energy-1 energy-2" not in pays_for("NN>E1", held("N N N2"))


def test_equal_cards_are_one_payment() -> None:
    assert pays_for("IE>C", held("I I I E E")) == ["at once: I I I E E"]
    assert pays_for("IE>C", city("CE>I ME>I NC>I IC>E IM>E")) == ["at once: "]


def test_ingenuity_stands_for_any_kind() -> None:
    for face in ("IE>C", "NC>I", "MC>E", "EEE*"):
        assert Table({"a1": face}, held("J J J")).may("take a1 a2")
    assert set(pays_for("IE>C", held("I E J"))) == {
        "industry-1 ecology-1",
        "industry-1 ingenuity-ecology",
        "ingenuity-industry ecology-1",
    }


def test_the_default_spends_permanent_resources_first() -> None:
    assert pays_for("NN>E1", city("IC>N", "N N N2 J"))[0] == "permanent-energy energy-1"
    assert pays_for("NN>E1", city("IC>N", "N2 J"))[0] == "permanent-energy ingenuity-energy"


def test_the_default_wastes_least() -> None:
    assert pays_for("NNN*", held("N N2 N2"))[0] == "energy-1 energy-2"
    assert pays_for("IE>C", held("I I2 E"))[0] == "industry-1 ecology-1"


def test_the_default_keeps_ingenuity_longest() -> None:
    assert pays_for("IE>C", held("I E J J"))[0] == "industry-1 ecology-1"
    assert pays_for("NNN*", held("N N N2 J"))[0] == "energy-1 energy-2"


def test_permanent_resources_come_before_waste_and_waste_before_ingenuity() -> None:
    both = pays_for("NNNEE>M2", city("IC>E", "N2 N2 E2 J"))
    assert both[0] == "energy-2 energy-2 permanent-ecology ingenuity-ecology"
    assert "energy-2 ingenuity-energy ecology-2" in both
    assert pays_for("NNN*", held("N2 N2 J")) == ["energy-2 ingenuity-energy", "energy-2 energy-2"]


def test_the_player_can_pick_another_payment() -> None:
    table = Table({"a1": "NN>E1", "b1": "M"}, held("N N N2 J"))
    table.play("take a1 b1", "pay energy-1 ingenuity-energy")
    assert table.hand() == "N M N2"


def test_the_default_payment_comes_first_and_is_the_answer_of_a_late_seat() -> None:
    table = Table({"a1": "NN>E1", "b1": "M"}, held("N N N2 J")).play("take a1 b1")
    assert point_city.fallback_action(table.state, 0) == point_city.legal(table.state, 0)[0]


def test_one_payment_is_paid_without_asking() -> None:
    table = Table({"a1": "IE>C"}, held("I E N")).play("take a1 b1")
    assert (table.hand(), table.built(), table.state.seat) == ("N N", 1, 1)


# Hints


def test_a_hint_says_whether_there_is_another_way_to_pay() -> None:
    table = Table({"a1": "IE>C", "a2": "NN>E1"}, held("I E N N J"))
    assert hint(table, "a1", "b1")["choice"] and hint(table, "a2", "b2")["choice"]
    forced = Table({"a1": "IE>C"}, held("I E"))
    assert not hint(forced, "a1", "b1")["choice"]


def hint(table: Table, *cells: str) -> dict[str, object]:
    """What the view says about a pair."""
    return next(pair for pair in table.view["pairs"] if pair["take"] == list(cells))


def test_a_hint_says_what_a_pair_costs_and_brings() -> None:
    table = Table({"a1": "NN>E1"}, city("IC>N", "N J"))
    assert hint(table, "a1", "b1") == {
        "take": ["a1", "b1"],
        "pays": [["permanent-energy", "energy-1"]],
        "choice": True,
        "gain": 1,
        "changes": [("buildings", 1)],
        "tokens": 0,
    }
    free = {"take": ["c1", "d1"], "pays": [], "choice": False, "gain": 0, "changes": [], "tokens": 0}
    assert hint(table, "c1", "d1") == free


def test_a_hint_counts_what_tokens_lose_and_win() -> None:
    table = Table({"a1": "NN>E1", "c1": "J"}, city("", "N J", "ingenuity ecology"))
    assert hint(table, "a1", "a2")["gain"] == 1 - 2 + 2
    assert hint(table, "c1", "d1")["gain"] == 2


def test_a_hint_says_what_is_lacking() -> None:
    table = Table({"a1": "IIN>C", "b1": "M"}, held("I"))
    assert hint(table, "a1", "b1") == {
        "take": ["a1", "b1"],
        "lacks": {"industry": 1, "energy": 1},
        "jokers": 0,
    }


def test_a_hint_knows_that_no_change_is_given() -> None:
    """One double for two buildings: a symbol of industry is lacking for the second."""
    table = Table({"a1": "IE>C", "b1": "IN>E"}, held("I2 E N"))
    assert hint(table, "a1", "b1")["lacks"] == {"industry": 1}


def test_a_hint_counts_the_joker_that_is_taken_first() -> None:
    table = Table({"a1": "J", "b1": "IE>C"}, held("N"))
    found = hint(table, "a1", "b1")
    assert (found["lacks"], found["jokers"]) == ({"industry": 1, "ecology": 1}, 1)


def test_a_token_in_the_row_says_what_it_would_bring_now() -> None:
    table = Table({}, city(SAMPLE, "J"), row="flat-5 energy-economy ingenuity")
    assert [(token["token"], token["brings"]) for token in table.view["row"]] == [
        ("flat-5", 5),
        ("energy-economy", 6),
        ("ingenuity", 2),
    ]


def test_no_card_is_marked_for_a_flip_when_the_flip_is_used_up() -> None:
    table = Table()
    assert not any(cell["no_flip"] for cell in table.view["market"])
    table.play("flip c2").deal()
    assert all("flipped_already" in cell["no_flip"] for cell in table.view["market"])


def test_a_card_says_by_which_rules_it_cannot_be_flipped() -> None:
    market = {cell["cell"]: cell for cell in Table({"a1": "IE>C"}).view["market"]}
    assert market["a1"]["no_flip"] == ["never_back"]
    assert market["c3"]["no_flip"] == []
    crossed = {cell["cell"]: cell for cell in Table({"a1": "IE>C", "b2": "IE>C"}).view["market"]}
    assert crossed["a2"]["no_flip"] == ["not_all_resources"]


# Who does not answer


def test_a_late_seat_draws_from_the_deck_and_never_flips() -> None:
    assert point_city.fallback_action(Table().state, 0) == ("draw",)
    assert point_city.fallback_action(Table(left=0).state, 0)[0] == "take"


def test_a_late_seat_takes_the_token_that_brings_most_now() -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), row="flat-5 flat-7 twice").play("take a1 b1")
    assert point_city.fallback_action(table.state, 0) == ("token", "flat-7")


# The end


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


# Every reason has its case


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("pay energy-1", "nothing_to_pay"),
        ("token flat-5", "no_token_now"),
        ("dance", "no_such_action"),
        ("flip z9", "no_such_action"),
        ("flip", "no_such_action"),
        ("take a1 z9", "no_such_action"),
        ("take a1 b1 c1", "no_such_action"),
    ],
)
def test_why_before_taking(line: str, rule: str) -> None:
    assert Table(row="flat-5 twice").why(line) == (rule,)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("draw", "pay_first"),
        ("take a2 b2", "pay_first"),
        ("token flat-5", "pay_first"),
        ("pay", "not_this_payment"),
        ("pay energy-1", "not_this_payment"),
        ("pay energy-1 energy-1 ingenuity-energy", "not_this_payment"),
        ("pay permanent-energy energy-1", "not_this_payment"),
        ("dance", "no_such_action"),
    ],
)
def test_why_while_a_payment_is_open(line: str, rule: str) -> None:
    table = Table({"a1": "NN>E1"}, held("N N J"), row="flat-5 twice").play("take a1 b1")
    assert table.why(line) == (rule,)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("draw", "token_first"),
        ("flip a2", "token_first"),
        ("pay energy-1", "token_first"),
        ("token missing", "no_such_token"),
        ("token", "no_such_token"),
    ],
)
def test_why_while_a_token_is_open(line: str, rule: str) -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), row="flat-5 twice").play("take a1 b1")
    assert table.why(line) == (rule,)


def test_why_when_somebody_else_is_in_turn() -> None:
    assert Table().why("draw", seat=1) == ("not_to_act",)
    assert Table().why("draw", seat=7) == ("not_to_act",)
    assert Table().play("flip a1").why("draw") == ("not_to_act",)


def test_why_a_draw_cannot_come() -> None:
    table = Table().play("flip c2")
    index = table.waiting[0].index
    for line in (
        f"tier1 {index} down G99-energy",
        f"tier1 {index} up energy",
        f"tier1 {index + 1} down {point_city.legal(table.state, CHANCE)[0][3]}",
        "first 0 1",
    ):
        assert table.why(line, seat=CHANCE) == ("no_such_draw",)
