"""Search for the upper levels: legal, the same for the same stream, with the twin and without it."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from tilefolk.bots import playouts, search
from tilefolk.bots.greedy import greedy
from tilefolk.core.chance import match_key, open_seed, outcome
from tilefolk.core.notation import CHANCE, Action
from tilefolk.core.play import Sight, play, sight
from tilefolk.games import find
from tilefolk.twin import playing
from tilefolk.twin.board import tables_of
from tilefolk.twin.training import train
from tilefolk.twin.weights import has_weights


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


def test_totals_do_not_depend_on_how_futures_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the futures are played on a thread: the same totals come from one call for each."""
    kernel: Any = playing.playouts
    played: Any = playouts._played

    def one_by_one(*told: Any) -> Any:
        *start, first, last, seed = told
        return np.sum([played(*start, future, future + 1, seed) for future in range(first, last)], axis=0)

    calls: list[tuple[int, int]] = []

    def counted(*told: Any) -> None:
        calls.append(told[-4:-2])
        kernel(*told)

    monkeypatch.setattr(playing, "playouts", counted)
    (one,) = _sights("my_city/eternal", 1)
    shared = _quick(one, Random(7))
    halves = len(calls)
    monkeypatch.setattr(playouts, "_played", one_by_one)
    assert _quick(one, Random(7)) == shared
    assert len(calls) - halves > halves


def _by_value(sight: Sight, stream: Random) -> Action:
    return search.by_value(sight, stream, playouts=40, answers=400, guesses=1)


@pytest.mark.parametrize(("mode", "searches"), [("my_city/eternal", False), ("roll_and_build/12", True)])
def test_where_a_value_was_learned_it_answers_without_playouts(
    mode: str, searches: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    kernel = playing.playouts

    def counted(*told: Any) -> None:
        played.append(len(told))
        kernel(*told)

    monkeypatch.setattr(playing, "playouts", counted)
    for one in _sights(mode, 2):
        assert _by_value(one, Random(7)) in one.legal
    assert bool(played) == searches


@pytest.mark.parametrize("file", sorted(playouts.WEIGHTS.glob("*.xz")), ids=lambda file: file.stem)
def test_weights_are_for_a_mode_as_it_is(file: Path) -> None:
    game, found = find("/".join(file.stem.rsplit("_", 1)))
    setting = game.setup(found.name, min(found.seats), {}, ()).setting
    assert has_weights(playouts.features_for(found.name, tables_of(setting, 0)))
    assert file.stat().st_size < 500_000


def test_it_learns_from_the_matches_it_plays() -> None:
    means = [mean for _, mean, _ in train("my_city/eternal", 1500, 1, batch=500)]
    assert means[-1] > means[0] + 0.5


def test_search_beats_greedy_in_my_city() -> None:
    game, found = find("my_city/eternal")
    values = [
        [game.score(play(game, found, [bot], f"beats/{n}").state)[0].value for n in range(3)]
        for bot in (_quick, greedy)
    ]
    assert sum(values[0]) > sum(values[1])
