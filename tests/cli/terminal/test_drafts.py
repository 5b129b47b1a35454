"""Drafts in the terminal: they stay on the board, reach every place, and turn."""

from random import Random

import pytest

from tests.cli.terminal.matches import ISLAND, MODE, hands
from tests.dialect import random_match
from tilefolk.cli.terminal.laying.draft import begin, draft_of
from tilefolk.cli.terminal.laying.hand import read_hand

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("mode", [MODE, ISLAND, "my_island/23", "roll_and_build/11"])
def test_a_draft_stays_inside_however_it_is_moved(mode: str) -> None:
    stream = Random(mode)
    for hand in hands(mode):
        draft = begin(hand, None)
        for _ in range(60):
            down, right = stream.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
            draft = stream.choice(
                [draft.moved(down, right), draft.turned(1), draft.turned(-1), draft.flipped(), draft.other()]
            )
            bit = hand.grid.bit(draft.placement.first)
            assert draft.shape.inside >> bit & 1
            assert draft.legal != bool(draft.reasons), "legal, or a why, never both"


@pytest.mark.parametrize("mode", [MODE, ISLAND, "my_island/23"])
def test_every_place_can_be_reached_with_the_arrows(mode: str) -> None:
    hand = hands(mode)[-1]
    start = begin(hand, None)
    found, open_ends = {start.placement.first}, [start]
    while open_ends:
        draft = open_ends.pop()
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            moved = draft.moved(*step)
            if moved.placement.first not in found:
                found.add(moved.placement.first)
                open_ends.append(moved)
    assert len(found) == start.shape.inside.bit_count()


def test_turning_round_leads_back() -> None:
    for hand in hands(MODE):
        draft = begin(hand, None)
        turned = draft
        for _ in draft.piece.shapes:
            turned = turned.turned(1)
        assert turned.positions == draft.turned(1).turned(-1).positions


def test_the_list_is_what_is_legal() -> None:
    match = random_match(MODE, 2, "together", "x", stop=20, quits=0.0)
    seat = match.game.to_act(match.state)[0]
    hand = read_hand(match.game.view(match.state, seat))
    assert hand is not None
    legal = match.game.legal(match.state, seat)
    assert set(hand.placements()) == {action for action in legal if action[0] == "place"}
    assert all(draft_of(hand, action).action == action for action in hand.placements())
