"""Worlds that a seat may take for the match: they agree with all it has seen, and can be played on."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

import tilefolk
from tests.dialect import random_match
from tests.effort import LONG
from tilefolk.bots.worlds import resample
from tilefolk.core.play import first_sights, sight
from tilefolk.core.world import World
from tilefolk.games import GAMES, find
from tilefolk.games.laying.state import HIDDEN

ALL = [name for game in GAMES.values() for name in game.mode_names()]
SOME = [
    "my_city/eternal",
    "my_city/12",
    "my_island/18",
    "roll_and_build/9",
    "point_city/table",
    "point_city/solo-hard",
]
WAYS = ALL if LONG else SOME
MOMENTS = 5


def played_out(world: World, stream: Random) -> World:
    while not world.over:
        moves = world.legal()
        world = world.after(moves[stream.randrange(max(1, len(moves) - 2))])
    return world


@pytest.mark.parametrize("pace", ["together", "own"])
@pytest.mark.parametrize("name", WAYS)
def test_a_world_agrees_with_what_the_seat_has_seen(name: str, pace: str) -> None:
    paced = "pace" in dict(find(name)[1].options)
    match = random_match(name, 2, pace if paced else "together", "worlds")
    stream = Random(1)
    for kept in match.kept[4 :: max(1, len(match.kept) // MOMENTS)]:
        for seat in (0, 1):
            seen = sight(match.game, kept.before, seat)
            world = resample(seen, stream)
            assert match.game.seen(world.state, seat) == seen.state
            assert list(match.game.legal(world.state, seat)) == list(seen.legal)
    assert played_out(world.drawn(), stream).over


def test_every_card_comes_once_and_any_may_be_next() -> None:
    match = tilefolk.match("my_city/eternal", 2, seed=4)
    for _ in range(3):
        for seat in match.to_act:
            match.play("pass", seat)
    seen, nexts = match.sight(0), Counter[Any]()
    for number in range(200):
        world: Any = resample(seen, Random(number)).after(("pass",), 0).after(("pass",), 1)
        nexts[world.state.draws[len(seen.state.draws)]] += 1
    left = Counter(seen.state.episode.source.left(seen.state.draws))
    assert {card for (card,) in nexts} <= set(left)
    assert len(nexts) > 15
    world = played_out(resample(seen, Random(1)), Random(2))
    assert not Counter(world.state.draws) - Counter(world.game.streams("my_city/eternal", 2)[0].told)


def test_answers_that_are_not_shown_are_made_up() -> None:
    match = tilefolk.match("my_city/eternal", 2, seed=4)
    match.play(match.legal(1)[0], 1)
    seen = match.sight(0)
    assert seen.state.commits[1] == HIDDEN
    made_up = {resample(seen, Random(number)).state.commits[1] for number in range(30)}
    assert len(made_up) > 10
    assert made_up <= set(seen.game.legal(seen.state._replace(commits=(None, None)), 1))


def test_a_world_stays_as_it_is() -> None:
    match = tilefolk.match("point_city/table", 2, seed=2)
    world = resample(match.sight(), Random(3))
    before = world.state
    one, other = (world.after(world.legal()[-1]) for _ in range(2))
    assert one.state == other.state
    assert world.state is before
    assert world.view(0)["game"] == "point_city/table"
    with pytest.raises(ValueError, match="no_such_action"):
        world.after(("nonsense",))


@pytest.mark.parametrize("mode", ["my_city/eternal", "roll_and_build/1", "point_city/table"])
def test_first_sights_are_those_of_seats_which_give_their_first_answers(mode: str) -> None:
    game, known = find(mode)
    sights = list(islice(first_sights(game, known, "sights"), 5))
    for at in sights:
        assert at.seat in game.to_act(at.state) and at.seat >= 0 and at.legal
    assert len({repr(at.state) for at in sights}) == 5
