"""The cards, tokens and set-ups of Point City, against a list of our own and every number of the rules."""

from collections import Counter
from itertools import combinations

import pytest

from tests.games.point_city.dialect import LETTER, LETTERS, PLAIN, code
from tilefolk.games.point_city.cards import BUILDING, BUILDINGS, CARDS, KINDS, Building, Card
from tilefolk.games.point_city.facts import COLUMNS, LEVELS, ROWS, SETUPS, TOKENS, TURNS, Token

# Tier and resource side -> the buildings on the other side, one for each card.
LIST = {
    "1 I": "CE4 CE>I EE>I1 MCC>I2 ME>I MM>I1 MME>I2 MMM* NC>I NC>I NE>I NM>I NNN*",
    "1 N": "CC>N1 CCC* CEE>N2 IC>N ICC>N2 IE4 IE>N II>N1 IM>N MC>N ME>N ME>N MMM*",
    "1 M": "CCC* CE>M EE>M1 EEE* IC>M IC>M IIE>M2 IN4 IN>M NC>M NE>M NEE>M2 NN>M1",
    "1 C": "EEE* IE>C II>C1 III* IIM>C2 IM>C INN>C2 ME>C MM>C1 NE>C NE>C NM4 NM>C",
    "1 E": "CC>E1 IC>E III* IM>E IM>E IN>E MC4 MC>E NC>E NMM>E2 NN>E1 NNC>E2 NNN*",
    "2 I2": "CCEE>I1 MMC>I MMCC>I1 MMEEE>I2 NCC>I NNMMM>I2",
    "2 N2": "CCE>N CCEE>N1 IIEE>N1 IIICC>N2 MEE>N MMCCC>N2",
    "2 M2": "CCEEE>M2 IEE>M IIC>M IIEE>M1 IINN>M1 NNNEE>M2",
    "2 C2": "IIIEE>C2 IIMMM>C2 IIN>C IINN>C1 NNE>C NNMM>C1",
    "2 E2": "IINNN>E2 IMM>E MMCC>E1 NNCCC>E2 NNM>E NNMM>E1",
    "2 J": (
        "CCCC* CCCC* EEEE* EEEE* ICC4 IICC5 IIII* IIII* IIM4 IIMM5 MME4 MMEE5 MMMM* MMMM* NEE4 NNC4 "
        "NNCC5 NNEE5 NNNN* NNNN*"
    ),
    "3 I2": "CCCEE>I2 MMCC>I1 NNCC4 NNNCC>I2 NNNMMM>I3",
    "3 N2": "CCEE>N1 IIEEE>N2 MMEE4 MMMCCC>N3 MMMEE>N2",
    "3 M2": "CCCEEE>M3 IICC4 IICCC>M2 IIEE>M1 IIINN>M2",
    "3 C2": "IIIEEE>C3 IINN>C1 NNEE4 NNEEE>C2 NNNMM>C2",
    "3 E2": "IIIMM>E2 IIINNN>E3 IIMM4 MMMCC>E2 NNMM>E1",
    "3 J": (
        "CCCCC* CCCCC* CCEEE5 EEEEE* EEEEE* IIICCCC7 IIIEE5 IIIII* IIIII* IIIIMMM7 IINNN5 MMCCC5 "
        "MMMMEEE7 MMMMM* MMMMM* NNMMM5 NNNEEEE7 NNNNCCC7 NNNNN* NNNNN*"
    ),
}
RING = "CMNIE"  # each kind turns into the next one, the last into the first
ALL = [card for tier in CARDS for card in tier]


def back(card: Card) -> str:
    """Tier and resource side in letters."""
    symbols = "2" if card.resource.symbols == 2 else ""
    return f"{card.building.tier} {LETTER[card.resource.kind]}{symbols}"


def turned(letters: str) -> str:
    """What the ring makes of a cost or a kind; a cost is written in the order of the kinds."""
    steps = [RING[(RING.index(letter) + 1) % 5] if letter in RING else letter for letter in letters]
    return "".join(sorted(steps, key=("INMCE".find)))


def whole(card: Card, step: bool = False) -> tuple[object, ...]:
    """A card as a value, itself or turned by one step of the ring."""
    turn = turned if step else str
    of = card.building
    cost = "".join(LETTER[kind] * n for kind, n in zip(KINDS, of.cost, strict=True))
    back, gives = LETTER[card.resource.kind], LETTER.get(of.permanent, "")
    return of.tier, turn(back), card.resource.symbols, turn(cost), of.points, turn(gives), of.civic


def kind_of_building(of: Building) -> str:
    return "civic" if of.civic else "producer" if of.permanent else "points only"


def test_the_cards_are_those_of_the_list() -> None:
    found = Counter((back(card), code(card.building)) for card in ALL)
    assert found == Counter((side, face) for side, faces in LIST.items() for face in faces.split())


