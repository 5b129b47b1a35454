"""What civic tokens of Point City are worth, and the rulebook's example of the end."""

import pytest

from tests.games.point_city.dialect import Table, city, held
from tests.games.point_city.examples.cards import PRINTED_24, SAMPLE
from tilefolk.games.point_city.tokens import worth


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
