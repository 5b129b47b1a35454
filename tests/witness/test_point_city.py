"""Point City against a slow witness that tries every choice of items: payments, pairs, whole turns."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.point_city.dialect import SOLO, TABLE, Step, random_steps, turns
from tests.witness.purchase import (
    Turn,
    Words,
    cards_in,
    flips_in,
    free_in,
    market_in,
    payments,
    purse_in,
    takes_in,
)
from tilefolk.games import point_city
from tilefolk.games.point_city.cards import BUILDINGS, KINDS, Building
from tilefolk.games.point_city.payment import Purse, payable, spelled
from tilefolk.games.point_city.payment import payments as fast_payments

pytestmark = pytest.mark.slow

CASES = [(TABLE, 2), (TABLE, 3), (TABLE, 4), (SOLO + "hard", 2)]
MATCHES = 4

counts = st.tuples(*[st.integers(0, 3)] * 5)
few = st.tuples(*[st.integers(0, 2)] * 5)


def words_of(purse: Purse) -> Words:
    words = ["ingenuity"] * purse.ingenuity
    for at, kind in enumerate(KINDS):
        words += [f"permanent-{kind}"] * purse.permanent[at]
        words += [f"{kind}-1"] * purse.singles[at] + [f"{kind}-2"] * purse.doubles[at]
    return tuple(sorted(words))


@settings(deadline=None)  # the witness tries every subset
@given(counts, few, few, st.integers(0, 3), st.sampled_from(BUILDINGS))
def test_payments(
    permanent: tuple[int, ...],
    singles: tuple[int, ...],
    doubles: tuple[int, ...],
    ingenuity: int,
    building: Building,
) -> None:
    purse = Purse(permanent, singles, doubles, ingenuity)
    cost = tuple((kind, n) for kind, n in zip(KINDS, building.cost, strict=True) if n)
    fast = [tuple(sorted(map(str, spelled(mode)[1:]))) for mode in fast_payments(purse, building.cost)]
    assert len(fast) == len(set(fast))
    assert set(fast) == payments(words_of(purse), cost)
    assert payable(purse, building.cost) == bool(fast)
    if fast:
        assert order_of(fast[0], sum(building.cost)) == min(order_of(way, sum(building.cost)) for way in fast)


def order_of(payment: Words, cost: int) -> tuple[int, int, int]:
    """The default spends permanent resources first, wastes least and keeps ingenuity longest."""
    permanent = sum(word.startswith("permanent") for word in payment)
    waste = sum(2 if word.endswith("-2") else 1 for word in payment) - cost
    return -permanent, waste, sum(word.startswith("ingenuity") for word in payment)


def watched(mode: str, seats: int) -> Iterator[list[Step]]:
    """The turns of people in random matches; half of them like to build."""
    for number in range(MATCHES):
        eager = 0.8 if number % 2 else 0.0
        for turn in turns(random_steps(mode, seats, f"witness {mode} {seats} {number}", eager)):
            if not point_city.view(turn[0].before, 0)["boards"][turn[0].seat]["automaton"]:
                yield turn


@pytest.mark.parametrize(("mode", "seats"), CASES)
def test_flips_and_pairs(mode: str, seats: int) -> None:
    for turn in watched(mode, seats):
        flipped = False
        for step in turn:
            if step.before.tasks:
                break
            view = point_city.view(step.before, step.seat)
            mine = takes_in(view, step.seat) | (set() if flipped else flips_in(view))
            mine |= {("draw",)} if view["deck"]["left"] else set()
            assert set(point_city.legal(step.before, step.seat)) == mine
            flipped = step.action[0] == "flip"


@pytest.mark.parametrize(("mode", "seats"), CASES)
def test_what_is_offered_and_what_is_done_without_asking(mode: str, seats: int) -> None:
    asked: Counter[str] = Counter()
    for turn in watched(mode, seats):
        taking = [step for step in turn if step.action[0] in ("take", "pay", "token")]
        mine: Turn | None = None
        for step in taking:
            mine = after_it(mine, step)
            asked[compared(mine, step)] += 1
    assert min(asked["pay"], asked["token"], asked["done"]) > 0


def after_it(mine: Turn | None, step: Step) -> Turn:
    """The witness's own turn after one more step."""
    if mine is None:
        view = point_city.view(step.before, step.seat)
        market = market_in(view)
        cards = tuple(market[str(cell)] for cell in step.action[1:])
        return Turn(purse_in(view, step.seat), cards, len(view["row"])).settled()
    if step.action[0] == "token":
        return mine.with_token().settled()
    return mine.paid(tuple(sorted(map(str, step.action[1:])))).settled()


def compared(mine: Turn, step: Step) -> str:
    """The same is asked, and the same is left."""
    view = point_city.view(step.after, step.seat)
    board: Any = view["boards"][step.seat]
    assert Counter(cards_in(board)) == Counter(word for word in mine.purse if "permanent" not in word)
    if view["task"] is None:
        assert not mine.cards
        assert not mine.token
        return "done"
    assert sorted(free_in(board)) == [word for word in mine.purse if "permanent" in word]
    if view["task"]["do"] == "token":
        assert mine.token
        assert len(view["row"]) == mine.row
        assert [answer[0] for answer in view["answers"]] == ["token"] * mine.row
        return "token"
    offered = [tuple(sorted(words)) for words in view["task"]["payments"]]
    assert view["task"]["building"] == mine.cards[0].building
    assert len(offered) == len(set(offered)) > 1
    assert set(offered) == mine.offered()
    payments = [["pay", *words] for words in view["task"]["payments"]]  # the proposed one first
    assert sorted(view["answers"]) == sorted(payments)
    return "pay"


@pytest.mark.parametrize(("mode", "seats"), CASES)
def test_hints_say_what_can_be_taken_and_how_it_is_paid(mode: str, seats: int) -> None:
    for turn in watched(mode, seats):
        step = turn[0]
        view = point_city.view(step.before, step.seat)
        market, purse = market_in(view), purse_in(view, step.seat)
        can = {("take", *pair["take"]) for pair in view["pairs"] if "pays" in pair}
        assert can == takes_in(view, step.seat)
        for pair in view["pairs"]:
            if "pays" not in pair:
                assert sum(pair["lacks"].values()) > pair["jokers"]
                continue
            mine = Turn(purse, tuple(market[cell] for cell in pair["take"]), 0)
            assert len(pair["pays"]) == sum(not card.word for card in mine.cards)
            assert pair["tokens"] == sum(card.civic for card in mine.cards)
            for words in pair["pays"]:
                while mine.cards[0].word:
                    mine = mine.with_resource()
                assert tuple(sorted(words)) in mine.offered()
                mine = mine.paid(tuple(sorted(words)))._replace(token=False)
