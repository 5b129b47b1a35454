"""A flip of Point City: when it is allowed, and what it shows."""

from tests.games.point_city.dialect import CELLS, Table, code, held
from tilefolk.core.notation import CHANCE
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDING

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
