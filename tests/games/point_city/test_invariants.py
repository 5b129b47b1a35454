"""What holds in random matches of Point City: turns, cards, payments.

A turn's payments are checked by what a witness could have paid: it takes the same cards with the purse of the
turn's beginning, in which every permanent resource is one item, and spends minimal payments only.
"""

from collections import Counter

import pytest

from tests.effort import times
from tests.games.point_city.dialect import CELLS, SOLO, TABLE, Step, random_steps, turns
from tests.witness.purchase import Cost, Words, holds, is_minimal, left_of, payments
from tilefolk.core.tally import Tally
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDING, KINDS
from tilefolk.games.point_city.state import City, Place, State

pytestmark = pytest.mark.slow

PARTS, SHARE = times(1, 8), times(5, 1)  # a part is 250 matches, in every run a fifth of it
MIX = {
    (TABLE, 2): 100,
    (TABLE, 3): 50,
    (TABLE, 4): 25,
    (SOLO + "easy", 2): 25,
    (SOLO + "medium", 2): 25,
    (SOLO + "hard", 2): 25,
}
TURNS, LEFT = 17, 14
NO_PAIR = 0.03  # how many random matches may end without their last turn


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part: int) -> None:
    without_last = 0
    for (mode, seats), number in MIX.items():
        for match in range(number // SHARE):
            without_last += checked_match(mode, seats, f"{mode} {seats} {part} {match}")
    assert without_last <= NO_PAIR * sum(MIX.values()) / SHARE


def checked_match(mode: str, seats: int, seed: str) -> bool:
    """Whether the match ended because nobody could take a pair in its last turn."""
    ledger, had, last = Ledger(), Counter[int](), None
    for turn in turns(random_steps(mode, seats, seed)):
        had[turn[0].seat] += 1
        assert_one_turn(turn)
        ledger.book(turn)
        last = turn[-1].dealt
    assert last is not None
    ledger.compare(last)
    stuck = [seat for seat, tally in enumerate(point_city.score(last)) if says_no_pair(tally)]
    assert_all_turns_had(last, had, stuck)
    return bool(stuck)


def says_no_pair(tally: Tally) -> bool:
    return any(entry.rule == "no_pair" for entry in tally.entries)


def assert_all_turns_had(last: State, had: Counter[int], stuck: list[int]) -> None:
    """17 turns each and 14 cards left, but for one turn that nobody could take."""
    market = sum(place is not None for place in last.market)
    assert last.left == 0
    if stuck:
        assert market == LEFT + 2
        had[stuck[0]] += 1
        assert stuck == [last.seat]
    else:
        assert market == LEFT
    assert dict(had) == dict.fromkeys(range(len(last.cities)), TURNS)


def assert_one_turn(turn: list[Step]) -> None:
    """Flips and deals change no hand; a draw brings two cards; whatever is built has been paid for once."""
    seat, before, now = turn[0].seat, turn[0].before, turn[-1].dealt
    verbs = [str(step.action[0]) for step in turn]
    assert verbs.count("flip") <= 1
    assert verbs.count("take") + verbs.count("draw") == 1
    assert all(before.cities[other] == now.cities[other] for other in range(len(now.cities)) if other != seat)
    if verbs[-1] == "draw":
        assert now.cities[seat].cards == before.cities[seat].cards + 2
    elif not (before.setting.level and seat == 1):
        assert hand(now.cities[seat]) in {cards_of(purse) for purse in explained(turn)}


def explained(turn: list[Step]) -> set[Words]:
    """All purses with which the turn can have ended: payments told are taken, others tried."""
    told = [
        (step.before.tasks[0], tuple(sorted(map(str, step.action[1:]))))
        for step in turn
        if step.action[0] == "pay"
    ]
    taking = next(step for step in turn if step.action[0] == "take")
    purses = {whole_purse(taking.before.cities[taking.seat])}
    for place in places_taken(taking):
        if place.side == "up":
            purses = {tuple(sorted((*purse, word_of(taking.before, place)))) for purse in purses}
            continue
        name = taking.before.face(place)
        if told and told[0][0] == name:
            _, words = told.pop(0)
            assert is_minimal(words, cost_of(name)), "no item is wasted"
            purses = {left_of(purse, words) for purse in purses if holds(purse, words)}
        else:
            purses = {left_of(purse, words) for purse in purses for words in payments(purse, cost_of(name))}
    assert not told
    return purses


def places_taken(step: Step) -> list[Place]:
    places = [step.before.market[CELLS.index(str(cell))] for cell in step.action[1:]]
    return [place for place in places if place]


def cost_of(building: str) -> Cost:
    return tuple((kind, n) for kind, n in zip(KINDS, BUILDING[building].cost, strict=True) if n)


def word_of(state: State, place: Place) -> str:
    card = state.resource(place.position)
    return card.kind if card.kind == "ingenuity" else f"{card.kind}-{card.symbols}"


def whole_purse(city: City) -> Words:
    """Every permanent resource once, and all cards."""
    gives = [BUILDING[name].permanent for name in city.buildings]
    return tuple(sorted((*(f"permanent-{kind}" for kind in gives if kind), *hand(city))))


def hand(city: City) -> Words:
    words = ["ingenuity"] * city.ingenuity
    for kind, single, double in zip(KINDS, city.singles, city.doubles, strict=True):
        words += [f"{kind}-1"] * single + [f"{kind}-2"] * double
    return tuple(sorted(words))


def cards_of(purse: Words) -> Words:
    return tuple(word for word in purse if not word.startswith("permanent"))


class Ledger:
    """Where every card of the deck went: its position, and who took which side of it."""

    def __init__(self) -> None:
        self.taken: dict[int, tuple[int, str]] = {}

    def book(self, turn: list[Step]) -> None:
        step = next(step for step in turn if step.action[0] in ("take", "draw"))
        if step.action[0] == "take":
            places = places_taken(step)
        else:
            places = [Place(step.before.deck + at, "up") for at in (0, 1)]
        for place in places:
            assert place.position not in self.taken
            self.taken[place.position] = (step.seat, place.side)

    def compare(self, state: State) -> None:
        """No card is lost and none is there twice; buildings stand where they were taken to."""
        market = [place.position for place in state.market if place]
        size = len(state.up)
        assert sorted([*self.taken, *market, *range(state.deck, size)]) == list(range(size))
        for seat, city in enumerate(state.cities):
            mine = [state.down[at] for at, taken in self.taken.items() if taken == (seat, "down")]
            assert Counter(mine) == Counter(city.buildings)
        tokens = [name for city in state.cities for name in city.tokens]
        assert len({*tokens, *state.row}) == len(tokens) + len(state.row) == state.setting.setup.tokens
