"""The bots of Point City: the automaton on its seat, greedy on the others, guesses that agree with the table."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tilefolk.bots import BOTS
from tilefolk.bots.point_city import Outlook
from tilefolk.bots.point_city.order import guess, laid_open
from tilefolk.bots.point_city.promises import promise, prospect, turns_left
from tilefolk.bots.point_city.rivals import threat
from tilefolk.core.game import Way
from tilefolk.core.match import verify
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Bot, Sight, forced, play, sight
from tilefolk.games import find, point_city
from tilefolk.games.point_city.cards import BUILDING, CARDS, DOWN, TIERS, UP
from tilefolk.games.point_city.hidden import candidates, unplaced
from tilefolk.games.point_city.state import Place, State

TABLE, SOLO = "point_city/table", "point_city/solo-easy"


def states(seed: int, way: str = TABLE, seats: int = 2) -> Iterator[State]:
    """The states of a random match in which somebody decides."""
    rand, state = Random(seed), point_city.setup(way, seats, {})
    while acting := point_city.to_act(state):
        if acting[0] != CHANCE:
            yield state
        legal = point_city.legal(state, acting[0])
        state = point_city.apply_trusted(state, acting[0], legal[rand.randrange(len(legal))])


def position(seed: int, number: int, way: str = TABLE) -> State:
    return list(states(seed, way))[number]


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
    """By position: a resource seen leaves each loose card with it, nothing seen each card not spoken for."""
    state, tries = position(5, 30), 4000
    stream = Random(0)
    orders = [guess(state, stream) for _ in range(tries)]
    half = next(at for at, kind in enumerate(state.up) if kind and not state.down[at])
    hidden = len(state.up) - 1
    for at, shares in ((half, even(state, half)), (hidden, uneven(state, hidden))):
        found = Counter(order.down[at] for order in orders)
        assert set(found) <= set(shares) and sum(shares.values()) == pytest.approx(1)
        for name, share in shares.items():
            assert found[name] / tries == pytest.approx(share, abs=5 * (share / tries) ** 0.5)


def even(state: State, at: int) -> dict[str, float]:
    may = Counter(card.building.id for card in candidates(state, at))
    return {name: n / may.total() for name, n in may.items()}


def uneven(state: State, at: int) -> dict[str, float]:
    """A card with a kind that others show lies here only if it is not one of those."""
    loose, tier = unplaced(state, state.tier(at)), state.tier(at)
    room = Counter(card.resource.kind for card in loose)
    shown = [kind for other, kind in enumerate(state.up) if kind and not state.down[other]]
    spoken = Counter(
        kind for other, kind in enumerate(state.up) if kind in shown and half(state, other, tier)
    )
    free = len(loose) - spoken.total()
    shares: Counter[str] = Counter()
    for card in loose:
        kind = card.resource.kind
        shares[card.building.id] += (room[kind] - spoken[kind]) / room[kind] / free  # type: ignore[assignment]
    return {name: share for name, share in shares.items() if share}


def half(state: State, at: int, tier: int) -> bool:
    return bool(state.up[at]) and not state.down[at] and state.tier(at) == tier


def test_a_state_laid_open_waits_for_nothing() -> None:
    state = position(6, 12)
    opened = laid_open(state, guess(state, Random(1)))
    take = next(action for action in point_city.legal(opened, state.seat) if action[0] == "take")
    assert not point_city.draws(point_city.apply(opened, state.seat, take))


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_automaton_takes_its_seat_by_itself(level: str) -> None:
    game, way = find(f"point_city/solo-{level}")
    match = play(game, way, [BOTS["random"]], "solo")
    named = play(game, way, [BOTS["random"], BOTS["automaton"]], "solo")
    assert match.over and match.header.seats == 2 and not verify(match)
    assert match.lines == named.lines


def test_the_automaton_fails_clearly_where_there_is_a_choice() -> None:
    game, way = find(TABLE)
    with pytest.raises(ValueError, match="seat . has a choice"):
        play(game, way, [BOTS["automaton"]] * 2, "no seat of its own")


def test_own_bots_are_seated_where_nobody_names_them() -> None:
    solo, three = Way("solo", 1, (2,), sits=((1, "own"),)), Way("three", 1, (3,), sits=((0, "own"),))
    assert solo.seated(["mine"], str) == solo.seated(["mine", "own"], str) == ("mine", "own")
    assert three.seated(["a", "b"], str) == ("own", "a", "b")
    assert solo.seated(["a", "b", "c"], str) == ("a", "b", "c")  # too many stay too many
    assert Way("table", 1, (2, 3)).seated(["a"], str) == ("a",)


def wins(way: str, bots: list[Bot], matches: int) -> int:
    game, known = find(way)
    return sum(play(game, known, bots, f"wins/{n}").end_record()["places"][0] == 1 for n in range(matches))


def test_greedy_beats_random_and_the_easy_automaton() -> None:
    """A small sample; `tilefolk sim` counts hundreds."""
    assert wins(TABLE, [BOTS["greedy"], BOTS["random"]], 6) == 6
    assert wins(SOLO, [BOTS["greedy"], forced], 8) >= 6


def test_greedy_plays_at_every_table_and_the_same_again() -> None:
    game, way = find(TABLE)
    for seats in way.seats:
        match = play(game, way, [BOTS["greedy"]] * seats, "again")
        assert match.over and match.lines == play(game, way, [BOTS["greedy"]] * seats, "again").lines


def test_greedy_decides_by_what_it_has_seen_alone() -> None:
    state = position(7, 20)
    bot, seat = BOTS["greedy"], state.seat
    told = sight(point_city, state, seat)
    assert told.state == state and bot(told, Random(2)) == bot(told, Random(2)) in told.legal