def test_160_cards_in_three_tiers() -> None:
    assert [len(tier) for tier in CARDS] == [65, 50, 45]
    assert all(card.building.tier == number for number, tier in enumerate(CARDS, 1) for card in tier)
    assert len(ALL) == 160


def test_100_producers_30_for_points_only_30_civic() -> None:
    classes = Counter(kind_of_building(card.building) for card in ALL)
    assert classes == {"producer": 100, "points only": 30, "civic": 30}


def test_the_deck_is_symmetric_under_the_ring() -> None:
    assert Counter(whole(card) for card in ALL) == Counter(whole(card, step=True) for card in ALL)
    assert sorted(RING) == sorted(PLAIN)


def test_24_resource_sides_of_each_plain_kind_and_40_of_ingenuity() -> None:
    sides = Counter(card.resource.kind for card in ALL)
    assert sides == {kind: 40 if kind == "ingenuity" else 24 for kind in LETTERS.values()}


def test_printed_points_by_tier() -> None:
    assert [sum(card.building.points for card in tier) for tier in CARDS] == [50, 75, 120]


def test_a_plain_kind_counts_two_in_tiers_2_and_3_ingenuity_always_one() -> None:
    for card in ALL:
        double = card.building.tier > 1 and card.resource.kind != "ingenuity"
        assert card.resource.symbols == 1 + double


def test_no_resource_side_of_tier_1_is_ingenuity() -> None:
    assert "ingenuity" not in {card.resource.kind for card in CARDS[0]}


@pytest.mark.parametrize("of", BUILDINGS, ids=lambda of: of.id)
def test_a_building_costs_at_most_two_kinds_and_brings_one_thing(of: Building) -> None:
    assert 1 <= sum(n > 0 for n in of.cost) <= 2
    assert 2 <= sum(of.cost) <= 7
    assert 0 <= of.points <= 7
    assert of.permanent in ("", *KINDS)
    if of.civic:
        assert (of.points, of.permanent) == (0, "")
    assert of.civic or of.points or of.permanent


def test_a_producer_never_costs_what_it_gives_and_gives_what_its_back_shows() -> None:
    for card in ALL:
        if card.building.permanent:
            assert card.building.cost[KINDS.index(card.building.permanent)] == 0
            assert card.building.permanent == card.resource.kind


def test_buildings_are_found_by_their_id() -> None:
    assert {card.building for card in ALL} == set(BUILDINGS) == set(BUILDING.values())
    assert all(BUILDING[of.id] == of for of in BUILDINGS)


# Set-ups


@pytest.mark.parametrize(
    ("seats", "tiers", "deck", "tokens"),
    [(2, (40, 24, 18), 82, 10), (3, (52, 36, 28), 116, 12), (4, (64, 48, 38), 150, 14)],
)
def test_the_table_of_set_ups(seats: int, tiers: tuple[int, ...], deck: int, tokens: int) -> None:
    assert SETUPS[seats].tiers == tiers
    assert sum(SETUPS[seats].tiers) == deck
    assert SETUPS[seats].tokens == tokens


def test_nobody_else_can_sit_down() -> None:
    assert set(SETUPS) == {2, 3, 4}


@pytest.mark.parametrize(("seats", "turns"), [(2, 34), (3, 51), (4, 68)])
def test_turns_use_up_the_deck_and_leave_14_cards(seats: int, turns: int) -> None:
    assert (COLUMNS, ROWS, TURNS) == (4, 4, 17)
    assert TURNS * seats == turns
    assert sum(SETUPS[seats].tiers) - 2 * turns == 14


@pytest.mark.parametrize(("seats", "removed"), [(2, [25, 26, 27]), (3, [13, 14, 17]), (4, [1, 2, 7])])
def test_so_many_cards_stay_in_the_box(seats: int, removed: list[int]) -> None:
    assert [len(all_) - n for all_, n in zip(CARDS, SETUPS[seats].tiers, strict=True)] == removed


# Civic tokens and levels


def test_the_22_civic_tokens() -> None:
    expected = [
        Token("flat", 5),
        Token("flat", 7),
        Token("together", 6, KINDS),
        Token("often", 2, times=2),
        Token("often", 3, times=3),
        Token("missing", 4),
        Token("ingenuity", 2),
        *(Token("together", 2, (kind,)) for kind in KINDS),
        *(Token("together", 3, pair) for pair in combinations(KINDS, 2)),
    ]
    assert len(expected) == 22
    assert Counter(TOKENS.values()) == Counter(expected)


def test_the_levels_of_the_automaton() -> None:
    found = {name: (level.symbols, level.token, level.ingenuity) for name, level in LEVELS.items()}
    assert found == {"easy": ((1,), 3, 0), "medium": ((1, 2, 3), 5, 0), "hard": ((1, 3, 6), 7, 1)}
