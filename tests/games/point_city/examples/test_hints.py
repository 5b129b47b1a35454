"""What a view of Point City tells before somebody acts, and what is done for who does not answer."""

from tests.games.point_city.dialect import Table, city, held
from tests.games.point_city.examples.cards import SAMPLE
from tilefolk.games import point_city

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


def test_a_card_lacks_by_itself_and_a_pair_lacks_together() -> None:
    table = Table({"a1": "NN>E1", "b1": "IE>C", "c1": "MM>C1"}, held("N M M"))
    assert table.view["lacks"] == {"a1": {"energy": 1}, "b1": {"industry": 1, "ecology": 1}}
    together = {"energy": 1, "industry": 1, "ecology": 1}
    assert hint(table, "a1", "b1")["lacks"] == hint(table, "b1", "a1")["lacks"] == together
    assert (
        hint(table, "b1", "c1")["lacks"] == hint(table, "c1", "b1")["lacks"] == {"industry": 1, "ecology": 1}
    )


def test_what_ingenuity_can_pay_for_is_not_lacking() -> None:
    table = Table({"a1": "NN>E1", "b1": "IE>C"}, held("N J"))
    assert table.view["lacks"] == {"b1": {"industry": 1, "ecology": 1}}
