"""Sealed chance: draws follow from seed and name alone, are fair, and nobody can change them afterwards."""

import hashlib
import hmac
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tilefolk.core.chance import Draw, match_key, new_seed, number, open_seed, order, outcome, seal


def test_a_number_is_the_documented_formula() -> None:
    key = bytes(range(32))
    digest = hmac.new(key, b"tilefolk-draw-1\ndeck\n12", hashlib.sha256).digest()
    assert number(key, "deck", 12, 28) == int.from_bytes(digest, "big") * 28 // 2**256


def test_a_deck_is_the_fisher_yates_order_of_its_stream() -> None:
    key, deck = b"k", list(range(6))
    for last in range(5, 0, -1):
        other = number(key, "deck", last, last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    assert order(key, "deck", 6) == tuple(deck)


@given(st.binary(min_size=1, max_size=40), st.integers(1, 60))
def test_every_order_is_a_permutation(key: bytes, size: int) -> None:
    assert sorted(order(key, "deck", size)) == list(range(size))


def test_orders_are_spread_evenly() -> None:
    counts = Counter(order(open_seed(str(n)), "deck", 3) for n in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_dice_give_any_face_every_time() -> None:
    faces = tuple((face,) for face in "abcdef")
    rolls = [outcome(b"key", Draw("dice", index, faces, faces, again=True)) for index in range(600)]
    counts = Counter(roll[2] for roll in rolls)
    assert all(60 < counts[face] < 145 for face in "abcdef")


def test_only_what_is_told_leaves_a_draw() -> None:
    draw = Draw("cards", 0, (("G01",), ("G02",)), (("up", 1), ("up", 2)))
    assert outcome(b"key", draw) in {("cards", 0, "up", 1), ("cards", 0, "up", 2)}


def test_nonces_change_the_draws_but_not_the_seal() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert match_key(seed, ("a", "b")) != match_key(seed, ("a", "c"))
    assert seal(seed) == hashlib.sha256(seed).hexdigest()
