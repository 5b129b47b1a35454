"""Bots play well enough to be worth playing against."""

from statistics import mean

import pytest

from tilefolk.bots import BOTS
from tilefolk.core.play import play
from tilefolk.games import find

LEAST = {"my_city/eternal": 25, "my_island/eternal": 35}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST)
def test_greedy_scores_like_somebody_who_knows_the_game(name: str) -> None:
    game, mode = find(name)
    matches = [play(game, mode, [BOTS["greedy"]] * 3, f"level {number}") for number in range(3)]
    assert mean(tally.value for match in matches for tally in game.score(match.state)) >= LEAST[name]


@pytest.mark.parametrize("name", LEAST)
def test_greedy_beats_random(name: str) -> None:
    game, mode = find(name)
    for number in range(2):
        match = play(game, mode, [BOTS["greedy"], BOTS["random"]], f"beats {number}")
        greedy, random = game.score(match.state)
        assert greedy.value > random.value
