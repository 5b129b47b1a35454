"""Search for the upper levels: legal, the same for the same stream, with the twin and without it."""

from random import Random

import pytest

from tilefolk.bots import search
from tilefolk.core.notation import Action
from tilefolk.core.play import Sight, play
from tilefolk.games import find

pytestmark = pytest.mark.xdist_group("twin")  # one process: kernels are loaded once


def _quick(sight: Sight, stream: Random) -> Action:
    return search.search(sight, stream, answers=200, guesses=1)


@pytest.mark.parametrize("mode", ["my_city/eternal", "my_island/18", "roll_and_build/12"])
def test_a_search_is_legal_and_follows_from_its_stream(mode: str) -> None:
    game, found = find(mode)
    seats = min(found.seats)
    records = [play(game, found, [_quick] * seats, "search").lines for _ in range(2)]
    assert records[0] == records[1]


@pytest.mark.parametrize(("mode", "twin"), [("my_city/1", False), ("my_island/11", True)])
def test_without_a_twin_it_guesses_the_next_card(
    mode: str, twin: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "is_available", lambda: twin)
    game, found = find(mode)
    match = play(game, found, [_quick] * min(found.seats), "python")
    assert sum(line.action[0] == "place" for line in match.lines) > 20


def test_search_beats_greedy_in_my_city() -> None:
    from tilefolk.bots.greedy import greedy

    game, found = find("my_city/eternal")
    values = [
        [game.score(play(game, found, [bot], f"beats/{n}").state)[0].value for n in range(4)]
        for bot in (_quick, greedy)
    ]
    assert sum(values[0]) > sum(values[1])
