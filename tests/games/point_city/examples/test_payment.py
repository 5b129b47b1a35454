"""Payments of Point City: which are offered, and which is the default."""

from tests.games.point_city.dialect import Table, city, held, in_hand
from tilefolk.games import point_city
from tilefolk.games.point_city.state import City


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
