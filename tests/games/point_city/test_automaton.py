"""Alone against the automaton of Point City: its markers, what it takes, what its city is worth."""

import pytest

from tests.games.point_city.dialect import SOLO, Table, city, fresh, held, told_before_the_first_turn
from tests.games.point_city.examples.cards import FOUR_ECONOMY, ONE_COMMUNITY, PRINTED_24, TWO_ENERGY
from tilefolk.core.tally import places
from tilefolk.games import point_city
from tilefolk.games.point_city.state import City


def automaton_in_turn(market: dict[str, str] | None = None, *cities: City, row: str = "") -> Table:
    """Its 15th turn: the markers stand at column 3 and row 4."""
    return Table(market, *(cities or (City(), City())), solo="hard", left=8, row=row)


def test_solo_is_set_up_as_for_two() -> None:
    told = told_before_the_first_turn(SOLO + "easy", 2)
    assert [(stream, index) for stream, index, _ in told] == [
        *(("token", place) for place in range(10)),
        *(("tier1", place) for place in range(17)),
    ]


def test_the_player_has_one_starting_card_and_the_automaton_none() -> None:
    assert fresh(SOLO + "easy").state.cities == (held("J"), City())


def test_the_player_moves_first() -> None:
    for seed in range(5):
        assert fresh(SOLO + "medium", seed=str(seed)).state.seat == 0


def test_the_markers_start_above_column_1_and_beside_row_2() -> None:
    shown = point_city.view(fresh(SOLO + "easy").state, 0)["automaton"]
    assert (shown["column"], shown["row"]) == (0, 1)
    assert shown["takes"][0] == ["a2", "a3"]


def test_the_markers_move_right_and_down_and_wrap_round() -> None:
    table, taken, shown = fresh(SOLO + "easy"), [], []
    for _ in range(6):
        shown.append(table.view["automaton"]["takes"])
        table.play("draw").deal()
        assert len(table.lines) == 1
        taken.append(table.lines[0])
        table.play(table.lines[0]).deal()
    crossed = ["a2 a3", "b3 b4", "c4 c1", "d1 d2", "a2 a3", "b3 b4"]
    assert taken == [f"take {cells}" for cells in crossed]
    assert [" ".join(now) for now, _ in shown] == crossed
    assert [" ".join(then) for _, then in shown] == [*crossed[1:], "c4 c1"]


def test_from_the_bottom_row_it_takes_the_top_one_of_the_same_column() -> None:
    assert automaton_in_turn().lines == ["take c4 c1"]


def test_it_never_flips_and_never_draws() -> None:
    table = automaton_in_turn()
    assert not any(map(table.may, ("flip a1", "draw", "take a1 b1", "take c1 c4")))


def test_what_it_may_not_do_is_refused_for_a_true_reason() -> None:
    table = automaton_in_turn()
    assert table.state.left
    assert table.why("draw") != ("deck_empty",)
    assert table.why("take a1 b1") != ("cannot_pay",)


def test_it_pays_nothing_and_everything_goes_to_its_city() -> None:
    table = automaton_in_turn({"c4": "IIIIMMM7", "c1": "N2"}, City(), held("I J")).play("take c4 c1")
    assert (table.hand(1), table.built(1)) == ("I N2 J", 1)
    assert table.state.seat == 0


def test_its_gaps_are_refilled_as_usual() -> None:
    table = automaton_in_turn({"c4": "IIIIMMM7", "c1": "N2"})
    deck = table.state.deck
    table.play("take c4 c1")
    assert table.sides("c1 c4") == "down up"
    assert [table.place(cell).position for cell in ("c1", "c4")] == [deck, deck + 1]


def test_a_civic_building_brings_it_the_leftmost_token() -> None:
    table = automaton_in_turn({"c4": "EEE*"}, row="twice flat-5 missing").play("take c4 c1")
    assert (table.tokens(1), table.state.row) == ("twice", ("flat-5", "missing"))


def test_two_civic_buildings_bring_it_the_two_leftmost_tokens() -> None:
    table = automaton_in_turn({"c4": "EEE*", "c1": "NNN*"}, row="twice flat-5 missing").play("take c4 c1")
    assert (table.tokens(1), table.state.row) == ("twice flat-5", ("missing",))


def test_without_a_token_it_gets_nothing() -> None:
    table = automaton_in_turn({"c4": "EEE*"}).play("take c4 c1")
    assert (table.tokens(1), table.built(1)) == ("", 1)


def test_taking_a_token_leaves_the_line_in_order() -> None:
    table = Table({"a1": "EEE*"}, held("E E E"), City(), solo="easy", row="twice flat-5 missing")
    table.play("take a1 b1", "token flat-5")
    assert table.state.row == ("twice", "missing")


AUTOMATON_CITY = city(f"{FOUR_ECONOMY} {TWO_ENERGY} {ONE_COMMUNITY} IIMM5", "I2 N J J", "twice flat-7")


@pytest.mark.parametrize(
    ("level", "sheet"),
    [
        ("easy", {"buildings": 5, "symbols": 4 + 2 + 1, "tokens": 2 * 3}),
        ("medium", {"buildings": 5, "symbols": 4 * 3 + 2 * 2 + 1, "tokens": 2 * 5}),
        ("hard", {"buildings": 5, "symbols": 4 * 6 + 2 * 3 + 1, "tokens": 2 * 7, "ingenuity": 2}),
    ],
)
def test_what_the_automatons_city_is_worth(level: str, sheet: dict[str, int]) -> None:
    table = Table({}, City(), AUTOMATON_CITY, solo=level)
    assert table.sheet(1) == sheet
    assert table.points(1) == sum(sheet.values())


@pytest.mark.parametrize(("level", "points"), [("easy", 4), ("medium", 12), ("hard", 24)])
def test_four_energy(level: str, points: int) -> None:
    table = Table({}, City(), city("IC>N IE>N IM>N MC>N"), solo=level)
    assert table.points(1) == points


@pytest.mark.parametrize(
    ("level", "points"), [("easy", [0, 1, 2, 3]), ("medium", [0, 1, 4, 9]), ("hard", [0, 1, 6, 18])]
)
def test_one_two_and_three_symbols_of_a_kind(level: str, points: list[int]) -> None:
    energy = ["IC>N", "IE>N", "IM>N"]
    tables = [Table({}, City(), city(" ".join(energy[:n])), solo=level) for n in range(4)]
    assert [table.points(1) for table in tables] == points


def test_its_resource_cards_score_nothing() -> None:
    for level, points in (("easy", 0), ("medium", 0), ("hard", 1)):
        assert Table({}, City(), held("I I2 N M2 J"), solo=level).points(1) == points


def test_its_tokens_are_worth_the_same_whatever_they_show() -> None:
    for token in ("flat-7", "all-five", "economy"):
        assert Table({}, City(), city("", "", token), solo="easy").sheet(1)["tokens"] == 3


def test_the_player_wins_ties_against_it() -> None:
    table = Table({}, city("IIMM5"), city("IIMM5", "I I I J"), solo="easy")
    assert table.points(0) == table.points(1)
    assert places(point_city.score(table.state)) == (1, 2)
    assert table.view["ties"] == [[0, 1, "point_city.automaton", []]]


def test_the_player_counts_as_in_a_match_of_many() -> None:
    table = Table({}, city(PRINTED_24, "J J", "economy ingenuity"), solo="hard")
    assert table.points() == 24 + 8 + 4
