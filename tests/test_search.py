"""Search for the upper levels: legal, the same for the same stream, with the twin and without it."""

from collections.abc import Iterator
from random import Random

import pytest

from tilefolk.bots import search
from tilefolk.bots.greedy import greedy
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight, play, sight
from tilefolk.games import find

pytestmark = pytest.mark.xdist_group("twin")  # one process: kernels are loaded once


def _quick(sight: Sight, stream: Random) -> Action:
    return search.search(sight, stream, playouts=150, answers=1500, guesses=1)


def _sights(mode: str, count: int) -> Iterator[Sight]:
    """What a seat sees at its first decisions of a match that is played at random."""
    game, found = find(mode)
    state, key, stream = (
        game.setup(mode, min(found.seats), {}, ()),
        match_key(open_seed("sights"), ()),
        Random(1),
    )
    while count and (acting := game.to_act(state)):
        who = acting[0]
        if who == CHANCE:
            state = game.apply_trusted(state, CHANCE, outcome(key, game.draws(state)[0]))
            continue
        count -= 1
        yield sight(game, state, who)
        state = game.apply_trusted(state, who, stream.choice(game.legal(state, who)[:-2]))


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/18", "roll_and_build/12"])
def test_an_answer_is_legal_and_follows_from_its_stream(mode: str) -> None:
    for one in _sights(mode, 4):
        answers = [_quick(one, Random(7)) for _ in range(2)]
        assert answers[0] == answers[1]
        assert answers[0] in one.legal


@pytest.mark.parametrize(("mode", "twin"), [("my_city/1", False), ("my_island/11", True)])
def test_without_a_twin_the_next_card_is_guessed(
    mode: str, twin: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "is_available", lambda: twin)
    for one in _sights(mode, 3):
        assert _quick(one, Random(7)) in one.legal


def test_search_beats_greedy_in_my_city() -> None:
    game, found = find("my_city/eternal")
    values = [
        [game.score(play(game, found, [bot], f"beats/{n}").state)[0].value for n in range(3)]
        for bot in (_quick, greedy)
    ]
    assert sum(values[0]) > sum(values[1])
