"""The bots of Point City: the automaton on its seat, greedy elsewhere, guesses that agree with the table."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tilefolk.bots import BOTS
from tilefolk.bots.point_city.decks import guessed_decks
from tilefolk.bots.point_city.order import guess, laid_open
from tilefolk.bots.point_city.promises import promise, prospect, turns_left
from tilefolk.bots.point_city.rivals import threat
from tilefolk.core.game import Mode
from tilefolk.core.match import verify
from tilefolk.core.notation import CHANCE
from tilefolk.core.play import Bot, forced, play, sight
from tilefolk.games import find, point_city
from tilefolk.games.point_city.automaton import next_cells
from tilefolk.games.point_city.cards import BUILDING, BUILDINGS, CARDS, DOWN, INGENUITY, KINDS, TIERS
from tilefolk.games.point_city.state import City, Place, State
from tilefolk.twin.point_city.tables import BUILDING_NUMBER, KIND_NUMBER

pytestmark = pytest.mark.slow

TABLE, SOLO = "point_city/table", "point_city/solo-easy"
KINDS_BY_NUMBER = (*KINDS, INGENUITY)


def states(seed: int, mode: str = TABLE, seats: int = 2) -> Iterator[State]:
    """The states of a random match in which somebody decides."""
    rand, state = Random(seed), point_city.setup(mode, seats, {})
    while acting := point_city.to_act(state):
        if acting[0] != CHANCE:
            yield state
        legal = point_city.legal(state, acting[0])
        state = point_city.apply_trusted(state, acting[0], legal[rand.randrange(len(legal))])


def position(seed: int, number: int, mode: str = TABLE) -> State:
    return list(states(seed, mode))[number]


def test_a_guess_agrees_with_every_face_seen() -> None:
    cards = {(card.resource.kind, card.building.id) for tier in CARDS for card in tier}
    for number, state in enumerate(states(3)):
        order = guess(state, Random(number))
        assert all(seen in ("", face) for seen, face in zip(state.up, order.up, strict=True))
        assert all(seen in ("", face) for seen, face in zip(state.down, order.down, strict=True))
        assert set(zip(order.up, order.down, strict=True)) <= cards


def test_a_guess_holds_no_card_more_often_than_the_box() -> None:
    copies = Counter(card.building.id for tier in CARDS for card in tier)
    for number, state in enumerate(states(4, seats=4)):
        order = guess(state, Random(number))
        assert Counter(order.down) <= copies
        tiers = [BUILDING[name].tier for name in order.down]
        assert tiers == sorted(tiers) and [tiers.count(tier) for tier in TIERS] == [64, 48, 38]


def test_every_order_that_may_be_is_as_likely_as_any_other() -> None:
    """All ways to lay four cards are counted: two look alike from the building side, two show a resource."""
    twin = next(name for name, n in looks().items() if n > 1)
    state = point_city.setup(TABLE, 2, {})
    seen = {0: ("", twin), 1: ("community", ""), 2: ("economy", ""), 3: ("", "")}
    up, down = (tuple(faces[side] for faces in seen.values()) + state.up[4:] for side in (0, 1))
    state, tries, stream = state._replace(up=up, down=down), 6000, Random(0)
    orders = [guess(state, stream) for _ in range(tries)]
    ways = Counter(tuple(CARDS[0][card] for card in laid) for laid in layings(list(seen.values())))
    for at in seen:
        shares = Counter[tuple[str, str]]()
        for cards, n in ways.items():
            shares[cards[at].resource.kind, cards[at].building.id] += n
        found = Counter((order.up[at], order.down[at]) for order in orders)
        assert set(found) <= set(shares)
        for card, n in shares.items():
            share = n / shares.total()
            assert found[card] / tries == pytest.approx(share, abs=4.5 * (share / tries) ** 0.5), (at, card)


def looks() -> Counter[str]:
    """On how many kinds of cards a building of the first tier is."""
    return Counter(name for name, _ in {(card.building.id, card.resource.kind) for card in CARDS[0]})


def layings(seen: list[tuple[str, str]], taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All ways to lay different cards of the first tier so that they agree with what is seen."""
    if not seen:
        yield taken
        return
    up, down = seen[0]
    for number, card in enumerate(CARDS[0]):
        agrees = up in ("", card.resource.kind) and down in ("", card.building.id)
        if agrees and number not in taken:
            yield from layings(seen[1:], (*taken, number))


def test_the_order_of_the_rest_does_not_lean() -> None:
    """Cards of a kind that is seen elsewhere are not more often on top of the rest."""
    state = point_city.setup(TABLE, 2, {})
    state = state._replace(up=("community",) * 8 + state.up[8:])
    stream = Random(1)
    orders = [guess(state, stream) for _ in range(4000)]
    tops, lasts = (sum(order.up[at] == "community" for order in orders) for at in (8, 39))
    assert abs(tops - lasts) < 4.5 * (tops + lasts) ** 0.5


def test_many_guesses_at_once_agree_with_every_face_seen() -> None:
    cards = {(KIND_NUMBER[card.resource.kind], BUILDING_NUMBER[card.building.id]) for card in sum(CARDS, ())}
    for number, state in enumerate(states(3)):
        for up, down in zip(*guessed_decks(state, 2, Random(number)), strict=True):
            for at, (kind, name) in enumerate(zip(state.up, state.down, strict=True)):
                assert kind in ("", KINDS_BY_NUMBER[up[at]]) and name in ("", BUILDINGS[down[at]].id)
                assert name or (up[at], down[at]) in cards


def test_many_guesses_at_once_are_as_likely_as_single_ones() -> None:
    state, tries = position(8, 30), 3000
    singles = [guess(state, Random(number)) for number in range(tries)]
    ups, downs = guessed_decks(state, tries, Random(0))
    half = next(at for at, kind in enumerate(state.up) if kind and not state.down[at])
    hidden = [at for at, kind in enumerate(state.up) if not kind and not state.down[at]]
    for at in (half, hidden[0], hidden[-1]):
        one = Counter((order.up[at], order.down[at]) for order in singles)
        many = Counter(
            (KINDS_BY_NUMBER[up[at]], BUILDINGS[down[at]].id) for up, down in zip(ups, downs, strict=True)
        )
        for card in one | many:
            assert abs(one[card] - many[card]) < 5 * (one[card] + many[card]) ** 0.5, (at, card)


def test_a_state_laid_open_waits_for_nothing() -> None:
    state = position(6, 12)
    opened = laid_open(state, guess(state, Random(1)))
    take = next(action for action in point_city.legal(opened, state.seat) if action[0] == "take")
    assert not point_city.draws(point_city.apply(opened, state.seat, take))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_automaton_takes_its_seat_by_itself(level: str) -> None:
    game, mode = find(f"point_city/solo-{level}")
    match = play(game, mode, [BOTS["random"]], "solo")
    named = play(game, mode, [BOTS["random"], BOTS["automaton"]], "solo")
    assert match.over and match.header.seats == 2 and not verify(match)
    assert match.lines == named.lines


def test_the_automaton_fails_clearly_where_there_is_a_choice() -> None:
    game, mode = find(TABLE)
    with pytest.raises(ValueError, match="has a choice"):
        play(game, mode, [BOTS["automaton"]] * 2, "no seat of its own")


def test_fixed_bots_are_seated_where_nobody_names_them() -> None:
    solo, three = (
        Mode("solo", 1, (2,), fixed_bots=((1, "own"),)),
        Mode("three", 1, (3,), fixed_bots=((0, "own"),)),
    )
    assert solo.seated(["mine"], str) == solo.seated(["mine", "own"], str) == ("mine", "own")
    assert three.seated(["a", "b"], str) == ("own", "a", "b")
    assert solo.seated(["a", "b", "c"], str) == ("a", "b", "c")  # too many stay too many
    assert Mode("table", 1, (2, 3)).seated(["a"], str) == ("a",)


def wins(mode: str, bots: list[Bot], matches: int) -> int:
    game, known = find(mode)
    return sum(play(game, known, bots, f"wins/{n}").end_record()["places"][0] == 1 for n in range(matches))


def test_greedy_beats_random_and_the_easy_automaton() -> None:
    """A small sample; `tilefolk sim` counts hundreds."""
    assert wins(TABLE, [BOTS["greedy"], BOTS["random"]], 6) == 6
    assert wins(SOLO, [BOTS["greedy"], forced], 8) >= 6


def test_greedy_plays_at_every_table_and_the_same_again() -> None:
    game, mode = find(TABLE)
    for seats in mode.seats:
        match = play(game, mode, [BOTS["greedy"]] * seats, "again")
        assert match.over and match.lines == play(game, mode, [BOTS["greedy"]] * seats, "again").lines


def test_greedy_decides_the_same_from_the_same_sight() -> None:
    state = position(7, 20)
    told = sight(point_city, state, state.seat)
    assert BOTS["greedy"](told, Random(2)) == BOTS["greedy"](told, Random(2))


def test_turns_left_count_down_to_none() -> None:
    seen = [(state.turn, state.seat, turns_left(state, state.seat)) for state in states(8, seats=3)]
    assert seen[0][2] == 17 and seen[-1][2] == 1
    assert all(left == 17 - turn // 3 for turn, _, left in seen)


def test_a_token_promises_more_to_a_city_that_grows() -> None:
    city = City(("G01-energy", "G02-energy"))
    assert city.permanent[1] == 2
    assert prospect("energy", city, 0) == 4 < prospect("energy", city, 10)
    assert prospect("missing", city, 0) == 16 > prospect("missing", city, 10)
    assert prospect("twice", city, 0) == 2 and prospect("three-times", city, 0) == 0
    assert prospect("flat-7", city, 0) == prospect("flat-7", city, 9) == 7


def test_at_the_end_only_points_count() -> None:
    *_, last = states(9)
    end = last._replace(turn=last.turns)
    for seat, tally in enumerate(point_city.score(last)):
        assert promise(end, seat) == tally.value


def test_a_building_in_the_automatons_way_is_a_threat() -> None:
    state = position(10, 0, SOLO)
    own = next_cells(state)[0]
    taken = state.market[own]
    assert taken is not None
    built = state._replace(
        market=(*state.market[:own], Place(taken.position, DOWN), *state.market[own + 1 :]),
        down=(*state.down[: taken.position], "G10-community", *state.down[taken.position + 1 :]),
    )
    assert threat(state) == 0 < threat(built)
